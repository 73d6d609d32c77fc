import type { Authenticator } from './auth/authenticator';
import { parseBaseUrl } from './baseUrl';
import { isLoopbackName } from './loopback';
import { isWrite, label } from './endpoints/endpoint';
import type { BuildContext, Endpoint } from './endpoints/endpoint';
import { beyondEndpoints, specifiedEndpoints } from './endpoints/table';
import type { RequestLabel } from './errors';
import type { UnreadableRecord } from './schema/page';
import { RequestSender } from './requests/requestSender';
import type { RequestEvent } from './requests/requestSender';
import type { Answers } from './requests/answers';
import { Pacer } from './requests/pacer';
import { Reader } from './requests/reader';
import { machineTiming } from './requests/resend';
import type { ResendTiming } from './requests/resend';
import { Writer } from './requests/writer';
import type { CallOptions, Methods, ServiceClient } from './serviceClient';
import type { Transport } from './transport/types';

export interface ServiceClientOptions {
  /** May have a path prefix; a trailing slash does not matter. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly authenticator: Authenticator;
  /** Digits for X-Vendor-Client-Nnid, read at every plate request; empty omits the header. */
  readonly vendorClientNnid?: () => string;
  /** Called for every attempt. Its errors are dropped: an observer must not affect a call. */
  readonly observe?: (event: RequestEvent) => void;
  /** Removes credentials from the service's text before it becomes part of an error or an outcome. */
  readonly redact?: (text: string) => string;
  /** Called for every unreadable record of a list. */
  readonly unreadable?: (request: RequestLabel, record: UnreadableRecord) => void;
  readonly timing?: ResendTiming;
  /** Whether the whole service is known to be away; waits while that is being checked. */
  readonly isAway?: (signal: AbortSignal) => Promise<boolean>;
  /** The responses that all windows of this user share. */
  readonly answers?: Answers | undefined;
  /** Shared by all clients of a service; without it, only the limits that the service reports are followed. */
  readonly pacer?: Pacer;
  /** Unix milliseconds, for a Retry-After that is a date in a response without a date of its own. */
  readonly wallMs?: () => number;
}

/**
 * The client of one service with one credential (Spec, Endpoints). It has no state except that of its parts: the
 * transport belongs to the caller, who closes it.
 *
 * @throws {@link InvalidInputError} for a base URL that cannot be used.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { transport, authenticator } = options;
  const base = parseBaseUrl(options.baseUrl);
  const timing = options.timing ?? machineTiming;
  const requestSender = new RequestSender({ base, transport, authenticator, monotonicMs: () => timing.monotonicMs() });
  const pacer = options.pacer ?? new Pacer({ timing });
  const observe = harmless(options.observe);
  const redact = options.redact ?? ((text: string) => text);
  const wallMs = options.wallMs ?? (() => Date.now());
  const unreadable = options.unreadable ?? (() => undefined);
  const { answers, isAway } = options;
  const reader = new Reader({ requestSender, authenticator, timing, pacer, observe, unreadable, redact, wallMs, answers, isAway });
  const signed = authenticator.method === 'signature';
  const local = isLoopbackName(new URL(base.origin).hostname);
  const writer = new Writer({ requestSender, timing, pacer, observe, redact, wallMs, signed, local });
  const vendorClientNnid = options.vendorClientNnid ?? (() => '');
  const context = (): BuildContext => ({ vendorClientNnid: vendorClientNnid() });
  const clientOf = (asked: Asked): ServiceClient => {
    const callers = { reader, writer, context, asked };
    return {
      baseUrl: `${base.origin}${base.prefix}`,
      heldMs: () => pacer.heldMs(),
      keepRoom: (count) => pacer.keepRoom(count),
      forProgram: (askedBy) => clientOf({ rank: 'program', askedBy }),
      ...methodsOf(specifiedEndpoints, (endpoint) => methodOf(endpoint, callers, 'write')),
      beyond: methodsOf(beyondEndpoints, (endpoint) => methodOf(endpoint, callers, 'writeIfOffered')),
    };
  };
  return clientOf({});
}

/** What every call of a client is asked with, whatever the caller says. */
type Asked = Pick<CallOptions, 'rank' | 'askedBy'>;

interface Callers {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly context: () => BuildContext;
  readonly asked: Asked;
}

/** One method: its last argument is the options, preceded by an input if the endpoint has one. */
type AnyMethod = (...given: readonly [CallOptions] | readonly [input: unknown, options: CallOptions]) => Promise<unknown>;

function methodOf(endpoint: Endpoint, { reader, writer, context, asked }: Callers, write: 'write' | 'writeIfOffered'): AnyMethod {
  return async (...given) => {
    const [input, calling] = given.length === 1 ? [undefined, given[0]] : given;
    const options = { ...calling, ...asked };
    if (!isWrite(endpoint)) return reader.read(endpoint, input, options, context());
    const simulated = endpoint.writes === 'simulatedOrder';
    const request = { label: label(endpoint), build: () => endpoint.build(input), orderId: () => endpoint.orderId?.(input), simulated };
    return writer[write](request, options);
  };
}

/** The compiler cannot check a table entry by entry; `methodOf` ensures that each method belongs to its endpoint. */
function methodsOf<Table extends Readonly<Record<string, Endpoint>>>(
  table: Table,
  bind: (endpoint: Endpoint) => AnyMethod,
): Methods<Table> {
  const methods: unknown = Object.fromEntries(Object.entries(table).map(([name, endpoint]) => [name, bind(endpoint)]));
  return methods as Methods<Table>;
}

function harmless(observe: ServiceClientOptions['observe']): (event: RequestEvent) => void {
  return (event) => {
    try {
      observe?.(event);
    } catch {
      // See ServiceClientOptions.observe.
    }
  };
}
