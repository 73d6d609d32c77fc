/**
 * Many windows at once: service, line, and every window in a process of its own, with the rate limits of a live service. The line takes 0 to
 * 60 ms of its own for each request, and one in twenty trading requests is refused for spacing, whatever the program does.
 *
 * One window signs in and is closed. Then 1, 2, 6, and 20 windows are opened at once, each time after the limits of the service are free
 * again; what one window costs is the baseline of the others. Processes start before the measurement. Processors are shared by all windows,
 * which takes a time of its own: it stands in the table, and limits in seconds are beyond it.
 *
 * `npx tsx bench/windows.ts --windows 20 --live 5` plays one case and prints what each window saw. With `--minutes 60` the windows show a
 * watchlist, the portfolio, and two securities for that long while all markets trade, over a line that refuses nothing: every refusal is
 * one of the service.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePacked } from '../test/support/packed/ensurePacked';
import type { Measurement } from './support/measurement';
import { machineNoise } from './support/measurement';
import { inRound } from './support/rounds';
import { consent } from './support/firstMinute/desk';
import { FrontDoor, plannedRefusal } from './support/firstMinute/frontDoor';
import type { Passed } from './support/firstMinute/frontDoor';
import type { Filled, FromWindow, Kept, ToWindow, WindowSettings } from './support/firstMinute/windowWork';

const paperAccounts = 6;
const patienceMs = inRound(40_000, 20_000);
/** Until the rate limits of a live service are free again, and nothing that was read is new enough for another window. */
const limitsMs = inRound(62_000, 200);
/** Requests of windows that have just been opened. */
const openingMs = inRound(12_000, 1_000);
const line = { jitterMs: 60, refusesOneIn: 20 } as const;
const folderOfWork = path.join(import.meta.dirname, 'support', 'firstMinute');

interface Round {
  readonly windows: readonly Filled[];
  readonly passed: readonly Passed[];
}

/** Everything around the windows of one user. */
class Windows {
  #kept: Kept;

  private constructor(
    private readonly folder: string,
    private readonly service: ChildProcess,
    readonly door: FrontDoor,
    private readonly live: number,
  ) {
    this.#kept = { state: JSON.stringify({ approvedOrigins: [door.url], 'marketDesk.used': true }), secrets: [] };
  }

  static async start(live: number, isLong = false): Promise<Windows> {
    const service = start('serviceWork', isLong ? ['alwaysOpen'] : []);
    const { url } = await next<{ readonly url: string }>(service, (message) => message);
    const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
    return new Windows(folder, service, await FrontDoor.open(url, live, isLong ? undefined : line), live);
  }

  async close(): Promise<void> {
    this.service.kill();
    await this.door.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Opens windows at once and waits until all are filled, or patience ends. They stay open for the requests of their opening. */
  async open(count: number, signsIn = false, stays?: (children: readonly ChildProcess[]) => Promise<void>): Promise<Round> {
    const settings: WindowSettings = {
      ...{ folder: this.folder, url: this.door.url, live: this.live, paper: paperAccounts, patienceMs },
      ...this.#kept,
    };
    const children = Array.from({ length: count }, () => start('windowWork', [JSON.stringify(settings)]));
    try {
      await Promise.all(
        children.map(async (child) => next(child, (message: FromWindow) => (message.kind === 'ready' ? message : undefined))),
      );
      const [from, startedMs] = [this.door.passed.length, performance.now()];
      const windows = await Promise.all(children.map(async (child, at) => opened(child, { kind: 'open', signsIn, isFocused: at === 0 })));
      await pause(Math.max(0, startedMs + openingMs - performance.now()));
      await stays?.(children);
      const [last] = windows;
      if (last !== undefined) this.#kept = last.kept;
      return { windows, passed: this.door.passed.slice(from) };
    } finally {
      for (const child of children) child.kill();
    }
  }
}

export async function benchWindows(): Promise<readonly Measurement[]> {
  await ensurePacked();
  const noise = machineNoise();
  const desk = await Windows.start(1);
  try {
    await desk.open(1, true);
    await pause(limitsMs);
    const one = await desk.open(1);
    const measured: Measurement[] = [
      { name: 'noise of the machine, by which limits in seconds are multiplied', value: noise, unit: '×', limit: undefined },
      { name: 'baseline: requests that one window costs', value: costOf(one), unit: '', limit: undefined },
      ...figuresOf(1, one, noise),
    ];
    for (const count of inRound(0, 1) === 1 ? [2] : [2, 6, 20]) {
      await pause(limitsMs);
      const round = await desk.open(count);
      measured.push(...figuresOf(count, round, noise), {
        name: `${String(count)} windows: requests against those of one`,
        value: costOf(round) / costOf(one),
        unit: '×',
        limit: 1.3,
      });
      // Windows that wait for each other must not keep the machine busy by it.
      measured.push({
        name: `${String(count)} windows: processor time of each against that of one`,
        value: processorMsOf(round) / processorMsOf(one),
        unit: '×',
        limit: 2,
      });
    }
    return measured;
  } finally {
    await desk.close();
  }
}

function figuresOf(count: number, { windows, passed }: Round, noise: number): readonly Measurement[] {
  const of = `${String(count)} ${count === 1 ? 'window' : 'windows'}`;
  const seconds = Math.max(...windows.map(({ asksMs, liveMs }) => liveMs - asksMs)) / 1000;
  const busy = (processorMsOf({ windows, passed }) * count) / 1000 / cpus().length;
  return [
    { name: `${of}: processor time until all are filled, by processors`, value: busy, unit: 's', limit: undefined },
    {
      name: `${of}: until the last one has the live account, after it asked`,
      value: seconds,
      unit: 's',
      limit: (count > 1 ? 3 : 2) * noise + busy,
    },
    { name: `${of}: requests refused beyond those of the line`, value: refused(passed).length, unit: '', limit: 0 },
  ];
}

function processorMsOf({ windows }: Round): number {
  return windows.reduce((sum, { processorMs }) => sum + processorMs, 0) / windows.length;
}

/** Requests for data. */
function costOf({ passed }: Round): number {
  return passed.filter(({ path: asked }) => asked.startsWith('/api/')).length;
}

/** Between two answers with prices. */
function longestGapMs(passed: readonly Passed[]): number {
  const times = passed.filter(({ path: asked }) => asked.startsWith('/api/v1.0/quote/snapshot')).map(({ endedAtMs }) => endedAtMs);
  return times.reduce((longest, time, at) => Math.max(longest, time - (times[at - 1] ?? time)), 0);
}

function refused(passed: readonly Passed[]): readonly Passed[] {
  return passed.filter(({ refusal }) => refusal !== '' && refusal !== plannedRefusal && /-11|429/.test(refusal));
}

function start(name: string, args: readonly string[]): ChildProcess {
  return fork(path.join(folderOfWork, `${name}.ts`), [...args], { execArgv: ['--import', 'tsx'] });
}

async function opened(child: ChildProcess, open: ToWindow): Promise<Filled> {
  const say = (message: ToWindow): void => void child.send(message);
  const filled = next(child, (message: FromWindow) => {
    if (message.kind === 'browse') void consent(message.url, (uri) => say({ kind: 'returned', uri }));
    if (message.kind === 'failed') throw new Error(message.text);
    return message.kind === 'filled' ? message : undefined;
  });
  say(open);
  return filled;
}

/** The first message that is wanted. */
async function next<M, T = M>(child: ChildProcess, take: (message: M) => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('a process of the benchmark ended without an answer'));
    const listen = (message: unknown): void => {
      try {
        const taken = take(message as M);
        if (taken === undefined) return;
        child.off('message', listen).off('exit', ended);
        resolve(taken);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    child.on('message', listen).once('exit', ended);
  });
}

const watchlist = ['HK.00700', 'HK.09988', 'HK.03690', 'HK.00005', 'US.AAPL', 'US.TSLA', 'US.NVDA', 'SH.600519', 'SZ.000001', 'SG.D05'];
const pages = [
  ['marketDesk.portfolio.show'],
  ['marketDesk.security.open', 'HK.00700'],
  ['marketDesk.security.openToSide', 'US.AAPL'],
] as const;

/** Every window shows everything for this long, and is then closed. */
async function stay(children: readonly ChildProcess[], minutes: number): Promise<void> {
  for (const child of children) {
    const shown = next(child, (message: FromWindow) => {
      if (message.kind === 'failed') throw new Error(message.text);
      return message.kind === 'shown' ? message.pages : undefined;
    });
    child.send({ kind: 'show', watchlist, pages } satisfies ToWindow);
    console.log(`shows ${(await shown).join(', ')}`);
  }
  await pause(minutes * 60_000);
}

async function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** One case, with everything that was seen. */
async function main(): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({ options: { windows: text('20'), live: text('1'), minutes: text('0') } });
  const minutes = Number(values.minutes);
  await ensurePacked();
  const desk = await Windows.start(Number(values.live), minutes > 0);
  try {
    const show = ({ windows, passed }: Round): void => {
      for (const { asksMs, liveMs, paperMs, processorMs } of windows)
        console.log(
          ['asks', asksMs, 'live', liveMs, 'paper', paperMs, 'processor', processorMs]
            .map((each) => (typeof each === 'number' ? `${each.toFixed(0)} ms` : each))
            .join(' '),
        );
      const paths = new Map<string, number>();
      for (const { method, path: asked, refusal } of passed) {
        const key = `${method} ${asked}${refusal === '' ? '' : ` (${refusal})`}`;
        paths.set(key, (paths.get(key) ?? 0) + 1);
      }
      for (const [key, times] of [...paths].sort(([, one], [, other]) => other - one)) console.log(`${String(times).padStart(4)} ${key}`);
    };
    console.log('one window, which signs in');
    show(await desk.open(1, true));
    await pause(limitsMs);
    console.log(`${values.windows} at once`);
    const round = await desk.open(Number(values.windows), false, minutes > 0 ? async (children) => stay(children, minutes) : undefined);
    show(round);
    console.log(`${String(costOf(round))} requests, ${String(refused(round.passed).length)} refused by the service`);
    if (minutes > 0) console.log(`longest time without prices: ${(longestGapMs(round.passed) / 1000).toFixed(1)} s`);
  } finally {
    await desk.close();
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) void main();
