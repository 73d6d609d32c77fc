import type { Bar } from './dayPath';
import { firstDayOf } from './bars';
import type { QuoteNow } from './market';

/** Turnover, in units of the price: the volume at the average of the bar's four prices. */
export function turnoverOf({ open, high, low, close, volume }: Bar): bigint {
  return (BigInt(open + high + low + close) * BigInt(volume)) / 4n;
}

/** Highest and lowest price of the last 365 days, including today. */
export function yearRangeOf({ path, day, bar }: QuoteNow): { readonly high: number; readonly low: number } {
  const from = Math.max(firstDayOf(path), day.hours.day - 365);
  let { high, low } = bar;
  for (let before = path.hours.neighbour(day.hours.day, -1); before >= from; before = path.hours.neighbour(before, -1)) {
    const whole = path.barOf(before);
    high = Math.max(high, whole.high);
    low = Math.min(low, whole.low);
  }
  return { high, low };
}
