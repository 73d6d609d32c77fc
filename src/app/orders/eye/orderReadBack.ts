import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { OrderJournal } from '../journal/orderJournal';
import { orderLockName } from '../journal/orderLock';
import { judgeAbsent, judgeChanged, judgePlaced, lastOf } from './judge';
import type { Found, Judgment, Missing, ReadBack, Unproven } from './judge';
import { searchPlaced } from './placedSearch';
import { readOrder } from '../lists/readOrders';
import type { OrderPlace } from '../lists/readOrders';
import type { Ports } from '../../ports';

/** Like {@link readOrder}; a read that began at `sinceMs` or later may serve several callers. */
export type ReadOneOrder = (
  client: ReadingClient,
  order: OrderPlace,
  options: Pick<CallOptions, 'signal' | 'rank'> & { readonly sinceMs?: number | undefined },
) => Promise<OrderRecord | 'notFound' | 'notOffered'>;

/** How an order is looked for: `sinceMs` as in {@link ReadOneOrder}, `look` if there is no rank, because someone waits for it. */
export type LookOptions = Parameters<ReadOneOrder>[2];

/** When a read began: on the wall clock, for comparing it with the journal, and on the monotonic one, which nobody sets. */
interface Began {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** Checks orders to settle uncertain changes, by the rules of `judge.ts`. */
export class OrderReadBack {
  /** Since when the order of an attempt has been seen with its old values, by root. */
  readonly #oldSince = new Map<string, Began>();
  /** Since when complete lists have not had the new order of an attempt, by root. */
  readonly #absentSince = new Map<string, Began>();

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'locks' | 'clock'> & {
      readonly journal: OrderJournal;
      /** Reads a followed order; {@link readOrder} if nothing else in the window reads it too. */
      readonly read?: ReadOneOrder;
    },
  ) {}

  /**
   * Reads the order of an unresolved attempt, and settles the attempt if that proves its outcome.
   *
   * @throws {@link ServiceError} when the order could not be read, {@link JournalError} when the result could not be saved.
   */
  async check(root: string, options: LookOptions): Promise<ReadBack> {
    const known = await this.dependencies.journal.find(root);
    const attempt = known?.state === 'pending' ? await this.endWaiting(known) : known;
    if (attempt === 'inFlight') return { kind: 'inFlight' };
    if (attempt === undefined || !isUnresolved(attempt.state)) return { kind: 'settled' };
    // A second look must not be served by the read of the first one.
    const { found, began } = await this.look(attempt, this.#oldSince.has(root) ? { ...options, sinceMs: undefined } : options);
    if (found.kind === 'found') return this.#judge(attempt, found, began);
    if (found.kind !== 'absent') return found;
    return this.#settle(attempt, judgeAbsent(attempt, found, apart(first(this.#absentSince, attempt, began), began)));
  }

  /**
   * Looks for the order of an attempt; a read that began after the attempt's last request shows what became of it.
   *
   * @throws {@link ServiceError} when it could not be read.
   */
  async look(
    attempt: Attempt,
    { signal, sinceMs, rank = 'look' }: LookOptions,
  ): Promise<{ readonly found: Found | Missing; readonly began: Began }> {
    const { access, journal } = this.dependencies;
    const client = await access.client();
    const began = this.#now();
    if (serviceIdentity(client.baseUrl) !== serviceIdentity(attempt.target.service)) return { found: { kind: 'otherService' }, began };
    if (attempt.action === 'place')
      return { found: await searchPlaced(client, attempt, await journal.attempts(), began.wallMs, { signal, rank }), began };
    const { read = readOrder } = rank === 'look' ? {} : this.dependencies;
    const newestMs = sinceMs === undefined ? undefined : Math.max(sinceMs, lastOf(attempt));
    const order = await read(client, attempt.target, { signal, rank, sinceMs: newestMs });
    return { found: typeof order === 'string' ? { kind: order } : { kind: 'found', order, others: [] }, began };
  }

  /**
   * A window that sends a request holds the order's lock. If that is free, the window was closed or killed, and nobody will read a response:
   * the outcome is unknown, which is written down.
   *
   * @returns The attempt as it is now; `inFlight` while its request is on its way.
   * @throws {@link JournalError} when it could not be saved.
   */
  async endWaiting({ root, target }: Attempt): Promise<Attempt | 'inFlight' | undefined> {
    const { journal, locks } = this.dependencies;
    const lock = await locks.tryAcquire(orderLockName(target));
    if (lock === undefined) return 'inFlight';
    try {
      const request = await journal.waitingRequest(root);
      const outcome = { kind: 'unknown', reason: 'the window that sent it was closed before a response' } as const;
      if (request !== undefined) await journal.append({ kind: 'outcome', attempt: request, root, outcome });
      return await journal.find(root);
    } finally {
      await lock.release();
    }
  }

  /**
   * Judges an order that was read for another reason, as {@link check} does.
   *
   * @param beganMs - Wall clock when the read began.
   * @throws {@link JournalError} when the result could not be saved.
   */
  async judge(attempt: Attempt, order: OrderRecord, beganMs: number): Promise<ReadBack> {
    return this.#judge(attempt, { order, others: [] }, { ...this.#now(), wallMs: beganMs });
  }

  async #judge(attempt: Attempt, { order, others }: Pick<Found, 'order' | 'others'>, began: Began): Promise<ReadBack> {
    if (attempt.action === 'place') {
      this.#absentSince.delete(attempt.root);
      return this.#settle(attempt, judgePlaced(attempt, order, others));
    }
    const found = judgeChanged(attempt, order, () => apart(first(this.#oldSince, attempt, began), began));
    if ('kind' in found && found.kind === 'different') this.#oldSince.delete(attempt.root);
    return this.#settle(attempt, found);
  }

  /** Writes down what is proven. Locks the order only now: changing it, or deciding about it by hand, must not have to wait for a read. */
  async #settle(attempt: Attempt, found: Judgment | Unproven): Promise<ReadBack> {
    if ('kind' in found) return found;
    const { journal, locks } = this.dependencies;
    const { root } = attempt;
    const lock = await locks.tryAcquire(orderLockName(attempt.target));
    if (lock === undefined) return { kind: 'inFlight' };
    try {
      // While the order was read, another window may have settled it, or a confirmation may have been sent.
      const now = await journal.find(root);
      if (now === undefined || !isUnresolved(now.state)) return { kind: 'settled' };
      if (now.requests !== attempt.requests || now.state !== attempt.state) return { kind: 'inFlight' };
      await journal.append({ ...found.record, root });
      this.#oldSince.delete(root);
      this.#absentSince.delete(root);
      return { kind: 'settled', judged: found };
    } finally {
      await lock.release();
    }
  }

  #now(): Began {
    const { clock } = this.dependencies;
    return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
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
