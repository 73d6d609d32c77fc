import { generateKeyPairSync, randomInt } from 'node:crypto';
import { ClockMonitor } from '../../../src/app/clock/clockMonitor';
import { createNonce } from '../../../src/service/auth/signature';
import type { SigningKey } from '../../../src/service/auth/signature';
import { SignedKeyAuthenticator } from '../../../src/service/auth/signedKey';
import type { WireRequest } from '../../../src/service/transport/types';
import { MemoryLog } from '../../support/machine/fakeMachine';
import type { Breach, Proof, ProofContext } from '../proof';
import { Random } from '../random';
import { countRepeatedNonces } from './nonces';
import { SimulatedMachine } from './simulatedMachine';

const toleranceMs = 5000;
const dayMs = 86_400_000;
const origin = 'http://127.0.0.1:1';
const request: WireRequest = {
  label: { method: 'GET', route: '/x' },
  method: 'GET',
  origin,
  path: '/x',
  query: '',
  headers: {},
  body: undefined,
  kind: 'read',
};
const { privateKey } = generateKeyPairSync('ed25519');
const key: SigningKey = { appKeyId: 'app', algorithm: 'ed25519', privateKey };

interface Tally {
  cases: number;
  readings: number;
  requests: number;
  rejections: number;
  excused: number;
  worstUse: number;
}

/** What happens to the machine between two requests; enough to repeat a case by hand. */
type Happening = { readonly kind: 'pass' | 'sleepStanding' | 'sleepRunning' | 'stepWall'; readonly ms: number };

/** Promise 9: a wrong clock is corrected, and nothing stale is sent. */
export const proof9: Proof = {
  number: 9,
  promise: 'a wrong clock is corrected, and nothing stale is sent',
  quickRuns: 50,
  fullRuns: 10_000,
  run: async (context) => {
    const tally: Tally = { cases: 0, readings: 0, requests: 0, rejections: 0, excused: 0, worstUse: 0 };
    const breaches: Breach[] = [];
    for (let index = context.from; index < context.from + context.runs && breaches.length < 5; index += 1) {
      breaches.push(...(await runCase(context, index, tally)));
      context.progress(index);
    }
    const nonceCount = context.quick ? 100_000 : 10_000_000;
    const repeated = countRepeatedNonces(nonceCount, createNonce);
    if (repeated > 0) breaches.push({ summary: `${repeated} nonces repeated`, replay: { nonceCount, at: randomInt(2) } });
    return {
      tried: `${tally.cases} histories of skew ±24 h, steps, sleep in both manners, drift to 500 ppm, round trips of 1 to 5,000 ms; ${tally.requests} signed requests; ${nonceCount} nonces`,
      found: `${breaches.length} breaches in ${tally.readings} readings (error at most ${(tally.worstUse * 100).toFixed(1)} % of the bound); ${tally.rejections} times -12006, never twice for one request (${tally.excused} not counted: longer than the tolerance on the way); ${repeated} nonces repeated`,
      breaches,
    };
  },
};

async function runCase(context: ProofContext, index: number, tally: Tally): Promise<readonly Breach[]> {
  const random = Random.forCase(context.seed, index);
  const machine = new SimulatedMachine(
    random.between(-500e-6, 500e-6),
    Date.UTC(2026, 10, 21) + random.between(-1e9, 1e9),
    random.between(-dayMs, dayMs),
    random.between(1, 1e9),
  );
  const path = { longest: random.pick([5, 60, 400, 2000, 5000]), asymmetry: random.next() };
  const history: Happening[] = [];
  const monitor = new ClockMonitor({ clock: machine, timers: machine, log: new MemoryLog() });
  const signal = new AbortController().signal;
  monitor.setSource(() => {
    if (random.chance(0.05)) return Promise.reject(new Error('unreachable'));
    const sentAt = machine.monotonicMs();
    travel(random, machine, path, 'there');
    if (random.chance(0.02)) happen(random, machine, history);
    const serverTime = random.chance(0.02) ? 0 : Math.floor(machine.serverMs());
    travel(random, machine, path, 'back');
    return Promise.resolve({ serverTime, sentAt, receivedAt: machine.monotonicMs() });
  });
  const authenticator = new SignedKeyAuthenticator(origin, async () => Promise.resolve(key), monitor);
  tally.cases += 1;
  const breaches: Breach[] = [];
  const breach = (summary: string): void => void breaches.push({ summary, replay: { seed: context.seed, case: index, history } });
  const judge = (): void => {
    const { trust, boundMs } = monitor.snapshot();
    if (trust !== 'good' || boundMs === undefined) return;
    const error = Math.abs(monitor.nowMs() - machine.serverMs());
    tally.readings += 1;
    tally.worstUse = Math.max(tally.worstUse, error / boundMs);
    // Allows a hundredth of a millisecond for floating-point rounding at 10^12.
    if (error > boundMs + 0.01) breach(`error ${error.toFixed(3)} ms with a stated bound of ${boundMs.toFixed(3)} ms`);
  };
  for (let step = 0; step < 12 && breaches.length === 0; step += 1) {
    if (random.chance(0.8)) happen(random, machine, history);
    judge();
    await signedRequest(authenticator, machine, { random, path, signal }, tally, breach);
    judge();
  }
  return breaches.slice(0, 1);
}

interface Journey {
  readonly random: Random;
  readonly path: { readonly longest: number; readonly asymmetry: number };
  readonly signal: AbortSignal;
}

async function signedRequest(
  authenticator: SignedKeyAuthenticator,
  machine: SimulatedMachine,
  { random, path, signal }: Journey,
  tally: Tally,
  breach: (summary: string) => void,
): Promise<void> {
  tally.requests += 1;
  let rejections = 0;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const headers = await authenticator.headersFor(request, { signal });
    const onTheWay = travel(random, machine, path, 'there');
    const difference = Math.abs(Math.floor(machine.serverMs()) - Number(headers['X-Timestamp']));
    if (difference <= toleranceMs) return;
    // A request that is on its way as long as the tolerance arrives late whatever its timestamp; whether the sync fails is also drawn at
    // random.
    if (onTheWay > toleranceMs * 0.8) {
      tally.excused += 1;
      return;
    }
    rejections += 1;
    tally.rejections += 1;
    if (rejections === 2) breach(`-12006 twice for one request (${difference} ms off)`);
    if (!(await authenticator.recover('clock-skew', { signal }))) return;
  }
}

function travel(random: Random, machine: SimulatedMachine, { longest, asymmetry }: Journey['path'], direction: 'there' | 'back'): number {
  const share = direction === 'there' ? asymmetry : 1 - asymmetry;
  const ms = random.between(0.5, Math.max(1, longest * share));
  machine.pass(ms);
  return ms;
}

function happen(random: Random, machine: SimulatedMachine, history: Happening[]): void {
  const kind = random.pick(['pass', 'pass', 'sleepStanding', 'sleepRunning', 'stepWall'] as const);
  const ms =
    kind === 'stepWall'
      ? random.between(-1, 1) * random.pick([500, 5000, 3_600_000, dayMs])
      : random.between(0, random.pick([1000, 60_000, 1_800_000, dayMs]));
  history.push({ kind, ms });
  if (kind === 'pass') machine.pass(ms);
  else if (kind === 'stepWall') machine.stepWall(ms);
  else machine.sleep(ms, kind === 'sleepRunning');
}
