import { unit } from './chance';
import type { Bar, DayPath } from './dayPath';
import type { SecurityPath } from './securityPath';
import { slots } from './dayPath';
import { placeIn, startOfMinute } from './market';
import type { Place } from './market';
import type { DayNumber, MarketDay } from './marketDays';
import type { ExtendedSession } from './marketHours';
import { dateOf, dayNumberOf } from './marketDays';

/** The length of a bar: a number of minutes, or a calendar period. */
export type Interval = number | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** `none` shows the prices paid; `forward` lowers past prices by later distributions, `backward` raises present ones. */
export type Adjustment = 'none' | 'forward' | 'backward';

export interface TimedBar extends Bar {
  /** Start of the bar: that of its first minute, or midnight of its first trading day in the exchange's time. */
  readonly timeMs: number;
  readonly day: DayNumber;
  /** Close of the previous bar. */
  readonly lastClose: number;
}

export interface BarRequest {
  readonly interval: Interval;
  readonly adjustment: Adjustment;
  readonly nowMs: number;
  readonly from: DayNumber;
  /** Inclusive; future days are left out. */
  readonly to: DayNumber;
  /** Bars that begin later are left out. */
  readonly untilMs?: number | undefined;
  readonly count: number;
  /** Sessions besides the regular hours whose minutes are wanted. */
  readonly sessions?: readonly ExtendedSession['kind'][];
}

const firstDay = dayNumberOf('1990-01-02');
const anchorYear = 2026;
const distribution = 1.012;

/** The first day that has bars. */
export function firstDayOf({ security }: SecurityPath): DayNumber {
  return Math.max(firstDay, dayNumberOf(security.listed));
}

/** The newest bars of a range, oldest first, and whether the security has earlier ones. */
export function barsOf(path: SecurityPath, request: BarRequest): { readonly bars: readonly TimedBar[]; readonly hasMore: boolean } {
  const first = firstDayOf(path);
  const opened = path.hours.openedBy(request.nowMs);
  const end = Math.min(typeof request.interval === 'number' ? request.to : endOfPeriod(request.interval, request.to), opened.day);
  const collected: TimedBar[] = [];
  const walk =
    typeof request.interval === 'number'
      ? intradayBack(path, request.interval, { kinds: request.sessions ?? [], nowMs: request.nowMs, to: request.to })
      : periodsBack(path, request.interval);
  let hasMore = false;
  for (const all of walk(end, first, opened, placeIn(opened, request.nowMs))) {
    const { untilMs } = request;
    const bars = untilMs === undefined ? all : all.filter(({ timeMs }) => timeMs <= untilMs);
    const [earliest] = bars;
    if (earliest === undefined) continue;
    const { day } = earliest;
    const isEnough = collected.length + bars.length > request.count;
    if (day < request.from || isEnough) {
      hasMore = true;
      if (day >= request.from) collected.unshift(...bars.slice(bars.length - (request.count - collected.length)));
      break;
    }
    collected.unshift(...bars);
  }
  const factor = factorOf(path, request.adjustment);
  return { bars: factor === undefined ? collected : collected.map((bar) => adjusted(path, bar, factor)), hasMore };
}

/** The current bar, or the last one before now. */
export function currentBar(path: SecurityPath, interval: Interval, adjustment: Adjustment, nowMs: number): TimedBar | undefined {
  const opened = path.hours.openedBy(nowMs);
  if (typeof interval !== 'number') return barsOf(path, { interval, adjustment, nowMs, from: 0, to: opened.day, count: 1 }).bars.at(-1);
  const day = path.day(opened);
  const place = placeIn(opened, nowMs);
  const minute = Math.min(place.minute, opened.datedMinutes - 1);
  const { begin } = segmentAt(opened, minute);
  const start = minute - ((minute - begin) % interval);
  const lastClose = start === 0 ? path.closeOf(path.hours.neighbour(opened.day, -1)) : day.minute(start - 1).close;
  const bar = { ...sum(day, start, place.minute, place), timeMs: startOfMinute(opened, start), day: opened.day, lastClose };
  const factor = factorOf(path, adjustment);
  return factor === undefined ? bar : adjusted(path, bar, factor);
}

/** The first minute of the segment that contains a minute. */
function segmentAt({ segments }: MarketDay, minute: number): { readonly begin: number } {
  let begin = 0;
  for (const { startMs, endMs } of segments) {
    const length = Math.round((endMs - startMs) / 60_000);
    if (minute < begin + length) break;
    begin += length;
  }
  return { begin };
}

type Walk = (end: DayNumber, first: DayNumber, opened: MarketDay, place: Place) => Generator<readonly TimedBar[]>;

interface Outside {
  readonly kinds: readonly ExtendedSession['kind'][];
  readonly nowMs: number;
  readonly to: DayNumber;
}

/** Bars of one day at a time, the newest day first. */
function intradayBack(path: SecurityPath, minutes: number, outside: Outside): Walk {
  return function* (end, first, opened, place) {
    const { hours } = path;
    // Before the regular hours of a day begin, it has bars of the time before them only.
    const next = hours.neighbour(opened.day, 1);
    if (outside.kinds.includes('PRE') && outside.to >= next) yield barsOutside(path, hours.dayOf(next), 'PRE', minutes, outside.nowMs);
    for (let day = hours.isTradingDay(end) ? end : hours.neighbour(end, -1); day >= first; day = hours.neighbour(day, -1)) {
      const of = hours.dayOf(day);
      const regular = barsOfDay(path, path.day(of), minutes, day === opened.day ? place : { minute: of.minutes - 1, slot: slots - 1 });
      const others = outside.kinds.map((kind) => barsOutside(path, of, kind, minutes, outside.nowMs));
      yield [...others.flat(), ...regular].sort((one, other) => one.timeMs - other.timeMs);
    }
  };
}

/** Bars of a session besides the regular hours that belongs to a day; none before it has begun. */
function barsOutside(
  path: SecurityPath,
  of: MarketDay,
  kind: ExtendedSession['kind'],
  minutes: number,
  nowMs: number,
): readonly TimedBar[] {
  const [first] = of.segments;
  const endMs = of.segments.at(-1)?.endMs ?? first.endMs;
  const at = { PRE: first.startMs - 1, AFTER: endMs, OVERNIGHT: endMs + afterMs }[kind];
  const session = path.hours.extended(at, kind);
  if (session?.day !== of.day || session.startMs > nowMs) return [];
  const day = path.extended(session);
  return barsOfDay(path, day, minutes, placeIn(day.hours, nowMs));
}

/** The overnight session begins this long after the regular hours. */
const afterMs = 4 * 3_600_000;

function barsOfDay(path: SecurityPath, day: DayPath, minutes: number, until: Omit<Place, 'timeMs'>): readonly TimedBar[] {
  const bars: TimedBar[] = [];
  let lastClose = path.closeOf(path.hours.neighbour(day.hours.day, -1));
  let segmentStart = 0;
  for (const { startMs, endMs } of day.hours.segments) {
    const length = Math.round((endMs - startMs) / 60_000);
    const dated = Math.min(segmentStart + length, day.hours.datedMinutes);
    for (let start = segmentStart; start < dated && start <= until.minute; start += minutes) {
      const last = (start + minutes < dated ? start + minutes : segmentStart + length) - 1;
      const bar = sum(day, start, last, until);
      bars.push({ ...bar, timeMs: startOfMinute(day.hours, start), day: day.hours.day, lastClose });
      lastClose = bar.close;
    }
    segmentStart += length;
  }
  return bars;
}

function sum(day: DayPath, from: number, to: number, until: Omit<Place, 'timeMs'>): Bar {
  const end = Math.min(to, until.minute);
  // The last bar of a day that goes on over a weekend has thousands of minutes.
  if (end >= day.hours.datedMinutes) return day.sinceUntil(from, end, end === until.minute ? until.slot : slots - 1);
  let whole: Bar | undefined;
  for (let index = from; index <= end; index += 1) {
    const bar = index === until.minute ? day.minuteUntil(index, until.slot) : day.minute(index);
    whole = whole === undefined ? bar : joined(whole, bar);
  }
  return whole ?? day.minute(from);
}

function joined(earlier: Bar, later: Bar): Bar {
  return {
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
  };
}

/** One period at a time, the newest first. */
function periodsBack(path: SecurityPath, interval: Exclude<Interval, number>): Walk {
  return function* (end, first, opened, place) {
    const { hours } = path;
    let day = hours.isTradingDay(end) ? end : hours.neighbour(end, -1);
    while (day >= first) {
      const key = periodOf(interval, day);
      let bar = day === opened.day ? path.day(opened).until(place.minute, place.slot) : path.barOf(day);
      let firstDay = day;
      let before = hours.neighbour(day, -1);
      while (before >= first && periodOf(interval, before) === key) {
        bar = joined(path.barOf(before), bar);
        firstDay = before;
        before = hours.neighbour(before, -1);
      }
      yield [{ ...bar, timeMs: hours.dayOf(firstDay).midnightMs, day: firstDay, lastClose: path.closeOf(before) }];
      day = before;
    }
  };
}

function periodOf(interval: Exclude<Interval, number>, day: DayNumber): number {
  if (interval === 'day') return day;
  // 1970-01-01 was a Thursday; weeks begin on Monday.
  if (interval === 'week') return Math.floor((day + 3) / 7);
  const date = new Date(day * 86_400_000);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return Math.floor(month / { month: 1, quarter: 3, year: 12 }[interval]);
}

function endOfPeriod(interval: Exclude<Interval, number>, day: DayNumber): DayNumber {
  let end = day;
  while (periodOf(interval, end + 1) === periodOf(interval, day)) end += 1;
  return end;
}

/** The last day before the period that contains a day. */
export function dayBeforePeriod(interval: Exclude<Interval, number>, day: DayNumber): DayNumber {
  let before = day - 1;
  while (periodOf(interval, before) === periodOf(interval, day)) before -= 1;
  return before;
}

/** The factor for the prices of a day; undefined if there is none. Distributions were paid once a year until 2025. */
function factorOf(path: SecurityPath, adjustment: Adjustment): ((day: DayNumber) => number) | undefined {
  if (adjustment === 'forward' || path.security.type !== 'STOCK') return undefined;
  const dayOfYear = 60 + Math.floor(unit(path.seed, 90, 0) * 240);
  const yearsLater = (day: DayNumber): number => {
    const date = dateOf(day - dayOfYear);
    return Math.max(0, anchorYear - 1 - Number(date.slice(0, 4)));
  };
  const all = yearsLater(firstDayOf(path));
  return (day) => distribution ** (adjustment === 'none' ? yearsLater(day) : all - yearsLater(day));
}

function adjusted(path: SecurityPath, bar: TimedBar, factor: (day: DayNumber) => number): TimedBar {
  const by = factor(bar.day);
  const before = factor(path.hours.neighbour(bar.day, -1));
  const scaled = (units: number): number => path.grid.snap(units * by);
  return {
    ...bar,
    open: scaled(bar.open),
    high: scaled(bar.high),
    low: scaled(bar.low),
    close: scaled(bar.close),
    lastClose: path.grid.snap(bar.lastClose * before),
  };
}
