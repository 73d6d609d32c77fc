import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { OrderJournal } from '../journal/orderJournal';
import { orderLockName } from '../journal/orderLock';
import type { CrossProcessLock, Log, MachineClock } from '../../platform/ports';
import { judgeLater, lastOf } from './judge';
import type { Judgment, Sighting } from './judge';

export interface SettledWatchDependencies {
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  readonly log: Pick<Log, 'error'>;
}

/** Services list ended orders for a day, and an attempt that was settled may be older than its order. */
const openMs = 48 * 60 * 60_000;

/** Attempts that were settled, by whatever, while lists that are read anyway may still show their orders. */
export class SettledWatch {
  #settled: readonly Attempt[] = [];

  /** @param tell - Reports an end that is in the journal. */
  constructor(
    private readonly dependencies: SettledWatchDependencies,
    private readonly tell: (ended: Judgment['told'], root: string) => Promise<unknown>,
  ) {}

  /** @param attempts - Every attempt in the journal. */
  watch(attempts: readonly Attempt[]): void {
    this.#settled = attempts.filter((attempt) => this.#isOpen(attempt));
  }

  /** Compares what a list showed with the attempts of its account. */
  take(isThere: (target: Attempt['target']) => boolean, sighting: Sighting): void {
    for (const attempt of this.#settled) if (isThere(attempt.target)) void this.#meet(attempt, sighting);
  }

  /** Attempts that are followed are judged by every check. */
  #isOpen(attempt: Attempt): boolean {
    const isFollowed = attempt.state === 'accepted' || isUnresolved(attempt.state);
    return !isFollowed && this.dependencies.clock.wallMs() - lastOf(attempt) < openMs;
  }

  /** Writes down and reports an order of an attempt that was settled without it. One window does. Never rejects. */
  async #meet(known: Attempt, sighting: Sighting): Promise<void> {
    const { journal, locks, log } = this.dependencies;
    const { root } = known;
    try {
      if (judgeLater(known, sighting, await journal.attempts()) === undefined) return;
      const lock = await locks.tryAcquire(orderLockName(known.target));
      if (lock === undefined) return;
      try {
        // Another window may have been faster.
        const attempt = await journal.find(root);
        const found = attempt === undefined ? undefined : judgeLater(attempt, sighting, await journal.attempts());
        if (attempt === undefined || found === undefined || !this.#isOpen(attempt)) return;
        await journal.append({ ...found.record, root });
        await this.tell(found.told, root);
      } finally {
        await lock.release();
      }
    } catch (error) {
      log.error('An order that appeared late could not be recorded', error);
    }
  }
}
