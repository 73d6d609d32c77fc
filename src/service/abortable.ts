import { setMaxListeners } from 'node:events';
import { TransportError } from './errors';
import type { RequestLabel } from './errors';

/**
 * The result of `work`, or a prompt rejection when `signal` is aborted first, whether or not `work` heeds the signal.
 *
 * @throws {@link TransportError} with the code of {@link abortCode} and `sent: 'no'`: for work that sends nothing of the request itself.
 */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal, request?: RequestLabel): Promise<T> {
  if (signal.aborted) throw beforeSending(signal, request);
  return new Promise<T>((resolve, reject) => {
    const stop = new Stop(reject, signal, request);
    // Work that never ends must not keep an aborted signal alive: Node.js 20 releases a signal only if it has no listeners.
    signal.addEventListener('abort', stop, { once: true });
    work().then(
      (value) => {
        signal.removeEventListener('abort', stop);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', stop);
        // Passed on unchanged: it is the work's own error.
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/**
 * The result of `work`, which is given a signal that is aborted with the first of these, for its reason, until the work has ended.
 *
 * Used in place of `AbortSignal.any`: Node.js before 22.17 loses the end of an `AbortSignal.timeout` in it when memory is collected, and newer
 * ones (24.16) that of another source, so that what should end after seconds would wait indefinitely.
 */
export async function underSignals<T>(signals: readonly AbortSignal[], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const first = new AbortController();
  allowManyListeners(first.signal);
  const links = signals.map((signal) => ({ signal, follow: (): void => first.abort(signal.reason) }));
  for (const { signal, follow } of links) {
    allowManyListeners(signal);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
  }
  try {
    return await work(first.signal);
  } finally {
    for (const { signal, follow } of links) signal.removeEventListener('abort', follow);
  }
}

/**
 * Allows any number of calls to listen to a signal at once: Node.js takes more than ten listeners for a leak and prints a
 * warning, but a caller that reads twenty accounts cancels them together. Every listener of the client is removed with its call.
 */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(0, signal);
}

/**
 * The error code for an abort of `signal`. `AbortSignal.timeout` gives a timeout as the reason: that is not a cancellation, so
 * it must be reported to the user.
 */
export function abortCode({ reason }: { readonly reason: unknown }): 'timed-out' | 'aborted' {
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'timed-out' : 'aborted';
}

/** Listens for the abort. An object, because one is created for every request, and a named function costs more. */
class Stop {
  constructor(
    private readonly reject: (error: TransportError) => void,
    private readonly signal: AbortSignal,
    private readonly request: RequestLabel | undefined,
  ) {}

  handleEvent(): void {
    this.reject(beforeSending(this.signal, this.request));
  }
}

function beforeSending(signal: AbortSignal, request: RequestLabel | undefined): TransportError {
  return new TransportError(abortCode(signal), { request, sent: 'no', detail: 'before sending' });
}
