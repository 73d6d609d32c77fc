import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { atStart } from '../scripts/atStart.mjs';
import { lowerQuartile, median } from './measurement';
import type { Measurement } from './measurement';

const root = path.resolve(import.meta.dirname, '..');
const runs = 21;
/** What a signed-in window loads until its views are filled, one block each; small parts lie in the main file. */
const candidates: readonly string[] = ['main', ...atStart];

/**
 * Processor time of reading and compiling what a signed-in window needs, beside loading all of undici bundled alone: in fresh processes, one of
 * each in turn, so that whatever else the machine does meets both.
 */
export async function benchLoading(): Promise<readonly Measurement[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  try {
    const undici = path.join(scratch, 'undici.cjs');
    await build({
      stdin: { contents: "export * from 'undici';", resolveDir: root },
      outfile: undici,
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'warning',
    });
    const parts = await partFiles();
    const files = parts.map(({ file }) => file);
    const own: (readonly number[])[] = [];
    const baseline: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      baseline.push(...(await load([undici])));
      own.push(await load(files));
    }
    const bare = lowerQuartile(baseline);
    const sums = own.map((times) => times.reduce((sum, time) => sum + time, 0));
    const longest = own.map((times) => Math.max(...times));
    return [
      { name: `bundled undici alone, lower quartile of ${String(runs)} processes`, value: bare, unit: 'ms', limit: undefined },
      ...parts.map(({ name }, at) => ({
        name: `  ${name}`,
        value: median(own.map((times) => times[at] ?? Number.NaN)),
        unit: 'ms',
        limit: undefined,
      })),
      { name: 'everything that a signed-in window loads, of bundled undici', value: lowerQuartile(sums) / bare, unit: '×', limit: 0.6 },
      { name: 'its longest block, of bundled undici', value: lowerQuartile(longest) / bare, unit: '×', limit: 0.45 },
    ];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function partFiles(): Promise<readonly { readonly name: string; readonly file: string }[]> {
  const built = await readdir(path.join(root, 'dist'));
  return candidates.flatMap((name) => {
    const found = built.filter((file) => file === `${name}.js` || new RegExp(`^${name}-[A-Z0-9]+\\.js$`).test(file));
    if (found.length > 1) throw new Error(`${String(found.length)} files for the part ${name}`);
    return found.map((file) => ({ name, file: path.join(root, 'dist', file) }));
  });
}

async function load(files: readonly string[]): Promise<readonly number[]> {
  const script = path.join(import.meta.dirname, 'support', 'loadOnce.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files]);
  const times: unknown = JSON.parse(stdout);
  if (!Array.isArray(times)) throw new Error('The process reported something else.');
  return times.map(Number);
}
