import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSharedFile } from '../../../../../src/ui/platform/files/sharedFile';
import { createStoredFiles } from '../../../../../src/ui/platform/files/storedFiles';

describe('stored files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'stored-')), 'last');
  });
  afterEach(async () => rm(join(folder, '..'), { recursive: true }));

  it('are read completely during writes of other windows, and only by their owner', async () => {
    const files = [createStoredFiles(folder), createStoredFiles(folder)];
    const text = (at: number): string => JSON.stringify({ at, rest: String(at).repeat(20_000) });
    const read = new Set<number>();
    await Promise.all(
      files.map(async (file, window) => {
        for (let at = 0; at < 40; at++) {
          await file.write('one', text(window * 100 + at));
          const found = await file.read('one');
          read.add((JSON.parse(found ?? '') as { readonly at: number }).at);
        }
      }),
    );
    expect(read.size).toBeGreaterThan(1);
    expect(await readdir(folder)).toEqual(['one']);
    if (process.platform !== 'win32') expect((await stat(join(folder, 'one'))).mode & 0o777).toBe(0o600);
    expect(await files[0]?.names()).toEqual(['one']);
    await files[0]?.remove('one');
    expect(await files[1]?.read('one')).toBeUndefined();
  });

  it('that are damaged are set aside one beside the other, and a folder in their place too', async () => {
    await mkdir(folder, { recursive: true });
    const file = createSharedFile(folder, 'one.json');
    for (const text of ['a', 'b']) {
      await file.write(text);
      await file.setAside();
    }
    await mkdir(join(folder, 'one.json'));
    expect(await file.read()).toBe('');
    expect(await file.setAside()).toBe(join(folder, 'one.json.damaged-3'));
    await file.write('c');
    expect((await readdir(folder)).toSorted()).toEqual(['one.json', 'one.json.damaged', 'one.json.damaged-2', 'one.json.damaged-3']);
    expect(await readFile(join(folder, 'one.json.damaged'), 'utf8')).toBe('a');
    file.dispose();
  });

  it('leave no draft behind when they can’t be written', async () => {
    const files = createStoredFiles(folder);
    await mkdir(join(folder, 'one'), { recursive: true });
    await writeFile(join(folder, 'one', 'inside'), '');
    await expect(files.write('one', 'x')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['one']);
  });

  it('are undefined when they were never written or are too large', async () => {
    const files = createStoredFiles(folder);
    expect(await files.names()).toEqual([]);
    expect(await files.read('one')).toBeUndefined();
    await files.remove('one');
    await files.write('one', 'x');
    await writeFile(join(folder, 'one'), Buffer.alloc(8_000_001, 'x'));
    expect(await files.read('one')).toBeUndefined();
  });
});

describe('the stamp of a stored file', () => {
  it('is new after every write, also of the same text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stored-'));
    const files = createStoredFiles(folder);
    const stamps = [await files.stamp('one')];
    for (let round = 0; round < 3; round += 1) {
      await files.write('one', 'x');
      stamps.push(await files.stamp('one'));
    }
    expect(stamps[0]).toBeUndefined();
    expect(new Set(stamps).size).toBe(4);
    expect(await files.stamp('one')).toBe(stamps.at(-1));
    await rm(folder, { recursive: true });
  });
});

describe('a file that windows share', () => {
  it('keeps its content under another name when it is set aside', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shared-'));
    const file = createSharedFile(folder, 'alerts.json');
    await file.write('spoilt');
    const kept = await file.setAside();
    expect(await file.read()).toBeUndefined();
    await file.write('new');
    expect(await readFile(kept, 'utf8')).toBe('spoilt');
    expect((await readdir(folder)).toSorted()).toEqual(['alerts.json', 'alerts.json.damaged']);
    await rm(folder, { recursive: true });
  });

  it('is undefined when there is none, and throws when there is one that can’t be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shared-'));
    const file = createSharedFile(folder, 'alerts.json');
    expect(await file.read()).toBeUndefined();
    await symlink('alerts.json', join(folder, 'alerts.json'));
    await expect(file.read()).rejects.toThrow();
    await rm(folder, { recursive: true });
  });
});
