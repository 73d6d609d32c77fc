import { expect, it } from 'vitest';
import type { ConnectedDesk } from './support/connectedDesk';
import { patience } from './support/patience';
import { nightly } from './support/nightly';

export const everythingInStatusBar = {
  'marketDesk.statusBar.ticker': ['HK.00700', 'HK.00005', 'US.AAPL', 'US.MSFT', 'HK.00001'],
  'marketDesk.statusBar.show': ['nextRelease', 'dayProfit'],
};

/** For a window with {@link everythingInStatusBar} that reads every few seconds. */
export function statusBar({ desk, service }: ConnectedDesk): void {
  /** Our items that are on the screen. Those that are cut off begin with “cut”. */
  const items = async (): Promise<readonly string[]> =>
    desk().host.page.evaluate<readonly string[]>(`(() => {
      const bar = document.querySelector('.part.statusbar').getBoundingClientRect();
      return [...document.querySelectorAll('.part.statusbar .statusbar-item[id^="market-desk.market-desk."]')].flatMap((item) => {
        const box = item.getBoundingClientRect();
        if (box.width === 0 || box.top >= bar.bottom || box.left >= innerWidth) return [];
        const label = item.querySelector('.statusbar-item-label');
        const text = label.innerText.replace(/\\s+/g, ' ').trim();
        return [label.scrollWidth > label.clientWidth + 1 || box.right > innerWidth ? 'cut: ' + text : text];
      });
    })()`);
  const [first, day, price] = [/127\.0\.0\.1/, /^(?:Day P&L|day) [+−]?[\d,.]+ [A-Z]{3}$/, /^(?:HK|US)\.\w+ [\d.,]+/] as const;
  const shown = async (): Promise<string> => (await items()).find((text) => !day.test(text) && !price.test(text)) ?? '';

  nightly('names the service and server time, day P&L in an item for each currency, and offers the rest in its menu', async () => {
    const { workbench } = desk();
    await expect.poll(shown, patience).toMatch(/^127\.0\.0\.1\S* · \d\d:\d\d(:\d\d)?/);
    await expect.poll(async () => (await items()).filter((text) => day.test(text)).length, patience).toBe(3);
    await workbench.statusItem(first).click();
    const offered = await workbench.quickInput.items();
    expect(offered).toEqual(expect.arrayContaining(['Open Portfolio', 'Show Clock Details', 'Stop Sending Orders', 'Sign Out']));
    await workbench.quickInput.cancel();
  });

  it('cuts off nothing at any width: what has no room is not there, the main day P&L is', async () => {
    const { host } = desk();
    for (const [width, height] of [
      [1440, 900],
      [1000, 600],
      [720, 450],
      [640, 900],
    ] as const) {
      await host.page.setViewportSize({ width, height });
      await expect.poll(async () => (await items()).filter((text) => day.test(text)).length, patience).toBeGreaterThan(0);
      await expect.poll(async () => (await items()).filter((text) => text.startsWith('cut')), patience).toEqual([]);
      await desk().screenshot(`status-bar-whole-${String(width)}`);
    }
  });

  it('leaves room in a narrow side bar for the name and the first figure of a position, and for the quantity and the price of an order', async () => {
    const { workbench, host } = desk();
    await host.page.setViewportSize({ width: 1000, height: 900 });
    await workbench.collapse('Plates', 'Today');
    // Its page measures the side bar for the trees.
    await workbench.view('Watchlist');
    const positions = await workbench.view('Positions');
    await positions.waitForRow(/HK\.00005/);
    await (await workbench.view('Orders')).waitForRow(/TENCENT/);
    const cut = async (view = ''): Promise<readonly string[]> =>
      host.page.evaluate<readonly string[]>(`[...document.querySelectorAll('.sidebar .monaco-list-row[role=treeitem]')].flatMap((row) => {
        const [name, description] = ['.label-name', '.label-description'].map((part) => row.querySelector(part));
        const right = row.querySelector('.monaco-icon-label-container').getBoundingClientRect().right + 1;
        const text = description?.firstChild;
        if (row.closest('.pane').querySelector('[aria-label^="${view}"]') === null) return [];
        const isOrder = row.closest('.pane').querySelector('[aria-label^=Orders]') !== null;
        const isFigure = text !== null && text !== undefined && /^(?:[+−\\d]|if )/.test(text.data);
        const figures = isOrder || '${view}' === '' ? /^.*?(?= · |$)/ : /^[+−]?[\\d,.]+[KMB]?(?: [+−]?[\\d,.]+%)?/;
        const [of, length] = isFigure ? [text, (figures.exec(text.data)?.[0] ?? '').length] : [name.firstChild?.firstChild ?? name.firstChild, 0];
        const range = document.createRange();
        range.setStart(of, 0);
        const terms = isOrder ? /^\\D*[\\d,]+(?:\\D+[\\d,.]+)?/ : /.*\\d/;
        range.setEnd(of, isFigure ? length : (terms.exec(of.data)?.[0] ?? '').length);
        return range.getBoundingClientRect().right > right ? [of.data] : [];
      })`);
    await expect.poll(async () => cut(), patience).toEqual([]);
    await desk().screenshot('narrow-rows');
    // An amount with its percentage, and a price with its trigger, are whole as well in narrower ones, here in a wide font.
    const box = await host.page.locator('.part.sidebar').boundingBox();
    const [edge = 0, x = 0, y = 0] = box === null ? [] : [box.x + box.width, box.x, box.y + 20];
    const drag = async (from: number, to: number): Promise<void> => {
      await host.page.mouse.move(from, y);
      await host.page.mouse.down();
      await host.page.mouse.move(to, y, { steps: 5 });
      await host.page.mouse.up();
    };
    await drag(edge, x + 280);
    await expect.poll(async () => (await host.page.locator('.part.sidebar').boundingBox())?.width, patience).toBeLessThan(290);
    for (const view of ['Positions', 'Orders']) await expect.poll(async () => cut(view), patience).toEqual([]);
    await drag(x + 280, x + 250);
    await expect.poll(async () => (await host.page.locator('.part.sidebar').boundingBox())?.width, patience).toBeLessThan(260);
    for (const view of ['Positions', 'Orders']) await expect.poll(async () => cut(view), patience).toEqual([]);
    await desk().screenshot('narrowest-rows');
    await drag(x + 250, edge);
  });

  nightly('shows that orders are stopped, the service is away, and figures are hidden, at every width', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    await workbench.runCommand('Market Desk: Stop Sending Orders');
    await workbench.closeDialog('Keep Open Orders');
    service().faults.once({ match: {}, action: { kind: 'reset', processed: false }, times: 10_000 });
    await expect.poll(shown, patience).toMatch(/^Stopped · No response ·/);
    for (const width of [640, 1000, 1440, 1920]) {
      await host.page.setViewportSize({ width, height: 900 });
      await expect.poll(shown, patience).toMatch(/^Stopped · No response ·/);
      expect(await host.page.locator('.part.statusbar .codicon-eye-closed').isVisible()).toBe(true);
      await desk().screenshot(`status-bar-${String(width)}`);
    }
    service().faults.clear();
    await workbench.statusItem('Stopped').click();
    await workbench.quickInput.pick('Release Sending Orders…');
    await workbench.pressInDialog('Release');
    await expect.poll(shown, patience).not.toContain('Stopped');
    await workbench.statusItem('Private').click();
    await workbench.quickInput.pick('Turn Off Privacy Mode');
    await expect.poll(shown, patience).not.toContain('Private');
  });
}
