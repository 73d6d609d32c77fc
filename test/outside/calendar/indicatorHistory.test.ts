import { beforeAll, describe, expect, it } from 'vitest';
import { themes } from '../../host/host';
import type { Theme } from '../../host/host';
import { axeViolations } from '../support/axe';
import { allow } from '../support/consent';
import { useDesk } from '../support/desk';
import { useConnectedDesk } from '../support/connectedDesk';

const every: readonly Theme[] = ['light', 'dark', 'highContrast', 'highContrastLight'];
const patience = { timeout: 30_000 };
const settings = { 'marketDesk.refresh.intervalSeconds': 0, 'marketDesk.calendar.timeZone': 'UTC' };

describe('the history of an indicator', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 }, settings });

  beforeAll(async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page);
  });

  it('opens with H on a row of the calendar, as a chart and as a table, without axe violations in any theme', async () => {
    const { workbench, host } = desk();
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Economic Calendar');
    const calendar = await workbench.webview('.tabs[role=tablist]');
    await calendar.getByRole('searchbox', { name: 'Keyword' }).fill('Nonfarm Payrolls');
    await calendar.getByRole('searchbox', { name: 'Keyword' }).press('Enter');
    await calendar.locator('[role=row].event', { hasText: 'Nonfarm' }).first().click(patience);
    await host.page.keyboard.press('h');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('United States · Nonfarm Payrolls: History');
    const page = await workbench.webview('history-page');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^\d+ releases · since [A-Z][a-z]{2} \d+, \d{4}/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Nonfarm Payrolls');
    expect(await page.locator('.about').innerText()).toMatch(/^United States · in K$/);
    // Two years of a monthly indicator; the table renders only the rows that fit.
    const rows = await page.locator('.chart circle.actual').count();
    expect(rows).toBeGreaterThanOrEqual(24);
    expect(await page.getByRole('status').innerText()).toMatch(new RegExp(`^${String(rows)} releases`));
    expect(await page.locator('.rows .row').count()).toBeGreaterThan(10);
    const counts = await page.locator('.counts b').allInnerTexts();
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(rows);
    expect(await page.locator('.cell-surprise').allInnerTexts()).toContainEqual(expect.stringMatching(/^[+−]\d+$/));
    for (const theme of every) {
      await workbench.setTheme(themes[theme].label);
      await host.page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
      await expect.poll(async () => axeViolations(page), patience).toEqual([]);
      await desk().screenshot(`history-${theme}`);
    }
    await workbench.setTheme(themes.dark.label);
  });

  it("marks the table's active row in the chart, by keyboard", async () => {
    const page = await desk().workbench.webview('history-page');
    await page.getByRole('grid').focus();
    await desk().host.page.keyboard.press('ArrowDown');
    await expect.poll(async () => page.locator('.chart .marked').count(), patience).toBe(1);
    const period = await page.locator('.rows .row').nth(1).locator('.cell-period').innerText();
    expect(await page.locator('.figures').innerText()).toContain(period);
    await page.getByRole('button', { name: 'Previous' }).click();
    expect(await page.locator('.chart rect.previous').count()).toBe(0);
    await desk().screenshot('history-marked');
  });

  it('opens by an indicator’s name from the palette', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Show Indicator History');
    await workbench.quickInput.pick('Unemployment Rate');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Unemployment Rate: History');
    const page = await workbench.webview('history-page');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^[1-9]\d* releases/);
    await desk().screenshot('history-palette');
  });

  it('comes back after a reload of the window', async () => {
    const { workbench, host } = desk();
    await workbench.reloadWindow();
    const page = await workbench.webview('history-page');
    await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText(), patience).toBe('Unemployment Rate');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^[1-9]\d* releases/);
    // As narrow as an editor next to another one: nothing disappears.
    await host.page.setViewportSize({ width: 760, height: 900 });
    await expect.poll(async () => (await page.locator('.chart').boundingBox())?.width, patience).toBeLessThan(500);
    expect(await axeViolations(page)).toEqual([]);
    await desk().screenshot('history-narrow');
    await host.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('sets a reminder with R, shows it as a bell, and removes it', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    const calendar = await workbench.webview('.tabs[role=tablist]');
    // A page that was left right after its search has nothing to show after the reload.
    await calendar.getByRole('searchbox', { name: 'Keyword' }).press('Enter');
    await calendar.getByRole('button', { name: 'Jump to Now' }).click();
    const row = calendar.locator('[role=row].event:not(.past)').first();
    await row.click(patience);
    await host.page.keyboard.press('r');
    await workbench.quickInput.pick('10 min before');
    await expect.poll(async () => row.locator('.reminded').getAttribute('aria-label'), patience).toBe('Reminder 10 min before');
    await desk().screenshot('calendar-reminder');
    expect(await axeViolations(calendar)).toEqual([]);
    await row.click();
    await host.page.keyboard.press('r');
    await workbench.quickInput.pick('Remove Reminder');
    await expect.poll(async () => row.locator('.reminded').count(), patience).toBe(0);
  });
});

describe('the history of an indicator with a service that offers only the specification', () => {
  const { desk } = useConnectedDesk({ strict: true }, { theme: 'light' });

  it('is available through the calendar search alone', async () => {
    const { workbench } = desk();
    await (await workbench.view('Positions')).waitForRow('Enter an account ID');
    await workbench.runCommand('Market Desk: Show Indicator History');
    await workbench.quickInput.pick('Initial Jobless Claims');
    const page = await workbench.webview('history-page');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^10\d releases · since/);
    expect(await page.locator('.notice').count()).toBe(0);
    await desk().screenshot('history-strict');
  });
});

describe('the history of an indicator as a live service reports it', () => {
  const { desk } = useConnectedDesk({ likeLive: true });

  it('is found by a Chinese name in an English window', async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Show Indicator History');
    await workbench.quickInput.pick('失业率');
    const page = await workbench.webview('history-page');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^\d+ releases · since/);
    expect(await page.locator('.chart circle.actual').count()).toBeGreaterThan(2);
    await desk().screenshot('history-likeLive');
  });
});
