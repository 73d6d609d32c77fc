import type { CallOptions, ServiceClient } from '../../../service/serviceClient';
import type { MachineClock } from '../../platform/ports';

type Clock = Pick<MachineClock, 'monotonicMs'>;

/** Views that open together read within this time and share the result. */
const togetherMs = 2_000;

/**
 * The same client, but account lists are read once if several views ask for them at the same time or in quick
 * succession. A failure is never shared with later callers.
 */
export function sharingAccounts(client: ServiceClient, clock: Clock): ServiceClient {
  const live = new SharedRead(async (options) => client.beyond.liveAccounts(options), clock);
  const simulated = new SharedRead(async (options) => client.beyond.simulatedAccounts(options), clock);
  return {
    ...client,
    beyond: {
      ...client.beyond,
      liveAccounts: async ({ signal }) => live.read(signal),
      simulatedAccounts: async ({ signal }) => simulated.read(signal),
    },
  };
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly abort: AbortController;
  readonly startedMs: number;
  waiting: number;
}

/** One read for all callers within a short time. It is canceled when nobody waits for it any more. */
class SharedRead<T> {
  #flight: Flight<T> | undefined;

  constructor(
    private readonly ask: (options: CallOptions) => Promise<T>,
    private readonly clock: Clock,
  ) {}

  async read(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const now = this.clock.monotonicMs();
    const flight = this.#flight === undefined || now - this.#flight.startedMs >= togetherMs ? this.#start(now) : this.#flight;
    flight.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const left = (): void => {
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('', 'AbortError'));
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        this.#forget(flight);
        flight.abort.abort(signal.reason);
      };
      signal.addEventListener('abort', left, { once: true });
      const settled = (): void => {
        signal.removeEventListener('abort', left);
        flight.waiting -= 1;
      };
      flight.answer.then(
        (answer) => {
          if (!signal.aborted) settled();
          resolve(answer);
        },
        (error: unknown) => {
          if (!signal.aborted) settled();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  #start(startedMs: number): Flight<T> {
    const abort = new AbortController();
    const flight: Flight<T> = { answer: this.ask({ signal: abort.signal }), abort, startedMs, waiting: 0 };
    this.#flight = flight;
    flight.answer.catch(() => this.#forget(flight));
    return flight;
  }

  #forget(flight: Flight<T>): void {
    if (this.#flight === flight) this.#flight = undefined;
  }
}
