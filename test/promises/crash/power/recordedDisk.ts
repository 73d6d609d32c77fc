/**
 * Replaces `node:fs/promises` in a program of the proof: all calls go to the real disk, and what happens below one folder is recorded in
 * the order in which the program learns of it. A function that is missing here fails the build: a journal that begins to rename files has
 * to be modeled here first.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, promises } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, sep } from 'node:path';

/** One step of the program as a disk sees it; a `mark` records what the program did elsewhere in between. */
export type DiskStep =
  | { readonly kind: 'folder' | 'file' | 'syncFolder' | 'syncFile'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer }
  | { readonly kind: 'mark'; readonly name: string; readonly detail: string };

/** A process that ends after a number of steps: whatever it still tries after that never finishes. */
export interface ProcessLife {
  stepsLeft: number;
  onEnd(): void;
}

export class Recorder {
  root: string | undefined;
  readonly steps: DiskStep[] = [];
  /** What the disk only pretends to do; shows that the proof notices a program that forgets it. */
  forgets: 'nothing' | 'syncFolder' | 'syncFile' = 'nothing';

  begin(root: string): void {
    this.root = root;
    this.steps.length = 0;
  }

  watches(path: string): boolean {
    return this.root !== undefined && (path === this.root || path.startsWith(`${this.root}${sep}`)) && !path.includes(`${sep}locks`);
  }

  mark(name: string, detail = ''): void {
    if ((life.getStore()?.stepsLeft ?? 1) > 0) this.steps.push({ kind: 'mark', name, detail });
  }

  /** Records a step, and ends the process when its time has come. */
  async note(step: DiskStep): Promise<void> {
    const own = life.getStore();
    if (own !== undefined && own.stepsLeft <= 0) return never();
    if (step.kind !== this.forgets) this.steps.push(step);
    if (own === undefined) return;
    own.stepsLeft -= 1;
    if (own.stepsLeft > 0) return;
    own.onEnd();
    return never();
  }
}

export const recorder = new Recorder();
/** The process that the current code runs for, as there are several in turn. */
export const life = new AsyncLocalStorage<ProcessLife>();

async function never(): Promise<void> {
  return new Promise(() => undefined);
}

export async function mkdir(path: string, options: { readonly recursive: boolean; readonly mode?: number }): Promise<string | undefined> {
  const fresh: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) fresh.unshift(folder);
  const made = await promises.mkdir(path, options);
  for (const folder of fresh) if (recorder.watches(folder)) await recorder.note({ kind: 'folder', path: folder });
  return made;
}

interface Handle extends Pick<promises.FileHandle, 'close' | 'read' | 'chmod' | 'sync'> {
  stat(): Promise<Stats>;
  appendFile(bytes: Uint8Array): Promise<void>;
}

/** Folders outside do not matter to the proof, and syncing them takes long. */
const unsynced = { sync: async (): Promise<void> => Promise.resolve() };

export async function open(path: string, flags: string, mode?: number): Promise<Handle> {
  const isNew = !existsSync(path);
  const handle = await promises.open(path, flags, mode);
  const rest = {
    close: async () => handle.close(),
    stat: async () => handle.stat(),
    read: handle.read.bind(handle),
    chmod: async (to: number) => handle.chmod(to),
  };
  const append = async (bytes: Uint8Array): Promise<void> => handle.appendFile(bytes);
  if (!recorder.watches(path)) return { ...rest, ...unsynced, appendFile: append };
  const isFolder = (await handle.stat()).isDirectory();
  if (isNew) await recorder.note({ kind: 'file', path });
  return {
    ...rest,
    appendFile: async (bytes: Uint8Array) => {
      await append(bytes);
      await recorder.note({ kind: 'write', path, bytes: Buffer.from(bytes) });
    },
    // The data need not survive on this machine: the proof decides what is durable from the recorded steps.
    sync: async () => recorder.note({ kind: isFolder ? 'syncFolder' : 'syncFile', path }),
  };
}

export const readdir = async (path: string): Promise<string[]> => promises.readdir(path);
export const stat = async (path: string): Promise<Stats> => promises.stat(path);
export const unlink = async (path: string): Promise<void> => promises.unlink(path);
export const utimes = async (path: string, atime: Date, mtime: Date): Promise<void> => promises.utimes(path, atime, mtime);
export const readFile = async (path: string, encoding: BufferEncoding): Promise<string> => promises.readFile(path, encoding);
