/**
 * A busy feed: 2,000 pushes a second over 500 symbols, with Watchlist, Portfolio, and the page of a security open, compared with the bare
 * WebSocket library and JSON.parse in the same run. Alone, and for a given time: `npx tsx bench/feed.ts --seconds 600`. That is a single
 * round, which counts as over its limit if consecutive readings of the heap differ too much to prove anything.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { lowerQuartile, median, noiseOf, quantile, sameWork } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound, isShort } from './support/rounds';
import type { FeedFigures } from './support/feed/feedMeter';
import { bundleWork } from './support/bundleWork';
import { BuiltPages } from './support/pages/builtPage';
import { openBarePage, openMovingPages, paintFigures } from './support/pages/movingPages';
import type { PaintFigures } from './support/pages/movingPages';
import { longestOf } from './support/pages/pageTasks';

const pushesPerSecond = 2_000;
/** Of a core, in percent; and what the bare library takes of a core that nothing else uses. */
const [mostShare, calmBareShare] = [8, 2.2];
const rounds = inRound(3, 1);
const shortSeconds = inRound(30, 2);

/** Measures ours and the baseline at the same time, each in its own process, so that other load on the machine affects both. */
export async function benchFeed(): Promise<readonly Measurement[]> {
  return measure(shortSeconds, rounds);
}

const [paintedRounds, paintedMs] = [inRound(6, 1), 2_000];
const mostRounds = 10;

/**
 * The same with the built pages in Chromium, which paint what they receive: from each push to the paint, compared with a page that reads
 * the feed itself and only calls JSON.parse.
 */
export async function benchFeedPages(): Promise<readonly Measurement[]> {
  return withServer(async (folder, port) => {
    const pages = await BuiltPages.start();
    const work = fork(path.join(folder, 'feedWork.cjs'), [address(port), '600', 'pages'], { execArgv: ['--expose-gc'] });
    try {
      const { pages: relay } = await told<{ readonly pages: number }>(work);
      const open = [await openBarePage(pages, address(port)), ...(await openMovingPages(pages, relay))];
      const [bare] = open;
      if (bare === undefined) throw new Error('no page was opened');
      await pause(settlingMs);
      await Promise.all(open.map(paintFigures));
      const works: number[] = [];
      const { result, tasks } = await pages.measure(bare, async () => {
        const read: (readonly PaintFigures[])[] = [];
        const hasPaints = (at: number): boolean => read.some((figures) => (figures[at]?.paints.length ?? 0) > 0);
        // On a busy machine, a page may paint nothing of what it was told in one short round.
        const lacks = (round: number): boolean => round < mostRounds && !open.every((_, at) => hasPaints(at));
        for (let round = 0; round < paintedRounds || lacks(round); round += 1) {
          await pause(paintedMs);
          read.push(await Promise.all(open.map(paintFigures)));
          works.push(sameWork());
        }
        return read;
      });
      return [
        ...paintMeasurements(result, noiseOf(works)),
        { name: 'longest task in a page, its processor time', value: longestOf(tasks), unit: 'ms', limit: 50 },
      ];
    } finally {
      work.kill();
      await pages.close();
    }
  });
}

const pageNames = ['watchlist', 'portfolio', 'security'];

/** What a page needs beyond the bare one of the same round; other load on the machine varies between rounds. */
function paintMeasurements(rounds: readonly (readonly PaintFigures[])[], noise: number): readonly Measurement[] {
  const p95 = (figures: PaintFigures | undefined): number => quantile(figures?.paints ?? [], 0.95);
  const bare = lowerQuartile(rounds.map(([figures]) => p95(figures)).filter((ms) => !Number.isNaN(ms)));
  return [
    { name: 'noise of the machine, by which the 100 ms are multiplied', value: noise, unit: '×', limit: undefined },
    { name: 'baseline: push to painted, a bare page and JSON.parse, p95', value: bare, unit: 'ms', limit: undefined },
    ...pageNames.flatMap((name, at): Measurement[] => {
      const own = rounds.flatMap((figures) => figures[at + 1] ?? []);
      const later = rounds.map(([first, ...others]) => p95(others[at]) - p95(first));
      const [drawings, frames] = [own.reduce((sum, each) => sum + each.drawings, 0), own.reduce((sum, each) => sum + each.frames, 0)];
      return [
        {
          name: `push to painted beyond that, ${name}, p95 of a calm round`,
          value: lowerQuartile(later.filter((ms) => !Number.isNaN(ms))),
          unit: 'ms',
          limit: 100 * noise,
        },
        {
          name: `most drawings in a frame, ${name}, ${String(drawings)} in ${String(frames)} frames`,
          value: Math.max(...own.map(({ mostInAFrame }) => mostInAFrame)),
          unit: '',
          limit: 1,
        },
      ];
    }),
  ];
}

/** Until the feed is live and the code has been compiled. */
const settlingMs = inRound(8_000, 2_000);

async function measure(seconds: number, times: number): Promise<readonly Measurement[]> {
  return withServer(async (folder, port) => {
    const [ours, bare]: FeedFigures[][] = [[], []];
    for (let round = 0; round < times; round += 1) {
      const both = ['feedBare.cjs', 'feedWork.cjs'].map(async (file) => read(path.join(folder, file), port, seconds));
      const [ofBare, ofOurs] = await Promise.all(both);
      if (ofBare !== undefined) bare?.push(ofBare);
      if (ofOurs !== undefined) ours?.push(ofOurs);
    }
    return figuresOf(ours ?? [], bare ?? []);
  });
}

async function withServer<T>(use: (folder: string, port: number) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  const [server, port] = await bundleWork(folder, ['feed/feedServer', 'feed/feedBare', 'feed/feedWork']).then(async () =>
    startServer(path.join(folder, 'feedServer.cjs')),
  );
  try {
    return await use(folder, port);
  } finally {
    server.kill();
    await rm(folder, { recursive: true });
  }
}

function figuresOf(ours: readonly FeedFigures[], bare: readonly FeedFigures[]): readonly Measurement[] {
  const of = (all: readonly FeedFigures[], figure: (one: FeedFigures) => number): number => median(all.map(figure));
  const p95 = ({ delays }: FeedFigures): number => delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? Number.NaN;
  const bareCpu = of(bare, ({ cpu }) => cpu);
  const ownCpu = of(ours, ({ cpu }) => cpu);
  // Processor time grows as well on a machine that is shared: the bare library shows by how much.
  const slowness = Math.max(1, bareCpu / calmBareShare);
  const bareLongest = of(bare, ({ longestMs }) => longestMs);
  return [
    { name: 'pushes a second that came', value: of(ours, ({ pushes, seconds }) => pushes / seconds), unit: '1/s', limit: undefined },
    { name: 'share of one core', value: ownCpu, unit: '%', limit: mostShare * slowness },
    { name: 'baseline: the bare library and JSON.parse', value: bareCpu, unit: '%', limit: undefined },
    // A reader that keeps every digit takes about three times as long as JSON.parse.
    { name: 'ours against the baseline', value: ownCpu / bareCpu, unit: '×', limit: 3.6 },
    // If the baseline, which does next to nothing, has long tasks too, the machine causes them.
    { name: 'longest task', value: of(ours, ({ longestMs }) => longestMs), unit: 'ms', limit: 50 + (bareLongest > 20 ? bareLongest : 0) },
    { name: 'baseline: longest task', value: bareLongest, unit: 'ms', limit: undefined },
    { name: 'push to what the page is told, 95th percentile', value: of(ours, p95), unit: 'ms', limit: of(bare, p95) + 100 },
    { name: 'baseline: push to frame read, 95th percentile', value: of(bare, p95), unit: 'ms', limit: undefined },
    {
      name: 'messages to pages, of three open ones',
      value: of(ours, ({ repaintsPerSecond }) => repaintsPerSecond),
      unit: '1/s',
      limit: 3 * 62.5,
    },
    { name: 'growth of the heap', value: of(ours, ({ growth }) => growth), unit: 'MB', limit: 2 },
    { name: 'baseline: growth of the heap', value: of(bare, ({ growth }) => growth), unit: 'MB', limit: undefined },
    { name: 'noise of the heap: readings one after the other', value: of(ours, ({ heapNoise }) => heapNoise), unit: 'MB', limit: 1 },
  ];
}

async function startServer(file: string): Promise<readonly [ChildProcess, number]> {
  const child = fork(file, [String(pushesPerSecond)], { execArgv: [] });
  const { port } = await told<{ readonly port: number }>(child);
  return [child, port];
}

async function read(file: string, port: number, seconds: number): Promise<FeedFigures> {
  const child = fork(file, [address(port), String(seconds)], { execArgv: ['--expose-gc'] });
  const figures = await told<FeedFigures>(child);
  if (!isShort && figures.pushes / figures.seconds < pushesPerSecond / 2)
    throw new Error(`Only ${String(figures.pushes)} pushes came in ${figures.seconds.toFixed(1)} s: the machine is too busy to measure.`);
  return figures;
}

function address(port: number): string {
  return `ws://127.0.0.1:${String(port)}`;
}

async function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process of the benchmark ended without an answer')));
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: String(shortSeconds) } } });
  const seconds = Number(values.seconds);
  for (const { name, value, unit, limit } of await measure(seconds, seconds > 60 ? 1 : rounds)) {
    console.log(`${name}: ${value.toFixed(2)} ${unit}${limit === undefined ? '' : ` (at most ${limit.toFixed(1)})`}`);
    if (limit !== undefined && !(value <= limit)) process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) void main();
