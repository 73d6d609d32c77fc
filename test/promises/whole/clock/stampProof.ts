import * as crypto from 'node:crypto';
import { World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { blindSpots } from '../selfCheck';

/** A timestamp older than this when its first byte arrives is stale. */
const oldestStampMs = 1000;
const dayMs = 86_400_000;

export interface StampTally {
  requests: number;
  rejected: number;
  oldestMs: number;
  readings: number;
  worstUse: number;
}

interface StampPlant {
  readonly name: string;
  readonly act: (world: World) => void;
}

const planted: readonly StampPlant[] = [
  { name: 'a stamp made before a wait of one and a half seconds', act: ({ net }) => void (net.holdMs = 1500) },
];

const newStampTally = (): StampTally => ({ requests: 0, rejected: 0, oldestMs: 0, readings: 0, worstUse: 0 });

/**
 * Signed requests of the whole program under load: many accounts, slow answers, a clock that is wrong and changes. When a request was
 * signed is taken from the signature itself, when it left from the connection.
 */
async function runStamps(context: ProofContext, tally: StampTally, plant?: StampPlant, enough = 5): Promise<readonly Breach[]> {
  const breaches: Breach[] = [];
  for (let index = context.from; index < context.from + context.runs && breaches.length < enough; index += 1) {
    const summaries = await runCase(Random.forCase(context.seed ^ 0x99, index), tally, plant);
    breaches.push(...summaries.slice(0, 2).map((summary) => ({ summary, replay: { case: index } })));
    context.progress(index);
  }
  return breaches;
}

/** The part of promise 9 about requests of the whole program. */
export const stampProof: Proof = {
  number: 9,
  promise: 'a wrong clock is corrected, and nothing stale is sent',
  quickRuns: 5,
  fullRuns: 10_000,
  run: async (context) => {
    const tally = newStampTally();
    const blind = await blindSpots(
      context,
      planted,
      async (plant) => (await runStamps({ ...context, from: 0, runs: 6, progress: () => undefined }, newStampTally(), plant, 1)).length > 0,
    );
    const breaches = [...blind, ...(await runStamps(context, tally))];
    return {
      tried: `${context.runs} histories of the whole program under load with a wrong clock; ${tally.requests} signed requests`,
      found: `the oldest stamp was ${Math.round(tally.oldestMs)} ms old at its first byte, ${tally.rejected} times -12006, never twice in a row; ${tally.readings} readings of the status bar within their bound`,
      breaches,
    };
  },
};

async function runCase(random: Random, tally: StampTally, plant: StampPlant | undefined): Promise<readonly string[]> {
  const signedAt = new Map<string, number>();
  const world: World = new World({
    authentication: 'apiKey',
    modules: new Map([['node:crypto', watchedCrypto(signedAt, () => world.machine.monotonicMs)]]),
  });
  plant?.act(world);
  const { machine, broker } = world;
  const found = new Set<string>();
  const rejections = new Map<string, number>();
  const lastHappening = { atMs: 0 };
  world.net.latencyMs = random.chance(0.2) ? 0 : random.between(1, random.pick([50, 300, 1500]));
  world.net.onLeave = (bytes) => {
    const text = bytes.toString('latin1');
    const [, signature] = /^authorization: (.+)\r$/im.exec(text) ?? [];
    const at = signature === undefined ? undefined : signedAt.get(signature.trim());
    if (at === undefined) return;
    tally.requests += 1;
    const age = machine.monotonicMs - at;
    tally.oldestMs = Math.max(tally.oldestMs, age);
    if (age > oldestStampMs) found.add(`a stamp was ${Math.round(age)} ms old at its first byte: ${text.slice(0, text.indexOf('\r'))}`);
  };
  fill(world, random);
  broker.driftPpm = random.pick([0, 0, 20, -20, 200, -400]);
  machine.wallOffsetMs += random.chance(0.3) ? 0 : random.between(-dayMs, dayMs);
  const slowest = random.pick([0, 200, 1500, 4000]);
  broker.treat = ({ request, carryOut, send }) => {
    if (request.path.endsWith('/server-time')) return false;
    const refusal = broker.credentials.refusal(request);
    const key = `${request.method} ${request.target} ${request.body.toString('latin1')}`;
    if (typeof refusal?.body === 'object' && refusal.body !== null && 'code' in refusal.body && refusal.body.code === -12006) {
      tally.rejected += 1;
      const count = (rejections.get(key) ?? 0) + 1;
      rejections.set(key, count);
      // A second rejection is allowed if the clock changed while the request was on its way.
      if (count > 1 && machine.monotonicMs - lastHappening.atMs > 30_000) found.add(`-12006 twice for ${key}`);
    } else rejections.delete(key);
    machine.after(random.between(0, slowest), () => send(refusal ?? carryOut()));
    return true;
  };
  try {
    const window = await world.open();
    window.setFocused(true);
    for (const id of ['marketDesk.positions', 'marketDesk.orders', 'marketDesk.today']) window.setVisible(id, true);
    const happenings = random.integer(1, 4);
    for (let count = 0; count < happenings; count += 1) {
      await machine.pass(random.between(1000, random.pick([20_000, 90_000])));
      readBound(world, tally, found);
      await happen(world, random);
      lastHappening.atMs = machine.monotonicMs;
    }
    await machine.pass(60_000);
    readBound(world, tally, found);
  } finally {
    broker.treat = () => false;
    world.net.latencyMs = 0;
    await world.close();
  }
  if (broker.credentials.replays > 0) found.add(`${broker.credentials.replays} nonces came twice`);
  if (broker.credentials.forgeries > 0) found.add(`${broker.credentials.forgeries} signatures were wrong`);
  return [...found];
}

function watchedCrypto(signedAt: Map<string, number>, now: () => number): object {
  return {
    ...crypto,
    sign: (algorithm: string | null, data: Buffer, key: crypto.KeyObject) => {
      const signature = crypto.sign(algorithm, data, key);
      signedAt.set(signature.toString('base64'), now());
      return signature;
    },
  };
}

function fill({ broker }: World, random: Random): void {
  const count = random.integer(1, 24);
  broker.lists.set(
    'simulatedAccounts',
    Array.from({ length: count }, (_, index) => ({
      account_id: `SIM-${index}`,
      broker_id: 1,
      market_id: 1,
      account_type: 1,
      account_title: `Paper ${index}`,
    })),
  );
  broker.lists.set(
    'liveAccounts',
    Array.from({ length: random.integer(0, 6) }, (_, index) => ({
      account_id: `80${index}`,
      security_firm: 'F',
      enable_market: [1],
      acc_type: 'CASH',
    })),
  );
}

/** The wall clock jumps, or the machine sleeps, with its monotonic clock running or stopped. */
async function happen({ machine, broker }: World, random: Random): Promise<void> {
  const ms = random.between(-dayMs, dayMs);
  const asleep = random.between(2000, 8 * 3_600_000);
  switch (random.integer(0, 3)) {
    case 0:
      machine.wallOffsetMs += ms;
      break;
    case 1:
      // Asleep with the monotonic clock running: the timers are late.
      await machine.settle();
      machine.monotonicMs += asleep;
      break;
    case 2:
      // Asleep with the monotonic clock stopped: the rest of the world went on.
      await machine.settle();
      machine.wallOffsetMs += asleep;
      broker.clockSkewMs += asleep;
      break;
    default:
      machine.wallOffsetMs += random.between(-900, 900);
  }
}

/** Compares what the status bar says about the clock, offset and bound, with the truth. */
function readBound({ machine, broker, windows }: World, tally: StampTally, found: Set<string>): void {
  const [window] = windows;
  const item = window?.statusItems.find(({ text, isShown }) => isShown && /clock|warning|error/.test(text) && text.includes('±'));
  const tooltip = typeof item?.tooltip === 'object' && 'value' in item.tooltip ? String(item.tooltip.value) : '';
  if (item === undefined || /stale|synchronizing|never/.test(tooltip)) return;
  const shown = /([+\-−]?)([\d.,]+) ?(ms|s|min|h)\b.*?±([\d.,]+) ?(ms|s)/.exec(item.text);
  if (shown === null) return;
  const unit = (name: string | undefined): number => ({ ms: 1, s: 1000, min: 60_000, h: 3_600_000 })[name ?? ''] ?? 1;
  const value = Number((shown[2] ?? '').replaceAll(',', '')) * unit(shown[3]) * (/[-−]/.test(shown[1] ?? '') ? -1 : 1);
  const bound = Number((shown[4] ?? '').replaceAll(',', '')) * unit(shown[5]);
  const truth = broker.exactMs() - machine.wallMs;
  const rounding = unit(shown[3]) >= 1000 ? unit(shown[3]) : 2;
  tally.readings += 1;
  tally.worstUse = Math.max(tally.worstUse, (Math.abs(truth - value) - rounding) / Math.max(1, bound));
  if (Math.abs(truth - value) > bound + rounding + 2) found.add(`the clock says ${item.text}, the offset is ${truth.toFixed(1)} ms`);
}
