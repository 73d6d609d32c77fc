import { fromLivePosition } from '../../../src/app/positions/holdings';
import { positionsCsv } from '../../../src/app/positions/positionsExport';
import { beancountText, ghostfolioJson, portfolioPerformanceCsv } from '../../../src/app/orders/lists/executionForms';
import { accountFacts } from '../../../src/app/orders/write/limits/accountFacts';
import { QuoteBook } from '../../../src/app/quotes/quoteBook';
import { isMet, mayBeSplitDay } from '../../../src/domain/alerts/alert';
import type { AlertRule } from '../../../src/domain/alerts/alert';
import { eventCells } from '../../../src/domain/calendar/calendarText';
import { fillStanding } from '../../../src/domain/market/fill';
import { isSameSecurity } from '../../../src/domain/market/security';
import { isTyped } from '../../../src/domain/market/typedSecurity';
import type { AccountFacts } from '../../../src/domain/orders/limits/accountLimits';
import { readHolding } from '../../../src/domain/positions/holding';
import { bucketSums } from '../../../src/domain/positions/portfolio';
import type { BucketSum } from '../../../src/domain/positions/portfolio';
import { daySums } from '../../../src/domain/security/day/daySums';
import type { DaySums } from '../../../src/domain/security/day/daySums';
import { livePositions } from '../../../src/service/endpoints/accounts/livePositions';
import { orderFills } from '../../../src/service/endpoints/orders/history';
import { orders as ordersEndpoint } from '../../../src/service/endpoints/orders/orders';
import { snapshot } from '../../../src/service/endpoints/quotes/snapshot';
import type { FillRecord } from '../../../src/service/endpoints/tradingRecords';
import { contents, onlyPage } from '../../../src/service/schema/page';
import type { ListPage } from '../../../src/service/schema/page';
import { parseJson } from '../../../src/service/schema/json';
import type { JsonObject } from '../../../src/service/schema/json';
import { listOf } from '../../../src/service/lists/list';
import type { LivePosition, OrderRecord } from '../../../src/service/records';
import type { SnapshotQuote } from '../../../src/service/marketRecords';
import { PortfolioModel } from '../../../src/webview/portfolio/model';
import { fakeClient } from '../../support/fakeAccess';
import { FakeTime } from '../../support/machine/fakeTime';
import { reviewedDay } from './judgePages';
import type { Pages, Records } from './pages';
import { decimal } from './world';
import type { ExDate, Fill, OpenOrder, Position, Quote, Security, World } from './world';

/** What the product makes of a world: read off the wire by its client, and taken through limits, sums, alerts, pages, and exports. */
export interface Made {
  readonly facts: AccountFacts;
  /** The portfolio before prices came, and with them. */
  readonly sums: readonly BucketSum[];
  readonly rows: readonly { readonly id: string; readonly percent: boolean; readonly value: string; readonly profit: string }[];
  /** Symbols of the table of positions, in its order. */
  readonly symbols: readonly string[];
  /** IDs of the orders that pages find by the code of the security. */
  readonly found: readonly string[];
  readonly day: DaySums;
  readonly files: { readonly ghostfolio: string; readonly portfolio: string; readonly beancount: string };
  readonly undone: number;
  /** By code, whether an alert fires. */
  readonly fired: ReadonlyMap<string, { readonly above: boolean; readonly below: boolean; readonly moved: boolean }>;
  readonly pages: Pages;
  /** The date of each ex-date for viewers in several zones. */
  readonly exDates: readonly (readonly string[])[];
}

/** A fault on the way, which the judge must see. */
export interface Bent {
  /** Which positions and orders are taken for those of a security. */
  readonly isOf?: (sent: string, code: string) => boolean;
  /** The last price of a quote that has none. */
  readonly noPrice?: string;
  readonly statusOf?: (status: string) => string;
  /** Whether events are dates of an exchange. */
  readonly areDays?: boolean;
  readonly ratioIsValid?: boolean;
  /** By how much the clock of the viewer is ahead of the exchange's, where pages and files take it for that of the exchange. */
  readonly aheadMs?: number;
}

/** The pages of a world: the editor's side, which is loaded apart, with a stand-in for the editor. */
export type PagesOf = (records: Records) => Promise<Pages>;

const alertPercent = '5';
export const viewers = ['America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati', 'UTC'];

const place = { path: '', request: undefined } as never;
const response = { sentAt: 0, receivedAt: 0 };
const account = { id: '8001', name: '8001', kind: 'live', markets: [], source: 'service' } as const;
const nowMs = Date.UTC(2026, 10, 27, 12);
const never = { signal: new AbortController().signal };

/** As it comes off the wire. */
function wire(body: unknown): JsonObject {
  return parseJson(JSON.stringify(body)) as JsonObject;
}

function itemsOf<T>(page: ListPage<T>): readonly T[] {
  const { items, unreadable } = page[contents];
  if (unreadable.length > 0) throw new Error(`unreadable: ${unreadable[0]?.raw ?? ''}`);
  return items;
}

function readPositions(positions: readonly Position[], isValid: boolean | undefined): readonly LivePosition[] {
  const d = positions.map(({ code, side, quantity, price, profit, isPaidBack, currency }) => {
    const value = quantity * price;
    const paid = side === 'SHORT' ? value + profit : value - profit;
    return {
      ...{ position_side: side, code, stock_name: '', qty: String(quantity), can_sell_qty: String(quantity) },
      ...(currency === '' ? {} : { currency }),
      ...{ nominal_price: decimal(price), market_val: decimal(value), pl_val: decimal(profit) },
      pl_ratio: isPaidBack || paid <= 0n ? '0' : decimal((profit * 10_000n) / paid),
      pl_ratio_valid: isValid ?? (!isPaidBack && paid > 0n),
      ...{ cost_price: isPaidBack ? '-3' : decimal(price), cost_price_valid: !isPaidBack },
    };
  });
  return itemsOf(livePositions.decode(wire({ s: 'ok', d }), place, response));
}

function readOrders(orders: readonly OpenOrder[]): readonly OrderRecord[] {
  const d = orders.map(({ id, of, code, side, status, quantity, filled, price }) => ({
    ...{
      order_id: `O${String(id)}`,
      code,
      side,
      order_status: status,
      qty: String(quantity),
      dealt_qty: String(filled),
      price: decimal(price),
    },
    ...{
      security_type: { share: 'STOCK', future: 'FUTURES', combination: 'MULTILEG_OPTION' }[of.kind],
      order_type: 'LIMIT',
      create_time: 1,
    },
  }));
  return itemsOf(ordersEndpoint.decode(wire({ s: 'ok', d: { orders: d, page_flag: '', completed: true } }), place, response));
}

function readFills(fills: readonly Fill[], statusOf: (status: string) => string): readonly FillRecord[] {
  const d = fills.map(({ id, code, side, quantity, price, status, atMs }) => ({
    ...{ deal_id: id, order_id: 'O', code, stock_name: '', trd_side: side, qty: String(quantity), price: decimal(price) },
    ...{ create_time: atMs * 1000, updated_time: atMs * 1000, status: statusOf(status) },
  }));
  return itemsOf(orderFills.decode(wire({ s: 'ok', d: { order_fills: d, page_flag: '', completed: true } }), place, response));
}

function readQuotes(quotes: readonly Quote[], noPrice: string | undefined): readonly SnapshotQuote[] {
  const list = quotes.map(({ of, last, close }) => ({
    ...{ code: of.code, name: '', update_time: nowMs, last_price: Number(decimal(last)), prev_close_price: Number(decimal(close)) },
    volume: last === 0n ? 0 : 1,
  }));
  const read = itemsOf(snapshot.decode(wire({ ret_code: 0, data: { snapshot_list: list } }), place, response));
  return noPrice === undefined ? read : read.map((quote) => (quote.lastPrice === '' ? { ...quote, lastPrice: noPrice } : quote));
}

async function factsOf(
  target: Security,
  positions: readonly LivePosition[],
  orders: readonly OrderRecord[],
  bent: Bent,
): Promise<AccountFacts> {
  const { isOf } = bent;
  const only = <T extends { readonly code: string }>(items: readonly T[]): ListPage<T> =>
    onlyPage({ items: isOf === undefined ? items : items.filter(({ code }) => isOf(code, target.code)), unreadable: [] });
  const client = fakeClient({ beyond: { livePositions: async () => only(positions), orders: async () => only(orders) } });
  return accountFacts(client, { accountId: '8001', orderId: '', exchange: 'US' }, target.code, { exposure: true, dayLoss: false }, never);
}

function firedOf(quotes: readonly SnapshotQuote[], truth: readonly Quote[], isNaive: boolean): Made['fired'] {
  const book = new QuoteBook({ timers: new FakeTime(), serverMs: () => nowMs, onDropped: () => undefined });
  book.watch('table', () => undefined).show(quotes.map(({ code }) => code));
  if (!isNaive) book.snapshots(quotes, nowMs);
  const fired = truth.map(({ of, close }) => {
    const quote = book.get(of.code);
    const fires = (rule: AlertRule): boolean => {
      if (isNaive) return rule.kind === 'below';
      return quote !== undefined && isMet(rule, quote) && !mayBeSplitDay(rule, quote);
    };
    const price = decimal(close);
    return [
      of.code,
      {
        above: fires({ kind: 'above', symbol: of.code, price }),
        below: fires({ kind: 'below', symbol: of.code, price }),
        moved: fires({ kind: 'dayChange', symbol: of.code, percent: alertPercent }),
      },
    ] as const;
  });
  book.dispose();
  return new Map(fired);
}

function exDatesOf(exDates: readonly ExDate[], areDays: boolean): Made['exDates'] {
  const none = { uniqueId: null, previous: null, predictive: null, announce: null, unit: null, currency: null };
  return exDates.map(({ of, atMs }) =>
    viewers.map((zone) => {
      const event = { ...none, country: '', text: `${of.code} ex-dividend`, time: atMs / 1000, star: 3 };
      return eventCells(event, { zone, areDays })[0] ?? '';
    }),
  );
}

/** The records as pages get them, with the faults on the way. */
function recordsOf(
  world: World,
  { positions, orders, fills, quotes }: Pick<Records, 'positions' | 'orders' | 'fills' | 'quotes'>,
  { isOf = () => true, aheadMs = 0, noPrice }: Bent,
): Records {
  const { code } = world.target;
  const found = <T extends { readonly code: string }>(records: readonly T[]): readonly T[] => records.filter((one) => isOf(one.code, code));
  return {
    ...{ positions: found(positions), orders: found(orders), code, day: reviewedDay(world), nowMs },
    fills: found(fills).map((fill) => ({ ...fill, createdAt: String(BigInt(fill.createdAt) + BigInt(aheadMs) * 1000n) })),
    quotes: quotes.map((quote) => (noPrice !== undefined && quote.lastPrice === '' ? { ...quote, lastPrice: noPrice } : quote)),
  };
}

/** Takes a world through the product. */
export async function make(world: World, pagesOf: PagesOf, bent: Bent = {}): Promise<Made> {
  const { target } = world;
  const [positions, orders] = [readPositions(world.positions, bent.ratioIsValid), readOrders(world.orders)];
  const fills = readFills(world.fills, bent.statusOf ?? ((status) => status));
  const quotes = readQuotes(world.quotes, undefined);
  const holdings = positions.map((position, at) => ({ ...fromLivePosition(position), id: String(at) }));
  const model = new PortfolioModel(() => nowMs);
  model.setData({
    accounts: [
      { key: 'a', id: '8001', name: '8001', kind: 'live', positions: holdings, isOld: false, loading: '', missing: [], updatedAt: nowMs },
    ],
    ...{ missing: [], unlisted: [], partial: [], aged: [], oldAsOf: '', isLoaded: true, isSandbox: false },
  });
  const sums = bucketSums(model.positions);
  model.setPrices(
    quotes.map(({ code, lastPrice, previousClose }) => ({
      ...{ symbol: code, last: bent.noPrice !== undefined && lastPrice === '' ? bent.noPrice : lastPrice, previousClose },
      ...{ at: null, isOld: false, extended: null },
    })),
  );
  const rows = model.positions.map(({ read }) => ({
    id: read.holding.id,
    percent: read.ratio.kind !== 'none' || read.basis !== undefined,
    value: read.holding.marketValue,
    profit: read.holding.profit,
  }));
  const state = {
    accounts: [{ account, list: listOf(holdings.map(readHolding)), updatedAtMs: nowMs }],
    directory: [],
  };
  const table = positionsCsv(state).replace('\ufeff', '').split('\r\n');
  const column = (table[0] ?? '').split(',').indexOf('symbol');
  const list = {
    name: 'fills' as const,
    accounts: [{ account, list: listOf(fills), updatedAtMs: nowMs, rows: fills }],
    range: undefined,
    exportedAtMs: nowMs,
  };
  const ghostfolio = ghostfolioJson(list);
  return {
    facts: await factsOf(target, positions, orders, bent),
    ...{ sums, rows },
    symbols: table.slice(1, holdings.length + 1).map((line) => line.split(',')[column] ?? ''),
    found: orders.filter(({ code }) => isTyped(target.code, code)).map(({ orderId }) => orderId),
    day: daySums(
      fills
        .filter(({ code }) => (bent.isOf ?? isSameSecurity)(code, target.code))
        .map(({ side, quantity, price, status }) => ({ side, quantity, price, standing: fillStanding(status) })),
    ),
    files: { ghostfolio: ghostfolio.text, portfolio: portfolioPerformanceCsv(list).text, beancount: beancountText(list).text },
    undone: ghostfolio.undone,
    pages: await pagesOf(recordsOf(world, { positions, orders, fills, quotes }, bent)),
    fired: firedOf(quotes, world.quotes, bent.noPrice !== undefined),
    exDates: exDatesOf(world.exDates, bent.areDays ?? true),
  };
}
