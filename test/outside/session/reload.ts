import type { Frame } from 'playwright-core';
import { expect, it } from 'vitest';
import { keyword, rowsOf, scrollTop, search, status } from '../calendar/calendarPage';
import type { ConnectedDesk } from '../support/connectedDesk';
import { askForReview, openTicket, shownTicket, ticketField, waitForStage } from '../support/ticket';
import { patience } from '../support/patience';
import { nightly } from '../support/nightly';

/** Longer than a window takes to open, shorter than a request waits for its answer. */
const heldMs = 9_000;

export function loadedAgain({ desk, service }: ConnectedDesk): void {
  const open = async (symbol: string): Promise<void> => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security (Chart, Price, Quote)…');
    await workbench.quickInput.enter(symbol);
    await expect.poll(async () => workbench.activeTab(), patience).toContain(symbol);
  };
  const tab = (text: string) => desk().host.page.locator('.tabs-container .tab', { hasText: text });
  /** The first words of the titles. */
  const tabs = async (): Promise<readonly string[]> => {
    const labels = await desk().host.page.locator('.tabs-container .tab .label-name').allInnerTexts();
    return labels.map((label) => label.split(' ')[0] ?? '').toSorted();
  };
  const calendarPage = async (): Promise<Frame> => desk().workbench.webview('.tabs[role=tablist]');

  it('has all its tabs, one for each security that was kept and one that follows, which commands reuse with their content, and the search of the calendar, which is kept while it is hidden', async () => {
    const { workbench, host } = desk();
    // Two are tickets, named by their sides; an indicator’s history is named by its country.
    const all = ['BUY', 'Economic', 'HK.00005', 'HK.00700', 'Portfolio', 'SELL', 'United'];
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    const calendar = await calendarPage();
    await search(calendar, 'Nonfarm Payrolls');
    await calendar.locator('[role=row].event', { hasText: 'Nonfarm' }).first().click(patience);
    await host.page.keyboard.press('h');
    await workbench.webview('history-page');
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    await search(await calendarPage(), 'CPI');
    await expect.poll(async () => status(await calendarPage()), patience).toMatch(/events loaded, more available$/);
    await workbench.runCommand('Market Desk: Open Portfolio');
    await workbench.webview('portfolio-page');
    await ticketField(await openTicket(workbench, 'OK-1'), 'Price').fill('561');
    await openTicket(workbench, 'OK-2');
    await open('HK.00700');
    await workbench.runCommand('Market Desk: Keep Security Tab');
    // A page that isn't kept shows the next one.
    await open('US.AAPL');
    await open('HK.00005');
    await open('HK.00700');
    await expect.poll(tabs, patience).toEqual(all);
    await workbench.reloadWindow();
    await expect.poll(tabs, patience).toEqual(all);
    // The tab in front is restored by itself, and the commands with it.
    await workbench.webview('security-page .canvas');
    await open('HK.00005');
    const page = await workbench.webview('security-page .canvas');
    await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText(), patience).toContain('HK.00005');
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    const back = await calendarPage();
    await expect.poll(async () => keyword(back).inputValue(), patience).toBe('CPI');
    // Kept rows are marked as old until they have been read again, which happens automatically.
    await expect.poll(async () => status(back), patience).toMatch(/events( loaded, more available)?$/);
    expect(await rowsOf(back).count()).toBeGreaterThan(10);
    await back.getByRole('grid').press('Control+Home');
    await back.getByRole('grid').hover();
    await back.page().mouse.wheel(0, 260);
    await expect.poll(async () => scrollTop(back), patience).toBe(260);
    await workbench.runCommand('Market Desk: Open Portfolio');
    await workbench.webview('portfolio-page');
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    await expect.poll(async () => keyword(await calendarPage()).inputValue(), patience).toBe('CPI');
    await expect.poll(async () => scrollTop(await calendarPage()), patience).toBe(260);
    const ticket = await openTicket(workbench, 'OK-1');
    await expect.poll(async () => ticketField(ticket, 'Price').inputValue(), patience).toMatch(/^561(\.0+)?$/);
    await expect.poll(async () => ticket.locator('.changes').innerText(), patience).toMatch(/562\.50* → 561/);
    expect(await tabs()).toEqual(all);
    await tab('Nonfarm').click();
    const history = await workbench.webview('history-page');
    await expect.poll(async () => history.getByRole('status').innerText(), patience).toMatch(/^[1-9]\d* releases/);
    await tab('OK-2').click();
    await shownTicket(workbench, 'OK-2');
    expect(await tabs()).toEqual(all);
    await tab('HK.00700').click();
    await workbench.runCommand('Market Desk: Open Security to the Side (Compare)');
    await workbench.quickInput.enter('HK.00005');
    await expect.poll(async () => host.page.locator('.editor-group-container').count(), patience).toBe(2);
    const shown = async (): Promise<readonly string[]> => {
      const heads = host.page.frames().map(async (frame) => frame.locator('security-page h1 .symbol').allInnerTexts());
      return (await Promise.all(heads.map(async (head) => head.catch(() => [])))).flat().toSorted();
    };
    await expect.poll(shown, patience).toEqual(['HK.00005', 'HK.00700']);
    expect(await tabs()).toEqual(all);
  });

  nightly('shows the rows of before at once, dimmed and with their time, until the service has answered', async () => {
    const { workbench, host } = desk();
    await workbench.collapse('Watchlist', 'Plates', 'Today');
    /** The color of a row; empty while it is not rendered. */
    const colorOf = async (symbol: string): Promise<string> =>
      host.page.evaluate<string>(`(() => {
        const row = [...document.querySelectorAll('.sidebar .monaco-list-row')].find((each) => each.textContent.includes('${symbol}'));
        const label = row?.querySelector('.label-name');
        return label ? getComputedStyle(label).color : '';
      })()`);
    const positions = await workbench.view('Positions');
    const orders = await workbench.view('Orders');
    await positions.waitForRow(/HK\.00005/);
    await orders.waitForRow(/OK-1/);
    await expect.poll(async () => (await positions.texts()).join(), patience).not.toContain('as of');
    const fresh = await colorOf('HK.00005');
    expect(fresh).toMatch(/^rgb/);
    const held = service().faults.once({ match: {}, action: { kind: 'delay', ms: heldMs }, times: 10_000 });
    await workbench.reloadWindow();
    await positions.waitForRow(/as of \d\d:\d\d:\d\d/);
    expect(await positions.description()).toMatch(/as of \d\d:\d\d:\d\d/);
    await positions.waitForRow(/HK\.00005/);
    await orders.waitForRow(/OK-1/);
    await expect.poll(async () => ['', fresh].includes(await colorOf('HK.00005')), patience).toBe(false);
    await desk().screenshot('last-state-held');
    held.cancel();
    await expect.poll(async () => positions.description(), patience).toMatch(/updated \d\d:\d\d:\d\d/);
    await expect.poll(async () => orders.description(), patience).toMatch(/updated \d\d:\d\d:\d\d/);
    await expect.poll(async () => colorOf('HK.00005'), patience).toBe(fresh);
  });

  it('is still in privacy mode, and shows a change as unknown, locks its order, and does not send it again if it was loaded in the middle of a write', async () => {
    const { workbench, host } = desk();
    await workbench.collapse('Watchlist', 'Plates', 'Today');
    const positions = await workbench.view('Positions');
    const holding = async (): Promise<string> => (await positions.texts()).find((row) => row.includes('HK.00700')) ?? '';
    await expect.poll(holding, patience).toMatch(/^TENC[A-Z]*…?\s*[+−]?[\d,.]+.* · HK\.00700/);
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    await workbench.statusItem('Private').waitFor(patience);
    await expect.poll(holding, patience).toMatch(/^TENCENT\s*••• · HK\.00700$/);
    expect(await positions.tooltipText(/HK\.00700/, 'Cost price')).toMatch(/Quantity\s+•••[^]*Market value\s+•••/);
    await workbench.runCommand('Market Desk: Export Positions (CSV)…');
    await workbench.waitForNotification('Nothing was copied or exported: privacy mode is on.');
    service().faults.once({ match: { method: 'PUT' }, action: { kind: 'hang', processed: false } });
    const page = await openTicket(workbench, 'OK-3');
    await ticketField(page, 'Quantity').fill('5');
    await askForReview(page);
    await (await workbench.readDialog(/^Change to /)).click();
    const writes = (): number => service().ledger.entries.filter(({ method }) => method === 'PUT').length;
    await expect.poll(writes, patience).toBe(1);
    await host.page.reload();
    await workbench.statusItem('Private').waitFor(patience);
    await expect.poll(holding, patience).toMatch(/^TENCENT\s*•••/);
    await host.page.mouse.move(0, 0);
    await workbench.statusItem('Private').click();
    await workbench.quickInput.pick('Turn Off Privacy Mode');
    await workbench.statusItem('Private').waitFor({ state: 'hidden', ...patience });
    await expect.poll(holding, patience).toMatch(/^TENC[A-Z]*…?\s*[+−]?[\d,.]+.* · HK\.00700/);
    await workbench.collapse('Positions');
    const orders = await workbench.view('Orders');
    await expect
      .poll(async () => (await orders.texts()).slice(0, 6).join('\n'), patience)
      .toMatch(/OK-3.*(outcome unknown|no response yet)/);
    await workbench.closeAllEditors();
    const again = await openTicket(workbench, 'OK-3');
    await waitForStage(again, /An earlier request for this order is unresolved.*The order stays locked/);
    expect(writes()).toBe(1);
  });
}
