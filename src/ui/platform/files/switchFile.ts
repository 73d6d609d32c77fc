import { lstatSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SwitchFile } from '../../../app/orders/write/stop/sendingPorts';
import type { Event } from '../../../app/platform/ports';
import { syncFolder } from './syncFolder';

/** What file systems say that have no second names for a file. */
const withoutLinks = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK'];

/** A file that is read in one step, because the next step may send the first byte of an order, and that survives a loss of power. */
export function createSwitchFile(folder: string, name: string, onDidChange: Event<void>): SwitchFile {
  const path = join(folder, name);
  /** Writes the text completely under another name, which `place` then gives or adds the right one. */
  const drafted = async (text: string, place: (draft: string) => Promise<void>): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await writeDurably(draft, text, 'wx');
      await place(draft);
      await syncFolder(folder);
    } finally {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  };
  return {
    readNow: () => {
      try {
        return readFileSync(path, 'utf8');
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
        if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
        // Another request, or another window, has just made the file; or something was here: a link to nothing has the name, and fails again.
        return readFileSync(path, 'utf8');
      }
    },
    write: async (text) => drafted(text, async (draft) => rename(draft, path)),
    // A file that is written under its own name is empty for a moment, and stays so if the disk fails then: an empty one stops everything.
    create: async (text) =>
      drafted(text, async (draft) => {
        try {
          await link(draft, path);
        } catch (error) {
          if (hasCode(error, 'EEXIST')) return;
          if (!withoutLinks.some((code) => hasCode(error, code))) throw error;
          await writeDurably(path, text, 'wx').catch((failure: unknown) => {
            if (!hasCode(failure, 'EEXIST')) throw failure;
          });
        }
      }),
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
