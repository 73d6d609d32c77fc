import { ServiceError } from '../../service/errors';
import type { Transport } from '../../service/transport/types';
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
  /** Who asked, if it was not the program itself. */
  readonly askedBy?: string | undefined;
}

/** Writes one line per request. */
export function logRequest(log: Log, request: LoggedRequest): void {
  const answer = request.status === undefined ? 'no answer' : String(request.status);
  const asked = request.askedBy === undefined ? '' : `, for ${request.askedBy}`;
  const line = `${request.method} ${request.route} ${answer} ${request.outcome} in ${Math.round(request.ms)} ms, attempt ${request.attempt}${asked}`;
  if (request.outcome === 'ok') log.info(line);
  else log.warn(line);
}

/** A transport that logs its requests, for those that do not go through the client: OAuth. */
export function createLoggedTransport(transport: Transport, log: Log, clock: MachineClock): Transport {
  return {
    send: async (request, options) => {
      const from = clock.monotonicMs();
      const write = (status: number | undefined, outcome: string): void =>
        logRequest(log, { ...request.label, status, ms: clock.monotonicMs() - from, attempt: 1, outcome });
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
