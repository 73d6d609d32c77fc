import Big from 'big.js';
import { isBuy } from './books';
import type { Order } from '../orders/orders';
import { hasLimit, needsTrigger } from '../orders/orders';

/** Whether it is dealt at the close alone. */
export function isAuction({ type }: Pick<Order, 'type'>): boolean {
  return type === 'AUCTION' || type === 'AUCTION_LIMIT';
}

/** Whether a trade at a price, in units, triggers the order, or fills it. */
export function suitsOf(order: Order, { isTriggered }: { readonly isTriggered: boolean }): (price: number) => boolean {
  const { type, price, auxPrice } = order;
  if (isTriggered && !hasLimit(type)) return () => true;
  const bound = unitsOf(order, isTriggered ? price : auxPrice);
  const isStop = type === 'STOP' || type === 'STOP_LIMIT';
  const wantsLow = isTriggered || !isStop ? isBuy(order.side) : !isBuy(order.side);
  return wantsLow ? (at) => at <= bound : (at) => at >= bound;
}

/**
 * Whether a change moves the limit or the trigger of an order towards the market and reaches it.
 *
 * @param last - The last price.
 */
export function reaches(before: Order, after: Order, last: Big): boolean {
  const hasTrigger = needsTrigger(after.type);
  if (isAuction(after) || (!hasTrigger && !hasLimit(after.type))) return false;
  const [from, to] = hasTrigger ? [before.auxPrice, after.auxPrice] : [before.price, after.price];
  const suits = suitsOf(after, { isTriggered: !hasTrigger });
  return !new Big(from).eq(to) && suits(unitsOf(after, from)) && suits(unitsOf(after, last));
}

function unitsOf({ security }: Order, price: string | Big): number {
  return new Big(price).times(new Big(10).pow(security.digits)).toNumber();
}
