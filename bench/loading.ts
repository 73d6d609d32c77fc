import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import type { Host } from '../test/host/host';
import { Workbench } from '../test/outside/support/workbench';
import { load } from './support/loadFiles';
import { lowerQuartile, median } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import { reported } from './support/installed';
import { openInstalled } from './support/sharedWindow';

const root = path.resolve(import.meta.dirname, '..');
const runs = inRound(21, 1);
/** Time after the last row: what a window defers until it is idle is loaded then as well. */
const restMs = inRound(5_000, 500);
/** A window keeps what it compiled ten seconds after the last file; short rounds don’t wait for that. */
const keptMs = inRound(15_000, 0);

/**
 * Processor time for reading and compiling what a signed-in window loads from activation until its views are filled, compared with loading
 * all of undici, bundled: in fresh processes, alternating, so that other load on the machine affects both. The first window of a version
 * compiles everything; later ones run what it compiled.
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
    const cache = path.join(scratch, 'codeCache.cjs');
    const { platform, format, target } = { platform: 'node', format: 'cjs', target: 'node20' } as const;
    const entryPoints = [path.join(root, 'src/ui/platform/files/codeCache.ts')];
    await build({ entryPoints, outfile: cache, bundle: true, platform, format, target, external: ['vscode'] });
    const names = await loadedBySignedInWindow();
    const files = names.map((name) => path.join(root, 'dist', name));
    const kept = ['--code-cache', cache, '--folder', path.join(scratch, 'code')];
    await load([...kept, '--keep', ...files]);
    const first: (readonly number[])[] = [];
    const later: (readonly number[])[] = [];
    const baseline: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      baseline.push(...(await load([undici])).times);
      first.push((await load(files)).times);
      const { times, fromCache } = await load([...kept, ...files]);
      later.push(times);
      const compiled = names.filter((name) => !loadedByShell.test(name) && !fromCache.includes(name));
      if (compiled.length > 0) throw new Error(`${compiled.join(', ')} did not run from kept code.`);
    }
    const bare = lowerQuartile(baseline);
    const sum = (times: readonly number[]): number => times.reduce((all, time) => all + time, 0);
    const ratio = (runs: readonly (readonly number[])[], of: (times: readonly number[]) => number): number =>
      lowerQuartile(runs.map(of)) / bare;
    const longest = (times: readonly number[]): number => Math.max(...times);
    return [
      { name: `bundled undici alone, lower quartile of ${String(runs)} processes`, value: bare, unit: 'ms', limit: undefined },
      ...names.flatMap((name, at) =>
        [
          { of: name, runs: first },
          { of: `${name}, compiled by an earlier window`, runs: later },
        ].map(({ of, runs: all }) => ({
          ...{ name: `  ${of}`, value: median(all.map((times) => times[at] ?? Number.NaN)) },
          ...{ unit: 'ms', limit: undefined },
        })),
      ),
      {
        name: 'everything that the first window of a version loads, of bundled undici',
        value: ratio(first, sum),
        unit: '×',
        limit: undefined,
      },
      { name: 'its longest block, of bundled undici', value: ratio(first, longest), unit: '×', limit: undefined },
      { name: 'everything that a signed-in window loads, of bundled undici', value: ratio(later, sum), unit: '×', limit: 0.75 },
      { name: 'its longest block, of bundled undici', value: ratio(later, longest), unit: '×', limit: 0.5 },
    ];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The files of `dist/` that a real window loads, in order, if it was signed in before. */
async function loadedBySignedInWindow(): Promise<readonly string[]> {
  const { host, file, connect, close } = await openInstalled({ extensions: ['loaded'] });
  try {
    await connect();
    // An installed extension has no test driver, which would say when the window is restored: its views do.
    await host.page.goto(host.url);
    const workbench = new Workbench(host.page);
    await workbench.showContainer();
    await (await workbench.view('Positions')).waitForRow(/8001/);
    await (await workbench.view('Plates')).waitForRow(/BK1000/);
    await (await workbench.view('Orders')).waitForRow(/OK-1/);
    await sleep(restMs);
    await rm(file, { force: true });
    await workbench.runCommand('Benchmark: List Loaded Files');
    const loaded = await reported(file);
    if (!Array.isArray(loaded)) throw new Error('The extension of the benchmark reported something else.');
    const names = loaded.map(String).flatMap((file) => /market-desk\.market-desk[^/\\]*[/\\]dist[/\\]([^/\\]+\.js)$/.exec(file)?.[1] ?? []);
    if (!names.includes('main.js')) throw new Error(`A signed-in window loaded ${names.join(', ')}`);
    if (keptMs > 0) await provesKept(host, names);
    return names;
  } finally {
    await close();
  }
}

/** The editor loads the first file, which loads the page of somebody who has not begun. */
const loadedByShell = /^(?:extension|welcomeView|pages)\b/;

/** @throws if a window doesn’t keep what it compiled, or a later one compiles it again: it would write it again. */
async function provesKept(host: Host, names: readonly string[]): Promise<void> {
  const folder = path.join(host.dataDir, 'data', 'User', 'globalStorage', 'market-desk.market-desk', 'code');
  const written = async (): Promise<readonly string[]> => {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
      entry.name.endsWith('.bin'),
    );
    return Promise.all(files.map(async ({ parentPath, name }) => `${name} ${String((await stat(path.join(parentPath, name))).mtimeMs)}`));
  };
  const isKept = (files: readonly string[]): boolean =>
    names.every((name) => loadedByShell.test(name) || files.some((file) => file.startsWith(`${name}.bin `)));
  let first = await written();
  for (let tries = 0; !isKept(first); tries += 1) {
    if (tries === 6) throw new Error(`A window kept only ${first.join(', ')}`);
    await sleep(keptMs);
    first = await written();
  }
  await host.page.goto(host.url);
  const workbench = new Workbench(host.page);
  await workbench.showContainer();
  await (await workbench.view('Positions')).waitForRow(/8001/);
  await sleep(keptMs);
  const later = await written();
  const again = first.filter((file) => !later.includes(file));
  if (again.length > 0) throw new Error(`A later window compiled again: ${again.join(', ')}`);
}
