import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodeCache } from '../../../../../src/ui/platform/files/codeCache';

let folder: string;
let program: string;
/** Windows of one machine: what a file says of itself is read from here. */
const runs: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  runs.length = 0;
  Reflect.set(globalThis, 'codeCacheRuns', runs);
  folder = await realpath(await mkdtemp(join(tmpdir(), 'market-desk-code-')));
  program = join(folder, 'dist');
  await mkdir(program);
  await writeFile(join(program, 'extension.js'), '');
  await writeFile(
    join(program, 'main.js'),
    "codeCacheRuns.push('main'); const { sep } = require('node:path'); exports.sum = (a, b) => a + b; exports.sep = sep; exports.later = () => require('./late-1.js');",
  );
  await writeFile(
    join(program, 'late-1.js'),
    "codeCacheRuns.push('late'); exports.main = require('./main.js'); exports.fails = () => { throw new Error('x'); };",
  );
});
afterEach(async () => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'codeCacheRuns');
  await rm(folder, { recursive: true, force: true });
});

interface Main {
  readonly sum: (a: number, b: number) => number;
  readonly sep: string;
  readonly later: () => { readonly main: Main; readonly fails: () => void };
}

/** A window in which nothing was loaded yet. */
function open(): CodeCache & { main: () => Main } {
  const cache = new CodeCache({ program, folder: join(folder, 'storage', 'code') });
  return Object.assign(cache, { main: () => cache.load('main.js') as Main });
}

async function close(window: CodeCache): Promise<void> {
  window.dispose();
  const { createRequire } = await import('node:module');
  const { cache } = createRequire(join(program, 'extension.js'));
  for (const name of Object.keys(cache)) if (name.startsWith(program)) Reflect.deleteProperty(cache, name);
}

/** Loads everything in one window, which keeps it. */
async function keep(): Promise<void> {
  const window = open();
  window.main().later();
  await window.keep();
  await close(window);
}

/** The only file of the storage with this name. */
async function kept(name: string): Promise<string> {
  const [build = ''] = await readdir(join(folder, 'storage', 'code'));
  return join(folder, 'storage', 'code', build, name);
}

describe('the code cache', () => {
  it('runs each file once, with what it asks for, and as what a later import finds', async () => {
    const window = open();
    const main = window.main();
    expect([main.sum(1, 2), main.sep.length, main.later().main === main, window.main() === main]).toEqual([3, 1, true, true]);
    expect(runs).toEqual(['main', 'late']);
    const { createRequire } = await import('node:module');
    expect(createRequire(join(program, 'extension.js'))('./main.js')).toBe(main);
    await close(window);
  });

  it('runs a later window from kept code, with the same results and places of errors', async () => {
    const place = (window: { main: () => Main }): string => {
      try {
        window.main().later().fails();
      } catch (error) {
        return error instanceof Error ? (error.stack?.split('\n')[1] ?? '') : '';
      }
      return '';
    };
    const first = open();
    expect(first.fromCache).toEqual([]);
    const at = place(first);
    await first.keep();
    await close(first);
    const second = open();
    expect([second.main().sum(1, 2), place(second)]).toEqual([3, at]);
    expect(second.fromCache).toEqual(['main.js', 'late-1.js']);
    const { createRequire } = await import('node:module');
    await close(second);
    const plain: unknown = createRequire(join(program, 'extension.js'))('./late-1.js');
    expect(at).toMatch(/late-1\.js:1:\d+/);
    expect(place({ main: () => ({ later: () => plain }) as Main })).toBe(at);
    await close(second);
  });

  it('keeps by itself what was loaded, ten seconds after the last file', async () => {
    const window = open();
    const main = window.main();
    await vi.advanceTimersByTimeAsync(6_000);
    main.later();
    await vi.advanceTimersByTimeAsync(6_000);
    await expect(readdir(join(folder, 'storage'))).rejects.toThrow('ENOENT');
    await vi.advanceTimersByTimeAsync(4_000);
    await vi.waitFor(async () => expect((await readdir(await kept('.'))).toSorted()).toEqual(['late-1.js.bin', 'main.js.bin']));
    expect((await stat(await kept('main.js.bin'))).mode & 0o777).toBe(0o600);
    expect((await stat(await kept('.'))).mode & 0o777).toBe(0o700);
    await close(window);
  });

  it('compiles what changed, although its length did not, and removes what other builds have left', async () => {
    await keep();
    const before = await kept('.');
    await writeFile(join(program, 'main.js'), (await readFile(join(program, 'main.js'), 'utf8')).replace('a + b', 'a - b'));
    const changed = open();
    expect([changed.main().sum(1, 2), changed.fromCache]).toEqual([-1, []]);
    await changed.keep();
    await close(changed);
    expect(await kept('.')).not.toBe(before);
    expect(await readdir(join(folder, 'storage', 'code'))).toHaveLength(1);
  });

  it('compiles a changed file of a build that has the name of another', async () => {
    await keep();
    const { length } = await readFile(join(program, 'late-1.js'), 'utf8');
    // Of the same length, which the engine compares by itself.
    await writeFile(join(program, 'late-1.js'), "exports.main = 'other';".padEnd(length));
    const window = open();
    expect([window.main().later().main, window.fromCache]).toEqual(['other', ['main.js']]);
    await close(window);
  });

  it.each([
    ['is damaged', async (file: string) => writeFile(file, (await readFile(file)).with(-9, 255))],
    ['ends early', async (file: string) => writeFile(file, (await readFile(file)).subarray(0, 200))],
    ['is empty', async (file: string) => writeFile(file, '')],
    ['can be written by others', async (file: string) => chmod(file, 0o666)],
    [
      'is a link',
      async (file: string) => {
        await writeFile(`${file}.other`, await readFile(file), { mode: 0o600 });
        await rm(file);
        await symlink(`${file}.other`, file);
      },
    ],
    [
      'is a folder',
      async (file: string) => {
        await rm(file);
        await mkdir(file);
      },
    ],
  ])('compiles anew when kept code %s', async (_, spoil) => {
    await keep();
    await spoil(await kept('main.js.bin'));
    const window = open();
    expect([window.main().sum(1, 2), window.fromCache]).toEqual([3, []]);
    expect(window.main().later().main.sum(2, 2)).toBe(4);
    await close(window);
  });

  it('finds the program that a link leads to, as Node does', async () => {
    const real = program;
    program = join(folder, 'link');
    await symlink(real, program);
    const window = open();
    const main = window.main();
    const { createRequire } = await import('node:module');
    expect(createRequire(join(real, 'extension.js'))('./main.js')).toBe(main);
    program = real;
    await close(window);
  });

  it('loads where nothing can be kept', async () => {
    await writeFile(join(folder, 'storage'), 'a file where the folder should be');
    const window = open();
    expect(window.main().sum(1, 2)).toBe(3);
    await window.keep();
    await close(window);
  });

  it('loads a file again that failed', async () => {
    const text = await readFile(join(program, 'main.js'), 'utf8');
    await writeFile(join(program, 'main.js'), "throw new Error('not yet');");
    const window = open();
    expect(() => window.main()).toThrow('not yet');
    await writeFile(join(program, 'main.js'), text);
    expect(window.main().sum(1, 2)).toBe(3);
    await close(window);
  });

  it('keeps nothing after its window closed', async () => {
    const window = open();
    window.main();
    await close(window);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(readdir(join(folder, 'storage'))).rejects.toThrow('ENOENT');
  });
});
