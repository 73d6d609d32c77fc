import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { seen } from '../../../src/service/lists/list';
import { publishedRates } from '../../../src/service/requests/limits';
import { Pacer } from '../../../src/service/requests/pacer';
import { machineTiming } from '../../../src/service/requests/resend';
import { ticketLists } from '../../../src/ui/orders/ticket/ticketLists';
import { openAgentDesk } from '../../support/agents/agentDesk';
import type { AgentDesk } from '../../support/agents/agentDesk';
import { openClient } from '../../support/network/clientHarness';

async function connect(name: string, { url, bearer }: AgentDesk): Promise<Client> {
  const client = new Client({ name, version: '1' });
  const headers = { Authorization: `Bearer ${bearer.reveal()}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

it('an agent keeps nobody waiting who opens a form, also when three agents have asked for everything first and never stop, at the limits of a live service', async () => {
  const pacer = new Pacer({ timing: machineTiming, rates: publishedRates });
  const limited = await openClient('bearer', { client: { pacer }, sandbox: { likeLive: true } });
  const busy = await openAgentDesk(limited.client);
  const patience = AbortSignal.timeout(60_000);
  const isTrading = (text: string): boolean => /\/api\/v1\.0\/(?:accounts|sim-trade)\//.test(text);
  let isOver = false;
  try {
    const tools = ['listPositions', 'listOpenOrders', 'listFills', 'listOrderChanges', 'getQuotes'];
    const asked = ['one', 'two', 'three'].map(async (name, at) => {
      const client = await connect(name, busy);
      for (let turn = at; !isOver; turn += 1) {
        const tool = tools[turn % tools.length] ?? '';
        const input = tool === 'getQuotes' ? { codes: ['HK.00700'] } : tool === 'listFills' ? { days: (turn % 30) + 1 } : {};
        await client
          .callTool({ name: `marketDesk_${tool}`, arguments: input })
          .catch(async () => new Promise((resolve) => setTimeout(resolve, 50)));
      }
    });
    const sent = (): number => limited.sandbox.ledger.entries.filter(({ path }) => isTrading(path)).length;
    await expect.poll(sent).toBeGreaterThan(1);
    const timed = async (open: () => Promise<unknown>): Promise<number> => {
      const begun = performance.now();
      await open();
      return performance.now() - begun;
    };
    const readOrder = async (): Promise<unknown> =>
      limited.client.beyond.orderDetails({ accountId: '8001', orderIds: ['OK-1'], exchange: 'SEHK' }, { signal: patience, rank: 'look' });
    // A form whose order is chosen first waits for lists that the agents have begun to read.
    const opened = [
      await timed(async () => {
        const lists = ticketLists(busy.books.orders, () => pacer.heldMs(), busy.books.paperOrders);
        expect(seen(await lists.accounts(patience)).items).not.toEqual([]);
        expect(seen(await lists.orders('8001', patience)).items).not.toEqual([]);
        await readOrder();
      }),
    ];
    // Later ones are opened from a row.
    for (let form = 0; form < 5; form += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      opened.push(await timed(readOrder));
    }
    const forAgents = limited.events.filter(({ askedBy, route }) => askedBy !== undefined && isTrading(route)).length;
    expect(Math.max(...opened), `forms after ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms`).toBeLessThan(1_000);
    expect(forAgents).toBeGreaterThan(4);
    // A third of thirty, and none of those that the form waited for too.
    expect(forAgents).toBeLessThanOrEqual(10);
    isOver = true;
    await busy.close();
    await Promise.all(asked);
  } finally {
    isOver = true;
    await busy.close();
    await limited.close();
  }
}, 90_000);
