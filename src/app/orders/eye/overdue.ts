import type { Disposable, MachineClock, Timers } from '../../platform/ports';

/** Leaves time for one read when something was received late. */
const leastMs = 300;

/** Calls back `afterMs` after something was received, unless a read has covered it. All times are wall clock. */
export class Overdue implements Disposable {
  #oldestMs = 0;
  #latestMs = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;
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
    this.#arm();
  }

  /** A read showed the state at this time. */
  looked(atMs: number): void {
    this.#lookedMs = Math.max(this.#lookedMs, atMs);
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #arm(): void {
    const waitMs = Math.max(leastMs, this.#oldestMs + this.options.afterMs - this.clock.wallMs());
    this.#timer = this.timers.after(waitMs, () => {
      this.#timer = undefined;
      if (this.#lookedMs >= this.#latestMs) return;
      if (this.#lookedMs < this.#oldestMs) this.options.call();
      else {
        this.#oldestMs = this.#latestMs;
        this.#arm();
      }
    });
  }
}

/** A wait that several callers can join; it ends early when aborted or disposed. */
export class Pause implements Disposable {
  readonly over: Promise<void>;
  #isOver = false;
  #end: () => void = () => undefined;

  constructor(timers: Timers, ms: number, signal: AbortSignal) {
    this.over = new Promise((resolve) => {
      const timer = timers.after(ms, () => this.#end());
      const end = (): void => {
        this.#isOver = true;
        timer.dispose();
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#end = end;
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  dispose(): void {
    this.#end();
  }
}
