import { beforeAll, describe, expect, it } from 'vitest';
import { allow } from './support/consent';
import { useDesk } from './support/desk';

describe('changing orders', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0, 'marketDesk.calendar.timeZone': 'UTC' } });

  beforeAll(async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow('SIM-1001');
    for (const name of ['Positions', 'Plates', 'Today'])
      await host.page.locator(`.pane-header[aria-label^="${name}"][aria-expanded=true]`).click();
  });

  const orderRow = async (id: string) => (await desk().workbench.view('Orders')).waitForRow(new RegExp(`^\\s*${id}(?!\\d)`));

  /** Enters quantity and price for an order of the list and stops at the review. */
  async function ticket(id: string, quantity: string, price: string): Promise<void> {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Modify Order…');
    await workbench.quickInput.pick(id);
    await workbench.quickInput.waitForMessage('Quantity');
    await workbench.quickInput.enter(quantity);
    await workbench.quickInput.waitForMessage('Price');
    await workbench.quickInput.enter(price);
  }

  /** Has the sandbox break the connection of the next change before it is processed. */
  async function bendNextChange(): Promise<void> {
    const response = await fetch(`${await sandboxUrl()}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ match: { method: 'PUT' }, action: { kind: 'reset' } }),
    });
    expect(response.ok).toBe(true);
  }

  /** The address of the sandbox, as the review shows it. */
  async function sandboxUrl(): Promise<string> {
    const row = desk().host.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'SANDBOX – no real money' });
    const host = /127\.0\.0\.1:\d+/.exec(await row.innerText())?.[0];
    if (host === undefined) throw new Error('the review shows no host');
    return `http://${host}`;
  }

  async function confirm(action: string): Promise<string> {
    const { workbench } = desk();
    await workbench.quickInput.pick(`${action}…`);
    const text = await workbench.dialogText();
    await workbench.pressInDialog(action);
    return text;
  }

  it('lists the open orders of the account', async () => {
    await orderRow('OK-1');
    await desk().screenshotInEveryTheme('orders-view');
  });

  it('explains the digits while typing, reviews old and new, and asks with a button that repeats the change', async () => {
    const { workbench, host } = desk();
    const { quickInput } = workbench;
    await workbench.runCommand('Market Desk: Modify Order…');
    await expect.poll(async () => quickInput.title()).toContain('SANDBOX – no real money');
    await desk().screenshot('orders-pick');
    await quickInput.pick('OK-1');
    await quickInput.waitForMessage('Quantity');
    expect(await quickInput.value()).toBe('300');
    await quickInput.type('1e3');
    await quickInput.waitForMessage('no exponent');
    await quickInput.enter('400');
    await quickInput.waitForMessage('Price');
    const old = await quickInput.value();
    await quickInput.type('12.34567');
    await quickInput.waitForMessage('12.34567 → 12.3456 is kept');
    await desk().screenshot('orders-digits');
    await quickInput.pressBack();
    await quickInput.waitForMessage('Quantity');
    expect(await quickInput.value()).toBe('400');
    await quickInput.accept();
    await quickInput.waitForMessage('Price');
    expect(await quickInput.value()).toBe(old);
    await quickInput.enter('12.34567');
    await expect.poll(async () => quickInput.items()).toContain('Quantity: 300 → 400');
    const items = await quickInput.items();
    expect(items).toContain(`Price: ${old} → 12.3456`);
    await desk().screenshot('orders-review');
    await quickInput.pick('Change OK-1 to 400 @ 12.3456…');
    const text = await workbench.dialogText();
    expect(text).toContain('SANDBOX – no real money');
    expect(text).toContain('{"exchange":"SEHK","qty":"400","price":"12.3456"}');
    await desk().screenshot('orders-modal');
    await host.page.keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    // Enter takes the button that does nothing: the review is there again.
    await expect.poll(async () => quickInput.items()).toContain('Change OK-1 to 400 @ 12.3456…');
    await quickInput.cancel();
    expect(await workbench.activeTab()).not.toContain('diff');
  });

  it('says accepted, and shows in the view when the change is in force', async () => {
    const { workbench } = desk();
    await ticket('OK-1', '400', '560');
    await confirm('Change OK-1 to 400 @ 560');
    await workbench.waitForNotification('The service accepted the change of OK-1 to 400 @ 560');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/OK-1.*400 HK\.00700 @ 560/);
    await orders.waitForRow(/Recent Changes.*OK-1 → 400 @ 560.*applied/);
    await desk().screenshot('orders-in-force');
  });

  it('waits for a slow order: accepted first, in force later', async () => {
    const { workbench } = desk();
    await ticket('SLOW-1', '1100', '70');
    await confirm('Change SLOW-1 to 1,100 @ 70');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/Recent Changes.*SLOW-1 → 1,100 @ 70.*accepted/);
    await orders.waitForRow(/Recent Changes.*SLOW-1 → 1,100 @ 70.*applied/);
  });

  it('tells a refusal with code and text', async () => {
    const { workbench } = desk();
    await ticket('ERR-1', '20', '300');
    await confirm('Change ERR-1 to 20 @ 300');
    expect(await workbench.waitForNotification('The service rejected the change to ERR-1')).toMatch(/\(code -1200\).*not changed/);
    await desk().screenshot('orders-refused');
  });

  it('asks again where the service wants a confirmation, and confirms once', async () => {
    const { workbench } = desk();
    await ticket('CONFIRM-1', '41', '150.25');
    await workbench.quickInput.pick('Change CONFIRM-1 to 41 @ 150.25…');
    await workbench.pressInDialog('Change CONFIRM-1 to 41 @ 150.25').catch(() => undefined);
    await workbench.dialog.filter({ hasText: 'The service asks you to confirm the change to CONFIRM-1' }).waitFor();
    await desk().screenshot('orders-confirmation');
    await workbench.pressInDialog('Confirm: Change CONFIRM-1 to 41 @ 150.25');
    await workbench.waitForNotification('The service accepted the change of CONFIRM-1');
    await (await workbench.view('Orders')).waitForRow(/CONFIRM-1.*41 US\.NVDA @ 150\.25/);
  });

  it('shows the host before a browser is opened, and gives up cleanly', async () => {
    const { workbench } = desk();
    await ticket('BROWSER-1', '16', '170');
    await workbench.quickInput.pick('Change BROWSER-1 to 16 @ 170…');
    await workbench.pressInDialog('Change BROWSER-1 to 16 @ 170').catch(() => undefined);
    await workbench.dialog.filter({ hasText: 'in the browser at' }).waitFor();
    await desk().screenshot('orders-browser');
    await workbench.pressInDialog('Don’t Open');
    await workbench.waitForNotification('was not finished in the browser and is not applied');
    await (await workbench.view('Orders')).waitForRow(/Recent Changes.*BROWSER-1.*abandoned/);
  });

  it('locks an order whose outcome is unknown, reads it back, and resolves it by the user', async () => {
    const { workbench } = desk();
    await ticket('OK-4', '600', '430');
    await bendNextChange();
    await workbench.quickInput.pick('Change OK-4 to 600 @ 430…');
    await workbench.pressInDialog('Change OK-4 to 600 @ 430');
    await workbench.waitForNotification('It is unknown whether OK-4 was changed to 600 @ 430');
    await desk().screenshot('orders-unknown');
    const orders = await workbench.view('Orders');
    await expect.poll(async () => (await orders.texts())[0], { timeout: 20_000 }).toMatch(/^OK-4 → 600 @ 430.*outcome unknown/);
    await workbench.clearNotifications();
    await orders.pressInline(/OK-4 → 600 @ 430/, 'Check Order Status');
    await workbench.waitForNotification('OK-4 still has its old values. That is no proof');
    await workbench.clearNotifications();
    await workbench.runCommand('Market Desk: Modify Order…');
    await workbench.quickInput.pick('OK-4');
    await workbench.waitForNotification('the order stays locked until this is resolved');
    await workbench.clearNotifications();
    await orders.pressInline(/OK-4 → 600 @ 430/, 'Resolve Order Change…');
    await workbench.quickInput.pick('Order Not Changed');
    await workbench.waitForNotification('Order OK-4 can be modified again.');
    await workbench.clearNotifications();
  });

  it('refuses A-share orders before anything can be entered', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Modify Order…');
    await workbench.quickInput.pick('ASHARE-1');
    await host.page.getByPlaceholder('A-share orders cannot be modified').waitFor();
    await workbench.quickInput.cancel();
  });

  it('changes an order from its row in the view', async () => {
    const { workbench } = desk();
    await (await workbench.view('Orders')).pressInline(/^\s*OK-3/, 'Modify Order…');
    await workbench.quickInput.waitForMessage('number of contracts');
    await expect.poll(async () => workbench.quickInput.title()).toContain('Quantity');
    expect(await workbench.quickInput.title()).toContain('Modify OK-3');
    await workbench.quickInput.cancel();
  });

  it('shows the journal, verified', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Show Order Journal');
    await host.page.locator('.view-line', { hasText: /Verified:\s\d+\slines,\snone\saltered\sor\smissing/ }).waitFor();
    await desk().screenshot('orders-journal');
  });
});
