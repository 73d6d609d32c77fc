import { expect, it } from 'vitest';
import { addAlert, managed, openEmptyCenter, pressInMenu, toldIn } from '../support/alertSteps';
import type { ConnectedDesk } from '../support/connectedDesk';
import { patience } from '../support/patience';
import { nightly } from '../support/nightly';

const minute = 60_000;

/** The service has no releases on weekends, so this is the early morning of the next Wednesday. @returns milliseconds from now to then. */
export function shiftToWednesday(): number {
  const now = Date.now();
  const wednesday = new Date(now);
  wednesday.setUTCHours(4, 30, 0, 0);
  wednesday.setUTCDate(wednesday.getUTCDate() + ((10 - wednesday.getUTCDay()) % 7));
  return wednesday.getTime() - now;
}

/** @param now - The time of the window and its service, on a day with releases that are still to come. */
export function releasesOfToday({ desk, service }: ConnectedDesk, now: () => number): void {
  it('reminds of a release minutes before it, marks its row, waits until it is out, and opens its day', async () => {
    const { workbench, host } = desk();
    await workbench.collapse('Watchlist', 'Positions', 'Plates', 'Orders');
    const day = new Date(now()).toISOString().slice(0, 10);
    const today = await workbench.view('Today');
    await today.waitForRow(/★/);
    await desk().screenshotInEveryTheme('today-rows');
    const releases = (await today.texts()).flatMap((text) => /^(\d\d:\d\d) (.+?)\s?(?:\S+ ?\S* forecast|★)/.exec(text)?.slice(1, 3) ?? []);
    const [time = '', indicator = ''] = releases;
    const at = Date.parse(`${day}T${time}:00Z`);
    expect(at - now()).toBeGreaterThan(20 * minute);
    expect(await today.row(time).locator('.codicon-bell').count()).toBe(0);
    await pressInMenu(host.page, today.row(time), 'Remind Me…');
    await workbench.quickInput.pick('5 min before');
    const added = workbench.statusItem(`Alert added: 5 min before ${indicator}`);
    // The row shows the period last.
    const name = /5 min before (.+?)(?: \([A-Z][a-z]{2} \d+, \d{4}.*)?$/.exec(await added.innerText(patience))?.[1] ?? '';
    await expect.poll(async () => today.row(time).locator('.codicon-bell').count(), patience).toBe(1);
    await openEmptyCenter(workbench);
    const told = async (): Promise<readonly string[]> => {
      await expect.poll(async () => (await toldIn([workbench], name)).length, patience).toBeGreaterThan(0);
      return toldIn([workbench], name);
    };
    await moveTo(at - 5 * minute);
    expect(await told()).toEqual([`${name} is due in 5 min`]);
    await workbench.pressInNotification(name, 'Snooze Until Release');
    await expect.poll(async () => (await managed(workbench)).join(), patience).toContain(`snoozed until ${time}`);
    await openEmptyCenter(workbench);
    await moveTo(at);
    expect(await told()).toEqual([`${name} is due now`]);
    await workbench.pressInNotification(name, 'Open');
    const page = await workbench.webview('.tabs[role=tablist]');
    await expect.poll(async () => page.getByRole('tab', { name: 'High Impact' }).getAttribute('aria-selected'), patience).toBe('true');
    expect(await page.locator('input[type=date]').inputValue()).toBe(day);

    /** Moves the service's clock, which is the one that counts. */
    async function moveTo(then: number): Promise<void> {
      service().setClockSkew(then - now());
      await workbench.runCommand('Market Desk: Synchronize Clock');
    }
  });

  nightly('says of an alert on orders that the service has no feed of them, with a button to its setting', async () => {
    const { workbench } = desk();
    const said = 'Order filled or partially filled';
    await addAlert(workbench, said, { kind: said });
    await workbench.pressInNotification('To receive order alerts, set the URL of the service’s order event feed', 'Open Settings');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Settings');
  });
}
