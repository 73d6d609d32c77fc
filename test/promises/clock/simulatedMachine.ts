import type { Disposable, MachineClock, Timers } from '../../../src/app/platform/ports';

/**
 * Wall clock, monotonic clock, and server clock on top of one true time. Independent of the code under test: it knows the truth that the
 * code has to find.
 */
export class SimulatedMachine implements MachineClock, Timers {
  #trueMs = 0;
  #monotonic: number;
  #wall: number;

  constructor(
    /** Rate error of this machine's clocks, for example 0.0005. */
    private readonly drift: number,
    /** Server clock minus true time. */
    private readonly serverEpochMs: number,
    wallErrorMs: number,
    monotonicStart: number,
  ) {
    this.#monotonic = monotonicStart;
    this.#wall = serverEpochMs + wallErrorMs;
  }

  get trueMs(): number {
    return this.#trueMs;
  }

  wallMs(): number {
    return this.#wall;
  }

  monotonicMs(): number {
    return this.#monotonic;
  }

  /** The current server clock, unrounded. */
  serverMs(): number {
    return this.serverEpochMs + this.#trueMs;
  }

  pass(ms: number): void {
    this.#trueMs += ms;
    this.#monotonic += ms * (1 + this.drift);
    this.#wall += ms * (1 + this.drift);
  }

  /** Linux and macOS stop the monotonic clock during sleep, Windows lets it run. */
  sleep(ms: number, monotonicRuns: boolean): void {
    this.#trueMs += ms;
    this.#wall += ms;
    if (monotonicRuns) this.#monotonic += ms;
  }

  stepWall(ms: number): void {
    this.#wall += ms;
  }

  /** Nothing runs in the background here: the code must be right without its timers. */
  after(): Disposable {
    return { dispose: () => undefined };
  }
}
