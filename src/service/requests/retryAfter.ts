/** Longest wait that is believed; a longer or absurd one is cut to this. */
export const longestRetryAfterMs = 24 * 60 * 60 * 1000;

/** The three forms of an HTTP date (RFC 9110, 5.6.7). */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * Reads `Retry-After`: whole seconds or an HTTP date. Milliseconds from now, at least 0 and at most a day.
 *
 * A date is compared with the answer's own `Date` where there is one, so that a wrong local clock does not matter.
 *
 * @returns undefined when the header is missing or of neither form.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return bounded(Number(value) * 1000);
  const until = parseHttpDate(value);
  if (until === undefined) return undefined;
  return bounded(until - (parseHttpDate(headers['date'] ?? '') ?? nowMs));
}

function parseHttpDate(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, 0), longestRetryAfterMs);
}
