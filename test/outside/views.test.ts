import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { pressInMenu } from './alerts/alertSteps';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';
import type { TreeView } from './support/treeView';

/** The one-line texts of a view once they meet the condition. */
async function eventually(view: TreeView, condition: (texts: readonly string[]) => boolean): Promise<readonly string[]> {
  let texts: readonly string[] = [];
  await expect.poll(async () => condition((texts = await view.texts())), { timeout: 20_000, message: 'the rows of the view' }).toBe(true);
  return texts;
}

/** P&L of the positions in the first market, in the order of their rows. */
function profitsOf(rows: readonly string[]): readonly number[] {
  const isMarket = (row: string): boolean => /\d+ positions?$/.test(row);
  const below = rows.slice(rows.findIndex(isMarket) + 1);
  const end = below.findIndex(isMarket);
  return below.slice(0, end < 0 ? undefined : end).flatMap((row) => {
    const profit = /^[A-Z]+\.\w+\s*([+−]?[\d,.]+)\s/.exec(row)?.[1];
    return profit === undefined ? [] : [Number(profit.replaceAll(',', '').replace('−', '-'))];
  });
}

describe('the views with the sandbox', () => {
  const desk = useDesk({
    theme: 'dark',
    settings: {
      'marketDesk.refresh.intervalSeconds': 0,
      'marketDesk.plates': ['HK.BK1000'],
      'marketDesk.calendar.timeZone': 'Asia/Hong_Kong',
    },
  });

  beforeAll(async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    await enterSandbox(desk());
    const positions = await workbench.view('Positions');
    await positions.waitForRow('SIM-1001');
  });

  it('shows positions by account and market, with subtotals and signs', async () => {
    const positions = await desk().workbench.view('Positions');
    const texts = await eventually(positions, (rows) => rows.some((row) => /[+−][\d,.]+ [+−][\d.]+%/.test(row)));
    expect(texts.some((text) => /^Total P&L\s*[+−]/.test(text))).toBe(true);
    expect(await positions.description()).toMatch(/^(day .* · )?symbol ↑ · updated \d\d:\d\d:\d\d$/);
    await desk().screenshotInEveryTheme('positions');
    await positions.hover(/^HK\.\d{5}/, 'Position ID');
    await desk().screenshot('positions-hover');
  });

  it('sorts, and says how', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    const [before = Infinity] = profitsOf(await positions.texts());
    await workbench.runCommand('Market Desk: Sort Positions…');
    await workbench.quickInput.pick('P&L ↓');
    await expect.poll(async () => positions.description()).toMatch(/(^| · )P&L ↓ · /);
    // Prices move while rows are read.
    await eventually(positions, (rows) => {
      const profits = profitsOf(rows);
      return (
        profits.length > 1 && (profits[0] ?? 0) > before && profits.every((profit, at) => at === 0 || profit <= (profits[at - 1] ?? 0))
      );
    });
  });

  it('filters by the market ID of the service', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Filter Positions by Market…');
    await workbench.quickInput.pick('HK');
    const positions = await workbench.view('Positions');
    await expect.poll(async () => positions.description()).toMatch(/market 1 · updated/);
    await eventually(
      positions,
      (rows) => rows.findIndex((row) => /^HK\s*\d+ positions$/.test(row)) === rows.findIndex((row) => row.includes('SIM-1001')) + 1,
    );
    await workbench.runCommand('Market Desk: Filter Positions by Market…');
    await workbench.quickInput.pick('All markets');
    await expect.poll(async () => positions.description()).toMatch(/(^| · )P&L ↓ · updated/);
  });

  it('shows only the chosen account', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    await positions.pressInTitle('Collapse All');
    const isDay = (row: string): boolean => row.startsWith('Day P&L');
    const accountRows = (rows: readonly string[]): readonly string[] => rows.filter((row) => !isDay(row));
    const accounts = async (count: number): Promise<string> =>
      accountRows(await eventually(positions, (rows) => accountRows(rows).length === count)).join('\n');
    expect(await accounts(2)).toMatch(/paper · SIM-1001.*\n.*live · 8001/);
    /** Selects the live account, or deselects it. */
    const toggleLive = async (): Promise<void> => {
      await workbench.runCommand('Market Desk: Select Account…');
      await expect.poll(async () => workbench.quickInput.items()).toContain('Enter an account ID…');
      await desk().screenshot('positions-accounts');
      const box = workbench.page.locator('.quick-input-widget:visible');
      await box.locator('.monaco-list-row', { hasText: '8001' }).click();
      await box.getByRole('button', { name: 'OK' }).click();
    };
    await toggleLive();
    expect(await accounts(1)).toMatch(/paper · SIM-1001/);
    await toggleLive();
    await positions.waitForRow(/live · 8001 · Buying power [\d,.]+ HKD/);
  });

  it('shows the constituents of a plate page by page', async () => {
    const plates = await desk().workbench.view('Plates');
    await plates.expand('HK.BK1000');
    await plates.waitForRow('1,000 of 1,534');
    await desk().screenshot('plates-first-page');
    await plates.pressInline('HK.BK1000', 'Load More');
    await plates.waitForRow(/HK\.BK1000 · 1,534/);
    await plates.row('HK.BK1000').click();
  });

  it('shows how a plate and its constituents moved, and sorts them by that', async () => {
    const { workbench, host } = desk();
    const plates = await workbench.view('Plates');
    const constituents = async (): Promise<readonly number[]> =>
      (await plates.texts()).flatMap((row) => {
        const percent = /[▲▼] ([+−][\d.]+)%(?! on average)/.exec(row)?.[1];
        return percent === undefined ? [] : [Number(percent.replace('−', '-'))];
      });
    await plates.expand('HK.BK1000');
    await plates.waitForRow(/[▲▼] [+−][\d.]+% on average/);
    await expect.poll(async () => (await constituents()).length, { timeout: 20_000 }).toBeGreaterThan(2);
    await workbench.runCommand('Market Desk: Sort Constituents…');
    await workbench.quickInput.pick('Change, gains first');
    await expect.poll(async () => plates.description(), { timeout: 20_000 }).toBe('Change ↓');
    const isFalling = (all: readonly number[]): boolean => all.every((percent, at) => at === 0 || percent <= (all[at - 1] ?? percent));
    await expect.poll(async () => isFalling(await constituents()), { timeout: 20_000 }).toBe(true);
    expect(await host.page.locator('.monaco-list-row:has-text("▲") .codicon-triangle-up').count()).toBeGreaterThan(0);
    await desk().screenshotInEveryTheme('plates-sorted');
    await workbench.runCommand('Market Desk: Sort Constituents…');
    await workbench.quickInput.pick('As the service lists them');
    await expect.poll(async () => plates.description(), { timeout: 20_000 }).toBe('');
    await plates.row('HK.BK1000').click();
  });

  it('adds plates from the list of the service and by ID, and rejects an invalid ID', async () => {
    const { workbench } = desk();
    const plates = await workbench.view('Plates');
    await workbench.runCommand('Market Desk: Add Plate…');
    await workbench.quickInput.pick('Enter a plate ID…');
    await workbench.quickInput.type('no id');
    await workbench.quickInput.waitForMessage('can’t contain spaces');
    await workbench.quickInput.enter('us.BK2000');
    await plates.waitForRow('US.BK2000');
    await workbench.runCommand('Market Desk: Add Plate…');
    await workbench.quickInput.pick('HK');
    await expect.poll(async () => workbench.quickInput.title(), { timeout: 20_000 }).toBe('Add HK Plates');
    await desk().screenshot('plates-add');
    await workbench.quickInput.pickSeveral(['Blue Chips', 'Software Services']);
    await plates.waitForRow('HK.BK1001');
  });

  it('reorders plates by drag and drop and removes them', async () => {
    const plates = await desk().workbench.view('Plates');
    await plates.row('US.BK2000').dragTo(plates.row('HK.BK1000'));
    await eventually(plates, (rows) => (rows[0] ?? '').includes('US.BK2000'));
    await plates.pressInline('US.BK2000', 'Remove Plate');
    await eventually(plates, (rows) => rows.length > 0 && !rows.some((row) => row.includes('US.BK2000')));
  });

  it('moves plates up and down by keyboard and by menu, and keeps the order over a reload', async () => {
    const { workbench, host } = desk();
    const plates = await workbench.view('Plates');
    await plates.pressInTitle('Collapse All');
    const order = async (): Promise<string> => (await plates.texts()).map((row) => /HK\.BK\d{4}/.exec(row)?.[0] ?? row).join(' ');
    await expect.poll(order, { timeout: 20_000 }).toBe('HK.BK1000 HK.BK1001 HK.BK1050');
    await plates.row('HK.BK1050').click();
    await plates.row('TENCENT').waitFor();
    await host.page.keyboard.press('ArrowLeft');
    await host.page.keyboard.press('Alt+ArrowUp');
    await expect.poll(order, { timeout: 20_000 }).toBe('HK.BK1000 HK.BK1050 HK.BK1001');
    await pressInMenu(host.page, plates.row('HK.BK1000'), 'Move Plate Down');
    await expect.poll(order, { timeout: 20_000 }).toBe('HK.BK1050 HK.BK1000 HK.BK1001');
    const settings = path.join(host.dataDir, 'data', 'User', 'settings.json');
    await expect
      .poll(async () => readFile(settings, 'utf8'), { timeout: 20_000 })
      .toMatch(/"marketDesk\.plates": \[\s*"HK\.BK1050",\s*"HK\.BK1000",\s*"HK\.BK1001"\s*\]/);
    await host.page.reload();
    await (await workbench.view('Positions')).waitForRow('SIM-1001');
    await expect.poll(order, { timeout: 20_000 }).toBe('HK.BK1050 HK.BK1000 HK.BK1001');
  });

  it("shows today's hot data, or that there is none", async () => {
    const today = await desk().workbench.view('Today');
    await expect
      .poll(async () => today.description(), { timeout: 20_000 })
      .toMatch(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2} · Asia\/Hong_Kong$/);
    // The sandbox has no releases on weekends.
    await eventually(today, (rows) => rows.some((row) => row.includes('★')) || rows.includes('No high-impact releases today'));
    await desk().screenshot('today');
  });

  it('shows trading days as a month grid and copies them', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Show Trading Days…');
    await workbench.quickInput.pick('HK');
    await workbench.quickInput.pick('This year');
    const page = await workbench.webview('table caption');
    expect(await page.locator('table').count()).toBe(12);
    // The calendar covers half a year in each direction; any half-year has a Hong Kong holiday.
    await page
      .locator('.names li', { hasText: /Hong Kong market closed: \w/ })
      .first()
      .waitFor();
    await page.locator('td .today').scrollIntoViewIfNeeded();
    await desk().screenshotInEveryTheme('trading-days');
    await page.getByRole('link', { name: 'Copy as Text' }).click();
    await workbench.statusItem('Trading days copied').waitFor();
    await host.page.bringToFront();
    const copied = await host.page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^HK Trading Days\nJanuary \d{4} – December \d{4} · Full days: \d+/);
    expect(copied.split('\n').filter((line) => line === 'Mo  Tu  We  Th  Fr  Sa  Su')).toHaveLength(12);
  });

  it('says what is wrong with a market that the service does not know', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Show Trading Days…');
    await workbench.quickInput.pick('Enter a market prefix…', 'Enter a market');
    await workbench.quickInput.enter('XX');
    await workbench.quickInput.pick('This month');
    expect(await workbench.waitForNotification('rejected a request parameter')).toContain('market');
    await workbench.clearNotifications();
  });

  it('returns to the choice of a service when the sandbox stops', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    await workbench.runCommand('Market Desk: Stop Sandbox');
    await workbench.waitForWelcome('Try the Sandbox');
    await positions.pane.waitFor({ state: 'detached' });
  });
});
