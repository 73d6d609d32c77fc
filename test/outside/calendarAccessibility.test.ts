import { beforeAll, describe, expect, it } from 'vitest';
import { themes } from '../host/host';
import type { Theme } from '../host/host';
import { axeViolations, axeViolationsWithoutScripts } from './support/axe';
import { allow } from './support/consent';
import { useDesk } from './support/desk';

const every: readonly Theme[] = ['dark', 'light', 'highContrast', 'highContrastLight'];
const patience = { timeout: 30_000 };

describe('pages for everybody', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 } });

  beforeAll(async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page, async () => undefined);
  });

  async function setTheme(theme: Theme): Promise<void> {
    await desk().workbench.setTheme(themes[theme].label);
    await desk().host.page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
  }

  it('the calendar breaks no rule of axe in any theme, and is one tab stop for its grid', async () => {
    const page = await desk().workbench.webview('.tabs[role=tablist]');
    await page.locator('[role=row].event').first().waitFor(patience);
    for (const theme of every) {
      await setTheme(theme);
      await expect.poll(async () => axeViolations(page), patience).toEqual([]);
      await desk().screenshot(`axe-calendar-${theme}`);
    }
    await page.getByRole('tab', { name: 'Hot List' }).click();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.locator('.grid[tabindex="0"], .grid [tabindex="0"]').count()).toBe(1);
  });

  it('the trading days break no rule of axe in any theme', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Show Trading Days…');
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe('Show Trading Days');
    await host.page.keyboard.press('Enter');
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe('HK Trading Days');
    await host.page.keyboard.press('Enter');
    const page = await workbench.webview('.months');
    for (const theme of every) {
      await setTheme(theme);
      await expect.poll(async () => axeViolationsWithoutScripts(page), patience).toEqual([]);
      await desk().screenshot(`axe-tradingDays-${theme}`);
    }
  });
});
