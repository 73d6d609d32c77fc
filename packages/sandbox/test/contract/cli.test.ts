import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/commandLine';
import { defaultOptions } from '../../src/options';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');
/** Translated once: each start from the sources takes a second of the processor. */
const bundled = join(mkdtempSync(join(tmpdir(), 'market-desk-cli-')), 'sandbox.cjs');
beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'packages', 'sandbox', 'src', 'main.ts')],
    outfile: bundled,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
});
afterAll(() => rmSync(dirname(bundled), { recursive: true }));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(args: readonly string[]) {
  return follow(spawn(process.execPath, [bundled, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }));
}

function follow(child: ChildProcessByStdio<null, Readable, Readable>) {
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk));
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n/m.exec(output.stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
    void closed.then(([code]) => reject(new Error(`ended with ${String(code)}: ${output.stderr}`)));
  });
  ready.catch(() => undefined);
  return { child, output, closed, ready };
}

describe('the command line', () => {
  it('reads every option', () => {
    const args = [
      '--port',
      '8080',
      '--strict',
      '--token-lifetime',
      '60',
      '--clock-skew',
      '-7000',
      '--seed',
      '7',
      '--latency',
      '25',
      '--always-open',
      '--ticks-per-second',
      '2000',
      '--state',
      'file.json',
    ];
    expect(parseCommandLine(args)).toEqual({
      kind: 'run',
      controls: 'own',
      options: {
        ...defaultOptions,
        port: 8080,
        strict: true,
        tokenLifetimeSeconds: 60,
        clockSkewMs: -7000,
        seed: 7,
        latencyMs: 25,
        alwaysOpen: true,
        ticksPerSecond: 2000,
        stateFile: 'file.json',
      },
    });
    expect(parseCommandLine(['--like-live', '--language', 'zh-tw', '--server-time-needs-credentials', '--jump-page', 'own'])).toEqual({
      kind: 'run',
      controls: 'own',
      options: { ...defaultOptions, likeLive: true, language: 'zh-tw', serverTimeNeedsCredentials: true, jumpPage: 'own' },
    });
    expect(parseCommandLine(['--clock-skew=-1'])).toMatchObject({ options: { clockSkewMs: -1 } });
    expect(parseCommandLine([])).toEqual({
      kind: 'run',
      controls: 'own',
      options: defaultOptions,
    });
  });

  it.each([
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', 'x'],
    ['--port', ''],
    ['--port', '1.5'],
    ['--port', '0x10'],
    ['--port'],
    ['--token-lifetime', '0'],
    ['--seed', '1e3'],
    ['--latency', '600001'],
    ['--state', ''],
    ['--ticks-per-second', '-1'],
    ['--unknown'],
    ['extra'],
    ['--strict=no'],
    ['--strict', '--like-live'],
    ['--language', 'de'],
    ['--jump-page', 'https://x'],
  ])('refuses %j %j', (...args) => {
    expect(parseCommandLine(args.filter((arg) => typeof arg === 'string')).kind).toBe('wrong');
  });

  it('prints one line when it is ready, serves, and ends at once with 0 on a signal, leaving nothing behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'market-desk-cli-'));
    try {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        const stateFile = join(folder, 'state.json');
        const { child, output, closed, ready } = run([
          '--port',
          '0',
          '--token-lifetime',
          '60',
          '--clock-skew',
          '60000',
          '--state',
          stateFile,
        ]);
        const url = await ready;
        const { server_time_ms } = (await (await fetch(`${url}/api/v1.0/server-time`)).json()) as { server_time_ms: string };
        expect(Math.abs(Number(server_time_ms) - Date.now() - 60_000)).toBeLessThan(5000);
        const began = performance.now();
        child.kill(signal);
        expect(await closed).toEqual([0, null]);
        expect(performance.now() - began).toBeLessThan(5000);
        expect(output.stdout).toBe(`sandbox listening on ${url}\n`);
        expect(readdirSync(folder)).toEqual(existsSync(stateFile) ? ['state.json'] : []);
        await expect(fetch(url)).rejects.toThrow();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.skipIf(process.platform === 'win32')('ends together with npm', async () => {
    const npm = follow(spawn('npm', ['run', 'sandbox', '--', '--port', '0'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }));
    const url = await npm.ready;
    npm.child.kill('SIGTERM');
    await npm.closed;
    await expect
      .poll(
        async () =>
          fetch(url).then(
            () => 'still there',
            () => 'gone',
          ),
        { timeout: 5000 },
      )
      .toBe('gone');
  });

  it('prints its options with --help', async () => {
    const { output, closed } = run(['--help']);
    expect((await closed)[0]).toBe(0);
    for (const option of [
      '--port',
      '--strict',
      '--like-live',
      '--language',
      '--server-time-needs-credentials',
      '--jump-page',
      '--token-lifetime',
      '--clock-skew',
      '--seed',
      '--latency',
      '--state',
      '--help',
    ])
      expect(output.stdout).toContain(option);
  });

  it('names a wrong option and ends with 2', async () => {
    const { output, closed } = run(['--port', 'many']);
    expect([(await closed)[0], output.stdout]).toEqual([2, '']);
    expect(output.stderr).toMatch(/^--port must be an integer from 0 to 65535\n/);
  });

  it('reports a port that is taken and ends with 1', async () => {
    const first = run(['--port', '0']);
    const { port } = new URL(await first.ready);
    const second = run(['--port', port]);
    expect([(await second.closed)[0], second.output.stdout]).toEqual([1, '']);
    expect(second.output.stderr).toBe(
      `the sandbox could not start: port ${port} is taken by another program; choose another with --port, or 0 for a free one (EADDRINUSE)\n`,
    );
  });

  it('reports a state file that it cannot use before it is ready, and ends with 1', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'market-desk-cli-'));
    try {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      for (const stateFile of [folder, join(file, 'state.json')]) {
        const { output, closed } = run(['--state', stateFile]);
        expect([(await closed)[0], output.stdout]).toEqual([1, '']);
        expect(output.stderr).toMatch(/^the sandbox could not start: the state file .* cannot be read and written: .*\n$/);
        expect(output.stderr).toContain(stateFile);
      }
      expect(readdirSync(folder)).toEqual(['file']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
