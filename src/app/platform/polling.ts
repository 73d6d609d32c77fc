import { retryAfterOf } from '../../service/errors';
import type { Disposable, MachineClock, Reach, Timers } from './ports';

export interface PollerOptions {
  readonly timers: Timers;
  readonly clock: Pick<MachineClock, 'monotonicMs'>;
  /** Milliseconds between two runs that succeeded; 0 polls only by hand. Read anew before every wait. */
  readonly intervalMs: () => number;
  /** One refresh. Rejects when it failed; the rejection is the caller's to show and only lengthens the next wait here. */
  readonly run: (signal: AbortSignal, isByHand: boolean) => Promise<void>;
  /** Of the service that is read; without it, failures alone lengthen the waits. */
  readonly reach?: Reach | undefined;
}

const longestBackOffMs = 5 * 60_000;

interface Flight {
  readonly controller: AbortController;
  /** The service was there when it began. */
  readonly isFresh: boolean;
  /** Set also when somebody asks by hand while an automatic refresh is under way. */
  byHand: boolean;
  readonly done: Promise<void>;
}

/**
 * Repeats a refresh while its view is visible and never while it is hidden.
 *
 * A view that becomes visible is refreshed at once when its data is older than the interval (or never came), later
 * otherwise. After failures the wait doubles up to five minutes, or is what the service asks for. A refresh by hand runs also while hidden, joins one
 * that is under way, and clears the back-off. While the service is away nothing that failed is repeated; what failed is read at once when it is back.
 */
export class Poller implements Disposable {
  readonly #options: PollerOptions;
  #visible = false;
  #disposed = false;
  #failures = 0;
  #askedWaitMs = 0;
  #lastEnd: number | undefined;
  /** The flight under way began before something changed. */
  #isOutdated = false;
  /** The service came back during the flight under way. */
  #hasReturned = false;
  #flight: Flight | undefined;
  #timer: Disposable | undefined;
  readonly #return: Disposable | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#return = options.reach?.onDidReturn(() => this.#serviceReturned());
  }

  /** A refresh is under way. */
  get isRunning(): boolean {
    return this.#flight !== undefined;
  }

  /** Starts polling, or stops it; an automatic refresh under way is cancelled when the view hides. */
  setVisible(visible: boolean): void {
    if (this.#visible === visible || this.#disposed) return;
    this.#visible = visible;
    if (visible) this.#schedule();
    else {
      this.#clearTimer();
      if (this.#flight?.byHand === false) this.#cancelFlight();
    }
  }

  /** Refreshes now. Resolves when the refresh ended, whether it succeeded or not. */
  async refresh(): Promise<void> {
    if (this.#disposed) return;
    this.#failures = 0;
    const flight = this.#flight ?? this.#start(true);
    flight.byHand = true;
    await flight.done;
  }

  /**
   * What is shown is out of date: reads it again, after a refresh under way has ended, or when the view is shown next. Any
   * number of calls while one is under way are one.
   */
  readAgain(): void {
    this.#failures = 0;
    this.#lastEnd = undefined;
    if (this.#flight === undefined) this.#schedule();
    else this.#isOutdated = true;
  }

  /**
   * What is shown belongs to something else now (another session, other settings): forgets it and starts over.
   *
   * @param isDone - It has just been read elsewhere: waits as after a refresh.
   */
  restart(isDone = false): void {
    this.#cancelFlight();
    this.#clearTimer();
    this.#isOutdated = false;
    this.#failures = 0;
    this.#lastEnd = isDone ? this.#options.clock.monotonicMs() : undefined;
    this.#schedule();
  }

  /** The interval changed: waits anew without refreshing sooner than it asks for. */
  reschedule(): void {
    if (this.#flight === undefined) this.#schedule();
  }

  dispose(): void {
    this.#disposed = true;
    this.#return?.dispose();
    this.#clearTimer();
    this.#cancelFlight();
  }

  #schedule(): void {
    this.#clearTimer();
    if (!this.#visible || this.#disposed || this.#flight !== undefined) return;
    const waitMs = this.#waitMs();
    if (waitMs === undefined) return;
    if (waitMs <= 0) this.#start(false);
    else
      this.#timer = this.#options.timers.after(waitMs, () => {
        // It may have gone away since.
        if (this.#isLeftAlone) this.#schedule();
        else this.#start(false);
      });
  }

  /** The service is away, and what is shown says so. */
  get #isLeftAlone(): boolean {
    return this.#failures > 0 && this.#options.reach?.isAway === true;
  }

  #waitMs(): number | undefined {
    if (this.#lastEnd === undefined) return 0;
    const interval = this.#options.intervalMs();
    if (interval <= 0) return undefined;
    // The event of its return comes first, unless what asks for it is mistaken.
    if (this.#isLeftAlone) return this.#lastEnd + longestBackOffMs - this.#options.clock.monotonicMs();
    const backOff = Math.min(interval * 2 ** this.#failures, Math.max(interval, longestBackOffMs));
    const wanted = Math.max(backOff, this.#failures > 0 ? this.#askedWaitMs : 0);
    return this.#lastEnd + wanted - this.#options.clock.monotonicMs();
  }

  #start(byHand: boolean): Flight {
    this.#clearTimer();
    const controller = new AbortController();
    const isFresh = this.#options.reach?.isAway !== true;
    const flight: Flight = { controller, byHand, isFresh, done: Promise.resolve().then(async () => this.#fly(controller, byHand)) };
    this.#flight = flight;
    return flight;
  }

  async #fly(controller: AbortController, isByHand: boolean): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    try {
      if (!controller.signal.aborted) await this.#options.run(controller.signal, isByHand);
    } catch (error) {
      failure = { error };
    }
    // A cancelled flight has been replaced: its end says nothing about the next one.
    if (this.#flight?.controller !== controller) return;
    this.#flight = undefined;
    // What failed before the return says nothing of what is there now.
    const isRepeated = failure !== undefined && this.#hasReturned;
    this.#lastEnd = this.#isOutdated || isRepeated ? undefined : this.#options.clock.monotonicMs();
    this.#isOutdated = false;
    this.#hasReturned = false;
    this.#failures = failure === undefined || isRepeated ? 0 : this.#failures + 1;
    this.#askedWaitMs = failure === undefined || isRepeated ? 0 : (retryAfterOf(failure.error) ?? 0);
    this.#schedule();
  }

  /** What waits to fail, or has failed, is read now, and what has become old meanwhile. */
  #serviceReturned(): void {
    const flight = this.#flight;
    // What began before waits for answers that never come.
    if (flight?.byHand === false && flight.isFresh) this.#cancelFlight();
    if (this.#failures > 0 || flight !== undefined) this.#lastEnd = undefined;
    this.#hasReturned = this.#flight !== undefined;
    this.#failures = 0;
    this.#askedWaitMs = 0;
    this.#schedule();
  }

  #cancelFlight(): void {
    const flight = this.#flight;
    this.#flight = undefined;
    flight?.controller.abort();
  }

  #clearTimer(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
