import { describe, expect, it } from 'vitest';
import { useDesk } from '../support/desk';
import { enterSandbox } from '../support/sandbox';

const patience = { timeout: 30_000 };

/** The commands of the program that the palette offers for a text. */
async function offered(desk: ReturnType<ReturnType<typeof useDesk>>, text: string): Promise<readonly string[]> {
  const { workbench, host } = desk;
  const labels = host.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row .label-name');
  const areListed = async (): Promise<boolean> => {
    // A page that is still opening takes the focus, which closes the palette.
    if (!(await workbench.quickInput.isOpen())) await workbench.quickInput.openPalette();
    await workbench.quickInput.type(`>${text}`);
    // The list is filtered a moment after the text.
    await host.page.waitForTimeout(500);
    return (await labels.count()) > 0;
  };
  await expect.poll(areListed, { ...patience, interval: 1_000 }).toBe(true);
  const found = (await labels.allInnerTexts()).map((label) => label.replace(/\s+/g, ' ').trim());
  await host.page.keyboard.press('Escape');
  return found.filter((label) => label.startsWith('Market Desk: '));
}

describe('at first sight', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 } });

  it('the palette offers what can be done without a session', async () => {
    await desk().workbench.waitForWelcome('Try the Sandbox');
    expect(await offered(desk(), 'Market Desk: Sign')).toContain('Market Desk: Sign In');
    for (const command of ['Modify Order…', 'Open Portfolio', 'Refresh Positions', 'Sign Out', 'Stop Sandbox'])
      expect(await offered(desk(), `Market Desk: ${command}`)).not.toContain(`Market Desk: ${command}`);
  });

  it('the walkthrough checks off what is done', async () => {
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

  it('eight securities of the watchlist are visible, with positions and orders below', async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    const watchlist = await workbench.webview('watchlist-page [role=grid] [data-id]');
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
    // The day P&L is there without any action.
    expect((await positions.texts())[0]).toMatch(/^Day P&L\s*live · [+−]?\d/);
  });

  it('the palette offers everything after sign-in, and one way to modify an order', async () => {
    expect(await offered(desk(), 'Market Desk: Modify Order…')).toEqual(['Market Desk: Modify Order…']);
    expect(await offered(desk(), 'Market Desk: Stop Sandbox')).toContain('Market Desk: Stop Sandbox');
  });

  it('nothing in a sandbox is labeled LIVE', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Portfolio');
    const page = await workbench.webview('portfolio-page');
    await expect.poll(async () => page.locator('.badge.paper').count(), patience).toBeGreaterThan(2);
    expect(await page.locator('.badge.live').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toContain('LIVE');
    const positions = await workbench.view('Positions');
    expect((await positions.texts()).join('\n')).not.toContain('LIVE');
  });
});
