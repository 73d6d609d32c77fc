import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { chooseOrder, confirmChange, lastQuestion, openTicket, ticketField } from '../support/ticket';

const patience = { timeout: 20_000 };

describe('the order ticket as a form', () => {
  const { desk, service } = useConnectedDesk();

  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
  });

  const writes = () => service().ledger.entries.filter(({ method }) => method === 'PUT');

  async function open(order: string): Promise<Frame> {
    const { workbench } = desk();
    await workbench.closeAllEditors();
    return openTicket(workbench, order);
  }

  it('says which order it is, in which world, and where the market is', async () => {
    const page = await open('OK-1');
    expect(await page.locator('.world').innerText()).toMatch(/LIVE – REAL MONEY\s+127\.0\.0\.1:\d+/);
    expect((await page.locator('h1').innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^BUY 300 HK\.00700 TENCENT/);
    await expect.poll(async () => page.locator('.quote').innerText(), patience).toMatch(/Last\s+\d[^]*Bid\s+\d[^]*Ask\s+\d[^]*updated/);
    await desk().screenshotInEveryTheme('ticket-form');
  });

  it('changes an order by keyboard alone, and Enter alone sends nothing', async () => {
    const { host, workbench } = desk();
    const { keyboard } = host.page;
    const page = await workbench.webview('order-ticket .facts');
    const [quantity, price] = [ticketField(page, 'Quantity'), ticketField(page, 'Price')];
    await quantity.focus();
    await keyboard.press('ArrowUp');
    expect(await quantity.inputValue()).toBe('400');
    await keyboard.press('Tab');
    await price.selectText();
    await keyboard.type('12.34567');
    await expect.poll(async () => page.locator('.kept').allInnerTexts(), patience).toContainEqual(expect.stringContaining('12.34567'));
    expect(await page.locator('.warnings').innerText()).toContain('Check the decimal point');
    await desk().screenshotInEveryTheme('ticket-form-filled');
    await price.fill('1,5');
    await expect.poll(async () => price.getAttribute('aria-invalid'), patience).toBe('true');
    expect(await page.getByRole('button', { name: 'Review Change…' }).isDisabled()).toBe(true);
    await desk().screenshot('ticket-form-problem');
    await price.fill('560');
    await expect
      .poll(async () => page.locator('.changes').innerText(), patience)
      .toMatch(/Quantity\s+300 → 400\s+Price\s+562\.5 → 560\s+Order value\s+HKD 168,750 → 224,000 \(\+55,250\)/);
    await price.focus();
    await keyboard.press('Enter');
    expect(await lastQuestion(workbench, 'Change OK-1 to 400 @ 560')).toContain('{"exchange":"SEHK","qty":"400","price":"560"}');
    await desk().screenshot('ticket-form-modal');
    await keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    expect(writes()).toEqual([]);
    await confirmChange(workbench, page, 'Change OK-1 to 400 @ 560');
    await expect.poll(async () => page.locator('.stage').innerText(), patience).toMatch(/Change (accepted|applied): OK-1/);
    expect(writes().length).toBe(1);
    await desk().screenshot('ticket-form-accepted');
    // The order is watched until it has the new values: then the page, the list, and the journal say so.
    await expect.poll(async () => page.locator('.stage').innerText(), patience).toContain('Change applied: OK-1 is now 400 @ 560.');
    await desk().screenshot('ticket-form-applied');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/BUY 400 TENCENT @ 560/);
    await orders.waitForRow(/Recent Changes.*OK-1 → 400 @ 560: applied/);
  });

  it('stops when the order was changed meanwhile, says what is different, and continues from there', async () => {
    const { workbench } = desk();
    const page = await open('OK-4');
    const before = writes().length;
    const filled = await fetch(`${service().url}/sandbox/orders/fill`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ account: '8001', order_id: 'OK-4', qty: '100' }),
    });
    expect(await filled.text()).toContain('changed');
    await ticketField(page, 'Price').fill('431');
    await page.getByRole('button', { name: 'Review Change…' }).click();
    await expect
      .poll(async () => page.locator('.stage').innerText(), patience)
      .toMatch(/OK-4 has changed since you opened the ticket[^]*Filled quantity: 100 → 200/);
    await desk().screenshot('ticket-form-stale');
    await page.getByRole('button', { name: 'Continue with Current Values' }).click();
    await expect.poll(async () => page.locator('.facts').innerText(), patience).toMatch(/Filled\s+200 of/);
    expect(await ticketField(page, 'Price').inputValue()).toBe('431');
    expect(writes().length).toBe(before);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(async () => workbench.page.locator('.tabs-container .tab', { hasText: 'OK-4' }).count(), patience).toBe(0);
  });

  it('says at once that an order cannot be modified, before anything is typed', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Modify Order…');
    await chooseOrder(workbench, 'ASHARE-1');
    await desk().host.page.getByPlaceholder('A-share orders can’t be modified').waitFor();
    await workbench.quickInput.cancel();
  });
});
