import { orderDifferences } from '../../../domain/orders/orderDifferences';
import type { OrderDifference } from '../../../domain/orders/orderDifferences';
import { hasEnded } from '../../../domain/orders/orderRules';
import { isMoreThan } from '../../../domain/values/decimal';
import type { OrderRecord } from '../../../service/records';
import type { Ticket } from '../ticket/ticket';

/** What an order that was read for another reason means for a ticket that is open on it. */
export interface SeenAgain {
  /** Values that the ticket is based on have changed, not only what is filled of an open order. */
  readonly isStale: boolean;
  readonly differences: readonly OrderDifference[];
}

const same: SeenAgain = { isStale: false, differences: [] };
const ofFills: ReadonlySet<OrderDifference['field']> = new Set(['dealtQuantity', 'status']);

/** Compares an order that was just read with the one that a ticket shows. Ignores a record older than the ticket's. */
export function seenAgain({ order }: Pick<Ticket, 'order'>, now: OrderRecord): SeenAgain {
  if (order === undefined || isMoreThan(order.updatedAt, now.updatedAt) === true) return same;
  const differences = orderDifferences(order, now);
  return { isStale: differences.some(({ field }) => !ofFills.has(field) || hasEnded(now.status)), differences };
}
