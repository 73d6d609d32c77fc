import { DecodeError } from '../../errors';
import type { OrderRecord } from '../../records';
import type { Place } from '../../schema/decode';
import type { Records } from '../../schema/page';

/**
 * Drops orders that a response contains twice with different values: neither record is trusted, so the list is incomplete
 * and nothing is sent because of it.
 */
export function withoutContradictions({ items, unreadable }: Records<OrderRecord>, { request, path }: Place): Records<OrderRecord> {
  const first = new Map<string, OrderRecord>();
  const contradicted = new Set<string>();
  for (const order of items) {
    const known = first.get(order.orderId);
    if (known === undefined) first.set(order.orderId, order);
    else if (JSON.stringify(known) !== JSON.stringify(order)) contradicted.add(order.orderId);
  }
  if (contradicted.size === 0) return { items, unreadable };
  const problem = new DecodeError({ request, path, expected: 'one record of each order', got: 'two that differ' });
  const isRefused = ({ orderId }: OrderRecord): boolean => contradicted.has(orderId);
  return {
    items: items.filter((order) => !isRefused(order)),
    unreadable: [...unreadable, ...items.filter(isRefused).map(({ orderId }) => ({ problem, raw: JSON.stringify({ order_id: orderId }) }))],
  };
}
