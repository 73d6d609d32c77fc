import { describe, expect, it } from 'vitest';
import { useDesk } from '../support/desk';
import { enterSandbox } from '../support/sandbox';

const patience = { timeout: 30_000 };

describe('the orders page', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0 } });
  const status = async (): Promise<string> => {
    const page = await desk().workbench.webview('orders-page');
    return page.getByRole('status').innerText();
  };

  it('shows the open orders of live and paper accounts, each marked, and says that the list is complete', async () => {
    const { workbench } = desk();
    await enterSandbox(desk());
    await workbench.runCommand('Market Desk: Open Orders Page');
    const page = await workbench.webview('orders-page');
    await expect.poll(status, patience).toMatch(/^[1-9]\d* orders · complete · as of \d\d:\d\d:\d\d · \S+$/);
    const accounts = (await page.locator('.rows .cell-account').allInnerTexts()).join('\n');
    expect(accounts).toMatch(/live/);
    expect(accounts).toMatch(/paper/);
    expect(await page.locator('.footnote').innerText()).toMatch(/^Option and multi-leg orders may be missing/);
    await desk().screenshotInEveryTheme('orders-open');
  });

  it('shows past orders and fills of a range, filtered by side and text, newest first', async () => {
    const { host } = desk();
    const page = await desk().workbench.webview('orders-page');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('combobox', { name: 'Range' }).selectOption('90');
    await expect.poll(status, patience).toMatch(/^\d\d+ orders · complete · as of/);
    const times = await page.locator('.rows .cell-created').allInnerTexts();
    expect(times).toEqual([...times].sort().reverse());
    const all = Number(/^\d+/.exec(await status())?.[0]);
    await page.getByRole('combobox', { name: 'Side' }).selectOption('SELL');
    await expect.poll(status, patience).toMatch(new RegExp(`^[1-9]\\d* of ${String(all)} orders · complete`));
    expect(new Set(await page.locator('.rows .cell-side').allInnerTexts())).toEqual(new Set(['SELL']));
    await page.getByRole('combobox', { name: 'Side' }).selectOption('');
    await desk().screenshotInEveryTheme('orders-history');
    await page.getByRole('tab', { name: 'History' }).focus();
    await host.page.keyboard.press('ArrowRight');
    await expect.poll(status, patience).toMatch(/^\d\d+ fills · complete · as of/);
    expect(await page.getByText('Fills of paper accounts aren’t listed.').count()).toBe(1);
    await page.getByRole('searchbox').fill('tencent');
    await expect.poll(status, patience).toMatch(/^[1-9]\d* of \d+ fills/);
    expect(new Set(await page.locator('.rows .cell-name').allInnerTexts())).toEqual(new Set(['TENCENT']));
    await desk().screenshot('orders-fills');
    await page.getByRole('searchbox').fill('');
  });

  it('takes dates, rejects a range in the wrong order, and continues where it was closed', async () => {
    const { workbench } = desk();
    const page = await workbench.webview('orders-page');
    await page.getByRole('combobox', { name: 'Range' }).selectOption('dates');
    await page.getByLabel('From', { exact: true }).fill('2999-01-01');
    await page.getByText('The first date must not be after the last one.').waitFor(patience);
    await page.getByLabel('From', { exact: true }).fill('2001-01-01');
    await expect.poll(status, patience).toMatch(/^\d\d+ fills · complete/);
    await workbench.closeAllEditors();
    await workbench.runCommand('Market Desk: Open Orders Page');
    const again = await workbench.webview('orders-page');
    await expect.poll(async () => again.getByLabel('From', { exact: true }).inputValue(), patience).toBe('2001-01-01');
    expect(await again.getByRole('tab', { name: 'Fills' }).getAttribute('aria-selected')).toBe('true');
  });

  it('hides figures and account numbers in privacy mode', async () => {
    const { workbench } = desk();
    const page = await workbench.webview('orders-page');
    await page.locator('.rows .cell-quantity').first().waitFor(patience);
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    await expect.poll(async () => new Set(await page.locator('.rows .cell-quantity').allInnerTexts()), patience).toEqual(new Set(['•••']));
    expect(new Set(await page.locator('.rows .cell-value').allInnerTexts())).toEqual(new Set(['•••']));
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
  });

  it('shows the funds of an account in the tooltip of its row', async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    const positions = await workbench.view('Positions');
    await positions.waitForRow('SIM-1001');
    const row = host.page.locator('.monaco-list-row', { hasText: 'SIM-1001' }).first();
    const hover = host.page.locator('.monaco-hover', { hasText: 'Buying power' });
    await expect
      .poll(async () => {
        await host.page.mouse.move(700, 300);
        await row.hover();
        await host.page.waitForTimeout(1_500);
        return hover.count();
      }, patience)
      .toBeGreaterThan(0);
    expect(await hover.first().innerText()).toMatch(/Cash/);
    await desk().screenshot('orders-funds');
    await host.page.mouse.move(700, 300);
  });

  it('keeps its lists and tools when space is tight', async () => {
    const { host } = desk();
    const page = await desk().workbench.webview('orders-page');
    await page.getByRole('tab', { name: 'History' }).click();
    for (const width of [1000, 640]) {
      await host.page.setViewportSize({ width, height: 700 });
      await desk().screenshot(`orders-${String(width)}`);
      const { inside, wide } = await page.evaluate<{ readonly inside: number; readonly wide: number }>(
        '({ inside: document.documentElement.clientWidth, wide: document.querySelector("main").scrollWidth })',
      );
      expect(wide).toBeLessThanOrEqual(inside);
      expect(
        await page
          .locator('.list')
          .boundingBox()
          .then((box) => box?.height ?? 0),
      ).toBeGreaterThan(150);
    }
  });
});
