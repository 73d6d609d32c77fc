import { describe, expect, it } from 'vitest';
import { useConnectedDesk } from './support/connectedDesk';
import { confirmChange, shownTicket, ticketField, waitForStage } from './support/ticket';

const patience = { timeout: 20_000 };

/** The specification has no lists of accounts, orders, or plates: everything is reached through what the user types. */
describe('a service that offers only the specification', () => {
  const { desk, service } = useConnectedDesk({ strict: true });

  it('shows positions of an account whose ID is typed', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    const row = await positions.waitForRow(/Enter an account ID….*no accounts listed/);
    await desk().screenshot('strict-welcome');
    await row.click();
    await workbench.quickInput.waitForMessage('Account ID used by the service');
    await workbench.quickInput.enter('SIM-1001');
    await workbench.quickInput.pick('Paper account');
    await positions.waitForRow(/^SIM-1001\s*paper/);
    await positions.waitForRow(/HK\.00001/);
    await desk().screenshot('strict-positions');
  });

  it('says plainly that it provides no positions of a live account', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Select Account…');
    await workbench.quickInput.pickSeveral(['Enter an account ID…']);
    await workbench.quickInput.enter('8001');
    await workbench.quickInput.pick('Live account');
    const positions = await workbench.view('Positions');
    await positions.pressInTitle('Collapse All');
    await positions.expand('8001');
    await positions.waitForRow('This service doesn’t provide positions for live accounts.');
    await desk().screenshot('strict-live');
  });

  it('shows plates by their IDs, although it does not list any', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Add Plate…');
    await workbench.quickInput.pick('HK');
    await workbench.quickInput.waitForMessage('This service doesn’t list its plates. Enter a plate ID.');
    await desk().screenshot('strict-plates-ask');
    await workbench.quickInput.enter('HK.BK1001');
    const plates = await workbench.view('Plates');
    await plates.expand('HK.BK1001');
    await plates.waitForRow(/HK\.BK1001\s*8/);
    await plates.pressInTitle('Collapse All');
    await workbench.runCommand('Market Desk: Add Plate…');
    await workbench.quickInput.pick('Enter a plate ID…');
    await workbench.quickInput.enter('HK.UNKNOWN');
    await plates.expand('HK.UNKNOWN');
    await plates.waitForRow('The service rejected a request parameter');
    await desk().screenshot('strict-plates');
  });

  it('shows trading days, whatever the shape of the answer', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Show Trading Days…');
    await workbench.quickInput.pick('HK');
    await workbench.quickInput.pick('This month');
    const page = await workbench.webview('table.raw');
    expect(await page.locator('.range').innerText()).toContain('unrecognized response, shown as received');
    // All trading days are there, together in one cell.
    expect(await page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d(, \d{4}-\d\d-\d\d){15,}$/ }).count()).toBe(1);
    await desk().screenshot('strict-trading-days');
    await workbench.closeAllEditors();
  });

  it('searches the calendar and shows the hot list', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Search Economic Calendar…');
    await workbench.quickInput.enter('Nonfarm');
    const page = await workbench.webview('.tabs[role=tablist]');
    await page.locator('mark').first().waitFor(patience);
    await desk().screenshot('strict-calendar');
    await page.getByRole('tab', { name: 'High Impact' }).click();
    for (let day = 0; day < 4; day += 1) {
      await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^\d+ events?\b|^No/);
      if ((await page.locator('[role=row].event').count()) > 0) break;
      await page.getByRole('button', { name: 'Previous day' }).click();
    }
    expect(await page.locator('[role=row].event').count()).toBeGreaterThan(0);
    await desk().screenshot('strict-hot');
  });

  it('changes an order whose account, ID, exchange, and type are typed or chosen', async () => {
    const { workbench } = desk();
    const { quickInput } = workbench;
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/Modify an order by ID….*the service doesn’t list orders/);
    await desk().screenshot('strict-orders');
    await workbench.runCommand('Market Desk: Modify Order…');
    await quickInput.waitForMessage('ID of the order to modify');
    await desk().screenshot('strict-order-id');
    // The prompt stays until something is entered, and an empty answer is rejected.
    await quickInput.accept();
    await quickInput.waitForMessage('Not a valid order ID.');
    await quickInput.enter('OK-1');
    await quickInput.pick('SEHK');
    await desk().screenshot('strict-order-type');
    await quickInput.pick('LIMIT');
    const page = await shownTicket(workbench, 'OK-1');
    await ticketField(page, 'Quantity').fill('400');
    await ticketField(page, 'Price').fill('560');
    await expect.poll(async () => page.locator('.changes').innerText(), patience).toMatch(/Quantity\s+400\s+Price\s+560/);
    await desk().screenshot('strict-order-review');
    await confirmChange(workbench, page, 'Change OK-1 to 400 @ 560');
    await waitForStage(page, 'OK-1: change accepted, not applied yet. New values: 400 @ 560.');
    await orders.waitForRow(/Recent Changes.*OK-1 → 400 @ 560: accepted/);
    await desk().screenshot('strict-order-accepted');
    expect(service().ledger.entries.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });
});
