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

/** What a request may need besides its input. */
export interface BuildContext {
  /** Digits for X-Vendor-Client-Nnid; empty to leave the header out. */
  readonly vendorClientNnid: string;
}

export const plainContext: BuildContext = { vendorClientNnid: '' };

/**
 * Routes that read with POST, because what is wanted is a list in the body. Whatever else is not a GET changes something, so it is a
 * {@link WriteEndpoint} if it is about an order, and `once` otherwise: the type allows nothing in between.
 */
export type ReadingPost =
  | '/api/v1.0/accounts/{acc_id}/orders/detail'
  | '/api/v1.0/quote/market-state'
  | '/api/v1.0/quote/order-book'
  | '/api/v1.0/quote/plate/{plate_id}/stock'
  | '/api/v1.0/quote/snapshot';

/** How a call may be sent: a read again and again, a change (of something other than an order) at most once, on its own connection. */
type Sending =
  | { readonly method: 'GET'; readonly once?: false }
  | { readonly method: 'POST'; readonly route: ReadingPost; readonly once?: false }
  | { readonly method: Exclude<HttpMethod, 'GET'>; readonly once: true };

/** A call that always ends in a value or an error. Unless it is `once`, it may be sent again. */
export type ReadEndpoint<I, O> = ReadCall<I, O> & Sending;

interface ReadCall<I, O> extends RequestLabel {
  /** @throws {@link InvalidInputError} naming the wire field; nothing is sent then. */
  build(input: I, context?: BuildContext): RequestParts;
  /** @throws {@link DecodeError} */
  decode(answer: JsonObject, place: Place, response: Pick<WireResponse, 'sentAt' | 'receivedAt'>): O;
  /** The result of "no data" for this input (ret_code -10); if undefined, that response is an error. */
  empty?(input: I): O | undefined;
  /** Ret_code -7, for several symbols of which none is known, means "no data" too. */
  readonly unknownIsEmpty?: boolean;
  /** The specification shows no envelope for this response. */
  readonly bare?: boolean;
  /** Shows what became of orders, and which are open: of a key that stands there twice, neither value counts. */
  readonly isEvidence?: boolean;
  /** Needs no credentials; a service that requires them gets them. */
  readonly open?: boolean;
}

/** A call that changes an order: sent at most once, and every ending is a `WriteOutcome`, never an error. */
export interface WriteEndpoint<I> extends RequestLabel {
  readonly method: HttpMethod;
  /** @throws {@link InvalidInputError}; nothing is sent then. */
  build(input: I): RequestParts;
  /** Orders of live accounts are answered in the envelope of orders, those of paper accounts in the envelope of quotes. */
  readonly writes: 'order' | 'simulatedOrder';
  /** The order that is changed, which the response must not contradict; undefined if it has no ID before the response. */
  orderId?(input: I): string | undefined;
}

export type Endpoint = ReadEndpoint<unknown, unknown> | WriteEndpoint<unknown>;

export function isWrite(endpoint: Endpoint): endpoint is WriteEndpoint<unknown> {
  return 'writes' in endpoint;
}

export function label(endpoint: RequestLabel): RequestLabel {
  return { method: endpoint.method, route: endpoint.route };
}
