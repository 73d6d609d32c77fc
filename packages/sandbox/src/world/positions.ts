import type { SandboxLanguage } from '../types';
import { nameOf } from '../securities/language';
import type { SandboxAccount } from './accounts';
import type { Fixed } from '../decimalText';
import { fixed, fixedText, minus, percentOf, plus, rounded, shortText, times } from '../decimalText';
import type { Quotes } from './quotes';
import { createRandom } from '../random';
import type { Security } from '../securities/securities';
import { prefixOf, allSecurities } from '../securities/securities';

/** What changed a holding since the start. */
export interface HoldingTrade {
  readonly atMs: number;
  /** Negative if it was sold. */
  readonly quantity: bigint;
  readonly price: Fixed;
}

/** An account's holding of one instrument, independent of time. */
export interface Holding {
  readonly id: string;
  readonly security: Security;
  readonly short: boolean;
  readonly quantity: bigint;
  readonly available: bigint;
  readonly cost: Fixed;
  readonly averageBuy: Fixed;
  /** Opaque market integer of the service. */
  readonly market: number;
  /** It was opened after the previous close before the start. */
  readonly isOfToday: boolean;
  /** What was paid for the short sales since the start that are not bought back. */
  readonly proceeds: Fixed;
  /** The profit of what was closed of it since the start. */
  readonly realized: Fixed;
  /** The oldest first. */
  readonly trades: readonly HoldingTrade[];
}

/** The quantity in what its price is for, such as the shares of options. */
export function unitsOf({ contractSize }: Security, quantity: bigint): bigint {
  return quantity * BigInt(contractSize);
}

/** The quantity; negative if it was sold short. */
export function signedQuantity({ short, quantity }: Pick<Holding, 'short' | 'quantity'>): bigint {
  return short ? -quantity : quantity;
}

/** A holding at the prices of one instant. */
export interface ValuedHolding extends Holding {
  readonly price: Fixed;
  readonly marketValue: Fixed;
  readonly profit: Fixed;
  /** Percent. */
  readonly profitRatio: Fixed;
  /** Since the previous close; for what was traded on the day, from or to the price of the trade. */
  readonly dayProfit: Fixed;
}

/** The market integers of this service; they reveal nothing about the market. */
export const marketIntegers: Readonly<Record<string, number>> = { HK: 1, US: 2, SH: 3, SZ: 3, SG: 6, CA: 11, JP: 15, AU: 22 };
const futuresMarkets: Readonly<Record<string, number>> = { HK: 5, US: 10 };

/** The currency of a market integer; undefined if no market has it. */
export function currencyOf(market: number): string | undefined {
  return allSecurities.find((security) => security.type !== 'FUTURES' && marketOf(security) === market)?.currency;
}

export function marketOf({ code, type }: Security): number {
  return (type === 'FUTURES' ? futuresMarkets : marketIntegers)[prefixOf(code)] ?? 0;
}

const inMarkets = (count: number, ...prefixes: readonly string[]): readonly Security[] =>
  allSecurities.filter(({ code, type }) => type === 'STOCK' && prefixes.includes(prefixOf(code))).slice(0, count);
const ofType = (...types: readonly Security['type'][]): readonly Security[] => allSecurities.filter(({ type }) => types.includes(type));

/** The holders of positions; the simulated accounts have forty positions together. */
const portfolios: Readonly<Record<string, readonly Security[]>> = {
  'SIM-1001': [...inMarkets(12, 'HK'), ...inMarkets(6, 'SH', 'SZ'), ...inMarkets(3, 'SG'), ...inMarkets(3, 'JP')],
  'SIM-1002': [...inMarkets(10, 'US'), ...inMarkets(4, 'HK'), ...inMarkets(1, 'CA'), ...inMarkets(1, 'AU')],
  '8001': [...inMarkets(4, 'HK'), ...inMarkets(4, 'US'), ...inMarkets(2, 'SH'), ...ofType('OPTION')],
  '8002': ofType('FUTURES'),
  '281756479864562681': inMarkets(12, 'HK'),
  '281756479864562682': ofType('OPTION').filter(({ code }) => prefixOf(code) === 'US'),
  '281756479864562683': inMarkets(6, 'SH', 'SZ'),
  '281756479864562686': inMarkets(3, 'SG'),
  '281756479864562695': inMarkets(3, 'JP'),
  '281756479864562780': inMarkets(10, 'US'),
  '281756479864563781': inMarkets(4, 'HK'),
  '281756479864563880': inMarkets(5, 'US'),
};

/** For each live account, the position that was opened today. */
const newestIndex = 5;

/** Decimals of a cost as it is shown: an average has more. */
export function costDigits({ digits }: Security): number {
  return digits + 2;
}

function holding(seed: number, account: SandboxAccount, security: Security, index: number): Holding {
  const random = createRandom(seed, `position/${account.id}/${security.code}`);
  // Mainland shares cannot be sold short.
  const short = index % 4 === 2 && !['SH', 'SZ'].includes(prefixOf(security.code));
  const lots = BigInt(random.integer(1, security.type === 'STOCK' ? 40 : 6));
  const quantity = lots * BigInt(security.lot);
  const digits = costDigits(security);
  const cost = fixed(Math.max(1, Math.round(security.reference * (0.82 + random.next() * 0.36) * 100)), digits);
  const averageBuy = fixed(Math.max(1, Number(cost.units) + random.integer(-90, 90)), digits);
  return {
    id: String(7_000_000_000_000 + Number(account.cardNumber.slice(4, 8)) * 100_000 + index * 37 + 11),
    security,
    short,
    quantity,
    available: random.chance(0.2) ? quantity - BigInt(security.lot) : quantity,
    cost,
    averageBuy,
    // An account of one market uses its integer for all its positions.
    market: account.markets.length === 1 ? (account.markets[0] ?? 0) : marketOf(security),
    isOfToday: account.kind === 'live' && index === newestIndex,
    proceeds: fixed(0, 2),
    realized: fixed(0, 2),
    trades: [],
  };
}

/** The account's holdings, in a fixed order. */
export function holdingsOf(seed: number, account: SandboxAccount): readonly Holding[] {
  return (portfolios[account.id] ?? []).map((security, index) => holding(seed, account, security, index));
}

/** A holding of the day of the start at what was paid for it: one percent above the previous close. */
export function asBought(held: Holding, startMs: number, previousClose: (security: Security) => Fixed): Holding {
  if (!held.isOfToday) return held;
  const { units, digits } = previousClose(held.security);
  const cost = { units: units * 101n, digits: digits + 2 };
  return { ...held, cost, averageBuy: cost, trades: [{ atMs: startMs, quantity: signedQuantity(held), price: cost }] };
}

/** What a holding gained since the previous close: its value, less what it was worth then, less what was paid for it since. */
function dayProfitOf(held: Holding, price: Fixed, close: Fixed, openedMs: number): Fixed {
  const units = (quantity: bigint): bigint => unitsOf(held.security, quantity);
  const today = held.trades.filter(({ atMs }) => atMs >= openedMs);
  const carried = today.reduce((left, { quantity }) => left - quantity, signedQuantity(held));
  return today.reduce(
    (sum, trade) => plus(sum, times(minus(price, trade.price), units(trade.quantity))),
    times(minus(price, close), units(carried)),
  );
}

/** Values a holding; value, profit and ratio are calculated exactly from quantity, cost and price. */
export function valued(held: Holding, quotes: Quotes, nowMs: number): ValuedHolding {
  const price = quotes.last(held.security, nowMs);
  const { cost } = held;
  const units = unitsOf(held.security, held.quantity);
  const gain = held.short ? minus(cost, price) : minus(price, cost);
  const profit = rounded(times(gain, units), costDigits(held.security));
  return {
    ...held,
    price,
    marketValue: times(price, units),
    profit,
    profitRatio: percentOf(profit, times(cost, units)),
    dayProfit: dayProfitOf(held, price, quotes.previousClose(held.security, nowMs), quotes.openedMs(held.security, nowMs)),
  };
}

export interface RecordOptions {
  /** Symbols without the market's prefix, and the ratio as a fraction: -0.0446 for -4.46 %. */
  readonly likeLive?: boolean;
  readonly language?: SandboxLanguage;
}

/** The record of the specification (Spec, Position). */
export function positionRecord(
  held: ValuedHolding,
  { likeLive = false, language = 'en' }: RecordOptions = {},
): Readonly<Record<string, string | number>> {
  return {
    pstn_id: held.id,
    pstn_type: held.short ? 1 : 0,
    market: held.market,
    symbol: likeLive ? held.security.code.slice(held.security.code.indexOf('.') + 1) : held.security.code,
    stock_name: nameOf(held.security, language),
    qty: String(held.quantity),
    qty_avbl: String(held.available),
    cost_price: shortText(rounded(held.cost, costDigits(held.security))),
    buy_avg_price: shortText(rounded(held.averageBuy, costDigits(held.security))),
    cur_price: fixedText(held.price),
    mv: fixedText(held.marketValue),
    profit: fixedText(held.profit),
    profit_ratio: fixedText(likeLive ? { ...held.profitRatio, digits: held.profitRatio.digits + 2 } : held.profitRatio),
  };
}
