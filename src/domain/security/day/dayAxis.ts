/** A place on a time axis, and whether there is a bar. */
export interface AxisPlace {
  readonly time: number;
  readonly hasBar: boolean;
}

const minute = 60;

/**
 * The places of times on the axis of a day's bars: at the bar that contains the time, otherwise at a separate minute. So events outside trading
 * hours have a place too.
 *
 * @param times - Seconds on the exchange's wall clock, like those of bars.
 * @param bars - Oldest first.
 * @param length - Length of a bar, in seconds.
 */
export function axisPlaces(times: readonly number[], bars: readonly { readonly time: number }[], length: number): readonly AxisPlace[] {
  return times.map((at) => {
    const bar = bars.findLast(({ time }) => time <= at);
    if (bar !== undefined && at < bar.time + length) return { time: bar.time, hasBar: true };
    return { time: Math.floor(at / minute) * minute, hasBar: false };
  });
}
