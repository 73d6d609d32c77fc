import { abortCode } from '../abortable';
import { ApiError, DecodeError, HttpError, TransportError, retryAfterOf } from '../errors';
import type { ErrorCode, RequestLabel } from '../errors';
import { serverCodes } from '../serverCodes';

/** Time and randomness for retries; injectable for tests. */
export interface ResendTiming {
  /** Milliseconds since some fixed instant. */
  monotonicMs(): number;
  /** At least 0, less than 1. */
  random(): number;
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const machineTiming: ResendTiming = {
  monotonicMs: () => performance.now(),
  random: () => Math.random(),
  sleep: async (ms, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    }),
};

/**
 * A read is tried at most this often, within this time, not counting how long it waits for the limits of the service; writes never
 * pass through here.
 */
export const resendLimits = { tries: 3, totalMs: 45_000, firstPauseMs: 300, longestPauseMs: 4_000 } as const;

const transportCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['connect-failed', 'timed-out', 'broken-answer', 'proxy']);
const statuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** Internal, backend business, RPC and mapping errors, and the rate limit (Spec, Errors; beyond the specification). */
const retCodes: ReadonlySet<number> = new Set([
  serverCodes.internalError,
  serverCodes.backendError,
  serverCodes.remoteCallFailed,
  serverCodes.mappingFailed,
  serverCodes.rateLimited,
]);

/** A web page, an empty or a partial response comes from an intermediary; a malformed one is the service's own. */
const wholeBody = '';

/** Whether the same read may succeed when retried. */
export function mayBeSentAgain(error: unknown): boolean {
  if (error instanceof TransportError) return transportCodes.has(error.code);
  if (error instanceof HttpError) return statuses.has(error.status);
  if (error instanceof DecodeError) return error.path === wholeBody;
  if (error instanceof ApiError) return statuses.has(error.status) || (error.envelope === 'quote' && retCodes.has(error.serverCode));
  return false;
}

/**
 * Runs a read and retries it where {@link mayBeSentAgain} allows, after a growing random pause (full jitter) or
 * after `Retry-After`. A wait that exceeds the time limit is not started: the error says how long it would be.
 *
 * @param attempt - One complete try with fresh credentials; its number starts at 1. It must end when `leftMs` are over, however slowly an answer
 * trickles. After a refusal because of a limit it waits itself, so that its place among the other requests is kept.
 * @throws the error of the last try, or {@link TransportError} promptly after `signal` is aborted, with the code of {@link abortCode}.
 */
export async function resend<T>(
  attempt: (number: number, leftMs: () => number, refusal?: { readonly waitMs: number }) => Promise<T>,
  options: {
    readonly request: RequestLabel;
    readonly signal: AbortSignal;
    readonly timing: ResendTiming;
    /** See {@link CallOptions.settledBy}. */
    readonly settledBy?: ReadonlySet<number> | undefined;
    /** Milliseconds that the tries so far have waited for the limits of the service. */
    readonly waitedMs?: () => number;
    /** Tries in all; {@link resendLimits} says how many if undefined. */
    readonly tries?: number | undefined;
    /** Whether the whole service is known to be away: then nothing is sent again. Waits while that is being checked. */
    readonly isAway?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  },
): Promise<T> {
  const { request, signal, timing, settledBy, waitedMs = () => 0, tries = resendLimits.tries, isAway } = options;
  const startedAt = timing.monotonicMs();
  const leftMs = (): number => resendLimits.totalMs - (timing.monotonicMs() - startedAt - waitedMs());
  let refusal: { readonly waitMs: number } | undefined;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number, leftMs, refusal);
    } catch (error) {
      const isSettled = error instanceof ApiError && settledBy?.has(error.serverCode) === true;
      if (isSettled || number >= tries || !mayBeSentAgain(error)) throw error;
      const pause = pauseAfter(error, number, timing.random());
      if (pause >= leftMs()) throw error;
      const waitMs = isLimit(error) ? retryAfterOf(error) : undefined;
      refusal = waitMs === undefined ? undefined : { waitMs };
      if (refusal === undefined) await timing.sleep(pause, signal);
      if (signal.aborted) throw givenUp(signal, request, error);
      if ((await isAway?.(signal)) === true) throw error;
    }
  }
}

/** Milliseconds: the wait that the service asked for plus jitter, else jitter within a growing bound. */
function pauseAfter(error: unknown, number: number, random: number): number {
  const bound = Math.min(resendLimits.longestPauseMs, resendLimits.firstPauseMs * 2 ** (number - 1));
  const asked = retryAfterOf(error) ?? 0;
  return asked + random * bound;
}

/** The last attempt has ended; the caller no longer wants a response. */
function givenUp(signal: AbortSignal, request: RequestLabel, cause: unknown): TransportError {
  return new TransportError(abortCode(signal), { request, sent: 'maybe', detail: 'given up while waiting to send again', cause });
}

/** The service refused the request because of a limit, and so did not pass it on. */
export function isLimit(error: unknown): error is HttpError | ApiError {
  return (
    (error instanceof HttpError && error.status === 429) ||
    (error instanceof ApiError && (error.status === 429 || error.serverCode === serverCodes.rateLimited))
  );
}
