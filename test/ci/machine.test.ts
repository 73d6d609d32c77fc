import { execFileSync, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = path.resolve('.ci', 'machine');
const canCompare = existsSync('/proc/self/fd') && spawnSync('find', ['--version']).stdout.includes('GNU');

describe.runIf(canCompare)('comparing the machine before and after a run', () => {
  const mark = randomUUID();
  let scratch = '';
  const at = (...names: readonly string[]): string => path.join(scratch, ...names);
  const started: ChildProcess[] = [];

  const machine = (
    command: 'note' | 'compare',
    more: NodeJS.ProcessEnv = {},
  ): { readonly status: number | null; readonly stdout: string } =>
    spawnSync(script, [command, at('noted')], {
      encoding: 'utf8',
      env: {
        ...process.env,
        RUN_MARK: mark,
        RUN_FOLDERS: at('own'),
        CACHES: at('home', '.npm'),
        DEVICES: at('dev'),
        PLACES: at('home'),
        SHARED_FOLDERS: at('tmp'),
        PATIENCE: '0',
        ...more,
      },
    });

  /** Starts Node.js in its own session, so that only its mark tells where it came from. */
  const start = async (code: string, env: NodeJS.ProcessEnv): Promise<string> => {
    const child = spawn(process.execPath, ['-e', `${code}; setInterval(() => {}, 1000)`], {
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    return new Promise((resolve) => child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())));
  };

  beforeEach(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-machine-'));
    for (const folder of ['dev', 'home/.npm', 'home/.config', 'home/.local', 'tmp', 'own']) await mkdir(at(folder), { recursive: true });
    for (const name of ['.gitconfig', '.profile']) await writeFile(at('home', name), 'before');
    await writeFile(at('home', '.config', 'kept'), '');
    execFileSync('mkfifo', ['-m', '666', at('dev', 'null'), at('dev', 'full')]);
    expect(machine('note').status).toBe(0);
  });
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    await rm(scratch, { recursive: true, force: true });
  });

  it('finds nothing where only caches grew and others are at work', async () => {
    await writeFile(at('home', '.npm', 'package'), '');
    await start("console.log('ready')", { MARKET_DESK_RUN: randomUUID() });
    expect(machine('compare')).toMatchObject({ status: 0, stdout: 'The machine is as it was.\n' });
  });

  it('finds each change of a device, outside the clone, and in the temporary folder of the run', async () => {
    await chmod(at('dev', 'null'), 0o600);
    await rm(at('dev', 'full'));
    await writeFile(at('home', '.config', 'new'), '');
    await writeFile(at('home', '.gitconfig'), 'after');
    await chmod(at('home', '.profile'), 0o600);
    await rm(at('home', '.config', 'kept'));
    await chmod(at('home', '.local'), 0o700);
    await writeFile(at('own', 'left'), '');
    const { status, stdout } = machine('compare');
    expect(status).toBe(1);
    for (const told of [
      /dev\/null was p 666 \S+, is p 600/,
      /dev\/full is gone/,
      /\.config\/new is new/,
      /\.gitconfig was f/,
      /\.profile was f/,
      /\.config\/kept is gone/,
      /\.local was d/,
      /own\/left was left/,
    ])
      expect(stdout).toMatch(told);
  });

  it('finds a leftover process with its port, and one that lost the mark and works in a temporary folder of the run', async () => {
    const port = await start("require('net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })", {
      MARKET_DESK_RUN: mark,
    });
    await start(`console.log(${JSON.stringify(at('own', 'profile'))})`, {});
    const { status, stdout } = machine('compare');
    expect(status).toBe(1);
    for (const { pid } of started) expect(stdout).toContain(`process ${String(pid)} still runs`);
    expect(stdout).toContain(`(listens on port ${port})`);
  });

  it('finds a file of a shared temporary folder by its name', async () => {
    await mkdir(at('tmp', 'market-desk-lost'));
    await writeFile(at('tmp', 'of-somebody-else'), '');
    const { status, stdout } = machine('compare', { ALONE: '1' });
    expect(status).toBe(1);
    expect(stdout).toBe(`The run has changed the machine:\n  ${at('tmp', 'market-desk-lost')} is new: there\n`);
  });

  it('ignores files of shared temporary folders when another checkout is at work', async () => {
    const checkout = at('home', '.npm', 'checkout');
    await mkdir(checkout);
    await writeFile(path.join(checkout, 'package.json'), '{\n  "name": "market-desk"\n}\n');
    started.push(spawn('sleep', ['30'], { cwd: checkout }));
    await mkdir(at('tmp', 'market-desk-lost'));
    expect(machine('compare').status).toBe(0);
  });
});
