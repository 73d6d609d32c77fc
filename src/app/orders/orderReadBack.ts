import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, SeenOrder } from '../../domain/orders/orderAttempts';
import { compareWithOrder } from '../../domain/orders/orderComparison';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import type { OrderRecord } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import type { OrderJournal } from './journal/orderJournal';
import { orderLockName } from './orderLock';
import { readOrder } from './readOrders';
import type { OrderPlace } from './readOrders';
import type { CrossProcessLock, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

/**
 * The result of an order status check. `applied` and `rejected` are proven, and the attempt is settled then; the rest is for the
 * user to judge.
 */
export type ReadBack =
  | { readonly kind: 'applied' | 'rejected' | 'unchanged' | 'different'; readonly order: OrderRecord }
  | { readonly kind: 'notFound' | 'notOffered' | 'inFlight' | 'otherService' | 'settled' };

export interface OrderReadBackOptions {
  readonly access: ServiceAccess;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** Reads one order; {@link readOrder} if nothing else in the window reads it too. */
  readonly read?: ReadOneOrder;
}

/** As {@link readOrder}; a read that began at `sinceMs` or later may serve several who ask. */
export type ReadOneOrder = (
  client: ServiceClient,
  order: OrderPlace,
  options: { readonly signal: AbortSignal; readonly sinceMs?: number | undefined },
) => Promise<OrderRecord | 'notFound' | 'notOffered'>;

interface Cancellable {
  readonly signal: AbortSignal;
}

/** A service may answer reads from a copy that lags: an order proves that a change was rejected if it shows the old values twice, this far apart. */
const apartMs = 2_000;

/** Checks orders to settle uncertain changes. */
export class OrderReadBack {
  /** Since when the order of an attempt has been seen with its old values; wall clock, by root. */
  readonly #oldSince = new Map<string, number>();

  constructor(private readonly options: OrderReadBackOptions) {}

  /**
   * Reads the order of an unresolved attempt, which is settled when that proves what became of it.
   *
   * @param options.sinceMs - Wall clock; a read that began then, and after the attempt, is new enough. Without it, the order is read anew.
   * @throws {@link ServiceError} when the order could not be read, {@link JournalError} when the result could not be kept.
   */
  async check(root: string, options: Cancellable & { readonly sinceMs?: number | undefined }): Promise<ReadBack> {
    const attempt = await this.options.journal.find(root);
    if (attempt === undefined || !isUnresolved(attempt.state)) return { kind: 'settled' };
    if (attempt.state === 'pending' && (await this.#isUnderWay(attempt))) return { kind: 'inFlight' };
    const client = await this.options.access.client();
    if (serviceIdentity(client.baseUrl) !== serviceIdentity(attempt.target.service)) return { kind: 'otherService' };
    const { signal, sinceMs } = options;
    const beganMs = this.options.clock.wallMs();
    const order = await (this.options.read ?? readOrder)(client, attempt.target, {
      signal,
      // A second look must not be served by the read of the first one.
      sinceMs: sinceMs === undefined || this.#oldSince.has(root) ? undefined : Math.max(sinceMs, lastOf(attempt)),
    });
    return typeof order === 'string' ? { kind: order } : this.judge(attempt, order, beganMs);
  }

  /**
   * Judges an order that was read anyway, as {@link check} does.
   *
   * @param beganMs - When reading it began; wall clock.
   * @throws {@link JournalError} when the result could not be kept.
   */
  async judge(attempt: Attempt, order: OrderRecord, beganMs: number): Promise<ReadBack> {
    const compared = compareWithOrder(attempt.fields, order);
    if (compared === 'new') return this.#settle(attempt, order, 'applied');
    if (compared === 'other') this.#oldSince.delete(attempt.root);
    if (compared === 'other') return { kind: 'different', order };
    const oldSince = this.#oldSince.get(attempt.root) ?? beganMs;
    this.#oldSince.set(attempt.root, oldSince);
    const isProof = attempt.state === 'saysRejected' && beganMs - oldSince >= apartMs;
    return isProof ? this.#settle(attempt, order, 'rejected') : { kind: 'unchanged', order };
  }

  /** The order is locked only now: whoever wants to change it, or to decide for himself, must not wait for a read. */
  async #settle(attempt: Attempt, order: OrderRecord, kind: 'applied' | 'rejected'): Promise<ReadBack> {
    const { journal, locks } = this.options;
    const { root } = attempt;
    const lock = await locks.tryAcquire(orderLockName(attempt.target));
    if (lock === undefined) return { kind: 'inFlight' };
    try {
      // Another window may have settled it, or a confirmation was sent, while the order was read.
      const now = await journal.find(root);
      if (now === undefined || !isUnresolved(now.state)) return { kind: 'settled' };
      if (now.requests !== attempt.requests || now.state !== attempt.state) return { kind: 'inFlight' };
      const seen: SeenOrder = { qty: order.quantity, price: order.price, auxPrice: order.auxPrice, status: order.status };
      await journal.append({ kind: 'resolved', root, by: 'readBack', verdict: kind === 'applied' ? 'changed' : 'notChanged', seen });
      this.#oldSince.delete(root);
      return { kind, order };
    } finally {
      await lock.release();
    }
  }

  /** Whoever sends a request holds the order's lock; after a crash nobody does. */
  async #isUnderWay({ target }: Attempt): Promise<boolean> {
    const lock = await this.options.locks.tryAcquire(orderLockName(target));
    await lock?.release();
    return lock === undefined;
  }
}

/** Wall clock of an attempt's last request: earlier reads cannot reflect it. */
export function lastOf({ startedAt, endedAt = startedAt }: Attempt): number {
  return Date.parse(endedAt);
}
