/**
 * The service releases nothing at weekends, so tests that need releases live in the early hours of the Wednesday to come.
 *
 * @returns milliseconds from now to then.
 */
export function shiftToWednesday(now: number): number {
  const wednesday = new Date(now);
  wednesday.setUTCHours(4, 30, 0, 0);
  wednesday.setUTCDate(wednesday.getUTCDate() + ((10 - wednesday.getUTCDay()) % 7));
  return wednesday.getTime() - now;
}
