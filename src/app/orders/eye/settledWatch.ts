import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../../service/records';
import type { OrderJournal } from '../journal/orderJournal';
import { orderLockName } from '../journal/orderLock';
import { concerns, endOf, isAwaitingEnd, isFollowed, isWithoutEnd, judgeLater, lastOf, restingMs } from './judge';
import type { Judgment, Sighting } from './judge';
import type { Ports } from '../../ports';

/** Services list ended orders for a day, and an attempt that was settled may be older than its order. */
const openMs = 48 * 60 * 60_000;

/**
 * Attempts that were settled, by whatever, or are followed no longer, while lists that are read anyway may still show their orders, and until
 * the order has ended.
 */
export class SettledWatch {
  #settled: readonly Attempt[] = [];

  /** @param tell - Reports an end that is in the journal. */
  constructor(
    private readonly dependencies: Pick<Ports, 'locks' | 'clock' | 'log'> & { readonly journal: OrderJournal },
    private readonly tell: (ended: NonNullable<Judgment['told']>, root: string) => Promise<unknown>,
  ) {}

  /** @param attempts - Every attempt in the journal. */
  watch(attempts: readonly Attempt[]): void {
    this.#settled = attempts.filter((attempt) => this.#isOpen(attempt));
  }

  /** The attempts whose orders may end at any time. */
  get resting(): readonly Attempt[] {
    return this.#settled.filter(isAwaitingEnd);
  }

  /** Compares what a list showed with the attempts of its account. */
  take(isThere: (target: Attempt['target']) => boolean, sighting: Sighting): void {
    for (const attempt of this.#settled)
      if (isThere(attempt.target) && concerns(attempt, sighting.orders)) void this.#meet(attempt, sighting);
  }

  /** Attempts that are followed are judged by every check. */
  #isOpen(attempt: Attempt): boolean {
    const nowMs = this.dependencies.clock.wallMs();
    const isOpen = isAwaitingEnd(attempt) || isWithoutEnd(attempt);
    return !isFollowed(attempt, nowMs) && nowMs - lastOf(attempt) < (isOpen ? restingMs : openMs);
  }

  /** Writes down and reports an order of an attempt that was settled without it. One window does. Never rejects. */
  async #meet(known: Attempt, sighting: Sighting): Promise<void> {
    const { journal, locks, log } = this.dependencies;
    const { root, target } = known;
    try {
      if (judgeLater(known, sighting, await journal.attempts()) === undefined) return;
      const lock = await locks.tryAcquire(orderLockName(target));
      if (lock === undefined) return;
      try {
        const found = await writeLater(journal, root, sighting, (attempt) => this.#isOpen(attempt));
        if (found?.told !== undefined) await this.tell(found.told, root);
      } finally {
        await lock.release();
      }
    } catch (error) {
      log.error('An order that appeared late could not be recorded', error);
    }
  }
}

/** To be called under the order's lock: another window may have been faster. @returns What to tell, once it is in the journal. */
async function writeLater(
  journal: OrderJournal,
  root: string,
  sighting: Sighting,
  isOpen: (attempt: Attempt) => boolean,
): Promise<Judgment | undefined> {
  const attempt = await journal.find(root);
  const found = attempt === undefined || !isOpen(attempt) ? undefined : judgeLater(attempt, sighting, await journal.attempts());
  if (found !== undefined) await journal.append({ ...found.record, root });
  return found;
}

/** Longer than another window takes to write down an end. */
const patienceMs = 5_000;

/**
 * Writes down the end of an order that something else than {@link SettledWatch} tells, such as an alert, so that no window tells it again.
 *
 * @param order - Has ended.
 * @param read - Where and when (wall clock) it was read.
 * @returns Whether it is left to the caller to tell it: false if another place or window does, or the user asked for it.
 */
export async function claimEnd(
  { journal, locks }: Pick<Ports, 'locks'> & { readonly journal: OrderJournal },
  order: OrderRecord,
  read: Parameters<typeof endOf>[1],
): Promise<boolean> {
  const end = endOf(order, read, await journal.attempts());
  if (typeof end !== 'object') return end !== 'known';
  const lock = await locks.acquire(orderLockName(end.target), { signal: AbortSignal.timeout(patienceMs) });
  try {
    return (await writeLater(journal, end.root, { orders: [order], beganMs: read.beganMs }, () => true)) !== undefined;
  } finally {
    await lock?.release();
  }
}
