import { describe, expect, it } from 'vitest';
import { postJson, signIn } from '../../support/sandbox/sandboxHarness';
import { addAlert, managed, openEmptyCenter, pressInMenu, toldIn } from './alertSteps';
import { useConnectedDesk } from '../support/connectedDesk';
import { shiftToWednesday } from '../support/wednesday';
import { Workbench } from '../support/workbench';

const patience = { timeout: 20_000 };
const minute = 60_000;
const account = '8001';

describe('alerts on releases and orders', () => {
  const clockShiftMs = shiftToWednesday(Date.now());
  const now = (): number => Date.now() + clockShiftMs;
  const { desk, service } = useConnectedDesk(
    { wallClock: now, alwaysOpen: true },
    { clockShiftMs, feeds: ['quote', 'trade'], viewport: { width: 1280, height: 900 } },
  );

  /** If a read takes long, what the feed says is told first, and marked as such. */
  const figuresIn = async (windows: readonly Workbench[], text: string): Promise<readonly string[]> =>
    (await toldIn(windows, text)).filter((said) => !said.includes('(according to the event feed)'));
  /** Everything that the windows tell from reads, once one of them tells the text. */
  const told = async (text: string, windows = [desk().workbench]): Promise<readonly string[]> => {
    await expect.poll(async () => (await figuresIn(windows, text)).length, patience).toBeGreaterThan(0);
    return figuresIn(windows, '');
  };

  it('remind of a release minutes before it, wait until it is out, and open its day', async () => {
    const { workbench, host } = desk();
    // A moving price makes the window check the clock again.
    await addAlert(workbench, 'US.AAPL at 99,999 or above', { kind: 'Price at or above…', symbol: 'US.AAPL', figure: '99999' });
    const day = new Date(now()).toISOString().slice(0, 10);
    const today = await workbench.view('Today');
    await today.waitForRow(/★/);
    const releases = (await today.texts()).flatMap((text) => /^(\d\d:\d\d) (.+?)\s?(?:\S+ ?\S* forecast|★)/.exec(text)?.slice(1, 3) ?? []);
    const [time = '', indicator = ''] = releases;
    const at = Date.parse(`${day}T${time}:00Z`);
    const shownAt = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(
      at,
    );
    expect(at - now()).toBeGreaterThan(20 * minute);
    await pressInMenu(host.page, today.row(time), 'Remind Me…');
    await workbench.quickInput.pick('5 min before');
    const added = workbench.statusItem(`Alert added: 5 min before ${indicator}`);
    // The row shows the period last.
    const name = /5 min before (.+?)(?: \([A-Z][a-z]{2} \d+, \d{4}.*)?$/.exec(await added.innerText(patience))?.[1] ?? '';
    await openEmptyCenter(workbench);
    await moveTo(at - 5 * minute);
    expect(await told(name)).toEqual([`${name} is due in 5 min`]);
    await desk().screenshot('alert-release');
    await workbench.pressInNotification(name, 'Snooze Until Release');
    await expect.poll(async () => managed(workbench), patience).toContain(`5 min before ${name} (${shownAt}) · snoozed until ${time}`);
    await openEmptyCenter(workbench);
    await moveTo(at);
    expect(await told(name)).toEqual([`${name} is due now`]);
    // No alert is waiting any more.
    expect(
      await workbench
        .notification(name)
        .getByRole('button', { name: /Snooze/ })
        .count(),
    ).toBe(0);
    await workbench.pressInNotification(name, 'Open');
    const page = await workbench.webview('.tabs[role=tablist]');
    await expect.poll(async () => page.getByRole('tab', { name: 'High Impact' }).getAttribute('aria-selected'), patience).toBe('true');
    expect(await page.locator('input[type=date]').inputValue()).toBe(day);
    await workbench.closeAllEditors();

    /** Moves the service's clock, which is the one that counts. */
    async function moveTo(time: number): Promise<void> {
      service().setClockSkew(time - now());
      await workbench.runCommand('Market Desk: Synchronize Clock');
    }
  });

  /** Makes the exchange act on an order, or the feed announce it. */
  const exchange = async (action: 'fill' | 'cancel' | 'event', body: Readonly<Record<string, string>>): Promise<void> => {
    expect((await postJson(`${service().url}/sandbox/orders/${action}`, { account, ...body })).status).toBe(200);
  };
  const windowsThatListen = async (count: number): Promise<void> =>
    expect.poll(() => service().feeds?.connections.filter(({ feed }) => feed === 'trade').length, patience).toBe(count);

  it('tell the outcome of orders, no matter who changes them, and open the view', async () => {
    const { workbench } = desk();
    for (const kind of ['Order filled or partially filled', 'Order modified, canceled, or expired', 'Order or order change rejected'])
      await addAlert(workbench, kind, { kind });
    await windowsThatListen(1);
    await openEmptyCenter(workbench);
    await exchange('fill', { order_id: 'OK-1', qty: '100' });
    expect(await told('OK-1')).toEqual(['An order was partially filled: OK-1 (100 of 300)']);
    await exchange('fill', { order_id: 'OK-1' });
    expect(await told('300 of 300')).toContain('An order was filled: OK-1 (300 of 300)');
    const { bearer } = await signIn(service(), { user: 'ada' });
    const changed = await fetch(`${service().url}/api/v1.0/accounts/${account}/orders/OK-3`, {
      method: 'PUT',
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify({ exchange: 'CBOE', qty: '3', price: '18.45' }),
    });
    expect(await changed.json()).toEqual({ s: 'ok' });
    expect(await told('OK-3')).toContain('An order was modified: OK-3');
    await exchange('cancel', { order_id: 'OK-5' });
    expect(await told('OK-5')).toContain('An order was canceled: OK-5');
    await exchange('event', { order_id: 'OK-4', type: 'EVENT_REPLACE_REJECTED' });
    expect(await told('OK-4')).toContain('An order change was rejected: OK-4');
    await desk().screenshot('alert-orders');
    const orders = await workbench.view('Orders');
    await orders.pane.locator('.pane-header').click();
    await orders.pane.locator('.pane-header[aria-expanded=false]').waitFor(patience);
    await workbench.pressInNotification('OK-4', 'Open');
    await orders.pane.locator('.pane-header[aria-expanded=true]').waitFor(patience);
  });

  it('hide orders and quantities in privacy mode', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    await openEmptyCenter(workbench);
    await exchange('fill', { order_id: 'OK-4', qty: '200' });
    expect(await told('filled')).toEqual(['An order was partially filled: ••• (••• of •••)']);
    await desk().screenshot('alert-orders-private');
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
  });

  it('tell each event once, in one of two windows', async () => {
    const { workbench, host } = desk();
    const windows = [workbench, new Workbench(await host.openWindow())];
    await windowsThatListen(2);
    for (const window of windows) {
      await window.page.bringToFront();
      await openEmptyCenter(window);
    }
    await exchange('fill', { order_id: 'ERR-1', qty: '4' });
    expect(await told('ERR-1', windows)).toEqual(['An order was partially filled: ERR-1 (4 of 10)']);
    await exchange('fill', { order_id: 'ERR-5', qty: '20' });
    expect(await told('ERR-5', windows)).toHaveLength(2);
  });
});
