import { sameNumber } from '../values/decimal';
import type { FieldChange, OrderField } from './orderDraft';

/** `new`: every field has the value that was asked for; `old`: every field has the value before; `other`: neither. */
export type OrderComparison = 'new' | 'old' | 'other';

export interface OrderNumbers {
  readonly quantity: string;
  readonly price: string;
  readonly auxPrice: string;
}

/** Compares an order with a change that was asked of it, as numbers. */
export function compareWithOrder(fields: readonly FieldChange[], order: OrderNumbers): OrderComparison {
  if (fields.every(({ field, kept }) => isValue(order, field, kept))) return 'new';
  if (fields.every(({ field, old }) => old !== undefined && isValue(order, field, old))) return 'old';
  return 'other';
}

function isValue(order: OrderNumbers, field: OrderField, wanted: string): boolean {
  const found = { qty: order.quantity, price: order.price, aux_price: order.auxPrice }[field];
  const same = sameNumber(found, wanted);
  // A service may leave a price out that the order type does not have.
  return same ?? (found.trim() === '' && (wanted.trim() === '' || sameNumber(wanted, '0') === true));
}

/** What an order says of itself when it is read again. */
export interface OrderSays extends OrderNumbers {
  readonly status: string;
  readonly lastError: string;
}

/** What an order that was read again proves about a change that was accepted; `open` where it proves nothing yet. */
export interface AcceptedEnd {
  readonly end: 'applied' | 'rejected' | 'open';
  /** What the order says of a failure that came after the change; empty where it says nothing new. */
  readonly news: string;
}

/**
 * Judges an accepted change by the order as it is now. *Rejected* needs both: every old value is still there, and the order
 * tells of a failure that it did not tell of `before`; a new text beside any other values may be about something else.
 */
export function endOfAccepted(
  fields: readonly FieldChange[],
  before: Pick<OrderSays, 'status' | 'lastError'> | undefined,
  now: OrderSays,
): AcceptedEnd {
  const compared = compareWithOrder(fields, now);
  if (compared === 'new') return { end: 'applied', news: '' };
  const isNew = before !== undefined && (now.lastError !== before.lastError || (now.status === 'FAILED' && before.status !== 'FAILED'));
  const news = isNew ? now.lastError.trim() : '';
  return { end: compared === 'old' && news !== '' ? 'rejected' : 'open', news };
}
