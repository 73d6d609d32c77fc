import type { Order } from '../world/orders/orders';

/** What happened to an order, named as on the trade feed (beyond the specification, WebSocket feeds). */
export const orderEvents = [
  'EVENT_NEW',
  'EVENT_REPLACED',
  'EVENT_CANCELED',
  'EVENT_EXPIRED',
  'EVENT_FILL',
  'EVENT_NEW_REJECTED',
  'EVENT_REPLACE_REJECTED',
  'EVENT_CANCEL_REJECTED',
  'EVENT_FILL_CORRECT',
  'EVENT_FILL_CANCEL',
] as const;
export type OrderEventType = (typeof orderEvents)[number];

export interface OrderEvent {
  readonly type: OrderEventType;
  readonly order: Order;
}

/** The events between two states of an order; undefined means that the order did not exist. */
export function eventsBetween(before: Order | undefined, after: Order): readonly OrderEvent[] {
  if (before === after) return [];
  const types: OrderEventType[] = [];
  if (after.status === 'FAILED' && before?.status !== 'FAILED') types.push('EVENT_NEW_REJECTED');
  else if (before === undefined) types.push('EVENT_NEW');
  if (before !== undefined && isReplaced(before, after)) types.push('EVENT_REPLACED');
  if ((before?.dealtQuantity ?? '0') !== after.dealtQuantity) types.push('EVENT_FILL');
  if (before?.status !== after.status && after.status.startsWith('CANCELLED'))
    types.push(after.placed?.isExpired === true ? 'EVENT_EXPIRED' : 'EVENT_CANCELED');
  return types.map((type) => ({ type, order: after }));
}

function isReplaced(before: Order, after: Order): boolean {
  return before.quantity !== after.quantity || before.price !== after.price || before.auxPrice !== after.auxPrice;
}
