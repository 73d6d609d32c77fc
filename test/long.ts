/**
 * `npm run test:long`: what takes too long for every change, one after the other: `-- surfaces plants` runs these two. A nightly workflow
 * runs all. The last line counts them.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string): string => path.join('node_modules', '.bin', name);

const stages: Readonly<Record<string, readonly string[]>> = {
  build: ['npm', 'run', '--silent', 'build'],
  /** The texts of the code as the editor's own tool finds them. */
  texts: [bin('vitest'), 'run', '--project', 'unit*', 'test/architecture/manifest.test.ts'],
  /** Inside the oldest editor that is supported. */
  minimum: [bin('tsx'), 'test/editor/run.ts', '--no-build', '--engine', 'minimum'],
  /** Every surface in every theme and size; pictures go to test-results/surfaces. */
  surfaces: ['npm', 'run', '--silent', 'surfaces', '--', path.join('test-results', 'surfaces')],
  /** What only a window shows. */
  outside: [bin('vitest'), 'run', '--project', 'outside'],
  /** Every planted fault, and the test that finds it. */
  plants: [bin('tsx'), 'test/plants/run.ts'],
  bench: ['npm', 'run', '--silent', 'bench'],
  mutation: ['npm', 'run', '--silent', 'mutation'],
  /** All promises with their full counts. */
  promises: ['npm', 'run', '--silent', 'promises', '--', '--no-build'],
};

async function run([command = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, MARKET_DESK_LONG: '1' };
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => stages[name] === undefined);
  if (unknown.length > 0) throw new Error(`no such stage: ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}`);
  const failed: string[] = [];
  const chosen = Object.entries(stages).filter(([name]) => name === 'build' || asked.length === 0 || asked.includes(name));
  for (const [name, command] of chosen) {
    console.log(`\n== ${name}`);
    const began = performance.now();
    const ok = await run(command);
    if (!ok) failed.push(name);
    console.log(`-- ${name}: ${ok ? 'passed' : 'failed'}, ${((performance.now() - began) / 60_000).toFixed(1)} min`);
  }
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`);
  console.log(`\n${String(chosen.length - failed.length)} passed, ${String(failed.length)} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

void main();
