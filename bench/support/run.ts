/**
 * `npm run bench`: all benchmarks in `bench`, or those named (`npm run bench -- activation`). A benchmark is a file that exports a
 * function named `bench…`. Each runs in a process of its own, so that one that fails, hangs, or ends the process is one line of the table at
 * the end. Exits with 1 if a figure is over its limit, or a benchmark failed. In a short round, those that can share a window share a process.
 *
 * `--no-build` measures what is in `dist/`. `--short` plays a short round of each, two at a time, and only asks that every figure is there: limits are not compared.
 */
import { execFileSync, fork } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePacked } from '../../test/support/packed/ensurePacked';
import type { Measurement } from './measurement';
import { closeShared } from './sharing';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(root, 'bench');
/** The longest benchmark waits for five minutes until the limits of a service are free again; beside other work it takes longer. */
const [wholePatienceMs, shortPatienceMs] = [20 * 60_000, 5 * 60_000];
/** A process that does not end when it is asked to is killed after this time. */
const endPatienceMs = 10_000;

/** Those that share a window in a short round, in the order in which they use it. */
const together: readonly (readonly string[])[] = [
  ['activation', 'loading', 'memory'],
  ['calendar', 'orderForm'],
];

type Bench = () => Promise<readonly Measurement[]>;

/** What became of a benchmark. */
interface Outcome {
  readonly name: string;
  readonly measured: readonly Measurement[];
  readonly failure: string | undefined;
  readonly seconds: number;
}

/** What the process of a benchmark says of each when it is done. */
type Told = Outcome;

async function benchesOf(name: string): Promise<readonly Bench[]> {
  const loaded: unknown = await import(`../${name}.ts`);
  if (typeof loaded !== 'object' || loaded === null) return [];
  return Object.entries(loaded).flatMap(([key, value]) => (key.startsWith('bench') && isBench(value) ? [value] : []));
}

function isBench(value: unknown): value is Bench {
  return typeof value === 'function';
}

/** In the process of one benchmark: what was measured before a failure is told as well. */
async function measureHere(name: string): Promise<Told> {
  const begun = performance.now();
  const told = (failure: string | undefined): Told => ({ name, measured, failure, seconds: (performance.now() - begun) / 1000 });
  const measured: Measurement[] = [];
  try {
    const benches = await benchesOf(name);
    if (benches.length === 0) return told('It exports no function named bench….');
    for (const bench of benches) measured.push(...(await bench()));
    return told(undefined);
  } catch (error) {
    return told(error instanceof Error ? error.message : String(error));
  }
}

/** Resolves when the message has left: the process ends next. */
async function tell(told: Told): Promise<void> {
  return new Promise((resolve) => void process.send?.(told, () => resolve()));
}

/** Measures these in a process of their own, one after the other. */
async function measureApart(names: readonly string[], isShort: boolean): Promise<readonly Outcome[]> {
  const begun = performance.now();
  const child = fork(import.meta.filename, ['--within', names.join(',')], {
    cwd: root,
    env: { ...process.env, BENCH_ROUND: isShort ? 'short' : 'whole' },
    execArgv: ['--import', 'tsx'],
    // JSON has no figure for what could not be measured.
    serialization: 'advanced',
  });
  const patienceMs = (isShort ? shortPatienceMs : wholePatienceMs) * names.length;
  return new Promise((resolve) => {
    const told = new Map<string, Told>();
    let failure = 'Its process ended before it was done.';
    const late = setTimeout(() => {
      failure = `It was not done after ${String(patienceMs / 60_000)} minutes.`;
      child.kill();
      setTimeout(() => child.kill('SIGKILL'), endPatienceMs).unref();
    }, patienceMs);
    child.on('message', (message) => told.set((message as Told).name, message as Told));
    child.once('error', ({ message }) => (failure = message));
    child.once('close', () => {
      clearTimeout(late);
      const seconds = (performance.now() - begun) / 1000;
      resolve(names.map((name) => told.get(name) ?? { name, measured: [], failure, seconds }));
    });
  });
}

/** A figure that could not be measured counts as over its limit. */
function isOver({ value, limit }: Measurement): boolean {
  return limit !== undefined && !(value <= limit);
}

/** A failure in one line: errors of a browser go on with its log. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function rowsOf({ name, measured, failure }: Outcome, isShort: boolean): readonly (readonly string[])[] {
  const figures = measured.map((measurement) => {
    const { value, unit, limit } = measurement;
    const shownLimit = limit === undefined || isShort ? '' : `${String(Number(limit.toFixed(2)))} ${unit}`;
    const verdict = isShort ? (Number.isFinite(value) ? '✓' : '×') : limit === undefined ? ' ' : isOver(measurement) ? '×' : '✓';
    return [verdict, name, `${value.toFixed(2)} ${unit}`, shownLimit, measurement.name];
  });
  return failure === undefined ? figures : [...figures, ['×', name, 'failed', '', firstLine(failure)]];
}

/** One table for the whole run: the verdict, the benchmark, the figure, its limit, what it is. */
function printTable(rows: readonly (readonly string[])[]): void {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => (column === 2 || column === 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    );
}

async function main(): Promise<void> {
  const { values, positionals: wanted } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean', default: false }, 'no-build': { type: 'boolean', default: false }, within: { type: 'string' } },
  });
  if (values.within !== undefined) {
    for (const name of values.within.split(',')) await tell(await measureHere(name));
    await closeShared();
    process.exit();
  }
  const isShort = values.short;
  const all = (await readdir(folder)).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : [])).sort();
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No benchmark is named ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  if (!values['no-build']) execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });
  await ensurePacked();
  const chosen = all.filter((name) => wanted.length === 0 || wanted.includes(name));
  const groups = (isShort ? together : []).map((group) => group.filter((name) => chosen.includes(name)));
  const alone = chosen.filter((name) => !groups.flat().includes(name)).map((name) => [name]);
  // Those that share a window take longest.
  const waiting = [...groups.filter(({ length }) => length > 0), ...alone];
  const done: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let names = waiting.shift(); names !== undefined; names = waiting.shift()) {
      for (const outcome of await measureApart(names, isShort)) {
        console.log(`${outcome.failure === undefined ? ' ' : '×'} ${outcome.name}, ${outcome.seconds.toFixed(1)} s`);
        if (outcome.failure !== undefined) console.log(outcome.failure);
        done.push(outcome);
      }
    }
  };
  await Promise.all(Array.from({ length: isShort ? 2 : 1 }, work));
  const processor = `${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  console.log(`\nNode.js ${process.versions.node}, ${processor}, ${new Date().toISOString().slice(0, 10)}\n`);
  const rows = done.toSorted((a, b) => a.name.localeCompare(b.name)).flatMap((outcome) => rowsOf(outcome, isShort));
  printTable(rows);
  const failed = rows.filter(([verdict]) => verdict === '×').length;
  const within = isShort ? 'Every benchmark runs.' : 'Everything is within its limits.';
  console.log(`\n${failed === 0 ? within : `${String(failed)} ${isShort ? 'not measured' : 'over the limit or failed'}.`}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
