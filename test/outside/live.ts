import type { Frame } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addAlert, answerAlert, manage, managed, openEmptyCenter, pressInMenu, toldIn, tradeAt } from './support/alertSteps';
import type { ConnectedDesk } from './support/connectedDesk';
import { displaced } from './support/displaced';
import { patience } from './support/patience';
import { nightly } from './support/nightly';

// Prices in cents move more often than Hong Kong prices with their larger steps.
export const symbol = 'US.AAPL';

/** Alerts here are at prices far from the sandbox's, which are around 200: only trades of the test reach them. */
const above = (figure: string): string => `${symbol} at ${figure} or above`;
const says = (price: string, rest: string): string => `${symbol} Apple is at ${price} ${rest}`;

export function movingMarket({ desk, service }: ConnectedDesk): void {
  let watchlist: Frame;

  beforeAll(async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Add to Watchlist…');
    await workbench.quickInput.pick(symbol);
    watchlist = await workbench.webview('watchlist-page [role=grid]');
    await row(symbol).filter({ hasText: 'Apple' }).waitFor(patience);
  });

  const row = (of: string) => watchlist.locator(`[role=row][data-id$=" ${of}"]`);
  const price = async (): Promise<string> => row(symbol).locator('.last-price').innerText();
  /** Trades at a price until a text is told. @returns everything that was told with it. */
  const trade = async (level: number, text: string): Promise<readonly string[]> =>
    tradeAt({ service: service(), symbol, price: level }, async () => {
      const told = async (): Promise<readonly string[]> => toldIn([desk().workbench], text);
      await expect.poll(async () => (await told()).length, patience).toBeGreaterThan(0);
      return told();
    });
  /** The trades of the test are over: an alert that is set now waits for later prices. */
  const marketIsBack = async (): Promise<void> => expect.poll(async () => Number(await price()), patience).toBeLessThan(400);

  it('shows moving prices and where they come from, and chosen prices and the next release in the status bar', async () => {
    const { host } = desk();
    await expect.poll(price, patience).toMatch(/\d/);
    const before = await price();
    await expect.poll(price, patience).not.toBe(before);
    // The clock's text as a screen reader hears it.
    const clock = host.page.locator('[id="market-desk.market-desk.marketDesk.status"] a');
    await expect.poll(async () => clock.getAttribute('aria-label'), patience).toContain('Prices: streaming, round trip');
    const ticker = host.page.locator('.statusbar-item', { hasText: symbol }).first();
    await expect.poll(async () => ticker.innerText(), patience).toMatch(/\d/);
    const shown = await ticker.innerText();
    await expect.poll(async () => ticker.innerText(), patience).not.toBe(shown);
    await expect.poll(async () => host.page.locator('.statusbar-item[id*="nextRelease"]').innerText(), patience).toMatch(/\S/);
    await desk().screenshot('live-moving');
  });

  nightly('shows the last price in the tooltip of an order, and how far it is from there', async () => {
    const { workbench } = desk();
    await workbench.collapse('Plates', 'Today', 'Positions');
    const orders = await workbench.view('Orders');
    const told = await orders.tooltipText(/BUY \d+ TENC/, 'Distance');
    expect(told).toMatch(/Last price\s+[\d.]+, as of \d/);
    expect(told).toMatch(/Distance\s+[+−]\d+\.\d\d% \([+−][\d.]+\)/);
    await desk().screenshot('live-order-tooltip');
  });

  it('moves nothing but prices: the controls of every page stay where they are', async () => {
    const { workbench, host } = desk();
    const moved: Record<string, readonly string[]> = {};
    const watch = async (name: string, page: Frame, price: string): Promise<void> => {
      await page.locator(price).filter({ hasText: /\d/ }).first().waitFor(patience);
      moved[name] = await displaced(page, price);
    };
    // In each page, the price of one security moves at once, and not only when its turn comes.
    const base = Number(await price());
    let changes = 0;
    const next = (): number => Number((base + (changes++ % 5) / 100).toFixed(2));
    const watchAll = async (): Promise<void> => {
      await watch('watchlist', watchlist, '.last-price');
      await workbench.runCommand('Market Desk: Open Portfolio');
      await watch('portfolio', await workbench.webview('portfolio-page .rows .row'), '.rows .cell-price');
      // A narrower page leaves the distance out.
      await host.page.setViewportSize({ width: 1800, height: 800 });
      await workbench.runCommand('Market Desk: Open Orders Page (History, Fills)');
      await watch('orders', await workbench.webview('orders-page .rows .row'), '.rows .cell-distance');
      await workbench.runCommand('Market Desk: Open Security (Chart, Price, Quote)…');
      await workbench.quickInput.enter(symbol);
      const security = await workbench.webview('security-page .canvas');
      await watch('security', security, '.price');
      await security.getByRole('button', { name: 'Buy', exact: true }).click();
      const form = await workbench.webview('order-ticket .quote');
      // At the best ask, a warning comes and goes with the market.
      await form.getByRole('textbox', { name: 'Price', exact: true }).fill(await price());
      await watch('form', form, '.quote dd');
    };
    await tradeAt({ service: service(), symbol, price: next }, watchAll);
    expect(moved).toEqual({ watchlist: [], portfolio: [], orders: [], security: [], form: [] });
  });

  nightly('keeps the tooltip of a position open while its price moves, and draws the price a moment later', async () => {
    const { workbench } = desk();
    await workbench.collapse('Plates', 'Today', 'Orders');
    const positions = await workbench.view('Positions');
    const rowOf = async (): Promise<string> => (await positions.texts()).find((text) => text.includes('HK.00005')) ?? '';
    const tooltip = await positions.hover(/HK\.00005/, 'Cost price');
    const read = await rowOf();
    const others = async (): Promise<readonly string[]> => (await positions.texts()).filter((text) => !text.includes('HK.00005'));
    await tradeAt({ service: service(), symbol: 'HK.00005', price: 110 }, async () => {
      // A price that moves by itself is drawn, so the other one would have been drawn too.
      for (let change = 0; change < 2; change++) {
        const before = await others();
        await expect.poll(others, { ...patience, interval: 50 }).not.toEqual(before);
      }
      expect(await tooltip.isVisible()).toBe(true);
      await expect.poll(rowOf, patience).not.toBe(read);
    });
  });

  nightly('takes the security of an order by its menu, and moves its row with the mouse', async () => {
    const { workbench, host } = desk();
    const other = 'HK.00005';
    await workbench.collapse('Positions', 'Plates', 'Today');
    const orders = await workbench.view('Orders');
    await pressInMenu(host.page, await orders.waitForRow(/SELL 800 HSB/), 'Add to Watchlist…');
    const order = async (): Promise<readonly string[]> => {
      const rows = await watchlist.locator('[role=row][data-id]').all();
      const ids = await Promise.all(rows.map(async (one) => one.getAttribute('data-id')));
      return ids.flatMap((id) => /[A-Z]+\.\w+$/.exec(id ?? '')?.[0] ?? []);
    };
    await expect.poll(order, patience).toEqual([symbol, other]);
    await row(other).dragTo(row(symbol), { targetPosition: { x: 30, y: 3 } });
    await expect.poll(order, patience).toEqual([other, symbol]);
  });

  it('tells an alert that was added from a row, not before its price is reached, and opens the security', async () => {
    const { workbench, host } = desk();
    await workbench.collapse('Positions', 'Orders');
    await pressInMenu(host.page, row(symbol), 'Add Alert…');
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe(`Add Alert for ${symbol}`);
    // Alerts on orders are not offered for a single security.
    await expect.poll(async () => host.page.locator('.quick-input-widget:visible .monaco-list-row').count(), patience).toBe(3);
    await answerAlert(workbench, { kind: 'Price at or above…', figure: '900' });
    await workbench.statusItem(above('900')).waitFor(patience);
    await openEmptyCenter(workbench);
    const before = await price();
    await expect.poll(price, { timeout: 60_000 }).not.toBe(before);
    expect(await toldIn([workbench], symbol)).toEqual([]);
    expect(await trade(900.5, symbol)).toEqual([says('900.5', '(alert: 900 or above)')]);
    await workbench.pressInNotification(symbol, 'Open');
    await expect.poll(async () => workbench.activeTab(), patience).toContain(symbol);
    // Only the feed provides trades.
    const trades = (await workbench.webview('security-page')).locator('table.trades tbody tr');
    await expect.poll(async () => trades.count(), patience).toBe(10);
  });

  nightly('marks an alert that was told until it is seen, and edits, sets again, and removes alerts in their list', async () => {
    const { workbench, host } = desk();
    await marketIsBack();
    await workbench.collapse('Positions', 'Orders');
    await addAlert(workbench, above('920'), { kind: 'Price at or above…', symbol, figure: '920' });
    await manage(workbench, above('920'), 'Edit Alert…');
    await workbench.quickInput.waitForValue(/^920$/);
    await workbench.quickInput.enter('945');
    await workbench.statusItem(`Alert changed: ${above('945')}`).waitFor(patience);
    await openEmptyCenter(workbench);
    const bell = row(symbol).locator('.alert');
    await expect.poll(async () => bell.getAttribute('title'), patience).toContain(above('945'));
    expect(await bell.getAttribute('class')).not.toContain('triggered');
    const item = host.page.locator('.part.statusbar [id="market-desk.market-desk.marketDesk.status"] a');
    const counted = async (): Promise<number> => Number(/New alerts: (\d+)/.exec((await item.getAttribute('aria-label')) ?? '')?.[1] ?? 0);
    const seen = await counted();
    await tradeAt({ service: service(), symbol, price: 945.5 }, async () => expect.poll(counted, patience).toBe(seen + 1));
    await expect.poll(async () => bell.getAttribute('class'), patience).toContain('triggered');
    await desk().screenshotInEveryTheme('alert-unseen');
    await item.click();
    await workbench.quickInput.pick('Show Triggered Alerts');
    expect((await workbench.quickInput.items())[0]).toContain(says('945.5', '(alert: 945 or above)'));
    await expect.poll(counted, patience).toBe(0);
    await expect.poll(async () => row(symbol).locator('.alert.triggered').count(), patience).toBe(0);
    await workbench.quickInput.cancel();
    await marketIsBack();
    await manage(workbench, above('945'), 'Reactivate');
    await workbench.statusItem(`Alert reactivated: ${above('945')}`).waitFor(patience);
    await openEmptyCenter(workbench);
    expect(await trade(946.5, symbol)).toEqual([says('946.5', '(alert: 945 or above)')]);
    await manage(workbench, above('945'), 'Remove Alert');
    await workbench.statusItem(`Alert removed: ${above('945')}`).waitFor(patience);
    expect((await managed(workbench)).filter((text) => text.includes('945'))).toEqual([]);
  });

  nightly(
    'says that it is connected without permission, and shows prices that it asks for, while the feed refuses every subscription',
    async () => {
      const { host } = desk();
      const clock = host.page.locator('[id="market-desk.market-desk.marketDesk.status"] a');
      const source = async (): Promise<string | null> => clock.getAttribute('aria-label');
      await expect.poll(source, patience).toContain('Prices: streaming');
      const { feeds } = service();
      const subscribed =
        feeds?.connections.flatMap(({ subscriptions }) => subscriptions.flatMap((one) => /[A-Z]+\.\w+/.exec(one) ?? [])) ?? [];
      expect(subscribed).toContain(symbol);
      feeds?.faults.deny(subscribed, undefined, true);
      feeds?.closeConnections(1012, 'restart', 'quote');
      await expect.poll(source, patience).toContain('Prices: at intervals: connected to the feed, but without permission for these prices');
      const before = await price();
      await expect.poll(price, { timeout: 60_000 }).not.toBe(before);
      await desk().screenshot('live-denied');
      feeds?.faults.clear();
      feeds?.closeConnections(1012, 'restart', 'quote');
      await expect.poll(source, patience).toContain('Prices: streaming');
    },
  );
}
