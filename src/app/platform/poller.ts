import type { Asker } from '../../service/requests/asker';
import { allowManyListeners } from '../../service/abortable';
import { retryAfterOf } from '../../service/errors';
import type { Disposable, Reach } from './ports';
import type { Ports } from '../ports';

export interface PollerOptions extends Pick<Ports, 'timers' | 'clock'> {
  /** Milliseconds between two successful runs; 0 only refreshes by hand. Read again before every wait. */
  readonly intervalMs: () => number;
  /**
   * One refresh. Rejects on failure; the caller reports that, and here it only lengthens the next wait. A number that it returns is how old the
   * result is, in milliseconds, because another window has read it: the next refresh is due that much earlier.
   */
  readonly run: (signal: AbortSignal, isByHand: boolean, forProgram?: ProgramRefresh) => Promise<unknown>;
  /** Reachability of the service; without it, only failures lengthen the waits. */
  readonly reach?: Reach | undefined;
}

/** A refresh that a program asked for. */
export interface ProgramRefresh {
  /** Who asked, in words for the request log. */
  readonly askedBy: Asker;
  /** It comes after everything of the user’s until this is aborted, because the user waits for it too. */
  readonly yieldsUntil: AbortSignal;
}

const longestBackOffMs = 5 * 60_000;

interface Flight {
  readonly controller: AbortController;
  /** The service was reachable when it began. */
  readonly isFresh: boolean;
  /** Also set when the user refreshes during an automatic refresh. */
  byHand: boolean;
  /** Gives way to the user’s requests until it is aborted; undefined for one of the user’s. */
  readonly yields: AbortController | undefined;
  readonly done: Promise<void>;
}

/**
 * Repeats a refresh while its view is visible and never while it is hidden.
 *
 * A view that becomes visible is refreshed at once if its data is older than the interval (or never came), later otherwise. After failures the
 * wait doubles up to five minutes, or is what the service asks for. A refresh by hand also runs while hidden, joins one in progress, and resets
 * the back-off. While the service is away, failed refreshes are not repeated; they run at once when it is back.
 *
 * A refresh for a program gives way to everything of the user’s. It becomes the user’s own as soon as they refresh by hand, or the next refresh of
 * the view is due. If it fails before, the view is refreshed as if it had not been.
 */
export class Poller implements Disposable {
  readonly #options: PollerOptions;
  #visible = false;
  #disposed = false;
  #failures = 0;
  #askedWaitMs = 0;
  #lastEnd: number | undefined;
  /** The refresh in progress began before something changed. */
  #isOutdated = false;
  /** The service came back during the refresh in progress. */
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

  /** Starts polling, or stops it; an automatic refresh in progress is cancelled when the view hides. */
  setVisible(visible: boolean): void {
    if (this.#visible === visible || this.#disposed) return;
    this.#visible = visible;
    if (visible) this.#schedule();
    else {
      this.#clearTimer();
      if (this.#flight?.byHand === false) this.#cancelFlight();
    }
  }

  /**
   * Refreshes now. Resolves when the refresh ended, whether it succeeded or not.
   *
   * @param askedBy - The program that asked; undefined for the user.
   */
  async refresh(askedBy?: Asker): Promise<void> {
    if (this.#disposed) return;
    if (askedBy === undefined) {
      this.#failures = 0;
      this.#flight?.yields?.abort();
    }
    const flight = this.#flight ?? this.#start({ byHand: true, askedBy });
    flight.byHand = true;
    await flight.done;
  }

  /**
   * What is shown is out of date: reads it again, after a refresh in progress, or when the view is next shown. Any number of calls during one
   * refresh count as one.
   */
  readAgain(): void {
    this.#failures = 0;
    this.#lastEnd = undefined;
    if (this.#flight !== undefined) this.#isOutdated = true;
    this.#schedule();
  }

  /**
   * What is shown now belongs to something else (another session, other settings): forgets it and starts over.
   *
   * @param ageMs - It was read elsewhere, this many milliseconds ago: waits as after a refresh.
   */
  restart(ageMs = Number.POSITIVE_INFINITY): void {
    this.#cancelFlight();
    this.#clearTimer();
    this.#isOutdated = false;
    this.#failures = 0;
    this.#lastEnd = Number.isFinite(ageMs) ? this.#options.clock.monotonicMs() - ageMs : undefined;
    this.#schedule();
  }

  /** The interval changed: waits again, but never refreshes before the new interval is over. */
  reschedule(): void {
    this.#schedule();
  }

  dispose(): void {
    this.#disposed = true;
    this.#return?.dispose();
    this.#clearTimer();
    this.#cancelFlight();
  }

  #schedule(): void {
    this.#clearTimer();
    if (!this.#visible || this.#disposed || (this.#flight !== undefined && !isYielding(this.#flight))) return;
    const waitMs = this.#waitMs();
    if (waitMs === undefined) return;
    if (waitMs <= 0) this.#begin();
    else
      this.#timer = this.#options.timers.after(waitMs, () => {
        // The service may have gone away since.
        if (this.#isLeftAlone) this.#schedule();
        else this.#begin();
      });
  }

  /** The next refresh is due: what is being read for a program is what the user waits for from now on. */
  #begin(): void {
    if (this.#flight === undefined) this.#start({ byHand: false });
    else this.#flight.yields?.abort();
  }

  /** The service is away, and the view says so. */
  get #isLeftAlone(): boolean {
    return this.#failures > 0 && this.#options.reach?.isAway === true;
  }

  #waitMs(): number | undefined {
    if (this.#lastEnd === undefined) return 0;
    const interval = this.#options.intervalMs();
    if (interval <= 0) return undefined;
    // The event of its return comes first, unless reachability is mistaken.
    if (this.#isLeftAlone) return this.#lastEnd + longestBackOffMs - this.#options.clock.monotonicMs();
    const backOff = Math.min(interval * 2 ** this.#failures, Math.max(interval, longestBackOffMs));
    const wanted = Math.max(backOff, this.#failures > 0 ? this.#askedWaitMs : 0);
    return this.#lastEnd + wanted - this.#options.clock.monotonicMs();
  }

  #start({ byHand, askedBy }: { readonly byHand: boolean; readonly askedBy?: Asker | undefined }): Flight {
    const controller = new AbortController();
    const yields = askedBy === undefined ? undefined : new AbortController();
    if (yields !== undefined) allowManyListeners(yields.signal);
    const forProgram = askedBy === undefined || yields === undefined ? undefined : { askedBy, yieldsUntil: yields.signal };
    const isFresh = this.#options.reach?.isAway !== true;
    const isByHand = byHand && forProgram === undefined;
    const done = Promise.resolve().then(async () => this.#fly(controller, isByHand, forProgram));
    const flight: Flight = { controller, byHand, yields, isFresh, done };
    this.#flight = flight;
    this.#schedule();
    return flight;
  }

  async #fly(controller: AbortController, isByHand: boolean, forProgram: ProgramRefresh | undefined): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    let ageMs = 0;
    try {
      const result = controller.signal.aborted ? undefined : await this.#options.run(controller.signal, isByHand, forProgram);
      if (typeof result === 'number') ageMs = result;
    } catch (error) {
      failure = { error };
    }
    const flight = this.#flight;
    // A cancelled refresh has been replaced: its end says nothing about the next one.
    if (flight?.controller !== controller) return;
    this.#flight = undefined;
    // The view is refreshed when it would have been: a program that asks again and again must not put that off.
    if (failure !== undefined && isYielding(flight) && !this.#isOutdated && !this.#hasReturned) {
      this.#schedule();
      return;
    }
    // A failure from before the return says nothing about the service now.
    const isRepeated = failure !== undefined && this.#hasReturned;
    this.#lastEnd = this.#isOutdated || isRepeated ? undefined : this.#options.clock.monotonicMs() - ageMs;
    this.#isOutdated = false;
    this.#hasReturned = false;
    this.#failures = failure === undefined || isRepeated ? 0 : this.#failures + 1;
    this.#askedWaitMs = failure === undefined || isRepeated ? 0 : (retryAfterOf(failure.error) ?? 0);
    this.#schedule();
  }

  /** Reads at once what failed, is about to fail, or has become old in the meantime. */
  #serviceReturned(): void {
    const flight = this.#flight;
    // A refresh begun before waits for responses that never come.
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

/** A program asked for it, and the user doesn’t wait for it. */
function isYielding({ yields }: Pick<Flight, 'yields'>): boolean {
  return yields?.signal.aborted === false;
}
