import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { savedState } from './records';
import type { SavedState } from './records';

/**
 * Reads what an earlier sandbox saved; undefined when there is nothing.
 *
 * A file that cannot be understood is set aside under the name it had plus `.unreadable`, never overwritten in silence.
 */
export function readStateFile(file: string, warn: (message: string) => void): SavedState | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), savedState), text);
  if (parsed.success) return parsed.output;
  renameSync(file, `${file}.unreadable`);
  warn(`${file} could not be understood and was set aside as ${file}.unreadable`);
  return undefined;
}

/**
 * Proves that the file can be replaced, without replacing it: it may hold what another sandbox has just written.
 *
 * @throws the error of the file system.
 */
export function checkWritable(file: string): void {
  const { temporary, handle } = openBeside(file);
  closeSync(handle);
  rmSync(temporary);
}

/** Replaces the file whole: readable by its owner alone, on disk before it takes the old one's place. */
export function writeStateFile(file: string, state: SavedState): void {
  const { temporary, handle } = openBeside(file);
  try {
    writeSync(handle, JSON.stringify(state));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}

function openBeside(file: string): { readonly temporary: string; readonly handle: number } {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  return { temporary, handle: openSync(temporary, 'wx', 0o600) };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
