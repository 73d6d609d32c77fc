import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, SeenOrder } from '../../domain/orders/orderAttempts';
import { compareWithOrder } from '../../domain/orders/orderComparison';
import type { OrderComparison } from '../../domain/orders/orderComparison';
import type { OrderRecord } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import { findIn } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { orderDetailsPart } from '../../service/lists/sources';
import type { OrderJournal } from './journal/orderJournal';
import { orderLockName } from './orderLock';
import { findOrder } from './ordersFeed';
import type { CrossProcessLock, Log, Timers } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

/** What reading an order back showed. Only `inForce` proves anything; the rest is for the user to judge. */
export type ReadBack =
  | { readonly kind: 'inForce' | 'unchanged' | 'different'; readonly order: OrderRecord }
  | { readonly kind: 'notFound' | 'notOffered' | 'inFlight' | 'otherService' | 'settled' };

export interface OrderReadBackOptions {
  readonly access: ServiceAccess;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly timers: Timers;
  readonly log: Log;
}

interface Cancellable {
  readonly signal: AbortSignal;
}

/** Some services change an order seconds after they accepted the change: looks again after these pauses. */
const watchPausesMs = [400, 1200, 2500, 4000, 6000, 10_000, 20_000];

/** Reads orders back after a change: to end doubt, or to show when an accepted change is in force. */
export class OrderReadBack {
  constructor(private readonly options: OrderReadBackOptions) {}

  /**
   * Reads the order of an unresolved attempt; the attempt is resolved when the order has the new values.
   *
   * @throws {@link ServiceError} when the order could not be read, {@link JournalError} when the result could not be kept.
   */
  async check(root: string, options: Cancellable): Promise<ReadBack> {
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

  /** Looks at an accepted order until the change is in force, some 45 seconds at most. Never rejects. */
  async watch(root: string, options: Cancellable): Promise<'inForce' | 'notYet' | 'notOffered'> {
    for (const pause of watchPausesMs) {
      await this.#pause(pause, options.signal);
      const seen = options.signal.aborted ? undefined : await this.#look(root, options);
      if (seen !== 'notYet') return seen ?? 'notYet';
    }
    return 'notYet';
  }

  async #look(root: string, options: Cancellable): Promise<'inForce' | 'notYet' | 'notOffered'> {
    try {
      const attempt = await this.options.journal.find(root);
      if (attempt?.state !== 'accepted') return attempt?.state === 'inForce' ? 'inForce' : 'notYet';
      const result = await this.#read(attempt, options);
      if (result.kind === 'notOffered') return 'notOffered';
      if (result.kind !== 'inForce') return 'notYet';
      await this.#markInForce(attempt, result.order);
      return 'inForce';
    } catch (error) {
      this.options.log.debug(`an accepted order could not be read back: ${error instanceof Error ? error.message : 'unknown failure'}`);
      return 'notYet';
    }
  }

  async #read(attempt: Attempt, options: Cancellable): Promise<ReadBack> {
    const client = await this.options.access.client();
    if (client.baseUrl !== attempt.target.service) return { kind: 'otherService' };
    const order = await readOrder(client, attempt.target, options);
    if (order === 'notOffered' || order === 'notFound') return { kind: order };
    return { kind: readBackKinds[compareWithOrder(attempt.fields, order)], order };
  }

  async #markInForce(attempt: Attempt, order: OrderRecord): Promise<void> {
    const seen: SeenOrder = { qty: order.quantity, price: order.price, auxPrice: order.auxPrice, status: order.status };
    await this.options.journal.append({ kind: 'resolved', root: attempt.root, by: 'readBack', verdict: 'changed', seen });
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        timer.dispose();
        resolve();
      };
      const timer = this.options.timers.after(ms, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}

const readBackKinds: Readonly<Record<OrderComparison, 'inForce' | 'unchanged' | 'different'>> = {
  new: 'inForce',
  old: 'unchanged',
  other: 'different',
};

/** One order as the service shows it now: by its detail where that is offered, else out of the account's list. */
export async function readOrder(
  client: ServiceClient,
  order: { readonly accountId: string; readonly orderId: string; readonly exchange: string },
  options: Cancellable,
): Promise<OrderRecord | 'notFound' | 'notOffered'> {
  const { accountId, orderId, exchange } = order;
  const details = await readList([orderDetailsPart(async () => client, { accountId, exchange, orderIds: [orderId] })], options);
  const found = findIn(details, (record) => record.orderId === orderId);
  if (typeof found === 'object') return found.item;
  const listed = await findOrder(client, accountId, orderId, options);
  if (listed !== 'notOffered') return listed;
  return details.verdict === 'notOffered' ? 'notOffered' : 'notFound';
}
