/**
 * `npm run bench`: all benchmarks in `bench`, or those named (`npm run bench -- activation`). A benchmark is a file that exports a
 * function named `bench…`. Exits with 1 if a figure is over its limit.
 */
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import type { Measurement } from './measurement';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(root, 'bench');

type Bench = () => Promise<readonly Measurement[]>;

async function benchesOf(name: string): Promise<readonly Bench[]> {
  const loaded: unknown = await import(`../${name}.ts`);
  if (typeof loaded !== 'object' || loaded === null) return [];
  return Object.entries(loaded).flatMap(([key, value]) => (key.startsWith('bench') && isBench(value) ? [value] : []));
}

function isBench(value: unknown): value is Bench {
  return typeof value === 'function';
}

function line({ name, value, unit, limit }: Measurement): string {
  const verdict =
    limit === undefined ? '' : `  ${isOver({ value, limit }) ? '×' : '✓'} at most ${String(Number(limit.toFixed(2)))} ${unit}`;
  return `  ${value.toFixed(2).padStart(10)} ${unit.padEnd(5)} ${name}${verdict}`;
}

/** A figure that could not be measured counts as over its limit. */
function isOver({ value, limit }: Pick<Measurement, 'value' | 'limit'>): boolean {
  return limit !== undefined && !(value <= limit);
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const names = (await readdir(folder)).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []));
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`No benchmark is named ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });
  console.log(
    `Node.js ${process.versions.node}, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}, ${new Date().toISOString().slice(0, 10)}`,
  );
  let over = 0;
  for (const name of names.filter((candidate) => wanted.length === 0 || wanted.includes(candidate)).sort()) {
    console.log(`\n${name}`);
    for (const bench of await benchesOf(name)) {
      const measured = await bench();
      for (const measurement of measured) console.log(line(measurement));
      over += measured.filter(isOver).length;
    }
  }
  console.log(over === 0 ? '\nEverything is within its limits.' : `\n${String(over)} over the limit.`);
  process.exitCode = over === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
