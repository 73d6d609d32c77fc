import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, SeenOrder } from '../../domain/orders/orderAttempts';
import { compareWithOrder } from '../../domain/orders/orderComparison';
import type { OrderComparison } from '../../domain/orders/orderComparison';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import type { OrderRecord } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import { findIn } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { orderDetailsPart } from '../../service/endpoints/sources';
import type { OrderJournal } from './journal/orderJournal';
import { orderLockName } from './orderLock';
import { findOrder } from './listOrders';
import type { CrossProcessLock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

/** The result of an order status check. Only `inForce` proves anything; the rest is for the user to judge. */
export type ReadBack =
  | { readonly kind: 'inForce' | 'unchanged' | 'different'; readonly order: OrderRecord }
  | { readonly kind: 'notFound' | 'notOffered' | 'inFlight' | 'otherService' | 'settled' };

export interface OrderReadBackOptions {
  readonly access: ServiceAccess;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  /** Reads one order; {@link readOrder} if nothing else in the window reads it too. */
  readonly read?: ReadOneOrder;
}

/** As {@link readOrder}; a read that began at `sinceMs` or later may serve several who ask. */
export type ReadOneOrder = (
  client: ServiceClient,
  order: OrderPlace,
  options: { readonly signal: AbortSignal; readonly sinceMs?: number | undefined },
) => Promise<OrderRecord | 'notFound' | 'notOffered'>;

/** Where to find an order; the exchange is empty if unknown. */
export interface OrderPlace {
  readonly accountId: string;
  readonly orderId: string;
  readonly exchange: string;
}

interface Cancellable {
  readonly signal: AbortSignal;
}

/** Checks orders to settle uncertain changes. */
export class OrderReadBack {
  constructor(private readonly options: OrderReadBackOptions) {}

  /**
   * Reads the order of an unresolved attempt; the attempt is resolved when the order has the new values.
   *
   * @param options.sinceMs - Wall clock; a read that began then, and after the attempt, is new enough. Without it, the order is read anew.
   * @throws {@link ServiceError} when the order could not be read, {@link JournalError} when the result could not be kept.
   */
  async check(root: string, options: Cancellable & { readonly sinceMs?: number }): Promise<ReadBack> {
    const found = await this.options.journal.find(root);
    if (found === undefined || !isUnresolved(found.state)) return { kind: 'settled' };
    const lock = await this.options.locks.tryAcquire(orderLockName(found.target));
    if (lock === undefined) return { kind: 'inFlight' };
    try {
      // Another window may have resolved it before the lock was free.
      const attempt = await this.options.journal.find(root);
      if (attempt === undefined || !isUnresolved(attempt.state)) return { kind: 'settled' };
      const result = await this.#read(attempt, options);
      if (result.kind === 'inForce') await this.#markInForce(attempt, result.order);
      return result;
    } finally {
      await lock.release();
    }
  }

  async #read(attempt: Attempt, { signal, sinceMs }: Cancellable & { readonly sinceMs?: number }): Promise<ReadBack> {
    const client = await this.options.access.client();
    if (serviceIdentity(client.baseUrl) !== serviceIdentity(attempt.target.service)) return { kind: 'otherService' };
    const order = await (this.options.read ?? readOrder)(client, attempt.target, {
      signal,
      sinceMs: sinceMs === undefined ? undefined : Math.max(sinceMs, lastOf(attempt)),
    });
    if (order === 'notOffered' || order === 'notFound') return { kind: order };
    return { kind: readBackKinds[compareWithOrder(attempt.fields, order)], order };
  }

  async #markInForce(attempt: Attempt, order: OrderRecord): Promise<void> {
    const seen: SeenOrder = { qty: order.quantity, price: order.price, auxPrice: order.auxPrice, status: order.status };
    await this.options.journal.append({ kind: 'resolved', root: attempt.root, by: 'readBack', verdict: 'changed', seen });
  }
}

/** Wall clock of an attempt's last request: earlier reads cannot reflect it. */
export function lastOf({ startedAt, endedAt = startedAt }: Attempt): number {
  return Date.parse(endedAt);
}

const readBackKinds: Readonly<Record<OrderComparison, 'inForce' | 'unchanged' | 'different'>> = {
  new: 'inForce',
  old: 'unchanged',
  other: 'different',
};

/**
 * One order's current state: from its detail endpoint if offered, else from the account's lists. `notFound`
 * only if the lists are complete.
 *
 * @throws {@link ServiceError} when it is not in what could be read, and something could not be.
 */
export async function readOrder(
  client: ServiceClient,
  order: OrderPlace,
  options: Cancellable,
): Promise<OrderRecord | 'notFound' | 'notOffered'> {
  const { accountId, orderId, exchange } = order;
  // That endpoint needs an exchange; the lists may still have the order.
  const parts = exchange === '' ? [] : [orderDetailsPart(async () => client, { accountId, exchange, orderIds: [orderId] })];
  const details = await readList(parts, options);
  const found = findIn(details, (record) => record.orderId === orderId);
  if (typeof found === 'object') return found.item;
  const listed = await findOrder(client, order, options);
  if (listed !== 'notOffered') return listed;
  return exchange === '' || details.verdict === 'notOffered' ? 'notOffered' : 'notFound';
}
