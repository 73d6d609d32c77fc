import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredFiles } from '../../../app/platform/ports';
import { isAbsent } from './absent';

/** In bytes; a character has up to three. */
const largest = 8_000_000;

/** The files of one folder of the extension's storage. */
export function createStoredFiles(directory: string): StoredFiles {
  return {
    names: async () => readdir(directory).catch(() => []),
    stamp: async (name) => {
      const found = await stat(join(directory, name), { bigint: true }).catch(() => undefined);
      return found === undefined ? undefined : `${found.ino}.${found.mtimeNs}`;
    },
    writtenMs: async (name) => (await stat(join(directory, name)).catch(() => undefined))?.mtimeMs,
    read: async (name) => {
      const file = await open(join(directory, name)).catch((error: unknown) => {
        if (isAbsent(error)) return undefined;
        throw error;
      });
      if (file === undefined) return undefined;
      try {
        const { size } = await file.stat();
        return size === 0 || size > largest ? undefined : await file.readFile('utf8');
      } finally {
        await file.close();
      }
    },
    write: async (name, text) => writeWhole(directory, name, text),
    remove: async (name) => rm(join(directory, name), { force: true }),
  };
}

/** Readers of the file see either the old content or all of the new content. */
export async function writeWhole(directory: string, name: string, text: string): Promise<void> {
  const draft = join(directory, `${name}.${randomBytes(6).toString('hex')}`);
  const write = async (): Promise<void> => writeFile(draft, text, { mode: 0o600 });
  try {
    await write().catch(async (error: unknown) => {
      if (!isAbsent(error)) throw error;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await write();
    });
    await rename(draft, join(directory, name));
  } catch (error) {
    // On a full disk, what is left of a draft would take the space that becomes free.
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
