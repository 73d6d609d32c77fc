/**
 * `npm test`: all stages, side by side, each with its own report. A failure does not stop the rest. The last line counts: every test
 * is one, and so is each stage without tests of its own.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import { blankWebviews } from './outside/support/blankWebviews';
import { sourceSteps } from './sourceSteps';
import { canaryEnvironment } from './support/secrets/canaries';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'test-results');
/** Milliseconds within which the output of a stage that has ended must be read. */
const outputPatience = 10_000;
/** The ledger of credentials that the stages below used, and the outputs that their programs would have removed. */
const canaries = { ledger: path.join(results, 'canaries', 'ledger'), outputs: path.join(results, 'canaries', 'outputs') };
/** Added to the names of the results when a part of a stage is run again. */
const alone = '-alone';
const searched = ['unit', 'contract', 'editor', 'outside'];

const Report = v.object({
  numPassedTests: v.optional(v.number()),
  numFailedTests: v.optional(v.number()),
  passed: v.optional(v.number()),
  failed: v.optional(v.number()),
  testResults: v.optional(
    v.array(
      v.object({
        name: v.string(),
        status: v.string(),
        assertionResults: v.optional(v.array(v.object({ status: v.string(), failureMessages: v.optional(v.array(v.string())) }))),
      }),
    ),
  ),
});

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Processor seconds of the programs that this one has started and that have ended, as far as the system says so. */
function usedByEnded(): number {
  try {
    // The name of the program may have spaces; user and system time of the children are fields 16 and 17, in hundredths of a second.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** File to which the stage writes its counts; without one, the exit code is the only test. */
  readonly counts?: string;
  /** How many processors it keeps busy; one unless said. */
  readonly share?: number;
  /** Stages that must have ended before. */
  readonly after?: readonly string[];
  /** The stage with only these of its test files, alone and with the random inputs that failed, if one of its properties did. */
  readonly again?: (files: readonly string[]) => Stage;
}

const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);
const tsx = (script: string, ...args: readonly string[]): readonly string[] => [bin('tsx'), script, ...args];
const vscodeAfter = ['package', 'tools'];

function vitest(project: string, more: Omit<Stage, 'name' | 'command' | 'counts'> = {}, part = '', files: readonly string[] = []): Stage {
  const name = `${project}${part}`;
  const counts = path.join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${counts}`];
  return { name, command: [bin('vitest'), 'run', '--project', `${project}*`, ...reporters, ...files], counts, ...more };
}

/** A file that fails is run once more when everything else has ended, with the machine to itself, and reported. */
function patient(
  project: 'unit' | 'contract' | 'outside',
  more: Omit<Stage, 'name' | 'command' | 'counts'>,
  ...args: readonly string[]
): Stage {
  return { ...vitest(project, more, '', args), again: (files) => vitest(project, {}, alone, ['--maxWorkers=1', ...files]) };
}

/**
 * Stages in the order in which they are begun, as soon as what they need is there: the longest first, beside it those that often wait, and
 * last those that are short, so that no processor is idle in the end.
 */
function stages(): readonly Stage[] {
  const editorCounts = path.join(results, 'editor.json');
  const promises = (...args: readonly string[]): Stage => ({
    name: 'promises',
    command: ['npm', 'run', '--silent', 'promises', '--', '--quick', '--no-build', ...args],
    after: ['package'],
  });
  const readme = process.env['CI'] === undefined ? [] : [{ name: 'readme', command: tsx('test/ci/readme.ts'), after: vscodeAfter }];
  return [
    { name: 'build', command: ['npm', 'run', '--silent', 'build'], share: 2 },
    { name: 'package', command: tsx('test/support/packed/pack.ts'), after: ['build'] },
    // Chromium above all: a user who must install it by hand learns that first.
    { name: 'tools', command: tsx('test/host/install/tools.ts') },
    // Two windows at a time. What is ready before would take the place of one of them.
    patient('outside', { after: vscodeAfter, share: 2 }),
    patient('contract', { after: ['package'] }, '--maxWorkers=1'),
    ...readme,
    patient('unit', { after: ['package'] }, '--maxWorkers=1'),
    promises(),
    {
      name: 'bench',
      command: ['npm', 'run', '--silent', 'bench', '--', '--short', '--no-build'],
      share: 2,
      after: vscodeAfter,
    },
    {
      name: 'editor',
      command: tsx('test/editor/run.ts', '--no-build', '--results', editorCounts),
      counts: editorCounts,
      after: vscodeAfter,
    },
    ...sourceSteps(),
  ];
}

/** Searches what the others have left behind, also those that were run again. */
const secrets: Stage = {
  name: 'secrets',
  command: tsx(
    'test/promises/secrets/run.ts',
    '--ledger',
    canaries.ledger,
    ...['unit', 'contract', 'outside'].flatMap((stage) => ['--stage', stage]),
    results,
  ),
};

/** Takes the output of a stage. */
type Print = (text: string) => void;

const printNow: Print = (text) => void process.stdout.write(text);

/**
 * One more stage than there are processors: most wait for a server or a disk now and then. With two more, windows take twice as long, and
 * the whole run as long as before.
 */
const capacity = Math.max(2, availableParallelism()) + 1;

/** Runs all stages side by side, each as soon as what it needs has ended and a processor is free. Prints the output of each as a whole. */
async function runAll(all: readonly Stage[]): Promise<readonly (readonly [Stage, Counts])[]> {
  const waiting = [...all];
  const ended = new Set<string>();
  const counted: (readonly [Stage, Counts])[] = [];
  let free = capacity;
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const isReady = ({ after = [] }: Stage): boolean => after.every((name) => ended.has(name));
    // In this order: one that needs two processors would never find them free among those that need one.
    for (let at = waiting.findIndex(isReady); at >= 0 && (waiting[at]?.share ?? 1) <= free; at = waiting.findIndex(isReady)) {
      const [stage] = waiting.splice(at, 1);
      if (stage === undefined) break;
      const share = stage.share ?? 1;
      free -= share;
      const run = runApart(stage).then((counts) => {
        counted.push([stage, counts]);
        ended.add(stage.name);
        free += share;
        running.delete(run);
      });
      running.add(run);
    }
    await Promise.race(running);
  }
  return counted;
}

/** Prints the output of a stage as a whole when it has ended, so that it is not mixed with that of another one. */
async function runApart(stage: Stage): Promise<Counts> {
  const parts: string[] = [];
  const counts = await runStage(stage, (text) => void parts.push(text));
  printNow(parts.join(''));
  return counts;
}

async function runStage(stage: Stage, print: Print): Promise<Counts> {
  print(`\n== ${stage.name}\n`);
  const started = performance.now();
  const code = await run(stage.name, stage.command, print, { report: stage.counts });
  const counts = await countsOf(stage, code);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const since = (started / 1000).toFixed(0);
  const used = processorSeconds.get(stage.name) ?? 0;
  const took = `${seconds} s, from ${since} s on, ${used.toFixed(0)} s of processor time`;
  print(`-- ${stage.name}: ${String(counts.passed)} passed, ${String(counts.failed)} failed, ${took}\n`);
  return counts;
}

/** By stage; of programs that outlived the one that started them, nothing is known. */
const processorSeconds = new Map<string, number>();
let counted = 0;

interface RunOptions {
  readonly report?: string | undefined;
  /** The seed of all properties; random without one. */
  readonly seed?: string | undefined;
}

async function run(
  name: string,
  [command = '', ...args]: readonly string[],
  print: Print,
  { report, seed }: RunOptions = {},
): Promise<number | null> {
  if (report !== undefined) await rm(report, { force: true });
  return new Promise((resolve) => {
    const of = searched.find((stage) => name === stage || name === `${stage}${alone}`);
    const env = {
      ...process.env,
      ...(of === undefined ? {} : canaryEnvironment(of, canaries)),
      ...(seed === undefined ? {} : { MARKET_DESK_SEED: seed }),
    };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    const copy = createWriteStream(path.join(results, `${name}.txt`), { flags: 'a' });
    for (const from of [child.stdout, child.stderr]) {
      from.setEncoding('utf8').on('data', print);
      from.pipe(copy, { end: false });
    }
    child.once('close', () => copy.end());
    child.once('exit', () => {
      const now = usedByEnded();
      processorSeconds.set(name, now - counted);
      counted = now;
    });
    child.once('error', () => resolve(127));
    child.once('close', resolve);
    // A process that the stage left behind may keep its output open indefinitely.
    child.once('exit', (code) => setTimeout(() => resolve(code), outputPatience).unref());
  });
}

/** A stage that fails without a failed test (a file that does not load, an unhandled rejection) counts as one failure. */
async function countsOf(stage: Stage, code: number | null): Promise<Counts> {
  if (stage.counts === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const found = await reportOf(stage.counts);
  const passed = found.numPassedTests ?? found.passed ?? 0;
  const failed = found.numFailedTests ?? found.failed ?? 0;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** The most files that are run again: if more fail, the machine is not the reason. */
const mostAgain = 5;

/** For a file that failed, the results of its run alone count; the files are named. A property is tried with the seed that it failed with. */
async function againIfFailed(stage: Stage, first: Counts): Promise<Counts> {
  const { again } = stage;
  if (first.failed === 0 || again === undefined) return first;
  const files = await failedFiles(stage);
  if (files.length === 0 || files.length > mostAgain) return first;
  let { passed, failed } = first;
  for (const { file, seed, count } of files) {
    printNow(`\nFailed, and run again alone${seed === undefined ? '' : ` with seed ${seed}`}: ${file}\n`);
    const tried = again([file]);
    const counts = await countsOf(tried, await run(tried.name, tried.command, printNow, { report: tried.counts, seed }));
    if (counts.failed > 0) continue;
    passed += count;
    failed -= count;
    laterTry.push(file);
  }
  return { passed, failed: Math.max(0, failed) };
}

interface FailedFile {
  readonly file: string;
  /** Of the first property that failed in it. */
  readonly seed: string | undefined;
  readonly count: number;
}

async function failedFiles({ counts }: Stage): Promise<readonly FailedFile[]> {
  if (counts === undefined) return [];
  const { testResults = [] } = await reportOf(counts);
  return testResults.flatMap(({ name, status, assertionResults = [] }) => {
    if (status !== 'failed') return [];
    const bad = assertionResults.filter((one) => one.status === 'failed');
    const said = bad.flatMap(({ failureMessages = [] }) => failureMessages).join('\n');
    return [{ file: path.relative(root, name), seed: /\{ seed: (-?\d+)/.exec(said)?.[1], count: Math.max(1, bad.length) }];
  });
}

/** Files that failed first and passed alone. */
const laterTry: string[] = [];

/** The report of vitest and of the tests inside the editor; empty if they ended too early to write one. */
async function reportOf(file: string): Promise<v.InferOutput<typeof Report>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return v.parse(Report, JSON.parse(text));
}

/** The lines of a stage that name what failed, a few of them, for the very end. */
async function failuresOf(name: string): Promise<readonly string[]> {
  const text = await readFile(path.join(results, `${name}.txt`), 'utf8').catch(() => '');
  const lines = stripVTControlCharacters(text).split('\n');
  const found = lines.filter((line) =>
    /^ FAIL |^ *[✗×] |^[a-z]*Error: |^AssertionError|^breach of | BROKEN |error TS\d|^\S+ \(\d+ms\)$/.test(line),
  );
  return [...new Set(found)].slice(0, 12).map((line) => `  ${name}: ${line.trim().slice(0, 300)}`);
}

/** The last lines that a stage printed: if only the end of a long output is kept, it must contain what failed. */
async function endOf(name: string): Promise<string> {
  const text = await readFile(path.join(results, `${name}.txt`), 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-80).join('\n');
}

async function main(): Promise<void> {
  await mkdir(results, { recursive: true });
  await rm(path.dirname(canaries.ledger), { recursive: true, force: true });
  const all = stages();
  for (const { name } of [...all, secrets])
    for (const part of ['', alone]) await rm(path.join(results, `${name}${part}.txt`), { force: true });
  const counted: (readonly [Stage, Counts])[] = [];
  for (const [stage, counts] of await runAll(all)) counted.push([stage, await againIfFailed(stage, counts)]);
  counted.push([secrets, await runApart(secrets)]);
  const summary: string[] = [];
  let passed = 0;
  let failed = 0;
  for (const [{ name }, counts] of counted)
    if (counts.failed > 0) {
      printNow(`\n== ${name} failed; its end once more\n${await endOf(name)}\n`);
      summary.push(...(await failuresOf(name)));
    }
  for (const [stage, counts] of counted) {
    summary.push(`${counts.failed === 0 ? '✓' : '×'} ${stage.name}: ${String(counts.passed)} passed, ${String(counts.failed)} failed`);
    passed += counts.passed;
    failed += counts.failed;
  }
  const opened = await blankWebviews();
  if (opened !== undefined) summary.push(opened);
  if (laterTry.length > 0) summary.push(`passed only when run again alone: ${laterTry.join(', ')}`);
  console.log(`\n${summary.join('\n')}\n\n${String(passed)} passed, ${String(failed)} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
  // Pipes that other processes hold open would keep this process alive.
  setTimeout(() => process.exit(), outputPatience).unref();
}

void main();
