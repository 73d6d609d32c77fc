/**
 * `npm test`: everything that has to hold, one stage after the other, each with its own report. A failure does not stop
 * the rest. The last line counts: every test is one, and so is each stage without tests of its own.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'test-results');

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** File in which the stage leaves its counts; without one the exit code is the only test. */
  readonly counts?: string;
}

const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);
const tsx = (script: string, ...args: readonly string[]): readonly string[] => [bin('tsx'), script, ...args];

function vitest(project: string): Stage {
  const counts = path.join(results, `${project}.json`);
  return { name: project, command: [bin('vitest'), 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${counts}`], counts };
}

function stages(): readonly Stage[] {
  const editorCounts = path.join(results, 'editor.json');
  return [
    { name: 'build', command: ['node', 'esbuild.mjs'] },
    { name: 'lint', command: [bin('eslint'), '.'] },
    { name: 'types', command: [bin('tsc'), '--noEmit', '-p', 'tsconfig.json'] },
    { name: 'types of the webviews', command: [bin('tsc'), '--noEmit', '-p', 'tsconfig.webview.json'] },
    vitest('unit'),
    vitest('contract'),
    { name: 'package', command: ['node', 'scripts/package.mjs', '--no-build'] },
    { name: 'editor', command: tsx('test/editor/run.ts', '--no-build', '--results', editorCounts), counts: editorCounts },
    vitest('outside'),
    ...(existsSync(path.join(root, 'test/promises/run.ts')) ? [{ name: 'promises', command: tsx('test/promises/run.ts', '--quick') }] : []),
  ];
}

async function runStage(stage: Stage): Promise<Counts> {
  console.log(`\n== ${stage.name}`);
  if (stage.counts !== undefined) await rm(stage.counts, { force: true });
  const started = performance.now();
  const [command = '', ...args] = stage.command;
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
    child.once('error', () => resolve(127));
    child.once('close', resolve);
  });
  const counts = stage.counts === undefined ? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 } : await readCounts(stage.counts, code);
  console.log(`-- ${stage.name}: ${String(counts.passed)} passed, ${String(counts.failed)} failed, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return counts;
}

/** A stage that fails without a failed test (a file that does not load, an unhandled rejection) counts as one failure. */
async function readCounts(file: string, code: number | null): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const found: unknown = JSON.parse(text);
  const passed = numberOf(found, 'numPassedTests') ?? numberOf(found, 'passed') ?? 0;
  const failed = numberOf(found, 'numFailedTests') ?? numberOf(found, 'failed') ?? 0;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function numberOf(value: unknown, key: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'number' ? found : undefined;
}

async function main(): Promise<void> {
  await mkdir(results, { recursive: true });
  const summary: string[] = [];
  let passed = 0;
  let failed = 0;
  for (const stage of stages()) {
    const counts = await runStage(stage);
    summary.push(`${counts.failed === 0 ? '✓' : '×'} ${stage.name}: ${String(counts.passed)} passed, ${String(counts.failed)} failed`);
    passed += counts.passed;
    failed += counts.failed;
  }
  console.log(`\n${summary.join('\n')}\n\n${String(passed)} passed, ${String(failed)} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
