import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { savedState } from './records';
import type { SavedState } from './records';

/**
 * Reads the state that an earlier sandbox saved; undefined if there is none.
 *
 * An unreadable file is renamed by appending `.unreadable`, and never silently overwritten.
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
 * Checks that the file can be replaced, without replacing it: it may contain what another sandbox has just written.
 *
 * @throws the error of the file system.
 */
export function checkWritable(file: string): void {
  const { temporary, handle } = openBeside(file);
  closeSync(handle);
  rmSync(temporary);
}

/** Replaces the file atomically: readable only by its owner, and written to disk before it replaces the old one. */
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
