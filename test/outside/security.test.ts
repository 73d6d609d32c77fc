import { describe, expect, it } from 'vitest';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';

const patience = { timeout: 30_000 };

describe('the security page', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 }, settings: { 'marketDesk.refresh.intervalSeconds': 0 } });

  it('opens by a typed symbol and shows price, chart, depth, position, orders, plates and corporate actions', async () => {
    const { workbench } = desk();
    await enterSandbox(desk());
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter('hk.700');
    const page = await workbench.webview('security-page');
    await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText(), patience).toMatch(/HK\.00700\s+TENCENT/);
    await expect.poll(async () => page.locator('.price').innerText(), patience).toMatch(/^\d+(\.\d+)?$/);
    await expect.poll(async () => page.locator('.notes').innerText(), patience).toMatch(/^\d+ bars/);
    await expect.poll(async () => page.locator('.levels tbody tr').count(), patience).toBe(10);
    await expect.poll(async () => page.locator('.positions .card').count(), patience).toBeGreaterThan(0);
    await expect.poll(async () => page.locator('.orders .card').count(), patience).toBeGreaterThan(0);
    await expect.poll(async () => page.locator('.chips li').count(), patience).toBeGreaterThan(0);
    await expect.poll(async () => page.locator('.events li').count(), patience).toBeGreaterThan(0);
    await desk().screenshotInEveryTheme('security');
  });

  it('reads earlier bars while one goes back, by keyboard', async () => {
    const page = await desk().workbench.webview('security-page');
    const bars = async (): Promise<number> => Number((/^\d+/.exec(await page.locator('.notes').innerText()) ?? ['0'])[0]);
    const before = await bars();
    await page.locator('.canvas').focus();
    await desk().host.page.keyboard.press('0');
    await expect.poll(bars, patience).toBeGreaterThan(before);
    await desk().host.page.keyboard.press('Shift+ArrowLeft');
    await desk().host.page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(async () => page.locator('.legend').innerText(), patience).toMatch(/O\s[\d.,]+\s+H\s[\d.,]+/);
    await desk().screenshot('security-all');
  });

  it('shows other intervals, and the bars as a table', async () => {
    const page = await desk().workbench.webview('security-page');
    await page.getByRole('button', { name: '5m', exact: true }).click();
    await expect.poll(async () => page.locator('.notes').innerText(), patience).toMatch(/bars.*Asia\/Hong_Kong/);
    await desk().screenshot('security-5m');
    await page.getByRole('button', { name: 'Show as Table' }).click();
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(10);
    await desk().screenshot('security-table');
    await page.getByRole('button', { name: 'Show as Chart' }).click();
  });

  it('hides what is owned in privacy mode', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    const page = await workbench.webview('security-page');
    await expect.poll(async () => page.locator('.positions .card').first().innerText(), patience).toContain('•••');
    await desk().screenshot('security-private');
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
  });
});
