import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { lastQuestion, newOrder, ticketField, waitForStage } from '../support/ticket';

const patience = { timeout: 30_000 };

describe('limits on orders', () => {
  const { desk, service } = useConnectedDesk(
    { alwaysOpen: true },
    {
      settings: {
        'marketDesk.orders.maxQuantity': 200,
        'marketDesk.orders.maxValue': 50_000,
        'marketDesk.orders.maxDistancePercent': 5,
        'marketDesk.orders.maxDistanceTicks': 20,
        'marketDesk.orders.maxPerMinute': 1,
        'marketDesk.orders.maxExposure': 60_000,
        'marketDesk.orders.hardLimits.quantity': 1000,
        'marketDesk.orders.hardLimits.value': 5_000_000,
      },
    },
  );
  let limit = '';

  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
  });

  const placements = (): number =>
    service().ledger.entries.filter(({ method, path }) => method === 'POST' && /\/orders$/.test(path)).length;
  const warned = async (page: Frame): Promise<string> => (await page.locator('.warnings').allInnerTexts()).join('\n');

  it('are shown in the form while typing, each with its numbers, before anything is reviewed', async () => {
    const page = await newOrder(desk().workbench, 'SIM-1001', 'HK.00700');
    const price = ticketField(page, 'Price');
    await expect.poll(async () => price.inputValue(), patience).toMatch(/^\d/);
    limit = String(Math.floor(Number(await price.inputValue()) * 0.9));
    await ticketField(page, 'Quantity').fill('300');
    await price.fill(limit);
    for (const text of [
      /quantity 300 is above your limit of 200/,
      /order value.*above your limit of 50,000/i,
      /Price is 10\.\d% away from the last price/,
      /Price is \d+ ticks away from the last price/,
    ])
      await expect.poll(async () => warned(page), patience).toMatch(text);
    // The account's positions were read when the form opened: each key compares with them, without a request.
    await expect.poll(async () => warned(page), patience).toMatch(/could come to [\d,.]+, above .*60,000/i);
    await desk().screenshotInEveryTheme('limits-soft');
    const before = service().ledger.count;
    await ticketField(page, 'Quantity').fill('400');
    await ticketField(page, 'Quantity').fill('200');
    await expect.poll(async () => warned(page), patience).not.toMatch(/limit of 200/);
    const accountReads = service()
      .ledger.entries.filter(({ number }) => number > before)
      .filter(({ path }) => /positions|orders/.test(path));
    expect(accountReads).toEqual([]);
  });

  it('block sending, and say so, if they are hard', async () => {
    const page = await desk().workbench.webview('order-ticket .choices');
    await ticketField(page, 'Quantity').fill('2000');
    await expect.poll(async () => warned(page), patience).toMatch(/quantity 2,000 is above your hard limit of 1,000/i);
    await desk().screenshotInEveryTheme('limits-hard');
    expect(placements()).toBe(0);
  });

  it('on the pace are shown in the next form', async () => {
    const { workbench } = desk();
    const page = await workbench.webview('order-ticket .choices');
    await ticketField(page, 'Quantity').fill('100');
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).click(patience);
    const action = `BUY HK.00700: 100 @ ${limit}`;
    await lastQuestion(workbench, action);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
    await waitForStage(page, /Order placed|Order accepted/);
    expect(placements()).toBe(1);
    await workbench.closeAllEditors();
    const next = await newOrder(workbench, 'SIM-1001', 'HK.00700');
    await expect.poll(async () => warned(next), patience).toMatch(/last minute: 1\. Your limit is 1/);
    await desk().screenshot('limits-pace');
  });
});
