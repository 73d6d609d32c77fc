import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '../support/axe';
import { useConnectedDesk } from '../support/connectedDesk';

const patience = { timeout: 30_000 };

async function settled(page: Frame): Promise<void> {
  await expect.poll(async () => page.locator('.day-head [role=status]').innerText(), patience).toBe('');
}

describe('the review of a day', () => {
  const { desk } = useConnectedDesk({ alwaysOpen: true });
  const date = async (page: Frame): Promise<string> => page.locator('.day-head input').inputValue();

  it('opens by a command, goes back by keyboard to a day with fills, and names each event in a table', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Review Day…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('day-review');
    await settled(page);
    const latest = await date(page);
    const grid = page.getByRole('grid', { name: /Events of the day/ });
    const { keyboard } = host.page;
    await page.locator('.day-title').focus();
    const hasFill = async (): Promise<boolean> => (await page.getByRole('gridcell', { name: 'Fill', exact: true }).count()) > 0;
    for (let days = 0; days < 40 && !(await hasFill()); days += 1) {
      const before = await date(page);
      await keyboard.press('p');
      await expect.poll(async () => date(page), patience).not.toBe(before);
      await settled(page);
    }
    expect(await hasFill()).toBe(true);
    expect((await date(page)) < latest).toBe(true);
    await expect.poll(async () => page.locator('.day .notes').innerText(), patience).toMatch(/^Bars: \d{2,}, \d\d:\d\d/);
    expect(await page.locator('.day-sums').first().innerText()).toMatch(/Bought\s+[\d,]+/);
    // The active event in the table is described above the chart.
    await grid.focus();
    await keyboard.press('Control+Home');
    await keyboard.press('ArrowDown');
    await expect.poll(async () => page.locator('.day .legend').innerText(), patience).toMatch(/\d\d:\d\d:\d\d · /);
    await desk().screenshotInEveryTheme('day-review');
    expect(await axeViolations(page)).toEqual([]);
  }, 180_000);

  it('finds the event of a bar from the chart, and returns the keyboard to its button when closed', async () => {
    const { workbench, host } = desk();
    const page = await workbench.webview('day-review');
    const { keyboard } = host.page;
    await page.locator('.day .canvas').focus();
    await keyboard.press('Shift+ArrowLeft');
    await expect.poll(async () => page.locator('.day .legend').innerText(), patience).toMatch(/O\s[\d.,]+\s+H\s[\d.,]+/);
    await keyboard.press('Enter');
    const active = async (): Promise<string | null> => page.locator('.day-events .grid').getAttribute('aria-activedescendant');
    await expect.poll(active, patience).not.toBeNull();
    await page.getByRole('button', { name: 'Close Day Review' }).focus();
    await keyboard.press('Enter');
    await expect.poll(async () => page.locator('day-review').count(), patience).toBe(0);
    await expect.poll(async () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label")'), patience).toBe('Review Day');
    await expect.poll(async () => page.locator('security-chart .notes').innerText(), patience).toMatch(/^Bars: \d+/);
  });
});

describe('the review of a day with a service without orders and fills', () => {
  const { desk } = useConnectedDesk({ strict: true });

  it('says so, and shows the releases', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Review Day…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('day-review');
    await settled(page);
    expect(await page.locator('.day .notes').innerText()).toContain('doesn’t list accounts');
    expect(await page.locator('.day .placeholder').innerText()).toContain('doesn’t provide price history');
    expect(await page.locator('.day [role=alert]').count()).toBe(0);
    await desk().screenshotInEveryTheme('day-review-strict');
    expect(await axeViolations(page)).toEqual([]);
  });
});
