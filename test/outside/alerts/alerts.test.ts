import { beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright-core';
import { addAlert, answerAlert, manage, managed, openEmptyCenter, pressInMenu, toldIn, tradeAt } from './alertSteps';
import { useConnectedDesk } from '../support/connectedDesk';
import { Workbench } from '../support/workbench';

const patience = { timeout: 20_000 };
const symbol = 'US.AAPL';
const minute = 60_000;

/** Prices here are far from the sandbox's, which are around 200: only trades of the test reach them. */
const above = (figure: string): string => `${symbol} at ${figure} or above`;
const says = (price: string, rest: string): string => `${symbol} Apple is at ${price} ${rest}`;

describe('alerts on prices', () => {
  const { desk, service } = useConnectedDesk(
    { alwaysOpen: true, ticksPerSecond: 50 },
    { feeds: ['quote'], viewport: { width: 1280, height: 900 } },
  );
  let watchlist: Frame;
  let skewMs = 0;

  beforeAll(async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Add to Watchlist…');
    await workbench.quickInput.pick(symbol);
    watchlist = await workbench.webview('watchlist-page [role=grid]');
    await row().filter({ hasText: 'Apple' }).waitFor(patience);
  });

  const row = () => watchlist.locator(`[role=row][data-id$=" ${symbol}"]`);
  const price = async (): Promise<string> => row().locator('.last-price').innerText();
  const told = async (text: string, windows = [desk().workbench]): Promise<readonly string[]> => toldIn(windows, text);
  const nowMs = (): number => Date.now() + skewMs;
  /** Trades at a price until a text is told. @returns everything that was told with it. */
  const trade = async (level: number, text: string, { of = symbol, windows = [desk().workbench] } = {}): Promise<readonly string[]> =>
    tradeAt({ service: service(), symbol: of, price: level, nowMs }, async () => {
      await expect.poll(async () => (await told(text, windows)).length, patience).toBeGreaterThan(0);
      return told(text, windows);
    });
  /** The trades of the test are over: an alert that is set now waits for later prices. */
  const marketIsBack = async (): Promise<void> => expect.poll(async () => Number(await price()), patience).toBeLessThan(400);
  /** Waits until a price has moved and the window has seen it. */
  const priceMoves = async (): Promise<void> => {
    const before = await price();
    // The next trade may come at any time.
    await expect.poll(price, { timeout: 60_000 }).not.toBe(before);
  };

  it('are told by a window that was open before there were any, even if another window added them and is closed', async () => {
    const { workbench, host } = desk();
    const other = new Workbench(await host.openWindow());
    await other.page.locator('.part.sidebar .monaco-list-row', { hasText: 'SIM-1001' }).first().waitFor(patience);
    await addAlert(other, above('890'), { kind: 'Price at or above…', symbol, figure: '890' });
    await other.page.close();
    await host.page.bringToFront();
    await openEmptyCenter(workbench);
    expect(await trade(890.5, symbol)).toEqual([says('890.5', '(alert: 890 or above)')]);
  });

  it('added from the palette are told when their price is reached, not before, and open the security', async () => {
    const { workbench } = desk();
    await addAlert(workbench, above('900'), { kind: 'Price at or above…', symbol, figure: '900' });
    await openEmptyCenter(workbench);
    await priceMoves();
    expect(await told(symbol)).toEqual([]);
    expect(await trade(900.5, symbol)).toEqual([says('900.5', '(alert: 900 or above)')]);
    await desk().screenshot('alert-told');
    await workbench.pressInNotification(symbol, 'Open');
    await expect.poll(async () => workbench.activeTab(), patience).toContain(symbol);
    await workbench.closeAllEditors();
  });

  it('are added from a row of the watchlist, which provides the symbol', async () => {
    const { workbench, host } = desk();
    await marketIsBack();
    await pressInMenu(host.page, row(), 'Add Alert…');
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe(`Add Alert for ${symbol}`);
    // Alerts on orders are not offered for a single security.
    await expect.poll(async () => host.page.locator('.quick-input-widget:visible .monaco-list-row').count(), patience).toBe(3);
    await desk().screenshot('alert-kinds');
    await answerAlert(workbench, { kind: 'Day change…', figure: '50' });
    await workbench.statusItem(`${symbol} moves 50% or more in a day`).waitFor(patience);
    await openEmptyCenter(workbench);
    expect(await trade(900.5, symbol)).toEqual([
      expect.stringMatching(/^US\.AAPL Apple is at 900\.5, \+3\d\d\.\d\d% from the previous close$/),
    ]);
  });

  it('are added from a row of the positions', async () => {
    const { workbench, host } = desk();
    const other = 'HK.00001';
    await pressInMenu(host.page, await (await workbench.view('Positions')).waitForRow(other), 'Add Alert…');
    await answerAlert(workbench, { kind: 'Price at or below…', figure: '1.25' });
    await workbench.statusItem(`${other} at 1.25 or below`).waitFor(patience);
    await openEmptyCenter(workbench);
    expect(await trade(1, other, { of: other })).toEqual([expect.stringMatching(/^HK\.00001.* is at 1 \(alert: 1\.25 or below\)$/)]);
  });

  it('stay silent while snoozed, and are told again afterwards', async () => {
    const { workbench } = desk();
    await addAlert(workbench, above('910'), { kind: 'Price at or above…', symbol, figure: '910' });
    await addAlert(workbench, above('920'), { kind: 'Price at or above…', symbol, figure: '920' });
    await openEmptyCenter(workbench);
    expect(await trade(910.5, symbol)).toEqual([says('910.5', '(alert: 910 or above)')]);
    await workbench.pressInNotification('(alert: 910 or above)', 'Snooze 10 min');
    await expect
      .poll(async () => managed(workbench), patience)
      .toContainEqual(expect.stringMatching(/^US\.AAPL at 910 or above · snoozed until \d\d:\d\d$/));
    await openEmptyCenter(workbench);
    // Both are checked against the same price, and only one is told.
    expect(await trade(920.5, symbol)).toEqual([says('920.5', '(alert: 920 or above)')]);
    skewMs = 11 * minute;
    service().setClockSkew(skewMs);
    await workbench.runCommand('Market Desk: Synchronize Clock');
    await openEmptyCenter(workbench);
    expect(await trade(930.5, symbol)).toEqual([says('930.5', '(alert: 910 or above)')]);
  });

  it('are edited, set again, and removed in the list', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Manage Alerts…');
    await workbench.quickInput.items();
    await desk().screenshot('alert-list');
    await workbench.quickInput.cancel();
    await manage(workbench, above('920'), 'Edit Alert…');
    await workbench.quickInput.waitForValue(/^920$/);
    await desk().screenshot('alert-edit');
    await workbench.quickInput.enter('940');
    await workbench.statusItem(`Alert changed: ${above('940')}`).waitFor(patience);
    await manage(workbench, above('910'), 'Remove Alert');
    await workbench.statusItem(`Alert removed: ${above('910')}`).waitFor(patience);
    const list = await managed(workbench);
    expect(list).toContain(above('940'));
    expect(list).toContain(`${above('900')} · done`);
    expect(list.filter((text) => /9[12]0/.test(text))).toEqual([]);
    await openEmptyCenter(workbench);
    // Alerts that were told before stay told.
    expect(await trade(940.5, symbol)).toEqual([says('940.5', '(alert: 940 or above)')]);
    await marketIsBack();
    await manage(workbench, above('900'), 'Reactivate');
    await workbench.statusItem(`Alert reactivated: ${above('900')}`).waitFor(patience);
    await openEmptyCenter(workbench);
    expect(await trade(941.5, symbol)).toEqual([says('941.5', '(alert: 900 or above)')]);
  });

  it('stay until they are seen: marked in the watchlist, counted in the status bar, and kept in a list', async () => {
    const { workbench, host } = desk();
    await marketIsBack();
    await openEmptyCenter(workbench);
    await addAlert(workbench, above('945'), { kind: 'Price at or above…', symbol, figure: '945' });
    const bell = row().locator('.alert');
    await expect.poll(async () => bell.getAttribute('class'), patience).toContain('codicon-bell');
    expect(await bell.getAttribute('class')).not.toContain('triggered');
    await expect.poll(async () => bell.getAttribute('title'), patience).toContain(above('945'));
    const item = host.page.locator('.part.statusbar [id="market-desk.market-desk.marketDesk.alerts"]');
    expect(await item.isVisible()).toBe(false);
    await tradeAt({ service: service(), symbol, price: 945.5, nowMs }, async () => item.waitFor(patience));
    await expect.poll(async () => (await item.innerText()).trim(), patience).toBe('1');
    await expect.poll(async () => bell.getAttribute('class'), patience).toContain('triggered');
    await desk().screenshotInEveryTheme('alert-unseen');
    await item.locator('a').click();
    const [first = ''] = await workbench.quickInput.items();
    expect(first).toContain(says('945.5', '(alert: 945 or above)'));
    await desk().screenshot('alert-triggered-list');
    await item.waitFor({ ...patience, state: 'hidden' });
    await expect.poll(async () => row().locator('.alert.triggered').count(), patience).toBe(0);
    await workbench.quickInput.pick(says('945.5', '(alert: 945 or above)'));
    await expect.poll(async () => workbench.activeTab(), patience).toContain(symbol);
    await workbench.closeAllEditors();
    await workbench.runCommand('Market Desk: Show Triggered Alerts');
    await workbench.quickInput.pick('Clear List');
    await workbench.runCommand('Market Desk: Show Triggered Alerts');
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe('Triggered Alerts');
    const field = host.page.locator('.quick-input-widget:visible input[type=text]');
    await expect.poll(async () => field.getAttribute('placeholder'), patience).toBe('No alert has been triggered yet');
    await workbench.quickInput.cancel();
  });

  it('hide the chosen price in privacy mode', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    await addAlert(workbench, `${symbol} at ••• or above`, { kind: 'Price at or above…', symbol, figure: '951' });
    expect((await managed(workbench)).join()).not.toMatch(/9\d\d/);
    await openEmptyCenter(workbench);
    expect(await trade(953.5, symbol)).toEqual([`${symbol} Apple is at 953.5`]);
    await desk().screenshot('alert-private');
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
  });

  it('say so when the service has no feed of order events', async () => {
    const { workbench } = desk();
    const said = 'Order filled or partially filled';
    await addAlert(workbench, said, { kind: said });
    await desk().screenshot('alert-no-feed');
    await workbench.pressInNotification('To receive order alerts, set the URL of the service’s order event feed', 'Open Settings');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Settings');
    await workbench.closeAllEditors();
  });

  it('survive a reload, and are told once when two windows are open', async () => {
    const { workbench, host } = desk();
    await addAlert(workbench, above('960'), { kind: 'Price at or above…', symbol, figure: '960' });
    await addAlert(workbench, above('970'), { kind: 'Price at or above…', symbol, figure: '970' });
    await host.page.reload();
    const windows = [workbench, new Workbench(await host.openWindow())];
    for (const window of windows) {
      await window.page.bringToFront();
      await window.page.locator('.part.sidebar .monaco-list-row', { hasText: 'SIM-1001' }).first().waitFor(patience);
      await openEmptyCenter(window);
    }
    // Both windows receive every price.
    const heard = (): number | undefined =>
      service().feeds?.connections.filter(({ subscriptions }) => subscriptions.includes(`quote ${symbol}`)).length;
    await expect.poll(heard, patience).toBe(2);
    expect(await trade(960.5, '(alert: 960 or above)', { windows })).toHaveLength(1);
    // By then both have checked prices above the first level once more.
    expect(await trade(970.5, '(alert: 970 or above)', { windows })).toHaveLength(1);
    expect(await told(symbol, windows)).toHaveLength(2);
  });
});
