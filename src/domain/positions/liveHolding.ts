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

/**
 * A holding at the latest price, with its day.
 *
 * @param quote - Undefined if none is known: the holding keeps the price that it came with.
 * @param isOld - The price was not confirmed for too long.
 * @param isFresh - See {@link isFreshRead}: the price's change since then belongs to the day that the service reported.
 */
export function holdingToday(
  read: ReadHolding,
  quote: Pick<LiveQuote, 'lastPrice' | 'previousClose'> | undefined,
  { isOld, isFresh }: { readonly isOld: boolean; readonly isFresh: boolean },
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
