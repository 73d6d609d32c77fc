import { beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright-core';
import { postJson } from '../support/sandbox/sandboxHarness';
import { pressInMenu, tradeAt } from './alerts/alertSteps';
import { useConnectedDesk } from './support/connectedDesk';

const patience = { timeout: 20_000 };
// Prices in cents move more often than Hong Kong prices with their larger steps.
const symbol = 'US.AAPL';

describe('a market that moves', () => {
  const { desk, service } = useConnectedDesk(
    { alwaysOpen: true, ticksPerSecond: 50 },
    {
      feeds: ['quote', 'trade'],
      viewport: { width: 1280, height: 900 },
      settings: { 'marketDesk.statusBar.ticker': [symbol], 'marketDesk.statusBar.nextRelease': true },
    },
  );
  let watchlist: Frame;

  beforeAll(async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Add to Watchlist…');
    await workbench.quickInput.pick(symbol);
    watchlist = await workbench.webview('watchlist-page [role=grid]');
  });

  const price = async (): Promise<string> => watchlist.locator('.last-price').first().innerText();
  /** The clock's text as a screen reader hears it. */
  const clock = async (): Promise<string> =>
    (await desk().host.page.locator('[id="market-desk.market-desk.marketDesk.clock"] a').getAttribute('aria-label')) ?? '';

  it('shows moving prices, and where they come from', async () => {
    await expect.poll(price, patience).toMatch(/\d/);
    const before = await price();
    await expect.poll(price, patience).not.toBe(before);
    await expect.poll(clock, patience).toContain('Prices: live, round trip');
    await desk().screenshot('live-moving');
  });

  it('shows chosen prices and the next release in the status bar', async () => {
    const item = (text: string) => desk().host.page.locator('.statusbar-item', { hasText: text }).first();
    await expect.poll(async () => item(symbol).innerText(), patience).toMatch(/\d/);
    const before = await item(symbol).innerText();
    await expect.poll(async () => item(symbol).innerText(), patience).not.toBe(before);
    const next = desk().host.page.locator('.statusbar-item[id*="nextRelease"]');
    await expect.poll(async () => next.innerText(), patience).toMatch(/\S/);
  });

  it('keeps the tooltip of a position open while its price moves, and draws the price a moment later', async () => {
    const positions = await desk().workbench.view('Positions');
    const texts = async (): Promise<readonly string[]> => positions.texts();
    const rowOf = async (): Promise<string> => (await texts()).find((text) => text.startsWith('HK.00001')) ?? '';
    const tooltip = await positions.hover(/^HK\.00001/, 'Position ID');
    const read = await rowOf();
    const others = async (): Promise<readonly string[]> => (await texts()).filter((text) => !text.startsWith('HK.00001'));
    await tradeAt({ service: service(), symbol: 'HK.00001', price: 60 }, async () => {
      // A price that moves by itself is drawn, so the other one would have been drawn too.
      for (let change = 0; change < 2; change++) {
        const before = await others();
        await expect.poll(others, { ...patience, interval: 50 }).not.toEqual(before);
      }
      expect(await tooltip.isVisible()).toBe(true);
      expect(await rowOf()).toBe(read);
      await desk().screenshot('live-tooltip');
      await expect.poll(rowOf, patience).not.toBe(read);
    });
    await desk().host.page.mouse.move(0, 0);
  });

  it('polls while the feed is down, says so, and returns to the feed by itself', async () => {
    service().feeds?.restart(10_000);
    await expect.poll(clock, patience).toContain('Prices: at intervals: can’t reach the feed, retrying');
    await desk().screenshot('live-polled');
    const before = await price();
    await expect.poll(price, { timeout: 9_000 }).not.toBe(before);
    expect(await clock()).toContain('Prices: at intervals');
    await expect.poll(clock, { timeout: 30_000 }).toContain('Prices: live');
  });

  /** @returns milliseconds from filling the order at the service until the view shows it. */
  async function followed(orderId: string, says: string): Promise<number> {
    // Recorded by the workbench itself when the row changes: observing from outside would add its own delay.
    const shown = desk().host.page.evaluate<number>(`new Promise((resolve, reject) => {
      const look = () => [...document.querySelectorAll('.monaco-list-row')].some((row) => row.textContent.includes('${says}')) && resolve(Date.now());
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      setTimeout(() => reject(new Error('the row did not change')), 20000);
    })`);
    const sentAt = Date.now();
    const answer = await postJson(`${service().url}/sandbox/orders/fill`, { account: '8001', order_id: orderId });
    expect(answer.status).toBe(200);
    return (await shown) - sentAt;
  }

  it('updates the Orders view within a second of an order event', async () => {
    const orders = await desk().workbench.view('Orders');
    await orders.waitForRow(/31 open/);
    // After the interruption of the test before, the next attempt may be 30 s away.
    const isConnected = (): boolean | undefined => service().feeds?.connections.some(({ feed }) => feed === 'trade');
    await expect.poll(isConnected, { timeout: 45_000 }).toBe(true);
    const times: number[] = [];
    for (const [orderId, left] of [
      ['OK-1', 30],
      ['OK-2', 29],
      ['OK-3', 28],
    ] as const) {
      times.push(await followed(orderId, `${String(left)} open`));
      // One of three may be slow because the machine stalled.
      if (Math.min(...times) < 1_000) break;
    }
    expect(Math.min(...times)).toBeLessThan(1_000);
    await desk().screenshot('live-order');
  });

  it('fills the trades of the security page, newest first', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter(symbol);
    const trades = (await workbench.webview('security-page')).locator('table.trades tbody tr');
    // Ten are shown, and only the feed provides them.
    await expect.poll(async () => trades.count(), patience).toBe(10);
    const newest = async (): Promise<string> => trades.first().innerText();
    const before = await newest();
    await expect.poll(newest, patience).not.toBe(before);
    await desk().screenshot('live-trades');
    await workbench.runCommand('View: Close Editor');
  });

  it('adds the security of an order by its menu, and moves its row with the mouse', async () => {
    const other = 'HK.00005';
    const orders = await desk().workbench.view('Orders');
    await pressInMenu(desk().host.page, await orders.waitForRow('SELL 800 HSBC HOLDINGS'), 'Add to Watchlist…');
    const row = (of: string) => watchlist.locator(`[role=row][data-id$=" ${of}"]`);
    const order = async (): Promise<readonly string[]> => {
      const rows = await watchlist.locator('[role=row][data-id]').all();
      const ids = await Promise.all(rows.map(async (one) => one.getAttribute('data-id')));
      return ids.flatMap((id) => /[A-Z]+\.\w+$/.exec(id ?? '')?.[0] ?? []);
    };
    await expect.poll(order, patience).toEqual([symbol, other]);
    await row(other).dragTo(row(symbol), { targetPosition: { x: 30, y: 3 } });
    await expect.poll(order, patience).toEqual([other, symbol]);
    await desk().screenshot('live-moved-row');
  });

  it('shows a price as old when feed and service are down', async () => {
    const line = watchlist.locator(`[role=row][data-id$=" ${symbol}"]`);
    expect(await line.getAttribute('class')).not.toMatch(/\bold\b/);
    await service().close();
    await expect.poll(async () => line.getAttribute('class'), { timeout: 100_000 }).toMatch(/\bold\b/);
    await desk().screenshot('live-old');
  });
});
