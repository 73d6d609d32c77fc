import Big from 'big.js';
import type { DealState } from '../../state/records';
import type { Security } from '../../securities/securities';
import type { Order } from '../orders/orders';
import { OrderRefused } from '../orders/orderChange';

/** One execution of an order. */
export interface Deal extends Omit<DealState, 'code'> {
  readonly security: Security;
  /** What became of it afterwards: it was undone, or changed; undefined for nearly all. */
  readonly fate?: 'CANCELLED' | 'CHANGED';
  /** Whether positions and money include it as a change; deals before the start are already part of them. */
  readonly counts: boolean;
}

/** The deals of all accounts' orders, the oldest first. */
export type DealBook = Readonly<ReturnType<typeof createDealBook>>;

/** Builds the book with the deals of the initial orders, and those made since then, before a restart. */
export function createDealBook(initial: readonly Order[], remembered: readonly Deal[]) {
  const deals = new Map<string, Deal[]>();
  let count = 0;
  const put = (deal: Deal): void => {
    const known = deals.get(deal.account);
    // Each order is settled by itself, so that a deal can be found after a later one of another order.
    if (known === undefined) deals.set(deal.account, [deal]);
    else known.splice(known.findLastIndex(({ atMs }) => atMs <= deal.atMs) + 1, 0, deal);
  };
  const add = (deal: Omit<Deal, 'id'>): void => {
    count += 1;
    put({ ...deal, id: `${String(Math.trunc(deal.atMs))}${String(count).padStart(5, '0')}` });
  };
  for (const order of initial)
    if (order.dealtQuantity !== '0') add({ ...dealOf(order, order.dealtQuantity, order.dealtPrice, order.updatedMs), counts: false });
  for (const deal of remembered) put(deal);
  return {
    add,
    of: (account: string): readonly Deal[] => deals.get(account) ?? [],
    counted: (): readonly Deal[] => [...deals.values()].flat().filter(({ counts }) => counts),
  };
}

/** A deal of an order. */
export function dealOf(order: Order, quantity: string, price: string, atMs: number): Omit<Deal, 'id'> {
  const { account, id: orderId, security, side } = order;
  return { account, orderId, security, side, quantity, price, atMs, counts: true };
}

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
