import { setMaxListeners } from 'node:events';
import { TransportError } from './errors';
import type { RequestLabel } from './errors';

/**
 * The result of `work`, or a prompt rejection when `signal` is aborted first, whether or not `work` heeds the signal.
 *
 * @throws {@link TransportError} `aborted` with `sent: 'no'`: for work that sends nothing of the request itself.
 */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal, request: RequestLabel): Promise<T> {
  const aborted = (): TransportError => new TransportError('aborted', { request, sent: 'no', detail: 'before sending' });
  if (signal.aborted) throw aborted();
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(aborted());
    signal.addEventListener('abort', stop);
    work().then(
      (value) => {
        signal.removeEventListener('abort', stop);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', stop);
        // Handed on as it came: it is the error of the work.
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/**
 * Says of a signal that any number of calls may listen to it at once: Node.js takes more than ten for a leak and prints a
 * warning, but whoever reads twenty accounts cancels them together. Every listener of the client goes with its call.
 */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(0, signal);
}
