import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect as openSocket } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentToolNames } from '../../../src/app/agents/agentCalls';
import { logRequest } from '../../../src/app/platform/requestLog';
import { MemoryLog } from '../../support/machine/fakeMachine';
import { heldTimeLimits } from '../../support/machine/timeLimits';
import { openAgentDesk } from '../../support/agents/agentDesk';
import type { AgentDesk } from '../../support/agents/agentDesk';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';

let held: ClientAndSandbox;
let desk: AgentDesk;
const clients: Client[] = [];

beforeAll(async () => {
  held = await openClient('bearer', { sandbox: {} });
});
afterAll(async () => held.close());
beforeEach(async () => {
  held.sandbox.reset();
  desk = await openAgentDesk(held.client);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await desk.close();
});

/** A client of the official library, as editors and agents use it. */
async function connect(name: string, url = desk.url): Promise<Client> {
  const client = new Client({ name, version: '1' });
  const headers = { Authorization: `Bearer ${desk.bearer.reveal()}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  clients.push(client);
  return client;
}

/** Requests about orders that were sent. */
function writes(): readonly string[] {
  return held.sandbox.ledger.entries.flatMap(({ method, path }) =>
    method !== 'GET' && path.includes('/orders') ? [`${method} ${path}`] : [],
  );
}

async function call(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const { content, isError } = await client.callTool({ name: `marketDesk_${name}`, arguments: input });
  const [first] = content as readonly { readonly text: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

describe('an agent', () => {
  it('sees every tool without a question, and reads after the user has allowed it once, by its name', async () => {
    const client = await connect('some-agent');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...agentToolNames].toSorted());
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
      'marketDesk_proposeOrderChange',
    ]);
    expect(desk.questions).toEqual([]);
    const found = await call(client, 'searchCalendar', { keyword: 'CPI' });
    expect(JSON.parse(found.text)).toMatchObject({
      environment: expect.stringContaining('sandbox'),
      note: expect.stringContaining('not instructions'),
    });
    await call(client, 'getQuotes', { codes: ['HK.00700'] });
    await call(await connect('some-agent'), 'listWatchlist');
    expect(desk.questions).toEqual([{ kind: 'agent', name: 'some-agent' }]);
  });

  it('stands in the log line of each request that it causes', async () => {
    const client = await connect('some-agent');
    held.events.splice(0);
    await call(client, 'searchCalendar', { keyword: 'CPI' });
    expect(held.events.map(({ askedBy }) => askedBy)).toEqual(
      held.events.map(() => ({ kind: 'program', program: 'agent', name: 'some-agent' })),
    );
    const log = new MemoryLog();
    for (const event of held.events) logRequest(log, event);
    expect(log.lines.join('\n')).toMatch(/GET \/api\/v1\.0\/quote\/\S+ 200 ok in \d+ ms, attempt 1, for the agent “some-agent”/);
    await held.client.serverTime({ signal: AbortSignal.timeout(5_000) });
    expect(held.events.at(-1)?.askedBy).toBeUndefined();
  });

  it('is told after two minutes that its call has failed, whatever the service does', async () => {
    const client = await connect('a');
    await call(client, 'getQuotes', { codes: ['HK.00700'] });
    const limits = heldTimeLimits();
    held.sandbox.faults.once({ match: { path: '/api/v1.0/quote/snapshot' }, action: { kind: 'hang' } });
    const called = call(client, 'getQuotes', { codes: ['HK.00700'] });
    await expect.poll(() => limits.set).toContain(120_000);
    limits.end(120_000);
    expect(await called).toMatchObject({ isError: true });
  });

  it('gets accounts without their numbers, unless the user allows those as well', async () => {
    const client = await connect('a');
    const { text } = await call(client, 'listOpenOrders');
    expect(text).toContain('live-1');
    expect(text).not.toContain('"8001"');
    await desk.programs.change({ kind: 'agent', name: 'a', service: 'sandbox http://localhost:1' }, 'numbers');
    expect((await call(client, 'listOpenOrders')).text).toContain('"8001"');
  });

  it('reads no accounts when it is allowed market data only, in privacy mode, or after it was revoked', async () => {
    const client = await connect('a');
    desk.user.says = async () => 'market';
    for (const tool of ['listPositions', 'listOpenOrders', 'listFills', 'listOrderChanges'])
      expect(await call(client, tool)).toMatchObject({ isError: true, text: expect.stringContaining('market data only') });
    expect(await call(client, 'proposeOrderChange', { accountId: '8001', orderId: 'OK-1' })).toMatchObject({ isError: true });
    expect((await call(client, 'searchCalendar', { keyword: 'CPI' })).isError).toBe(false);
    await desk.programs.change({ kind: 'agent', name: 'a', service: 'sandbox http://localhost:1' }, 'accounts');
    desk.privacy.isOn = true;
    expect(await call(client, 'listPositions')).toMatchObject({ isError: true, text: expect.stringContaining('Privacy mode') });
    await desk.programs.revoke({ kind: 'agent', name: 'a' });
    desk.user.says = async () => undefined;
    expect(await call(client, 'listWatchlist')).toMatchObject({ isError: true, text: expect.stringContaining('not allowed') });
    // A refusal is final.
    await call(client, 'listWatchlist');
    expect(desk.questions).toHaveLength(2);
    expect(desk.opened).toEqual([]);
  });

  it.each([
    ['a change', { orderId: 'OK-1', price: '12' }],
    ['a new order', { action: 'new', symbol: 'HK.00700', side: 'BUY', qty: '100' }],
  ])('is told that sending is stopped, and opens no form for %s', async (_, input) => {
    const client = await connect('a');
    await call(client, 'listOpenOrders');
    desk.sending.isStopped = true;
    expect(await call(client, 'proposeOrderChange', { ...input, accountId: 'live-1' })).toEqual({
      isError: true,
      text: 'The user has stopped sending orders. Nothing was opened or sent. Only the user can release it.',
    });
    expect([desk.opened, writes()]).toEqual([[], []]);
    // A rejected proposal does not block later ones, and the user may cancel while sending is stopped.
    expect((await call(client, 'proposeOrderChange', { action: 'cancel', orderId: 'OK-1', accountId: 'live-1' })).text).toContain(
      'declined',
    );
    desk.sending.isStopped = false;
    expect((await call(client, 'proposeOrderChange', { ...input, accountId: 'live-1' })).text).toContain('declined');
    expect(desk.opened).toHaveLength(2);
    expect(writes()).toEqual([]);
  });

  it('opens no form and learns no outcome in privacy mode, even if it is switched on during a proposal', async () => {
    const client = await connect('a');
    await call(client, 'listOpenOrders');
    const hidden = { isError: true, text: expect.stringContaining('Privacy mode is on') };
    const change = { accountId: 'live-1', orderId: 'OK-1', price: '12' };
    desk.privacy.isOn = true;
    expect(await call(client, 'proposeOrderChange', change)).toMatchObject(hidden);
    expect(desk.opened).toEqual([]);
    desk.privacy.isOn = false;
    desk.outcomes.set('r1', 'applied');
    desk.user.opens = (_proposal, { proposal = '' }) => {
      const order = { accountId: '8001', orderId: 'OK-1', root: 'r1', proposal };
      desk.tickets.fire({ kind: 'opened', ...order });
      desk.privacy.isOn = true;
      desk.tickets.fire({ kind: 'sending', ...order });
      desk.tickets.fire({ kind: 'confirmed', ...order });
    };
    const answer = await call(client, 'proposeOrderChange', change);
    expect(answer).toMatchObject(hidden);
    expect(answer.text).not.toContain('applied');
    expect(writes()).toEqual([]);
  });

  it('leaves a record of each call with its caller, its tool, its input, and the size of its answer', async () => {
    const client = await connect('evil\n\u202eagent');
    const { text } = await call(client, 'searchCalendar', { keyword: 'CPI' });
    await call(client, 'nothing', { a: 'x'.repeat(2_000) });
    expect(desk.recorded).toEqual([
      expect.objectContaining({
        agent: 'evil ⟨U+202E⟩agent',
        tool: 'marketDesk_searchCalendar',
        input: '{"keyword":"CPI"}',
        size: text.length,
        isError: false,
      }),
      expect.objectContaining({ tool: 'marketDesk_nothing', input: expect.stringMatching(/^.{250,301}$/), isError: true }),
    ]);
  });

  it.each([
    ['a change', { orderId: 'OK-1', price: '12' }, 'change'],
    ['a new order', { action: 'new', symbol: 'HK.00700', side: 'BUY', qty: '100' }, 'new'],
    ['a cancellation', { action: 'cancel', orderId: 'OK-1' }, 'cancel'],
  ])('learns only whether the user declined or sent a proposal of %s', async (_, input, action) => {
    const client = await connect('a');
    await call(client, 'listOpenOrders');
    const propose = async (): Promise<string> => (await call(client, 'proposeOrderChange', { ...input, accountId: 'live-1' })).text;
    const order = { accountId: '8001', orderId: 'OK-1' };
    desk.user.opens = (_proposal, { proposal = '' }) => {
      desk.tickets.fire({ kind: 'opened', ...order, proposal });
      // What the user does with their own form for the same order does not count.
      desk.tickets.fire({ kind: 'sending', ...order, root: 'r0' });
      desk.tickets.fire({ kind: 'confirmed', ...order, root: 'r0' });
      desk.tickets.fire({ kind: 'closed', ...order, proposal });
    };
    desk.outcomes.set('r0', 'applied');
    expect(JSON.parse(await propose())).toEqual({ proposal: 'declined: nothing was sent' });
    desk.user.opens = () => undefined;
    expect(JSON.parse(await propose())).toEqual({ proposal: 'declined: nothing was sent' });
    desk.outcomes.set('r1', 'applied');
    desk.user.opens = (_proposal, { proposal = '' }) => {
      desk.tickets.fire({ kind: 'opened', ...order, proposal });
      desk.tickets.fire({ kind: 'sending', ...order, root: 'r1', proposal });
      // Closed while it is being sent: its outcome is known later.
      desk.tickets.fire({ kind: 'closed', ...order, proposal });
      desk.tickets.fire({ kind: 'confirmed', ...order, root: 'r1', proposal });
    };
    expect(JSON.parse(await propose())).toEqual({ proposal: 'sent by the user', outcome: 'applied' });
    expect(desk.opened).toEqual(Array.from({ length: 3 }, () => ({ ...input, accountKind: 'live', action, accountId: '8001' })));
    // No account number is accepted without the user's permission for numbers, so that numbers cannot be probed.
    expect((await call(client, 'proposeOrderChange', { ...input, accountId: '8001' })).isError).toBe(true);
    expect(writes()).toEqual([]);
  });

  it('means the order of the paper account that it names', async () => {
    const client = await connect('a');
    const { accounts } = JSON.parse((await call(client, 'listOpenOrders')).text) as {
      readonly accounts: readonly { readonly accountId: string; readonly kind: string }[];
    };
    const paper = accounts.find(({ kind }) => kind === 'simulated')?.accountId ?? '';
    expect(paper).toMatch(/^paper-\d$/);
    desk.user.opens = () => undefined;
    for (const action of ['change', 'cancel'])
      await call(client, 'proposeOrderChange', { action, orderId: 'OK-1', accountId: paper, accountKind: 'live' });
    expect(desk.opened).toMatchObject([
      { action: 'change', orderId: 'OK-1', accountKind: 'simulated' },
      { action: 'cancel', orderId: 'OK-1', accountKind: 'simulated' },
    ]);
    expect(JSON.stringify(desk.opened)).not.toContain(paper);
  });

  it('opens nothing for a form that the user is filling in', async () => {
    const client = await connect('a');
    await call(client, 'listOpenOrders');
    desk.user.opens = (_, { proposal = '' }) => desk.tickets.fire({ kind: 'inUse', accountId: '', orderId: '', proposal });
    expect(await call(client, 'proposeOrderChange', { orderId: 'OK-1', accountId: 'live-1' })).toEqual({
      isError: true,
      text: 'The user is answering a question or has an order form in hand. Nothing was shown or sent. Try again later.',
    });
    // Now it is the next one's turn.
    desk.user.opens = () => undefined;
    expect((await call(client, 'proposeOrderChange', { orderId: 'OK-1', accountId: 'live-1' })).text).toContain('declined');
  });

  it('shows the user one proposal at a time', async () => {
    const client = await connect('a');
    await call(client, 'listOpenOrders');
    let id = '';
    desk.user.opens = (_, { proposal = '' }) => {
      id = proposal;
      desk.tickets.fire({ kind: 'opened', accountId: '8001', orderId: 'OK-1', proposal });
    };
    const first = call(client, 'proposeOrderChange', { accountId: 'live-1', orderId: 'OK-1' });
    await expect.poll(() => desk.opened.length).toBe(1);
    expect(await call(client, 'proposeOrderChange', { accountId: 'live-1', orderId: 'OK-2' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Nothing was opened'),
    });
    desk.tickets.fire({ kind: 'closed', accountId: '8001', orderId: 'OK-1', proposal: id });
    expect((await first).text).toContain('declined');
    expect(desk.opened).toHaveLength(1);
  });

  it('waits while the user is asked about another one, and only a limited number may wait', async () => {
    let most = 0;
    let now = 0;
    desk.user.says = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return undefined;
    };
    const names = Array.from({ length: 12 }, (_, at) => `agent ${at}`);
    const answers = await Promise.all(names.map(async (name) => call(await connect(name), 'listWatchlist')));
    expect(answers.every(({ isError }) => isError)).toBe(true);
    expect([most, desk.questions.length]).toEqual([1, 8]);
  });
});

describe('the server for agents', () => {
  const post = async (
    changes: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
    url = desk.url,
  ): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      ...changes,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Authorization: `Bearer ${desk.bearer.reveal()}`,
        ...changes.headers,
      },
    });

  it.each([
    ['without the bearer', { headers: { Authorization: '' } }, 401, 'bearer'],
    ['with another bearer', { headers: { Authorization: 'Bearer test-bearer-of-the-windoW' } }, 401, 'bearer'],
    ['from a page', { headers: { Origin: 'https://evil.example' } }, 403, 'origin'],
    ['from a page on this machine', { headers: { Origin: 'http://localhost:3000' } }, 403, 'origin'],
    ['without a session', {}, 400, 'session'],
    ['with an invented session', { headers: { 'Mcp-Session-Id': 'x' } }, 404, 'session'],
    ['that is too long', { body: 'x'.repeat(70_000) }, 413, 'size'],
    ['that is too deep', { body: '['.repeat(60_000) }, 400, 'depth'],
    ['that is a list', { body: '[]' }, 400, 'list'],
    ['that is no JSON', { body: '{' }, 400, 'request'],
    ['by GET', { method: 'GET', body: null }, 405, 'method'],
  ] as const)('refuses a request %s', async (_, changes, status, why) => {
    expect((await post(changes)).status).toBe(status);
    expect(desk.refused).toEqual([why]);
    expect([desk.questions, desk.recorded]).toEqual([[], []]);
  });

  it('refuses another path, and another name of this machine', async () => {
    expect((await post({}, desk.url.replace('/mcp', '/'))).status).toBe(404);
    const { port } = new URL(desk.url);
    const status = await new Promise((resolve, reject) => {
      const headers = { Host: `rebound.example:${port}`, Authorization: `Bearer ${desk.bearer.reveal()}` };
      request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end('{}');
    });
    expect(status).toBe(403);
    expect(desk.refused).toEqual(['path', 'host']);
  });

  it('lets an agent in while a program without the bearer keeps as many half requests open as it can', async () => {
    const { hostname, port } = new URL(desk.url);
    const open = new Set<Socket>();
    let begun = 0;
    const stranger = setInterval(() => {
      // A hundred a second, three times as many as there may be at once.
      begun += 1;
      const socket = openSocket(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.once('close', () => open.delete(socket));
      socket.write('POST /mcp HTTP/1.1\r\nHost: ');
      open.add(socket);
    }, 10);
    try {
      await expect.poll(() => begun).toBeGreaterThan(64);
      for (let agent = 0; agent < 6; agent += 1) {
        const asked = performance.now();
        const client = await connect(`agent ${agent}`);
        expect((await client.listTools()).tools).not.toEqual([]);
        expect(performance.now() - asked).toBeLessThan(2_500);
      }
      // One that was let in goes on.
      expect((await clients[0]?.listTools())?.tools).not.toEqual([]);
      expect(begun).toBeGreaterThan(64);
    } finally {
      clearInterval(stranger);
      for (const socket of open) socket.destroy();
    }
  });

  it('rejects a flood of requests and continues', async () => {
    let nowMs = 0;
    const flooded = await openAgentDesk(held.client, { nowMs: () => nowMs });
    const bearer = { Authorization: `Bearer ${flooded.bearer.reveal()}` };
    const send = async (): Promise<number> => (await post({ headers: bearer }, flooded.url)).status;
    const statuses = await Promise.all(Array.from({ length: 200 }, send));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(80);
    nowMs += 1_000;
    expect(await send()).toBe(400);
    await flooded.close();
  });

  it('answers one of two requests with the same ID, and leaves none waiting', async () => {
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const begun = await post({ body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize }) });
    const headers = { 'Mcp-Session-Id': begun.headers.get('mcp-session-id') ?? '' };
    const params = { name: 'marketDesk_searchCalendar', arguments: { keyword: 'CPI' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
    const statuses = await Promise.all([0, 1, 2].map(async () => (await post({ headers, body })).status));
    expect(statuses.toSorted()).toEqual([200, 400, 400]);
    expect((await post({ headers, body })).status).toBe(200);
  });

  it.each(['by a notification', 'by closing the connection'] as const)(
    'stays usable after more cancelled calls, %s, than may be open',
    async (how) => {
      let nowMs = 0;
      const patient = await openAgentDesk(held.client, { nowMs: () => (nowMs += 1_000) });
      // The question is never answered.
      patient.user.says = async () => new Promise(() => undefined);
      const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
      const bearer = { Authorization: `Bearer ${patient.bearer.reveal()}` };
      const begun = await post(
        { headers: bearer, body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize }) },
        patient.url,
      );
      const headers = { ...bearer, 'Mcp-Session-Id': begun.headers.get('mcp-session-id') ?? '' };
      const send = async (message: object, signal = AbortSignal.timeout(10_000)): Promise<Response> =>
        post({ headers, signal, body: JSON.stringify({ jsonrpc: '2.0', ...message }) }, patient.url);
      const params = { name: 'marketDesk_listWatchlist', arguments: {} };
      const cancelled = (): number => patient.recorded.filter(({ isError }) => isError).length;
      for (let id = 1; cancelled() < 40; id += 1) {
        const [closing, already] = [new AbortController(), cancelled()];
        const call = send({ id, method: 'tools/call', params }, closing.signal).then(
          ({ status }) => status,
          () => 'closed',
        );
        while (cancelled() === already) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          if (how === 'by closing the connection') break;
          await send({ method: 'notifications/cancelled', params: { requestId: id } });
        }
        if (how === 'by closing the connection') closing.abort();
        expect(await call).toBe(how === 'by closing the connection' ? 'closed' : 200);
      }
      const listed = (await (await send({ id: 'last', method: 'tools/list' })).json()) as {
        readonly result: { readonly tools: readonly unknown[] };
      };
      expect(listed.result.tools).toHaveLength(agentToolNames.length);
      await patient.close();
    },
  );

  it.skipIf(process.platform === 'win32')(
    'listens on a socket that only its user can open, and on a port only if one is requested',
    async () => {
      const { createAgentSocket } = await import('../../../src/ui/agents/agentSocket');
      const { AgentServer } = await import('../../../src/ui/agents/agentServer');
      const socket = await createAgentSocket();
      if (socket === undefined) throw new Error('no socket');
      const { bearer } = desk;
      const refused: string[] = [];
      const server = await AgentServer.start({
        ...{ version: '1', tools: [], bearers: () => [bearer], socket: socket.path, nowMs: () => performance.now() },
        call: async () => ({ text: '', isError: false }),
        refused: (why) => refused.push(why),
      });
      expect((await stat(path.dirname(socket.path))).mode & 0o777).toBe(0o700);
      const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
      const ask = async (headers: Record<string, string>): Promise<number | undefined> =>
        new Promise((resolve, reject) => {
          const usual = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', Host: 'localhost' };
          request({ socketPath: socket.path, path: '/mcp', method: 'POST', headers: { ...usual, ...headers } }, (response) =>
            resolve(response.resume().statusCode),
          )
            .on('error', reject)
            .end(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize }));
        });
      const Authorization = `Bearer ${bearer.reveal()}`;
      expect([await ask({ Authorization }), await ask({}), await ask({ Authorization, Host: 'evil.example' })]).toEqual([200, 401, 403]);
      expect(await ask({ Authorization, Origin: 'https://evil.example' })).toBe(403);
      expect(refused).toEqual(['bearer', 'host', 'origin']);
      const url = await server.openPort();
      expect([url, (await post({}, url)).status]).toEqual([await server.openPort(), 400]);
      await server.stop();
      await socket.remove();
      await expect(ask({ Authorization })).rejects.toThrow();
      await expect(post({}, url)).rejects.toThrow();
    },
  );

  it('stops listening when it is stopped', async () => {
    const other = await openAgentDesk(held.client);
    await connect('a', other.url);
    await other.close();
    await expect(post({}, other.url)).rejects.toThrow();
  });
});
