import { describe, expect, it, vi } from 'vitest';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { WatchlistStore } from '../../../../src/app/watchlist/watchlistStore';
import type { IntradayPoint } from '../../../../src/service/marketRecords';
import { booksOf } from '../../../support/builders/books';
import { shownPage } from '../../../support/editor/shownPage';
import { Uri } from '../../../support/editor/values';
import { otherServiceState } from '../../../support/fakeAccess';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const ignored = () => ({ dispose: () => undefined });

vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeVscode')),
  workspace: { getConfiguration: () => ({ inspect: () => undefined }), onDidChangeConfiguration: ignored },
  window: { onDidChangeWindowState: ignored },
  commands: { executeCommand: async () => undefined },
}));

const { WatchlistView } = await import('../../../../src/ui/watchlist/watchlistView');

const point = (price: string, time: number): IntradayPoint => ({ time, price, averagePrice: '', volume: '', turnover: '', section: '' });

/** The watchlist with one security, and its page. */
function open() {
  const time = new FakeTime();
  const market = new FakeMarket(time);
  const { access, market: live, log } = market.open();
  const world: { points: readonly IntradayPoint[] } = { points: [point('10', 0), point('11', 60_000)] };
  access.answer = { ...access.answer, beyond: { ...access.answer.beyond, intradayPoints: async () => Promise.resolve(world.points) } };
  const state = new MemoryState();
  const privacy = new PrivacyMode(state);
  const page = shownPage();
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
  view.resolveWebviewView({
    ...{ webview: page.webview, visible: true, viewType: '', show: () => undefined },
    ...{ onDidChangeVisibility: ignored, onDidDispose: ignored },
  });
  return { ...page, access, market, privacy, time, world };
}

describe('the watchlist', () => {
  it('tells its page to forget prices and lines of a service when another one is used, and tells none of them afterwards', async () => {
    const { access, market, say, sent, time, world } = open();
    market.price = () => ({ lastPrice: '11', at: time.wallMs() });
    say('ready');
    say('visible', { symbols: ['HK.00700'] });
    await settle();
    await time.advance(5_000);
    const told = (from = 0): readonly string[] =>
      sent
        .slice(from)
        .flatMap(({ type, body }) => (type === 'quotes' || type === 'lines' ? [`${type} ${Object.keys(body ?? {}).join()}`] : []));
    expect(new Set(told())).toEqual(new Set(['quotes HK.00700', 'lines HK.00700']));
    market.price = () => undefined;
    world.points = [];
    access.become(otherServiceState);
    const at = sent.findLastIndex(({ type }) => type === 'forget');
    expect(at).toBeGreaterThan(0);
    await time.advance(60_000);
    // The other service answers that it has no price: that is told, and nothing of the former one.
    expect(told(at).filter((text) => text.startsWith('quotes'))).toEqual(['quotes HK.00700']);
    expect(JSON.stringify(sent.slice(at))).toContain('The service has no price for HK.00700');
    expect(JSON.stringify(sent.slice(at))).not.toContain('11');
  });

  it('tells its page to forget the figures of rows out of sight when privacy mode changes', async () => {
    const { privacy, say, sent, time } = open();
    say('ready');
    say('visible', { symbols: ['HK.00700'] });
    await settle();
    await time.advance(5_000);
    const before = sent.length;
    await privacy.toggle();
    const told = sent.slice(before).map(({ type }) => type);
    // Then everything in view is told again, masked where it is the user's own.
    expect(told.slice(told.indexOf('forget'))).toEqual(expect.arrayContaining(['forget', 'quotes', 'lines']));
  });
});
