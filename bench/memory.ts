import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { startHost } from '../test/host/host';
import type { Host } from '../test/host/host';
import { connect } from '../test/outside/support/service';
import { Workbench } from '../test/outside/support/workbench';
import type { Measurement } from './support/measurement';
import { isShort } from './support/rounds';
import { packedFile } from '../test/support/packed/packedFolder';
import { packExtension, reported } from './support/installed';

const megabyte = 1024 * 1024;
const patience = 60_000;

/**
 * What the extension host holds after a full collection, with every view, the calendar, the portfolio, and a security open, compared with
 * the same host with an empty extension, before and after. The editor's own extensions run in each. The service runs in this process, so it
 * does not count.
 */
export async function benchMemory(): Promise<readonly Measurement[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  const service = await startSandbox({ port: 0 });
  try {
    const product = packedFile;
    const empty = await packExtension('empty', scratch);
    const probe = await packExtension('memory', scratch);
    const measureBare = async (): Promise<number> => measure([empty, probe], scratch, { readyItem: 'Explorer' });
    // A window takes half a minute of the processor: a short round opens one.
    const first = isShort ? undefined : await measureBare();
    const full = await measure([product, probe], scratch, { prepare: async (host) => openEverything(host, service) });
    const after = isShort ? full : await measureBare();
    const before = first ?? after;
    const bare = (before + after) / 2;
    const noise = Math.abs(before - after);
    return [
      { name: 'extension host with an empty extension, mean of two', value: bare, unit: 'MB', limit: undefined },
      { name: 'difference of these two, by which the limit is raised', value: noise, unit: 'MB', limit: undefined },
      { name: 'extension host with everything open', value: full, unit: 'MB', limit: undefined },
      { name: 'Market Desk more than the empty extension', value: full - bare, unit: 'MB', limit: 20 + noise },
    ];
  } finally {
    await service.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Measured {
  readonly readyItem?: string;
  readonly prepare?: (host: Host) => Promise<void>;
}

async function measure(vsix: readonly string[], scratch: string, { readyItem, prepare }: Measured): Promise<number> {
  const file = path.join(scratch, 'memory.json');
  await rm(file, { force: true });
  const host = await startHost({
    vsix,
    env: { BENCH_RESULT: file },
    settings: { 'marketDesk.plates': ['HK.BK1000'] },
    ...(readyItem === undefined ? {} : { readyItem }),
  });
  try {
    await prepare?.(host);
    await new Workbench(host.page).runCommand('Benchmark: Measure Memory');
    return megabytesOf(await reported(file));
  } finally {
    await host.close();
  }
}

async function openEverything(host: Host, service: RunningSandbox): Promise<void> {
  const workbench = new Workbench(host.page);
  await connect({ workbench, host }, service);
  await (await workbench.view('Positions')).waitForRow(/SIM-1001/);
  await (await workbench.view('Plates')).expand('HK.BK1000');
  await (await workbench.view('Orders')).waitForRow(/OK-1/);
  await workbench.runCommand('Market Desk: Open Economic Calendar');
  const calendar = await workbench.webview('[role=searchbox]');
  await calendar.getByRole('searchbox', { name: 'Keyword' }).fill('CPI');
  await calendar.getByRole('searchbox', { name: 'Keyword' }).press('Enter');
  await calendar.locator('mark').first().waitFor({ timeout: patience });
  await workbench.runCommand('Market Desk: Open Portfolio');
  await (await workbench.webview('portfolio-page')).locator('.rows [role=row]').first().waitFor({ timeout: patience });
  await workbench.runCommand('Market Desk: Open Security (Chart, Price, Quote)…');
  await workbench.quickInput.enter('HK.00700');
  await (await workbench.webview('security-page')).locator('canvas').first().waitFor({ timeout: patience });
}

function megabytesOf(value: unknown): number {
  const isFigure = typeof value === 'object' && value !== null && 'heapUsed' in value && 'external' in value;
  if (!isFigure || typeof value.heapUsed !== 'number' || typeof value.external !== 'number')
    throw new Error('The probe reported something else.');
  return (value.heapUsed + value.external) / megabyte;
}
