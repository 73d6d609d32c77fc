import Big from 'big.js';
import type { OrderMemory } from '../../types';
import type { OrderChange } from './orderChange';
import type { Order } from './orders';

/** Identifies an order among those of all accounts. */
export type OrderKey = string;

export const keyOf = (account: string, orderId: string): OrderKey => `${account}\n${orderId}`;

/** The current orders of all accounts, the newest first. */
export type OrderShelf = Readonly<ReturnType<typeof createOrderShelf>>;

/** Builds the shelf from the initial orders and the stored changes. */
export function createOrderShelf(initial: readonly Order[], memory: OrderMemory | undefined) {
  const orders = new Map(initial.map((order) => [keyOf(order.account, order.id), order]));
  for (const { account, id, status, dealtQuantity, dealtPrice, ...kept } of memory?.orders ?? []) {
    const key = keyOf(account, id);
    const known = orders.get(key);
    if (known === undefined) continue;
    const dealt = dealtQuantity === undefined || dealtPrice === undefined ? {} : { dealtQuantity, dealtPrice };
    orders.set(key, { ...known, ...kept, ...dealt, status: status ?? known.status });
  }

  /** The newest last. */
  const placed = new Map<OrderKey, Order>();

  const get = (key: OrderKey): Order | undefined => placed.get(key) ?? orders.get(key);
  /** Replaces an order until the end of the process. */
  const put = (key: OrderKey, order: Order): void => void (orders.has(key) ? orders : placed).set(key, order);

  /** Replaces an order, and stores the differences from its initial state. */
  function keep(key: OrderKey, order: Order): void {
    put(key, order);
    if (memory === undefined || order.placed !== undefined) return;
    const { account, id, quantity, price, auxPrice, updatedMs, lastError, status, dealtQuantity, dealtPrice } = order;
    const others = memory.orders.filter((kept) => keyOf(kept.account, kept.id) !== key);
    memory.saveOrders([...others, { account, id, quantity, price, auxPrice, updatedMs, lastError, status, dealtQuantity, dealtPrice }]);
  }

  return {
    all: (): readonly Order[] => [...[...placed.values()].reverse(), ...orders.values()],
    get,
    /** Adds a new order before all others. */
    add: (order: Order): void => put(keyOf(order.account, order.id), order),
    put,
    keep,
    /** The orders that the market deals with, or dealt with: those of the start first, then those that callers placed, the oldest first. */
    placed: (): readonly Order[] => [...[...orders.values()].filter((order) => order.placed?.enteredMs !== undefined), ...placed.values()],
    /** Applies a change. */
    apply: (key: OrderKey, change: OrderChange, atMs: number): void => {
      const order = get(key);
      if (order === undefined) return;
      const { quantity, price, auxPrice = order.auxPrice } = change;
      // A change to what is filled already leaves nothing of the order.
      const status = new Big(quantity).eq(order.dealtQuantity) ? 'FILLED_ALL' : order.status;
      keep(key, { ...order, quantity, price, auxPrice, status, updatedMs: atMs, lastError: '' });
    },
  };
}
