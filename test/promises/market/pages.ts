import { fillsCsv, listJson, ordersCsv } from '../../../src/app/orders/lists/ordersExport';
import { positionsJson } from '../../../src/app/positions/positionsExport';
import { QuoteBook } from '../../../src/app/quotes/quoteBook';
import { DayReview } from '../../../src/app/security/dayReview';
import { OwnFills } from '../../../src/app/security/ownFills';
import type { Account } from '../../../src/app/session/accounts/accounts';
import { canonicalCode } from '../../../src/domain/market/security';
import { dateAt } from '../../../src/domain/security/day/marketDay';
import type { FillRecord } from '../../../src/service/endpoints/tradingRecords';
import { seen } from '../../../src/service/lists/list';
import type { SnapshotQuote } from '../../../src/service/marketRecords';
import type { LivePosition, OrderRecord } from '../../../src/service/records';
import type { ListPage } from '../../../src/service/schema/page';
import { orderRow } from '../../../src/ui/orders/page/ordersPageData';
import { OwnSecurities } from '../../../src/ui/quotes/ownSecurities';
import { quoteHover } from '../../../src/ui/quotes/quoteHover';
import { dayReviewView } from '../../../src/ui/security/day/dayView';
import { fillsView } from '../../../src/ui/security/fillsView';
import { ordersOf, positionsOf } from '../../../src/ui/security/securityViews';
import { watchHolding } from '../../../src/ui/watchlist/watchHolding';
import { watchQuote } from '../../../src/ui/watchlist/watchQuote';
import { distanceText, orderValue } from '../../../src/webview/orders/orderFigures';
import { booksOf } from '../../support/builders/books';
import { pageOf } from '../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../support/fakeAccess';
import { FakeTime } from '../../support/machine/fakeTime';

/** The records of a world as the client reads them, and the security whose pages are open. */
export interface Records {
  readonly positions: readonly LivePosition[];
  readonly orders: readonly OrderRecord[];
  readonly fills: readonly FillRecord[];
  readonly quotes: readonly SnapshotQuote[];
  readonly code: string;
  /** The day that is reviewed, as the exchange counts days. */
  readonly day: string;
  readonly nowMs: number;
}

/** What the extension host tells its pages and hovers of these records, and writes into files: everything for one security but the files. */
export interface Pages {
  readonly security: {
    readonly positions: readonly { readonly quantity: string; readonly symbol: string }[];
    readonly orders: readonly string[];
    /** Date of each mark on the chart, in the time of the exchange. */
    readonly marks: readonly { readonly date: string; readonly isBuy: boolean }[];
    readonly unmarked: number;
  };
  readonly review: {
    readonly fills: readonly { readonly isUndone: boolean; readonly isBuy: boolean | undefined }[];
    /** As the page shows them: `Bought`, `300 @ 5 = 1,500`. */
    readonly facts: Readonly<Record<string, string>>;
  };
  /** The rows of the watchlist, by code; undefined for a code without a quote. */
  readonly watchlist: ReadonlyMap<
    string,
    { readonly last: number | null; readonly change: number | null; readonly percent: number | null }
  >;
  readonly watched: { readonly position: string; readonly day: string } | null;
  readonly hover: { readonly cards: ReadonlyMap<string, string>; readonly own: readonly string[] };
  /** Figures in the rows of the orders page. */
  readonly orders: readonly { readonly id: string; readonly value: string; readonly distance: string }[];
  readonly files: {
    readonly fills: string;
    readonly fillsJson: string;
    readonly orders: string;
    readonly positions: string;
  };
}

const account: Account = { id: '8001', name: 'Margin', kind: 'live', markets: [], source: 'service' };
const { signal } = new AbortController();
const never = async (): Promise<never> => new Promise(() => undefined);

export async function pagesOf({ positions, orders, fills, quotes, code, day, nowMs }: Records): Promise<Pages> {
  const time = new FakeTime(nowMs);
  const none = async (): Promise<ListPage<never>> => pageOf<never>([]);
  const access = new FakeAccess(
    fakeClient({
      tradingDays: async () => Promise.resolve({ kind: 'days', days: [] }),
      hotCalendar: none,
      beyond: {
        liveAccounts: async () => pageOf([{ id: account.id, kind: 'live' as const, title: account.name, markets: [] }]),
        simulatedAccounts: none,
        livePositions: async () => pageOf(positions),
        orders: async () => pageOf(orders),
        ...{ orderHistory: none, orderFills: none, fillHistory: async () => pageOf(fills) },
        ...{ currentCandles: never, historyCandles: never },
      },
    }),
  );
  const books = booksOf({ access, time });
  await books.directory.read(['live', 'simulated'], { maxAgeMs: 0 }, signal);
  const held = await books.positions.read({ maxAgeMs: 0 }, signal);
  const listed = await books.orders.read({ maxAgeMs: 0 }, signal);
  const listedOrders = (listed.accounts ?? []).flatMap(({ list }) => (list === undefined ? [] : seen(list).items));
  const shared = { parts: books.parts, symbol: code, changed: () => undefined };
  const exported = { account, updatedAtMs: nowMs };
  const [own] = listed.accounts ?? [];
  const list = { range: undefined, exportedAtMs: nowMs };
  const fillList = { ...list, name: 'fills' as const, accounts: [{ ...exported, list: undefined, rows: fills }] };
  const book = new QuoteBook({ timers: time, serverMs: () => nowMs, onDropped: () => undefined });
  book.watch('table', () => undefined).show(quotes.map((quote) => quote.code));
  book.snapshots(quotes, nowMs);
  try {
    return {
      security: {
        ...partsOf(held, listed, code),
        ...(await marksOf(new OwnFills(shared), code, nowMs)),
      },
      review: await reviewOf(
        new DayReview({ ...shared, orders: () => books.orders.state, attempts: async () => Promise.resolve([]), nowMs: () => nowMs }),
        day,
      ),
      watchlist: new Map(
        quotes.flatMap(({ code: symbol }) => {
          const quote = book.get(symbol);
          if (quote === undefined) return [];
          const row = watchQuote(quote, { timeText: String, isOld: false, isDenied: false });
          return [[symbol, { last: row.sortLast, change: row.sortChange, percent: row.sortPercent }] as const];
        }),
      ),
      watched: watchHolding(held, code, {
        quote: book.get(code) ?? { lastPrice: '', previousClose: '' },
        ...{ isOld: false, nowMs, isPrivate: false, isSandbox: false },
      }),
      hover: {
        cards: new Map(
          quotes.flatMap(({ code: symbol }) => {
            const quote = book.get(symbol);
            const found = quote && { quote, isOld: false, connection: access.current.connection };
            return found === undefined ? [] : [[symbol, quoteHover(found, 'UTC').value] as const];
          }),
        ),
        own: (await new OwnSecurities({ access, books, timers: time, privacy: { isOn: false } }).lines(code)).notes,
      },
      orders: ordersPage(listedOrders, quotes),
      files: {
        fills: fillsCsv(fillList),
        fillsJson: listJson(fillList),
        orders: ordersCsv({ ...list, name: 'openOrders', accounts: [{ ...exported, list: own?.list, rows: listedOrders }] }),
        positions: positionsJson(held, nowMs),
      },
    };
  } finally {
    book.dispose();
  }
}

type Held = Parameters<typeof positionsOf>[0];
type Listed = Parameters<typeof ordersOf>[0][number];

function partsOf(held: Held, listed: Listed, code: string): Pick<Pages['security'], 'positions' | 'orders'> {
  const positions = positionsOf(held, code, false);
  const { view } = ordersOf([listed], code, false);
  if (positions.kind !== 'ready' || view.kind !== 'ready') throw new Error(`the page has ${positions.kind} positions, ${view.kind} orders`);
  return {
    positions: positions.value.map(({ holding: { quantity, symbol } }) => ({ quantity, symbol })),
    orders: view.value.map(({ orderId }) => orderId),
  };
}

async function marksOf(fills: OwnFills, code: string, nowMs: number): Promise<Pick<Pages['security'], 'marks' | 'unmarked'>> {
  await fills.read({ start: `${String(Date.UTC(2026, 0, 1))}000`, end: `${String(nowMs)}000`, isCurrent: true });
  const { marks } = fillsView(fills.state, code, false);
  const unmarked = fills.state.fills.length - marks.length;
  fills.dispose();
  return { marks: marks.map(({ time, isBuy }) => ({ date: dateAt('UTC', time * 1000), isBuy })), unmarked };
}

async function reviewOf(review: DayReview, day: string): Promise<Pages['review']> {
  void review.show(day);
  for (let turn = 0; review.state?.isListing !== false && turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (review.state === undefined) throw new Error('no day is reviewed');
  const { events, sums } = dayReviewView(review.state, false);
  review.dispose();
  return {
    fills: events.flatMap(({ kind, isUndone = false, isBuy }) => (kind === 'filled' ? [{ isUndone, isBuy }] : [])),
    facts: Object.fromEntries(sums.flatMap(({ facts }) => facts)),
  };
}

function ordersPage(orders: readonly OrderRecord[], quotes: readonly SnapshotQuote[]): Pages['orders'] {
  const prices = new Map(quotes.map((quote) => [quote.code, quote.lastPrice]));
  return orders.map((order) => {
    const row = orderRow(account, order);
    const symbol = canonicalCode(row.code);
    const last = prices.get(symbol);
    const price = last === undefined ? undefined : { symbol, last, tick: '', isOld: false, isExpired: false, note: '' };
    return { id: row.orderId, value: orderValue(row)?.amount ?? '', distance: distanceText(row, price) };
  });
}
