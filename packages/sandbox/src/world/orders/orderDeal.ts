import Big from 'big.js';
import { OrderRefused } from './orderChange';
import type { Order } from './orders';

/**
 * An open order after a part of it, or its remainder, was dealt at a price.
 *
 * @throws {@link OrderRefused} for more than is left.
 */
export function dealt(order: Order, part: { readonly quantity?: string | undefined; readonly price: string }, nowMs: number): Order {
  const [whole, before] = [new Big(order.quantity), new Big(order.dealtQuantity)];
  const quantity = part.quantity === undefined ? whole.minus(before) : new Big(part.quantity);
  const price = new Big(part.price);
  const sum = before.plus(quantity);
  if (quantity.lte(0) || sum.gt(whole)) throw new OrderRefused('qty is not what is left of the order');
  const average = before.times(order.dealtPrice).plus(quantity.times(price)).div(sum).round(9).toFixed();
  return {
    ...order,
    status: sum.eq(whole) ? 'FILLED_ALL' : 'FILLED_PART',
    dealtQuantity: sum.toFixed(),
    dealtPrice: average,
    updatedMs: nowMs,
  };
}
