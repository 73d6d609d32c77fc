import { loggedAsker } from '../../domain/orders/orderOrigin';
import type { Asker } from '../../service/requests/asker';
import { ServiceError } from '../../service/errors';
import type { Transport } from '../../service/transport/types';
import { Emitter } from './emitter';
import type { Log, MachineClock } from './ports';

/** What a line of the request log contains: no address, no query value, no header. */
export interface LoggedRequest {
  readonly method: string;
  /** Route template. */
  readonly route: string;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly ms: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** `ok`, or the error code. */
  readonly outcome: string;
  /** If it was not the program itself. */
  readonly askedBy?: Asker | undefined;
}

/** Writes one line per request. */
export function logRequest(log: Log, request: LoggedRequest): void {
  const answer = request.status === undefined ? 'no answer' : String(request.status);
  const asked = request.askedBy === undefined ? '' : `, for ${loggedAsker(request.askedBy, request.method === 'GET' ? 'read' : 'write')}`;
  const line = `${request.method} ${request.route} ${answer} ${request.outcome} in ${Math.round(request.ms)} ms, attempt ${request.attempt}${asked}`;
  if (request.outcome === 'ok') log.info(line);
  else log.warn(line);
}

/** One request of this window, as it can be read later. */
export interface KeptRequest extends LoggedRequest {
  /** Counts from 1. */
  readonly number: number;
  /** Unix milliseconds of its end. */
  readonly atMs: number;
}

const mostKept = 2_000;

/** The newest requests of this window, for its user to read. Like lines of the log, they hold no address, no query value, and no header. */
export class RequestLog {
  readonly #kept: KeptRequest[] = [];
  #count = 0;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly clock: Pick<MachineClock, 'wallMs'>) {}

  add({ method, route, status, ms, attempt, outcome, askedBy }: LoggedRequest): void {
    this.#count += 1;
    this.#kept.push({ number: this.#count, atMs: this.clock.wallMs(), method, route, status, ms, attempt, outcome, askedBy });
    if (this.#kept.length > mostKept) this.#kept.shift();
    this.#changed.fire();
  }

  /** Oldest first. @param after - Only requests with higher numbers. */
  entries(after = 0): readonly KeptRequest[] {
    return this.#kept.filter(({ number }) => number > after);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** A transport that reports its requests, for those that do not go through the client: OAuth. */
export function createLoggedTransport(
  transport: Transport,
  report: (request: LoggedRequest) => void,
  clock: Pick<MachineClock, 'monotonicMs'>,
): Transport {
  return {
    send: async (request, options) => {
      const from = clock.monotonicMs();
      const write = (status: number | undefined, outcome: string): void =>
        report({ ...request.label, status, ms: clock.monotonicMs() - from, attempt: 1, outcome });
      try {
        const answer = await transport.send(request, options);
        write(answer.status, answer.status < 400 ? 'ok' : 'refused');
        return answer;
      } catch (error) {
        write(undefined, ServiceError.is(error) ? error.code : 'failed');
        throw error;
      }
    },
    close: async () => transport.close(),
  };
}
