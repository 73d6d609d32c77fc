import { pageMenuKey } from '../../../../../src/app/orders/request/origin';
import { beforeEach, describe, expect, it } from 'vitest';
import { PrivacyMode } from '../../../../../src/app/privacy/privacyMode';
import type { OrderPrice } from '../../../../../src/panel/orders/ordersPageProtocol';
import { OrdersPagePanel } from '../../../../../src/ui/orders/page/ordersPagePanel';
import { booksOf } from '../../../../support/builders/books';
import { Uri } from '../../../../support/editor/values';
import { WebviewPanel } from '../../../../support/editor/webviewPanel';
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
