import type { RequestLabel } from '../errors';
import type { Place } from '../schema/decode';
import type { JsonObject } from '../schema/json';
import type { HttpMethod } from '../transport/types';

/** A request below the base URL, before credentials. */
export interface RequestParts {
  /** Percent-encoded, from `/api`. */
  readonly path: string;
  /** Raw query without `?`; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** A call that changes nothing: it may be sent again. */
export interface ReadEndpoint<I, O> extends RequestLabel {
  readonly method: HttpMethod;
  /** @throws {@link InvalidInputError} naming the wire field; nothing is sent then. */
  readonly build: (input: I) => RequestParts;
  /** @throws {@link DecodeError} */
  readonly decode: (answer: JsonObject, place: Place) => O;
  /** What "no data" means for this input (ret_code -10); where it gives undefined, that answer is an error. */
  readonly empty?: (input: I) => O | undefined;
  /** The answer is not shown to have an envelope. */
  readonly bare?: boolean;
}

export function label(endpoint: RequestLabel): RequestLabel {
  return { method: endpoint.method, route: endpoint.route };
}
