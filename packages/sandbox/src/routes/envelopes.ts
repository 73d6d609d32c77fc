import type { SandboxRequest } from '../types';

/** Failures of the quote family by name (Spec, Errors; those below -4 are beyond it). */
const quoteFailures = {
  invalid_parameter: -3,
  internal_error: -4,
  rpc_error: -5,
  invalid_symbol: -7,
  unsupported: -8,
  permission_denied: -9,
} as const;

/** A request that a quote route refuses. */
export class QuoteFailure extends Error {
  constructor(
    readonly failure: keyof typeof quoteFailures,
    message: string,
  ) {
    super(message);
  }

  get code(): number {
    return quoteFailures[this.failure];
  }
}

/** The ret_msg of services for a missing right: the useful text is in error.message. */
const vague = 'realtime quote permission required';

/** The usual failure of a quote route. */
export function invalidParameter(message: string): QuoteFailure {
  return new QuoteFailure('invalid_parameter', message);
}

/** The name of the code field: plates return `code`, all others `ret_code` (Spec, Errors). */
type CodeField = 'ret_code' | 'code';

/** Writes JSON like `JSON.stringify`, but numerals unchanged. */
type Writer = (answer: object) => string;

/** Runs a quote route and writes its response, including failures, in the quote-style envelope with status 200. */
export async function answerQuote(
  context: SandboxRequest,
  field: CodeField,
  body: () => object | Promise<object>,
  write: Writer = JSON.stringify,
): Promise<Response> {
  try {
    return context.body(write({ [field]: 0, ret_msg: '', ...(await body()) }), 200, { 'Content-Type': 'application/json' });
  } catch (error) {
    if (error instanceof QuoteFailure) {
      const said = error.failure === 'permission_denied' ? vague : error.message;
      return context.json({ [field]: error.code, ret_msg: said, error: { code: error.failure, message: error.message } });
    }
    throw error;
  }
}

/** A failure in the order-style envelope (Spec, PUT order, Failure responses). */
export function orderFailure(context: SandboxRequest, errcode: number, errmsg: string, extra: object = {}): Response {
  return context.json({ s: 'error', errcode, errmsg, ...extra });
}
