import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { askForReview, lastQuestion, openTicket, ticketField, waitForStage } from '../support/ticket';
import { Workbench } from '../support/workbench';

const patience = { timeout: 30_000 };
const stopped = 'Orders Stopped';

describe('stopping orders', () => {
  const { desk, service } = useConnectedDesk({}, { settings: { 'marketDesk.orders.allow': 'modifyAndCancel' } });
  let second: Workbench;

  const sent = () => service().ledger.entries.filter(({ method, path }) => method !== 'GET' && /\/orders(?:\/(?!detail)|$)/.test(path));

  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
    second = new Workbench(await desk().host.openWindow());
    await (await second.view('Orders')).waitForRow(/OK-1/);
  });

  async function stop(): Promise<void> {
    await second.runCommand('Market Desk: Stop Sending Orders');
    expect(await second.dialogText()).toMatch(/Sending orders is stopped[^]*in any window until you release it[^]*Open orders stay/);
    // Enter alone does not cancel the orders.
    await second.page.keyboard.press('Enter');
    await second.dialog.waitFor({ state: 'hidden' });
  }

  async function askForRelease(): Promise<void> {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Release Sending Orders…');
    expect(await workbench.dialogText()).toMatch(/Let orders be sent again[^]*Stopped since \d{4}-/);
  }

  it('happens at once, by keyboard, and is shown in every window, even after a reload', async () => {
    const { workbench } = desk();
    await stop();
    await second.statusItem(stopped).waitFor(patience);
    await workbench.page.bringToFront();
    await workbench.statusItem(stopped).waitFor(patience);
    await workbench.reloadWindow();
    await workbench.statusItem(stopped).waitFor(patience);
    await desk().screenshot('stop-reloaded');
    expect(sent()).toEqual([]);
  });

  it('still allows canceling all open orders, and says that this is sent anyway', async () => {
    await second.runCommand('Market Desk: Cancel All Open Orders…');
    // Reading every market of the account may have to wait for the rate limits of the service.
    await second.dialog.waitFor({ timeout: 60_000 });
    expect(await second.dialogText()).toMatch(/Cancel all open orders of this account\?[^]*Canceling is sent all the same/);
    await second.pressInDialog('Keep Orders');
    // Paper accounts follow, each with its own question.
    await expect
      .poll(async () => second.dialogText(), patience)
      .toMatch(/of this paper account\?[^]*PAPER[^]*Canceling is sent all the same/);
    await second.pressInDialog('Keep Orders');
    await second.dialog.waitFor({ state: 'hidden' });
    expect(sent()).toEqual([]);
  });

  it('ends with a careful question in either window', async () => {
    const { workbench } = desk();
    await askForRelease();
    await desk().screenshot('stop-release');
    await workbench.page.keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await workbench.statusItem(stopped).waitFor(patience);
    await askForRelease();
    await workbench.pressInDialog('Release');
    await workbench.statusItem(stopped).waitFor({ state: 'detached', ...patience });
    await second.page.bringToFront();
    await second.statusItem(stopped).waitFor({ state: 'detached', ...patience });
  });

  it('keeps the input in a ticket of the other window, which continues after the release', async () => {
    const { workbench } = desk();
    // The editor draws no page in a window that is behind another.
    await workbench.page.bringToFront();
    const ticket = await openTicket(workbench, 'OK-1');
    await ticketField(ticket, 'Quantity').fill('400');
    await stop();
    await workbench.page.bringToFront();
    await waitForStage(ticket, /Sending orders is stopped/);
    expect(await ticketField(ticket, 'Quantity').inputValue()).toBe('400');
    await desk().screenshot('stop-ticket');
    await askForRelease();
    await workbench.pressInDialog('Release');
    const action = `Change OK-1 to 400 @ ${await ticketField(ticket, 'Price').inputValue()}`;
    await askForReview(ticket);
    await lastQuestion(workbench, action);
    expect(sent()).toEqual([]);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
    await expect.poll(() => sent().map(({ method }) => method), patience).toEqual(['PUT']);
  });
});
