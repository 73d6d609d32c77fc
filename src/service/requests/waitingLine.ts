import { readRanks } from './readRank';
import type { Turn } from './limits';

/** What decides the place of a request among those that wait. */
export interface Place {
  readonly turn: Turn;
  /** The service has refused it once because of a limit. */
  readonly isRefused: boolean;
}

/**
 * The requests that wait, in their order: urgent ones, then reads by their rank; within a rank those that the service has refused, then the
 * others as they came.
 */
export class WaitingLine<W extends Place> implements Iterable<W> {
  readonly #waiting: W[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  add(waiter: W): void {
    let [low, high] = [0, this.#waiting.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#waiting[middle];
      if (other !== undefined && numberOf(other) <= numberOf(waiter)) low = middle + 1;
      else high = middle;
    }
    this.#waiting.splice(low, 0, waiter);
  }

  has(waiter: W): boolean {
    return this.#waiting.includes(waiter);
  }

  /** @returns False if it no longer waits. */
  remove(waiter: W): boolean {
    const index = this.#waiting.indexOf(waiter);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }

  /** Goes on over those that waited at the start, whatever is added or removed meanwhile. */
  [Symbol.iterator](): IterableIterator<W> {
    return [...this.#waiting].values();
  }
}

/** Lower numbers go first. */
function numberOf({ turn, isRefused }: Place): number {
  return turn === 'urgent' ? -1 : 2 * readRanks.indexOf(turn) + (isRefused ? 0 : 1);
}
