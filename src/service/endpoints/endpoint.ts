import type { RequestLabel } from '../errors';
import type { Place } from '../schema/decode';
import type { JsonObject } from '../schema/json';
import type { HttpMethod, WireResponse } from '../transport/types';

/** A request below the base URL, before credentials. */
export interface RequestParts {
  /** Percent-encoded, from `/api`. */
  readonly path: string;
  /** Raw query without `?`; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** What a request may need beside its input. */
export interface BuildContext {
  /** Digits for X-Vendor-Client-Nnid; empty to leave the header out. */
  readonly vendorClientNnid: string;
}

export const plainContext: BuildContext = { vendorClientNnid: '' };

/** A call of which every ending is a value or an error. Unless it is {@link ReadEndpoint.once}, it may be sent again. */
export interface ReadEndpoint<I, O> extends RequestLabel {
  readonly method: HttpMethod;
  /** @throws {@link InvalidInputError} naming the wire field; nothing is sent then. */
  build(input: I, context?: BuildContext): RequestParts;
  /** @throws {@link DecodeError} */
  decode(answer: JsonObject, place: Place, response: Pick<WireResponse, 'sentAt' | 'receivedAt'>): O;
  /** What "no data" means for this input (ret_code -10); where it gives undefined, that answer is an error. */
  empty?(input: I): O | undefined;
  /** Of several symbols none is known (ret_code -7): that means "no data" too. */
  readonly unknownIsEmpty?: boolean;
  /** The answer is not shown to have an envelope. */
  readonly bare?: boolean;
  /** It needs no credentials; a service that asks for them gets them. */
  readonly open?: boolean;
  /** It changes something, though no order: sent at most once, on a connection of its own. */
  readonly once?: boolean;
}

/** A call that changes an order: sent at most once, and every ending is a `WriteOutcome`, never an error. */
export interface WriteEndpoint<I> extends RequestLabel {
  readonly method: HttpMethod;
  /** @throws {@link InvalidInputError}; nothing is sent then. */
  build(input: I): RequestParts;
  /** Whose order: that of a live account answers in the envelope of orders, that of a paper account in the envelope of quotes. */
  readonly writes: 'order' | 'simulatedOrder';
  /** The order that is changed, which the answer must not contradict; undefined where it has no id before the answer. */
  orderId?(input: I): string | undefined;
}

export type Endpoint = ReadEndpoint<unknown, unknown> | WriteEndpoint<unknown>;

export function isWrite(endpoint: Endpoint): endpoint is WriteEndpoint<unknown> {
  return 'writes' in endpoint;
}

export function label(endpoint: RequestLabel): RequestLabel {
  return { method: endpoint.method, route: endpoint.route };
}
