import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { ConnectedDesk } from '../support/connectedDesk';
import { Hand } from '../support/hand';
import {
  askForReview,
  chooseAccount,
  chooseOrder,
  confirmChange,
  enterTicket,
  lastQuestion,
  openTicket,
  shownTicket,
  ticketField,
  waitForStage,
} from '../support/ticket';
import type { TreeView } from '../support/treeView';
import { patience } from '../support/patience';
import { nightly } from '../support/nightly';

/** As a user might have it in keybindings.json: a complete ticket. */
export const filledTicketKey = {
  key: 'ctrl+alt+f6',
  command: 'marketDesk.orders.modify',
  args: { accountId: '8001', orderId: 'OK-1', qty: '450', price: '555' },
};

/** Each test has an order of its own, near the top of the list: rows further down are not rendered. */
export function changesOfOrders({ desk, service }: ConnectedDesk): void {
  let orders: TreeView;

  beforeAll(async () => {
    await desk().workbench.collapse('Watchlist', 'Positions', 'Plates', 'Today');
    orders = await desk().workbench.view('Orders');
    await orders.waitForRow(/OK-1/);
  });

  const yes = (action: string | RegExp): Locator =>
    desk().workbench.dialog.getByRole('button', { name: action, ...(typeof action === 'string' ? { exact: true } : {}) });
  /** The write requests from now on, as method and path. */
  const watchWrites = (): (() => readonly string[]) => {
    const before = service().ledger.count;
    return () =>
      service()
        .ledger.entries.filter(({ number, method, path }) => number > before && method !== 'GET' && /\/orders(?:\/(?!detail)|$)/.test(path))
        .map(({ method, path }) => `${method} ${path}`);
  };

  it('explains the digits while typing, and asks with a button that repeats the change; Enter alone sends nothing', async () => {
    const { workbench } = desk();
    const writes = watchWrites();
    await workbench.runCommand('Market Desk: Modify Order…');
    await expect.poll(async () => workbench.quickInput.title(), patience).toContain('LIVE – REAL MONEY');
    await chooseOrder(workbench, 'OK-1');
    const page = await shownTicket(workbench, 'OK-1');
    const [quantity, price] = [ticketField(page, 'Quantity'), ticketField(page, 'Price')];
    await quantity.fill('1e3');
    await page.locator('.problem', { hasText: 'without an exponent' }).waitFor();
    await quantity.fill('400');
    const old = await price.inputValue();
    await price.fill('12.34567');
    await page.locator('.kept', { hasText: '12.34567, kept as 12.3456' }).waitFor();
    await desk().screenshotInEveryTheme('orders-digits');
    await page
      .locator('.changes')
      .filter({ hasText: new RegExp(`${old}0* → 12\\.3456`) })
      .waitFor();
    await askForReview(page);
    expect(await workbench.dialogText()).toMatch(new RegExp(`Price changes from ${old}0* to 12\\.3456\\. Check the decimal point\\.`));
    await desk().workbench.pressEnterInDialog();
    // Enter sends nothing: the ticket is shown again, as it was filled in, with the exact request.
    await page.locator('details[open] pre', { hasText: '{"exchange":"SEHK","qty":"400","price":"12.3456"}' }).waitFor(patience);
    expect(await price.inputValue()).toBe('12.34567');
    await askForReview(page);
    const text = await lastQuestion(workbench, 'Change to 400 at 12.3456');
    // One question: its title in a trader’s words, what is confirmed, then what is unusual.
    expect(text).toMatch(
      /^Change “Buy 300 TENCENT at [\d.]+” to 400 at 12\.3456, live account 8001\?\s+LIVE – REAL MONEY[^]*Price: [^]*⚠ Price changes from /,
    );
    expect(text).not.toContain('{');
    await desk().screenshot('orders-modal');
    await desk().workbench.pressEnterInDialog();
    await expect.poll(async () => price.isEnabled(), patience).toBe(true);
    expect(writes()).toEqual([]);
  });

  nightly('shows in the view and in the journal when a change is applied', async () => {
    const { workbench } = desk();
    const page = await enterTicket(workbench, 'OK-1', '400', '560');
    await confirmChange(workbench, page, /^Change to 400 at 560(\.0+)?$/);
    await waitForStage(page, /Change applied: .*OK-1.* → 400 @ 560\./);
    // The form showed it, so no notification repeats it.
    expect(await workbench.notification('OK-1').count()).toBe(0);
    await orders.waitForRow(/BUY 400 TENC.*560(\.0+)? · .*OK-1/);
    await orders.waitForRow(/Recent Changes.*BUY TENCENT → 400 @ 560: applied/);
    await desk().screenshotInEveryTheme('orders-view');
    // A recent change leads to its line.
    await orders.expand(/^Recent Changes/);
    await (await orders.waitForRow(/^BUY TENCENT \(OK-1\)/)).click();
    const records = await workbench.webview('records-page');
    await records.locator('.rows .row.active', { hasText: 'Change “Buy 300 TENCENT at 562.5” to 400 at 560' }).waitFor(patience);
    await records.locator('[role=status]', { hasText: /Verified: \d+ lines, none altered or missing/ }).waitFor(patience);
    await records.locator('.steps', { hasText: 'accepted' }).waitFor(patience);
    await orders.row(/^Recent Changes/).click();
  });

  it('finishes a change on the service’s page in the browser, whose host it shows before: Enter opens nothing', async () => {
    const { workbench, host } = desk();
    const { browserContext } = host;
    const tabs = browserContext.pages().length;
    const ticket = await enterTicket(workbench, 'BROWSER-1', '16', '170');
    await confirmChange(workbench, ticket, /^Change to 16 at 170(\.0+)?$/);
    await workbench.dialog.filter({ hasText: 'in the browser at 127.0.0.1' }).waitFor(patience);
    await desk().workbench.pressEnterInDialog();
    await waitForStage(ticket, /Not finished in the browser: .* \(BROWSER-1\)\. The order still has its old values\./);
    expect(browserContext.pages()).toHaveLength(tabs);
    await confirmChange(workbench, ticket, /^Change to 16 at 170(\.0+)?$/);
    const opened = browserContext.waitForEvent('page', patience);
    await (await workbench.readDialog(`Open ${new URL(service().url).host}`)).click();
    // The editor itself asks before it opens an address that was not clicked in it.
    await Promise.race([opened, yes('Open').click(patience)]);
    const page = await opened;
    await page.locator('button[value=approve]').click();
    await page.waitForLoadState('load');
    await page.close();
    await workbench.page.bringToFront();
    // It is read again by itself after some time.
    await orders.pressInTitle('Refresh Orders');
    await waitForStage(ticket, /Change applied: .*BROWSER-1.* → 16 @ 170\./);
    await orders.waitForRow(/BUY 16 Alph.*170(\.0+)? · .*BROWSER-1/);
  });

  nightly('passes the address of the service to the browser unchanged', async () => {
    const { workbench, host } = desk();
    await host.browserContext.route('https://broker.example/**', async (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Broker</title><h1>Confirm here</h1>' }),
    );
    // An editor that takes an address apart and puts it together again changes some of these.
    const address = 'https://broker.example/confirm/a%2Fb?next=%2Forders%3Fid%3D1&plus=a+b&space=%20#step=2';
    service().faults.once({
      match: { method: 'PUT' },
      action: { kind: 'respond', status: 200, body: { s: 'error', errcode: -2101, errmsg: 'Confirm in the browser', jump_url: address } },
    });
    const ticket = await enterTicket(workbench, 'BROWSER-2', '1400', '70');
    await confirmChange(workbench, ticket, /^Change to 1,400 at 70(\.0+)?$/);
    await workbench.dialog.filter({ hasText: 'in the browser at broker.example' }).waitFor(patience);
    const opened = host.browserContext.waitForEvent('page', patience);
    await (await workbench.readDialog('Open broker.example')).click();
    await Promise.race([opened, yes('Open').click(patience)]);
    const page = await opened;
    await expect.poll(() => page.url(), patience).toBe(address);
    await page.close();
    await workbench.page.bringToFront();
    await waitForStage(ticket, 'Awaiting completion in the browser: SELL AIA (BROWSER-2) → 1,400 @ 70.');
    await ticket.getByRole('button', { name: 'Resolve…' }).click();
    await workbench.quickInput.pick('Change Completed');
    await waitForStage(ticket, /Resolved by you as “applied”: .* \(BROWSER-2\) → 1,400 @ 70\./);
  });

  it('locks an order whose outcome is unknown, with actions on its row that check it and let the user resolve it', async () => {
    const { workbench } = desk();
    const page = await enterTicket(workbench, 'OK-4', '600', '430');
    service().faults.once({ match: { method: 'PUT' }, action: { kind: 'reset' } });
    await confirmChange(workbench, page, /^Change to 600 at 430(\.0+)?$/);
    await waitForStage(page, 'Outcome unknown: BUY HKEX (OK-4) → 600 @ 430.');
    await desk().screenshotInEveryTheme('orders-unknown');
    await expect.poll(async () => (await orders.texts())[0], patience).toMatch(/^BUY HKEX \(OK-4\) → 600 @ 430.*outcome unknown/);
    await workbench.closeAllEditors();
    // Its ticket is no longer in front, so a notification shows it.
    await orders.pressInline(/OK-4\) → 600 @ 430/, 'Check Order Status');
    await workbench.waitForNotification(/Still has its old values: .* \(OK-4\)\. Some services apply changes later\./);
    await workbench.clearNotifications();
    const locked = await openTicket(workbench, 'OK-4');
    await waitForStage(locked, 'The order stays locked until it is resolved');
    await orders.pressInline(/OK-4\) → 600 @ 430/, 'Resolve Order Change…');
    await workbench.quickInput.pick('Order Not Changed');
    await expect.poll(async () => ticketField(locked, 'Price').isEditable(), patience).toBe(true);
  });

  nightly('opens a filled ticket by a key with all arguments, and still asks', async () => {
    const { workbench, host } = desk();
    const writes = watchWrites();
    await host.page.keyboard.press('Control+Alt+F6');
    const page = await shownTicket(workbench, 'OK-1');
    await expect.poll(async () => page.locator('.changes').innerText(), patience).toMatch(/Quantity\s+\S+ → 450/);
    await askForReview(page);
    expect(await lastQuestion(workbench, /^Change to 450 at 555(\.0+)?$/)).toMatch(/Quantity: \S+ → 450/);
    await workbench.closeDialog('Don’t Send');
    expect(writes()).toEqual([]);
  });

  nightly(
    'raises a price by a tick with four keys and clicks, takes it back with two, and says where it was made why one is rejected',
    async () => {
      const { workbench, host } = desk();
      /** Waits until the ticket can be reviewed, with the focus on the price. */
      const raised = async (id: string, up: Hand): Promise<readonly [string, string]> => {
        const page = await shownTicket(workbench, id);
        await expect.poll(async () => page.evaluate<string>('document.activeElement?.id ?? ""'), patience).toBe('price');
        await page.locator('.quote dd').first().waitFor(patience);
        const before = await ticketField(page, 'Price').inputValue();
        await up.press('ArrowUp');
        await expect.poll(async () => page.getByRole('button', { name: 'Review Change…' }).isEnabled(), patience).toBe(true);
        const after = await ticketField(page, 'Price').inputValue();
        await up.press('Enter');
        return [before, after];
      };
      /** A press on a row is lost while the editor reads the view again, as it does after a change. */
      const opened = async (id: string): Promise<Hand> => {
        let hand = new Hand(host.page);
        await expect
          .poll(async () => {
            hand = new Hand(host.page);
            await hand.click(await orders.waitForRow(new RegExp(id)));
            return workbench.page
              .locator('.tab.active', { hasText: id })
              .waitFor({ timeout: 5_000 })
              .then(
                () => true,
                () => false,
              );
          }, patience)
          .toBe(true);
        return hand;
      };
      const up = await opened('OK-2');
      const [before, after] = await raised('OK-2', up);
      expect(Number(after)).toBeGreaterThan(Number(before));
      await up.click(await workbench.readDialog(/^Change to /));
      const page = await shownTicket(workbench, 'OK-2');
      await waitForStage(page, /Change applied: .*OK-2.* → /);
      expect(up.actions).toBeLessThanOrEqual(4);
      await workbench.closeAllEditors();
      // An older change is taken back from its row.
      await orders.expand(/^Recent Changes/);
      const change = await orders.waitForRow(/\(OK-2\)/);
      await change.hover();
      const back = new Hand(host.page);
      await back.click(change.locator('.actions a[aria-label="Change Back…"]'));
      await back.click(await workbench.readDialog(/^Change to /));
      await waitForStage(await shownTicket(workbench, 'OK-2'), 'Change applied');
      expect(back.actions).toBeLessThanOrEqual(2);
      await orders.row(/^Recent Changes/).click();
      await raised('ERR-1', await opened('ERR-1'));
      await workbench.pressInDialog(/^Change to /);
      await waitForStage(await shownTicket(workbench, 'ERR-1'), /Change rejected: .* \(ERR-1\) → .*[a-z]{4,}.*\(code -1200\)/s);
    },
  );

  it('cancels an order by keyboard, after a question that Enter alone does not confirm, and names all orders before it cancels all', async () => {
    const { workbench } = desk();
    const ask = async (): Promise<void> => {
      await workbench.runCommand('Market Desk: Cancel Order…');
      await expect.poll(async () => workbench.quickInput.title(), patience).toContain('Cancel Order');
      await chooseOrder(workbench, 'OK-3');
      await workbench.dialog.waitFor(patience);
    };
    await ask();
    expect(await workbench.dialogText()).toContain('LIVE – REAL MONEY');
    await desk().workbench.pressEnterInDialog();
    await ask();
    await workbench.pressInDialog('Cancel Order');
    await orders.waitForRow(/Recent Changes.* → cancel: canceled/);
    await workbench.runCommand('Market Desk: Cancel All Open Orders…');
    await chooseAccount(workbench, '8001');
    await workbench.dialog.waitFor({ timeout: 60_000 });
    const text = await workbench.dialogText();
    expect(text).toContain('Cancel all open orders of live account 8001?');
    expect(text.match(/ · [A-Z]+-\d+/g)?.length).toBeGreaterThan(20);
    await workbench.closeDialog('Keep Orders');
  });
}
