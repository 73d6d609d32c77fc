import { beforeAll, describe, expect, it } from 'vitest';
import { themes } from '../../host/host';
import type { Theme } from '../../host/host';
import { pressInMenu } from '../alerts/alertSteps';
import { useConnectedDesk } from '../support/connectedDesk';
import { shiftToWednesday } from '../support/wednesday';

const patience = { timeout: 20_000 };
const hour = 3_600_000;

describe('the Today view on a day with releases', () => {
  const clockShiftMs = shiftToWednesday(Date.now());
  const now = (): number => Date.now() + clockShiftMs;
  const { desk, service } = useConnectedDesk({ wallClock: now }, { clockShiftMs });

  beforeAll(async () => {
    await (await desk().workbench.view('Positions')).waitForRow(/SIM-1001/);
    await desk().workbench.collapse('Positions', 'Plates', 'Orders');
  });

  const dayText = (): string => new Date(now()).toISOString().slice(0, 10);

  it('shows its rows in order of time, below the countdown to the next one', async () => {
    const today = await desk().workbench.view('Today');
    await today.waitForRow(/★/);
    const day = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(now());
    expect(await today.description()).toBe(`${day} · UTC`);
    const rows = (await today.texts()).slice(1);
    const times = rows.map((row) => /^\d\d:\d\d/.exec(row)?.[0] ?? '');
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual([...times].sort());
    expect(rows.filter((row) => !/★★★/.test(row))).toEqual([]);
    const next = times.map((time) => Date.parse(`${dayText()}T${time}:00Z`)).find((at) => at > now()) ?? 0;
    const [, hours = 0, minutes = 0] = (/^Next in (?:(\d+) h )?(\d\d?) min/.exec((await today.texts())[0] ?? '') ?? []).map(Number);
    expect(Math.abs((hours || 0) * hour + minutes * 60_000 - (next - now()))).toBeLessThan(2 * 60_000);
    // A release has no value before its time.
    expect(times.filter((time) => time <= new Date(now()).toISOString().slice(11, 16))).toEqual([]);
    expect(rows.filter((row) => row.includes('actual'))).toEqual([]);
    await desk().screenshotInEveryTheme('today-rows');
    await today.hover(/★/, 'Impact');
    await desk().screenshot('today-hover');
  });

  it('marks a row that has a reminder with a bell', async () => {
    const { workbench, host } = desk();
    const today = await workbench.view('Today');
    // Finds the row by its text: which visible row comes last in the document changes with every redraw.
    const labels = await today.rows
      .filter({ hasText: /\d\d:\d\d.*★/ })
      .locator('.label-name')
      .allInnerTexts();
    const row = today.row(labels.at(-1) ?? '');
    expect(await row.locator('.codicon-bell').count()).toBe(0);
    await pressInMenu(host.page, row, 'Remind Me…');
    await workbench.quickInput.pick('5 min before');
    await expect.poll(async () => row.locator('.codicon-bell').count(), patience).toBe(1);
    expect(await row.getAttribute('aria-label')).toContain('Reminder 5 min before');
    await today.hover(/★/, 'Impact');
    await desk().screenshot('today-reminder');
    await pressInMenu(host.page, row, 'Remind Me…');
    await workbench.quickInput.pick('Remove Reminder');
    await expect.poll(async () => row.locator('.codicon-bell').count(), patience).toBe(0);
  });

  it('opens the hot list of that day from a row', async () => {
    const { workbench } = desk();
    const today = await workbench.view('Today');
    const rows = (await today.texts()).length - 1;
    await today.row(/^\s*\d\d:\d\d.*★/).click();
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Economic Calendar');
    const page = await workbench.webview('.tabs[role=tablist]');
    await expect.poll(async () => page.getByRole('tab', { name: 'High Impact' }).getAttribute('aria-selected'), patience).toBe('true');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toBe(`${String(rows)} events`);
    expect(await page.locator('input[type=date]').inputValue()).toBe(dayText());
    // The page uses the same clock: the field shows today, and its button says so.
    expect(await page.getByRole('button', { name: 'Today', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    expect(await page.locator('input[type=date]').inputValue()).toBe(dayText());
    await desk().screenshot('today-panel');
  });

  it('shows the results once the times of all rows have passed', async () => {
    const { workbench } = desk();
    const today = await workbench.view('Today');
    const rows = (await today.texts()).slice(1);
    // The service's clock is the one that counts.
    service().setClockSkew(Date.parse(`${dayText()}T23:50:00Z`) - now());
    await workbench.runCommand('Market Desk: Synchronize Clock');
    await workbench.runCommand('Market Desk: Refresh Today');
    const out = async (): Promise<readonly string[]> => (await today.texts()).filter((row) => row.includes('actual'));
    await expect.poll(out, patience).toHaveLength(rows.length);
    await desk().screenshot('today-out');
    service().setClockSkew(0);
    await workbench.runCommand('Market Desk: Synchronize Clock');
  });

  it('shows the details of the clock in every theme', async () => {
    const { workbench, host } = desk();
    // A page takes back the focus when the palette closes, and then a list that only informs closes as well.
    await workbench.closeAllEditors();
    const shown: readonly Theme[] = ['light', 'dark', 'highContrast', 'highContrastLight'];
    for (const theme of shown) {
      await workbench.setTheme(themes[theme].label);
      await host.page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
      await workbench.runCommand('Market Desk: Show Clock Details');
      await expect.poll(async () => workbench.quickInput.title(), patience).toBe('Clock Details');
      expect(await workbench.quickInput.items()).toEqual(
        expect.arrayContaining(['Synchronize Clock', 'Server time', 'Allowed clock difference']),
      );
      await desk().screenshot(`clock-list-${theme}`);
      await workbench.quickInput.cancel();
    }
  });
});
