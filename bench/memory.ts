import { rm } from 'node:fs/promises';
import { Workbench } from '../test/outside/support/workbench';
import type { Measurement } from './support/measurement';
import { isShort } from './support/rounds';
import { reported } from './support/installed';
import { openBare, openInstalled } from './support/sharedWindow';
import type { InstalledWindow } from './support/sharedWindow';

const megabyte = 1024 * 1024;
const patience = 60_000;

/**
 * What the extension host holds after a full collection, with every view, the calendar, the portfolio, and a security open, compared with
 * the same host with an empty extension, before and after. The editor's own extensions run in each. The service runs in this process, so it
 * does not count.
 */
export async function benchMemory(): Promise<readonly Measurement[]> {
  const measureBare = async (): Promise<number> => measure(await openBare({ extensions: ['empty', 'memory'] }));
  // A window takes half a minute of the processor: a short round opens none for the comparison.
  const first = isShort ? undefined : await measureBare();
  const full = await measure(await openInstalled({ extensions: ['memory'] }), openEverything);
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
}

async function measure(window: InstalledWindow, prepare?: (window: InstalledWindow) => Promise<void>): Promise<number> {
  try {
    await prepare?.(window);
    await rm(window.file, { force: true });
    await new Workbench(window.host.page).runCommand('Benchmark: Measure Memory');
    return megabytesOf(await reported(window.file));
  } finally {
    await window.close();
  }
}

async function openEverything({ host, connect }: InstalledWindow): Promise<void> {
  const workbench = new Workbench(host.page);
  await connect();
  await (await workbench.view('Positions')).waitForRow(/8001/);
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
