import { describe, expect, it } from 'vitest';
import { useDesk } from '../support/desk';
import { enterSandbox } from '../support/sandbox';
import { useConnectedDesk } from '../support/connectedDesk';
import { cutOff } from '../support/texts';

const patience = { timeout: 30_000 };

describe('the security page', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 }, settings: { 'marketDesk.refresh.intervalSeconds': 0 } });

  it('opens by a typed symbol and shows price, chart, depth, position, orders, plates, and corporate actions', async () => {
    const { workbench } = desk();
    await enterSandbox(desk());
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter('hk.700');
    const page = await workbench.webview('security-page');
    await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText(), patience).toMatch(/HK\.00700\s+TENCENT/);
    await expect.poll(async () => page.locator('.price').innerText(), patience).toMatch(/^\d+(\.\d+)?$/);
    await expect.poll(async () => page.locator('.notes').innerText(), patience).toMatch(/^Bars: 370/);
    await expect.poll(async () => page.locator('.levels tbody tr').count(), patience).toBe(10);
    await expect.poll(async () => page.locator('.positions .card').count(), patience).toBeGreaterThan(0);
    await expect.poll(async () => page.locator('.orders .card').count(), patience).toBeGreaterThan(0);
    await expect.poll(async () => page.locator('.chips li').count(), patience).toBeGreaterThan(0);
    await expect.poll(async () => page.locator('.events li').count(), patience).toBeGreaterThan(0);
    // The latest bars fill the chart: earlier ones are requested only when going back.
    expect(await page.locator('.notes').innerText()).toMatch(/^Bars: 370/);
    await desk().screenshotInEveryTheme('security');
  });

  it('reads earlier bars when going back by keyboard', async () => {
    const page = await desk().workbench.webview('security-page');
    const bars = async (): Promise<number> => Number((/\d+/.exec(await page.locator('.notes').innerText()) ?? ['0'])[0]);
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
    await expect.poll(async () => page.locator('.notes').innerText(), patience).toMatch(/Bars.*Asia\/Hong_Kong/);
    await desk().screenshot('security-5m');
    await page.getByRole('button', { name: 'Show as Table' }).click();
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(10);
    expect(await cutOff(page)).toEqual([]);
    const { keyboard } = desk().host.page;
    const table = page.getByRole('grid', { name: /bars/ });
    const active = async () => page.locator(`[id="${(await table.getAttribute('aria-activedescendant')) ?? ''}"]`);
    const line = async (): Promise<number> => Number(await (await active()).getAttribute('aria-rowindex'));
    await page.getByRole('button', { name: 'Show as Chart' }).focus();
    await keyboard.press('Tab');
    await expect.poll(line, patience).toBe(2);
    await keyboard.press('Control+End');
    await expect.poll(line, patience).toBeGreaterThan(50);
    await keyboard.press('ArrowRight');
    await keyboard.press('End');
    await expect.poll(async () => (await active()).innerText(), patience).toMatch(/^[\d,]+$/);
    await desk().screenshotInEveryTheme('security-table');
    await page.getByRole('button', { name: 'Show as Chart' }).click();
  });

  it('hides the user’s own figures in privacy mode', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    const page = await workbench.webview('security-page');
    await expect.poll(async () => page.locator('.positions .card').first().innerText(), patience).toContain('•••');
    await desk().screenshot('security-private');
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
  });
});

describe.each([
  ['the specification and nothing beyond it', { strict: true }],
  ['what live services offer', { likeLive: true }],
] as const)('the security page with a service that offers %s', (_what, options) => {
  const { desk } = useConnectedDesk(options);
  const name = 'strict' in options ? 'strict' : 'likeLive';

  it('shows what exists, says what does not, and reports no fault', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('security-page');
    await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText(), patience).toContain('HK.00700');
    // The lists of accounts may have to wait for the pace of the service; nothing else is still loading.
    const others = page.locator('.side .part:not(.positions, .orders) [aria-busy=true], .plot [aria-busy=true]');
    await expect.poll(async () => others.count(), patience).toBe(0);
    if (name === 'strict') {
      await expect.poll(async () => page.locator('.positions .hint').innerText(), patience).toContain('doesn’t list accounts');
      expect(await page.locator('.orders .hint').innerText()).toContain('doesn’t list orders');
      expect(await page.locator('.chart .placeholder').innerText()).toContain('doesn’t provide price history');
    } else {
      await expect.poll(async () => page.locator('.notes').innerText(), patience).toMatch(/^Bars: \d+/);
      expect(await page.locator('.levels tbody tr').count()).toBe(10);
    }
    await desk().screenshot(`security-${name}`);
    const parts = await page.locator('.side .part').allInnerTexts();
    // Markets whose turn has not come yet are named too.
    const warnings = await page.locator('.side .hint.warning').allInnerTexts();
    expect(warnings.filter((text) => !text.startsWith('Loading markets: '))).toEqual([]);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(part.trim().split('\n').length).toBeGreaterThan(1);
  });
});
