import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, ResolvedRecord, SeenOrder } from '../../../domain/orders/orderAttempts';
import { compareWithOrder } from '../../../domain/orders/orderComparison';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { OrderJournal } from '../journal/orderJournal';
import { orderLockName } from '../journal/orderLock';
import { searchPlaced } from './placedSearch';
import { readOrder } from '../lists/readOrders';
import type { OrderPlace } from '../lists/readOrders';
import type { CrossProcessLock, MachineClock } from '../../platform/ports';
import type { ServiceAccess } from '../../session/serviceAccess';

/** The result of an order status check. `applied`, `rejected`, `reached`, and `tooLate` are proven and settle the attempt; the user judges the rest. */
export type ReadBack =
  | { readonly kind: 'tooLate' | 'unchanged' | 'different'; readonly order: OrderRecord }
  /** `reached`: a new order is at the broker; its status does not show its outcome yet, so it is followed from now on. */
  | {
      readonly kind: 'applied' | 'rejected' | 'reached';
      readonly order: OrderRecord;
      /** IDs of further orders with the mark of a new one. */
      readonly others?: readonly string[];
    }
  | { readonly kind: 'notFound' | 'notOffered' | 'inFlight' | 'otherService' | 'settled' }
  /** Complete lists do not have a new order; `isStrong` if two of them, a minute apart, do not. `lookalike` fits, but proves nothing. */
  | { readonly kind: 'absent'; readonly isStrong: boolean; readonly lookalike: OrderRecord | undefined }
  /** The service said that it rejected a new order, and no list has it. */
  | { readonly kind: 'nowhere' }
  /** No list has orders of its kind, so that nothing shows what became of it. */
  | { readonly kind: 'unlistable' };

export interface OrderReadBackDependencies {
  readonly access: ServiceAccess;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  /** Reads a followed order; {@link readOrder} if nothing else in the window reads it too. */
  readonly read?: ReadOneOrder;
}

/** Like {@link readOrder}; a read that began at `sinceMs` or later may serve several callers. */
export type ReadOneOrder = (
  client: ReadingClient,
  order: OrderPlace,
  options: Pick<CallOptions, 'signal' | 'rank'> & { readonly sinceMs?: number | undefined },
) => Promise<OrderRecord | 'notFound' | 'notOffered'>;

/** A service may read from a lagging copy: an order proves that a change was rejected if it shows the old values twice, this far apart. */
const apartMs = 2_000;

const verdictOf = { applied: 'changed', rejected: 'notChanged', tooLate: 'tooLate' } as const;

/** Lists may lag: that a new order is in none of them only counts if two reads are this far apart. */
const strongMs = 60_000;

/** When a read began: on the wall clock, for comparing it with the journal, and on the monotonic one, which nobody sets. */
interface Began {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** Checks orders to settle uncertain changes. */
export class OrderReadBack {
  /** Since when the order of an attempt has been seen with its old values, by root. */
  readonly #oldSince = new Map<string, Began>();
  /** Since when complete lists have not had the new order of an attempt, by root. */
  readonly #absentSince = new Map<string, Began>();

  constructor(private readonly dependencies: OrderReadBackDependencies) {}

  /**
   * Reads the order of an unresolved attempt, and settles the attempt if that proves its outcome.
   *
   * @param options.sinceMs - Wall clock; a read that began then, and after the attempt, is new enough. Without it, the order is read anew.
   * @param options.rank - `look` if undefined: someone waits for it.
   * @throws {@link ServiceError} when the order could not be read, {@link JournalError} when the result could not be saved.
   */
  async check(
    root: string,
    { signal, sinceMs, rank = 'look' }: Pick<CallOptions, 'signal' | 'rank'> & { readonly sinceMs?: number | undefined },
  ): Promise<ReadBack> {
    const attempt = await this.dependencies.journal.find(root);
    if (attempt === undefined || !isUnresolved(attempt.state)) return { kind: 'settled' };
    if (attempt.state === 'pending' && (await this.#isUnderWay(attempt))) return { kind: 'inFlight' };
    const client = await this.dependencies.access.client();
    if (serviceIdentity(client.baseUrl) !== serviceIdentity(attempt.target.service)) return { kind: 'otherService' };
    const began = this.#now();
    if (attempt.action === 'place') return this.#search(client, attempt, began, { signal, rank });
    const { read = readOrder } = rank === 'look' ? {} : this.dependencies;
    const order = await read(client, attempt.target, {
      signal,
      rank,
      // A second look must not be served by the read of the first one.
      sinceMs: sinceMs === undefined || this.#oldSince.has(root) ? undefined : Math.max(sinceMs, lastOf(attempt)),
    });
    return typeof order === 'string' ? { kind: order } : this.#judge(attempt, order, began);
  }

  /**
   * Judges an order that was read for another reason, as {@link check} does.
   *
   * @param beganMs - Wall clock when the read began.
   * @throws {@link JournalError} when the result could not be saved.
   */
  async judge(attempt: Attempt, order: OrderRecord, beganMs: number): Promise<ReadBack> {
    return this.#judge(attempt, order, { ...this.#now(), wallMs: beganMs });
  }

  async #judge(attempt: Attempt, order: OrderRecord, began: Began): Promise<ReadBack> {
    if (attempt.action === 'place') return this.#judgePlaced(attempt, order);
    const compared = compareWithOrder(attempt, order);
    if (compared === 'new') return this.#settle(attempt, order, 'applied');
    if (compared === 'over') return this.#settle(attempt, order, 'tooLate');
    if (compared === 'other') this.#oldSince.delete(attempt.root);
    if (compared === 'other') return { kind: 'different', order };
    const isProof = attempt.state === 'saysRejected' && apart(first(this.#oldSince, attempt, began), began) >= apartMs;
    return isProof ? this.#settle(attempt, order, 'rejected') : { kind: 'unchanged', order };
  }

  async #search(client: ReadingClient, attempt: Attempt, began: Began, options: CallOptions): Promise<ReadBack> {
    const { root, state } = attempt;
    const found = await searchPlaced(client, attempt, await this.dependencies.journal.attempts(), began.wallMs, options);
    switch (found.kind) {
      case 'found':
        this.#absentSince.delete(root);
        return this.#judgePlaced(attempt, found.order, found.others);
      case 'notOffered':
      case 'unlistable':
        return found;
      case 'absent': {
        const isStrong = apart(first(this.#absentSince, attempt, began), began) >= strongMs;
        // The service rejected it, and nothing contradicts that. An unknown outcome is never settled by an absence.
        const isProof = isStrong && state === 'saysRejected' && found.lookalike === undefined && found.isBlank;
        return isProof
          ? this.#settlePlaced(attempt, undefined, { kind: 'nowhere' })
          : { kind: 'absent', isStrong, lookalike: found.lookalike };
      }
    }
  }

  /** An order with the mark reached the broker. Its own status says what became of it. @param more - Further orders with the mark. */
  async #judgePlaced(attempt: Attempt, order: OrderRecord, more: readonly OrderRecord[] = []): Promise<ReadBack> {
    const compared = compareWithOrder(attempt, order);
    const kind = compared === 'new' ? 'applied' : compared === 'over' ? 'rejected' : 'reached';
    const others = more.map(({ orderId }) => orderId);
    return this.#settlePlaced(attempt, order, { kind, order, ...(others.length === 0 ? {} : { others }) });
  }

  async #settlePlaced(attempt: Attempt, order: OrderRecord | undefined, found: PlacedEnd): Promise<ReadBack> {
    const verdict = found.kind === 'applied' ? 'changed' : found.kind === 'reached' ? 'reached' : 'rejected';
    const text = verdict === 'rejected' && order !== undefined ? { text: order.lastError } : {};
    const others = 'others' in found ? { others: found.others } : {};
    const placed = order === undefined ? {} : { seen: seenOf(order), orderId: order.orderId, ...text, ...others };
    return this.#write(attempt, found, { verdict, ...placed });
  }

  async #settle(attempt: Attempt, order: OrderRecord, kind: keyof typeof verdictOf): Promise<ReadBack> {
    return this.#write(attempt, { kind, order }, { verdict: verdictOf[kind], seen: seenOf(order) });
  }

  /** Locks the order only now: changing it, or deciding about it by hand, must not have to wait for a read. */
  async #write(attempt: Attempt, found: ReadBack, resolution: Omit<ResolvedRecord, 'kind' | 'root' | 'by'>): Promise<ReadBack> {
    const { journal, locks } = this.dependencies;
    const { root } = attempt;
    const lock = await locks.tryAcquire(orderLockName(attempt.target));
    if (lock === undefined) return { kind: 'inFlight' };
    try {
      // While the order was read, another window may have settled it, or a confirmation may have been sent.
      const now = await journal.find(root);
      if (now === undefined || !isUnresolved(now.state)) return { kind: 'settled' };
      if (now.requests !== attempt.requests || now.state !== attempt.state) return { kind: 'inFlight' };
      await journal.append({ kind: 'resolved', root, by: 'readBack', ...resolution });
      this.#oldSince.delete(root);
      this.#absentSince.delete(root);
      return found;
    } finally {
      await lock.release();
    }
  }

  #now(): Began {
    const { clock } = this.dependencies;
    return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
  }

  /** A window that sends a request holds the order's lock; after a crash the lock is free. */
  async #isUnderWay({ target }: Attempt): Promise<boolean> {
    const lock = await this.dependencies.locks.tryAcquire(orderLockName(target));
    await lock?.release();
    return lock === undefined;
  }
}

/** The first of the reads that show the same about an attempt. Reads from before its last request prove nothing about it. */
function first(reads: Map<string, Began>, attempt: Attempt, began: Began): Began {
  const known = reads.get(attempt.root);
  const since = known === undefined || known.wallMs < lastOf(attempt) ? began : known;
  reads.set(attempt.root, since);
  return since;
}

/** How far apart two reads began, at least: the wall clock may have been set between them. */
function apart(one: Began, other: Began): number {
  return Math.min(other.wallMs - one.wallMs, other.monotonicMs - one.monotonicMs);
}

type PlacedEnd = Extract<ReadBack, { readonly kind: 'applied' | 'rejected' | 'reached' | 'nowhere' }>;

export function seenOf({ quantity, price, auxPrice, status }: OrderRecord): SeenOrder {
  return { qty: quantity, price, auxPrice, status };
}

/** An order found by its mark has its ID in the journal from then on. */
export function placedId({ action }: Attempt, { orderId }: OrderRecord): { readonly orderId?: string } {
  return action === 'place' ? { orderId } : {};
}

/** Wall clock of an attempt's last request: earlier reads cannot reflect it. */
export function lastOf({ startedAt, endedAt = startedAt }: Attempt): number {
  return Date.parse(endedAt);
}
