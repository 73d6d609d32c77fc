import type { DealState, PlacedOrderState } from '../../state/records';
import type { OrderMemory } from '../../types';
import type { OrderShelf } from '../orders/orderShelf';
import type { Order } from '../orders/orders';
import type { Security } from '../../securities/securities';
import type { Deal, DealBook } from './deals';

type FindSecurity = (code: string) => Security | undefined;

/** Orders that were placed before a restart; those of securities that no longer exist are dropped. */
export function rememberedOrders(memory: OrderMemory | undefined, find: FindSecurity): readonly Order[] {
  return (memory?.trading.placed ?? []).flatMap(({ code, rule, session, market, isExpired, enteredMs, ...order }) => {
    const security = find(code);
    return security === undefined ? [] : [{ ...order, security, placed: { rule, session, market, isExpired, enteredMs } }];
  });
}

/** Deals made before a restart. */
export function rememberedDeals(memory: OrderMemory | undefined, find: FindSecurity): readonly Deal[] {
  return (memory?.trading.deals ?? []).flatMap(({ code, ...deal }) => {
    const security = find(code);
    return security === undefined ? [] : [{ ...deal, security, counts: true }];
  });
}

/** Stores orders and deals whenever there are new ones. */
export function createKeeper(memory: OrderMemory, shelf: OrderShelf, deals: DealBook): () => void {
  let orders = shelf.placed();
  let dealt = deals.counted().length;
  return () => {
    const [now, counted] = [shelf.placed(), deals.counted()];
    if (now.length === orders.length && counted.length === dealt && now.every((order, at) => order === orders[at])) return;
    orders = now;
    dealt = counted.length;
    memory.saveTrading({ placed: now.map(orderState), deals: counted.map(dealState) });
  };
}

function orderState(order: Order): PlacedOrderState {
  const { account, id, security, exchange, side, type, status, timeInForce, quantity, price, auxPrice } = order;
  const { dealtQuantity, dealtPrice, createdMs, updatedMs, lastError, remark, placed } = order;
  const { rule = '', session = '', market, isExpired = false, enteredMs } = placed ?? {};
  const asked = { account, id, code: security.code, exchange, side, type, timeInForce, quantity, price, auxPrice, remark };
  const become = { status, dealtQuantity, dealtPrice, createdMs, updatedMs, lastError };
  return { ...asked, ...become, rule, session, isExpired, market, enteredMs };
}

function dealState({ id, account, orderId, security, side, quantity, price, atMs }: Deal): DealState {
  return { id, account, orderId, code: security.code, side, quantity, price, atMs };
}
