import type { Disposable, MachineClock, Timers } from '../platform/ports';

/** Leaves time for one read when something was received late. */
const leastMs = 300;

/**
 * Calls back `afterMs` after something was received, unless a read has covered it. A read of a service that shows things late covers only what
 * happened that much earlier: then the call waits as much longer for the next read. All times are wall clock.
 */
export class Overdue implements Disposable {
  #oldestMs = 0;
  #latestMs = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** The latest read, as if it showed everything until then. */
  #readMs = Number.NEGATIVE_INFINITY;
  #lateMs = 0;
  #isPutOff = false;
  #timer: Disposable | undefined;

  constructor(
    private readonly timers: Timers,
    private readonly clock: Pick<MachineClock, 'wallMs'>,
    private readonly options: { readonly afterMs: number; readonly call: () => void },
  ) {}

  heard(atMs: number): void {
    this.#latestMs = Math.max(this.#latestMs, atMs);
    if (this.#timer !== undefined) return;
    this.#oldestMs = atMs;
    this.#isPutOff = false;
    this.#arm(0);
  }

  /** A read at this time showed the state of `lateMs` before, at least. */
  looked(atMs: number, lateMs: number): void {
    this.#lookedMs = Math.max(this.#lookedMs, atMs - lateMs);
    this.#readMs = Math.max(this.#readMs, atMs);
    this.#lateMs = lateMs;
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #arm(extraMs: number): void {
    const waitMs = Math.max(leastMs, this.#oldestMs + this.options.afterMs + extraMs - this.clock.wallMs());
    this.#timer = this.timers.after(waitMs, () => {
      this.#timer = undefined;
      if (this.#lookedMs >= this.#latestMs) return;
      if (this.#lookedMs >= this.#oldestMs) {
        this.#oldestMs = this.#latestMs;
        this.#arm(0);
      } else if (this.#readMs >= this.#latestMs && !this.#isPutOff) {
        this.#isPutOff = true;
        this.#arm(this.#lateMs);
      } else this.options.call();
    });
  }
}
