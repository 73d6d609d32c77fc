import { fixed, fixedText, rounded, shortText } from '../../decimalText';
import { fateOf, likeLiveOrders } from '../../fates';
import type { OrderRecord } from '../../fates';
import type { PlacedOrderState } from '../../state/records';
import type { Security } from '../../securities/securities';
import { prefixOf, allSecurities, unusualSecurities } from '../../securities/securities';

export type OrderType = Order['type'];

type Kept = Omit<PlacedOrderState, 'code' | 'rule' | 'session' | 'market' | 'isExpired' | 'enteredMs'>;

/** An order as the sandbox keeps it; quantities and prices are texts, and times Unix milliseconds. */
export interface Order extends OrderRecord, Kept {
  readonly security: Security;
  /** Fields of the orders that the market deals with: those placed by callers, and those of the start since a change brought them to it. */
  readonly placed?: PlacedOrder;
}

export interface PlacedOrder {
  /** The word that determines its outcomes; empty for an ordinary order. See docs/sandbox.md. */
  readonly rule: string;
  readonly session: string;
  /** The market integer of its paper account; undefined for a live order. */
  readonly market: number | undefined;
  /** It ended with its trading day. */
  readonly isExpired?: boolean;
  /** It was there at the start, and no change has brought it to the market. */
  readonly isOfStart?: boolean;
  /** When a change brought an order of the start to the market, in Unix milliseconds. */
  readonly enteredMs?: number | undefined;
  /** No list contains it before this time. */
  readonly hiddenUntilMs?: number;
}

/** The word that determines the responses to requests about an order: the first word of its remark, or the beginning of its ID. */
export function ruleOf({ id, placed }: Order): string {
  return placed === undefined ? id.slice(0, id.indexOf('-')) : placed.rule;
}

/** Whether a change may bring it to the market: it rests since the start, and its ID determines no other response. */
export function mayJoin(order: Order): boolean {
  return order.placed === undefined ? fateOf(ruleOf(order)).mayJoin === true : order.placed.isOfStart === true;
}

/** The final state of an order that is cancelled now. */
export function endedAs({ dealtQuantity }: Order): 'CANCELLED_PART' | 'CANCELLED_ALL' {
  return /[1-9]/.test(dealtQuantity) ? 'CANCELLED_PART' : 'CANCELLED_ALL';
}

/** Types that require a trigger price (Spec, PUT order, aux_price). */
export function needsTrigger(type: OrderType): boolean {
  return ['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED'].includes(type);
}

/** Types with a limit price; the others have zero. */
export function hasLimit(type: OrderType): boolean {
  return ['LIMIT', 'AUCTION_LIMIT', 'STOP_LIMIT', 'LIMIT_IF_TOUCHED'].includes(type);
}

/** Whether the order can still change. */
export function isOpen({ status }: Order): boolean {
  return status === 'SUBMITTED' || status === 'FILLED_PART';
}

/** Whether the order is in a final state. */
export function hasEnded(order: Order): boolean {
  return !isOpen(order) && order.status !== 'SUBMITTING';
}

const futuresExchanges: Readonly<Record<string, string>> = {
  'HK.HSImain': 'HKFE',
  'HK.MHImain': 'HKFE',
  'US.ESmain': 'CME',
  'US.6Jmain': 'CME',
  'US.CLmain': 'NYMEX',
  'US.GCmain': 'COMEX',
  'US.ZCmain': 'CBOT',
};
const stockExchanges: Readonly<Record<string, string>> = { HK: 'SEHK', SH: 'SSE', SZ: 'SZSE', SG: 'SGX' };

const prefixOfExchange = new Map(Object.entries(stockExchanges).map(([prefix, exchange]) => [exchange, prefix]));

/** A code as `HK.00700`; it may name the exchange, as documented for trading calls: `SEHK.00700`. */
export function withoutExchange(code: string): string {
  const [exchange = '', ...symbol] = code.split('.');
  return [prefixOfExchange.get(exchange) ?? exchange, ...symbol].join('.');
}

/** Every value of the Exchange type that this service knows. */
export const exchanges: readonly string[] = [
  'US',
  'CBOE',
  'SEHK',
  'HKFE',
  'SSE',
  'SZSE',
  'SGX',
  'JP',
  'KR',
  'CA',
  'CME',
  'CBOT',
  'NYMEX',
  'COMEX',
];

/** The exchange on which a security trades. */
export function exchangeOf({ code, type }: Security): string {
  const prefix = prefixOf(code);
  switch (type) {
    case 'FUTURES':
      return futuresExchanges[code] ?? 'CME';
    case 'OPTION':
      return prefix === 'US' ? 'CBOE' : 'HKFE';
    case 'STOCK':
    case 'ETF':
      return stockExchanges[prefix] ?? prefix;
  }
}

/** The value of `trd_market` under which an order is listed. */
export function tradingMarketOf({ security }: Pick<Order, 'security'>): string {
  const prefix = prefixOf(security.code);
  return security.type === 'FUTURES' ? 'FUTURES' : prefix === 'SH' || prefix === 'SZ' ? 'HKCC' : prefix;
}

/** Whether lists have orders for the security. Like-live ones have none for options, because no trading market names them: only `detail` has. */
export function isListed({ type }: Pick<Security, 'type'>, { likeLive }: { readonly likeLive: boolean }): boolean {
  return !likeLive || type !== 'OPTION';
}

type Row = readonly [id: string, code: string, type: OrderType, side: Order['side'], quantity: number, changes?: Partial<Order>];

const partly: Partial<Order> = { status: 'FILLED_PART' };

/** The orders of account 8001. The beginning of the ID determines the response to a change. */
const securitiesOrders: readonly Row[] = [
  ['OK-1', 'HK.00700', 'LIMIT', 'BUY', 300],
  ['OK-2', 'US.AAPL', 'STOP_LIMIT', 'SELL', 25, { timeInForce: 'GTC' }],
  ['OK-3', 'US.AAPL281215C230000', 'LIMIT', 'BUY', 4],
  ['OK-4', 'HK.00388', 'AUCTION_LIMIT', 'BUY', 500, { ...partly, dealtQuantity: '100' }],
  ['OK-5', 'SG.D05', 'LIMIT_IF_TOUCHED', 'BUY', 600, { timeInForce: 'GTC' }],
  ['ERR-1', 'US.TSLA', 'LIMIT', 'BUY', 10],
  ['ERR-2', 'HK.00005', 'STOP', 'SELL', 800],
  ['ERR-3', 'US.MSFT', 'MARKET', 'BUY', 5],
  ['ERR-4', 'HK.03690', 'AUCTION', 'BUY', 200],
  ['ERR-5', 'US.KO', 'MARKET_IF_TOUCHED', 'SELL', 120],
  ['CONFIRM-1', 'US.NVDA', 'LIMIT', 'BUY', 40],
  ['CONFIRM-2', 'HK.09988', 'STOP_LIMIT', 'SELL', 400],
  ['CONFIRM-3', 'US.NVDA281215P150000', 'LIMIT', 'SELL_SHORT', 2],
  ['CONFIRM-4', 'US.AMZN', 'LIMIT_IF_TOUCHED', 'BUY', 12],
  ['CONFIRM-5', 'HK.01810', 'LIMIT', 'BUY', 2_000, { ...partly, dealtQuantity: '600' }],
  ['BROWSER-1', 'US.GOOGL', 'LIMIT', 'BUY', 15],
  ['BROWSER-2', 'HK.01299', 'LIMIT', 'SELL', 1_200],
  ['BROWSER-3', 'US.JPM', 'STOP', 'SELL', 20],
  ['BROWSER-4', 'HK.02318', 'AUCTION_LIMIT', 'BUY', 1_500],
  ['BROWSER-5', 'US.DIS', 'LIMIT', 'BUY_BACK', 60],
  ['ASHARE-1', 'SH.600519', 'LIMIT', 'BUY', 100],
  ['ASHARE-2', 'SH.601318', 'LIMIT', 'BUY', 700],
  ['ASHARE-3', 'SH.600036', 'LIMIT', 'SELL', 400],
  ['ASHARE-4', 'SH.601988', 'LIMIT', 'BUY', 9_900],
  ['ASHARE-5', 'SH.688981', 'LIMIT', 'BUY', 200],
  ['SLOW-1', 'HK.00941', 'LIMIT', 'BUY', 1_000],
  ['SLOW-2', 'US.BRK.B', 'LIMIT', 'BUY', 8, { timeInForce: 'GTC' }],
  ['SLOW-3', 'HK.00066', 'STOP_LIMIT', 'SELL', 2_500],
  ['SLOW-4', 'US.AAPL', 'MARKET_IF_TOUCHED', 'SELL', 30],
  ['SLOW-5', 'HK.00001', 'LIMIT', 'BUY', 500],
  ['SZSE-1', 'SZ.300750', 'LIMIT', 'BUY', 100],
  ['DONE-1', 'HK.00939', 'LIMIT', 'BUY', 3_000, { status: 'FILLED_ALL', dealtQuantity: '3000' }],
  ['DONE-2', 'US.MSFT', 'LIMIT', 'SELL', 3, { status: 'CANCELLED_ALL', lastError: 'Canceled at the close' }],
];

/** The orders of account 8002, one of every type, and one whose ID must be escaped in a URL. */
const futuresOrders: readonly Row[] = [
  ['FUT-1', 'HK.HSImain', 'LIMIT', 'BUY', 2],
  ['FUT-2', 'HK.MHImain', 'MARKET', 'SELL', 5],
  ['FUT-3', 'HK.HSImain', 'AUCTION', 'BUY', 1],
  ['FUT-4', 'HK.MHImain', 'AUCTION_LIMIT', 'SELL', 3],
  ['FUT-5', 'US.CLmain', 'STOP', 'SELL', 4],
  ['FUT-6', 'US.6Jmain', 'STOP_LIMIT', 'BUY', 2, { timeInForce: 'GTC' }],
  ['FUT-7', 'US.GCmain', 'MARKET_IF_TOUCHED', 'BUY', 1],
  ['FUT-8', 'US.ZCmain', 'LIMIT_IF_TOUCHED', 'SELL', 6],
  ['FUT-9', 'US.ESmain', 'LIMIT', 'SELL_SHORT', 7, { ...partly, dealtQuantity: '2' }],
  ['EDGE/1 50% ü', 'US.ESmain', 'LIMIT', 'BUY', 1, { remark: 'An order id that must be escaped' }],
];

function order(account: string, nowMs: number, [id, code, type, side, quantity, changes]: Row, index: number): Order {
  const security = [...allSecurities, ...unusualSecurities].find((candidate) => candidate.code === code);
  if (security === undefined) {
    throw new RangeError(`no instrument ${code}`);
  }
  const reference = fixed(security.reference, security.digits);
  const limit = shortText(reference);
  const trigger = shortText(rounded({ units: (reference.units * (side === 'BUY' ? 102n : 98n)) / 100n, digits: reference.digits }, 9));
  const createdMs = nowMs - (index + 1) * 487_000;
  const dealt = changes?.dealtQuantity ?? '0';
  return {
    id,
    account,
    security,
    exchange: exchangeOf(security),
    side,
    type,
    status: 'SUBMITTED',
    timeInForce: 'DAY',
    quantity: String(quantity),
    price: hasLimit(type) ? limit : '0',
    auxPrice: needsTrigger(type) ? trigger : '0',
    dealtQuantity: dealt,
    dealtPrice: dealt === '0' ? '0' : fixedText(reference),
    createdMs,
    updatedMs: createdMs + 1_250,
    lastError: '',
    remark: '',
    ...changes,
  };
}

/** In a like-live world: changes that are accepted but never applied. */
const unreliableOrders: readonly Row[] = [
  ['LATE-1', 'HK.00700', 'LIMIT', 'SELL', 200],
  ['LATE-2', 'US.MSFT', 'LIMIT', 'BUY', 6],
  ['HANG-1', 'US.NVDA', 'LIMIT', 'BUY', 30],
  ['HANG-2', 'HK.00005', 'LIMIT', 'BUY', 400],
];

/** Limits at zero and below it, which futures may have. Not where orders keep to the specification, which has no sign. */
const signedOrders: readonly Row[] = [
  ['FUT-10', 'US.CLmain', 'LIMIT', 'BUY', 1, { price: '-37.63' }],
  ['FUT-11', 'US.ZCmain', 'LIMIT', 'BUY', 2, { price: '0' }],
];

/** In a like-live world, as recorded: a combination that brings money, which no list has, and figures that say that there are none. */
const unusualOrders: readonly Row[] = [
  ['COMBO-1', 'US.AAPL281215C230000', 'LIMIT', 'SELL', 2, { price: '-1.20' }],
  ['RCI-1', 'CA.RCI.B', 'LIMIT', 'BUY', 100],
  ['RCI-2', 'SG.H78', 'LIMIT', 'BUY', 100],
];

interface StartOptions {
  readonly likeLive?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly moreOrders?: number | undefined;
}

/** The initial orders of all live accounts, the newest first. */
export function initialOrders(nowMs: number, { likeLive = false, strict = false, moreOrders = 0 }: StartOptions = {}): readonly Order[] {
  const more = Array.from({ length: moreOrders }, (_, at): Row => [
    `MANY-${at + 1}`,
    at % 2 === 0 ? 'HK.00700' : 'US.AAPL',
    'LIMIT',
    'BUY',
    400,
  ]);
  const orders = [
    ...[...securitiesOrders, ...more].map((row, index) => order('8001', nowMs, row, index)),
    ...[...futuresOrders, ...(strict ? [] : signedOrders)].map((row, index) => order('8002', nowMs, row, index)),
  ];
  if (!likeLive) return orders;
  const unreliable = [...unreliableOrders, ...unusualOrders].map((row, index) => order('8001', nowMs, row, orders.length + index));
  return [...orders, ...unreliable].map((known) => ({ ...known, ...likeLiveOrders[known.id] }));
}
