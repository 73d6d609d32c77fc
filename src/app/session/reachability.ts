import { ApiError, HttpError, TransportError, retryAfterOf } from '../../service/errors';
import { untilAborted } from '../../service/abortable';
import type { RequestEvent } from '../../service/requests/requestSender';
import { createDeferred } from '../platform/deferred';
import type { Deferred } from '../platform/deferred';
import { Emitter } from '../platform/emitter';
import type { Disposable, Log, MachineClock, Reach, Timers } from '../platform/ports';

export interface ReachabilityOptions {
  readonly timers: Timers;
  readonly clock: Pick<MachineClock, 'monotonicMs'>;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** The service in use, and the cheapest question to it: sent once, and rejecting with what it ended in. */
export interface ProbedService {
  readonly baseUrl: string;
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
}

/** A service that may be away. */
export interface Suspicion {
  readonly baseUrl: string;
  /** Resolves soon: with what a question to the service failed with if it is away. */
  readonly verdict: Promise<Error | undefined>;
}

type Phase = 'there' | 'doubted' | 'away';

/** One failure may be the fault of one endpoint, or of a moment. */
const confirmMs = 700;
/** A service that answered is not doubted again so soon: one of its endpoints is ill, not all. */
const vouchedMs = 5_000;
const shortestPauseMs = 4_000;
const jitterMs = 1_000;
/** As long as a read waits for its answer to begin. */
const probeLimitMs = 10_000;
const longestAskedMs = 60_000;
/** So long nobody else need ask: the question may be what the service does not answer. */
const trustedMs = 60_000;
/** So long an answer that came while the question failed shows that it is the question that is ill. */
const recentMs = 60_000;

const noAnswerCodes: ReadonlySet<string> = new Set(['connect-failed', 'timed-out', 'broken-answer', 'proxy']);
const noAnswerStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Whether the service in use answers: one state for the window, known by what every request ends in. While it does not, one cheap
 * question every few seconds takes the place of everybody's own tries, and its answer wakes them all.
 */
export class Reachability implements Reach, Disposable {
  readonly #changed = new Emitter<void>();
  /** Fires when the service is found to be away, and when that is over. */
  readonly onDidChange = this.#changed.event;
  readonly #returned = new Emitter<void>();
  readonly onDidReturn = this.#returned.event;
  readonly #suspected = new Emitter<Suspicion>();
  /** Fires when a second request fails before any is answered: what waits to be sent had better wait for the verdict. */
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
  /** Since when the question is answered with an error; undefined while it is not. */
  #illSinceMs: number | undefined;

  constructor(private readonly options: ReachabilityOptions) {}

  get failure(): Error | undefined {
    return this.options.clock.monotonicMs() - this.#awaySinceMs < trustedMs ? this.#failure : undefined;
  }

  get isAway(): boolean {
    return this.#phase === 'away';
  }

  /** Another service, or none: nothing is held against it. */
  setService(service: ProbedService | undefined): void {
    this.#service = service;
    this.#vouchedUntilMs = -Infinity;
    this.#answeredAtMs = -Infinity;
    this.#illSinceMs = undefined;
    this.#become('there');
  }

  /** Hears what a request to a service ended in. */
  heard(baseUrl: string, { status, outcome }: Pick<RequestEvent, 'status' | 'outcome'>): void {
    if (baseUrl !== this.#service?.baseUrl) return;
    const failed = status === undefined || noAnswerCodes.has(outcome) ? noAnswerCodes.has(outcome) : noAnswerStatuses.has(status);
    if (failed) this.#doubt();
    else if (status !== undefined) {
      this.#answeredAtMs = this.options.clock.monotonicMs();
      this.#answered();
    }
  }

  /**
   * Whether a service is away, as soon as that is known: a doubt is settled first.
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
    if (this.#phase !== 'there' || this.options.clock.monotonicMs() < this.#vouchedUntilMs) return;
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
    this.#vouchedUntilMs = this.options.clock.monotonicMs() + vouchedMs;
    const wasAway = this.isAway;
    this.#become('there');
    if (!wasAway) return;
    this.options.log.info('The service answers again');
    this.#returned.fire();
  }

  #isOneEndpoint(error: unknown): boolean {
    if (error instanceof TransportError) return false;
    const nowMs = this.options.clock.monotonicMs();
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
    this.#timer = this.options.timers.after(ms, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const { timers, clock, random, log } = this.options;
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
    if (!this.isAway) this.#awaySinceMs = this.options.clock.monotonicMs();
    if (!this.isAway) log.warn('The service does not answer: it is asked for its time every few seconds until it does');
    const wasAway = this.isAway;
    this.#failure = failure.error instanceof Error ? failure.error : undefined;
    this.#become('away');
    if (!wasAway) this.#changed.fire();
    const pauseMs = Math.max(shortestPauseMs + random() * jitterMs, Math.min(retryAfterOf(failure.error) ?? 0, longestAskedMs));
    this.#probeIn(Math.max(shortestPauseMs / 4, startedMs + pauseMs - clock.monotonicMs()));
  }
}

function isNoAnswer(error: unknown): boolean {
  if (error instanceof TransportError) return noAnswerCodes.has(error.code);
  if (error instanceof HttpError || error instanceof ApiError) return noAnswerStatuses.has(error.status);
  return false;
}
