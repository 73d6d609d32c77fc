import { ApiError, DecodeError, HttpError } from '../errors';
import type { RequestLabel } from '../errors';
import type { WireResponse } from '../transport/types';
import { askedWaitMs, retryAfterMs } from '../retryAfter';
import { beginning } from '../boundedText';
import { serverCodes } from '../serverCodes';
import { isObject, member, parseJson, scalarText, typeName, wholeNumber } from './json';
import type { JsonObject, JsonValue } from './json';
import { deepestJson, isTooDeep } from './jsonDepth';

export interface EnvelopeOptions {
  readonly request: RequestLabel;
  /** The response may have no envelope, like the server time. */
  readonly bare: boolean;
  /** Unix milliseconds, for a Retry-After that is a date. */
  readonly nowMs: number;
  /** The body as JSON, if it was parsed already; undefined means that it is not JSON. */
  readonly parsed?: { readonly json: JsonValue | undefined };
  /** Removes credentials from the service's text. */
  readonly redact?: (text: string) => string;
}

/**
 * Opens a response: returns the object of a success, throws for everything else (Spec, Errors). If the specification shows no envelope,
 * any other JSON is a success too: see {@link wholeAnswer}.
 *
 * @throws {@link ApiError} for a failure in one of the envelopes, whatever the HTTP status.
 * @throws {@link HttpError} for a status outside 2xx without such an envelope.
 * @throws {@link DecodeError} for a 2xx response that is not a JSON object of a known shape.
 */
export function openEnvelope(response: WireResponse, options: EnvelopeOptions): JsonObject {
  const json = options.parsed === undefined ? parseJson(response.body) : options.parsed.json;
  const succeeded = response.status >= 200 && response.status < 300;
  const failure = isObject(json) ? readFailure(json, response, options) : undefined;
  if (failure !== undefined) throw failure;
  if (!succeeded)
    throw new HttpError({ request: options.request, status: response.status, retryAfterMs: retryAfterMs(response.headers, options.nowMs) });
  if (options.bare && json !== undefined && !isObject(json)) return { [wholeAnswer]: json };
  if (!isObject(json))
    throw new DecodeError({
      request: options.request,
      path: '',
      expected: 'JSON object',
      got: json === undefined ? whyNoJson(response.body) : typeName(json),
    });
  if (!options.bare && !hasEnvelope(json))
    throw new DecodeError({ request: options.request, path: 'ret_code', expected: 'an envelope', got: 'nothing' });
  return json;
}

function whyNoJson(body: Uint8Array): string {
  return isTooDeep(new TextDecoder().decode(body)) ? `JSON nested more than ${deepestJson} levels deep` : 'no JSON';
}

/** Member for a response without an envelope that is not an object but a list or a value. */
export const wholeAnswer = '';

function hasEnvelope(json: JsonObject): boolean {
  return ['s', 'ret_code', 'code'].some((key) => member(json, key) !== undefined);
}

/** A failure in any envelope; if two envelopes are mixed, or one says both, failure wins. */
function readFailure(json: JsonObject, response: WireResponse, options: EnvelopeOptions): ApiError | DecodeError | undefined {
  return (
    orderFailure(json, response, options) ??
    quoteFailure(json, response, options) ??
    codeFailure(json, response, options) ??
    (options.bare ? undefined : failureBeside(json, response, options))
  );
}

function orderFailure(json: JsonObject, response: WireResponse, options: EnvelopeOptions): ApiError | DecodeError | undefined {
  const s = member(json, 's');
  const errcode = member(json, 'errcode') ?? null;
  const serverCode = wholeNumber(errcode);
  if (s === undefined || (s === 'ok' && (serverCode === 0 || isNothing(errcode)))) return undefined;
  if (s !== 'ok' && s !== 'error') return unreadable('s', '"ok" or "error"', response, options);
  if (serverCode === undefined) return unreadable('errcode', 'whole number', response, options);
  const message = withoutConfirmId(scalarText(member(json, 'errmsg')) ?? '', scalarText(member(json, 'confirm_id')));
  return apiError({ envelope: 'order', serverCode, message }, json, response, options);
}

/** Removing shorter ones would erase ordinary words. */
const shortestConfirmId = 8;

/** The {@link beginning} of a message, without the confirm_id, which is valid for one call and must not appear in any text. */
export function withoutConfirmId(message: string, confirmId: string | undefined): string {
  const start = beginning(message);
  return confirmId === undefined || confirmId.length < shortestConfirmId ? start : start.replaceAll(confirmId, '[secret]');
}

function quoteFailure(json: JsonObject, response: WireResponse, options: EnvelopeOptions): ApiError | DecodeError | undefined {
  const raw = member(json, 'ret_code');
  if (raw === undefined) return undefined;
  const serverCode = wholeNumber(raw);
  if (serverCode === undefined) return unreadable('ret_code', 'whole number', response, options);
  if (serverCode === 0) return undefined;
  const error = member(json, 'error');
  const details = isObject(error) ? error : {};
  // For a missing permission or a rate limit, `error` has the more useful text; `ret_msg` is generic.
  const [first, second] = [scalarText(member(details, 'message')), scalarText(member(json, 'ret_msg'))];
  const message = nonEmpty(first) ?? second ?? '';
  const name = scalarText(member(details, 'code')) ?? nameOf(serverCode);
  return apiError({ envelope: 'quote', serverCode, message, name }, json, response, options);
}

/** A lone `code`: the pagination example's success and failure, and the gateway's responses. */
function codeFailure(json: JsonObject, response: WireResponse, options: EnvelopeOptions): ApiError | DecodeError | undefined {
  const raw = member(json, 'code');
  const serverCode = wholeNumber(raw);
  if (serverCode === undefined) {
    const isEnvelope = raw !== undefined && !options.bare && member(json, 's') === undefined && member(json, 'ret_code') === undefined;
    return isEnvelope ? unreadable('code', 'whole number', response, options) : undefined;
  }
  if (serverCode === 0) return undefined;
  const message = scalarText(member(json, 'message')) ?? scalarText(member(json, 'msg')) ?? scalarText(member(json, 'ret_msg')) ?? '';
  const gateway = serverCode === serverCodes.timestampRejected || response.status < 200 || response.status > 299;
  return apiError({ envelope: gateway ? 'gateway' : 'quote', serverCode, message }, json, response, options);
}

/** What contradicts a success: an answer of which one half says that it failed is no empty list. */
function failureBeside(json: JsonObject, response: WireResponse, options: EnvelopeOptions): DecodeError | undefined {
  const success = member(json, 'success') ?? true;
  if (success !== true && scalarText(success) !== 'true') return unreadable('success', 'true', response, options);
  const error = member(json, 'error') ?? null;
  const isEmpty =
    isNothing(error) || (isObject(error) && Object.values(error).every((value) => isNothing(value) || wholeNumber(value) === 0));
  return isEmpty || error === false ? undefined : unreadable('error', 'nothing beside a success', response, options);
}

/** How services write that there is nothing to say. */
function isNothing(value: JsonValue | undefined): boolean {
  return (value ?? null) === null || value === '';
}

interface Failure {
  readonly envelope: ApiError['envelope'];
  readonly serverCode: number;
  readonly message: string;
  readonly name?: string | undefined;
}

function apiError(
  { envelope, serverCode, message, name }: Failure,
  json: JsonObject,
  response: WireResponse,
  options: EnvelopeOptions,
): ApiError {
  const wait = askedWaitMs(response.headers, json, options.nowMs);
  const safe = (text: string): string => (options.redact ?? unchanged)(beginning(text));
  return new ApiError({
    request: options.request,
    envelope,
    serverCode,
    serverName: name === undefined ? undefined : safe(name),
    serverMessage: safe(message),
    status: response.status,
    retryAfterMs: wait,
  });
}

function unchanged(text: string): string {
  return text;
}

/** A 2xx with something close to an envelope is malformed; any other status is reported by the status alone. */
function unreadable(path: string, expected: string, response: WireResponse, options: EnvelopeOptions): DecodeError | undefined {
  if (response.status < 200 || response.status > 299) return undefined;
  return new DecodeError({ request: options.request, path, expected, got: 'something else' });
}

/** The names in the specification; a service may omit `error`. */
function nameOf(serverCode: number): string | undefined {
  if (serverCode === serverCodes.invalidParameter) return 'invalid_parameter';
  return serverCode === serverCodes.backendError ? 'internal_error' : undefined;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
