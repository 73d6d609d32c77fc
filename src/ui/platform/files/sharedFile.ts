import { lstat, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Emitter } from '../../../app/platform/emitter';
import type { Disposable, KeptFile } from '../../../app/platform/ports';
import { isAbsent } from './absent';
import { writeWhole } from './storedFiles';

/** A small file that all windows share. Written atomically, and watched while there are listeners. */
export function createSharedFile(directory: string, name: string): KeptFile & Disposable {
  const path = join(directory, name);
  const changed = new Emitter<undefined>();
  const subscriptions: vscode.Disposable[] = [];
  const watch = (): void => {
    if (subscriptions.length > 0) return;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(directory), name));
    const fire = (): void => changed.fire(undefined);
    subscriptions.push(watcher, watcher.onDidChange(fire), watcher.onDidCreate(fire), watcher.onDidDelete(fire));
  };
  return {
    read: async () => readFile(path, 'utf8').catch(noneIfAbsent),
    write: async (text) => writeWhole(directory, name, text),
    setAside: async () => {
      const kept = await freePath(join(directory, `${name}.damaged`));
      await rename(path, kept);
      return kept;
    },
    onDidChange: (listener) => {
      watch();
      return changed.event(() => listener());
    },
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
    },
  };
}

/** What was set aside before stays. */
async function freePath(path: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? path : `${path}-${count}`;
    if ((await lstat(free).catch(() => undefined)) === undefined) return free;
  }
}

/** A file that exists and can't be read at the moment is not an empty one: whoever changes it would lose its content. */
function noneIfAbsent(error: unknown): '' | undefined {
  if (isAbsent(error)) return undefined;
  // A folder in its place is like a file whose content is damaged: it is set aside.
  if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return '';
  throw error;
}
