import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureInstalled } from './cache';
import type { Installation } from './cache';

describe('an installation in the cache', () => {
  let root = '';
  let installs = 0;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'market-desk-cache-'));
    installs = 0;
  });
  afterEach(async () => rm(root, { recursive: true, force: true }));

  const installation = (install?: Installation['install']): Installation => ({
    name: 'thing-1.0',
    root,
    files: ['a.txt'],
    install:
      install ??
      (async (folder) => {
        installs++;
        await writeFile(path.join(folder, 'a.txt'), 'whole');
      }),
  });

  it('is made only once when several processes ask for it at the same time', async () => {
    const folders = await Promise.all([1, 2, 3, 4].map(async () => ensureInstalled(installation())));
    expect(new Set(folders)).toEqual(new Set([path.join(root, 'thing-1.0')]));
    expect(installs).toBe(1);
    expect(await readdir(root)).toEqual(['thing-1.0']);
  });

  it('is made again after a file was damaged or removed', async () => {
    const folder = await ensureInstalled(installation());
    await writeFile(path.join(folder, 'a.txt'), 'half');
    await ensureInstalled(installation());
    await rm(path.join(folder, 'a.txt'));
    await ensureInstalled(installation());
    expect(installs).toBe(3);
    expect(await readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('whole');
  });

  it('is not considered complete after an interruption', async () => {
    const broken = installation(async (folder) => {
      await writeFile(path.join(folder, 'a.txt'), 'whole');
      throw new Error('the network is gone');
    });
    await expect(ensureInstalled(broken)).rejects.toThrow('the network is gone');
    await ensureInstalled(installation());
    expect(installs).toBe(1);
  });

  it('does not wait for a process that has ended', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    await writeFile(path.join(root, 'thing-1.0.lock'), String(dead));
    await ensureInstalled(installation());
    expect(installs).toBe(1);
  });
});
