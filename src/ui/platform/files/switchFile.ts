import { lstatSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SwitchFile } from '../../../app/orders/write/stop/sendingPorts';
import type { Event } from '../../../app/platform/ports';
import { syncFolder } from './syncFolder';

/** A file that is read in one step, because the next step may send the first byte of an order, and that survives a loss of power. */
export function createSwitchFile(folder: string, name: string, onDidChange: Event<void>): SwitchFile {
  const path = join(folder, name);
  return {
    readNow: () => {
      try {
        return readFileSync(path, 'utf8');
      } catch (error) {
        // A link to nothing has the name, so something was here.
        if (hasCode(error, 'ENOENT') && lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
        throw error;
      }
    },
    write: async (text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomBytes(6).toString('hex')}`;
      try {
        await writeDurably(draft, text, 'wx');
        await rename(draft, path);
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    create: async (text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeDurably(path, text, 'wx');
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      await syncFolder(folder);
    },
    // A full disk can still create a name.
    spoil: async () => writeDurably(path, '', 'w'),
    onDidChange,
  };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function writeDurably(path: string, text: string, flags: 'w' | 'wx'): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
