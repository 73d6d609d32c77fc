import { isNumber, isObject, member, parseStrictJson, wholeNumber } from '../schema/json';
import type { JsonObject } from '../schema/json';
import { serverCodes } from '../serverCodes';
import type { WriteOutcome } from '../records';

/** All that is known of one attempt to write. */
export type WriteEvidence =
  /** Proof that no byte left: it failed before sending. */
  | { readonly kind: 'notSent'; readonly error: unknown }
  /** Something may have left and no complete answer came. `reason` is a stable word for log and journal. */
  | { readonly kind: 'noAnswer'; readonly reason: string }
  | { readonly kind: 'answer'; readonly status: number; readonly body: Uint8Array };

/** Statuses with which a server in between says that it does not know what the one behind it did. */
const noKnowledge: ReadonlySet<number> = new Set([408, 502, 504]);

/**
 * What the evidence proves of a write, and nothing more: whatever is incomplete, contradictory or not provided for is
 * `unknown` (Spec, PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}; Errors).
 */
export function classifyWriteAnswer(evidence: WriteEvidence): WriteOutcome {
  switch (evidence.kind) {
    case 'notSent':
      return { kind: 'notSent', error: evidence.error };
    case 'noAnswer':
      return { kind: 'unknown', reason: evidence.reason };
    case 'answer':
      return classifyAnswer(evidence.status, parseStrictJson(evidence.body));
  }
}

function classifyAnswer(status: number, json: ReturnType<typeof parseStrictJson>): WriteOutcome {
  const unknown = (reason: string): WriteOutcome => ({ kind: 'unknown', reason, status });
  if (status < 200 || (status >= 300 && status < 400)) return unknown('status');
  if (noKnowledge.has(status)) return unknown('status');
  if (!isObject(json)) return unknown('not-json');
  // Redirects have left above: what is below 400 is a success.
  const succeeded = status < 400;
  if (member(json, 's') === undefined) return isClockRejection(json) ? { kind: 'clockRejected' } : unknown('no-envelope');
  if (hasForeignFailure(json)) return unknown('contradictory');
  const outcome = member(json, 's') === 'ok' ? classifyOk(succeeded, json) : classifyError(json);
  return outcome ?? unknown('contradictory');
}

/** `s: "ok"` proves acceptance only where nothing in the answer speaks against it. */
function classifyOk(succeeded: boolean, json: JsonObject): WriteOutcome | undefined {
  const clean = succeeded && isAbsent(json, 'errcode') && !asksForUser(json);
  return clean ? { kind: 'accepted' } : undefined;
}

function classifyError(json: JsonObject): WriteOutcome | undefined {
  const errcode = integer(json, 'errcode');
  const errmsg = text(json, 'errmsg');
  if (member(json, 's') !== 'error' || errcode === undefined || errcode === 0 || errmsg === undefined) return undefined;
  if (errcode === serverCodes.confirmationRequired) return needsConfirmation(json, errmsg);
  if (errcode === serverCodes.browserRequired) return needsBrowser(json, errmsg);
  if (asksForUser(json)) return undefined;
  return errcode === serverCodes.timestampRejected ? { kind: 'clockRejected' } : { kind: 'refused', errcode, errmsg };
}

function needsConfirmation(json: JsonObject, errmsg: string): WriteOutcome | undefined {
  const confirmId = text(json, 'confirm_id');
  const consistent =
    member(json, 'need_order_confirm') !== false && isBooleanOrAbsent(json, 'need_order_confirm') && isEmpty(json, 'jump_url');
  return consistent && confirmId !== undefined && confirmId !== '' ? { kind: 'needsConfirmation', confirmId, errmsg } : undefined;
}

function needsBrowser(json: JsonObject, errmsg: string): WriteOutcome | undefined {
  const jumpUrl = text(json, 'jump_url');
  const consistent =
    member(json, 'need_order_confirm') !== true && isBooleanOrAbsent(json, 'need_order_confirm') && isEmpty(json, 'confirm_id');
  return consistent && isSafeLink(jumpUrl) ? { kind: 'needsBrowser', jumpUrl, errmsg } : undefined;
}

/**
 * What stands in front of the service answers `code` or `ret_code` and no `s`. Of its answers only -12006 is known to
 * mean that the request was not carried out (Spec, Authentication, Method 2).
 */
function isClockRejection(json: JsonObject): boolean {
  const [code, another] = ['code', 'ret_code'].map((key) => integer(json, key)).filter((found) => found !== undefined);
  return code === serverCodes.timestampRejected && another === undefined;
}

/** A failure of another envelope beside `s`. */
function hasForeignFailure(json: JsonObject): boolean {
  return ['code', 'ret_code'].some((key) => !isAbsent(json, key) && wholeNumber(member(json, key)) !== 0);
}

function asksForUser(json: JsonObject): boolean {
  return !isFalseOrAbsent(json, 'need_order_confirm') || !isEmpty(json, 'confirm_id') || !isEmpty(json, 'jump_url');
}

function isFalseOrAbsent(json: JsonObject, key: string): boolean {
  return isAbsent(json, key) || member(json, key) === false;
}

function isBooleanOrAbsent(json: JsonObject, key: string): boolean {
  return isAbsent(json, key) || typeof member(json, key) === 'boolean';
}

/** Null says as little as a missing member. */
function isAbsent(json: JsonObject, key: string): boolean {
  return (member(json, key) ?? null) === null;
}

function isEmpty(json: JsonObject, key: string): boolean {
  return isAbsent(json, key) || member(json, key) === '';
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

/** https and no user info that could disguise the host. What is missing is no address either. */
function isSafeLink(link: string | undefined): link is string {
  if (!URL.canParse(String(link))) return false;
  const url = new URL(String(link));
  return url.protocol === 'https:' && url.username === '' && url.password === '';
}
