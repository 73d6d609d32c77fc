/**
 * `npm run check`: what catches most mistakes within two minutes, before anything runs in an editor. Types and lint keep what
 * they found in `node_modules/.cache`, so that the second run looks only at what changed.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const cache = path.join('node_modules', '.cache');
const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);
const types = (project: string): readonly string[] => [
  bin('tsc'),
  ...['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', path.join(cache, `${project}.tsbuildinfo`)],
];

/** Two lines of work beside each other, each in order. */
const lines: readonly (readonly { readonly name: string; readonly command: readonly string[] }[])[] = [
  [
    { name: 'types', command: types('tsconfig.json') },
    { name: 'types of the webviews', command: types('tsconfig.webview.json') },
    {
      name: 'architecture and user interface',
      command: [bin('vitest'), 'run', '--project', 'unit', '--reporter=dot', 'test/architecture', 'test/unit/ui', 'test/unit/promises'],
    },
  ],
  [
    {
      name: 'format',
      command: [
        bin('prettier'),
        '--check',
        '--log-level',
        'warn',
        '--cache',
        '--cache-location',
        path.join(cache, 'prettier', 'check'),
        '.',
      ],
    },
    {
      name: 'lint',
      command: [bin('eslint'), '--cache', '--cache-location', path.join(cache, 'eslint'), '--cache-strategy', 'content', '.'],
    },
  ],
];

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

async function main(): Promise<void> {
  const results = await Promise.all(
    lines.map(async (line) => {
      let failed = 0;
      for (const { name, command } of line) {
        const started = performance.now();
        const { ok, output } = await run(command);
        console.log(`${ok ? '✓' : '×'} ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
        if (!ok) console.log(output);
        if (!ok) failed += 1;
      }
      return failed;
    }),
  );
  process.exitCode = results.some((failed) => failed > 0) ? 1 : 0;
}

void main();
