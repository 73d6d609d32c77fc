import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addAlert, openEmptyCenter, toldIn, tradeAt } from './support/alertSteps';
import { allow, consentPage } from './support/consent';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';
import { connect } from './support/service';
import { askForReview, lastQuestion, openTicket, ticketField, waitForStage } from './support/ticket';
import { Workbench } from './support/workbench';
import { patience } from './support/patience';
import { movingMarket, symbol } from './live';
import { nightly } from './support/nightly';

const stopped = 'Stopped';

describe('several windows and interrupted sign-ins', () => {
  let service: RunningSandbox;
  beforeAll(async () => {
    service = await startSandbox({ port: 0, alwaysOpen: true, ticksPerSecond: 10 });
  });
  afterAll(async () => service.close());
  const desk = useDesk(() => ({
    theme: 'dark',
    viewport: { width: 1280, height: 900 },
    settings: {
      'marketDesk.refresh.intervalSeconds': 0,
      'marketDesk.calendar.timeZone': 'UTC',
      'marketDesk.orders.allow': 'all',
      'marketDesk.service.quoteFeedUrl': service.quoteFeedUrl ?? '',
      'marketDesk.service.tradeFeedUrl': service.tradeFeedUrl ?? '',
      'marketDesk.statusBar.ticker': [symbol],
      'marketDesk.statusBar.show': ['nextRelease'],
    },
  }));

  /** Another window, in front, once it shows rows. */
  async function openSecond(row: RegExp): Promise<Workbench> {
    const second = new Workbench(await desk().host.openWindow());
    await (await second.view('Positions')).waitForRow(row);
    return second;
  }

  it('a reload in the middle of a sign-in ends it cleanly, and it can be tried again at once', async () => {
    const { workbench, host } = desk();
    await enterSandbox(desk());
    await workbench.runCommand('Market Desk: Sign Out');
    await workbench.waitForWelcome('You are not signed in');
    await workbench.runCommand('Market Desk: Sign In');
    const consent = await consentPage(host.page);
    await workbench.page.bringToFront();
    await host.page.reload();
    await host.page.locator('.part.statusbar').waitFor(patience);
    // This answer is no longer expected.
    await consent.bringToFront();
    await consent.getByRole('button', { name: 'Allow', exact: true }).click();
    await workbench.page.bringToFront();
    await workbench.waitForWelcome('Sign In');
    await consent.close();
    await workbench.runCommand('Market Desk: Sign In');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow(/8001/);
  });

  nightly('a second window finds the sandbox and the session of the first', async () => {
    await openSecond(/8001/);
  });

  nightly('a secret storage that lost everything means signing in again, and nothing worse', async () => {
    const { workbench, host } = desk();
    // The storage has another key now: what was stored can't be decrypted any more.
    await host.browserContext.route(/\/mint-key/, async (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
    await host.page.reload();
    await workbench.waitForWelcome('You are not signed in');
    await workbench.pressInWelcome('Sign In');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow(/8001/);
  });

  describe('with a service', () => {
    beforeAll(async () => connect(desk(), service));
    afterEach(() => service.feeds?.faults.clear());

    // Before there is another window: the program of one that was closed goes on for a while.
    describe('a market that moves', () => movingMarket({ desk, service: () => service }));

    it('an alert is told once, in one of two windows; stopping orders happens at once, by keyboard, in both, and keeps what was typed until the careful release', async () => {
      const { workbench } = desk();
      const sent = () => service.ledger.entries.filter(({ method, path }) => method !== 'GET' && /\/orders(?:\/(?!detail)|$)/.test(path));
      const second = await openSecond(/8001/);
      const at = (figure: string): string => `${symbol} at ${figure} or above`;
      await addAlert(workbench, at('960'), { kind: 'Price at or above…', symbol, figure: '960' });
      await addAlert(workbench, at('970'), { kind: 'Price at or above…', symbol, figure: '970' });
      const windows = [workbench, second];
      for (const window of windows) {
        await window.page.bringToFront();
        await openEmptyCenter(window);
      }
      // Both windows receive every price.
      const heard = (): number | undefined =>
        service.feeds?.connections.filter(({ subscriptions }) => subscriptions.includes(`quote ${symbol}`)).length;
      await expect.poll(heard, patience).toBe(2);
      const trade = async (price: number, text: string): Promise<readonly string[]> =>
        tradeAt({ service, symbol, price }, async () => {
          await expect.poll(async () => (await toldIn(windows, text)).length, patience).toBeGreaterThan(0);
          return toldIn(windows, text);
        });
      expect(await trade(960.5, '(alert: 960 or above)')).toHaveLength(1);
      // By then both have checked prices above the first level once more.
      expect(await trade(970.5, '(alert: 970 or above)')).toHaveLength(1);
      expect(await toldIn(windows, symbol)).toHaveLength(2);
      // The editor draws no page in a window that is behind another.
      await workbench.page.bringToFront();
      const ticket = await openTicket(workbench, 'OK-1');
      await ticketField(ticket, 'Quantity').fill('400');
      await second.runCommand('Market Desk: Stop Sending Orders');
      expect(await second.dialogText()).toMatch(/Sending orders is stopped[^]*in any window until you release it[^]*Open orders stay/);
      // Enter alone does not cancel the orders.
      await second.pressEnterInDialog();
      await second.statusItem(stopped).waitFor(patience);
      await workbench.page.bringToFront();
      await workbench.statusItem(stopped).waitFor(patience);
      await waitForStage(ticket, /Sending orders is stopped/);
      expect(await ticketField(ticket, 'Quantity').inputValue()).toBe('400');
      const askForRelease = async (): Promise<void> => {
        await workbench.runCommand('Market Desk: Release Sending Orders…');
        expect(await workbench.dialogText()).toMatch(/Let orders be sent again[^]*Stopped since \d{4}-/);
      };
      await askForRelease();
      await workbench.pressEnterInDialog();
      await workbench.statusItem(stopped).waitFor(patience);
      await askForRelease();
      await workbench.pressInDialog('Release');
      await workbench.statusItem(stopped).waitFor({ state: 'detached', ...patience });
      const action = new RegExp(`^Change to 400 at ${await ticketField(ticket, 'Price').inputValue()}\\.?0*$`);
      await askForReview(ticket);
      await lastQuestion(workbench, action);
      expect(sent()).toEqual([]);
      await workbench.pressInDialog(action);
      await expect.poll(() => sent().map(({ method }) => method), patience).toEqual(['PUT']);
      await second.page.bringToFront();
      await second.statusItem(stopped).waitFor({ state: 'detached', ...patience });
    });
  });
});
