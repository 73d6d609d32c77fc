import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

/** Makes one file of a worker of this folder, which Node runs as it is: a process that translates its sources takes much longer to start. */
export function bundledWorker(name: 'deniedDiskWorker' | 'lockWorker', folder: string): string {
  const outfile = join(folder, `${name}.cjs`);
  buildSync({ entryPoints: [resolve(import.meta.dirname, `${name}.ts`)], bundle: true, platform: 'node', format: 'cjs', outfile });
  return outfile;
}
