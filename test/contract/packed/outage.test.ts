import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { address, sayYes, World } from '../../promises/desk/world';
import { ensurePacked } from '../../support/packed/ensurePacked';

const views = ['marketDesk.positions', 'marketDesk.orders', 'marketDesk.plates', 'marketDesk.today'];

/** Words of the fault, or of a list that it makes incomplete or old. */
const fault = /respond|response|refused|answer|couldn’t|out of date|incomplete|missing|loaded before/i;
/** Names of parts as they are sent. */
const rawName = /\b(?:simulated|live|HKCC)\b(?! accounts)|\b(?:HK|US|\d+): /;

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('a service that no longer responds to the packed extension', () => {
  let world: World;
  let window: EditorWindow;

  beforeEach(async () => {
    world = new World({ settings: { 'marketDesk.plates': ['HK.BK1'], 'marketDesk.orders.allow': 'all' } });
    const { lists } = world.broker;
    lists.set('liveAccounts', [{ account_id: '8001', security_firm: 'Firm', enable_market: [1, 2, 4], acc_type: 'CASH' }]);
    lists.set('simulatedAccounts', [{ account_id: 'SIM-1', broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' }]);
    lists.set('quotes', [{ code: 'HK.00700', name: 'Tencent', update_time: 1, last_price: 553, prev_close_price: 550 }]);
    lists.set('positions/SIM-1', [
      { pstn_id: '1', pstn_type: 0, market: 1, symbol: 'HK.00700', stock_name: 'Tencent', qty: '100', mv: '55300' },
    ]);
    world.broker.book.addBuy('8001', 'A-1', 'HK');
    window = await world.open();
    window.setFocused(true);
    for (const id of views) window.setVisible(id, true);
    for (const [id, value] of [
      ['marketDesk.portfolio.open'],
      ['marketDesk.orders.openPage'],
      ['marketDesk.security.open', 'HK.00700'],
    ] as const)
      await window.play(id, value === undefined ? [] : [value], sayYes, 60_000);
    await world.machine.pass(30_000);
  });
  afterEach(async () => world.close());

  function textOf(badge: unknown): string {
    return typeof badge === 'object' && badge !== null && 'tooltip' in badge ? String(badge.tooltip) : '';
  }

  /** Every text that the window shows, by where it stands. */
  async function texts(): Promise<readonly (readonly [place: string, text: string])[]> {
    const found: (readonly [string, string])[] = window.statusItems.map((item) => ['status bar', String(item.text)]);
    for (const id of views) {
      const { description, message, badge } = window.view(id);
      found.push([id, description ?? ''], [id, message ?? ''], [id, textOf(badge)]);
      for (const row of await window.rows(id)) found.push([id, `${row.label} ${row.description}`]);
    }
    for (const panel of window.webviews.filter(({ isDisposed }) => !isDisposed)) {
      const page = window.look(panel);
      await world.machine.pass(2_000);
      for (const element of page.elements('p, td, dd, span, button, [role=status], [role=gridcell]'))
        if (element.childElementCount === 0) found.push([panel.viewType, element.textContent.trim()]);
    }
    return [...found, ...window.said.map(({ text }) => ['notification', text] as const)].filter(([, text]) => text !== '');
  }

  it('is told in one sentence in one place, while what it makes old is dimmed and has its time', async () => {
    const before = new Set((await texts()).map((each) => each.join(': ')));
    world.net.close(address);
    await world.machine.pass(90_000);
    const news = (await texts()).map((each) => each.join(': ')).filter((text) => !before.has(text));
    expect(news.filter((text) => fault.test(text))).toEqual([
      expect.stringMatching(/^status bar: \$\(warning\) No response · \$\(plug\) 127\.0\.0\.1:8443$/),
    ]);
    expect(news.filter((text) => rawName.test(text))).toEqual([]);
    for (const place of [...views, 'marketDesk.portfolio', 'marketDesk.ordersPage', 'marketDesk.security'])
      expect(news).toContainEqual(expect.stringMatching(new RegExp(`^${place}: .*as of \\d\\d:\\d\\d:\\d\\d`, 'i')));
    const dimmed = await Promise.all(
      (await window.rows('marketDesk.orders')).map(async ({ node }) => window.view('marketDesk.orders').provider.getTreeItem(node)),
    );
    expect(dimmed.map((item) => 'resourceUri' in item && item.resourceUri !== undefined)).not.toContain(false);
  });
});
