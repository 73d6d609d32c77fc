/**
 * `npm run check`: finds most mistakes in a minute or two, before anything runs in an editor. Types and the rules of the house cache their
 * results in `node_modules/.cache`, so that the second run only checks what changed.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { sourceSteps } from './sourceSteps';
import type { SourceStep } from './sourceSteps';

const root = path.resolve(import.meta.dirname, '..');
/** Each step takes one processor. */
const besideEachOther = 2;
const tests: SourceStep = {
  name: 'architecture and user interface',
  command: [
    path.join(root, 'node_modules', '.bin', 'vitest'),
    ...['run', '--project', 'unit*', '--reporter=dot', '--maxWorkers=1', 'test/architecture', 'test/unit/ui', 'test/unit/promises'],
  ],
};

async function run([command = '', ...args]: readonly string[]): Promise<{ readonly ok: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32', env: { ...process.env, NO_COLOR: '1' } });
    const output: string[] = [];
    child.stdout.on('data', (part: Buffer) => output.push(part.toString()));
    child.stderr.on('data', (part: Buffer) => output.push(part.toString()));
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output: output.join('') }));
  });
}

/** Takes one step after the other until none is left. Returns how many failed. */
async function work(steps: SourceStep[]): Promise<number> {
  let failed = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const started = performance.now();
    const { ok, output } = await run(step.command);
    console.log(`${ok ? '✓' : '×'} ${step.name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    if (!ok) console.log(output);
    if (!ok) failed += 1;
  }
  return failed;
}

async function main(): Promise<void> {
  const [longest, ...rest] = sourceSteps(path.join('node_modules', '.cache'));
  const steps = longest === undefined ? [tests] : [longest, tests, ...rest];
  const failed = await Promise.all(Array.from({ length: besideEachOther }, async () => work(steps)));
  process.exitCode = failed.some((count) => count > 0) ? 1 : 0;
}

void main();
