import { beforeAll, describe, expect, it } from 'vitest';
import { pressInMenu } from '../alerts/alertSteps';
import { useConnectedDesk } from '../support/connectedDesk';
import { lastQuestion, newOrder, pressEnterIn, ticketField, waitForStage } from '../support/ticket';

const patience = { timeout: 30_000 };

/** What is wrong with the place of the line about real money and of what has the focus; empty if nothing is. */
const hiddenFocus = `(() => {
  const world = document.querySelector('.world').getBoundingClientRect();
  const focus = document.activeElement;
  const { top, bottom } = focus.getBoundingClientRect();
  if (world.top < 0 || world.bottom > innerHeight) return 'the line is out of view';
  if (focus === document.body || (top >= world.bottom && bottom <= innerHeight)) return '';
  return (focus.id || focus.textContent.trim()) + ' is from ' + top + ' to ' + bottom + ', the line ends at ' + world.bottom;
})()`;

describe('placing orders', () => {
  const { desk, service } = useConnectedDesk({ alwaysOpen: true });

  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
  });

  const placements = () => service().ledger.entries.filter(({ method, path }) => method === 'POST' && /\/orders$/.test(path));

  it('refuses a live account while it is turned off, names the setting, and asks for nothing else', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: New Order…');
    await workbench.quickInput.type('8001');
    await workbench.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: '8001' }).first().waitFor();
    await desk().screenshot('place-accounts');
    await workbench.quickInput.accept();
    expect(await workbench.waitForNotification(/Placing orders in live accounts is turned off/)).toContain('marketDesk.orders.allow');
    expect(await workbench.page.locator('.quick-input-widget:visible').count()).toBe(0);
    expect(placements()).toEqual([]);
  });

  it('places an order in a paper account by keyboard, and shows its outcome', async () => {
    const { host, workbench } = desk();
    const { keyboard } = host.page;
    const page = await newOrder(workbench, 'SIM-1001', 'HK.00700');
    expect(await page.locator('.world').innerText()).toMatch(/PAPER – no real money/);
    const [quantity, price] = [ticketField(page, 'Quantity'), ticketField(page, 'Price')];
    // One lot at the best bid, once there are prices.
    await expect.poll(async () => price.inputValue(), patience).toMatch(/^\d+(\.\d+)?$/);
    expect(await quantity.inputValue()).toBe('100');
    const limit = String(Math.floor(Number(await price.inputValue()) * 0.95));
    const value = (Number(limit) * 200).toLocaleString('en-US');
    await desk().screenshotInEveryTheme('place-form');
    await quantity.focus();
    await keyboard.press('ArrowUp');
    expect(await quantity.inputValue()).toBe('200');
    await keyboard.press('Tab');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(limit);
    await keyboard.press('Tab');
    await page.getByRole('textbox', { name: 'Remark' }).focus();
    await keyboard.type('breakout');
    await expect
      .poll(async () => page.locator('.changes').innerText(), patience)
      .toMatch(new RegExp(`The account can trade\\s+at most [\\d,]+[^]*Order value\\s+HKD ${value}\\s+Fees and taxes\\s+not provided`));
    await desk().screenshotInEveryTheme('place-form-filled');
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    await pressEnterIn(page, price);
    const action = `BUY HK.00700: 200 @ ${limit}`;
    const question = await lastQuestion(workbench, action);
    expect(question).toMatch(/PAPER – no real money/);
    expect(question).toMatch(/"text":"breakout #[0-9a-z]{8}"/);
    await desk().screenshot('place-question');
    // Enter alone sends nothing.
    await keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    expect(placements()).toEqual([]);
    // The form can be filled in again.
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    await pressEnterIn(page, price);
    await lastQuestion(workbench, action);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
    await expect.poll(async () => page.locator('.stage').innerText(), patience).toContain(`Order placed: BUY HK.00700, 200 @ ${limit}`);
    // It still shows what was sent.
    expect([await quantity.inputValue(), await price.inputValue()]).toEqual(['200', limit]);
    await desk().screenshotInEveryTheme('place-done');
    const [placed, another] = placements();
    expect(another).toBeUndefined();
    expect(placed?.path).toBe('/api/v1.0/sim-trade/SIM-1001/orders');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(new RegExp(`Recent Changes.*BUY HK\\.00700 → 200 @ ${limit}: placed`));
  });

  it('keeps the line about real money above whatever has the focus, as at 200%', async () => {
    const { host, workbench } = desk();
    await workbench.closeAllEditors();
    const page = await newOrder(workbench, 'SIM-1001', 'HK.00700');
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    await host.page.setViewportSize({ width: 720, height: 450 });
    await page.getByRole('button', { name: 'Discard' }).focus();
    for (let presses = 0; presses < 9; presses++) {
      expect(await page.evaluate<string>(hiddenFocus)).toBe('');
      await host.page.keyboard.press('Shift+Tab');
    }
    await desk().screenshotInEveryTheme('place-form-200');
    await host.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows paper orders in the Orders view, and changes and cancels one by keyboard', async () => {
    const { workbench, host } = desk();
    const { keyboard } = host.page;
    await workbench.closeAllEditors();
    await workbench.collapse('Watchlist', 'Positions', 'Plates', 'Today');
    const orders = await workbench.view('Orders');
    // Rows out of view are not rendered, so the live account is collapsed.
    const live = await orders.waitForRow(/8001/);
    if ((await live.getAttribute('aria-expanded')) === 'true') await live.click();
    await orders.waitForRow(/paper account · SIM-1001/);
    const row = /BUY 200 TENCENT.*paper · submitted · HK\.00700/;
    await (await orders.waitForRow(row)).focus();
    await desk().screenshotInEveryTheme('paper-orders');
    await (await orders.waitForRow(row)).click();
    const page = await workbench.webview('order-ticket .facts');
    expect(await page.locator('.world').innerText()).toMatch(/PAPER – no real money/);
    // The symbol includes its market, so that there are prices.
    await expect.poll(async () => page.locator('body').innerText(), patience).toMatch(/HK\.00700[^]*Last\s+[\d,.]+/);
    const quantity = ticketField(page, 'Quantity');
    await quantity.fill('300');
    const price = await ticketField(page, 'Price').inputValue();
    await page.getByRole('button', { name: 'Review Change…' }).and(page.locator(':enabled')).waitFor(patience);
    await pressEnterIn(page, quantity);
    const id = /Order ID\s+(\d+)/.exec(await page.locator('.facts').innerText())?.[1] ?? '';
    const action = `Change ${id} to 300 @ ${price}`;
    const question = await lastQuestion(workbench, action);
    expect(question).toContain(`"new_qty":"300","new_price":"${price}"`);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).focus();
    await keyboard.press('Enter');
    await waitForStage(page, /Change applied|is now 300/);
    const changes = service().ledger.entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/modify'));
    expect(changes.length).toBe(1);
    const changed = /BUY 300 TENCENT.*paper · submitted/;
    await orders.pressInline(changed, 'Cancel Order…');
    await workbench.dialog.waitFor();
    expect(await workbench.dialogText()).toContain('PAPER – no real money');
    await workbench.dialog.getByRole('button', { name: 'Cancel Order', exact: true }).focus();
    await keyboard.press('Enter');
    await orders.waitForRow(/BUY 300 TENCENT.*paper · canceled/);
    await desk().screenshot('paper-canceled');
    // The receipt of the order, from its row.
    await pressInMenu(host.page, await orders.waitForRow(/BUY 300 TENCENT.*paper · canceled/), 'Show Order Receipt');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Receipt');
    const lines = host.page.locator('.editor-instance .view-lines');
    // The editor renders non-breaking spaces.
    const shown = async (): Promise<string> => (await lines.innerText()).replaceAll('\u00a0', ' ');
    await expect.poll(shown, patience).toMatch(/Canceled\. Nothing was filled\. +\[R1\]/);
    const text = await shown();
    expect(text).toContain('PAPER – no real money');
    expect(text).toMatch(/J\d+ .*about to send the (change|cancellation)/);
    await desk().screenshotInEveryTheme('receipt');
  });

  it('finds an order by its mark after its answer was lost, and never sends it again', async () => {
    const { workbench } = desk();
    const before = placements().length;
    await workbench.closeAllEditors();
    const page = await newOrder(workbench, 'SIM-1001', 'HK.00700');
    await expect.poll(async () => ticketField(page, 'Price').inputValue(), patience).toMatch(/^\d/);
    const limit = String(Math.floor(Number(await ticketField(page, 'Price').inputValue()) * 0.95));
    await ticketField(page, 'Price').fill(limit);
    service().faults.once({
      match: { method: 'POST', path: '/api/v1.0/sim-trade/{acc_id}/orders' },
      action: { kind: 'reset', processed: true },
    });
    await page.getByRole('button', { name: 'Review Order…' }).click();
    const action = `BUY HK.00700: 100 @ ${limit}`;
    await lastQuestion(workbench, action);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
    await expect.poll(async () => page.locator('.stage').innerText(), patience).toContain(`Order placed: BUY HK.00700, 100 @ ${limit}`);
    expect(placements().length).toBe(before + 1);
  });

  it('lists open paper orders in Modify Order and Cancel Order, without a setting for them', async () => {
    const { workbench, host } = desk();
    const { keyboard } = host.page;
    await workbench.closeAllEditors();
    const rows = host.page.locator('.quick-input-widget:visible .monaco-list-row');
    const choose = async (command: string): Promise<void> => {
      await workbench.runCommand(`Market Desk: ${command}…`);
      await expect.poll(async () => workbench.quickInput.title(), patience).toContain(command);
      await keyboard.type('paper');
      const [row] = await rows.filter({ hasText: /BUY 100 TENCENT[^]*paper · / }).all();
      await expect.poll(async () => rows.filter({ hasText: /BUY 100 TENCENT[^]*paper · \d/ }).count(), patience).toBeGreaterThan(0);
      expect(row === undefined ? 0 : await row.locator('.codicon-beaker').count()).toBe(1);
      await desk().screenshot(`palette-paper-${command.slice(0, 6).toLowerCase()}`);
      await keyboard.press('Enter');
    };
    await choose('Modify Order');
    const page = await workbench.webview('order-ticket .facts');
    expect(await page.locator('.world').innerText()).toMatch(/PAPER – no real money/);
    await workbench.closeAllEditors();
    // Canceling is turned off in live accounts.
    await choose('Cancel Order');
    await workbench.dialog.waitFor();
    expect(await workbench.dialogText()).toMatch(/Cancel BUY 100 TENCENT[^]*PAPER – no real money/);
    await workbench.dialog.getByRole('button', { name: 'Cancel Order', exact: true }).focus();
    await keyboard.press('Enter');
    await (await workbench.view('Orders')).waitForRow(/BUY 100 TENCENT.*paper · canceled/);
  });

  it('tells once that a service doesn’t return the marks of orders', async () => {
    const { workbench } = desk();
    const warning = /doesn’t return the mark of an order/;
    const orders = await workbench.view('Orders');
    const place = async (factor: number): Promise<void> => {
      await workbench.closeAllEditors();
      const page = await newOrder(workbench, 'SIM-1001', 'HK.00700');
      await expect.poll(async () => ticketField(page, 'Price').inputValue(), patience).toMatch(/^\d/);
      const limit = String(Math.floor(Number(await ticketField(page, 'Price').inputValue()) * factor));
      await ticketField(page, 'Price').fill(limit);
      await page.getByRole('textbox', { name: 'Remark' }).fill('MUTE');
      await page.getByRole('button', { name: 'Review Order…' }).click();
      const action = `BUY HK.00700: 100 @ ${limit}`;
      await lastQuestion(workbench, action);
      await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
      await expect.poll(async () => page.locator('.stage').innerText(), patience).toContain('Order placed');
      // At the limits of the service, its order is read within half a minute.
      const row = new RegExp(`Recent Changes.*BUY HK\\.00700 → 100 @ ${limit}: placed`);
      await expect.poll(async () => orders.row(row).count(), { timeout: 40_000 }).toBeGreaterThan(0);
    };
    await place(0.94);
    await workbench.waitForNotification(warning);
    await desk().screenshot('place-mark-dropped');
    await workbench.clearNotifications();
    await place(0.93);
    await workbench.runCommand('Notifications: Show Notifications');
    expect(await workbench.notification(warning).count()).toBe(0);
  });
});
