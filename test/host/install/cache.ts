import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The folder for everything that a test run downloads; ignored by git, and may be deleted at any time. */
export const cacheRoot = path.resolve(import.meta.dirname, '..', '..', '..', '.vscode-test');

const markerName = '.installed.json';
const lockTimeout = 10 * 60_000;

export interface Installation {
  /** Folder name below {@link cacheRoot}; contains the version, so that an old copy is never used for another version. */
  readonly name: string;
  /** Fills an empty folder. */
  readonly install: (folder: string) => Promise<void>;
  /** Replaces {@link cacheRoot}. */
  readonly root?: string;
  /** Files, relative to the folder, that must exist with an unchanged size for the copy to count as complete. */
  readonly files: readonly string[];
}

/**
 * The folder of an installation, created on first use.
 *
 * Concurrent callers, including those in other processes, wait for the first one. The copy is built in another folder and renamed, so an
 * interrupted installation never counts as complete; a damaged copy is built again.
 */
export async function ensureInstalled(installation: Installation): Promise<string> {
  const root = installation.root ?? cacheRoot;
  const folder = path.join(root, installation.name);
  if (await isWhole(folder, installation.files)) return folder;
  return withLock(installation.name, async () => ((await isWhole(folder, installation.files)) ? folder : fill(folder, installation)), root);
}

async function fill(folder: string, { install, files }: Installation): Promise<string> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  await install(draft);
  await writeFile(path.join(draft, markerName), JSON.stringify(await sizesOf(draft, files)));
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  return folder;
}

async function sizesOf(folder: string, files: readonly string[]): Promise<Record<string, number>> {
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, (await stat(path.join(folder, file))).size] as const)));
}

async function isWhole(folder: string, files: readonly string[]): Promise<boolean> {
  try {
    const expected: unknown = JSON.parse(await readFile(path.join(folder, markerName), 'utf8'));
    return JSON.stringify(expected) === JSON.stringify(await sizesOf(folder, files));
  } catch {
    return false;
  }
}

/**
 * Runs `work` while no other process runs work under the same name.
 *
 * The lock is a file that holds its owner's process ID; the lock of a process that has ended is taken over.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, root = cacheRoot): Promise<T> {
  await mkdir(root, { recursive: true });
  const file = path.join(root, `${name}.lock`);
  const own = `${file}.${randomUUID()}`;
  const deadline = Date.now() + lockTimeout;
  await writeFile(own, String(process.pid));
  try {
    // A link is created completely or not at all, so a lock without an owner is never read.
    while (!(await linked(own, file))) {
      const owner = Number(await readFile(file, 'utf8').catch(() => ''));
      if (owner > 0 && !isAlive(owner)) await takeAway(file, `${own}.stale`);
      if (Date.now() > deadline)
        throw new Error(`Another process holds ${file} for too long. Delete the file if no installation is running.`);
      await sleep(250);
    }
    try {
      return await work();
    } finally {
      await rm(file, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}

async function linked(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Only one of several rivals succeeds in renaming; one that got a fresh lock puts it back. */
async function takeAway(file: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if (isAlive(Number(await readFile(aside, 'utf8')))) await linked(aside, file);
  await rm(aside, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
