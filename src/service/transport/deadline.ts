import type { Deadlines } from './settings';

/**
 * The deadlines of one request on one timer: entering a phase only changes a number. The timer wakes up at least once in the
 * shortest phase and checks whether the time is up, so it is never late.
 */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #totalAt = 0;
  #phaseAt = 0;
  #detail = '';
  readonly #shortestMs: number;

  /** @param expired - Called once with what took too long, for the log. */
  constructor(
    private readonly deadlines: Deadlines,
    private readonly expired: (detail: string) => void,
  ) {
    this.#shortestMs = Math.min(deadlines.headersMs, deadlines.bodyMs, deadlines.totalMs);
  }

  /** Starts the overall time limit; `detail` names what is awaited until the first phase. */
  start(detail: string): void {
    this.#totalAt = performance.now() + this.deadlines.totalMs;
    this.#phaseAt = this.#totalAt;
    this.#detail = detail;
    this.#arm(this.#shortestMs);
  }

  enter(phaseMs: number, detail: string): void {
    this.#phaseAt = performance.now() + phaseMs;
    this.#detail = detail;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => this.#wake(), Math.min(ms, this.#shortestMs));
  }

  #wake(): void {
    const leftMs = Math.min(this.#phaseAt, this.#totalAt) - performance.now();
    // Timers are whole milliseconds: less than one counts as over.
    if (leftMs >= 1) this.#arm(Math.ceil(leftMs));
    else this.expired(this.#phaseAt <= this.#totalAt ? this.#detail : 'the whole exchange');
  }
}
