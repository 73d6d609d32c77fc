import { build } from 'esbuild';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A program that is bundled once, so that each of its processes starts in a few dozen milliseconds. */
export interface ChildProgram {
  /** The bundled program, for callers that start it differently. */
  readonly file: string;
  start(settings: object): ChildProcess;
  dispose(): void;
}

/** @param alias - Modules that are replaced in the program, as paths below `test/promises`. */
export async function bundleChild(source: string, alias: Readonly<Record<string, string>> = {}): Promise<ChildProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-child-'));
  const outfile = join(folder, 'child.cjs');
  const replaced = Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, resolve('test/promises', path)]));
  await build({
    entryPoints: [resolve('test/promises', source)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    alias: replaced,
    // It needs a program of its own next to its code.
    external: ['esbuild'],
  });
  const env = { ...process.env, NODE_PATH: resolve('node_modules') };
  return {
    file: outfile,
    start: (settings) => fork(outfile, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [], env }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Listens for messages of one kind from a child; all others are ignored. */
export function onMessage(child: ChildProcess, kind: string, listener: (message: Readonly<Record<string, unknown>>) => void): void {
  child.on('message', (message) => {
    if (typeof message === 'object' && 'kind' in message && message.kind === kind) listener({ ...message });
  });
}

/** Sends a message to a child; it is no error if the child has just ended. */
export function tell(child: ChildProcess, message: string | object): void {
  if (child.connected) child.send(message, () => undefined);
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((done) => child.once('exit', () => done()));
}
