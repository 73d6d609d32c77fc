import type { Disposable, MachineClock, Timers } from '../../../src/app/platform/ports';

interface Due {
  readonly at: number;
  readonly callback: () => void;
}

/** Wall clock, monotonic clock, and timers that move only when told to. */
export class FakeTime implements MachineClock, Timers {
  #now: number;
  readonly #startedAt: number;
  readonly #due = new Set<Due>();

  constructor(startMs = Date.UTC(2026, 0, 5, 12)) {
    this.#now = startMs;
    this.#startedAt = startMs;
  }

  wallMs(): number {
    return this.#now;
  }

  monotonicMs(): number {
    return this.#now - this.#startedAt;
  }

  after(ms: number, callback: () => void): Disposable {
    const due = { at: this.#now + ms, callback };
    this.#due.add(due);
    return { dispose: () => void this.#due.delete(due) };
  }

  get pendingTimers(): number {
    return this.#due.size;
  }

  /** Advances the time, running what falls due in order and letting promises settle after each timer. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      let next: Due | undefined;
      for (const due of this.#due) if (due.at <= end && due.at < (next?.at ?? Infinity)) next = due;
      if (next === undefined) break;
      this.#due.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets every promise settle that needs no time to pass. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
