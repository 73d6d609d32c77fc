import { pageMenuKey } from '../../../../../src/app/orders/request/origin';
import { beforeEach, describe, expect, it } from 'vitest';
import { PrivacyMode } from '../../../../../src/app/privacy/privacyMode';
import type { OrderPrice } from '../../../../../src/panel/orders/ordersPageProtocol';
import { OrdersPagePanel } from '../../../../../src/ui/orders/page/ordersPagePanel';
import { commands } from 'vscode';
import type { ListFacts, OrderRow } from '../../../../../src/panel/orders/ordersPageProtocol';
import type { ListedAccount } from '../../../../../src/service/records';
import { booksOf } from '../../../../support/builders/books';
import { Uri } from '../../../../support/editor/values';
import { WebviewPanel } from '../../../../support/editor/webviewPanel';
import { pageOf } from '../../../../support/builders/lists';
import { editor } from '../../../../support/editor/editor';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { otherServiceState } from '../../../../support/fakeAccess';
import { FakeMarket } from '../../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

function open() {
  const time = new FakeTime();
  const market = new FakeMarket(time);
  const { access, market: live, log } = market.open();
  const page = new WebviewPanel('marketDesk.page');
  const state = new MemoryState();
  const panel = new OrdersPagePanel(page, {
    ...{ access, books: booksOf({ access, time }), clock: time, timers: time, log, state, market: live },
    report: () => undefined,
    privacy: new PrivacyMode(state),
    timeZone: () => 'UTC',
    extensionUri: Uri.file('ext'),
  });
  return { page, access, market, live, panel, time };
}

describe('the prices of the orders page', () => {
  let desk: ReturnType<typeof open>;
  const told = (): readonly OrderPrice[] => desk.page.bodies('prices').flat() as readonly OrderPrice[];

  beforeEach(async () => {
    desk = open();
    desk.page.say('ready');
    await settle();
  });

  it('are those of the rows that the page shows, as long as it is seen', async () => {
    const { market, live, time, page, panel } = desk;
    expect(told()).toEqual([]);
    market.price = () => ({ lastPrice: '11.50', at: time.wallMs() });
    page.say('visible', { symbols: ['HK.00700', 'no symbol'] });
    await time.advance(5_000);
    expect(told().at(-1)).toMatchObject({ symbol: 'HK.00700', last: '11.50', isOld: false, isExpired: false });
    expect([...live.book.shown]).toEqual(['HK.00700']);
    panel.setVisible(false);
    expect([...live.book.shown]).toEqual([]);
  });

  it('are marked as old, and then as expired, when the service has confirmed none of them', async () => {
    const { market, time, page } = desk;
    market.price = () => ({ lastPrice: '11.50', at: time.wallMs() });
    page.say('visible', { symbols: ['HK.00700'] });
    await time.advance(5_000);
    market.failure = new Error('down');
    await time.advance(200_000);
    expect(told().at(-1)).toMatchObject({ last: '11.50', isOld: true, isExpired: true });
    expect(told().at(-1)?.note).toContain('out of date');
  });

  it('are on a page that can prove in its menu that the user chose a command there', () => {
    expect(desk.page.bodies('start').at(-1)).toMatchObject({ menuKey: pageMenuKey });
  });

  it('are forgotten with their service', async () => {
    const { access, market, time, page } = desk;
    market.price = () => ({ lastPrice: '11.50', at: time.wallMs() });
    page.say('visible', { symbols: ['HK.00700'] });
    await time.advance(5_000);
    market.price = () => undefined;
    access.become(otherServiceState);
    await time.advance(60_000);
    const at = page.posted.findLastIndex(({ type }) => type === 'forget');
    expect(at).toBeGreaterThan(0);
    expect(page.posted.slice(at).filter(({ type }) => type === 'prices')).toEqual([]);
  });
});

describe('an open order of the orders page', () => {
  let desk: ReturnType<typeof open>;
  const told = () => desk.page.bodies('orders').at(-1) as { readonly rows: readonly OrderRow[]; readonly facts: ListFacts };
  const calls: unknown[] = [];

  beforeEach(async () => {
    calls.length = 0;
    for (const id of ['marketDesk.orders.modify', 'marketDesk.orders.cancel'])
      commands.registerCommand(id, (argument: unknown) => calls.push([id, argument]));
    desk = open();
    const { access, page, time } = desk;
    const account: ListedAccount = { id: '8001', kind: 'live', title: '', markets: [1] };
    access.answer = {
      ...access.answer,
      beyond: {
        ...access.answer.beyond,
        liveAccounts: async () => pageOf([account]),
        simulatedAccounts: async () => pageOf<ListedAccount>([]),
        orders: async ({ tradeMarket }) => pageOf(tradeMarket === 'HK' ? [orderRecord({ orderId: 'OK-1' })] : []),
      },
    };
    page.say('ready');
    page.say('look', { tab: 'open', range: { kind: 'days', days: 7 } });
    await time.advance(2_000);
  });

  it('is modified and canceled by the commands of its menu', () => {
    const id = told().rows[0]?.id ?? '';
    desk.page.say('order', { action: 'modify', id });
    desk.page.say('order', { action: 'cancel', id });
    desk.page.say('order', { action: 'cancel', id: 'of another list' });
    const order = { accountId: '8001', accountKind: 'live', orderId: 'OK-1', menuKey: pageMenuKey };
    expect(calls).toEqual([
      ['marketDesk.orders.modify', order],
      ['marketDesk.orders.cancel', order],
    ]);
  });

  it('is late when a quiet market would have been read, never when read by hand', async () => {
    expect(told().facts.lateAfterMs).toBe(180_000);
    editor.set('refresh.intervalSeconds', 300);
    desk.page.say('look', { tab: 'open', range: { kind: 'days', days: 7 } });
    await settle();
    expect(told().facts.lateAfterMs).toBe(450_000);
    editor.set('refresh.intervalSeconds', 0);
    desk.page.say('look', { tab: 'open', range: { kind: 'days', days: 7 } });
    await settle();
    expect(told().facts.lateAfterMs).toBeUndefined();
    desk.page.say('look', { tab: 'history', range: { kind: 'days', days: 7 } });
    await settle();
    expect(told().facts.lateAfterMs).toBeUndefined();
  });
});
