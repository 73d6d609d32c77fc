/**
 * The last stage of a test run: searches everything that the run left behind for every credential that it used.
 *
 * tsx test/promises/secrets/run.ts --ledger FOLDER [--stage NAME]... PATH...
 *
 * `--stage` names a stage that must have used credentials; otherwise nothing was proved. Exit status 1 if anything is found.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { encodingCount, writings } from '../credentials/secrets/finder';
import { readLedger } from './ledger';
import type { Canary } from './ledger';
import { search } from './search';

const mostShown = 40;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ledger: { type: 'string' }, stage: { type: 'string', multiple: true, default: [] } },
  });
  if (values.ledger === undefined || positionals.length === 0) throw new Error('--ledger and at least one path are needed');
  const started = performance.now();
  const overlooked = await plantedLeaks();
  const ledger = resolve(values.ledger);
  const canaries = await readLedger(ledger);
  const { hits, files, bytes } = await search(
    canaries,
    positionals.map((path) => resolve(path)),
    [ledger],
  );
  const silent = values.stage.filter((stage) => !canaries.some((canary) => canary.stage === stage));
  console.log(
    `${String(canaries.length)} credentials (${countsOf(canaries)}) looked for in ${String(files)} files of ${(bytes / 1024 / 1024).toFixed(1)} MB, in ${String(encodingCount)} encodings: ${String(hits.length)} hits, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  for (const { file, what } of hits.slice(0, mostShown)) console.log(`  ${what}: ${file}`);
  for (const stage of silent) console.log(`  ${stage} used no credentials: nothing is proved of it`);
  for (const leak of overlooked) console.log(`  a planted leak is overlooked: ${leak}`);
  return hits.length + silent.length + overlooked.length === 0 ? 0 : 1;
}

function countsOf(canaries: readonly Canary[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of canaries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .sort()
    .map(([kind, count]) => `${String(count)} ${kind}`)
    .join(', ');
}

/** Plants a leak in each encoding among harmless output and expects the search to find it. @returns what it missed. */
async function plantedLeaks(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'market-desk-leaks-'));
  const canary = { stage: 'self-test', kind: 'token', value: `planted~0123456789abcdef+/="&<'` };
  try {
    const forms = writings(canary.value);
    await mkdir(join(folder, 'logs'));
    for (const [index, { text }] of forms.entries())
      await writeFile(join(folder, 'logs', `${String(index)}.log`), `[trace] before ${text} after\n`, 'latin1');
    await writeFile(join(folder, 'harmless.log'), '[trace] GET /api 200\n');
    const { hits } = await search([canary], [folder]);
    const found = new Set(hits.map(({ file }) => file));
    const missing = forms.filter((_form, index) => !found.has(join(folder, 'logs', `${String(index)}.log`)));
    return [...missing.map(({ encoding }) => encoding), ...(found.has(join(folder, 'harmless.log')) ? ['a harmless line'] : [])];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
