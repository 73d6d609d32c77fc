/** A long order journal: the check before an intent, and how long opening its page blocks the thread. To run it alone: `npm run bench -- journal`. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import type { JournalWork } from './support/journalWork';
import { bundleWork } from './support/bundleWork';
import { mainThreadMs } from './support/processorTime';

interface Work {
  readonly JournalWork: typeof JournalWork;
}

/**
 * The longest time for which the thread was busy between two turns of its loop, and the total, in milliseconds of the thread's processor time:
 * what else runs on the machine does not count.
 */
async function longestBlock(run: () => Promise<unknown>): Promise<{ readonly blockMs: number; readonly totalMs: number }> {
  const begun = mainThreadMs();
  const turns = { longestMs: 0, last: begun, isOver: false };
  const turn = (): void => {
    const now = mainThreadMs();
    turns.longestMs = Math.max(turns.longestMs, now - turns.last);
    turns.last = now;
    if (!turns.isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  turns.isOver = true;
  await new Promise((resolve) => setImmediate(resolve));
  return { blockMs: turns.longestMs, totalMs: mainThreadMs() - begun };
}

const viewLines = inRound(100_000, 2_000);
const checkLines = inRound(10_000, 1_000);
const runs = inRound(15, 1);

/** A journal of 100,000 lines shown by a window that was just started, and what one of 10,000 adds to a change. */
export async function benchJournal(): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  try {
    await bundleWork(folder, ['journalWork']);
    const { JournalWork: Journal } = createRequire(import.meta.url)(path.join(folder, 'journalWork.cjs')) as Work;
    return [
      ...(await measureView(new Journal(path.join(folder, 'view')), path.join(folder, 'view'))),
      ...(await measureCheck(Journal, folder)),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureView(work: JournalWork, folder: string): Promise<readonly Measurement[]> {
  work.write(viewLines);
  let shown = '';
  const before = process.cpuUsage();
  shown = await work.newest(work.open());
  const { user, system } = process.cpuUsage(before);
  if (!shown.includes(`root-${viewLines / 2};`)) throw new Error('the newest line is not shown at once');
  const whole = await longestBlock(async () => (shown = await work.view(work.open())));
  if (!shown.includes(`Verified: ${viewLines} lines`)) throw new Error(`the journal of the benchmark is not whole: ${shown.slice(0, 200)}`);
  for (const name of await readdir(folder)) await writeFile(path.join(folder, name), 'by hand\n'.repeat(viewLines / 100));
  const damaged = await longestBlock(async () => (shown = await work.view(work.open())));
  if (!shown.includes('Verification failed')) throw new Error('damage was not noticed');
  return [
    { name: `the newest lines of a journal of ${viewLines}: processor time`, value: (user + system) / 1000, unit: 'ms', limit: 150 },
    {
      name: `the Records page of a journal of ${viewLines} lines: longest time without a free thread`,
      value: whole.blockMs,
      unit: 'ms',
      limit: 50,
    },
    { name: 'all of it', value: whole.totalMs, unit: 'ms', limit: undefined },
    { name: 'the same with lines that nobody can read: longest time', value: damaged.blockMs, unit: 'ms', limit: 50 },
    { name: 'all of it', value: damaged.totalMs, unit: 'ms', limit: undefined },
  ];
}

async function measureCheck(Journal: Work['JournalWork'], folder: string): Promise<readonly Measurement[]> {
  const work = new Journal(path.join(folder, 'check'));
  work.write(checkLines);
  const journal = work.open();
  await work.check(journal);
  const checks: number[] = [];
  const intents: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    intents.push(await work.change(journal, run));
    checks.push(await work.check(journal));
  }
  return [
    { name: `compare a journal of ${checkLines} lines before an intent, median of ${runs}`, value: median(checks), unit: 'ms', limit: 20 },
    { name: 'the intent with it, on the disk', value: median(intents), unit: 'ms', limit: undefined },
  ];
}
