/**
 * `npm test`: all stages one after the other, each with its own report. A failure does not stop the rest. The last line counts: every test
 * is one, and so is each stage without tests of its own.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
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
  testResults: v.optional(v.array(v.object({ name: v.string(), status: v.string() }))),
});

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** File to which the stage writes its counts; without one, the exit code is the only test. */
  readonly counts?: string;
  /** The stage with only these of its test files, alone: what fails on a busy machine may pass then, and is reported separately. */
  readonly again?: (files: readonly string[]) => Stage;
}

const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);
const tsx = (script: string, ...args: readonly string[]): readonly string[] => [bin('tsx'), script, ...args];

function vitest(project: string, part = '', files: readonly string[] = []): Stage {
  const name = `${project}${part}`;
  const counts = path.join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${counts}`];
  return { name, command: [bin('vitest'), 'run', '--project', project, ...reporters, ...files], counts };
}

/** Tests with browsers and windows, several at a time: a file that fails is run again with the machine to itself. */
function patient(project: 'contract' | 'outside'): Stage {
  const again = (files: readonly string[]): Stage => vitest(project, alone, ['--maxWorkers=1', ...files]);
  return { ...vitest(project), again };
}

/** Steps one after the other, each with stages that run at the same time, because one of them mostly waits for what it has started. */
function steps(): readonly (readonly Stage[][])[] {
  const editorCounts = path.join(results, 'editor.json');
  const promises: Stage = { name: 'promises', command: ['npm', 'run', '--silent', 'promises', '--', '--quick', '--no-build'] };
  const rest: Stage[] = [
    { name: 'editor', command: tsx('test/editor/run.ts', '--no-build', '--results', editorCounts), counts: editorCounts },
    patient('outside'),
    {
      name: 'secrets',
      command: tsx(
        'test/promises/secrets/run.ts',
        '--ledger',
        canaries.ledger,
        '--stage',
        'unit',
        '--stage',
        'contract',
        '--stage',
        'outside',
        results,
      ),
    },
  ];
  const build: Stage = { name: 'build', command: ['npm', 'run', '--silent', 'build'] };
  const pack: Stage = { name: 'package', command: ['npm', 'run', '--silent', 'package', '--', '--no-build'] };
  // Chromium above all: a user who must install it by hand learns that first.
  const tools: Stage = { name: 'tools', command: tsx('test/host/install/tools.ts') };
  return [[[build, pack, tools]], [[...sourceSteps(), vitest('unit'), patient('contract')], [promises]], [rest]];
}

/** Takes the output of a stage. */
type Print = (text: string) => void;

const printNow: Print = (text) => void process.stdout.write(text);

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
  const code = await run(stage.name, stage.command, print, stage.counts);
  const counts = await againIfFailed(stage, await countsOf(stage, code), print);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`-- ${stage.name}: ${String(counts.passed)} passed, ${String(counts.failed)} failed, ${seconds} s\n`);
  return counts;
}

async function run(name: string, [command = '', ...args]: readonly string[], print: Print, report?: string): Promise<number | null> {
  if (report !== undefined) await rm(report, { force: true });
  return new Promise((resolve) => {
    const of = searched.find((stage) => name === stage || name === `${stage}${alone}`);
    const env = of === undefined ? process.env : { ...process.env, ...canaryEnvironment(of, canaries) };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    const copy = createWriteStream(path.join(results, `${name}.txt`), { flags: 'a' });
    for (const from of [child.stdout, child.stderr]) {
      from.setEncoding('utf8').on('data', print);
      from.pipe(copy, { end: false });
    }
    child.once('close', () => copy.end());
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
/** How often a failed file is run again. */
const triesAlone = 2;

/** For a file that failed, the results of its run alone count; the files are named. */
async function againIfFailed(stage: Stage, first: Counts, print: Print): Promise<Counts> {
  let { passed, failed } = first;
  const { again } = stage;
  let tried = stage;
  for (let left = triesAlone; left > 0 && failed > 0 && again !== undefined; left -= 1) {
    const files = await failedFiles(tried);
    if (files.length === 0 || files.length > mostAgain) break;
    print(`\n${(await endOf(tried.name)).trim()}\n\nFailed, and run again alone: ${files.join(', ')}\n`);
    tried = again(files);
    const next = await countsOf(tried, await run(tried.name, tried.command, print, tried.counts));
    passed += Math.max(0, failed - next.failed);
    failed = next.failed;
    const still = failed === 0 ? [] : await failedFiles(tried);
    for (const file of files) if (!still.includes(file)) laterTry.push(file);
  }
  return { passed, failed };
}

async function failedFiles({ counts }: Stage): Promise<readonly string[]> {
  if (counts === undefined) return [];
  const { testResults = [] } = await reportOf(counts);
  return testResults.flatMap(({ name, status }) => (status === 'failed' ? [path.relative(root, name)] : []));
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
    /^ FAIL |^ *[✗×] |^[a-z]*Error: |^AssertionError|^breach of | BROKEN |error TS\d|\[warn\] /.test(line),
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
  for (const { name } of steps().flat(2))
    for (const part of ['', alone]) await rm(path.join(results, `${name}${part}.txt`), { force: true });
  const counted: (readonly [Stage, Counts])[] = [];
  for (const lanes of steps()) {
    const runOne = lanes.length === 1 ? async (stage: Stage) => runStage(stage, printNow) : runApart;
    await Promise.all(
      lanes.map(async (lane) => {
        for (const stage of lane) counted.push([stage, await runOne(stage)]);
      }),
    );
  }
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
