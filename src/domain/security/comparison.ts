import type { CandlePeriod } from '../../service/marketRecords';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';
import { parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';
import { isIntraday } from './candlePaging';

/** Number of securities that can be compared with the one of a page. */
export const mostCompared = 4;

interface TimedBar {
  /** Start, Unix milliseconds. */
  readonly id: UnixMilliseconds;
  /** Start in seconds on the wall clock of its own exchange. */
  readonly time: number;
}

/**
 * Aligns the bars of another security with those of the first one. Minute bars are aligned by their start: a bar gets the other security's last
 * bar that started after the previous bar and not after itself, so that nothing is shown earlier than it was known. Bars of days, weeks, and
 * months are aligned by each exchange's calendar.
 *
 * @param bars - Those of the first security, in order, like the others.
 * @returns one per bar; undefined if the other security has none in that time.
 */
export function besideBars<T extends TimedBar>(
  bars: readonly TimedBar[],
  others: readonly T[],
  period: Exclude<CandlePeriod, 'quarter' | 'year'>,
): readonly (T | undefined)[] {
  if (isIntraday(period)) return besideMoments(bars, others, Number.parseInt(period, 10) * 60_000);
  const named = new Map(others.map((bar) => [spanOf(bar, period), bar]));
  return bars.map((bar) => named.get(spanOf(bar, period)));
}

function besideMoments<T extends TimedBar>(bars: readonly TimedBar[], others: readonly T[], lengthMs: number): readonly (T | undefined)[] {
  let next = 0;
  return bars.map(({ id }, at) => {
    const after = bars[at - 1]?.id ?? id - lengthMs;
    let found: T | undefined;
    for (let other = others[next]; other !== undefined && other.id <= id; other = others[next]) {
      if (other.id > after) found = other;
      next += 1;
    }
    return found;
  });
}

const daySeconds = 86_400;
/** January 1, 1970 was a Thursday; weeks begin on Monday. */
const daysBeforeMonday = 3;

function spanOf({ time }: TimedBar, period: CandlePeriod): string {
  const day = Math.floor(time / daySeconds);
  if (period === 'week') return String(Math.floor((day + daysBeforeMonday) / 7));
  const date = new Date(day * daySeconds * 1000).toISOString();
  return date.slice(0, period === 'day' ? 10 : 7);
}

/** How far a price is from the comparison's first price, in percent. */
export function percentSince(price: DecimalText, base: DecimalText): Amount | undefined {
  const [now, then] = [parseAmount(price), parseAmount(base)];
  return now === undefined || then === undefined || then <= 0n ? undefined : percentOf(now - then, then);
}

type Beside = readonly ({ readonly close: DecimalText } | undefined)[];

/** The index at which a comparison's line starts: its first bar at or after the first bar in view. */
export function beginOf(beside: Beside, first: number): number | undefined {
  const found = beside.findIndex((bar, at) => at >= first && bar !== undefined);
  return found < 0 ? undefined : found;
}

/** How far a line is from its start, in percent: at an index, or at the last one before it. */
export function percentAt(beside: Beside, first: number, at: number): Amount | undefined {
  const begin = beginOf(beside, first);
  const base = begin === undefined ? undefined : beside[begin];
  if (base === undefined || begin === undefined || at < begin) return undefined;
  const bar = beside.findLast((other, place) => place <= at && place >= begin && other !== undefined);
  return bar === undefined ? undefined : percentSince(bar.close, base.close);
}
