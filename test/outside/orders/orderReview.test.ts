import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { askForReview, confirmChange, enterTicket, lastQuestion, shownTicket, waitForStage } from '../support/ticket';

const patience = { timeout: 20_000 };

/** As users might have them in keybindings.json: a complete ticket, and one that can't be sent. */
const keybindings = [
  { key: 'ctrl+alt+f6', command: 'marketDesk.orders.modify', args: { accountId: '8001', orderId: 'OK-1', qty: '400', price: '560' } },
  { key: 'ctrl+alt+f7', command: 'marketDesk.orders.modify', args: { accountId: '8001', orderId: 'OK-2', qty: '1e3', price: '-1' } },
];

describe('the review of an order change', () => {
  const { desk, service } = useConnectedDesk({}, { keybindings });

  beforeAll(async () => {
    const { workbench } = desk();
    await workbench.collapse('Positions', 'Plates', 'Today');
    await (await workbench.view('Orders')).waitForRow(/OK-1/);
  });

  const writes = (): number => service().ledger.entries.filter(({ method }) => method === 'PUT').length;

  it('opens a filled ticket by a key with all arguments, and still asks', async () => {
    const { workbench, host } = desk();
    await host.page.keyboard.press('Control+Alt+F6');
    const page = await shownTicket(workbench, 'OK-1');
    await expect.poll(async () => page.locator('.changes').innerText(), patience).toMatch(/Quantity\s+300 → 400\s+Price\s+562\.5 → 560/);
    await desk().screenshot('orders-key');
    await askForReview(page);
    expect(await lastQuestion(workbench, 'Change OK-1 to 400 @ 560')).toContain('{"exchange":"SEHK","qty":"400","price":"560"}');
    await workbench.pressInDialog('Cancel');
    expect(writes()).toBe(0);
  });

  it('opens a ticket that says what is wrong, and reviews nothing, by a key with values that can’t be sent', async () => {
    const { workbench, host } = desk();
    await host.page.keyboard.press('Control+Alt+F7');
    const page = await shownTicket(workbench, 'OK-2');
    await expect
      .poll(async () => page.locator('.problem').allInnerTexts(), patience)
      .toContainEqual(expect.stringMatching(/Quantity.*exponent/));
    expect(await page.getByRole('button', { name: 'Review Change…' }).isDisabled()).toBe(true);
    await desk().screenshot('orders-key-refused');
    expect(writes()).toBe(0);
  });

  it('shows the host before a browser is opened, passes exactly the address, and keeps the order locked until its end is known', async () => {
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
    const ticket = await enterTicket(workbench, 'BROWSER-1', '16', '170');
    await confirmChange(workbench, ticket, 'Change BROWSER-1 to 16 @ 170');
    await workbench.dialog.filter({ hasText: 'in the browser at broker.example' }).waitFor();
    expect(host.browserContext.pages().filter((page) => page.url().includes('broker.example'))).toEqual([]);
    const opened = host.browserContext.waitForEvent('page', patience);
    await workbench.dialog.getByRole('button', { name: 'Open broker.example', exact: true }).click();
    // The editor itself asks before it opens an address that was not clicked in it.
    const trust = workbench.dialog.getByRole('button', { name: 'Open', exact: true });
    await Promise.race([opened, trust.click({ timeout: 20_000 })]);
    const page = await opened;
    await expect.poll(() => page.url(), patience).toBe(address);
    await page.close();
    await workbench.page.bringToFront();
    await waitForStage(ticket, 'Awaiting completion in the browser: BROWSER-1 → 16 @ 170.');
    await desk().screenshot('orders-browser-opened');
    await ticket.getByRole('button', { name: 'Resolve Order Change…' }).click();
    await expect.poll(async () => workbench.quickInput.items(), patience).toContain('Keep Locked');
    await desk().screenshot('orders-browser-resolve');
    await workbench.quickInput.pick('Change Completed');
    await waitForStage(ticket, 'Order BROWSER-1 can be modified again.');
    expect(writes()).toBe(1);
  });

  it('does not open an unsafe link of the service', async () => {
    const { workbench, host } = desk();
    await workbench.clearNotifications();
    service().faults.once({
      match: { method: 'PUT' },
      action: {
        kind: 'respond',
        status: 200,
        body: { s: 'error', errcode: -2101, errmsg: 'Go there', jump_url: 'https://br\u00f6ker.example/confirm' },
      },
    });
    const tabs = host.browserContext.pages().length;
    const ticket = await enterTicket(workbench, 'BROWSER-2', '1400', '70');
    await confirmChange(workbench, ticket, 'Change BROWSER-2 to 1,400 @ 70');
    await waitForStage(ticket, 'The service’s link isn’t safe to open');
    await desk().screenshot('orders-browser-unsafe');
    expect(host.browserContext.pages()).toHaveLength(tabs);
  });

  it('refuses before anything can be entered, and sends nothing, if orders are set to read-only', async () => {
    const { workbench, host } = desk();
    await workbench.clearNotifications();
    const before = writes();
    await workbench.runCommand('Preferences: Open Settings (UI)');
    await host.page.keyboard.type('marketDesk.orders.readOnly');
    const box = host.page.locator('.settings-editor').getByRole('checkbox', { name: /orders\.readOnly|Read Only/ });
    await box.click(patience);
    const settings = path.join(host.dataDir, 'data', 'User', 'settings.json');
    await expect.poll(async () => readFile(settings, 'utf8'), patience).toMatch(/"marketDesk\.orders\.readOnly": true/);
    await desk().screenshot('orders-read-only-setting');
    await workbench.runCommand('Market Desk: Modify Order…');
    await host.page.waitForTimeout(1_500);
    // On a busy machine, the setting reaches the extension a moment after its file.
    if (await workbench.quickInput.isOpen()) {
      await workbench.quickInput.cancel();
      await workbench.runCommand('Market Desk: Modify Order…');
    }
    expect(await workbench.waitForNotification('turned off')).toContain(
      'Order changes are turned off by the “marketDesk.orders.readOnly” setting.',
    );
    await desk().screenshot('orders-read-only');
    expect(writes()).toBe(before);
  });
});
