/** A place on a time axis, and whether a bar stands there. */
export interface AxisPlace {
  readonly time: number;
  readonly hasBar: boolean;
}

const minute = 60;

/**
 * Where times stand on the axis of a day's bars: at the bar that they lie in, else at a minute of their own. So whatever happens
 * outside the hours of trading has a place too.
 *
 * @param times - Seconds on the wall clock of the exchange, as those of bars.
 * @param bars - Oldest first.
 * @param length - Of a bar, in seconds.
 */
export function axisPlaces(times: readonly number[], bars: readonly { readonly time: number }[], length: number): readonly AxisPlace[] {
  return times.map((at) => {
    const bar = bars.findLast(({ time }) => time <= at);
    if (bar !== undefined && at < bar.time + length) return { time: bar.time, hasBar: true };
    return { time: Math.floor(at / minute) * minute, hasBar: false };
  });
}
