import { orderDifferences } from '../../../domain/orders/orderDifferences';
import type { OrderDifference } from '../../../domain/orders/orderDifferences';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';
import type { Ticket } from '../ticket/ticket';

/** What an order that was read for another reason means for a ticket that is open on it. */
export interface SeenAgain {
  /** `filled`: there are only new fills, and the order is still open. `changed`: values that the ticket is based on have changed. */
  readonly kind: 'same' | 'filled' | 'changed';
  readonly differences: readonly OrderDifference[];
}

const same: SeenAgain = { kind: 'same', differences: [] };
const ofFills: ReadonlySet<OrderDifference['field']> = new Set(['dealtQuantity', 'status']);

/** Compares an order that was just read with the one that a ticket shows. Ignores a record older than the ticket's. */
export function seenAgain({ order }: Pick<Ticket, 'order'>, now: OrderRecord): SeenAgain {
  if (order === undefined || isOlder(now.updatedAt, order.updatedAt)) return same;
  const differences = orderDifferences(order, now);
  if (differences.length === 0) return same;
  const isOnlyFills = differences.every(({ field }) => ofFills.has(field)) && !hasEnded(now.status);
  return { kind: isOnlyFills ? 'filled' : 'changed', differences };
}

/** Microseconds as text; a text that is not a number is not older. */
function isOlder(a: string, b: string): boolean {
  return /^\d+$/.test(a) && /^\d+$/.test(b) && BigInt(a) < BigInt(b);
}
