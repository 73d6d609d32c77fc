import { DecodeError } from '../../errors';
import { orderFields } from '../../records';
import type { OrderRecord } from '../../records';
import type { Place } from '../../schema/decode';
import type { Records } from '../../schema/page';

/**
 * Drops orders that a response contains twice with different values: no record is trusted, so the list is incomplete. That there is such an
 * order, and what all its records say, is certain: it can still be named, and canceled.
 */
export function withoutContradictions({ items, unreadable }: Records<OrderRecord>, { request, path }: Place): Records<OrderRecord> {
  const first = new Map<string, OrderRecord>();
  const contradicted = new Map<string, OrderRecord>();
  for (const order of items) {
    const { orderId } = order;
    const known = contradicted.get(orderId) ?? first.get(orderId);
    if (known === undefined) first.set(orderId, order);
    else if (JSON.stringify(known) !== JSON.stringify(order)) contradicted.set(orderId, common(known, order));
  }
  if (contradicted.size === 0) return { items, unreadable };
  const problem = new DecodeError({ request, path, expected: 'one record of each order', got: 'two that differ' });
  return {
    items: items.filter(({ orderId }) => !contradicted.has(orderId)),
    unreadable: [
      ...unreadable,
      ...[...contradicted.values()].map((order) => ({ problem, raw: JSON.stringify({ order_id: order.orderId }), contradicted: order })),
    ],
  };
}

/** The fields that are the same in both records; the others are empty. */
function common(one: OrderRecord, other: OrderRecord): OrderRecord {
  const different = orderFields.filter((field) => one[field] !== other[field]);
  return { ...one, ...Object.fromEntries(different.map((field) => [field, ''])), unknown: {} };
}
