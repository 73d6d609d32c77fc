import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Broker } from '../../broker/broker';
import { bundleChild, ended, onMessage } from '../../crash/children';
import type { Breach, Proof, ProofContext } from '../../proof';
import { accountId } from '../tickets/ticketWorld';
import { journalText } from './killProof';
import type { RaceSettings } from './raceChild';

const processes = 4;
const orders = ['R-1', 'R-2', 'R-3'];
/** A request is under way for this long at least, so that two would meet. */
const holdMs = 6;

/** Promise 4: no double submit, even across windows. */
export const raceProof: Proof = {
  number: 4,
  promise: 'no double submit, even across windows',
  quickRuns: 60,
  fullRuns: 8000,
  run: async (context) => {
    const inFlight = new Map<string, number>();
    const worst = { count: 0 };
    const { broker, server, port } = await openBroker(inFlight, worst);
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'market-desk-race-'));
    const breaches: Breach[] = [];
    const played = await race(context, folder, port, breaches);
    const sent = broker.orderRequests.length;
    const intents = journalText(folder).split('\n').filter((line) => line.includes('"kind":"intent"')).length;
    if (worst.count > 1) breaches.push({ summary: `${worst.count} requests for one order were under way at once`, replay: { seed: context.seed } });
    if (intents !== sent) breaches.push({ summary: `${sent} requests arrived and the journal has ${intents} intents`, replay: { seed: context.seed } });
    if (sent < played / 20) breaches.push({ summary: `only ${sent} of ${played} tickets were sent: nothing was raced`, replay: { seed: context.seed } });
    server.close();
    rmSync(folder, { recursive: true, force: true });
    return {
      tried: `${processes} processes, each with the built extension, played ${played} tickets on ${orders.length} orders, at four spellings of the service’s address`,
      found: `at most ${worst.count} request under way for one order; ${sent} sent, all with an intent in the journal`,
      breaches,
    };
  },
};

async function openBroker(inFlight: Map<string, number>, worst: { count: number }): Promise<{ readonly broker: Broker; readonly server: Server; readonly port: number }> {
  const broker = new Broker({ time: { nowMs: () => performance.now(), after: (ms, run) => setTimeout(run, ms) }, wallOffsetMs: () => Date.now() - performance.now() });
  broker.keepsReads = false;
  broker.lists.set('liveAccounts', [{ account_id: accountId, security_firm: 'Firm', enable_market: [1], acc_type: 'CASH' }]);
  for (const orderId of orders)
    broker.book.add({ orderId, accountId, market: 'HK', code: 'HK.00700', name: 'Tencent', securityType: 'STOCK', side: 'BUY', currency: 'HKD' });
  broker.treat = ({ request, carryOut, send }) => {
    if (request.method !== 'PUT') return false;
    const count = (inFlight.get(request.path) ?? 0) + 1;
    inFlight.set(request.path, count);
    worst.count = Math.max(worst.count, count);
    setTimeout(() => {
      inFlight.set(request.path, (inFlight.get(request.path) ?? 1) - 1);
      send(carryOut());
    }, holdMs);
    return true;
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => broker.accept(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '::', resolve);
  });
  return { broker, server, port: (server.address() as AddressInfo).port };
}

async function race(context: ProofContext, folder: string, port: number, breaches: Breach[]): Promise<number> {
  const program = await bundleChild('whole/journal/raceChild.ts');
  const spellings = ['http://127.0.0.1', 'http://localhost', 'http://LOCALHOST', 'http://[::1]'];
  let played = 0;
  const children = spellings.slice(0, processes).map((spelling, index) => {
    const settings: RaceSettings = {
      folder,
      url: `${spelling}:${port}`,
      origin: new URL(`${spelling}:${port}`).origin,
      index,
      seed: context.seed,
      submits: Math.ceil(context.runs / processes),
      orders,
    };
    return program.start(settings);
  });
  for (const child of children) {
    onMessage(child, 'state', ({ state }) => {
      for (const other of children) if (other !== child && other.connected) other.send({ state });
    });
    onMessage(child, 'done', (message) => {
      played += Number(message['played']);
    });
    onMessage(child, 'failed', ({ error }) => {
      breaches.push({ summary: `a window failed: ${String(error)}`, replay: {} });
    });
  }
  await Promise.all(children.map(ended));
  program.dispose();
  return played;
}
