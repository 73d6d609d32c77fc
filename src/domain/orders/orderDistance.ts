import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';
import { hasLimitPrice, needsAuxPrice, withoutZero } from './orderRules';

/** A price of an order, as sent. */
export interface AwaitedPrice {
  readonly kind: 'limit' | 'trigger';
  readonly price: string;
}

/** The price that the market has to reach first: the trigger price, or the limit price if there is none; undefined for an order without either. */
export function awaitedPrice(order: {
  readonly orderType: string;
  readonly price: string;
  readonly auxPrice: string;
}): AwaitedPrice | undefined {
  const trigger = needsAuxPrice(order.orderType) === true ? withoutZero(order.auxPrice) : '';
  if (trigger !== '') return { kind: 'trigger', price: trigger };
  const limit = hasLimitPrice(order.orderType) ? withoutZero(order.price) : '';
  return limit === '' ? undefined : { kind: 'limit', price: limit };
}

/** How far a price is above the last one; negative below it. */
export interface PriceDistance {
  readonly change: Amount;
  /** Of the last price. */
  readonly percent: Amount;
}

/** Undefined if one of the two is no price, or the last one is zero. */
export function priceDistance(price: string, lastPrice: string): PriceDistance | undefined {
  const [one, last] = [parseAmount(price), parseAmount(lastPrice)];
  if (one === undefined || last === undefined || last === 0n) return undefined;
  const change = one - last;
  return { change, percent: percentOf(change, absolute(last)) };
}
