import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../test/host/run';

const root = path.resolve(import.meta.dirname, '..', '..');
const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
const patience = 60_000;

/** Packs an extension of `bench/extensions/`. @returns the path of the package. */
export async function packExtension(name: string, scratch: string): Promise<string> {
  const file = path.join(scratch, `${name}.vsix`);
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--allow-star-activation'];
  await run(process.execPath, [vsce, 'package', ...flags, '--out', file], { cwd: path.join(root, 'bench', 'extensions', name) });
  return file;
}

/** What a benchmark's extension wrote to the file that `BENCH_RESULT` names. */
export async function reported(file: string): Promise<unknown> {
  const deadline = Date.now() + patience;
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
    if (Date.now() > deadline) throw new Error('The extension of the benchmark did not report.');
    await sleep(100);
  }
}
