import type { Bar } from './dayPath';
import { firstDayOf } from './bars';
import type { QuoteNow } from './market';
import type { SecurityPath } from './securityPath';

/** Turnover, in units of the price: the volume at the average of the bar's four prices. */
export function turnoverOf({ open, high, low, close, volume }: Bar): bigint {
  return (BigInt(open + high + low + close) * BigInt(volume)) / 4n;
}

interface Range {
  readonly high: number;
  readonly low: number;
}

/** Highest and lowest price of the last 365 days, including today. What lies before today is read once a day: it takes a while. */
export function createYearRanges(): (quote: QuoteNow) => Range {
  const known = new WeakMap<SecurityPath, { readonly day: number; readonly before: Range | undefined }>();
  return ({ path, day, bar }) => {
    const today = day.hours.day;
    const kept = known.get(path);
    const before = kept?.day === today ? kept.before : rangeBefore(path, today);
    known.set(path, { day: today, before });
    return before === undefined ? bar : { high: Math.max(bar.high, before.high), low: Math.min(bar.low, before.low) };
  };
}

function rangeBefore(path: SecurityPath, today: number): Range | undefined {
  const from = Math.max(firstDayOf(path), today - 365);
  let range: Range | undefined;
  for (let day = path.hours.neighbour(today, -1); day >= from; day = path.hours.neighbour(day, -1)) {
    const { high, low } = path.barOf(day);
    range = range === undefined ? { high, low } : { high: Math.max(range.high, high), low: Math.min(range.low, low) };
  }
  return range;
}
