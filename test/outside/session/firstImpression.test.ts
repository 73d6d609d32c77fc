import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDesk } from '../support/desk';
import { enterSandbox } from '../support/sandbox';
import { shownTicket, ticketField, waitForStage } from '../support/ticket';

const patience = { timeout: 30_000 };

/** What the palette offers of the program for a text. */
async function offered(desk: ReturnType<ReturnType<typeof useDesk>>, text: string): Promise<readonly string[]> {
  const { workbench, host } = desk;
  await workbench.quickInput.openPalette();
  await host.page.keyboard.insertText(text);
  const labels = host.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row .label-name');
  await expect.poll(async () => labels.count(), patience).toBeGreaterThan(0);
  const found = (await labels.allInnerTexts()).map((label) => label.replace(/\s+/g, ' ').trim());
  await host.page.keyboard.press('Escape');
  return found.filter((label) => label.startsWith('Market Desk: '));
}

/** Presses keys and buttons, and counts them; what a user types into a field does not count. */
class Hand {
  presses = 0;

  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.presses += keys.length;
  }

  async click(what: Locator): Promise<void> {
    await what.click(patience);
    this.presses += 1;
  }
}

describe('at first sight', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 } });

  it('the palette offers what can be done without a session', async () => {
    await desk().workbench.waitForWelcome('Try the Sandbox');
    expect(await offered(desk(), 'Market Desk: Sign')).toContain('Market Desk: Sign In');
    for (const command of ['Modify Order…', 'Open Portfolio', 'Refresh Positions', 'Sign Out', 'Stop Sandbox'])
      expect(await offered(desk(), `Market Desk: ${command}`)).not.toContain(`Market Desk: ${command}`);
  });

  it('the tour ticks what is done', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput.pick('Get Started with Market Desk');
    const step = host.page.locator('.getting-started-step', { hasText: 'Try the sandbox' });
    await step.first().waitFor({ timeout: 20_000 });
    const ticked = step.locator('.codicon-getting-started-step-checked');
    expect(await ticked.count()).toBe(0);
    await enterSandbox(desk());
    await workbench.runCommand('View: Open Previous Editor');
    await expect.poll(async () => ticked.count(), patience).toBe(1);
    await workbench.runCommand('View: Close Editor');
  });

  it('eight securities of the watchlist can be seen, with positions and orders below', async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    const watchlist = await workbench.webview('market-grid [role=grid] [data-id]');
    await expect.poll(async () => watchlist.locator('[role=row][data-id]').count(), patience).toBeGreaterThan(7);
    await desk().screenshot('first-sight-dark');
    const seen = await watchlist.evaluate<number>(
      `[...document.querySelectorAll('[role=row][data-id]')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
    );
    expect(seen).toBeGreaterThanOrEqual(8);
    for (const [name, isOpen] of Object.entries({ Positions: true, Orders: true, Plates: false, Today: false }))
      expect(await host.page.locator(`.pane-header[aria-label^="${name}"]`).getAttribute('aria-expanded')).toBe(String(isOpen));
    const positions = await workbench.view('Positions');
    expect((await positions.texts()).length).toBeGreaterThan(4);
    // Nobody has to press anything for the day's P&L.
    expect((await positions.texts())[0]).toMatch(/^Day P&L\s*live · [+−]?\d/);
  });

  it('the palette offers all of it, and one way to modify an order', async () => {
    expect(await offered(desk(), 'Market Desk: Modify Order…')).toEqual(['Market Desk: Modify Order…']);
    expect(await offered(desk(), 'Market Desk: Stop Sandbox')).toContain('Market Desk: Stop Sandbox');
  });

  it('nothing in a sandbox is called LIVE', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Portfolio');
    const page = await workbench.webview('portfolio-page');
    await expect.poll(async () => page.locator('.badge.paper').count(), patience).toBeGreaterThan(2);
    expect(await page.locator('.badge.live').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toContain('LIVE');
    const positions = await workbench.view('Positions');
    expect((await positions.texts()).join('\n')).not.toContain('LIVE');
  });

  it('a price goes one tick up with a click and four keys, and back with two', async () => {
    const { workbench, host } = desk();
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/BUY 500 HKEX @/);
    const up = new Hand(host.page);
    await up.click(orders.rows.filter({ hasText: 'BUY 500 HKEX @' }).first());
    const page = await shownTicket(workbench, 'OK-4');
    await expect.poll(async () => page.evaluate<string>('document.activeElement?.id ?? ""'), patience).toBe('price');
    const before = await ticketField(page, 'Price').inputValue();
    const review = page.getByRole('button', { name: 'Review Change…' });
    await up.press('ArrowUp');
    await expect.poll(async () => review.isEnabled(), patience).toBe(true);
    const after = await ticketField(page, 'Price').inputValue();
    expect(Number(after) - Number(before)).toBeCloseTo(0.2);
    await up.press('Enter');
    await workbench.dialog.getByRole('button', { name: `Change OK-4 to 500 @ ${after}`, exact: true }).waitFor(patience);
    await up.press('Tab', 'Enter');
    await waitForStage(page, `Change applied: OK-4 is now 500 @ ${after}`);
    expect(up.presses).toBe(1 + 4);

    const back = new Hand(host.page);
    await back.click(page.getByRole('button', { name: `Change Back to 500 @ ${before}…` }));
    // The finished ticket may still be there for a moment, with a page that goes.
    await expect.poll(async () => ticketField(await shownTicket(workbench, 'OK-4'), 'Price').inputValue(), patience).toBe(before);
    const again = await shownTicket(workbench, 'OK-4');
    await expect.poll(async () => again.getByRole('button', { name: 'Review Change…' }).isEnabled(), patience).toBe(true);
    await back.press('Enter');
    await workbench.dialog.getByRole('button', { name: `Change OK-4 to 500 @ ${before}`, exact: true }).waitFor(patience);
    expect(back.presses).toBe(2);
    await host.page.keyboard.press('Escape');
  });

  it('two securities are compared with a click and a key', async () => {
    const { workbench, host } = desk();
    for (const symbol of ['HK.00005', 'HK.00700']) {
      await workbench.runCommand('Market Desk: Open Security…');
      await workbench.quickInput.enter(symbol);
      await expect.poll(async () => workbench.activeTab(), patience).toContain(symbol);
    }
    const page = await workbench.webview('security-page .canvas');
    const hand = new Hand(host.page);
    await hand.click(page.getByRole('button', { name: 'Compare…' }));
    await host.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'HK.00005' }).first().waitFor(patience);
    await hand.press('Enter');
    await expect.poll(async () => page.locator('.compared-chip').count(), patience).toBe(2);
    expect(hand.presses).toBe(2);
  });
});
