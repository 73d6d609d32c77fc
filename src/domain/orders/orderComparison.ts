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
