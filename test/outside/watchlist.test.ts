import { beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright-core';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';

const patience = { timeout: 20_000 };

describe('the watchlist', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1280, height: 900 } });
  let page: Frame;

  beforeAll(async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    await enterSandbox(desk());
    await workbench.collapse('Positions', 'Plates', 'Today', 'Orders');
    page = await workbench.webview('watchlist-page [role=grid]');
  });

  const rows = () => page.locator('[role=row][data-id]');
  const ids = async (): Promise<readonly string[]> => {
    const lines = await Promise.all(
      (await rows().all()).map(async (row) => ({
        at: Number(await row.getAttribute('aria-rowindex')),
        symbol: ((await row.getAttribute('data-id')) ?? '').split(' ')[1] ?? '',
      })),
    );
    return lines.toSorted((a, b) => a.at - b.at).map(({ symbol }) => symbol);
  };
  const price = async (symbol: string): Promise<string> => page.locator(`[role=row][data-id$=" ${symbol}"] .last-price`).innerText();

  it('shows a ready list after the first start of the sandbox, and its prices move', async () => {
    await rows().first().waitFor(patience);
    expect(await rows().count()).toBeGreaterThan(5);
    await expect.poll(async () => price('HK.00700'), patience).toMatch(/\d/);
    const all = async (): Promise<string> => (await page.locator('.last-price').allInnerTexts()).join(' ');
    const before = await all();
    await expect.poll(all, patience).not.toBe(before);
    await expect.poll(async () => page.locator('svg.spark path.line').count(), patience).toBeGreaterThan(4);
    await desk().screenshotInEveryTheme('watchlist');
  });

  it('can be used by keyboard alone: move, remove, add', async () => {
    await page.locator('[role=grid]').focus();
    await page.locator('[role=grid]').press('Home');
    const [first, second] = await ids();
    await page.locator('[role=grid]').press('Alt+ArrowDown');
    await expect.poll(async () => (await ids()).slice(0, 2), patience).toEqual([second, first]);
    const count = (await ids()).length;
    await page.locator('[role=grid]').press('Delete');
    await expect.poll(async () => (await ids()).length, patience).toBe(count - 1);
    await desk().workbench.pressInNotification(/removed/i, 'Undo');
    await expect.poll(async () => (await ids()).slice(0, 2), patience).toEqual([second, first]);
    await page.locator('[role=grid]').focus();
    await page.locator('[role=grid]').press('Home');
    await page.locator('[role=grid]').press('Delete');
    await expect.poll(async () => (await ids()).length, patience).toBe(count - 1);
    await desk().workbench.runCommand('Market Desk: Add to Watchlist…');
    await desk().workbench.quickInput.enter('hk.00005');
    await expect.poll(ids, patience).toContain('HK.00005');
  });

  it('keeps the focus where it is when something is added elsewhere', async () => {
    const { workbench, host } = desk();
    const grid = page.locator('[role=grid]');
    const id = await rows().last().getAttribute('data-id');
    await grid.focus();
    await grid.press('Home');
    await host.page.keyboard.press('F1');
    await workbench.quickInput.waitUntilOpen();
    await page.evaluate(`window.postMessage(${JSON.stringify({ type: 'reveal', body: { id } })})`);
    await expect.poll(async () => page.locator('[role=row].active').getAttribute('data-id'), patience).toBe(id);
    expect(await page.evaluate('document.hasFocus()')).toBe(false);
    expect(await workbench.quickInput.isOpen()).toBe(true);
    await workbench.quickInput.cancel();
  });

  it('moves the last security over the heading of an empty group into it', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Add Watchlist Group…');
    await workbench.quickInput.enter('Empty so far');
    const heading = page.locator('[role=row].group', { hasText: 'Empty so far' });
    await heading.waitFor(patience);
    const before = await ids();
    const last = before.at(-2) ?? '';
    await page.locator('[role=grid]').focus();
    await page.locator('[role=grid]').press('End');
    await page.locator('[role=grid]').press('ArrowUp');
    await page.locator('[role=grid]').press('Alt+ArrowDown');
    const group = (await heading.getAttribute('data-id'))?.replace(/^group /, '') ?? '';
    await page.locator(`[role=row][data-id="${group} ${last}"].active`).waitFor(patience);
    await desk().screenshot('watchlist-group');
  });

  it('fits a narrow side bar', async () => {
    const [page280, row] = await Promise.all([page.locator('watchlist-page').boundingBox(), rows().first().boundingBox()]);
    expect(page280?.width ?? 0).toBeGreaterThan(270);
    expect(page280?.width ?? Infinity).toBeLessThan(340);
    expect(row?.width ?? Infinity).toBeLessThanOrEqual((page280?.width ?? 0) + 1);
    // No cell is wider than its line, so nothing scrolls sideways and only names are cut off.
    const wider = await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('[role=grid], .rows [role=row]')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())",
    );
    expect(wider).toEqual([]);
  });
});
