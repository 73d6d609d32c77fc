import type { Frame, Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDesk } from '../support/desk';
import { Hand } from './hand';
import { enterSandbox } from '../support/sandbox';
import { shownTicket, ticketField, waitForStage } from '../support/ticket';

const patience = { timeout: 30_000 };

/**
 * How many keys and clicks everyday tasks take, from what is on the screen anyway to their end. Text typed into a field is not counted;
 * everything else is.
 */
describe('everyday tasks', () => {
  const desk = useDesk({
    theme: 'dark',
    viewport: { width: 1440, height: 900 },
    settings: { 'marketDesk.calendar.timeZone': 'UTC', 'marketDesk.statusBar.dayProfit': true },
  });
  const hand = (): Hand => new Hand(desk().host.page);
  /** The confirming button of the last question, which names what is sent. */
  const yes = (action: string): Locator => desk().workbench.dialog.getByRole('button', { name: action, exact: true });
  const row = (text: string): Locator =>
    desk().host.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: text }).first();

  beforeAll(async () => {
    await enterSandbox(desk());
    await desk().workbench.showContainer();
    await (await desk().workbench.view('Orders')).waitForRow(/BUY 500 HKEX @/);
  });

  /** Waits until the ticket can be reviewed, with the focus on the price. */
  async function readyTicket(id: string): Promise<Frame> {
    const page = await shownTicket(desk().workbench, id);
    await expect.poll(async () => page.evaluate<string>('document.activeElement?.id ?? ""'), patience).toBe('price');
    await page.locator('.quote dd').first().waitFor(patience);
    return page;
  }

  it('the day P&L is visible without any action', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    await expect.poll(async () => (await positions.texts())[0], patience).toMatch(/^Day P&L\s*live · [+−][\d,.]+ [+−][\d.]+% [A-Z]{3}/);
    await expect.poll(async () => positions.description(), patience).toMatch(/^day [+−][\d,.]+ [+−][\d.]+% [A-Z]{3}/);
    await workbench.statusItem(/^day [+−][\d,.]+ [+−][\d.]+%/).waitFor(patience);
  });

  it('a price is raised by one tick, up to its new value in force, with four', async () => {
    const { workbench } = desk();
    const up = hand();
    await up.click((await workbench.view('Orders')).row(/BUY 500 HKEX @/));
    const page = await readyTicket('OK-4');
    const before = await ticketField(page, 'Price').inputValue();
    await up.press('ArrowUp');
    await expect.poll(async () => page.getByRole('button', { name: 'Review Change…' }).isEnabled(), patience).toBe(true);
    const after = await ticketField(page, 'Price').inputValue();
    expect(Number(after) - Number(before)).toBeCloseTo(0.2);
    await up.press('Enter');
    await up.click(yes(`Change OK-4 to 500 @ ${after}`));
    await waitForStage(page, `Change applied: OK-4 is now 500 @ ${after}`);
    expect(up.actions).toBeLessThanOrEqual(4);

    // Takes it back, starting in the ticket.
    const back = hand();
    await back.click(page.getByRole('button', { name: `Change Back to 500 @ ${before}…` }));
    await back.click(yes(`Change OK-4 to 500 @ ${before}`));
    await expect
      .poll(async () => (await shownTicket(workbench, 'OK-4')).locator('.stage').innerText(), patience)
      .toContain('Change applied');
    await (await workbench.view('Orders')).waitForRow(new RegExp(`BUY 500 HKEX @ ${before.replace('.', '\\.')}`));
    expect(back.actions).toBeLessThanOrEqual(2);
    await desk().screenshot('tasks-changed-back');
  });

  it('an older change is taken back from its row with two', async () => {
    const { workbench } = desk();
    const orders = await workbench.view('Orders');
    await workbench.collapse('Watchlist', 'Positions');
    await orders.expand(/^Recent Changes/);
    const change = await orders.waitForRow(/^BUY HKEX \(OK-4\)/);
    await change.hover();
    const back = hand();
    await back.click(change.locator('.actions a[aria-label="Change Back…"]'));
    await workbench.dialog.waitFor(patience);
    const action = workbench.dialog.getByRole('button', { name: /^Change OK-4 to 500 @ / });
    await back.click(action);
    await expect
      .poll(async () => (await shownTicket(workbench, 'OK-4')).locator('.stage').innerText(), patience)
      .toContain('Change applied');
    expect(back.actions).toBeLessThanOrEqual(2);
  });

  it('the reason of a rejected change is shown where it was made, without any action', async () => {
    const { workbench, host } = desk();
    const orders = await workbench.view('Orders');
    const rejected = await orders.waitForRow(/ERR-1/);
    await rejected.click();
    const page = await readyTicket('ERR-1');
    await host.page.keyboard.press('ArrowUp');
    await expect.poll(async () => page.getByRole('button', { name: 'Review Change…' }).isEnabled(), patience).toBe(true);
    await host.page.keyboard.press('Enter');
    await workbench.dialog.getByRole('button', { name: /^Change ERR-1 to/ }).click(patience);
    const why = hand();
    await waitForStage(page, /Change rejected: ERR-1\..*[a-z]{4,}.*\(code -1200\)/s);
    await desk().screenshot('tasks-rejected');
    expect(why.actions).toBe(0);
  });

  it('two securities are compared with two', async () => {
    const { workbench } = desk();
    for (const symbol of ['HK.00005', 'HK.00700']) {
      await workbench.runCommand('Market Desk: Open Security…');
      await workbench.quickInput.enter(symbol);
      await expect.poll(async () => workbench.activeTab(), patience).toContain(symbol);
    }
    const page = await workbench.webview('security-page .canvas');
    const compare = hand();
    await compare.click(page.getByRole('button', { name: 'Compare…' }));
    await row('HK.00005').waitFor(patience);
    await compare.press('Enter');
    await expect.poll(async () => page.locator('.compared-chip').count(), patience).toBe(2);
    expect(compare.actions).toBeLessThanOrEqual(2);
  });

  it('a reminder for an upcoming release is set with three', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    const calendar = await workbench.webview('.tabs[role=tablist]');
    const release = calendar.locator('[role=row].event:not(.past)').last();
    await release.waitFor(patience);
    const remind = hand();
    await remind.click(release);
    await remind.press('r');
    await row('min before').waitFor(patience);
    await remind.press('Enter');
    await release.locator('.reminded').waitFor(patience);
    expect(remind.actions).toBeLessThanOrEqual(3);
  });

  it('the next CPI of a country and its history are found with three', async () => {
    const { workbench, host } = desk();
    const find = hand();
    await find.press('F1');
    await workbench.quickInput.type('>Show Indicator History');
    await row('Market Desk: Show Indicator History').waitFor(patience);
    await find.press('Enter');
    await expect.poll(async () => workbench.quickInput.title(), patience).toContain('Indicator');
    await host.page.keyboard.insertText('U.S. CPI');
    await expect.poll(async () => row('').innerText(), patience).toContain('CPI');
    await find.press('Enter');
    const page = await workbench.webview('history-page');
    await expect.poll(async () => page.locator('.rows .row').count(), patience).toBeGreaterThan(11);
    expect(await page.locator('.next').innerText()).toContain('Next release: ');
    expect(find.actions).toBeLessThanOrEqual(3);
  });

  it('a symbol in code shows its price on hover, without a click', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('File: New Untitled Text File');
    await host.page.keyboard.insertText('HK.00700');
    const text = host.page.locator('.view-line', { hasText: 'HK.00700' }).locator('span > span').first();
    const told = host.page.locator('.monaco-hover .hover-row', { hasText: 'Last price' });
    const isTold = async (): Promise<boolean> => {
      await host.page.mouse.move(0, 0);
      await text.hover();
      return told.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isTold, patience).toBe(true);
  });

  it('positions are saved as CSV with three', async () => {
    const { workbench, host } = desk();
    const positions = await workbench.view('Positions');
    const save = hand();
    await positions.pane.locator('.pane-header').hover();
    await save.click(
      positions.pane.locator('.pane-header a[aria-label^="Views and More Actions"], .pane-header a[aria-label^="More Actions"]').first(),
    );
    await save.choose(host.page.locator('.context-view .action-label', { hasText: 'Export Positions…' }).first());
    await workbench.quickInput.waitForValue(/positions-.*\.csv$/);
    await save.press('Enter');
    await workbench.waitForNotification(/Positions exported to positions-.*\.csv/);
    expect(save.actions).toBeLessThanOrEqual(3);
  });
});
