import { describe, expect, it } from 'vitest';
import { readHolding } from '../../../../src/domain/positions/holding';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { WatchlistStore } from '../../../../src/app/watchlist/watchlistStore';
import type { IntradayPoint } from '../../../../src/service/marketRecords';
import { booksOf } from '../../../support/builders/books';
import { Uri } from '../../../support/editor/values';
import { WebviewPanel } from '../../../support/editor/webviewPanel';
import { otherServiceState } from '../../../support/fakeAccess';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryState } from '../../../support/secrets/sharedSecrets';
import { holding } from '../../../support/builders/holdings';
import { rowRoom } from '../../../../src/ui/platform/trees/rowRoom';
import { ModelTree } from '../../../../src/ui/platform/trees/treeModel';
import { PositionRow } from '../../../../src/ui/positions/positionRow';
import { rowStyle } from '../../../../src/ui/positions/positionText';
import { WatchlistView } from '../../../../src/ui/watchlist/watchlistView';

const ignored = () => ({ dispose: () => undefined });

const point = (price: string, time: number): IntradayPoint => ({ time, price, section: '' });

/** The watchlist with one security, and its page. */
function open() {
  const time = new FakeTime();
  const market = new FakeMarket(time);
  const { access, market: live, log } = market.open();
  const world: { points: readonly IntradayPoint[] } = { points: [point('10', 0), point('11', 60_000)] };
  access.answer = { ...access.answer, beyond: { ...access.answer.beyond, intradayPoints: async () => Promise.resolve(world.points) } };
  const state = new MemoryState();
  const privacy = new PrivacyMode(state);
  const page = new WebviewPanel('marketDesk.page');
  const view = new WatchlistView({
    ...{ access, books: booksOf({ access, time }), market: live, clock: time, timers: time, log },
    store: new WatchlistStore({
      state,
      createId: () => 'main',
      initial: () => [{ id: 'main', name: 'Main', symbols: ['HK.00700'], isCollapsed: false }],
    }),
    privacy,
    marks: { symbols: new Set(), of: () => ({ waiting: [], unseen: [] }), onDidChange: ignored },
    timeZone: () => 'UTC',
    extensionUri: Uri.file('ext'),
  });
  const head = { description: '' };
  const place: Parameters<typeof view.resolveWebviewView>[0] = Object.assign(head, {
    ...{ webview: page.webview, visible: true, viewType: '', show: () => undefined },
    ...{ onDidChangeVisibility: ignored, onDidDispose: ignored },
  });
  view.resolveWebviewView(place);
  return { head, page, access, market, privacy, time, world };
}

describe('the watchlist', () => {
  it('tells its page to forget prices and lines of a service when another one is used, and tells none of them afterwards', async () => {
    const { access, market, page, time, world } = open();
    market.price = () => ({ lastPrice: '11', at: time.wallMs() });
    page.say('ready');
    page.say('visible', { symbols: ['HK.00700'] });
    await settle();
    await time.advance(5_000);
    const told = (from = 0): readonly string[] =>
      page.posted
        .slice(from)
        .flatMap(({ type, body }) => (type === 'quotes' || type === 'lines' ? [`${type} ${Object.keys(body ?? {}).join()}`] : []));
    expect(new Set(told())).toEqual(new Set(['quotes HK.00700', 'lines HK.00700']));
    market.price = () => undefined;
    world.points = [];
    access.become(otherServiceState);
    const at = page.posted.findLastIndex(({ type }) => type === 'forget');
    expect(at).toBeGreaterThan(0);
    await time.advance(60_000);
    // The other service answers that it has no price: that is told, and nothing of the former one.
    expect(told(at).filter((text) => text.startsWith('quotes'))).toEqual(['quotes HK.00700']);
    expect(JSON.stringify(page.posted.slice(at))).toContain('The service has no price for HK.00700');
    expect(JSON.stringify(page.posted.slice(at))).not.toContain('11');
  });

  it('says in its head where the user is, and no account number in privacy mode', async () => {
    const { access, head, page, privacy } = open();
    page.say('ready');
    expect(head.description).toBe('SANDBOX – no real money');
    access.become({ ...otherServiceState, session: { ...otherServiceState.session, accountLabel: 'other.example (8001)' } as never });
    expect(head.description).toBe('other.example (8001)');
    await privacy.toggle();
    expect(head.description).toBe('other.example');
    access.become({ ...otherServiceState, session: { kind: 'signedOut' } });
    expect(head.description).toBe('');
  });

  it('tells the trees how much room their rows have in the side bar', () => {
    const { page } = open();
    const tree = new ModelTree();
    const row = new PositionRow(
      'a',
      readHolding(holding({ name: 'TENCENT', profit: '-190899.20' })),
      rowStyle('auto', 'en', false, ['profit']),
    );
    tree.show([row]);
    let redrawn = 0;
    // Only rows with figures: while all are read again, the editor knows none of them.
    tree.onDidChange((nodes) => (redrawn += nodes === undefined ? 100 : 1));
    const shown = (): unknown => tree.roots().map((node) => node.toTreeItem().label);
    page.say('ready');
    page.say('room', { width: 250, em: 13 });
    expect(shown()).toEqual(['TENC…']);
    redrawn = 0;
    page.say('room', { width: 400, em: 12 });
    expect([redrawn, shown()]).toEqual([1, ['TENCENT']]);
    // A pixel more makes nothing be drawn again.
    page.say('room', { width: 401, em: 12 });
    expect(redrawn).toBe(1);
    page.say('room', { width: 250, em: 13 });
    expect([redrawn, shown()]).toEqual([2, ['TENC…']]);
    tree.dispose();
    rowRoom.measure(undefined);
    expect(redrawn).toBe(2);
  });

  it('tells its page to forget the figures of rows out of sight when privacy mode changes', async () => {
    const { privacy, page, time } = open();
    page.say('ready');
    page.say('visible', { symbols: ['HK.00700'] });
    await settle();
    await time.advance(5_000);
    const before = page.posted.length;
    await privacy.toggle();
    const told = page.posted.slice(before).map(({ type }) => type);
    // Then everything in view is told again, masked where it is the user's own.
    expect(told.slice(told.indexOf('forget'))).toEqual(expect.arrayContaining(['forget', 'quotes', 'lines']));
  });
});
