import type { WriteOutcome } from '../records';
import { withoutConfirmId } from '../schema/envelope';
import { isNumber, isObject, member, parseStrictJson, scalarText, wholeNumber } from '../schema/json';
import type { JsonObject } from '../schema/json';
import { serverCodes } from '../serverCodes';
import { boundedText } from '../boundedText';
import { askedWaitMs } from '../retryAfter';
import { isAbsent, OrderAnswer, placesIn } from './orderAnswer';
import type { Payload } from './orderAnswer';

/** A complete response to a write, and what is known of its request. */
export interface CompleteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The request carried a timestamp: only then can the service have rejected it. */
  readonly signed: boolean;
  /** The service is on this machine: only then may its link, to this machine too, have no TLS. */
  readonly local: boolean;
  /** Unix milliseconds, for a wait that is a date. */
  readonly nowMs: number;
  /** Removes credentials from the service's text, before it is cut to length. */
  readonly redact: (text: string) => string;
  /** The order to be changed, if it has an ID already: a response about another one proves nothing. */
  readonly orderId?: string | undefined;
  /** The order is one of a paper account, and the response uses the envelope of quotes. */
  readonly simulated?: boolean | undefined;
}

/**
 * What the response proves about a write, and nothing more: anything incomplete, contradictory, or unexpected is
 * `unknown` (Spec, PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}; Errors).
 */
export function classifyWriteAnswer(answer: CompleteAnswer): WriteOutcome {
  const json = parseStrictJson(answer.body);
  if (!isObject(json)) return unknown('not-json', answer, {});
  if (answer.simulated === true) return classifyGateway(answer, json) ?? classifySimulated(answer, json);
  if (member(json, 's') !== undefined) return classifyOrder(answer, json) ?? unknown('contradictory', answer, json);
  return classifyGateway(answer, json) ?? unknown('no-envelope', answer, json);
}

/** These codes mean a missing question, or no failure at all: beside `s: "error"` they prove nothing. */
const contradictoryCodes: ReadonlySet<number> = new Set([0, serverCodes.confirmationRequired, serverCodes.browserRequired]);

/** Something failed on the way, so the change may have been made nevertheless. */
const failuresOnTheWay: ReadonlySet<number> = new Set([
  serverCodes.internalError,
  serverCodes.backendError,
  serverCodes.remoteCallFailed,
  serverCodes.mappingFailed,
  serverCodes.rateLimited,
  serverCodes.timestampRejected,
]);

/** The envelope of orders. Undefined if it proves nothing or contradicts itself. */
function classifyOrder(answer: CompleteAnswer, json: JsonObject): WriteOutcome | undefined {
  const said = saidIn(answer, json);
  if (said === undefined || said.hasForeignFailure || said.isAboutAnother(answer.orderId)) return undefined;
  if (said.verdict === 'ok') return said.asksForUser ? question(answer, json, said) : accepted(answer, said);
  if (said.verdict !== 'error' || !said.hasReadableText || said.saysSuccess) return undefined;
  if (said.asksForUser) return question(answer, json, said);
  if (said.errcode === serverCodes.timestampRejected && answer.signed && isFinal(answer.status)) return { kind: 'clockRejected' };
  return refusal(answer, json, said.errcode);
}

/** A success proves acceptance only if nothing else in the response contradicts it. */
function accepted({ status, orderId }: CompleteAnswer, said: OrderAnswer): WriteOutcome | undefined {
  const hasError = said.hasErrcode && said.errcode !== 0;
  if (!isSuccess(status) || hasError || said.hasTrouble) return undefined;
  if (orderId !== undefined || said.orderIds.length === 0) return { kind: 'accepted' };
  const made = newOrder(said);
  return made === undefined ? undefined : { kind: 'accepted', orderId: made };
}

/** The only order that a response names. */
function newOrder({ orderIds }: OrderAnswer): string | undefined {
  return orderIds.length === 1 ? orderIds[0] : undefined;
}

function question(answer: CompleteAnswer, json: JsonObject, said: OrderAnswer): WriteOutcome | undefined {
  const asked = isOwn(answer.status) && said.hasReadableText ? said.question(answer.local) : undefined;
  return asked === undefined ? undefined : { ...asked, errmsg: ownWords(answer, json) ?? '' };
}

function refusal(answer: CompleteAnswer, json: JsonObject, errcode: number | undefined): WriteOutcome | undefined {
  if (errcode === undefined || !isOwn(answer.status) || contradictoryCodes.has(errcode) || failuresOnTheWay.has(errcode)) return undefined;
  const kind = errcode === serverCodes.orderError ? 'refused' : 'saysRejected';
  return { kind, errcode, errmsg: ownWords(answer, json) ?? '' };
}

/** These codes name a fault of the request itself: nothing was done (Spec, Errors; beyond the specification). */
const refusedUnread: ReadonlySet<number> = new Set([serverCodes.invalidParameter, serverCodes.unknownSymbol]);

/** Something failed on the way; for paper accounts, unlike elsewhere, -5 means that the backend refused the order. */
const simulatedFailuresOnTheWay: ReadonlySet<number> = new Set(
  [...failuresOnTheWay].filter((code) => code !== serverCodes.remoteCallFailed),
);

/** The envelope of quotes, used for orders of paper accounts: no question, no envelope of orders. */
function classifySimulated(answer: CompleteAnswer, json: JsonObject): WriteOutcome {
  const said = saidIn(answer, json);
  const code = integer(json, 'ret_code');
  if (code === undefined) return unknown('no-envelope', answer, json);
  const isClear = said?.asksForUser === false && !said.hasFailureBeside && !said.isAboutAnother(answer.orderId);
  const outcome = !isClear || said.verdict !== undefined ? undefined : simulatedOutcome(answer, json, said, code);
  return outcome ?? unknown('contradictory', answer, json);
}

function simulatedOutcome(answer: CompleteAnswer, json: JsonObject, said: OrderAnswer, code: number): WriteOutcome | undefined {
  if (code === 0) return said.hasRejectedNumber ? undefined : accepted(answer, said);
  if (!isOwn(answer.status) || said.saysSuccess || simulatedFailuresOnTheWay.has(code)) return undefined;
  return { kind: refusedUnread.has(code) ? 'refused' : 'saysRejected', errcode: code, errmsg: ownWords(answer, json) ?? '' };
}

/** The gateway in front of the service returns an integer `code` or a negative `ret_code`, and no `s`. */
function classifyGateway(answer: CompleteAnswer, json: JsonObject): WriteOutcome | undefined {
  const code = gatewayCode(json);
  const success = member(json, 'success');
  if (code === undefined || saidIn(answer, json)?.asksForUser !== false || !(isAbsent(success) || success === false)) return undefined;
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
  const errcode = placesIn(json, payloadOf(answer)).flatMap(
    (place) => integer(place, 'errcode') ?? integer(place, 'code') ?? integer(place, 'ret_code') ?? [],
  )[0];
  const errmsg = ownWords(answer, json);
  const said = saidIn(answer, json);
  const named = said === undefined ? undefined : newOrder(said);
  const made = named === answer.orderId ? undefined : named;
  return {
    kind: 'unknown',
    reason,
    status,
    ...(errcode === undefined ? {} : { errcode }),
    ...(errmsg === undefined ? {} : { errmsg }),
    ...(made === undefined ? {} : { orderId: made }),
  };
}

function payloadOf({ simulated }: CompleteAnswer): Payload {
  return simulated === true ? 'data' : 'd';
}

function saidIn(answer: CompleteAnswer, json: JsonObject): OrderAnswer | undefined {
  return OrderAnswer.of(json, payloadOf(answer));
}

/** The service's own message, as one bounded line without the confirm_id. */
function ownWords(answer: CompleteAnswer, json: JsonObject): string | undefined {
  const { redact } = answer;
  const places = placesIn(json, payloadOf(answer));
  const ids = places.map((place) => scalarText(member(place, 'confirm_id')));
  const texts = places.flatMap((place) => {
    const error = member(place, 'error');
    const inner = isObject(error) ? member(error, 'message') : error;
    return [
      member(place, 'errmsg'),
      inner,
      member(place, 'message'),
      member(place, 'msg'),
      member(place, 'ret_msg'),
      member(place, 'last_err_msg'),
    ];
  });
  const clean = (text: string): string => boundedText(redact(ids.reduce(withoutConfirmId, text)));
  return texts.map((value) => clean(scalarText(value) ?? '')).find((words) => words !== '');
}

/** The status of responses by the service itself: with another status, the response may come from an intermediary. */
function isOwn(status: number): boolean {
  return isOf(status, 200, 400);
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

/** A JSON number, not a text that looks like one. */
function integer(json: JsonObject, key: string): number | undefined {
  const value = member(json, key);
  return isNumber(value) ? wholeNumber(value) : undefined;
}
