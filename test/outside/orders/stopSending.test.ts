import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { lastQuestion, openTicket, shownTicket, ticketField, waitForStage } from '../support/ticket';
import { Workbench } from '../support/workbench';

const patience = { timeout: 30_000 };
const stopped = 'Orders Stopped';

describe('stopping orders', () => {
  const { desk, service } = useConnectedDesk({}, { settings: { 'marketDesk.orders.allow': 'modifyAndCancel' } });
  let second: Workbench;
  let ticket: Frame;

  const sent = () => service().ledger.entries.filter(({ method, path }) => method !== 'GET' && /\/orders/.test(path));

  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
    second = new Workbench(await desk().host.openWindow());
    await (await second.view('Orders')).waitForRow(/OK-1/);
  });

  it('happens at once, by keyboard, and offers to cancel what is open', async () => {
    await desk().host.page.bringToFront();
    ticket = await openTicket(desk().workbench, 'OK-1');
    await ticketField(ticket, 'Quantity').fill('400');
    await second.runCommand('Market Desk: Stop Sending Orders');
    expect(await second.dialogText()).toMatch(/Sending orders is stopped[^]*in any window until you release it[^]*Open orders stay/);
    await second.statusItem(stopped).waitFor(patience);
    // Enter alone keeps the orders.
    await second.page.keyboard.press('Enter');
    await second.dialog.waitFor({ state: 'hidden' });
    expect(sent()).toEqual([]);
  });

  it('shows in the other window, whose ticket says why it waits and keeps what was typed', async () => {
    const { workbench } = desk();
    await workbench.page.bringToFront();
    await workbench.statusItem(stopped).waitFor(patience);
    await waitForStage(ticket, /Sending orders is stopped/);
    expect(await ticketField(ticket, 'Quantity').inputValue()).toBe('400');
    await desk().screenshot('stop-ticket');
  });

  it('is still so after a reload', async () => {
    const { workbench } = desk();
    await workbench.reloadWindow();
    await workbench.statusItem(stopped).waitFor(patience);
    await desk().screenshot('stop-reloaded');
  });

  it('lets all open orders be canceled, and says that this is sent all the same', async () => {
    await second.runCommand('Market Desk: Cancel All Open Orders…');
    expect(await second.dialogText()).toMatch(/Cancel all open orders of this account\?[^]*Canceling is sent all the same/);
    await second.pressInDialog('Keep Orders');
    expect(sent()).toEqual([]);
  });

  it('ends with a careful question in either window, and the ticket goes on with what was typed', async () => {
    const { workbench } = desk();
    const release = async (): Promise<void> => {
      await workbench.runCommand('Market Desk: Release Sending Orders…');
      expect(await workbench.dialogText()).toMatch(/Let orders be sent again[^]*Stopped since \d{4}-/);
    };
    await release();
    await workbench.page.keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await workbench.statusItem(stopped).waitFor(patience);
    await release();
    await workbench.pressInDialog('Release');
    await workbench.statusItem(stopped).waitFor({ state: 'detached', ...patience });
    await second.statusItem(stopped).waitFor({ state: 'detached', ...patience });
    const page = await shownTicket(workbench, 'OK-1');
    await expect.poll(async () => ticketField(page, 'Quantity').inputValue(), patience).toBe('400');
    await page.getByRole('button', { name: 'Review Change…' }).click(patience);
    const price = await ticketField(page, 'Price').inputValue();
    const action = `Change OK-1 to 400 @ ${price}`;
    await lastQuestion(workbench, action);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
    await expect.poll(() => sent().map(({ method }) => method), patience).toEqual(['PUT']);
  });
});
