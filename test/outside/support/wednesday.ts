/**
 * The service has no releases on weekends, so tests that need some run in the early hours of the next Wednesday.
 *
 * @returns milliseconds from now to then.
 */
export function shiftToWednesday(now: number): number {
  const wednesday = new Date(now);
  wednesday.setUTCHours(4, 30, 0, 0);
  wednesday.setUTCDate(wednesday.getUTCDate() + ((10 - wednesday.getUTCDay()) % 7));
  return wednesday.getTime() - now;
}
