import { parseAmount } from '../values/amount';
import type { Candle, CandlePage, CandlePeriod } from '../../service/marketRecords';
import type { IsoDate } from '../../service/schema/units';
import { dayNumber, basicDateOfDay, dayOfDate } from '../time/zones';

/** The candles of one security read so far, from the newest backwards. Replaced whole. */
export interface CandleHistory {
  /** Oldest first, no time twice. */
  readonly candles: readonly Candle[];
  /** The `end` of the next request; undefined when there is nothing earlier, or nothing that can be reached. */
  readonly nextEnd: string | undefined;
  /** True if candles of a day could not be reached, so that there may be a gap. */
  readonly hasGap: boolean;
  /** Number of pages in a row without new candles. */
  readonly barren: number;
}

export interface PagingRules {
  readonly period: CandlePeriod;
  /** Zone of the exchange. */
  readonly zone: string;
  /** Candles requested per page. */
  readonly count: number;
}

/** After this many empty pages, a service's claim that there are more candles is ignored. */
const mostBarren = 3;

export function isIntraday(period: CandlePeriod): boolean {
  return /^\d/.test(period);
}

/** Before the first page. @param end - The newest day to ask for. */
export function newHistory(end: IsoDate): CandleHistory {
  return { candles: [], nextEnd: end, hasGap: false, barren: 0 };
}

/** The latest candles without a page of history: earlier ones are requested starting from the first of them. */
export function historyOfLatest(candles: readonly Candle[], rules: PagingRules): CandleHistory {
  const sorted = inOrder(candles);
  const [first] = sorted;
  return { candles: sorted, nextEnd: first === undefined ? undefined : endBefore(first, rules), hasGap: false, barren: 0 };
}

/**
 * Adds the page requested with `nextEnd` (Spec, Pagination rule 4). The next `end` is the one in the response; if there is none, the day before
 * the earliest candle, and for minute candles the same day again, because a page may begin in the middle of one. Known candles are left out.
 */
export function addEarlier(history: CandleHistory, page: CandlePage, rules: PagingRules): CandleHistory {
  const asked = history.nextEnd;
  if (asked === undefined) return history;
  const [known] = history.candles;
  const earlier = inOrder(page.items).filter(({ time }) => known === undefined || time < known.time);
  const candles = [...earlier, ...history.candles];
  const barren = earlier.length === 0 ? history.barren + 1 : 0;
  const ended = { candles, nextEnd: undefined, hasGap: history.hasGap, barren };
  if (!page.hasMore) return ended;
  if (barren >= mostBarren) return { ...ended, hasGap: true };
  if (isBefore(page.nextEnd, asked)) return { ...ended, nextEnd: page.nextEnd };
  const [first] = earlier;
  const derived = first === undefined ? undefined : endBefore(first, rules);
  if (derived !== undefined && (isBefore(derived, asked) || (derived === asked && isIntraday(rules.period))))
    return { ...ended, nextEnd: derived };
  // The whole page was known: the day has more candles than a page, and its earlier ones cannot be requested.
  const isFull = isIntraday(rules.period) && page.items.length >= rules.count;
  return { ...ended, nextEnd: dayBefore(asked.slice(0, 10)), hasGap: history.hasGap || isFull };
}

/** Replaces known candles with the newest ones; earlier ones stay. */
export function addLatest(history: CandleHistory, latest: readonly Candle[]): CandleHistory {
  const sorted = inOrder(latest);
  const [first] = sorted;
  if (first === undefined) return history;
  return { ...history, candles: [...history.candles.filter(({ time }) => time < first.time), ...sorted] };
}

/** True if the latest candles do not reach back to the known ones: candles between them are missing. */
export function leavesHole({ candles }: CandleHistory, latest: readonly Candle[]): boolean {
  const last = candles.at(-1);
  const [first] = inOrder(latest);
  return last !== undefined && first !== undefined && first.time > last.time;
}

/**
 * True if the oldest of the latest candles, which was complete long ago, is not the known one: a split or a dividend has changed all candles
 * before it.
 */
export function isAdjustedAnew({ candles }: CandleHistory, latest: readonly Candle[]): boolean {
  const [oldest] = inOrder(latest);
  const known = candles.slice(0, -1).find(({ time }) => time === oldest?.time);
  return known !== undefined && parseAmount(known.close) !== parseAmount(oldest?.close ?? '');
}

/** A candle's day at its exchange. */
export function candleDay({ date, time }: Pick<Candle, 'date' | 'time'>, zone: string): IsoDate {
  const basic = dayOfDate(date) === undefined ? basicDateOfDay(dayNumber(zone, time)) : date.replaceAll('-', '');
  return isoDate(basic);
}

function endBefore(candle: Candle, { period, zone }: PagingRules): string {
  const day = candleDay(candle, zone);
  return isIntraday(period) ? day : (dayBefore(day) ?? day);
}

function dayBefore(day: IsoDate): IsoDate | undefined {
  const number = dayOfDate(day);
  return number === undefined ? undefined : isoDate(basicDateOfDay(number - 1));
}

function isoDate(basic: string): IsoDate {
  return `${basic.slice(0, 4)}-${basic.slice(4, 6)}-${basic.slice(6)}`;
}

/** An end without a time means the whole day. */
function isBefore(end: string, other: string): boolean {
  const bound = (text: string): string => (text.length > 10 ? text : `${text} 99`);
  return end !== '' && bound(end) < bound(other);
}

function inOrder(candles: readonly Candle[]): readonly Candle[] {
  const sorted = [...new Map(candles.map((candle) => [candle.time, candle])).values()];
  return sorted.toSorted((one, other) => one.time - other.time);
}
