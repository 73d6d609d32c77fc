import { beforeAll, expect, it } from 'vitest';
import { pressInMenu } from '../support/alertSteps';
import type { ConnectedDesk } from '../support/connectedDesk';
import { Hand } from '../support/hand';
import { lastQuestion, newOrder, pressEnterIn, ticketField, waitForStage } from '../support/ticket';
import { patience } from '../support/patience';

/** What is wrong with the place of the line about real money and of what has the focus; empty if nothing is. */
const hiddenFocus = `(() => {
  const world = document.querySelector('.world').getBoundingClientRect();
  const focus = document.activeElement;
  const { top, bottom } = focus.getBoundingClientRect();
  if (world.top < 0 || world.bottom > innerHeight) return 'the line is out of view';
  const end = focus.closest('footer') === null ? document.querySelector('footer').getBoundingClientRect().top : innerHeight;
  if (focus === document.body || (top >= world.bottom && bottom <= end)) return '';
  return (focus.id || focus.textContent.trim()) + ' is from ' + top + ' to ' + bottom + ', the line ends at ' + world.bottom;
})()`;

export function placingOrders({ desk, service }: ConnectedDesk): void {
  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
  });

  const placements = () => service().ledger.entries.filter(({ method, path }) => method === 'POST' && /\/orders$/.test(path));

  it('places an order in a paper account by keyboard, changes and cancels it from its row, and shows its receipt', async () => {
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
      .toMatch(new RegExp(`Order value\\s+HKD ${value}\\s+Fees and taxes\\s+not provided`));
    expect(await page.locator('.most').innerText()).toMatch(/^Max\s+[\d,]+/);
    // The positions of the account are in their view.
    await expect.poll(async () => page.locator('.position').innerText(), patience).toMatch(/^Position −?[\d,]+( @ [\d.,]+)? → \S+$/);
    await desk().screenshotInEveryTheme('place-form-filled');
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    await pressEnterIn(page, price);
    const action = new RegExp(`^Buy 200 TENCENT at ${limit}\\.?0*$`);
    const question = await lastQuestion(workbench, action);
    expect(question).toMatch(/PAPER – no real money/);
    expect(question).toMatch(/^Buy 200 TENCENT at [\d.]+, paper account SIM-1001\?[^]*Remark: breakout #[0-9a-z]{8}/);
    await desk().screenshot('place-question');
    // Enter alone sends nothing.
    await keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    expect(placements()).toEqual([]);
    // The exact request is open, and has the focus.
    await page.locator('details[open] summary:focus').waitFor(patience);
    // The form can be filled in again.
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    await pressEnterIn(page, price);
    await lastQuestion(workbench, action);
    await workbench.pressInDialog(action);
    await expect.poll(async () => page.locator('.stage').innerText(), patience).toContain(`Order placed: BUY 200 TENCENT @ ${limit}`);
    // It still shows what was sent.
    expect([await quantity.inputValue(), Number(await price.inputValue())]).toEqual(['200', Number(limit)]);
    await desk().screenshotInEveryTheme('place-done');
    const [placed, another] = placements();
    expect(another).toBeUndefined();
    expect(placed?.path).toBe('/api/v1.0/sim-trade/SIM-1001/orders');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(new RegExp(`Recent Changes.*BUY TENCENT → 200 @ ${limit}: placed`));
    await workbench.closeAllEditors();
    await workbench.collapse('Watchlist', 'Positions', 'Plates', 'Today');
    // Rows out of view are not rendered, so the live account is collapsed.
    const live = await orders.waitForRow(/8001/);
    if ((await live.getAttribute('aria-expanded')) === 'true') await live.click();
    await orders.waitForRow(/paper account · SIM-1001/);
    const row = /BUY 200 TENC.*paper · submitted.*HK\.00700/;
    await (await orders.waitForRow(row)).focus();
    await desk().screenshotInEveryTheme('paper-orders');
    await (await orders.waitForRow(row)).click();
    const ticket = await workbench.webview('order-ticket .facts');
    expect(await ticket.locator('.world').innerText()).toMatch(/PAPER – no real money/);
    // The symbol includes its market, so that there are prices.
    await expect.poll(async () => ticket.locator('body').innerText(), patience).toMatch(/HK\.00700[^]*Last\s+[\d,.]+/);
    await ticketField(ticket, 'Quantity').fill('300');
    const kept = await ticketField(ticket, 'Price').inputValue();
    await ticket.getByRole('button', { name: 'Review Change…' }).and(ticket.locator(':enabled')).waitFor(patience);
    await pressEnterIn(ticket, ticketField(ticket, 'Quantity'));
    const id = /Order ID\s+(\d+)/.exec(await ticket.locator('.facts').innerText())?.[1] ?? '';
    const changing = new RegExp(`^Change to 300 at ${kept}\\.?0*$`);
    expect(await lastQuestion(workbench, changing)).toContain(`order ${id}`);
    await (await workbench.readDialog(changing)).focus();
    await keyboard.press('Enter');
    await waitForStage(ticket, /Change applied/);
    const changes = service().ledger.entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/modify'));
    expect(changes.length).toBe(1);
    const changed = /BUY 300 TENC.*paper · submitted/;
    await orders.pressInline(changed, 'Cancel Order…');
    await workbench.dialog.waitFor();
    expect(await workbench.dialogText()).toContain('PAPER – no real money');
    await (await workbench.readDialog('Cancel Order')).focus();
    await keyboard.press('Enter');
    await orders.waitForRow(/BUY 300 TENC.*paper · canceled/);
    await desk().screenshot('paper-canceled');
    // The receipt of the order, from its row.
    await pressInMenu(host.page, await orders.waitForRow(/BUY 300 TENC.*paper · canceled/), 'Show Order Receipt');
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

  it('keeps the line about real money above whatever has the focus, as at 200%', async () => {
    const { host, workbench } = desk();
    const page = await newOrder(workbench, 'SIM-1001', 'HK.00700');
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    // Warnings come and go above the buttons, which stay.
    const review = page.getByRole('button', { name: 'Review Order…' });
    const [calm, quantity] = [await review.boundingBox(), ticketField(page, 'Quantity')];
    await quantity.fill('2000000');
    await page.locator('.warnings li').first().waitFor(patience);
    expect(await review.boundingBox()).toEqual(calm);
    await quantity.fill('100');
    await host.page.setViewportSize({ width: 720, height: 450 });
    await expect.poll(async () => page.evaluate<number>('innerHeight'), patience).toBeLessThan(450);
    await page.getByRole('button', { name: 'Discard' }).focus();
    for (let presses = 0; presses < 9; presses++) {
      await expect.poll(async () => page.evaluate<string>(hiddenFocus), patience).toBe('');
      await host.page.keyboard.press('Shift+Tab');
    }
    // A review that is called off leaves the form where it was, with its buttons in view.
    const place = async (): Promise<string> =>
      page.evaluate<string>(`[document.scrollingElement, document.querySelector('.form')].map(({ scrollTop }) => scrollTop).join(' ')`);
    await page.evaluate("document.querySelector('.form').scrollTop = 61");
    await review.and(page.locator(':enabled')).click();
    await workbench.dialog.waitFor();
    expect(await place()).toBe('0 61');
    await host.page.keyboard.press('Escape');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await page.locator('.review[aria-disabled=false]').waitFor(patience);
    expect(await place()).toBe('0 61');
    expect(await page.evaluate<boolean>("document.querySelector('.review').getBoundingClientRect().bottom <= innerHeight")).toBe(true);
    await desk().screenshotInEveryTheme('place-form-200');
  });

  it('closes a position, trades at the bid, and cancels one order or all with two presses each', async () => {
    const { host, workbench } = desk();
    const review = async (hand: Hand): Promise<string> => {
      const form = await workbench.webview('order-ticket');
      await hand.click(form.getByRole('button', { name: 'Review Order…' }).and(form.locator(':enabled')));
      return workbench.dialogText();
    };
    await workbench.collapse('Watchlist', 'Plates', 'Today', 'Orders');
    const positions = await workbench.view('Positions');
    // The live account stands first, and its orders are off here.
    await (await positions.waitForRow(/LIVE · 8001/)).click();
    await positions
      .row(/LIVE · 8001/)
      .and(host.page.locator('[aria-expanded=false]'))
      .waitFor(patience);
    const close = new Hand(host.page);
    await close.click(await positions.inline(/^HSBC/, 'Close Position'));
    expect(await review(close)).toMatch(/^Sell [\d,]+ HSBC HOLDINGS at [\d.]+, paper account SIM-1001\?/);
    expect(close.actions).toBe(2);
    await workbench.closeDialog('Don’t Send');
    await workbench.closeAllEditors();

    await workbench.runCommand('Market Desk: Open Security (Chart, Price, Quote)…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('security-page .levels');
    const bid = page.locator('.levels td.level.up button').first();
    const trade = new Hand(host.page);
    await trade.click(bid);
    const form = await workbench.webview('order-ticket');
    const price = await ticketField(form, 'Price').inputValue();
    expect(await review(trade)).toMatch(new RegExp(`^Buy 100 TENCENT at ${price}, paper account SIM-1001\\?`));
    expect(trade.actions).toBe(2);
    await workbench.closeDialog('Don’t Send');
    // An order at the bid may be filled at any moment.
    const limit = String(Math.floor(Number(price) * 0.9));
    await ticketField(form, 'Price').fill(limit);
    expect(await review(new Hand(host.page))).toMatch(new RegExp(`^Buy 100 TENCENT at ${limit}`));
    await workbench.pressInDialog(/^Buy 100/);
    await workbench.closeAllEditors();

    await workbench.collapse('Positions');
    const orders = await workbench.view('Orders');
    const one = new Hand(host.page);
    await one.click(await orders.inline(/BUY 100 TENC.*paper · submitted/, 'Cancel Order'));
    await one.click(await workbench.readDialog('Cancel Order'));
    expect(one.actions).toBe(2);
    await orders.waitForRow(/Recent Changes.*cancel: canceled/);
    const all = new Hand(host.page);
    await all.click(await orders.inline(/8001 · \d+ open/, 'Cancel All Open Orders'));
    await all.click(await workbench.readDialog(/^Cancel \d+ Orders?$/));
    expect(all.actions).toBe(2);
  });
}
