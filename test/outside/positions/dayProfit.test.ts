import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDesk } from '../support/desk';
import { enterSandbox } from '../support/sandbox';

const patience = { timeout: 30_000 };
/** With hundredths below ten thousand, in whole units above. */
const figure = /[+−]?[\d,]+(\.\d\d)?/;

interface Day {
  /** From the line of totals, in hundredths. */
  readonly total: number;
  /** Added up from the rows. */
  readonly added: number;
  readonly rows: number;
}

/** Hong Kong's live positions: their line of totals and the sum of their rows, at one instant. */
async function hongKong(page: Frame): Promise<Day> {
  return page.evaluate<Day>(`(() => {
    const hundredths = (text) => Math.round(Number(/[+−]?[\\d,]+\\.\\d\\d/.exec(text)[0].replaceAll(',', '').replace('−', '-').replace('+', '')) * 100);
    const rows = [...document.querySelectorAll('.rows [role=row]')].filter(
      (row) => row.querySelector('.cell-currency')?.textContent.trim() === 'HKD' && /live/i.test(row.querySelector('.cell-name').textContent));
    const sum = [...document.querySelectorAll('.sum')].find((one) => /^HKD\\s+live/i.test(one.querySelector('.sum-name').textContent.trim()));
    return {
      total: hundredths(sum.querySelector('.sum-day').textContent),
      added: rows.reduce((total, row) => total + hundredths(row.querySelector('.cell-dayProfit').textContent), 0),
      rows: rows.length,
    };
  })()`);
}

describe('day P&L', () => {
  const desk = useDesk({
    theme: 'dark',
    viewport: { width: 1440, height: 1200 },
    settings: {
      'marketDesk.refresh.intervalSeconds': 0,
      'marketDesk.statusBar.dayProfit': true,
      'marketDesk.watchlist.columns': ['position', 'dayProfit', 'volume'],
    },
  });
  const statusItem = () => desk().host.page.locator('.part.statusbar [id="market-desk.market-desk.marketDesk.dayProfit"]');

  it('is shown in the header of Positions and above its rows, and each row says where it comes from', async () => {
    const { workbench } = desk();
    await enterSandbox(desk());
    const positions = await workbench.view('Positions');
    await positions.waitForRow('Day P&L');
    await expect.poll(async () => (await positions.texts())[0], patience).toMatch(/^Day P&L ?live · [+−]?[\d,]+(\.\d\d)?/);
    expect(await positions.description()).toMatch(
      /^day [+−]?[\d,]+(\.\d\d)?( [+−]?[\d.]+%)? (HKD|USD|CNY) · live( · \d+ of \d+ positions)?( · incomplete)? · symbol ↑/,
    );
    await desk().screenshot('day-positions');
    // Paper accounts have no currency and no figure from the service: it is calculated, market by market.
    await expect.poll(async () => (await positions.waitForRow(/^Day P&L\s*paper/)).innerText(), patience).toMatch(figure);
    await positions.hover(/^Day P&L\s*paper/, 'calculated');
    await desk().screenshot('day-totals');
  });

  it('is shown in the status bar and in columns of the watchlist if chosen', async () => {
    const { workbench } = desk();
    await expect.poll(async () => statusItem().innerText(), patience).toMatch(figure);
    expect(await statusItem().locator('a').getAttribute('aria-label')).toMatch(/Day P&L/);
    await workbench.collapse('Positions', 'Plates', 'Today', 'Orders');
    const page = await workbench.webview('watchlist-page [role=grid]');
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(expect.arrayContaining(['Position', 'Day P&L', 'Volume']));
    const cell = async (name: string): Promise<string> => page.locator(`[role=row][data-id$=" HK.00700"] .cell-${name}`).innerText();
    await expect.poll(async () => cell('position'), patience).toMatch(/^−?[\d,]+$/);
    await expect.poll(async () => cell('dayProfit'), patience).toMatch(figure);
    await expect.poll(async () => cell('volume'), patience).toMatch(/^[\d,.]+[KMB]?$/);
    await desk().screenshotInEveryTheme('day-watchlist');
  });

  it('equals the sum of the portfolio’s rows, and fits within the first 640 pixels', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Open Portfolio');
    const page = await workbench.webview('portfolio-page');
    await desk().screenshotInEveryTheme('day-portfolio');
    await workbench.runCommand('View: Close Primary Side Bar');
    await host.page.setViewportSize({ width: 688, height: 1200 });
    await expect.poll(async () => page.evaluate<number>('innerWidth'), patience).toBeLessThanOrEqual(640);
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('none');
    const header = page.getByRole('columnheader', { name: 'Day P&L', exact: true });
    const box = await header.boundingBox();
    const frame = await page.locator('body').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity) - (frame?.x ?? 0)).toBeLessThanOrEqual(640);
    for (const sum of await page.locator('.sum-day').all()) expect((await sum.boundingBox())?.y).toBeLessThan(600);
    await page.getByRole('searchbox', { name: 'Filter positions' }).fill('HK.');
    await expect.poll(async () => (await hongKong(page)).rows, patience).toBeGreaterThan(3);
    const { total, added } = await hongKong(page);
    // Each row is rounded for display.
    expect(Math.abs(total - added)).toBeLessThanOrEqual(5);
    await desk().screenshot('day-portfolio-640');
  });

  it('is hidden in privacy mode', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    const page = await workbench.webview('portfolio-page');
    await expect.poll(async () => page.locator('.sum-day').first().innerText(), patience).toMatch(/^Day P&L\s*•••$/);
    await expect.poll(async () => statusItem().innerText(), patience).not.toMatch(/\d/);
    const positions = await workbench.view('Positions');
    await expect.poll(async () => positions.description(), patience).toMatch(/^day ••• [A-Z]{3} /);
    expect(await page.locator('.cell-dayProfit').allInnerTexts()).not.toEqual(expect.arrayContaining([expect.stringMatching(/\d/)]));
  });
});
