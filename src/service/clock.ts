import type { ServerTimeSample } from './records';

/** NTP slews a system clock by at most this, which is more than an uncorrected quartz drifts. */
const fastestDrift = 500e-6;
/** The same as a share of the time that the drifting clock itself shows. */
export const driftAllowance = fastestDrift / (1 - fastestDrift);
/** Samples kept for the estimate. */
export const sampleCapacity = 8;
/** A step of the wall clock against the monotonic clock beyond this means sleep or an adjustment. */
export const wallStepToleranceMs = 1000;
/** Beyond this age an estimate is too imprecise to use without a new measurement. */
export const maximumAgeMs = 15 * 60_000;

/** `server_time_ms` is cut to whole milliseconds: the true instant lies up to one millisecond later. */
const quantizationMs = 1;
/** The two clocks are read in sequence, one of them in whole milliseconds: differences up to this are noise. */
const readingNoiseMs = 2;
const earliestPlausibleMs = Date.UTC(2015, 0, 1);
const latestPlausibleMs = Date.UTC(2100, 0, 1);

/** One measurement: server time minus monotonic time lay within `offsetMs ± boundMs` at `takenAt`. Milliseconds. */
export interface ClockSample {
  readonly offsetMs: number;
  readonly boundMs: number;
  readonly roundTripMs: number;
  /** Monotonic instant of the request: drift counts from here, because the server may have read its clock at once. */
  readonly takenAt: number;
  /** Wall clock minus monotonic clock at that instant. */
  readonly wallMinusMonotonicMs: number;
}

interface KeptSample extends ClockSample {
  /** Sum of the steps seen until then. */
  readonly steppedMs: number;
}

/** Both clocks of this machine, read together. */
export interface ClockReading {
  readonly monotonicMs: number;
  readonly wallMinusMonotonicMs: number;
}

export interface ClockEstimate {
  /** Server time minus monotonic time. */
  readonly offsetMs: number;
  /** The true offset differs by at most this: half the round trip, drift since then, and any small step between the machine's own clocks. */
  readonly boundMs: number;
  readonly ageMs: number;
  readonly roundTripMs: number;
}

export type ClockTrust = 'unknown' | 'stale' | 'good';

/**
 * Turns a server-time response into a sample; undefined if the response is implausible
 * (Spec, GET /api/v1.0/server-time).
 */
export function toSample(answer: ServerTimeSample, wallMinusMonotonicMs: number): ClockSample | undefined {
  const roundTripMs = answer.receivedAt - answer.sentAt;
  const plausible = answer.serverTime >= earliestPlausibleMs && answer.serverTime <= latestPlausibleMs && roundTripMs >= 0;
  if (!plausible) return undefined;
  return {
    offsetMs: answer.serverTime + quantizationMs / 2 - (answer.sentAt + answer.receivedAt) / 2,
    boundMs: (roundTripMs + quantizationMs) / 2,
    roundTripMs,
    takenAt: answer.sentAt,
    wallMinusMonotonicMs,
  };
}

/**
 * Estimates server time on the monotonic clock, so that steps of the wall clock do not matter.
 *
 * The sample with the smallest bound is used. A sample that contradicts the estimate is held back until a second one
 * agrees with it: one odd response never replaces a good offset, but a real clock step does.
 */
export class ServerClock {
  #samples: readonly KeptSample[] = [];
  #contradiction: KeptSample | undefined;
  // Stryker disable next-line BooleanLiteral: before the first sample nothing can be stale, and that sample clears the mark
  #markedStale = false;
  /** Sum of all steps seen between wall and monotonic clock: steps in opposite directions must not cancel out. */
  #steppedMs = 0;
  #stepReference: number | undefined;

  get samples(): readonly ClockSample[] {
    return this.#samples;
  }

  /** @returns false when the sample was held back because it contradicts the estimate. */
  add(sample: ClockSample): boolean {
    this.#observe(sample.wallMinusMonotonicMs);
    const kept: KeptSample = { ...sample, steppedMs: this.#steppedMs };
    const previous = this.#contradiction;
    this.#contradiction = undefined;
    if (this.#markedStale || this.#wallHasStepped(sample.wallMinusMonotonicMs)) {
      // The monotonic clock may have stopped meanwhile: earlier measurements are void.
      this.#samples = [];
    } else if (this.#samples.some((known) => contradict(known, sample))) {
      if (previous === undefined || contradict(previous, sample)) {
        this.#contradiction = kept;
        return false;
      }
      this.#samples = [previous];
    }
    this.#samples = [...this.#samples, kept].slice(-sampleCapacity);
    this.#markedStale = false;
    return true;
  }

  /** The current offset; undefined if nothing was ever measured. Bound and age are in milliseconds. */
  estimate(now: ClockReading): ClockEstimate | undefined {
    this.#observe(now.wallMinusMonotonicMs);
    let best: ClockEstimate | undefined;
    for (const sample of this.#samples) {
      const ageMs = Math.max(0, now.monotonicMs - sample.takenAt);
      // A small step between wall and monotonic clock is either a corrected wall clock or a short sleep: allow for both.
      const stepMs = Math.max(Math.abs(now.wallMinusMonotonicMs - sample.wallMinusMonotonicMs), this.#steppedMs - sample.steppedMs);
      const boundMs = sample.boundMs + ageMs * driftAllowance + stepMs;
      if (best === undefined || boundMs < best.boundMs)
        best = { offsetMs: sample.offsetMs, boundMs, ageMs, roundTripMs: sample.roundTripMs };
    }
    return best;
  }

  trust(now: ClockReading): ClockTrust {
    this.#observe(now.wallMinusMonotonicMs);
    const newest = this.#samples.at(-1);
    if (newest === undefined) return 'unknown';
    if (this.#markedStale || this.#wallHasStepped(now.wallMinusMonotonicMs)) return 'stale';
    return now.monotonicMs - newest.takenAt > maximumAgeMs ? 'stale' : 'good';
  }

  /** True if the machine slept, or its wall clock was set, since the last sample: only another one shows which. */
  hasStepped(now: ClockReading): boolean {
    this.#observe(now.wallMinusMonotonicMs);
    return this.#wallHasStepped(now.wallMinusMonotonicMs);
  }

  /** Called when there are signs that the machine slept, such as a late heartbeat. No effect without samples. */
  markStale(): void {
    this.#markedStale = true;
  }

  /** Clears everything: another service has another clock. */
  reset(): void {
    this.#samples = [];
    this.#contradiction = undefined;
  }

  #observe(wallMinusMonotonicMs: number): void {
    const step = Math.abs(wallMinusMonotonicMs - (this.#stepReference ?? wallMinusMonotonicMs));
    if (this.#stepReference !== undefined && step <= readingNoiseMs) return;
    this.#steppedMs += step;
    this.#stepReference = wallMinusMonotonicMs;
  }

  #wallHasStepped(wallMinusMonotonicMs: number): boolean {
    const newest = this.#samples.at(-1);
    return (
      newest !== undefined &&
      Math.max(Math.abs(wallMinusMonotonicMs - newest.wallMinusMonotonicMs), this.#steppedMs - newest.steppedMs) > wallStepToleranceMs
    );
  }
}

/** True if no offset fits both samples, even with the allowed drift between them. */
function contradict(a: ClockSample, b: ClockSample): boolean {
  const drift = Math.abs(a.takenAt - b.takenAt) * driftAllowance;
  const step = Math.abs(a.wallMinusMonotonicMs - b.wallMinusMonotonicMs);
  return Math.abs(a.offsetMs - b.offsetMs) > a.boundMs + b.boundMs + drift + step;
}
