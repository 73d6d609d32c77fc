import { absolute, parseAmount, percentOf, plainAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import type { LiveQuote } from '../quotes/liveQuote';
import { exchangeZone } from '../security/exchangeZone';
import { dayNumber } from '../time/zones';
import { dayProfit, isProduct } from './dayProfit';
import { dayFigures, readHolding } from './holding';
import type { ReadHolding } from './holding';

const one: Amount = 10n ** 18n;
const moneyDecimals = 2;

/**
 * A holding at the latest price: price, market value, P&L and its percentage follow, everything else stays.
 *
 * Only where the service's own figures show that the market value is price times quantity: options and futures have
 * multipliers that nobody tells, and a wrong amount is worse than an older one. The same object where nothing follows.
 */
export function liveHolding(read: ReadHolding, quote: Pick<LiveQuote, 'lastPrice'> | undefined): ReadHolding {
  const last = parseAmount(quote?.lastPrice ?? '');
  const { holding, marketValue, profit } = read;
  const price = parseAmount(holding.price);
  const quantity = parseAmount(holding.quantity);
  if (last === undefined || last <= 0n || price === undefined || last === price || quantity === undefined || marketValue === undefined)
    return read;
  // Nobody knows whether a position of an unknown side gains when the price rises.
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
    profitRatio: percent === undefined ? holding.profitRatio : plainAmount(percent, moneyDecimals),
  });
}

/** What a service said of a day so long ago may be of the day before. */
const freshForMs = 10 * 60_000;
/** Every zone is some of these from UTC: two instants within one have the same date everywhere. */
const quarterMs = 15 * 60_000;

/** True where the service told a position a moment ago, and on this day of its market. */
export function isFreshRead(symbol: string, readAtMs: number | null | undefined, nowMs: number): boolean {
  if (readAtMs === undefined || readAtMs === null || nowMs - readAtMs >= freshForMs) return false;
  if (Math.floor(readAtMs / quarterMs) === Math.floor(nowMs / quarterMs)) return true;
  const zone = exchangeZone(symbol);
  return dayNumber(zone, readAtMs) === dayNumber(zone, nowMs);
}

/**
 * A holding at the latest price, with its day.
 *
 * @param quote - Undefined where nobody knows one: the holding stays at the price that it came with.
 * @param isOld - Nobody vouched for the price for too long.
 * @param isFresh - See {@link isFreshRead}: what the price did since belongs to the day that the service spoke of.
 */
export function holdingToday(
  read: ReadHolding,
  quote: Pick<LiveQuote, 'lastPrice' | 'previousClose'> | undefined,
  { isOld, isFresh }: { readonly isOld: boolean; readonly isFresh: boolean },
): ReadHolding {
  if (!isFresh && read.day.kind === 'stated') return { ...liveHolding(read, quote), day: { kind: 'unknown', gap: 'oldPrice' } };
  if (quote === undefined) return read;
  const live = liveHolding(read, quote);
  const isOfQuote = parseAmount(live.holding.price) === parseAmount(quote.lastPrice);
  const day = dayProfit({
    ...dayFigures(read.day.kind === 'stated' ? read : live),
    previousClose: quote.previousClose,
    // A price of another day and the close of this one say nothing of a day.
    isOld: isOld || !(isFresh || isOfQuote),
  });
  // Each profit is the service's, and what the price did since.
  const since = !isOld && day.kind === 'stated' ? (live.profit ?? 0n) - (read.profit ?? 0n) : 0n;
  return { ...live, day: day.kind === 'unknown' ? day : { ...day, amount: day.amount + since } };
}
