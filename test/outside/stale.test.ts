import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/server';
import type { RunningSandbox } from '../../src/sandbox/server';
import { useDesk } from './support/desk';
import { connect } from './support/service';
import type { TreeView } from './support/treeView';

const patience = { timeout: 40_000 };
const simulatedPositions = '/api/v1.0/sim-trade/{acc_id}/positions';

describe('data that is out of date', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 1, 'marketDesk.calendar.timeZone': 'UTC' } });
  let folder: string;
  let service: RunningSandbox;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-stale-'));
    service = await startSandbox({ port: 0, stateFile: path.join(folder, 'state.json') });
    await connect(desk(), service);
    await (await desk().workbench.view('Positions')).waitForRow(/HK\.00001/);
    await desk().workbench.collapse('Watchlist', 'Plates', 'Today', 'Orders');
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const updatedAt = async (view: TreeView): Promise<string> => /updated (\d\d:\d\d:\d\d)/.exec(await view.description())?.[1] ?? '';

  /** The row at the top of the view that says so, and the time since which there is no news. */
  async function marked(view: TreeView): Promise<string> {
    await expect.poll(async () => view.message(), patience).toMatch(/^Out of date \(as of \d\d:\d\d:\d\d\)/);
    return /as of (\d\d:\d\d:\d\d)/.exec(await view.message())?.[1] ?? '';
  }

  it('keeps its rows, marked with their time, while the service is overloaded, and recovers by itself', async () => {
    const positions = await desk().workbench.view('Positions');
    const overload = service.faults.once({ match: { path: simulatedPositions }, action: { kind: 'unavailable' }, times: 1000 });
    const since = await marked(positions);
    expect(await positions.row(/HK\s*12 positions/).isVisible()).toBe(true);
    expect(await updatedAt(positions)).toBe(since);
    await desk().screenshotInEveryTheme('positions-stale');
    overload.cancel();
    await expect.poll(async () => positions.message(), patience).toBe('');
    await expect.poll(async () => (await updatedAt(positions)) > since, patience).toBe(true);
  });

  it('does the same in every view when the service is down, and recovers when it is back', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/OK-1/);
    const { port } = service;
    await service.close();
    const since = await marked(positions);
    await marked(orders);
    expect(await orders.row(/OK-1/).isVisible()).toBe(true);
    // The outage is named once, in the status bar, and in no view.
    const { page } = desk().host;
    await page.locator('.statusbar-item', { hasText: 'Service doesn’t respond' }).waitFor(patience);
    await desk().screenshot('views-stale');
    await expect
      .poll(async () => page.locator('.split-view-container .pane', { hasText: 'refused the connection' }).count(), patience)
      .toBe(0);
    // Rows with the reason are above the kept ones, and rows below the end of a small view are not rendered.
    await desk().workbench.collapse('Orders');
    await positions.waitForRow(/HK\s*12 positions/);
    await workbench.view('Orders');
    service = await startSandbox({ port, stateFile: path.join(folder, 'state.json') });
    await expect.poll(async () => positions.message(), patience).toBe('');
    await expect.poll(async () => orders.message(), patience).toBe('');
    await expect.poll(async () => (await updatedAt(positions)) > since, patience).toBe(true);
    expect(await page.locator('.statusbar-item', { hasText: 'Service doesn’t respond' }).isVisible()).toBe(false);
    await desk().screenshot('views-recovered');
  });
});
