import { beforeAll, describe, expect, it } from 'vitest';
import { allow } from '../support/consent';
import { useDesk } from '../support/desk';
import { controlHeaders } from '../support/sandbox';
import {
  askForReview,
  chooseOrder,
  confirmChange,
  enterTicket,
  openTicket,
  shownTicket,
  ticketField,
  waitForStage,
} from '../support/ticket';

describe('changing orders', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0, 'marketDesk.calendar.timeZone': 'UTC' } });

  let address = '';

  beforeAll(async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow('SIM-1001');
    await workbench.collapse('Watchlist', 'Positions', 'Plates', 'Today');
  });

  /** Enter in a dialog presses the focused button. */
  async function pressEnterInDialog(): Promise<void> {
    const { workbench, host } = desk();
    await workbench.dialog.waitFor();
    await host.page.keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
  }

  /** How many requests of this kind the sandbox has received, whatever their result. */
  async function calls(end: RegExp): Promise<number> {
    const response = await fetch(`${await sandboxUrl()}/sandbox/requests`, { headers: await controlHeaders(desk().host.dataDir) });
    const { requests } = (await response.json()) as { readonly requests: readonly { readonly method: string; readonly path: string }[] };
    return requests.filter(({ method, path }) => end.test(`${method} ${path}`)).length;
  }

  /** Makes the sandbox break the connection of the next change before it is processed. */
  async function bendNextChange(): Promise<void> {
    const response = await fetch(`${await sandboxUrl()}/sandbox/faults`, {
      method: 'POST',
      headers: await controlHeaders(desk().host.dataDir),
      body: JSON.stringify({ match: { method: 'PUT' }, action: { kind: 'reset' } }),
    });
    expect(response.ok).toBe(true);
  }

  /** The address of the sandbox, as a ticket shows it. */
  async function sandboxUrl(): Promise<string> {
    if (address === '') {
      const page = await desk().workbench.webview('order-ticket .world');
      address = `http://${await page.locator('.world .host').innerText()}`;
    }
    return address;
  }

  it('lists the open orders of the account', async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/BUY 300 TENCENT @ [\d.]+.*OK-1/);
    await desk().screenshotInEveryTheme('orders-view');
  });

  it('explains the digits while typing, shows old and new, and asks with a button that repeats the change', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Modify Order…');
    await expect.poll(async () => workbench.quickInput.title()).toContain('SANDBOX – no real money');
    await desk().screenshot('orders-pick');
    await chooseOrder(workbench, 'OK-1');
    const page = await shownTicket(workbench, 'OK-1');
    const [quantity, price] = [ticketField(page, 'Quantity'), ticketField(page, 'Price')];
    expect(await quantity.inputValue()).toBe('300');
    await quantity.fill('1e3');
    await page.locator('.problem', { hasText: 'without an exponent' }).waitFor();
    await quantity.fill('400');
    const old = await price.inputValue();
    await price.fill('12.34567');
    await page.locator('.kept', { hasText: '12.34567, kept as 12.3456' }).waitFor();
    await desk().screenshot('orders-digits');
    const changes = page.locator('.changes');
    await changes.filter({ hasText: `${old} → 12.3456` }).waitFor();
    expect(await changes.innerText()).toMatch(/Quantity\s+300 → 400/);
    await askForReview(page);
    expect(await workbench.dialogText()).toContain(`Price changes from ${old} to 12.3456. Check the decimal point.`);
    await desk().screenshot('orders-unusual');
    await pressEnterInDialog();
    // Enter presses the button that does nothing: the ticket is shown again, as it was filled in.
    expect(await price.inputValue()).toBe('12.34567');
    await askForReview(page);
    await workbench.dialog.getByRole('button', { name: 'Continue Anyway', exact: true }).click();
    await workbench.dialog.filter({ hasText: 'Change OK-1 to 400 @ 12.3456?' }).waitFor();
    const text = await workbench.dialogText();
    expect(text).toContain('SANDBOX – no real money');
    expect(text).toContain('BUY TENCENT (HK.00700) · LIMIT · filled 0 of 300');
    expect(text).toContain(`Price: ${old} → 12.3456 (12.34567, kept as 12.3456)`);
    expect(text).toMatch(/Order checked at \d\d:\d\d:\d\d/);
    expect(text).toContain('{"exchange":"SEHK","qty":"400","price":"12.3456"}');
    expect(await workbench.dialog.getByRole('button').allInnerTexts()).toEqual(expect.arrayContaining(['Back to Review', 'Cancel']));
    await desk().screenshot('orders-modal');
    await pressEnterInDialog();
    await expect.poll(async () => price.isEnabled()).toBe(true);
    expect(await calls(/^PUT /)).toBe(0);
  });

  it('says accepted, and shows in the view when the change is applied', async () => {
    const { workbench } = desk();
    const page = await enterTicket(workbench, 'OK-1', '400', '560');
    await confirmChange(workbench, page, 'Change OK-1 to 400 @ 560');
    await waitForStage(page, /OK-1: change accepted, not applied yet\. New values: 400 @ 560\.|Change applied: OK-1 is now 400 @ 560\./);
    await waitForStage(page, 'Change applied: OK-1 is now 400 @ 560.');
    // The form showed it, so no notification repeats it.
    await workbench.notification('OK-1').waitFor({ state: 'detached' });
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/BUY 400 TENCENT @ 560.*OK-1/);
    await orders.waitForRow(/Recent Changes.*OK-1 → 400 @ 560: applied/);
    await desk().screenshot('orders-in-force');
  });

  it('waits for a slow order: accepted first, applied later', async () => {
    const { workbench } = desk();
    await confirmChange(workbench, await enterTicket(workbench, 'SLOW-1', '1500', '70'), 'Change SLOW-1 to 1,500 @ 70');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/Recent Changes.*SLOW-1 → 1,500 @ 70: accepted/);
    await orders.waitForRow(/Recent Changes.*SLOW-1 → 1,500 @ 70: applied/);
  });

  it('shows a rejection with code and text', async () => {
    const { workbench } = desk();
    const page = await enterTicket(workbench, 'ERR-1', '20', '300');
    await confirmChange(workbench, page, 'Change ERR-1 to 20 @ 300');
    await waitForStage(page, /Change rejected: ERR-1\..*\(code -1200\)\. The order still has its old values\./);
    await desk().screenshot('orders-refused');
  });

  it('asks again if the service wants a confirmation: Enter confirms nothing, the button confirms once', async () => {
    const { workbench } = desk();
    const question = workbench.dialog.filter({ hasText: 'The service asks you to confirm the change to CONFIRM-1' });
    const page = await enterTicket(workbench, 'CONFIRM-1', '41', '170.25');
    await confirmChange(workbench, page, 'Change CONFIRM-1 to 41 @ 170.25');
    await question.waitFor();
    await desk().screenshot('orders-confirmation');
    await pressEnterInDialog();
    await waitForStage(page, 'Not confirmed: CONFIRM-1. The order still has its old values.');
    expect(await calls(/^POST .*order_confirm$/)).toBe(0);
    await confirmChange(workbench, page, 'Change CONFIRM-1 to 41 @ 170.25');
    await question.waitFor();
    await workbench.pressInDialog('Confirm: Change CONFIRM-1 to 41 @ 170.25');
    await waitForStage(page, /Change (accepted|applied): CONFIRM-1/);
    await (await workbench.view('Orders')).waitForRow(/BUY 41 NVIDIA @ 170\.25.*CONFIRM-1/);
    expect(await calls(/^POST .*order_confirm$/)).toBe(1);
  });

  it('shows the host before a browser is opened: Enter opens nothing, and the change is abandoned', async () => {
    const { workbench, host } = desk();
    const tabs = host.browserContext.pages().length;
    const page = await enterTicket(workbench, 'BROWSER-1', '16', '170');
    await confirmChange(workbench, page, 'Change BROWSER-1 to 16 @ 170');
    await workbench.dialog.filter({ hasText: 'in the browser at 127.0.0.1' }).waitFor();
    await desk().screenshot('orders-browser');
    await pressEnterInDialog();
    await waitForStage(page, 'Not finished in the browser: BROWSER-1. The order still has its old values.');
    expect(host.browserContext.pages()).toHaveLength(tabs);
    await (await workbench.view('Orders')).waitForRow(/Recent Changes.*BROWSER-1 → 16 @ 170: abandoned/);
  });

  it('finishes a change on the page of the sandbox, and sees from the order that it is done', async () => {
    const { workbench, host } = desk();
    await workbench.clearNotifications();
    const ticket = await enterTicket(workbench, 'BROWSER-1', '16', '170');
    await confirmChange(workbench, ticket, 'Change BROWSER-1 to 16 @ 170');
    const opened = host.browserContext.waitForEvent('page', { timeout: 20_000 });
    await workbench.dialog.getByRole('button', { name: `Open ${new URL(await sandboxUrl()).host}`, exact: true }).click();
    // The editor itself asks before it opens an address that was not clicked in it.
    await Promise.race([opened, workbench.dialog.getByRole('button', { name: 'Open', exact: true }).click({ timeout: 20_000 })]);
    const page = await opened;
    await page.locator('button[value=approve]').click();
    await page.waitForLoadState('load');
    await page.screenshot({ path: 'test-results/orders-browser-page.png' });
    await page.close();
    await workbench.page.bringToFront();
    await waitForStage(ticket, 'Change applied: BROWSER-1 is now 16 @ 170.');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/BUY 16 Alphabet-A @ 170.*BROWSER-1/);
    await orders.waitForRow(/Recent Changes.*BROWSER-1 → 16 @ 170: applied/);
    await workbench.clearNotifications();
  });

  it('locks an order whose outcome is unknown, checks its status, and lets the user resolve it', async () => {
    const { workbench } = desk();
    const page = await enterTicket(workbench, 'OK-4', '600', '430');
    await bendNextChange();
    await confirmChange(workbench, page, 'Change OK-4 to 600 @ 430');
    await waitForStage(page, 'Outcome unknown: OK-4 may or may not have been changed to 600 @ 430.');
    await desk().screenshot('orders-unknown');
    const orders = await workbench.view('Orders');
    await expect
      .poll(async () => (await orders.texts())[0], { timeout: 20_000 })
      .toMatch(/^BUY HKEX \(OK-4\) → 600 @ 430.*outcome unknown/);
    await page.getByRole('button', { name: 'Check Order Status' }).click();
    await waitForStage(page, 'OK-4 still has its old values, but some services apply changes later.');
    await workbench.closeAllEditors();
    // Its ticket is no longer in front, so a notification shows it.
    await orders.pressInline(/OK-4\) → 600 @ 430/, 'Check Order Status');
    await workbench.waitForNotification('OK-4 still has its old values, but some services apply changes later.');
    await workbench.clearNotifications();
    const locked = await openTicket(workbench, 'OK-4');
    await waitForStage(locked, 'The order stays locked until it is resolved');
    await orders.pressInline(/OK-4\) → 600 @ 430/, 'Resolve Order Change…');
    await workbench.quickInput.pick('Order Not Changed');
    await expect.poll(async () => ticketField(locked, 'Price').isEditable(), { timeout: 20_000 }).toBe(true);
  });

  it('refuses A-share orders before anything can be entered', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Modify Order…');
    await workbench.quickInput.pickDescribed('ASHARE-1');
    await host.page.getByPlaceholder('A-share orders can’t be modified').waitFor();
    await workbench.quickInput.cancel();
  });

  it('opens the ticket of an order from its row in the view', async () => {
    const { workbench } = desk();
    await (await workbench.view('Orders')).pressInline(/OK-3/, 'Modify Order…');
    const page = await shownTicket(workbench, 'OK-3');
    await page.locator('.rule', { hasText: 'Number of contracts' }).waitFor();
  });

  it('shows the journal, verified', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Show Order Journal');
    await host.page.locator('.view-line', { hasText: /Verified:\s\d+\slines,\snone\saltered\sor\smissing/ }).waitFor();
    await desk().screenshot('orders-journal');
  });
});
