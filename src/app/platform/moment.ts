import type { MachineClock } from './ports';

/** A moment whose age is that of whichever clock shows more: the monotonic clock may stop while the machine sleeps, and the wall clock may be set back. */
export class Moment {
  readonly #monotonicMs: number;
  readonly #wallMs: number;

  /** Now. */
  constructor(private readonly clock: MachineClock) {
    this.#monotonicMs = clock.monotonicMs();
    this.#wallMs = clock.wallMs();
  }

  get ageMs(): number {
    return Math.max(this.clock.monotonicMs() - this.#monotonicMs, this.clock.wallMs() - this.#wallMs);
  }
}
