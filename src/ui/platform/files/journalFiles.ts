import { createHash } from 'node:crypto';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JournalFile, JournalFiles } from '../../../app/orders/journal/orderJournalPorts';
import { syncFolder } from './syncFolder';

const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;

/** The order journal's folder on this machine's disk. */
export function createJournalFiles(folder: string): JournalFiles {
  /** Files that this window has synced to disk, together with everything before them, so that they survive a loss of power. */
  const settled = new Set<string>();
  return {
    list: async () => listFiles(folder),
    read: async (name, offset) => readFrom(join(folder, name), offset),
    append: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
      // The chain would break if the next line survived a loss of power but the previous one did not.
      if (!settled.has(name)) await syncFileBefore(folder, name);
      const isNew = await appendDurably(join(folder, name), bytes);
      if (!isNew && settled.has(name)) return;
      await syncNames(folder);
      settled.add(name);
    },
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function listFiles(folder: string): Promise<readonly JournalFile[]> {
  const files = (await namesIn(folder)).sort().map(async (name): Promise<readonly JournalFile[]> => {
    const found = await stat(join(folder, name), { bigint: true });
    // No program can set a file's ctime back.
    const stamp = [found.ino, found.mtimeNs, found.ctimeNs].join('.');
    // eslint-disable-next-line house/exact-amounts -- A size of a file.
    return found.isFile() ? [{ name, size: Number(found.size), stamp }] : [];
  });
  return (await Promise.all(files)).flat();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readFrom(path: string, offset: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(Math.max(0, size - offset));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** @returns true if the file was empty before. */
async function appendDurably(path: string, bytes: Uint8Array): Promise<boolean> {
  const file = await open(path, 'a', ownerOnlyFile);
  try {
    const before = await file.stat();
    // A device, a pipe or a socket keeps nothing, even if writing to it succeeds.
    if (!before.isFile()) throw new Error(`${path} is not a regular file, so the journal cannot be kept in it.`);
    // A file from a backup or with another umask must not be readable by others either.
    if (before.uid === process.getuid?.() && (before.mode & 0o777) !== ownerOnlyFile) await file.chmod(ownerOnlyFile);
    await file.appendFile(bytes);
    await file.sync();
    return before.size === 0;
  } finally {
    await file.close();
  }
}

/** Syncs the end of the previous file: a window that was killed may have left it unwritten. */
async function syncFileBefore(folder: string, name: string): Promise<void> {
  const earlier = (await namesIn(folder))
    .filter((other) => other < name)
    .sort()
    .at(-1);
  if (earlier !== undefined) await syncFile(join(folder, earlier));
}

/**
 * Syncs the name of the file and those of the folders that lead to it. That they exist proves nothing: the window that
 * created them may have been killed before it synced them. The extension also creates its own storage folder around the journal.
 */
async function syncNames(folder: string): Promise<void> {
  const storage = dirname(folder);
  for (const one of [folder, storage, dirname(storage)]) await syncFolder(one);
}

async function syncFile(path: string): Promise<void> {
  // Windows flushes a file only with a handle that has write access.
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
