import type { WriteOutcome } from '../records';
import { withoutConfirmId } from '../schema/envelope';
import { isNumber, isObject, member, parseStrictJson, scalarText, wholeNumber } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';
import { isLoopbackName } from '../loopback';
import { serverCodes } from '../serverCodes';
import { boundedText } from '../boundedText';
import { askedWaitMs } from '../retryAfter';

/** The evidence about one write attempt. */
export type WriteEvidence =
  /** Proof that no byte was sent: it failed before sending. */
  | { readonly kind: 'notSent'; readonly error: unknown }
  /** Something may have left and no complete answer came. `reason` is a stable word for log and journal. */
  | { readonly kind: 'noAnswer'; readonly reason: string }
  | CompleteAnswer;

export interface CompleteAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The request carried a timestamp: only then can the service have rejected it. */
  readonly signed: boolean;
  /** The service is on this machine: only then is a link without TLS, to this machine too, its own. */
  readonly local: boolean;
  /** Unix milliseconds, for a wait that is a date. */
  readonly nowMs: number;
  /** Removes credentials from what the service wrote, before it is cut to length. */
  readonly redact: (text: string) => string;
}

/**
 * What the evidence proves about a write, and nothing more: anything incomplete, contradictory, or unexpected is
 * `unknown` (Spec, PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}; Errors).
 */
export function classifyWriteAnswer(evidence: WriteEvidence): WriteOutcome {
  switch (evidence.kind) {
    case 'notSent':
      return { kind: 'notSent', error: evidence.error };
    case 'noAnswer':
      return { kind: 'unknown', reason: evidence.reason };
    case 'answer':
      return classifyAnswer(evidence);
  }
}

function classifyAnswer(answer: CompleteAnswer): WriteOutcome {
  const json = parseStrictJson(answer.body);
  if (!isObject(json)) return unknown('not-json', answer, {});
  if (member(json, 's') !== undefined) return classifyOrder(answer, json) ?? unknown('contradictory', answer, json);
  return classifyGateway(answer, json) ?? unknown('no-envelope', answer, json);
}

/** The envelope of orders. Undefined where it proves nothing, or contradicts itself. */
function classifyOrder(answer: CompleteAnswer, json: JsonObject): WriteOutcome | undefined {
  if (hasForeignFailure(json)) return undefined;
  if (member(json, 's') === 'ok') return isClean(json) && isSuccess(answer.status) ? { kind: 'accepted' } : undefined;
  const errmsg = text(json, 'errmsg');
  if (member(json, 's') !== 'error' || errmsg === undefined || member(json, 'success') === true) return undefined;
  const errcode = integer(json, 'errcode');
  const safe = ownWords(answer, json) ?? '';
  // Refusals and questions are answers of the service itself: what comes with another status may have been made on the way.
  if (answer.status === 200 || answer.status === 400) {
    if (asksForUser(json)) return needsUser(json, safe, answer.local);
    if (errcode === serverCodes.orderError) return { kind: 'refused', errcode, errmsg: safe };
  }
  const clockRejected = errcode === serverCodes.timestampRejected && answer.signed && isFinal(answer.status) && !asksForUser(json);
  return clockRejected ? { kind: 'clockRejected' } : undefined;
}

/** `s: "ok"` proves acceptance only if nothing else in the response contradicts it. */
function isClean(json: JsonObject): boolean {
  const errcode = member(json, 'errcode');
  return (
    (isAbsent(errcode) || integer(json, 'errcode') === 0) &&
    ['errmsg', 'error', 'confirm_id', 'jump_url'].every((key) => isEmpty(member(json, key))) &&
    isAbsentOr(member(json, 'need_order_confirm'), false) &&
    isAbsentOr(member(json, 'success'), true)
  );
}

function asksForUser(json: JsonObject): boolean {
  return (
    !isAbsentOr(member(json, 'need_order_confirm'), false) || !isEmpty(member(json, 'confirm_id')) || !isEmpty(member(json, 'jump_url'))
  );
}

/** What asks is the field, whatever the code beside it (Spec, PUT …, Rules). Two questions at once are none. */
function needsUser(json: JsonObject, errmsg: string, local: boolean): WriteOutcome | undefined {
  const [confirmId, jumpUrl] = [text(json, 'confirm_id'), text(json, 'jump_url')];
  if (member(json, 'need_order_confirm') === true) {
    const asks = confirmId !== undefined && confirmId !== '' && jumpUrl === '';
    return asks ? { kind: 'needsConfirmation', confirmId, errmsg } : undefined;
  }
  const leads = isAbsentOr(member(json, 'need_order_confirm'), false) && confirmId === '' && isSafeLink(jumpUrl, local);
  return leads ? { kind: 'needsBrowser', jumpUrl, errmsg } : undefined;
}

/** The gateway in front of the service returns an integer `code` or a negative `ret_code`, and no `s`. */
function classifyGateway(answer: CompleteAnswer, json: JsonObject): WriteOutcome | undefined {
  const code = gatewayCode(json);
  if (code === undefined || asksForUser(json) || !isAbsentOr(member(json, 'success'), false)) return undefined;
  const { status, signed } = answer;
  if (code === serverCodes.timestampRejected) return signed && isFinal(status) ? { kind: 'clockRejected' } : undefined;
  const errmsg = ownWords(answer, json) ?? '';
  const limited = status === 429 || (code === serverCodes.rateLimited && isOf(status, 200, 401, 403));
  if (limited) return { kind: 'tooManyRequests', status, code, errmsg, waitMs: askedWaitMs(answer.headers, json, answer.nowMs) };
  const refused = isOf(status, 401, 403) || (code === serverCodes.permissionDenied && status === 200);
  return refused ? { kind: 'notAuthorized', status, code, errmsg, lacks: status === 401 ? 'token' : 'scope' } : undefined;
}

/** Exactly one of the two, and not a success code. */
function gatewayCode(json: JsonObject): number | undefined {
  const [code, retCode] = [member(json, 'code'), member(json, 'ret_code')];
  if (!isAbsent(code) && !isAbsent(retCode)) return undefined;
  const found = (isAbsent(code) ? integer(json, 'ret_code') : integer(json, 'code')) ?? 0;
  const fails = isAbsent(code) ? found < 0 : found !== 0;
  return fails ? found : undefined;
}

function unknown(reason: string, answer: CompleteAnswer, json: JsonObject): WriteOutcome {
  const { status } = answer;
  const errcode = integer(json, 'errcode') ?? integer(json, 'code') ?? integer(json, 'ret_code');
  const errmsg = ownWords(answer, json);
  return { kind: 'unknown', reason, status, ...(errcode === undefined ? {} : { errcode }), ...(errmsg === undefined ? {} : { errmsg }) };
}

/** The service's own message, as one bounded line without the confirm_id. */
function ownWords({ redact }: CompleteAnswer, json: JsonObject): string | undefined {
  const error = member(json, 'error');
  const inner = isObject(error) ? member(error, 'message') : error;
  const candidates = [member(json, 'errmsg'), inner, member(json, 'message'), member(json, 'msg'), member(json, 'ret_msg')];
  const confirmId = scalarText(member(json, 'confirm_id'));
  const texts = candidates.map((value) => boundedText(redact(withoutConfirmId(scalarText(value) ?? '', confirmId))));
  return texts.find((words) => words !== '');
}

/** A failure of another envelope beside `s`. */
function hasForeignFailure(json: JsonObject): boolean {
  return ['code', 'ret_code'].some((key) => !isAbsent(member(json, key)) && wholeNumber(member(json, key)) !== 0);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Neither a redirect nor a response from an intermediary that does not know what the server behind it did. */
function isFinal(status: number): boolean {
  return isSuccess(status) || (status >= 400 && status < 500 && status !== 408);
}

function isOf(status: number, ...statuses: readonly number[]): boolean {
  return statuses.includes(status);
}

/** Null counts as missing. */
function isAbsent(value: JsonValue | undefined): boolean {
  return (value ?? null) === null;
}

function isAbsentOr(value: JsonValue | undefined, expected: boolean): boolean {
  return isAbsent(value) || value === expected;
}

function isEmpty(value: JsonValue | undefined): boolean {
  return isAbsent(value) || value === '';
}

/** A JSON number, not a text that looks like one. */
function integer(json: JsonObject, key: string): number | undefined {
  const value = member(json, key);
  return isNumber(value) ? wholeNumber(value) : undefined;
}

/** Text; empty when it is missing; undefined when it is something else. */
function text(json: JsonObject, key: string): string | undefined {
  const value = member(json, key) ?? '';
  return typeof value === 'string' ? value : undefined;
}

/** https, or http on this machine where the service is there too; no user info that could disguise the host. What is missing is no address either. */
function isSafeLink(link: string | undefined, local: boolean): link is string {
  if (!URL.canParse(String(link))) return false;
  const { protocol, hostname, username, password } = new URL(String(link));
  const isTrusted = protocol === 'https:' || (protocol === 'http:' && local && isLoopbackName(hostname));
  return isTrusted && username === '' && password === '';
}
