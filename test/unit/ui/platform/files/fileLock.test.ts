import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileLock } from '../../../../../src/ui/platform/files/fileLock';
import { Processes } from '../../../../../src/ui/platform/files/processIdentity';
import { bundledWorker } from '../../../../support/machine/bundledWorker';

const signal = new AbortController().signal;
let directory = '';
const children: ChildProcess[] = [];

let built = '';
let worker = '';

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'market-desk-lock-worker-'));
  worker = bundledWorker('lockWorker', built);
});
afterAll(async () => rm(built, { recursive: true, force: true }));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'market-desk-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

function start(rounds: number): ChildProcess {
  const child = spawn(process.execPath, [worker, join(directory, 'locks'), 'order 1', String(rounds), join(directory, 'ledger')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function prints(child: ChildProcess, word: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    child.stdout?.on('data', (data: Buffer) => (data.toString().includes(word) ? done() : undefined));
    child.once('exit', (code) => fail(new Error(`ended with ${String(code)}`)));
  });
}

async function ended(child: ChildProcess): Promise<number | null> {
  return child.exitCode ?? new Promise((done) => child.once('exit', (code) => done(code)));
}

async function leftovers(): Promise<readonly string[]> {
  return (await readdir(join(directory, 'locks'), { recursive: true })).filter((file) => file.includes('.'));
}

describe('FileLock', () => {
  const open = (): FileLock => new FileLock(join(directory, 'locks'));

  it('has one holder at a time and leaves nothing behind', async () => {
    const [one, two] = [open(), open()];
    const lock = await one.tryAcquire('a');
    expect(lock?.name).toBe('a');
    expect(await two.tryAcquire('a')).toBeUndefined();
    expect(await one.tryAcquire('a')).toBeUndefined();
    expect(await two.tryAcquire('b')).toBeDefined();
    await lock?.release();
    await lock?.release();
    const next = await two.tryAcquire('a');
    expect(next).toBeDefined();
    await next?.release();
    two.dispose();
    await expect.poll(leftovers).toEqual([]);
  });

  it('accepts any text as a name', async () => {
    const locks = open();
    for (const name of ['../../etc/passwd', 'a/b\\c:d', 'ü 註', '', '.', 'x'.repeat(5000)]) {
      const lock = await locks.tryAcquire(name);
      expect(lock).toBeDefined();
      expect(await open().tryAcquire(name)).toBeUndefined();
      await lock?.release();
    }
  });

  it('waits until it is free, or until the waiting is canceled', async () => {
    const [one, two] = [open(), open()];
    const lock = await one.tryAcquire('a');
    const controller = new AbortController();
    const calledOff = two.acquire('a', { signal: controller.signal });
    const tooLong = two.acquire('a', { signal, timeoutMs: 50 });
    const patient = two.acquire('a', { signal });
    controller.abort();
    expect(await calledOff).toBeUndefined();
    expect(await tooLong).toBeUndefined();
    await lock?.release();
    expect((await patient)?.name).toBe('a');
  });

  it('never has two holders among many that race for it in one process', async () => {
    const windows = Array.from({ length: 8 }, open);
    let inside = 0;
    let most = 0;
    await Promise.all(
      windows.map(async (locks) => {
        for (let round = 0; round < 8; round += 1) {
          const lock = await locks.tryAcquire('a');
          if (lock === undefined) continue;
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((done) => setImmediate(done));
          inside -= 1;
          await lock.release();
        }
      }),
    );
    expect(most).toBe(1);
  });

  it('never has two holders among processes', async () => {
    const workers = [start(40), start(40), start(40)];
    expect(await Promise.all(workers.map(ended))).toEqual([0, 0, 0]);
    const marks = (await readFile(join(directory, 'ledger'), 'utf8')).trim().split('\n');
    expect(marks).toHaveLength(240);
    for (let index = 0; index < marks.length; index += 2) expect(marks[index + 1]).toBe(marks[index]?.replace('+', '-'));
    expect(await leftovers()).toEqual([]);
  }, 60_000);

  it('is free again when its holder was killed', async () => {
    const child = start(0);
    await prints(child, 'held');
    const locks = open();
    expect(await locks.tryAcquire('order 1')).toBeUndefined();
    child.kill('SIGKILL');
    await ended(child);
    expect(await locks.tryAcquire('order 1')).toBeDefined();
  }, 60_000);

  it('is not kept by a process that got the ID of a dead one', async () => {
    const locks = open();
    const lock = await locks.tryAcquire('a');
    const [holder = ''] = (await leftovers()).filter((file) => file.includes('holder'));
    await lock?.release();
    const own = await new Processes().own();
    await writeFile(join(directory, 'locks', holder.replace(own.start, 'earlier-boot')), '');
    expect(await locks.tryAcquire('a')).toBeDefined();
  });

  it('is kept by another machine on the same disk while that one shows signs of life', async () => {
    const locks = open();
    const lock = await locks.tryAcquire('a');
    const [holder = ''] = (await leftovers()).filter((file) => file.includes('holder'));
    await lock?.release();
    await writeFile(join(directory, 'locks', holder.replace(/holder\.[0-9a-f]+\./, 'holder.abcabcabcabc.')), '');
    expect(await locks.tryAcquire('a')).toBeUndefined();
  });
});

describe('Processes', () => {
  it('returns true for a running process and false for one that has exited', async () => {
    const processes = new Processes();
    const own = await processes.own();
    expect(await processes.isAlive(own)).toBe(true);
    expect(await processes.isAlive({ ...own, start: 'other' })).toBe(false);
    expect(await processes.isAlive({ pid: 2 ** 30, start: own.start })).toBe(false);
    expect(await processes.isAlive({ pid: Number.NaN, start: own.start })).toBe(false);
    expect(await processes.isAlive({ pid: -1, start: own.start })).toBe(false);
    expect(await processes.isAlive({ pid: process.ppid, start: 'unknown' })).toBe(true);
  });
});
