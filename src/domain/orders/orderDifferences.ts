import type { OrderRecord } from '../../service/records';
import { sameNumber } from '../values/decimal';

/** The fields of an order that a ticket is based on. */
export type TicketBasisField =
  | 'quantity'
  | 'price'
  | 'auxPrice'
  | 'dealtQuantity'
  | 'status'
  | 'orderType'
  | 'side'
  | 'code'
  | 'securityType'
  | 'currency';

export interface OrderDifference {
  readonly field: TicketBasisField;
  readonly seen: string;
  readonly now: string;
}

const numbers = ['quantity', 'price', 'auxPrice', 'dealtQuantity'] as const;
const words = ['status', 'orderType', 'side', 'code', 'securityType'] as const;

/** How an order differs from the one that the user saw. Numbers are compared as numbers; empty and zero are equal. */
export function orderDifferences(seen: OrderRecord, now: OrderRecord): readonly OrderDifference[] {
  return [
    ...numbers.filter((field) => !isSameNumber(seen[field], now[field])),
    ...words.filter((field) => seen[field].trim() !== now[field].trim()),
    ...(isOther(seen.currency, now.currency) ? ['currency' as const] : []),
  ].map((field) => ({ field, seen: seen[field], now: now[field] }));
}

/** A record may leave out its currency. */
function isOther(seen: string, now: string): boolean {
  return seen.trim() !== '' && now.trim() !== '' && seen.trim() !== now.trim();
}

function isSameNumber(left: string, right: string): boolean {
  const orZero = (text: string): string => (text.trim() === '' ? '0' : text);
  return sameNumber(orZero(left), orZero(right)) ?? left.trim() === right.trim();
}
