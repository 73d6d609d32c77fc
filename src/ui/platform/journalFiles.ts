import { createHash } from 'node:crypto';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalFile, JournalFiles } from '../../app/orderJournalPorts';

const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;

/** The order journal's folder on this machine's disk. */
export function createJournalFiles(folder: string): JournalFiles {
  return {
    list: async () => listFiles(folder),
    read: async (name, offset) => readFrom(join(folder, name), offset),
    append: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
      await appendDurably(folder, name, bytes);
    },
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

async function listFiles(folder: string): Promise<readonly JournalFile[]> {
  const files: JournalFile[] = [];
  for (const name of (await namesIn(folder)).sort()) {
    const found = await stat(join(folder, name));
    if (found.isFile()) files.push({ name, size: found.size });
  }
  return files;
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

async function appendDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const file = await open(join(folder, name), 'a', ownerOnlyFile);
  let isNew = false;
  try {
    const before = await file.stat();
    isNew = before.size === 0;
    // A file that came from a backup or another umask must not be readable by others either.
    if (process.platform !== 'win32' && (before.mode & 0o777) !== ownerOnlyFile) await file.chmod(ownerOnlyFile);
    await file.appendFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(folder);
}

/** Makes the name of a new file as durable as its content. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
