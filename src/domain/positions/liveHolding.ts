import { absolute, parseAmount, percentOf, plainAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import type { LiveQuote } from '../quotes/liveQuote';
import { readHolding } from './holding';
import type { ReadHolding } from './holding';

const one: Amount = 10n ** 18n;
/** Market values are rounded; a difference of more than one part in a thousand is a multiplier, not rounding. */
const slack = 1_000n;
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
  if (!isProduct(marketValue, price, quantity)) return read;
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

function isProduct(marketValue: Amount, price: Amount, quantity: Amount): boolean {
  const product = absolute((price * quantity) / one);
  return product !== 0n && absolute(absolute(marketValue) - product) * slack <= product;
}
