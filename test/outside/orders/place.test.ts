import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { lastQuestion, ticketField } from '../support/ticket';

const patience = { timeout: 30_000 };

describe('placing orders', () => {
  const { desk, service } = useConnectedDesk({ alwaysOpen: true });

  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
  });

  const placements = () => service().ledger.entries.filter(({ method, path }) => method === 'POST' && /\/orders$/.test(path));

  async function newOrder(account: string, symbol: string): Promise<Frame> {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: New Order…');
    await workbench.quickInput.type(account);
    await workbench.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: account }).first().waitFor();
    await workbench.quickInput.accept();
    await expect.poll(async () => workbench.quickInput.title(), patience).toContain('New Order');
    await workbench.quickInput.type(symbol);
    await workbench.quickInput.accept();
    return workbench.webview('order-ticket .choices');
  }

  it('refuses a live account while it is turned off, with the setting, and asks for nothing else', async () => {
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

  it('places an order in a paper account by keyboard, and says what became of it', async () => {
    const { host, workbench } = desk();
    const { keyboard } = host.page;
    const page = await newOrder('SIM-1001', 'HK.00700');
    expect(await page.locator('.world').innerText()).toMatch(/PAPER – no real money/);
    const [quantity, price] = [ticketField(page, 'Quantity'), ticketField(page, 'Price')];
    // One lot at the best bid, once there are prices.
    await expect.poll(async () => price.inputValue(), patience).toMatch(/^\d+(\.\d+)?$/);
    expect(await quantity.inputValue()).toBe('100');
    const limit = String(Math.floor(Number(await price.inputValue()) * 0.95));
    const value = (Number(limit) * 200).toLocaleString('en-US');
    await desk().screenshotInEveryTheme('place-form');
    await workbench.setTheme('Dark Modern');
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
      .toMatch(new RegExp(`The account can trade\\s+at most [\\d,]+[^]*Order value\\s+${value}, without fees`));
    await desk().screenshotInEveryTheme('place-form-filled');
    await workbench.setTheme('Dark Modern');
    await price.focus();
    await keyboard.press('Enter');
    const action = `BUY HK.00700: 200 @ ${limit}`;
    const question = await lastQuestion(workbench, action);
    expect(question).toMatch(/PAPER – no real money/);
    expect(question).toMatch(/"text":"breakout #[0-9a-z]{8}"/);
    await desk().screenshot('place-question');
    // Enter alone sends nothing.
    await keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    expect(placements()).toEqual([]);
    // The form can be filled again.
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    await price.focus();
    await keyboard.press('Enter');
    await lastQuestion(workbench, action);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
    await expect.poll(async () => page.locator('.stage').innerText(), patience).toContain(`Order placed: BUY HK.00700, 200 @ ${limit}`);
    // It goes on showing what was sent.
    expect([await quantity.inputValue(), await price.inputValue()]).toEqual(['200', limit]);
    await desk().screenshotInEveryTheme('place-done');
    const [placed, another] = placements();
    expect(another).toBeUndefined();
    expect(placed?.path).toBe('/api/v1.0/sim-trade/SIM-1001/orders');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(new RegExp(`Recent Changes.*BUY HK\\.00700 → 200 @ ${limit}: placed`));
  });

  it('finds an order by its mark after its answer was lost, and never sends it again', async () => {
    const { workbench } = desk();
    await workbench.setTheme('Dark Modern');
    const before = placements().length;
    await workbench.runCommand('View: Close All Editors');
    const page = await newOrder('SIM-1001', 'HK.00700');
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
});
