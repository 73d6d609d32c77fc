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
