/**
 * Whether this is a short round (`npm run bench -- --short`): every benchmark does each of its steps, but only once or a few times, so that
 * it takes seconds. Its figures mean nothing; that they are there does.
 */
export const isShort = process.env['BENCH_ROUND'] === 'short';

/** A count or a time of a benchmark, and that of a short round. */
export function inRound(whole: number, short: number): number {
  return isShort ? short : whole;
}
