import type { Frame } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { themes } from '../host/host';
import type { Theme } from '../host/host';
import { axeViolations, axeViolationsWithoutScripts } from './support/axe';
import type { AxeViolation } from './support/axe';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';
import { openTicket } from './support/ticket';

const every: readonly Theme[] = ['dark', 'light', 'highContrast', 'highContrastLight'];
const patience = { timeout: 30_000 };

describe('accessibility of the pages', () => {
  const desk = useDesk({
    theme: 'dark',
    viewport: { width: 1440, height: 900 },
  });
  let calendar: Frame | undefined;

  /** The sandbox, started by the first test that needs it: the welcome page exists only before that. */
  async function enteredCalendar(): Promise<Frame> {
    if (calendar === undefined) await desk().workbench.showContainer();
    return (calendar ??= await enterSandbox(desk()));
  }

  beforeEach(async ({ task }) => {
    if (!task.name.startsWith('the welcome')) await enteredCalendar();
  });

  async function setTheme(theme: Theme): Promise<void> {
    await desk().workbench.setTheme(themes[theme].label);
    await desk().host.page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
  }

  /** Checks the page in every theme, ends in the first one, and takes a picture in each. */
  async function judge(
    name: string,
    page: Frame,
    violations: (page: Frame) => Promise<readonly AxeViolation[]> = axeViolations,
  ): Promise<void> {
    const found: Record<string, readonly AxeViolation[]> = {};
    for (const theme of every.toReversed()) {
      await setTheme(theme);
      await page.locator(`body.vscode-${theme === 'dark' || theme === 'light' ? theme : 'high-contrast'}`).waitFor(patience);
      // A page that is being redrawn has no rows for a moment, or colors that are still changing.
      const settled = async (): Promise<boolean> => (found[theme] = await violations(page)).length === 0;
      await expect
        .poll(settled, { timeout: 5000 })
        .toBe(true)
        .catch(() => undefined);
      await desk().screenshot(`axe-${name}-${theme}`);
    }
    expect(found).toEqual(Object.fromEntries(every.map((theme) => [theme, []])));
  }

  it('the welcome page has no axe violations in any theme', async () => {
    const page = await desk().workbench.waitForWelcome('Try the Sandbox');
    // The page is transparent: the side bar is behind it.
    await page.evaluate("document.documentElement.style.backgroundColor = 'var(--vscode-sideBar-background)'");
    await judge('welcome', page);
  });

  it('the calendar has no axe violations in any theme, and its grid is a single tab stop', async () => {
    const page = await enteredCalendar();
    await page.locator('[role=row].event').first().waitFor(patience);
    await judge('calendar', page);
    await page.getByRole('tab', { name: 'High Impact' }).click();
    await page.getByRole('button', { name: 'Previous day' }).waitFor(patience);
    await judge('hotList', page);
    expect(await page.locator('.grid[tabindex="0"], .grid [tabindex="0"]').count()).toBe(1);
  });

  it('the trading days have no axe violations in any theme', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Show Trading Days…');
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe('Show Trading Days');
    await host.page.keyboard.press('Enter');
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe('HK Trading Days');
    await host.page.keyboard.press('Enter');
    const page = await workbench.webview('.months');
    await judge('tradingDays', page, axeViolationsWithoutScripts);
    // A copy is checked; faults of the page itself are found in it.
    await page.evaluate(`(() => {
      const faint = document.createElement('p');
      faint.textContent = 'Planted';
      faint.style.opacity = '0.3';
      document.querySelector('.months').before(faint, document.createElement('img'));
    })()`);
    const rules = (await axeViolationsWithoutScripts(page)).map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']));
  });

  it('the portfolio has no axe violations in any theme', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Portfolio');
    const page = await workbench.webview('portfolio-page');
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(5);
    await judge('portfolio', page);
  });

  it('the orders page has no axe violations in any theme, with orders or with fills', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Orders Page');
    const page = await workbench.webview('orders-page');
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(5);
    await judge('orders', page);
    await page.getByRole('tab', { name: 'Fills' }).click();
    await page.getByRole('combobox', { name: 'Range' }).selectOption('90');
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(5);
    await judge('orders-fills', page);
  });

  it('the security page has no axe violations in any theme, with its chart or with its table', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('security-page');
    await expect.poll(async () => page.locator('.levels tbody tr').count(), patience).toBe(10);
    await expect.poll(async () => page.locator('.events li').count(), patience).toBeGreaterThan(0);
    await judge('security', page);
    await page.getByRole('button', { name: 'Show as Table' }).click();
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(10);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('the order ticket has no axe violations in any theme, even with an error in a field', async () => {
    const { workbench } = desk();
    const page = await openTicket(workbench, 'OK-1');
    await judge('ticket', page);
    const price = page.getByRole('textbox', { name: 'Price', exact: true });
    await price.fill('1,5');
    await expect.poll(async () => price.getAttribute('aria-invalid'), patience).toBe('true');
    await judge('ticketProblem', page);
  });

  it('the watchlist has no axe violations in any theme', async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    await workbench.collapse('Positions', 'Plates', 'Today', 'Orders');
    const page = await workbench.webview('watchlist-page [role=row][data-id]');
    // The page is transparent: the side bar is behind it.
    await page.evaluate("document.documentElement.style.backgroundColor = 'var(--vscode-sideBar-background)'");
    await judge('watchlist', page);
  });
});
