import { describe, expect, it } from 'vitest';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';

const patience = { timeout: 30_000 };

describe('the portfolio', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0 } });

  it('shows the positions of all accounts, with totals that add one currency or market only', async () => {
    const { workbench } = desk();
    await enterSandbox(desk());
    await workbench.runCommand('Market Desk: Open Portfolio');
    const page = await workbench.webview('portfolio-page');
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(5);
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^\d+ positions · updated/);
    expect(await page.locator('.sum').count()).toBeGreaterThan(1);
    await desk().screenshotInEveryTheme('portfolio');
  });

  it('filters as one types, sorts by a column, and its lines are reached by keyboard', async () => {
    const page = await desk().workbench.webview('portfolio-page');
    await page.getByRole('searchbox', { name: 'Filter positions' }).fill('tencent');
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^\d+ of \d+ positions/);
    await page.getByRole('searchbox', { name: 'Filter positions' }).fill('');
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('account');
    await page.getByRole('columnheader', { name: 'P&L', exact: true }).click();
    await expect
      .poll(async () => page.getByRole('columnheader', { name: 'P&L', exact: true }).getAttribute('aria-sort'), patience)
      .toBe('descending');
    await page.getByRole('grid').focus();
    await desk().host.page.keyboard.press('ArrowDown');
    await desk().host.page.keyboard.press('ArrowDown');
    expect(await page.getByRole('grid').getAttribute('aria-activedescendant')).toMatch(/^line-/);
    await desk().screenshot('portfolio-accounts');
  });

  it('goes on where it was closed, and leads from a row to its orders and its corporate actions', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Market Desk: Open Portfolio');
    const page = await workbench.webview('portfolio-page');
    await expect.poll(async () => page.getByRole('combobox', { name: 'Group by' }).inputValue(), patience).toBe('account');
    const choose = async (action: string): Promise<void> => {
      await page.locator('.cell-symbol', { hasText: 'HK.00005' }).first().click({ button: 'right' });
      // A menu that has just opened takes no click, lest the one that opened it chooses something.
      await host.page.getByRole('menuitem', { name: action }).first().hover();
      await host.page.keyboard.press('Enter');
    };
    await choose('Show Orders');
    const selected = host.page.locator('.monaco-list-row.selected', { hasText: 'HSBC HOLDINGS' });
    await selected.waitFor(patience);
    await choose('Show Corporate Actions');
    const calendar = await workbench.webview('.tabs[role=tablist]');
    await expect.poll(async () => calendar.getByRole('searchbox').inputValue(), patience).toBe('HK.00005');
    await workbench.runCommand('Market Desk: Open Portfolio');
    await workbench.webview('portfolio-page');
  });

  it('hides figures in privacy mode', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    const page = await workbench.webview('portfolio-page');
    await expect.poll(async () => page.locator('.cell-profit').nth(3).innerText(), patience).toContain('•••');
    expect(await page.locator('.picture').count()).toBe(0);
    await desk().screenshot('portfolio-private');
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
  });
});
