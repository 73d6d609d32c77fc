import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/server';
import type { RunningSandbox } from '../../../src/sandbox/server';
import { searchPath, watchService } from '../calendar/calendarPage';
import { useConnectedDesk } from '../support/connectedDesk';
import { connect } from '../support/service';
import { confirmChange, enterTicket, openTicket, shownTicket, ticketField, waitForStage } from '../support/ticket';

const patience = { timeout: 30_000 };

/** Small things, as a user meets them, each of which was broken once. */
describe('in the first hour', () => {
  const { desk, service } = useConnectedDesk(
    { alwaysOpen: true },
    { settings: { 'marketDesk.inlay.enabled': true, 'marketDesk.plates': ['HK.BK1000'] } },
  );
  let other: RunningSandbox | undefined;
  afterAll(async () => other?.close());

  const { requests } = watchService(() => service().url);
  const searches = async (): Promise<number> => (await requests(searchPath)).length;

  it('a calendar that is opened again reads at once', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    const page = await workbench.webview('.tabs[role=tablist]');
    await page.getByRole('searchbox', { name: 'Keyword' }).fill('CPI');
    await page.getByRole('searchbox', { name: 'Keyword' }).press('Enter');
    await page.locator('mark').first().waitFor(patience);
    await workbench.closeAllEditors();
    const before = await searches();
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    await expect.poll(searches, patience).toBeGreaterThan(before);
    const again = await workbench.webview('[role=row].event');
    await expect.poll(async () => again.locator('market-grid.old').count(), patience).toBe(0);
  });

  it('the time zone stays what it was after Enter, and typing replaces it', async () => {
    const { workbench, host } = desk();
    const page = await workbench.webview('.tabs[role=tablist]');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.click();
    await zone.press('Enter');
    expect(await zone.inputValue()).toBe('UTC');
    for (let time = 0; time < 3; time += 1) {
      await zone.click();
      await zone.press('Escape');
      await zone.click();
      await host.page.keyboard.type('New_York', { delay: 30 });
      expect(await zone.inputValue()).toBe('New_York');
      await zone.press('Escape');
    }
    await expect.poll(async () => zone.inputValue(), patience).toBe('UTC');
  });

  it('the portfolio opens complete, whatever is selected in Positions', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    await (await positions.waitForRow('HK.00005')).click();
    await positions.pressInTitle('Open Portfolio');
    const page = await workbench.webview('portfolio-page .rows .row');
    expect(await page.getByRole('searchbox', { name: 'Filter positions' }).inputValue()).toBe('');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^3\d positions/);
  });

  it('the list of columns closes with Escape, and with a click outside it', async () => {
    const page = await desk().workbench.webview('portfolio-page .rows .row');
    const [button, list] = [page.getByRole('button', { name: 'Columns' }), page.getByRole('dialog', { name: 'Columns' })];
    await button.click();
    await list.waitFor(patience);
    await desk().host.page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden', ...patience });
    await button.click();
    await list.waitFor(patience);
    await page.locator('body').click({ position: { x: 200, y: 400 }, force: true });
    await list.waitFor({ state: 'hidden', ...patience });
  });

  it('a screen reader reads the market of a group and its number of positions', async () => {
    const group = await (await desk().workbench.view('Positions')).waitForRow(/^\s*HK\s*12 positions/);
    expect(await group.getAttribute('aria-label')).toMatch(/^HK, \d+ positions/);
  });

  it('tooltips show words, not the names of fields', async () => {
    const { workbench } = desk();
    const field = /\b[a-z]+_[a-z_]+\b|\bRTH\b/;
    const orders = await workbench.view('Orders');
    expect(await (await orders.hover(/BUY 300 TENCENT/, 'Time in force')).innerText()).not.toMatch(field);
    const plates = await workbench.view('Plates');
    await workbench.collapse('Watchlist', 'Positions');
    await plates.expand('HK.BK1000');
    expect(await (await plates.hover(/HK\.\d{5}/, 'Listing date')).innerText()).not.toMatch(field);
    await workbench.collapse('Plates');
  });

  it('the security page has its own menu', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('security-page .levels td');
    await page.locator('.price').click({ button: 'right' });
    for (const entry of ['Add to Watchlist', 'Add Alert…'])
      await host.page.locator('.context-view .action-label', { hasText: entry }).first().waitFor(patience);
    await host.page.keyboard.press('Escape');
  });

  it('a price off the tick, and one that would be filled at once, are reported before the review', async () => {
    const page = await openTicket(desk().workbench, 'OK-1');
    await ticketField(page, 'Price').fill('562.3');
    await page.locator('.warnings li', { hasText: 'isn’t a multiple of the tick size' }).waitFor(patience);
    await ticketField(page, 'Price').fill('700');
    await page.locator('.warnings li', { hasText: 'reaches the best ask' }).waitFor(patience);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('a finished ticket shows its order as it is, and the row opens a new one', async () => {
    const { workbench } = desk();
    const page = await enterTicket(workbench, 'OK-1', '300', '550.5');
    await confirmChange(workbench, page, 'Change OK-1 to 300 @ 550.5');
    await waitForStage(page, 'Change applied: OK-1 is now 300 @ 550.5');
    await expect.poll(async () => page.locator('#price-now').innerText(), patience).toBe('Now 550.5');
    await (await (await workbench.view('Orders')).waitForRow(/BUY 300 TENCENT @ 550\.5/)).click();
    await expect.poll(async () => ticketField(await shownTicket(workbench, 'OK-1'), 'Price').isEnabled(), patience).toBe(true);
  });

  it('the journal has no live prices in it, and a recent change leads to it', async () => {
    const { workbench, host } = desk();
    const lines = host.page.locator('.editor-instance .view-line', { hasText: 'HK.00700' });
    await workbench.runCommand('File: New Untitled Text File');
    await host.page.keyboard.insertText('HK.00700');
    // They are turned on, and shown after a symbol elsewhere.
    await expect.poll(async () => lines.first().innerText(), patience).toMatch(/HK\.00700.*\d{3}\.\d/);
    const orders = await workbench.view('Orders');
    await orders.expand(/^Recent Changes/);
    await (await orders.waitForRow(/^BUY TENCENT \(OK-1\)/)).click();
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Order Journal');
    await lines.first().waitFor(patience);
    // As long as the prices took to arrive elsewhere.
    await host.page.waitForTimeout(2_000);
    for (const line of await lines.allInnerTexts()) expect(line).not.toMatch(/HK\.00700\s+\d{3}\.\d/);
    await desk().screenshot('first-hour-journal');
  });

  it('a click in the watchlist opens the security', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Add to Watchlist…');
    await workbench.quickInput.enter('HK.00388');
    await workbench.collapse('Orders');
    const header = workbench.page.locator('.pane-header[aria-label^="Watchlist"]');
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
    const page = await workbench.webview('watchlist-page [role=row][data-id]');
    await page.locator('[role=row][data-id$=" HK.00388"]').click(patience);
    await expect.poll(async () => workbench.activeTab(), patience).toContain('HK.00388');
  });

  it('changes at another service are not among the recent ones', async () => {
    const { workbench } = desk();
    await (await workbench.view('Orders')).waitForRow(/^Recent Changes/);
    other = await startSandbox({ port: 0 });
    await connect(desk(), other);
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/BUY 300 TENCENT @ 562\.5/);
    expect(await orders.row(/^Recent Changes/).count()).toBe(0);
  });
});
