/**
 * A tree of 5,000 positions: our own time from the client's records to the rows, and the rows that a refresh draws.
 * Alone: `npx tsx bench/positions.ts`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { Holding } from '../src/domain/holding';
import { median } from './measurement';
import type { Measurement } from './measurement';
import type { PositionsWork, bareItems } from './support/positionsWork';

const count = 5000;
const runs = 15;

interface Work {
  readonly PositionsWork: new () => PositionsWork;
  readonly bareItems: typeof bareItems;
}

/** Measures once cold, as a user meets it, and warm as the median of several. */
export async function benchPositions(): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  try {
    const work = await load(path.join(folder, 'work.cjs'));
    const holdings = makeHoldings(0, 0);
    const cold = time(() => new work.PositionsWork().open(holdings));
    const warm = median(Array.from({ length: runs }, () => time(() => new work.PositionsWork().open(holdings))));
    const bare = median(Array.from({ length: runs }, () => time(() => work.bareItems(holdings))));
    return [
      { name: `open ${count} positions, first time in the process`, value: cold, unit: 'ms', limit: 50 },
      { name: `open ${count} positions, median of ${runs}`, value: warm, unit: 'ms', limit: 50 },
      { name: `baseline: ${count} bare items, median of ${runs}`, value: bare, unit: 'ms', limit: undefined },
      ...measureRefresh(work, holdings),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** One per cent of all rows change: positions, and the subtotals that follow from them. */
function measureRefresh(work: Work, holdings: readonly Holding[]): readonly Measurement[] {
  const tree = new work.PositionsWork();
  const rows = tree.open(holdings);
  const markets = new Set(holdings.map(({ market }) => market)).size;
  const changed = Math.floor(rows / 100) - 2 * markets;
  const touched: number[] = [];
  const times = Array.from({ length: runs }, (_, run) => time(() => touched.push(tree.refresh(makeHoldings(changed, run + 1, holdings)))));
  return [
    { name: `rows drawn by a refresh in which 1 % of ${rows} rows changed`, value: (100 * Math.max(...touched)) / rows, unit: '%', limit: 1 },
    { name: `time of such a refresh, median of ${runs}`, value: median(times), unit: 'ms', limit: 50 },
    { name: 'rows drawn by a refresh in which nothing changed', value: tree.refresh(makeHoldings(changed, runs, holdings)), unit: 'rows', limit: 0 },
  ];
}

/** New objects with the same values, as an answer decodes to, but for `changed` of them. */
function makeHoldings(changed: number, version: number, from?: readonly Holding[]): readonly Holding[] {
  return Array.from({ length: count }, (_, at): Holding => {
    const isChanged = version > 0 && at % Math.ceil(count / Math.max(1, changed)) === 0 && at / Math.ceil(count / Math.max(1, changed)) < changed;
    const before = from?.[at];
    if (before !== undefined) return { ...before, unknown: { ...before.unknown }, ...(isChanged ? { price: `3${version}.25`, profit: `${version}.5` } : {}) };
    const profit = ((at * 7919) % 20_000) - 10_000;
    const cost = 100_000 + ((at * 104_729) % 900_000);
    return {
      id: `P${at}`, side: at % 4 === 0 ? 'short' : 'long', sideText: '', market: 1 + (at % 3), symbol: `${['HK', 'US', 'SG'][at % 3] ?? ''}.${String((at * 31) % 100_000).padStart(5, '0')}`,
      name: `Security ${at}`, quantity: String(100 * (1 + (at % 90))), availableQuantity: '0', price: `${cost / 1000}`, costPrice: '99.5', averageBuyPrice: '99.5',
      marketValue: `${at % 4 === 0 ? cost - profit : cost + profit}.00`, profit: `${profit}.00`, profitRatio: ((100 * profit) / cost).toFixed(2), currency: undefined, unknown: {},
    };
  });
}

async function load(outfile: string): Promise<Work> {
  const support = path.join(import.meta.dirname, 'support');
  await build({
    entryPoints: [path.join(support, 'positionsWork.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    mainFields: ['module', 'main'],
    alias: { vscode: path.join(import.meta.dirname, '..', 'test', 'support', 'fakeVscode.ts') },
    logLevel: 'warning',
  });
  const loaded: Work = createRequire(outfile)(outfile);
  return loaded;
}

/** Processor time of this process in milliseconds, its garbage collection included: what else runs here does not count. */
function time(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function main(): Promise<void> {
  for (const { name, value, unit, limit } of await benchPositions()) {
    console.log(`${name}: ${value.toFixed(2)} ${unit}${limit === undefined ? '' : ` (at most ${limit})`}`);
    if (limit !== undefined && value > limit) process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) void main();
