import { beforeAll, describe, expect, it } from 'vitest';
import { allow } from '../support/consent';
import { useDesk } from '../support/desk';
import { chooseAccount, chooseOrder } from '../support/ticket';

const patience = { timeout: 30_000 };
const settings = { 'marketDesk.refresh.intervalSeconds': 0, 'marketDesk.calendar.timeZone': 'UTC' };

describe('canceling orders', () => {
  const desk = useDesk({ theme: 'dark', settings: { ...settings, 'marketDesk.orders.allow': 'modifyAndCancel' } });

  beforeAll(async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow('SIM-1001');
    await workbench.collapse('Watchlist', 'Positions', 'Plates', 'Today');
  });

  it('cancels an order by keyboard, after a question that Enter alone does not confirm', async () => {
    const { workbench, host } = desk();
    await (await workbench.view('Orders')).waitForRow(/BUY 300 TENCENT.*OK-1/);
    const ask = async (): Promise<void> => {
      await workbench.runCommand('Market Desk: Cancel Order…');
      await expect.poll(async () => workbench.quickInput.title()).toContain('Cancel Order');
      await workbench.quickInput.type('OK-1');
      await workbench.quickInput.accept();
      await workbench.dialog.waitFor();
    };
    await ask();
    expect(await workbench.dialogText()).toMatch(/Cancel BUY 300 TENCENT @ [\d.]+\?/);
    expect(await workbench.dialogText()).toContain('SANDBOX – no real money');
    await desk().screenshot('cancel-question');
    await host.page.keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await ask();
    await workbench.pressInDialog('Cancel Order');
    await (await workbench.view('Orders')).waitForRow(/Recent Changes.*OK-1 → cancel: canceled/);
    await (await workbench.view('Orders')).waitForRow(/8001 · 30 open/);
    await desk().screenshot('cancel-done');
  });

  it('names every open order in one question before it cancels them all', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Cancel All Open Orders…');
    await chooseAccount(workbench, '8001');
    await workbench.dialog.waitFor();
    const text = await workbench.dialogText();
    expect(text).toContain('Cancel all open orders of this account?');
    expect(text.match(/ · [A-Z]+-\d+/g)?.length).toBeGreaterThan(20);
    await desk().screenshot('cancel-all');
    await workbench.pressInDialog('Keep Orders');
    await workbench.dialog.waitFor({ state: 'hidden' });
  });
});

describe('canceling while it is turned off', () => {
  const desk = useDesk({ settings });

  it('is refused for a live order before its question, with the name of the setting', async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page);
    await (await workbench.view('Orders')).waitForRow(/OK-1/);
    await workbench.runCommand('Market Desk: Cancel Order…');
    // Paper orders are in the list as well, and need no setting.
    await expect.poll(async () => workbench.quickInput.title()).toContain('Cancel Order');
    await chooseOrder(workbench, 'OK-1');
    expect(await workbench.waitForNotification(/Canceling orders is turned off/)).toContain('marketDesk.orders.allow');
    expect(await workbench.dialog.count()).toBe(0);
  });

  it('needs no setting for all open orders of a paper account, which is marked in the list, the question, and the outcome', async () => {
    const { workbench, host } = desk();
    const ask = async (): Promise<void> => {
      await workbench.runCommand('Market Desk: Cancel All Open Orders…');
      const { text, icons } = await chooseAccount(workbench, 'SIM-1001');
      expect(text).toContain('paper account');
      expect(icons).toContain('codicon-beaker');
      await workbench.dialog.waitFor();
    };
    await ask();
    expect(await workbench.dialogText()).toMatch(/Cancel all open orders of this paper account\?[^]*SANDBOX, PAPER – no real money/);
    await desk().screenshot('cancel-all-paper');
    await host.page.keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await ask();
    await workbench.dialog.getByRole('button', { name: /^Cancel Orders: \d+$/ }).focus();
    await host.page.keyboard.press('Enter');
    expect(await workbench.waitForNotification(/ancellations? accepted/)).toContain('Paper account.');
    const orders = await workbench.view('Orders');
    // A view that is read again at this moment may close the row.
    await expect
      .poll(async () => {
        await orders.expand(/Recent Changes/);
        return orders.row(/→ cancel.*paper · (accepted|canceled)/).count();
      }, patience)
      .toBeGreaterThan(0);
    await desk().screenshot('cancel-all-paper-done');
  });
});
