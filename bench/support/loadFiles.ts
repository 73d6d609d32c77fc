import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Milliseconds of processor time that each file takes in a process that does nothing else, and those that ran from kept code.
 *
 * @param args - Of `loadOnce.mjs`.
 */
export async function load(args: readonly string[]): Promise<{ readonly times: readonly number[]; readonly fromCache: readonly string[] }> {
  const script = path.join(import.meta.dirname, 'loadOnce.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
  const said: unknown = JSON.parse(stdout);
  if (typeof said !== 'object' || said === null || !('times' in said) || !Array.isArray(said.times))
    throw new Error('The process reported something else.');
  const fromCache = 'fromCache' in said && Array.isArray(said.fromCache) ? said.fromCache.map(String) : [];
  return { times: said.times.map(Number), fromCache };
}
