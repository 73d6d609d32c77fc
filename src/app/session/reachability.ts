import { TransportError, retryAfterOf } from '../../service/errors';
import { untilAborted } from '../../service/abortable';
import { isNoAnswer, noAnswerCodes, noAnswerStatuses } from '../../service/requests/noAnswer';
import type { RequestEvent } from '../../service/requests/requestSender';
import { createDeferred } from '../platform/deferred';
import type { Deferred } from '../platform/deferred';
import { Emitter } from '../platform/emitter';
import type { Disposable, Reach } from '../platform/ports';
import type { Ports } from '../ports';

/** The service in use, and its cheapest request: sent once, rejecting with the failure. */
export interface ProbedService {
  readonly baseUrl: string;
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
}

/** A service that may be away. */
export interface Suspicion {
  readonly baseUrl: string;
  /** Resolves soon, with the failure of a request to the service if it is away. */
  readonly verdict: Promise<Error | undefined>;
}

type Phase = 'there' | 'doubted' | 'away';

/** One failure may be a problem of one endpoint, or a momentary one. */
const confirmMs = 700;
/** A service that answered is not suspected again for this long: only one of its endpoints has a problem. */
const vouchedMs = 5_000;
const shortestPauseMs = 4_000;
const jitterMs = 1_000;
/** As long as a read waits for the first byte of its response. */
const probeLimitMs = 10_000;
const longestAskedMs = 60_000;
/** How long the probe's failure counts for other requests; they are sent after that, because the probe alone may be failing. */
const trustedMs = 60_000;
/** A response this recent while the probe failed shows that only the probe has a problem. */
const recentMs = 60_000;

/**
 * Whether the service in use answers: one state per window, derived from the outcome of every request. While it does not, one cheap probe every
 * few seconds replaces everyone's own retries, and its response resumes them all.
 */
export class Reachability implements Reach, Disposable {
  readonly #changed = new Emitter<void>();
  /** Fires when the service is found to be away, and when it is back. */
  readonly onDidChange = this.#changed.event;
  readonly #returned = new Emitter<void>();
  readonly onDidReturn = this.#returned.event;
  readonly #suspected = new Emitter<Suspicion>();
  /** Fires when a second request fails before any is answered: requests about to be sent should wait for the verdict. */
  readonly onDidSuspect = this.#suspected.event;
  #service: ProbedService | undefined;
  #phase: Phase = 'there';
  #verdict: Deferred<Error | undefined> | undefined;
  #isSuspected = false;
  #timer: Disposable | undefined;
  #probe: AbortController | undefined;
  #vouchedUntilMs = -Infinity;
  #failure: Error | undefined;
  #awaySinceMs = -Infinity;
  #answeredAtMs = -Infinity;
  /** Since when the probe has been answered with an error; undefined if it is not. */
  #illSinceMs: number | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'timers' | 'clock' | 'log'> & {
      /** At least 0, less than 1. */
      readonly random: () => number;
    },
  ) {}

  get failure(): Error | undefined {
    return this.dependencies.clock.monotonicMs() - this.#awaySinceMs < trustedMs ? this.#failure : undefined;
  }

  get isAway(): boolean {
    return this.#phase === 'away';
  }

  get silentForMs(): number | undefined {
    if (!this.isAway) return undefined;
    const nowMs = this.dependencies.clock.monotonicMs();
    return nowMs - (this.#answeredAtMs === -Infinity ? this.#awaySinceMs : this.#answeredAtMs);
  }

  /** Another service, or none: forgets earlier failures. */
  setService(service: ProbedService | undefined): void {
    this.#service = service;
    this.#vouchedUntilMs = -Infinity;
    this.#answeredAtMs = -Infinity;
    this.#illSinceMs = undefined;
    this.#become('there');
  }

  /** Takes the outcome of a request to a service. */
  heard(baseUrl: string, { status, outcome }: Pick<RequestEvent, 'status' | 'outcome'>): void {
    if (baseUrl !== this.#service?.baseUrl) return;
    const failed = status === undefined || noAnswerCodes.has(outcome) ? noAnswerCodes.has(outcome) : noAnswerStatuses.has(status);
    if (failed) this.#doubt();
    else if (status !== undefined) {
      this.#answeredAtMs = this.dependencies.clock.monotonicMs();
      this.#answered();
    }
  }

  /**
   * Whether a service is away, as soon as that is known; waits until a suspicion is settled.
   *
   * @throws {@link TransportError} when `signal` is aborted first.
   */
  async isAwayAt(baseUrl: string, signal: AbortSignal): Promise<boolean> {
    const verdict = this.#verdict;
    if (baseUrl !== this.#service?.baseUrl) return false;
    if (verdict !== undefined) await untilAborted(async () => verdict.promise, signal);
    return this.isAway;
  }

  dispose(): void {
    this.#service = undefined;
    this.#become('there');
    this.#returned.dispose();
    this.#suspected.dispose();
    this.#changed.dispose();
  }

  #doubt(): void {
    if (this.#phase === 'doubted') this.#suspect();
    if (this.#phase !== 'there' || this.dependencies.clock.monotonicMs() < this.#vouchedUntilMs) return;
    this.#become('doubted');
    this.#probeIn(confirmMs);
  }

  #suspect(): void {
    const [service, verdict] = [this.#service, this.#verdict];
    if (this.#isSuspected || service === undefined || verdict === undefined) return;
    this.#isSuspected = true;
    this.#suspected.fire({ baseUrl: service.baseUrl, verdict: verdict.promise });
  }

  #answered(): void {
    if (this.#phase === 'there') return;
    this.#vouchedUntilMs = this.dependencies.clock.monotonicMs() + vouchedMs;
    const wasAway = this.isAway;
    this.#become('there');
    if (!wasAway) return;
    this.dependencies.log.info('The service answers again');
    this.#returned.fire();
  }

  #isOneEndpoint(error: unknown): boolean {
    if (error instanceof TransportError) return false;
    const nowMs = this.dependencies.clock.monotonicMs();
    this.#illSinceMs ??= nowMs;
    return this.#answeredAtMs > this.#illSinceMs && nowMs - this.#answeredAtMs < recentMs;
  }

  #become(phase: Phase): void {
    const wasAway = this.isAway;
    this.#phase = phase;
    if (phase === 'doubted') this.#verdict = createDeferred();
    else {
      this.#verdict?.resolve(phase === 'away' ? this.#failure : undefined);
      this.#verdict = undefined;
      this.#isSuspected = false;
    }
    if (phase !== 'there') return;
    if (wasAway) this.#changed.fire();
    this.#failure = undefined;
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#probe?.abort();
    this.#probe = undefined;
  }

  #probeIn(ms: number): void {
    this.#timer = this.dependencies.timers.after(ms, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const { timers, clock, random, log } = this.dependencies;
    const service = this.#service;
    if (service === undefined) return;
    const probe = new AbortController();
    this.#probe = probe;
    const startedMs = clock.monotonicMs();
    const limit = timers.after(probeLimitMs, () => probe.abort(new DOMException('No answer in time', 'TimeoutError')));
    const failure = await service.probe(probe.signal).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    limit.dispose();
    if (failure === undefined) this.#illSinceMs = undefined;
    if (this.#probe !== probe) return;
    this.#probe = undefined;
    if (failure === undefined || !isNoAnswer(failure.error) || this.#isOneEndpoint(failure.error)) {
      this.#answered();
      return;
    }
    if (!this.isAway) this.#awaySinceMs = this.dependencies.clock.monotonicMs();
    if (!this.isAway) log.warn('The service does not answer: it is asked for its time every few seconds until it does');
    const wasAway = this.isAway;
    this.#failure = failure.error instanceof Error ? failure.error : undefined;
    this.#become('away');
    if (!wasAway) this.#changed.fire();
    const pauseMs = Math.max(shortestPauseMs + random() * jitterMs, Math.min(retryAfterOf(failure.error) ?? 0, longestAskedMs));
    this.#probeIn(Math.max(shortestPauseMs / 4, startedMs + pauseMs - clock.monotonicMs()));
  }
}
