const leastMs = 500;
const mostMs = 30_000;

/**
 * How long to wait before the next attempt: full jitter over a span that doubles with each failure, from 0.5 s to 30 s.
 *
 * @param failures - Failed attempts in a row, at least 1.
 * @param random - From 0 up to, but not including, 1.
 */
export function reconnectDelayMs(failures: number, random: () => number): number {
  const span = Math.min(mostMs, leastMs * 2 ** Math.min(failures, 16));
  return leastMs + random() * (span - leastMs);
}

const mostQuick = 3;
const mostUnanswered = 8;
/** Between connections to a service that has not responded recently, or refuses the credentials. */
export const rarelyMs = 2 * 60_000;

/**
 * How long to wait before connecting again to a service that accepts connections but never responds; prices are polled meanwhile.
 *
 * @param unanswered - Such connections in a row.
 * @returns undefined while it may only be slow; `never` after the eighth: waiting longer does not help then.
 */
export function unansweredDelayMs(unanswered: number): number | 'never' | undefined {
  if (unanswered >= mostUnanswered) return 'never';
  return unanswered < mostQuick ? undefined : rarelyMs;
}

/**
 * How long to wait before connecting again to a service that refuses the credentials.
 *
 * @param refused - Such connections in a row.
 * @returns undefined while the usual wait applies.
 */
export function refusedDelayMs(refused: number): number | undefined {
  return refused < mostQuick ? undefined : rarelyMs;
}
