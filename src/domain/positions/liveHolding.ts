import { mayBeSplit } from '../market/price';
import { absolute, parseAmount, percentOf, plainAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import type { LiveQuote } from '../quotes/liveQuote';
import { bareCode, exchangeZone, isShare } from '../market/security';
import { dayNumber } from '../time/zones';
import { dayProfit, isProduct } from './dayProfit';
import { dayFigures, readHolding } from './holding';
import type { ReadHolding } from './holding';

const one: Amount = 10n ** 18n;
const moneyDecimals = 2;

/**
 * A holding at the latest price: price, market value, P&L, and its percentage are recalculated, everything else stays.
 *
 * Only if the service's own figures show that the market value is price times quantity: options and futures have multipliers that it does not
 * report, and a wrong amount is worse than an older one. Returns the same object if nothing changes.
 */
export function liveHolding(read: ReadHolding, quote: Pick<LiveQuote, 'lastPrice'> | undefined): ReadHolding {
  const last = parseAmount(quote?.lastPrice ?? '');
  const { holding, marketValue, profit } = read;
  const price = parseAmount(holding.price);
  const quantity = parseAmount(holding.quantity);
  if (last === undefined || last <= 0n || price === undefined || last === price || quantity === undefined || marketValue === undefined)
    return read;
  if (isSplit(read, price, last)) return read;
  // It is not known whether a position of an unknown side gains when the price rises.
  if (holding.side === 'other' || !isProduct(marketValue, price, quantity)) return read;
  const newValue = (marketValue < 0n ? -1n : 1n) * absolute((last * quantity) / one);
  // A short position that is carried as a positive amount loses what its value gains.
  const gain = holding.side === 'short' && marketValue > 0n ? marketValue - newValue : newValue - marketValue;
  const newProfit = profit === undefined ? undefined : profit + gain;
  const percent = newProfit === undefined || read.basis === undefined || read.basis === 0n ? undefined : percentOf(newProfit, read.basis);
  return readHolding({
    ...holding,
    price: quote?.lastPrice ?? holding.price,
    marketValue: plainAmount(newValue, moneyDecimals),
    profit: newProfit === undefined ? holding.profit : plainAmount(newProfit, moneyDecimals),
    ...withGain(holding, gain),
    profitRatio: percent === undefined ? holding.profitRatio : plainAmount(percent, moneyDecimals),
  });
}

/** What is realized stays when the price moves. */
function withGain({ unrealizedProfit = '' }: ReadHolding['holding'], gain: Amount): { readonly unrealizedProfit?: string } {
  const unrealized = parseAmount(unrealizedProfit);
  return unrealized === undefined ? {} : { unrealizedProfit: plainAmount(unrealized + gain, moneyDecimals) };
}

/** The quantity of a position may be from before a split, and its quote from after it: the service's own figures stay until they agree. */
function isSplit({ holding, marketValue }: ReadHolding, own: Amount | undefined, last: Amount | undefined): boolean {
  if (own === undefined || marketValue === undefined || !mayBeSplit(own, last)) return false;
  const quantity = parseAmount(holding.quantity);
  // Options and futures may move so far in a day.
  const mayBeShare = bareCode(holding.symbol) === holding.symbol || isShare(holding.symbol, 'unknown');
  return mayBeShare && quantity !== undefined && isProduct(marketValue, own, quantity);
}

/** The service's figures for a day may be for the previous day if they are this old. */
const freshForMs = 10 * 60_000;
/** Every zone's offset from UTC is a multiple of this, so two instants within one interval have the same date everywhere. */
const quarterMs = 15 * 60_000;

/** True if the service reported a position a moment ago, and on the current day of its market. */
export function isFreshRead(symbol: string, readAtMs: number | null | undefined, nowMs: number): boolean {
  if (readAtMs === undefined || readAtMs === null || nowMs - readAtMs >= freshForMs) return false;
  if (Math.floor(readAtMs / quarterMs) === Math.floor(nowMs / quarterMs)) return true;
  const zone = exchangeZone(symbol);
  return dayNumber(zone, readAtMs) === dayNumber(zone, nowMs);
}

/** Two prices of one moment may be read and written this far apart. */
const sameMomentMs = 60_000;
/** A halt that is longer than any trading day. */
const haltMs = 24 * 3_600_000;

/** The price at which positions are shown, if one is followed. */
export interface FollowedPrice extends Pick<LiveQuote, 'lastPrice' | 'previousClose'> {
  /** Unix milliseconds of the price; undefined if nobody knows. */
  readonly at?: number | null | undefined;
  /** Nobody can trade it at present. */
  readonly isSuspended?: boolean;
}

/** How current a position and its price are. */
export interface HoldingAge {
  /** The price was not confirmed for too long. */
  readonly isOld: boolean;
  /** See {@link isFreshRead}: the price's change since then belongs to the day that the service reported. */
  readonly isFresh: boolean;
  /** When the position was read, with the service's own price, in Unix milliseconds. */
  readonly readAtMs?: number | null | undefined;
}

/** A holding at the latest price, with its day: the service's own price counts if it is newer, such as beside delayed quotes. */
export function holdingToday(read: ReadHolding, quote: FollowedPrice | undefined, { isOld, isFresh, readAtMs }: HoldingAge): ReadHolding {
  // What has been halted for days has moved on another one than the service's day.
  const isHalted = quote?.isSuspended === true && (readAtMs ?? 0) - (quote.at ?? Infinity) > haltMs;
  if (isHalted) return holdingAt(read, { ...quote, previousClose: '' }, { isOld, isFresh });
  if (quote !== undefined && isBehind(read, quote, readAtMs)) return holdingAt(read, { ...quote, lastPrice: '' }, { isOld: true, isFresh });
  return holdingAt(read, quote, { isOld, isFresh });
}

/** The position was read after the price, and has another. */
export function isBehind(read: ReadHolding, { lastPrice, at }: FollowedPrice, readAtMs: number | null | undefined): boolean {
  if (at === undefined || at === null || at >= (readAtMs ?? 0) - sameMomentMs) return false;
  const own = parseAmount(read.holding.price);
  return own !== undefined && own > 0n && own !== parseAmount(lastPrice);
}

/** @param quote - Undefined if none is known: the holding keeps the price that it came with. */
function holdingAt(
  read: ReadHolding,
  quote: FollowedPrice | undefined,
  { isOld, isFresh }: Pick<HoldingAge, 'isOld' | 'isFresh'>,
): ReadHolding {
  if (!isFresh && read.day.kind === 'stated') return { ...liveHolding(read, quote), day: { kind: 'unknown', gap: 'oldPrice' } };
  if (quote === undefined) return read;
  if (isSplit(read, parseAmount(read.holding.price), parseAmount(quote.lastPrice)))
    return read.day.kind === 'stated' ? read : { ...read, day: { kind: 'unknown', gap: 'split' } };
  const live = liveHolding(read, quote);
  const isOfQuote = parseAmount(live.holding.price) === parseAmount(quote.lastPrice);
  const day = dayProfit(dayFigures(read.day.kind === 'stated' ? read : live), {
    previousClose: quote.previousClose,
    // A price of another day and this day's close say nothing about one day.
    isOld: isOld || !(isFresh || isOfQuote),
  });
  // Each profit is the service's plus the price's change since.
  const since = !isOld && day.kind === 'stated' ? (live.profit ?? 0n) - (read.profit ?? 0n) : 0n;
  return { ...live, day: day.kind === 'unknown' ? day : { ...day, amount: day.amount + since } };
}
