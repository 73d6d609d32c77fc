import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { Broker } from '../../broker/broker';
import { writeOf } from '../../broker/orderWrites';
import { bundleChild, ended, onMessage, tell } from '../../crash/children';
import { makeMemoryFolder } from '../../desk/memoryFolder';
import type { Breach, Proof, ProofContext } from '../../proof';
import { accountId } from '../tickets/ticketWorld';
import { blindSpots } from '../selfCheck';
import { journalText } from './killProof';
import type { RaceSettings } from './raceChild';

const processes = 4;
const orders = ['R-1', 'R-2', 'R-3'];
/** A request takes at least this long, so that two at the same time would overlap. */
const holdMs = 6;
const longHoldMs = 120;

/** Promise 4: no double submit, even across windows. */
export const raceProof: Proof = {
  number: 4,
  promise: 'no double submit, even across windows',
  quickRuns: 24,
  fullRuns: 8000,
  run: async (context) => {
    const blind = await blindSpots(context, [{ name: 'locks that no window sees' }], async () => noticesBlindness(context));
    const { played, sent, worst, breaches } = await raceOnce(context, false);
    return {
      tried: `${processes} processes, each with the built extension, changed or canceled in ${played} tickets ${orders.length} orders, at four spellings of the service’s address`,
      found: `at most ${worst} request under way for one order; ${sent} sent, all with an intent in the journal`,
      breaches: [...blind, ...breaches],
    };
  },
};

/** Processes meet by chance: without locks they do soon, but not in every race. */
async function noticesBlindness(context: ProofContext): Promise<boolean> {
  for (let race = 0; race < 4; race += 1) {
    const { breaches } = await raceOnce({ ...context, seed: context.seed + race, runs: 60 }, true);
    if (breaches.length > 0) return true;
  }
  return false;
}

async function raceOnce(
  context: ProofContext,
  isBlind: boolean,
): Promise<{ readonly played: number; readonly sent: number; readonly worst: number; readonly breaches: readonly Breach[] }> {
  const inFlight = new Map<string, number>();
  const worst = { count: 0 };
  const { broker, server, port } = await openBroker(inFlight, worst, isBlind ? longHoldMs : holdMs);
  const folder = makeMemoryFolder('race');
  const breaches: Breach[] = [];
  const played = await race({ context, folder, port, isBlind }, breaches);
  const sent = broker.orderRequests.length;
  const intents = journalText(folder)
    .split('\n')
    .filter((line) => line.includes('"kind":"intent"')).length;
  if (worst.count > 1)
    breaches.push({ summary: `${worst.count} requests for one order were under way at once`, replay: { seed: context.seed } });
  if (intents !== sent)
    breaches.push({ summary: `${sent} requests arrived and the journal has ${intents} intents`, replay: { seed: context.seed } });
  if (sent < played / 20)
    breaches.push({ summary: `only ${sent} of ${played} tickets were sent: nothing was raced`, replay: { seed: context.seed } });
  server.close();
  rmSync(folder, { recursive: true, force: true });
  return { played, sent, worst: worst.count, breaches };
}

interface Race {
  readonly context: ProofContext;
  readonly folder: string;
  readonly port: number;
  readonly isBlind: boolean;
}

async function openBroker(
  inFlight: Map<string, number>,
  worst: { count: number },
  hold: number,
): Promise<{ readonly broker: Broker; readonly server: Server; readonly port: number }> {
  const broker = new Broker({
    time: { nowMs: () => performance.now(), after: (ms, run) => setTimeout(run, ms) },
    wallOffsetMs: () => Date.now() - performance.now(),
  });
  broker.keepsReads = false;
  broker.hasLive(accountId);
  for (const orderId of orders) broker.book.addBuy(accountId, orderId);
  broker.treat = ({ request, carryOut, send }) => {
    const write = writeOf(request);
    if (write === undefined) return false;
    const count = (inFlight.get(request.path) ?? 0) + 1;
    inFlight.set(request.path, count);
    worst.count = Math.max(worst.count, count);
    setTimeout(() => {
      inFlight.set(request.path, (inFlight.get(request.path) ?? 1) - 1);
      // A cancellation is accepted but not executed, so that the order stays available for the race.
      send(write.action === 'cancel' ? { status: 200, body: { s: 'ok' } } : carryOut());
    }, hold);
    return true;
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => broker.accept(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '::', resolve);
  });
  return { broker, server, port: (server.address() as AddressInfo).port };
}

async function race({ context, folder, port, isBlind }: Race, breaches: Breach[]): Promise<number> {
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
      orders: isBlind ? orders.slice(0, 1) : orders,
      isBlind,
    };
    return program.start(settings);
  });
  for (const child of children) {
    onMessage(child, 'state', ({ state }) => {
      for (const other of children) if (other !== child) tell(other, { state });
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
