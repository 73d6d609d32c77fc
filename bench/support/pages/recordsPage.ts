import type { RecordRow, RecordsFacts, ToRecordsPage } from '../../../src/panel/records/recordsProtocol';
import { noiseOf, sameWork } from '../measurement';
import type { Measurement } from '../measurement';
import { inRound } from '../rounds';
import { BuiltPages } from './builtPage';
import { longestOf } from './pageTasks';

const manyRows = inRound(10_000, 1_000);
const rowsAtOnce = 400;
const newestRows = 60;
const viewport = { width: 1440, height: 900 } as const;

/** The packed Records page in Chromium: from the newest records of a long journal to the paint, and the rest of them in parts. */
export async function benchRecordsPage(): Promise<readonly Measurement[]> {
  const pages = await BuiltPages.start();
  try {
    const before = sameWork();
    const page = await pages.open({ name: 'records', viewport });
    const rows = Array.from({ length: manyRows }, (_, at) => recordAt(manyRows - at));
    const facts: RecordsFacts = { isReading: true, verdict: '', older: '', failure: '', damage: '' };
    const part = (from: number, to: number, isWhole: boolean): ToRecordsPage['records'] => ({
      ...{ tab: 'orders', rows: rows.slice(from, to), isWhole },
      facts: { ...facts, isReading: to < manyRows },
    });
    const starts = Array.from({ length: Math.ceil(manyRows / rowsAtOnce) }, (_, at) => at * rowsAtOnce);
    const told = { newest: part(0, newestRows, true), parts: starts.map((from) => part(from, from + rowsAtOnce, from === 0)) };
    const start: ToRecordsPage['start'] = { settings: { isPrivate: false, zone: 'UTC' }, kept: null };
    await page.evaluate(`globalThis.told = ${JSON.stringify(told)}`);
    const first = await page.evaluate<number>(showNewest(start));
    const rest = await pages.measure(page, async () => page.evaluate<number>(showRest));
    const noise = noiseOf([before, sameWork()]);
    return [
      { name: 'the newest records told to painted', value: first, unit: 'ms', limit: 100 * noise },
      {
        name: `longest task while ${String(manyRows)} records come in parts, its processor time`,
        value: longestOf(rest.tasks),
        unit: 'ms',
        limit: 50,
      },
      { name: 'until all of them are there', value: rest.result, unit: 'ms', limit: undefined },
    ];
  } finally {
    await pages.close();
  }
}

function recordAt(order: number): RecordRow {
  return {
    ...{ id: `root-${String(order)}`, order, atMs: 1_760_000_000_000 + order * 977, kinds: ['modify'], look: 'good' },
    texts: {
      ...{ account: 'LIVE 281756479864562681', what: `Change “Buy 300 Tencent at ${String(500 + (order % 50))}” to 200 at 501` },
      ...{ outcome: 'applied', askedBy: 'you', orderId: `ORDER-${String(order % 900)}` },
    },
    actions: ['showReceipt', 'exportReceipt'],
  };
}

/** Ends when the frame with the first rows is drawn. */
function showNewest(start: ToRecordsPage['start']): string {
  return `(async () => {
    const begun = performance.now();
    say('start', ${JSON.stringify(start)});
    say('records', told.newest);
    while (document.querySelector('.rows .row') === null) await painted();
    return performance.now() - begun;
  })()`;
}

const showRest = `(async () => {
  const begun = performance.now();
  for (const part of told.parts) {
    say('records', part);
    await new Promise((resolve) => setTimeout(resolve));
  }
  while (!document.querySelector('[role=status]').textContent.includes(String(${String(manyRows)}))) await painted();
  return performance.now() - begun;
})()`;
