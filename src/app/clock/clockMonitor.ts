import { untilAborted } from '../../service/abortable';
import { DecodeError } from '../../service/errors';
import { ServerClock, toSample, wallStepToleranceMs } from '../../service/clock';
import type { ClockEstimate, ClockReading, ClockSample, ClockTrust } from '../../service/clock';
import type { SigningClock } from '../../service/auth/signedKey';
import type { ServerTimeSample } from '../../service/records';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';
import type { Ports } from '../ports';

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

/** Requests the chosen service's time; undefined while no service is chosen. */
export type TimeRequest = (options: { readonly signal: AbortSignal }) => Promise<ServerTimeSample>;

/** First measurement, and the cheaper renewal. The first request of either warms the connection. */
const samplesAtFirst = 5;
const samplesToRenew = 3;
/** Interval of the renewal in the background while the window is watched. */
export const renewalIntervalMs = 10 * 60_000;
/** After a failed measurement, automatic ones wait at least this long. */
const failurePauseMs = 15_000;

/**
 * Keeps the offset to the server's clock: measures on demand, renews it in the background only while {@link ClockMonitor.setWatched} says that
 * the window is watched, and reports when it can no longer be trusted. After a sleep of the machine, whoever asks for the time makes it measure
 * again, because the monotonic clock may have stopped meanwhile: fresh prices would seem to be from the future, and reminders would be late.
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
  /** A step of the wall clock was noticed, and is followed by a measurement. */
  #hasStepped = false;

  constructor(private readonly dependencies: Pick<Ports, 'clock' | 'timers' | 'log'>) {}

  /**
   * Another service has another clock: forgets everything and measures again if watched.
   *
   * @param outage - Why the service is known not to answer. Only the background renewal skips its request then.
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

  /** True while the window is in the foreground; in the background, it only measures after a step of the wall clock. */
  setWatched(watched: boolean): void {
    if (this.#watched === watched) return;
    this.#watched = watched;
    this.#schedule();
  }

  /** The service answers again: retries at once what failed. */
  serviceReturned(): void {
    if (this.#lastFailure === undefined) return;
    this.#lastFailure = undefined;
    this.#announce();
    this.#schedule();
  }

  /** A heartbeat this late shows that the machine slept. */
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

  /** Server time in Unix milliseconds; the wall clock if nothing was ever measured. */
  nowMs(): number {
    const now = this.#reading();
    this.#noticeStep(now);
    const estimate = this.#clock.estimate(now);
    return now.monotonicMs + (estimate === undefined ? now.wallMinusMonotonicMs : estimate.offsetMs);
  }

  estimate(): ClockEstimate | undefined {
    return this.#clock.estimate(this.#reading());
  }

  async ensureFresh(options: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#clock.trust(this.#reading()) === 'good') return;
    const failed = this.#lastFailure;
    if (failed?.wasAsked === true && this.dependencies.clock.monotonicMs() - failed.at < failurePauseMs) return;
    await this.resynchronize(options);
  }

  /** Measures now, one measurement at a time; true when the offset was renewed. Never rejects. */
  async resynchronize(options: { readonly signal: AbortSignal }): Promise<boolean> {
    if (this.#request === undefined) return false;
    this.#flight ??= this.#measure(this.#request, this.#generation.signal);
    const flight = this.#flight;
    // The shared measurement continues for other callers and never fails, so only the abort of this caller is an error.
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
    // After an abort, the measurement belongs to a service that is no longer chosen; a new one may be in progress.
    if (signal.aborted) return false;
    this.#flight = undefined;
    const renewed = added > 0;
    this.#lastFailure = renewed ? undefined : { error: failure, at: this.dependencies.clock.monotonicMs(), wasAsked: true };
    this.dependencies.log.debug(
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
    // The machine slept between request and response: the round trip does not show when the server read its clock.
    if (Math.abs(after.wallMinusMonotonicMs - before.wallMinusMonotonicMs) > wallStepToleranceMs) return false;
    const sample = toSample(answer, before.wallMinusMonotonicMs);
    return sample !== undefined && this.#clock.add(sample);
  }

  #schedule(): void {
    this.#renewal?.dispose();
    this.#renewal = undefined;
    if (this.#request === undefined || !(this.#watched || this.#clock.hasStepped(this.#reading()))) return;
    this.#renewal = this.dependencies.timers.after(this.#delayMs(), () => this.#renew());
  }

  /** Once for each step: a measurement that fails is repeated by itself. */
  #noticeStep(now: ClockReading): void {
    const hasStepped = this.#clock.hasStepped(now);
    if (hasStepped === this.#hasStepped) return;
    this.#hasStepped = hasStepped;
    if (hasStepped) this.#schedule();
  }

  #renew(): void {
    const error = this.#flight === undefined ? this.#outage() : undefined;
    if (error === undefined) {
      void this.resynchronize({ signal: this.#generation.signal });
      return;
    }
    this.#lastFailure = { error, at: this.dependencies.clock.monotonicMs(), wasAsked: false };
    this.#announce();
    this.#schedule();
  }

  #delayMs(): number {
    const { clock } = this.dependencies;
    if (this.#lastFailure !== undefined) return Math.max(failurePauseMs, this.#lastFailure.at + 4 * failurePauseMs - clock.monotonicMs());
    const newest = this.#clock.samples.at(-1);
    if (newest === undefined || this.#clock.trust(this.#reading()) !== 'good') return 0;
    return Math.max(0, newest.takenAt + renewalIntervalMs - clock.monotonicMs());
  }

  #reading(): ClockReading {
    const monotonicMs = this.dependencies.clock.monotonicMs();
    return { monotonicMs, wallMinusMonotonicMs: this.dependencies.clock.wallMs() - monotonicMs };
  }

  #announce(): void {
    this.#changed.fire(this.snapshot());
  }
}
