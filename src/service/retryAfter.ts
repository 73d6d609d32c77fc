import { isObject, member, scalarText } from './schema/json';
import type { JsonObject, JsonValue } from './schema/json';

/** Longest accepted wait; a longer one is cut to this. */
export const longestRetryAfterMs = 10 * 60_000;

type Headers = Readonly<Record<string, string>>;

/** The three forms of an HTTP date (RFC 9110, 5.6.7). */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * Reads `Retry-After`: whole seconds or an HTTP date. Milliseconds from now, at least 0 and at most
 * {@link longestRetryAfterMs}.
 *
 * A date is compared with the response's own `Date` if there is one, so that a wrong local clock does not matter.
 *
 * @returns undefined when the header is missing or of neither form.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return bounded(Number(value) * 1000);
  const until = parseHttpDate(value);
  return until === undefined ? undefined : bounded(until - serviceNowMs(headers, nowMs));
}

/**
 * How long to wait for a rate limit, from any of its places: `Retry-After`, `X-RateLimit-Reset`, `error.retry_after`, or
 * "retry after N s" in one of its texts. Milliseconds, at most {@link longestRetryAfterMs}.
 *
 * @param answer - The response's JSON, if it has any.
 */
export function askedWaitMs(headers: Headers, answer: JsonValue | undefined, nowMs: number): number | undefined {
  const found = retryAfterMs(headers, nowMs);
  if (found !== undefined) return found;
  const body = isObject(answer) ? answer : {};
  return waitInBody(body) ?? quotaResetMs(headers, nowMs);
}

/** Requests left until the quota resets (`X-RateLimit-Remaining`); undefined if not returned. */
export function remainingQuota(headers: Headers): number | undefined {
  const value = headers['x-ratelimit-remaining']?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** Milliseconds until the quota resets (`X-RateLimit-Reset`, `X-RateLimit-Reset-After`): a span or a Unix time. */
export function quotaResetMs(headers: Headers, nowMs: number): number | undefined {
  const value = (headers['x-ratelimit-reset-after'] ?? headers['x-ratelimit-reset'])?.trim() ?? '';
  if (!/^\d{1,13}(?:\.\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  if (number < firstUnixSeconds) return bounded(number * 1000);
  const untilMs = number < firstUnixMilliseconds ? number * 1000 : number;
  return bounded(untilMs - serviceNowMs(headers, nowMs));
}

/** Above thirty years, a number is a Unix time, in seconds or milliseconds. */
const firstUnixSeconds = 1_000_000_000;
const firstUnixMilliseconds = 1_000_000_000_000;

function waitInBody(body: JsonObject): number | undefined {
  const inner = member(body, 'error');
  const error = isObject(inner) ? inner : {};
  const asked = member(error, 'retry_after') ?? member(body, 'retry_after');
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,9})?)\s*([a-z]*)$/i.exec((scalarText(asked) ?? '').trim()) ?? [];
  if (amount !== undefined) return span(amount, unit);
  const texts = [member(error, 'message'), inner, ...['ret_msg', 'errmsg', 'message', 'msg'].map((key) => member(body, key))];
  for (const text of texts) {
    const [, number, word] = /\bretry (?:after|in)\s+(\d{1,12}(?:\.\d{1,9})?)\s*([a-z]+)/i.exec(scalarText(text) ?? '') ?? [];
    if (number !== undefined) return span(number, word);
  }
  return undefined;
}

/** Seconds unless the unit says otherwise. */
function span(amount: string, unit = ''): number {
  const word = unit.toLowerCase();
  if (word === 'ms' || word.startsWith('milli')) return bounded(Number(amount));
  return bounded(Number(amount) * (word === 'm' || word.startsWith('min') ? 60_000 : 1000));
}

function serviceNowMs(headers: Headers, nowMs: number): number {
  return parseHttpDate(headers['date'] ?? '') ?? nowMs;
}

function parseHttpDate(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, 0), longestRetryAfterMs);
}
