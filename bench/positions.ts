/**
 * A tree of 5,000 positions: our own time from the client's records to the rows, and the rows that a refresh draws. To run it alone: `npx
 * tsx bench/positions.ts`.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Position } from '../src/service/records';
import { machineNoise, median } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import { manyPositions } from './support/manyPositions';
import type { PositionsWork, bareItems } from './support/positionsWork';
import { processorTime } from './support/processorTime';
import type { ProcessorTime } from './support/processorTime';
import { bundleWork } from './support/bundleWork';

const count = inRound(5_000, 2_000);
const runs = inRound(15, 1);

interface Work {
  readonly PositionsWork: new () => PositionsWork;
  readonly bareItems: typeof bareItems;
}

/** Measures cold, as a user experiences it, in processes that do nothing else, and warm; each is the median of several runs. */
export async function benchPositions(): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  try {
    await bundleWork(folder, ['positionsWork', 'openOnce']);
    const work = createRequire(import.meta.url)(path.join(folder, 'positionsWork.cjs')) as Work;
    const positions = manyPositions(count);
    const cold: ProcessorTime[] = [];
    for (let run = 0; run < runs; run += 1) cold.push(await openOnce(path.join(folder, 'openOnce.cjs')));
    const noise = machineNoise();
    const warm = median(Array.from({ length: runs }, () => processorTime(() => new work.PositionsWork().open(positions)).thread));
    const bare = median(Array.from({ length: runs }, () => processorTime(() => work.bareItems(positions)).thread));
    return [
      {
        name: `open ${count} positions, first time in a process, median of ${runs} processes`,
        value: median(cold.map(({ thread }) => thread)),
        unit: 'ms',
        limit: 60 * noise,
      },
      { name: 'noise of the machine, by which the limit is multiplied', value: noise, unit: '×', limit: undefined },
      { name: 'the fastest of these', value: Math.min(...cold.map(({ thread }) => thread)), unit: 'ms', limit: undefined },
      { name: 'the slowest of these', value: Math.max(...cold.map(({ thread }) => thread)), unit: 'ms', limit: undefined },
      {
        name: 'the same with what the compiler and the garbage collector do beside it, median',
        value: median(cold.map((one) => one.process)),
        unit: 'ms',
        limit: undefined,
      },
      { name: `open ${count} positions again, median of ${runs}`, value: warm, unit: 'ms', limit: 50 },
      { name: `baseline: ${count} bare items, median of ${runs}`, value: bare, unit: 'ms', limit: undefined },
      ...measureRefresh(work, positions),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Opens the tree for the first time in a new process: code that ran before would be compiled already. */
async function openOnce(file: string): Promise<ProcessorTime> {
  const { time, rows } = await new Promise<{ readonly time: ProcessorTime; readonly rows: number }>((resolve, reject) => {
    const child = fork(file, [String(count)], { execArgv: [] });
    child.once('message', (told) => resolve(told as { readonly time: ProcessorTime; readonly rows: number }));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process of the benchmark ended without an answer')));
  });
  if (rows <= count) throw new Error(`only ${rows} rows were drawn`);
  return time;
}

/** One percent of all rows change: positions, and the subtotals that follow from them. */
function measureRefresh(work: Work, positions: readonly Position[]): readonly Measurement[] {
  const tree = new work.PositionsWork();
  const rows = tree.open(positions);
  const markets = new Set(positions.map(({ market }) => market)).size;
  const changed = Math.floor(rows / 100) - 2 * markets;
  const touched: number[] = [];
  const times = Array.from({ length: runs }, (_, run) => {
    const next = manyPositions(count, changed, run + 1, positions);
    return processorTime(() => touched.push(tree.refresh(next))).thread;
  });
  return [
    {
      name: `rows drawn by a refresh in which 1 % of ${rows} rows changed`,
      value: (100 * Math.max(...touched)) / rows,
      unit: '%',
      limit: 1,
    },
    { name: `time of such a refresh, median of ${runs}`, value: median(times), unit: 'ms', limit: 50 },
    {
      name: 'rows drawn by a refresh in which nothing changed',
      value: tree.refresh(manyPositions(count, changed, runs, positions)),
      unit: 'rows',
      limit: 0,
    },
  ];
}

async function main(): Promise<void> {
  for (const { name, value, unit, limit } of await benchPositions()) {
    console.log(`${name}: ${value.toFixed(2)} ${unit}${limit === undefined ? '' : ` (at most ${limit})`}`);
    if (limit !== undefined && value > limit) process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) void main();
