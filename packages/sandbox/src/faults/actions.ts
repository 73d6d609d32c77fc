import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** More than any test needs, less than a string of this runtime can hold. */
const mostBytes = 16 * 1024 * 1024;
// A fault that cannot be sent is refused when it is set: later, the affected request would only learn that the sandbox failed.
const headerName = v.pipe(
  text,
  v.check((name) => isAccepted(() => validateHeaderName(name)), 'no name of a header'),
);
const headerValue = v.pipe(
  text,
  v.check((value) => isAccepted(() => validateHeaderValue('x', value)), 'no value of a header'),
);
const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(600_000));
/** True runs the route first, so that only the response is changed and a write has taken effect. */
const processed = v.optional(v.boolean());

/** Everything that a fault can do to one response. */
export const faultAction = v.variant('kind', [
  /** Any response. */
  v.object({
    kind: v.literal('respond'),
    status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    headers: v.optional(v.record(headerName, headerValue)),
    /** A string is sent as it is, anything else as JSON; omitted if the status has no body (204, 205, 304). */
    body: v.optional(v.unknown()),
    processed,
  }),
  /** The quote envelope's failure with HTTP 200. */
  v.object({
    kind: v.literal('envelope'),
    retCode: v.pipe(v.number(), v.integer()),
    name: v.optional(text),
    message: v.optional(text),
    processed,
  }),
  /** The order envelope's failure with HTTP 200. */
  v.object({ kind: v.literal('orderError'), errcode: v.pipe(v.number(), v.integer()), errmsg: v.optional(text), processed }),
  /** The question or refusal of the real response, inside `d` beside `s: "ok"`. */
  v.object({ kind: v.literal('inside') }),
  /** 401 of the gateway. */
  v.object({ kind: v.literal('unauthorized'), code: v.optional(v.number()), processed }),
  /** 403 of the gateway. */
  v.object({ kind: v.literal('forbidden'), processed }),
  /** 429; `retryAfter` is the text of the header. */
  v.object({ kind: v.literal('rateLimited'), retryAfter: v.optional(headerValue), processed }),
  /** 503, with the same header. */
  v.object({ kind: v.literal('unavailable'), retryAfter: v.optional(headerValue), processed }),
  /** A web page instead of JSON, with HTTP 200. */
  v.object({ kind: v.literal('html'), processed }),
  /** Valid JSON of at least this many bytes. */
  v.object({ kind: v.literal('oversize'), bytes: v.optional(v.pipe(count, v.maxValue(mostBytes))), processed }),
  /** Waits, then responds as usual. */
  v.object({ kind: v.literal('delay'), ms: milliseconds }),
  /** Never responds; the connection stays open. */
  v.object({ kind: v.literal('hang'), processed }),
  /** Breaks the connection without a byte of the response. */
  v.object({ kind: v.literal('reset'), processed }),
  /** A part of the real response; the connection ends as `framing` (length, chunked, close) does. */
  v.object({ kind: v.literal('truncate'), framing: v.picklist(['length', 'chunked', 'close']), bytes: v.optional(count) }),
  /** The real response with a Content-Length that is off. */
  v.object({ kind: v.literal('wrongLength'), difference: v.pipe(v.number(), v.integer(), v.minValue(-mostBytes), v.maxValue(mostBytes)) }),
]);

export type FaultAction = v.InferOutput<typeof faultAction>;

/** A fault on the control endpoint, where `pattern` is a path in which `*` stands for any text. */
export const faultRequest = v.object({
  match: v.optional(v.object({ method: v.optional(text), path: v.optional(text), pattern: v.optional(text) })),
  action: faultAction,
  /** How many responses are changed; 1 by default. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** How many matching requests are left unchanged first. */
  skip: v.optional(count),
});

function isAccepted(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
