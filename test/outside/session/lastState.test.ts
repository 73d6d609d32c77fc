import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addAlert, managed, openEmptyCenter, toldIn } from '../alerts/alertSteps';
import { useConnectedDesk } from '../support/connectedDesk';

const patience = { timeout: 40_000 };
/** Longer than a window takes to open, shorter than a request waits for its answer. */
const heldMs = 9_000;

const symbol = 'HK.00700';
const alert = `${symbol} at 900,000 or above`;
/** Replaces every price and quantity in the file: as written there, and as shown. */
const [plain, figure] = ['987654', '987,654'] as const;
const figuresOf = (kept: string): string => kept.replaceAll(/"(lastPrice|quantity|price)":"[^"]*"/g, `"$1":"${plain}"`);
const snapshotPath = '/api/v1.0/quote/snapshot';
const snapshot = { ret_code: 0, ret_msg: '', data: { snapshot_list: [{ code: symbol, name: 'Tencent', last_price: plain }] } };

describe('the last known state', () => {
  const { desk, service } = useConnectedDesk(
    { alwaysOpen: true },
    { viewport: { width: 1440, height: 1000 }, settings: { 'marketDesk.plates': ['HK.BK1000'] } },
  );

  const stored = async (): Promise<readonly string[]> => {
    const entries = await readdir(desk().host.dataDir, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  };
  const files = async (): Promise<readonly string[]> => (await stored()).filter((file) => path.basename(path.dirname(file)) === 'last');
  const kept = async (): Promise<string> => (await Promise.all((await files()).map(async (file) => readFile(file, 'utf8')))).join();
  /** The color of a row; empty while it is not rendered. */
  const colorOf = async (symbol: string): Promise<string> =>
    desk().host.page.evaluate<string>(`(() => {
      const row = [...document.querySelectorAll('.sidebar .monaco-list-row')].find((each) => each.textContent.includes('${symbol}'));
      const label = row?.querySelector('.label-name');
      return label ? getComputedStyle(label).color : '';
    })()`);

  it('is kept in a file that only the user can read', async () => {
    const { workbench, host } = desk();
    const plates = await workbench.view('Plates');
    await plates.expand(/HK\.BK1000/);
    // Collapsed views read nothing.
    await (await workbench.view('Today')).waitForRow(/./);
    await (await workbench.view('Orders')).waitForRow(/OK-1/);
    await workbench.runCommand('Market Desk: Add to Watchlist…');
    await workbench.quickInput.enter('HK.00700');
    const watchlist = await workbench.webview('watchlist-page [role=grid]');
    await expect.poll(async () => watchlist.locator('.last-price').allInnerTexts(), patience).toEqual([expect.stringMatching(/\d/)]);
    // The first lists that a window reads are kept soon, later ones after a minute.
    await workbench.reloadWindow();
    // The editor may not have saved in time which rows were expanded.
    await plates.expand(/HK\.BK1000/);
    for (const section of ['Positions', 'Orders', 'plates', 'today', 'quotes'])
      await expect.poll(async () => (await kept()).includes(`"section":"${section}"`), { timeout: 90_000 }).toBe(true);
    const [file = ''] = await files();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await host.page.bringToFront();
  }, 240_000);

  it('is shown at once after a reload, dimmed and with its time, and is replaced by what the service returns', async () => {
    const { workbench } = desk();
    await workbench.collapse('Plates', 'Today');
    const positions = await workbench.view('Positions');
    await positions.waitForRow(/HK\.00001/);
    // Until all accounts have been read, rows of the previous window are dimmed.
    await expect.poll(async () => (await positions.texts()).join(), patience).not.toContain('as of');
    const fresh = await colorOf('HK.00001');
    expect(fresh).toMatch(/^rgb/);
    const held = service().faults.once({ match: {}, action: { kind: 'delay', ms: heldMs }, times: 10_000 });
    await workbench.reloadWindow();
    await positions.waitForRow(/as of \d\d:\d\d:\d\d/);
    expect(await positions.description()).toMatch(/as of \d\d:\d\d:\d\d/);
    await positions.waitForRow(/HK\.00001/);
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/as of \d\d:\d\d:\d\d/);
    await orders.waitForRow(/OK-1/);
    await expect.poll(async () => ['', fresh].includes(await colorOf('HK.00001')), patience).toBe(false);
    const watchlist = await workbench.webview('watchlist-page [role=grid]');
    await expect.poll(async () => watchlist.locator('.last-price').allInnerTexts(), patience).toEqual([expect.stringMatching(/\d/)]);
    await desk().screenshot('last-state-held');
    held.cancel();
    await expect.poll(async () => positions.description(), patience).toMatch(/updated \d\d:\d\d:\d\d/);
    await expect.poll(async () => orders.description(), patience).toMatch(/updated \d\d:\d\d:\d\d/);
    await expect.poll(async () => colorOf('HK.00001'), patience).toBe(fresh);
    // Accounts arrive one after the other.
    await expect.poll(async () => (await positions.texts()).join(), patience).not.toContain('as of');
    await desk().screenshot('last-state-fresh');
  });

  it('reaches no alert and no export', async () => {
    const { workbench, host } = desk();
    await workbench.collapse('Plates', 'Today', 'Orders');
    await addAlert(workbench, alert, { kind: 'Price at or above…', symbol, figure: '900000' });
    // No price arrives until these faults are cancelled; other answers are late.
    const prices = service().faults.once({ match: { path: snapshotPath }, action: { kind: 'delay', ms: 60_000 }, times: 10_000 });
    await workbench.page.waitForTimeout(2_000);
    // Nor from what this window shared with others.
    for (const file of await stored()) if (path.basename(file) === 'quotes.json') await rm(file);
    // The kept figures trigger the alert, and differ from the service's.
    for (const file of await files()) await writeFile(file, figuresOf(await readFile(file, 'utf8')));
    const rest = service().faults.once({ match: {}, action: { kind: 'delay', ms: heldMs }, times: 10_000 });
    await workbench.reloadWindow();
    const positions = await workbench.view('Positions');
    await positions.waitForRow(new RegExp(`HK\\.00001.*${figure}`));
    const shown = async (): Promise<readonly string[]> =>
      (await workbench.webview('watchlist-page [role=grid]')).locator('.last-price').allInnerTexts();
    await expect.poll(shown, patience).toEqual([figure]);
    await openEmptyCenter(workbench);
    await workbench.runCommand('Market Desk: Export Positions…');
    const told = async (): Promise<readonly string[]> => toldIn([workbench], symbol);
    await desk().screenshot('last-state-in-no-export');
    for (let looks = 0; looks < 12; looks += 1) {
      const found = [await told(), await workbench.page.locator('.quick-input-widget:visible').count()];
      // On a slow machine the positions may already be there.
      if (!(await positions.texts()).join().includes(figure)) break;
      expect(found).toEqual([[], 0]);
      await workbench.page.waitForTimeout(250);
    }
    expect(await shown()).toEqual([figure]);
    rest.cancel();
    const file = path.join(host.workspaceFolder, 'positions.csv');
    await workbench.saveAs(file, /\/positions-\d{4}-\d\d-\d\d\.csv$/);
    await expect.poll(async () => readFile(file, 'utf8').catch(() => ''), patience).toContain('HK.00001');
    expect(await readFile(file, 'utf8')).not.toContain(plain);
    // Alerts are checked soon after a window opens; the first figures that they read don't trigger them.
    for (let looks = 0; looks < 40; looks += 1) {
      expect(await told()).toEqual([]);
      await workbench.page.waitForTimeout(250);
    }
    // The service's price does not trigger it, and another one does.
    prices.cancel();
    await expect.poll(shown, { timeout: 90_000 }).not.toEqual([figure]);
    expect(await told()).toEqual([]);
    expect(await managed(workbench)).toContain(alert);
    service().faults.once({
      match: { path: snapshotPath },
      action: { kind: 'respond', status: 200, body: snapshot },
      times: 100,
    });
    await expect.poll(told, patience).toEqual([expect.stringContaining(figure)]);
  }, 180_000);

  it('is removed on signing out', async () => {
    await desk().workbench.runCommand('Market Desk: Sign Out');
    await desk().workbench.waitForWelcome('You are not signed in');
    await expect.poll(files, patience).toEqual([]);
  });
});
