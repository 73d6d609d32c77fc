import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startSandbox } from 'market-desk-sandbox';
import { startHost } from '../test/host/host';
import { connect } from '../test/outside/support/service';
import { Workbench } from '../test/outside/support/workbench';
import { lowerQuartile, median } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import { packedFile } from '../test/support/packed/packedFolder';
import { packExtension, reported } from './support/installed';

const root = path.resolve(import.meta.dirname, '..');
const runs = inRound(21, 1);
/** Time after the last row: what a window defers until it is idle is loaded then as well. */
const restMs = inRound(5_000, 500);

/**
 * Processor time for reading and compiling what a signed-in window loads from activation until its views are filled, compared with loading
 * all of undici, bundled: in fresh processes, alternating, so that other load on the machine affects both.
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
    const names = await loadedBySignedInWindow(scratch);
    const files = names.map((name) => path.join(root, 'dist', name));
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
      ...names.map((name, at) => ({
        name: `  ${name}`,
        value: median(own.map((times) => times[at] ?? Number.NaN)),
        unit: 'ms',
        limit: undefined,
      })),
      { name: 'everything that a signed-in window loads, of bundled undici', value: lowerQuartile(sums) / bare, unit: '×', limit: 0.75 },
      { name: 'its longest block, of bundled undici', value: lowerQuartile(longest) / bare, unit: '×', limit: 0.5 },
    ];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The files of `dist/` that a real window loads, in order, if it was signed in before. */
async function loadedBySignedInWindow(scratch: string): Promise<readonly string[]> {
  const result = path.join(scratch, 'loaded.json');
  const vsix = [packedFile, await packExtension('loaded', scratch)];
  const service = await startSandbox({ port: 0 });
  const host = await startHost({ vsix, env: { BENCH_RESULT: result }, settings: { 'marketDesk.plates': ['HK.BK1000'] } });
  try {
    await connect({ workbench: new Workbench(host.page), host }, service);
    // An installed extension has no test driver, which would say when the window is restored: its views do.
    await host.page.goto(host.url);
    const workbench = new Workbench(host.page);
    await workbench.showContainer();
    await (await workbench.view('Positions')).waitForRow(/SIM-1001/);
    await (await workbench.view('Plates')).waitForRow(/BK1000/);
    await (await workbench.view('Orders')).waitForRow(/OK-1/);
    await sleep(restMs);
    await workbench.runCommand('Benchmark: List Loaded Files');
    const loaded = await reported(result);
    if (!Array.isArray(loaded)) throw new Error('The extension of the benchmark reported something else.');
    const names = loaded.map(String).flatMap((file) => /market-desk\.market-desk[^/\\]*[/\\]dist[/\\]([^/\\]+\.js)$/.exec(file)?.[1] ?? []);
    if (!names.includes('main.js')) throw new Error(`A signed-in window loaded ${names.join(', ')}`);
    return names;
  } finally {
    await host.close();
    await service.close();
  }
}

async function load(files: readonly string[]): Promise<readonly number[]> {
  const script = path.join(import.meta.dirname, 'support', 'loadOnce.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files]);
  const times: unknown = JSON.parse(stdout);
  if (!Array.isArray(times)) throw new Error('The process reported something else.');
  return times.map(Number);
}
