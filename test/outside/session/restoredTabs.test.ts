import { describe, expect, it } from 'vitest';
import { useDesk } from '../support/desk';
import { enterSandbox } from '../support/sandbox';
import { openTicket, shownTicket, ticketField } from '../support/ticket';

const patience = { timeout: 30_000 };

describe('tabs after a reload of the window', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 }, settings: { 'marketDesk.refresh.intervalSeconds': 0 } });

  const open = async (symbol: string): Promise<void> => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter(symbol);
    await expect.poll(async () => workbench.activeTab(), patience).toContain(symbol);
  };
  const tabs = async (): Promise<readonly string[]> => {
    const labels = await desk().host.page.locator('.tabs-container .tab .label-name').allInnerTexts();
    return labels.map((label) => label.split(' ')[0] ?? '').toSorted();
  };
  /** The first words of their titles: two are tickets, named by their sides; an indicator’s history is named by its country. */
  const all = ['BUY', 'Economic', 'HK.00005', 'HK.00700', 'Portfolio', 'SELL', 'United'];

  it('are all there, one for each security', async () => {
    const { workbench } = desk();
    const calendar = await enterSandbox(desk());
    await calendar.getByRole('searchbox', { name: 'Keyword' }).fill('Nonfarm Payrolls');
    await calendar.getByRole('searchbox', { name: 'Keyword' }).press('Enter');
    await calendar.locator('[role=row].event', { hasText: 'Nonfarm' }).first().click(patience);
    await desk().host.page.keyboard.press('h');
    await workbench.webview('history-page');
    await workbench.runCommand('Market Desk: Open Portfolio');
    await workbench.webview('portfolio-page');
    await ticketField(await openTicket(workbench, 'OK-1'), 'Price').fill('561');
    await openTicket(workbench, 'OK-2');
    await open('HK.00700');
    await open('HK.00005');
    await open('HK.00700');
    await expect.poll(tabs, patience).toEqual(all);
  });

  it('are reused by the commands, with their content', async () => {
    const { workbench } = desk();
    await workbench.reloadWindow();
    await expect.poll(tabs, patience).toEqual(all);
    // The tab in front is restored by itself, and the commands with it.
    await workbench.webview('security-page .canvas');
    await open('HK.00005');
    const page = await workbench.webview('security-page .canvas');
    await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText(), patience).toContain('HK.00005');
    await workbench.runCommand('Market Desk: Open Portfolio');
    await workbench.webview('portfolio-page');
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    await workbench.webview('.tabs[role=tablist]');
    const ticket = await openTicket(workbench, 'OK-1');
    await expect.poll(async () => ticketField(ticket, 'Price').inputValue(), patience).toBe('561');
    await expect.poll(async () => ticket.locator('.changes').innerText(), patience).toMatch(/562\.5 → 561/);
    expect(await tabs()).toEqual(all);
  });

  it('are not closed by a click', async () => {
    const { workbench, host } = desk();
    await host.page.locator('.tabs-container .tab', { hasText: 'HK.00700' }).click();
    const page = await workbench.webview('security-page .canvas');
    await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText(), patience).toContain('HK.00700');
    await host.page.locator('.tabs-container .tab', { hasText: 'Nonfarm' }).click();
    await workbench.webview('history-page');
    await host.page.locator('.tabs-container .tab', { hasText: 'OK-2' }).click();
    await shownTicket(workbench, 'OK-2');
    expect(await tabs()).toEqual(all);
  });

  it('may be open side by side, each with its own security', async () => {
    const { workbench, host } = desk();
    await host.page.locator('.tabs-container .tab', { hasText: 'HK.00700' }).click();
    await workbench.runCommand('Market Desk: Open Security to the Side');
    await workbench.quickInput.enter('HK.00005');
    await expect.poll(async () => host.page.locator('.editor-group-container').count(), patience).toBe(2);
    const shown = async (): Promise<readonly string[]> => {
      const heads = await Promise.all(
        host.page.frames().map(async (frame) =>
          frame
            .locator('security-page h1 .symbol')
            .allInnerTexts()
            .catch(() => []),
        ),
      );
      return heads.flat().toSorted();
    };
    await expect.poll(shown, patience).toEqual(['HK.00005', 'HK.00700']);
    expect(await tabs()).toEqual(all);
    await desk().screenshot('security-side-by-side');
  });
});
