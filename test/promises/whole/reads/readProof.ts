import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readFaults } from '../../broker/readFaults';
import type { Exchange } from '../../broker/broker';
import type { ReadFault } from '../../broker/readFaults';
import type { EditorWindow } from '../../desk/editorWindow';
import { CancellationTokenSource } from '../../../support/editor/values';
import { World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { blindSpots } from '../selfCheck';

const readsPerWorld = 400;
const faultShare = 0.05;
const leastSuccess = 0.9995;
const mostRequests = 1.5;
const latestCancelMs = 200;
const mostGrowthBytes = 24 * 1024 * 1024;

/**
 * Temporary faults: breaks, silence, HTML pages, errors. Well-formed answers of the service, such as a missing permission, a value that is
 * not a list, or a wrong page, are not faults here; they belong to promise 10.
 */
const momentary = readFaults.filter(({ isMoment }) => isMoment === true);

/** The check whether the service can be reached at all. If it failed too, reads would give up at once, so it is not disturbed. */
const isProbe = ({ request }: Exchange): boolean => request.path.endsWith('/server-time');

interface Read {
  readonly tool: string;
  readonly input: object;
  readonly expects: string;
}

const reads: readonly Read[] = [
  { tool: 'marketDesk_listHotEvents', input: {}, expects: 'hotzq' },
  { tool: 'marketDesk_searchCalendar', input: { keyword: 'x' }, expects: 'searchzq' },
  { tool: 'marketDesk_listPositions', input: {}, expects: 'positionzq' },
  { tool: 'marketDesk_listTradingDays', input: { market: 'HK', year: 2026, month: 10 }, expects: '2026-10-05' },
  { tool: 'marketDesk_getQuotes', input: { codes: ['HK.00001'] }, expects: 'quotezq' },
  { tool: 'marketDesk_listConstituents', input: { plate: 'HK.BK1' }, expects: 'platezq' },
  { tool: 'marketDesk_listOpenOrders', input: {}, expects: 'orderzq' },
];

interface Tally {
  reads: number;
  failed: number;
  requests: number;
  needed: number;
  faults: number;
  cancels: number;
  slowestCancelMs: number;
  readonly failedBy: Map<string, number>;
}

/** Promise 12: reads survive and cancelling is prompt. */
export const readProof: Proof = {
  number: 12,
  promise: 'reads survive and cancelling is prompt',
  quickRuns: 300,
  fullRuns: 40_000,
  run: async (context) => {
    const blind = await blindSpots(context, [{ name: 'a service whose faults stay' }], async () => {
      const kept = newTally();
      await runReads({ ...context, from: 0, runs: 200, progress: () => undefined }, kept, [], true);
      return kept.failed / kept.reads > 1 - leastSuccess;
    });
    const tally: Tally = newTally();
    const breaches: Breach[] = [...blind];
    const growth = await runReads(context, tally, breaches);
    const success = 1 - tally.failed / Math.max(1, tally.reads);
    const amplification = tally.requests / Math.max(1, tally.needed);
    const worst = [...tally.failedBy].map(([name, count]) => `${name} ${count}`).join(', ');
    if (success < leastSuccess)
      breaches.push({
        summary: `only ${(success * 100).toFixed(3)} % of the reads succeeded; failed with: ${worst}`,
        replay: { case: context.from },
      });
    if (amplification > mostRequests)
      breaches.push({ summary: `${amplification.toFixed(3)} requests for each that was needed`, replay: { case: context.from } });
    if (tally.slowestCancelMs > latestCancelMs)
      breaches.push({ summary: `a cancel took ${tally.slowestCancelMs.toFixed(0)} ms`, replay: { case: context.from } });
    if (growth > mostGrowthBytes)
      breaches.push({ summary: `the memory grew by ${(growth / 1_048_576).toFixed(1)} MB`, replay: { case: context.from } });
    return {
      tried: `${tally.reads} reads of the language tools, of which ${tally.faults} requests met one of ${momentary.length} faults; ${tally.cancels} cancels`,
      found: `${(success * 100).toFixed(3)} % succeeded, ${amplification.toFixed(3)} requests for each needed, slowest cancel ${tally.slowestCancelMs.toFixed(0)} ms, memory ${(growth / 1_048_576).toFixed(1)} MB more at the end${worst === '' ? '' : `; failed with ${worst}`}`,
      breaches,
    };
  },
};

const newTally = (): Tally => ({
  reads: 0,
  failed: 0,
  requests: 0,
  needed: 0,
  faults: 0,
  cancels: 0,
  slowestCancelMs: 0,
  failedBy: new Map(),
});

/** @param stays - A request fails again each time it is resent: what a program without resending would see. */
async function runReads(context: ProofContext, tally: Tally, breaches: Breach[], stays = false): Promise<number> {
  let world: World | undefined;
  let window: EditorWindow | undefined;
  let before: number | undefined;
  for (let index = context.from; index < context.from + context.runs && breaches.length < 5; index += 1) {
    if (world === undefined || window === undefined || index % readsPerWorld === 0) {
      await world?.close();
      world = openWorld();
      window = await world.open();
      before ??= heap();
    }
    const random = Random.forCase(context.seed ^ 0x12, index);
    if (index % 10 === 9) await cancelOne(world, window, random, tally, breaches, index);
    else await readOne(world, window, random, tally, stays);
    window.log.splice(0);
    window.said.splice(0);
    world.broker.arrivals.splice(0);
    context.progress(index);
  }
  await world?.close();
  return heap() - (before ?? 0);
}

function openWorld(): World {
  const world = new World();
  const { broker } = world;
  const time = Math.floor(broker.serverMs() / 1000);
  const event = (text: string): object => ({
    event_text: text,
    previous: '1',
    predictive: '2',
    announce: null,
    star: 3,
    event_time: time,
    country: 'US',
    currency: null,
    unit: null,
    unique_id: 'calendar_economic:1',
    detail_url: null,
  });
  broker.lists.set('hot', [event('hotzq')]);
  broker.lists.set('search', [event('searchzq')]);
  broker.lists.set('simulatedAccounts', [{ account_id: 'SIM-1', broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' }]);
  broker.lists.set('positions/SIM-1', [
    {
      pstn_id: '1',
      pstn_type: 0,
      market: 1,
      symbol: 'HK.00700',
      stock_name: 'positionzq',
      qty: '1',
      qty_avbl: '1',
      cost_price: '1',
      buy_avg_price: '1',
      cur_price: '1',
      mv: '1',
      profit: '0',
      profit_ratio: '0',
    },
  ]);
  broker.lists.set('tradingDays', [{ time: '2026-10-05', trade_date_type: 'WHOLE', trade_second: 19800 }]);
  broker.lists.set('quotes', [{ code: 'HK.00001', name: 'quotezq', update_time: 1, last_price: 1, prev_close_price: 1 }]);
  broker.lists.set('plate/HK.BK1', [
    { code: 'HK.00001', stock_id: 1, stock_name: 'platezq', sc_name: '', tc_name: '', stock_type: 'STOCK', lot_size: 1, list_time: '' },
  ]);
  broker.hasLive('8001');
  broker.book.addBuy('8001', 'orderzq');
  return world;
}

async function readOne(world: World, window: EditorWindow, random: Random, tally: Tally, stays: boolean): Promise<void> {
  const read = random.pick(reads);
  const count = { asked: 0 };
  const met: ReadFault[] = [];
  const isAgain = new Set<string>();
  const spoilt = new Map<string, ReadFault>();
  world.broker.treat = (exchange) => {
    if (isProbe(exchange)) return false;
    count.asked += 1;
    const { request } = exchange;
    const key = `${request.method} ${request.target} ${request.body.toString('latin1')}`;
    if (!isAgain.has(key)) tally.needed += 1;
    isAgain.add(key);
    const known = stays ? spoilt.get(key) : undefined;
    if (known === undefined && !random.chance(faultShare)) return false;
    const fault = known ?? random.pick(momentary);
    spoilt.set(key, fault);
    met.push(fault);
    fault.play(exchange);
    return true;
  };
  const text = await ask(window, read, new CancellationTokenSource());
  world.broker.treat = () => false;
  tally.reads += 1;
  tally.requests += count.asked;
  tally.faults += met.length;
  if (text.includes(read.expects) && !text.startsWith('failed')) return;
  tally.failed += 1;
  const name = met.map((fault) => fault.name).join(' + ');
  tally.failedBy.set(name, (tally.failedBy.get(name) ?? 0) + 1);
}

async function ask(window: EditorWindow, { tool, input }: Read, source: CancellationTokenSource): Promise<string> {
  const run = { text: undefined as string | undefined };
  Promise.resolve(window.tools.get(tool)?.invoke({ input }, source.token)).then(
    (result) => (run.text = JSON.stringify(result)),
    (error: unknown) => (run.text = `failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  await window.options.machine.runUntil(() => run.text !== undefined, 200_000);
  return run.text ?? 'failed: no end';
}

/** The service is slow or silent, and the user cancels. */
async function cancelOne(
  world: World,
  window: EditorWindow,
  random: Random,
  tally: Tally,
  breaches: Breach[],
  index: number,
): Promise<void> {
  const { machine } = window.options;
  const isSilent = random.chance(0.5);
  world.broker.treat = (exchange) => {
    if (isProbe(exchange)) return false;
    if (!isSilent) machine.after(random.between(100, 9000), () => exchange.send({ status: 503, body: '' }));
    return true;
  };
  const source = new CancellationTokenSource();
  const cancelled = { atMs: 0, realMs: 0 };
  machine.after(random.between(1, 8000), () => {
    cancelled.atMs = machine.monotonicMs;
    cancelled.realMs = performance.now();
    source.cancel();
  });
  await ask(window, random.pick(reads), source);
  world.broker.treat = () => false;
  if (cancelled.atMs === 0) {
    await machine.pass(8000);
    return;
  }
  tally.cancels += 1;
  const took = machine.monotonicMs - cancelled.atMs;
  tally.slowestCancelMs = Math.max(tally.slowestCancelMs, took);
  if (took > latestCancelMs) breaches.push({ summary: `a cancelled read went on for ${took.toFixed(0)} ms`, replay: { case: index } });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
