import { untilAborted } from '../../service/abortable';
import { DecodeError } from '../../service/errors';
import { ServerClock, toSample, wallStepToleranceMs } from '../../service/clock';
import type { ClockEstimate, ClockReading, ClockSample, ClockTrust } from '../../service/clock';
import type { SigningClock } from '../../service/auth/signedKey';
import type { ServerTimeSample } from '../../service/records';
import { Emitter } from '../platform/emitter';
import type { Disposable, Log, MachineClock, Timers } from '../platform/ports';

/** What the status bar and the gates know about the server's clock. Milliseconds throughout. */
export interface ClockSnapshot {
  readonly trust: ClockTrust;
  /** Server time minus this machine's wall clock; undefined when never measured. */
  readonly skewMs: number | undefined;
  readonly boundMs: number | undefined;
  readonly ageMs: number | undefined;
  readonly samples: readonly ClockSample[];
  readonly synchronizing: boolean;
  /** Why the last attempt failed; undefined after one that worked. */
  readonly lastFailure: unknown;
}

/** Asks the chosen service for its time; undefined while no service is chosen. */
export type TimeRequest = (options: { readonly signal: AbortSignal }) => Promise<ServerTimeSample>;

/** First measurement, and the cheaper renewal. The first request of either warms the connection. */
const samplesAtFirst = 5;
const samplesToRenew = 3;
/** Renewal in the background, while somebody is looking. */
export const renewalIntervalMs = 10 * 60_000;
/** After a failed measurement nothing is asked again by itself before this has passed. */
const failurePauseMs = 15_000;

export interface ClockMonitorOptions {
  readonly machine: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * Keeps the offset to the server's clock: measures on demand, renews it in the background only while
 * {@link ClockMonitor.setWatched} says that somebody looks, and tells when it can no longer be trusted.
 */
export class ClockMonitor implements SigningClock {
  readonly #clock = new ServerClock();
  readonly #changed = new Emitter<ClockSnapshot>();
  readonly onDidChange = this.#changed.event;
  #request: TimeRequest | undefined;
  #outage: () => Error | undefined = () => undefined;
  #generation = new AbortController();
  #flight: Promise<boolean> | undefined;
  #lastFailure: { readonly error: unknown; readonly at: number; readonly wasAsked: boolean } | undefined;
  #renewal: Disposable | undefined;
  #watched = false;

  constructor(private readonly options: ClockMonitorOptions) {}

  /**
   * Another service is another clock: forgets everything and measures anew while watched.
   *
   * @param outage - Why the service is known not to answer: the renewal in the background doesn't ask then, everybody else does.
   */
  setSource(request: TimeRequest | undefined, outage: () => Error | undefined = () => undefined): void {
    this.#outage = outage;
    this.#generation.abort();
    this.#generation = new AbortController();
    this.#request = request;
    this.#flight = undefined;
    this.#lastFailure = undefined;
    this.#clock.reset();
    this.#announce();
    this.#schedule();
  }

  /** True while the window is in the foreground: only then anything happens in the background. */
  setWatched(watched: boolean): void {
    if (this.#watched === watched) return;
    this.#watched = watched;
    this.#schedule();
  }

  /** The service answers again: what failed is tried at once. */
  serviceReturned(): void {
    if (this.#lastFailure === undefined) return;
    this.#lastFailure = undefined;
    this.#announce();
    this.#schedule();
  }

  /** A heartbeat that came this much too late shows that the machine slept. */
  heartbeatWasLate(lateByMs: number): void {
    if (lateByMs <= wallStepToleranceMs) return;
    this.#clock.markStale();
    this.#announce();
    this.#schedule();
  }

  snapshot(): ClockSnapshot {
    const now = this.#reading();
    const estimate = this.#clock.estimate(now);
    return {
      trust: this.#clock.trust(now),
      skewMs: estimate === undefined ? undefined : estimate.offsetMs - now.wallMinusMonotonicMs,
      boundMs: estimate?.boundMs,
      ageMs: estimate?.ageMs,
      samples: this.#clock.samples,
      synchronizing: this.#flight !== undefined,
      lastFailure: this.#lastFailure?.error,
    };
  }

  /** Server time in Unix milliseconds; the wall clock while nothing was ever measured. */
  nowMs(): number {
    const now = this.#reading();
    const estimate = this.#clock.estimate(now);
    return now.monotonicMs + (estimate === undefined ? now.wallMinusMonotonicMs : estimate.offsetMs);
  }

  estimate(): ClockEstimate | undefined {
    return this.#clock.estimate(this.#reading());
  }

  async ensureFresh(options: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#clock.trust(this.#reading()) === 'good') return;
    const failed = this.#lastFailure;
    if (failed?.wasAsked === true && this.options.machine.monotonicMs() - failed.at < failurePauseMs) return;
    await this.resynchronize(options);
  }

  /** Measures now, one flight at a time; the result is true when the offset was renewed. Never rejects. */
  async resynchronize(options: { readonly signal: AbortSignal }): Promise<boolean> {
    if (this.#request === undefined) return false;
    this.#flight ??= this.#measure(this.#request, this.#generation.signal);
    const flight = this.#flight;
    // The flight goes on for others; it never fails, so that only the abort of the caller comes out as an error.
    return untilAborted(async () => flight, options.signal).catch(() => false);
  }

  dispose(): void {
    this.#generation.abort();
    this.#renewal?.dispose();
    this.#changed.dispose();
  }

  async #measure(request: TimeRequest, signal: AbortSignal): Promise<boolean> {
    const wanted = this.#clock.samples.length === 0 ? samplesAtFirst : samplesToRenew;
    let added = 0;
    let failure: unknown = new DecodeError({ path: 'server_time_ms', expected: 'a plausible time', got: 'another' });
    try {
      for (let count = 0; count < wanted && !signal.aborted; count += 1) added += (await this.#takeSample(request, signal)) ? 1 : 0;
    } catch (error) {
      failure = error;
    }
    // After an abort the flight belongs to a service that is no longer chosen; a new one may be under way.
    if (signal.aborted) return false;
    this.#flight = undefined;
    const renewed = added > 0;
    this.#lastFailure = renewed ? undefined : { error: failure, at: this.options.machine.monotonicMs(), wasAsked: true };
    this.options.log.debug(
      renewed
        ? `clock synchronized with ${added} samples`
        : `clock not synchronized: ${failure instanceof Error ? failure.message : 'unknown failure'}`,
    );
    this.#announce();
    this.#schedule();
    return renewed;
  }

  async #takeSample(request: TimeRequest, signal: AbortSignal): Promise<boolean> {
    const before = this.#reading();
    const answer = await request({ signal });
    if (signal.aborted) return false;
    const after = this.#reading();
    // Asleep between question and answer: the round trip says nothing about when the server looked at its clock.
    if (Math.abs(after.wallMinusMonotonicMs - before.wallMinusMonotonicMs) > wallStepToleranceMs) return false;
    const sample = toSample(answer, before.wallMinusMonotonicMs);
    return sample !== undefined && this.#clock.add(sample);
  }

  #schedule(): void {
    this.#renewal?.dispose();
    this.#renewal = undefined;
    if (!this.#watched || this.#request === undefined) return;
    this.#renewal = this.options.timers.after(this.#delayMs(), () => this.#renew());
  }

  #renew(): void {
    const error = this.#flight === undefined ? this.#outage() : undefined;
    if (error === undefined) {
      void this.resynchronize({ signal: this.#generation.signal });
      return;
    }
    this.#lastFailure = { error, at: this.options.machine.monotonicMs(), wasAsked: false };
    this.#announce();
    this.#schedule();
  }

  #delayMs(): number {
    const { machine } = this.options;
    if (this.#lastFailure !== undefined) return Math.max(failurePauseMs, this.#lastFailure.at + 4 * failurePauseMs - machine.monotonicMs());
    const newest = this.#clock.samples.at(-1);
    if (newest === undefined || this.#clock.trust(this.#reading()) !== 'good') return 0;
    return Math.max(0, newest.takenAt + renewalIntervalMs - machine.monotonicMs());
  }

  #reading(): ClockReading {
    const monotonicMs = this.options.machine.monotonicMs();
    return { monotonicMs, wallMinusMonotonicMs: this.options.machine.wallMs() - monotonicMs };
  }

  #announce(): void {
    this.#changed.fire(this.snapshot());
  }
}
