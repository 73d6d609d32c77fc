/**
 * The program's own path from the socket to the messages for its pages, with Watchlist, Portfolio, and the page of a security open: as in
 * the extension host, without the editor. On request it passes all messages on to pages that paint them.
 */
import { LiveMarket } from '../../../src/app/quotes/liveMarket';
import { DropLog } from '../../../src/app/feed/dropLog';
import { FeedAddresses } from '../../../src/app/feed/feedAddresses';
import { SharedQuotes } from '../../../src/app/quotes/sharedQuotes';
import { Daylines } from '../../../src/app/watchlist/daylines';
import type { QuoteChanges } from '../../../src/app/quotes/quoteBook';
import type { Timers } from '../../../src/app/platform/ports';
import { createFeedClient } from '../../../src/service/feed/feedConnection';
import { createFeedSockets } from '../../../src/service/feed/feedSocket';
import { onlyPage } from '../../../src/service/schema/page';
import { WallClock } from '../../../src/domain/time/wallClock';
import { Secret } from '../../../src/service/secret';
import { SecurityLive } from '../../../src/ui/security/securityLive';
import { bookView } from '../../../src/ui/security/securityViews';
import { watchQuote } from '../../../src/ui/watchlist/watchQuote';
import { FakeAccess, fakeClient, signedInState } from '../../../test/support/fakeAccess';
import { aQuote } from '../../../test/support/builders/quoteBuilders';
import { FeedMeter } from './feedMeter';
import { symbols } from './feedSymbols';
import { PageRelay } from './pageRelay';
import type { Told } from './pageRelay';

/** As many rows as a high side bar and a large window show. */
const [watchedRows, portfolioRows] = [40, 100];

const meter = new FeedMeter();
const clock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };
const timers: Timers = {
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};
const log = { trace: () => undefined, debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const nothing = { dispose: () => undefined };
const address = process.argv[2] ?? '';
const access = new FakeAccess(
  fakeClient({
    beyond: {
      snapshot: async ({ codes }) =>
        onlyPage({
          items: codes.map((code) => aQuote(code, { name: `Name of ${code}`, lastPrice: '400', updatedAt: Date.now() - 5_000 })),
          unreadable: [],
        }),
      marketStates: async ({ codes }) => codes.map((code) => ({ code, name: '', state: 'MORNING' })),
    },
  }),
);
access.current = { ...signedInState, connection: { ...signedInState.connection, ...{ baseUrl: address.replace(/^ws/, 'http') } } };
let text: string | undefined;
const market = new LiveMarket({
  access,
  addresses: new FeedAddresses(access, { url: () => '', onDidChange: () => nothing }, { get: () => undefined, set: async () => undefined }),
  loadClient: async () => {
    const open = createFeedSockets(() => ({}));
    return createFeedClient((url, listener) => {
      const message = (frame: string): void => {
        meter.pushes += 1;
        listener.message(frame);
      };
      return open(url, { ...listener, message });
    });
  },
  credentials: async () => ({ type: 'oauth2', token: new Secret('token of the benchmark') }),
  clock,
  timers,
  random: Math.random,
  log,
  drops: new DropLog({ log, clock }),
  shared: new SharedQuotes({ read: async () => text, write: async (written) => void (text = written) }),
  locks: { tryAcquire: async () => ({ name: '', release: async () => undefined }), acquire: async () => undefined },
  focus: { isFocused: true, onDidChange: () => nothing },
  serverMs: () => Date.now(),
});

const relay = new PageRelay();
const post: PageRelay['post'] = (page, message, told) => {
  meter.repaints += 1;
  relay.post(page, message, told);
};

const wallClock = new WallClock();
const timeText = (at: number): string => wallClock.text('Asia/Hong_Kong', at);
const daylines = new Daylines({ client: async () => access.client(), clock, timers });
daylines.onDidChange((lines) => post('watchlist', { type: 'lines', body: Object.fromEntries(lines) }));
const watchlist = market.book.watch('page', (changes: QuoteChanges) => {
  daylines.follow(changes);
  const quotes = [...changes].map(([symbol, quote]) => {
    meter.shown(quote.at);
    return [symbol, watchQuote(quote, { timeText, isOld: market.isOld(symbol), isDenied: market.isDenied(symbol) })] as const;
  });
  const told = quotes.map(([symbol, { last }]): Told => [symbol, last, changes.get(symbol)?.at ?? 0]);
  post('watchlist', { type: 'quotes', body: Object.fromEntries(quotes) }, told);
});
watchlist.show(symbols.slice(0, watchedRows));
const portfolio = market.book.watch('table', (changes: QuoteChanges) =>
  post(
    'portfolio',
    {
      type: 'prices',
      body: [...changes.values()].map(({ symbol, lastPrice, previousClose }) => ({
        ...{ symbol, last: lastPrice, previousClose },
        isOld: market.isOld(symbol),
        at: null,
        extended: null,
      })),
    },
    [...changes.values()].map(({ symbol, lastPrice, at }) => [symbol, lastPrice, at]),
  ),
);
portfolio.show(symbols.slice(watchedRows, watchedRows + portfolioRows));
// Watched but currently invisible, like rows of a tree that are scrolled out of view.
market.book.watch('tree', () => undefined).show(symbols.slice(watchedRows + portfolioRows));
const [first = ''] = symbols;
const snapshot = aQuote(first, { lastPrice: '400' });
const page = new SecurityLive(first, {
  brokersChanged: () => undefined,
  market,
  timers,
  priceChanged: () => {
    const quote = page.follow(snapshot);
    post(
      'security',
      { type: 'quote', body: { kind: 'ready', value: { quote, readAt: market.nowMs(), isOld: page.isExpired }, problem: '' } },
      [['price', quote.lastPrice, quote.updatedAt ?? 0]],
    );
  },
  depthChanged: (depth) =>
    post('security', { type: 'book', body: { kind: 'ready', value: bookView(depth, { isLive: page.followsDepth }), problem: '' } }, [
      ['book', depth.bids[0]?.volume ?? '', depth.at ?? 0],
    ]),
  ticksChanged: (ticks) => post('security', { type: 'ticks', body: ticks }),
});
page.setVisible(true);

if (process.argv[4] === 'pages') void relay.listen().then((pages) => process.send?.({ pages }));
void meter.run(Number(process.argv[3])).then((figures) => {
  process.send?.({ ...figures, state: market.status.feed.kind });
  process.exit(0);
});
