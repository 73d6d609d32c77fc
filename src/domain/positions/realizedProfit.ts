import { mayBeSplit } from '../market/price';
import type { Amount } from '../values/amount';

/** A trade of shares, whose amount is quantity times price. */
export interface Trade {
  readonly direction: 'buy' | 'sell';
  readonly quantity: Amount;
  readonly price: Amount;
}

export interface RealizedProfit {
  /** Without fees. */
  readonly profit: Amount;
  /** How much of what was closed was opened before the first trade, at a price that isn’t known: it is not part of the profit. */
  readonly unknown: Amount;
}

interface Lot {
  /** Negative if it was sold short. */
  quantity: Amount;
  readonly price: Amount | undefined;
}

const one: Amount = 10n ** 18n;

/**
 * What trades realized, each matched with the oldest open quantity: first in, first out.
 *
 * @param trades - All trades of one security in one account over some time, the oldest first.
 * @param heldAfter - The quantity held after the last of them, negative if it was sold short: it tells what was held before the first one.
 */
export function realizedProfit(trades: readonly Trade[], heldAfter: Amount): RealizedProfit {
  const before = trades.reduce((held, trade) => held - signed(trade), heldAfter);
  const lots: Lot[] = before === 0n ? [] : [{ quantity: before, price: undefined }];
  let [profit, unknown] = [0n, 0n];
  for (const trade of trades) {
    let left = signed(trade);
    for (let [lot] = lots; lot !== undefined && left !== 0n && left > 0n !== lot.quantity > 0n; [lot] = lots) {
      // Of the two, what is nearer to zero, with the sign of the lot.
      const closed = left > 0n ? (-left > lot.quantity ? -left : lot.quantity) : -left < lot.quantity ? -left : lot.quantity;
      if (lot.price === undefined) unknown += closed < 0n ? -closed : closed;
      else profit += ((trade.price - lot.price) * closed) / one;
      left += closed;
      lot.quantity -= closed;
      if (lot.quantity === 0n) lots.shift();
    }
    if (left !== 0n) lots.push({ quantity: left, price: trade.price });
  }
  return { profit, unknown };
}

/**
 * Whether trades may be from before and after a split, so that their quantities can't be matched: they don't add up to what is held, and the
 * price jumps between two of them, or after the last, as it would in a split that makes up for that.
 *
 * @param after - What is held after the last of them, and its price; undefined if that isn't known.
 */
export function mayCrossSplit(trades: readonly Trade[], after: { readonly quantity: Amount; readonly price: Amount | undefined }): boolean {
  const before = trades.reduce((held, trade) => held - signed(trade), after.quantity);
  const isLong = after.quantity === 0n ? trades[0]?.direction === 'buy' || undefined : after.quantity > 0n;
  // A lower price leaves more shares than were bought, or sold short.
  const falls = isLong === undefined ? undefined : isLong === before > 0n;
  const prices = [...trades.map(({ price }) => price), after.price];
  return (
    before !== 0n &&
    prices.some((price, at) => {
      const last = prices[at - 1];
      if (price === undefined || last === undefined || !mayBeSplit(last, price)) return false;
      return falls === undefined || falls === price < last;
    })
  );
}

function signed({ direction, quantity }: Trade): Amount {
  return direction === 'buy' ? quantity : -quantity;
}
