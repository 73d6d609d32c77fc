import { expect, it } from 'vitest';
import type { ConnectedDesk } from './support/connectedDesk';
import { patience } from './support/patience';

export const everythingInStatusBar = {
  'marketDesk.statusBar.ticker': ['HK.00700', 'HK.00005', 'US.AAPL', 'US.MSFT', 'HK.00001'],
  'marketDesk.statusBar.show': ['nextRelease', 'dayProfit'],
};

/** For a window with {@link everythingInStatusBar} that reads every few seconds. */
export function statusBar({ desk, service }: ConnectedDesk): void {
  /** The part of the item’s text that is on the screen: all of it, or the editor has cut it. */
  const shown = async (): Promise<string> =>
    desk().host.page.evaluate<string>(`(() => {
      const item = document.querySelector('[id="market-desk.market-desk.marketDesk.status"]');
      const bar = item?.closest('.part.statusbar')?.getBoundingClientRect();
      const box = item?.getBoundingClientRect();
      if (bar === undefined || box === undefined || box.top >= bar.bottom || box.right > innerWidth || box.width === 0) return '';
      const label = item.querySelector('.statusbar-item-label');
      const text = label.innerText.replace(/\\s+/g, ' ').trim();
      return label.scrollWidth > label.clientWidth + 1 ? 'cut: ' + text : text;
    })()`);

  it('names the service and day P&L, and server time where there is room, and offers the rest in its menu', async () => {
    const { workbench } = desk();
    await expect.poll(shown, patience).toMatch(/127\.0\.0\.1.* · day [+−][\d,.]+[^:]*( · \d\d:\d\d(:\d\d)?)?$/);
    await workbench.statusItem(/127\.0\.0\.1/).click();
    const items = await workbench.quickInput.items();
    expect(items).toEqual(expect.arrayContaining(['Open Portfolio', 'Show Clock Details', 'Stop Sending Orders', 'Sign Out']));
    await workbench.quickInput.cancel();
  });

  it('leaves room in a narrow side bar for the name and the first figure of a position, and for the quantity and the price of an order', async () => {
    const { workbench, host } = desk();
    await host.page.setViewportSize({ width: 1000, height: 900 });
    await workbench.collapse('Watchlist', 'Plates', 'Today');
    const positions = await workbench.view('Positions');
    await positions.waitForRow(/HK\.00005/);
    await (await workbench.view('Orders')).waitForRow(/TENCENT/);
    const cut = async (): Promise<readonly string[]> =>
      host.page.evaluate<readonly string[]>(`[...document.querySelectorAll('.sidebar .monaco-list-row[role=treeitem]')].flatMap((row) => {
        const [name, description] = ['.label-name', '.label-description'].map((part) => row.querySelector(part));
        const right = row.querySelector('.monaco-icon-label-container').getBoundingClientRect().right + 1;
        const text = description?.firstChild;
        const isOrder = row.closest('.pane').querySelector('[aria-label^=Orders]') !== null;
        const isFigure = !isOrder && text !== null && text !== undefined && /^[+−\\d]/.test(text.data);
        const [of, length] = isFigure ? [text, (text.data + ' · ').indexOf(' · ')] : [name.firstChild?.firstChild ?? name.firstChild, 0];
        const range = document.createRange();
        range.setStart(of, 0);
        const terms = isOrder ? /^\\D*[\\d,]+(?:\\D+[\\d,.]+)?/ : /.*\\d/;
        range.setEnd(of, isFigure ? length : (terms.exec(of.data)?.[0] ?? '').length);
        return range.getBoundingClientRect().right > right ? [of.data] : [];
      })`);
    await expect.poll(cut, patience).toEqual([]);
    await desk().screenshot('narrow-rows');
  });

  it('shows that orders are stopped, the service is away, and figures are hidden, at every width', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    await workbench.runCommand('Market Desk: Stop Sending Orders');
    await workbench.closeDialog('Keep Open Orders');
    service().faults.once({ match: {}, action: { kind: 'reset', processed: false }, times: 10_000 });
    await expect.poll(shown, patience).toMatch(/Orders Stopped · .*(?:Service doesn’t respond|No response) · .*Private/);
    for (const width of [1000, 1440, 1920]) {
      await host.page.setViewportSize({ width, height: 900 });
      await expect.poll(shown, patience).toMatch(/^Orders Stopped · .*(?:Service doesn’t respond|No response) · .*Private/);
      await desk().screenshot(`status-bar-${String(width)}`);
    }
    service().faults.clear();
    await workbench.statusItem('Orders Stopped').click();
    await workbench.quickInput.pick('Release Sending Orders…');
    await workbench.pressInDialog('Release');
    await expect.poll(shown, patience).not.toContain('Orders Stopped');
    await workbench.statusItem('Private').click();
    await workbench.quickInput.pick('Turn Off Privacy Mode');
    await expect.poll(shown, patience).not.toContain('Private');
  });
}
