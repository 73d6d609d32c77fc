import type { CivilDate } from '../dates/civilDate';
import { dayMs, utcMidnight } from '../dates/civilDate';
import type { TradingCalendar, TradingDay } from '../dates/tradingCalendar';
import type { ZonedTime } from '../dates/zonedTime';

/** A civil date as the number of days since 1970-01-01. */
export type DayNumber = number;

export const minuteMs = 60_000;

/** A period in which a market trades without a break; Unix milliseconds, excluding the end. */
export interface Segment {
  readonly startMs: number;
  readonly endMs: number;
}

/** One trading day of a market. */
export interface MarketDay {
  readonly day: DayNumber;
  /** Midnight in the exchange's time. */
  readonly midnightMs: number;
  readonly segments: readonly [Segment, ...Segment[]];
  /** Minutes of all segments together. */
  readonly minutes: number;
  /**
   * How many of the minutes have bars of their own: those of the day itself. Where a day goes on until the next trading day begins, its last bar
   * has the others, so that no bar is dated a day on which the exchange is closed.
   */
  readonly datedMinutes: number;
}

type Session = readonly [start: string, minutes: number];

const mainland: readonly [Session, Session] = [
  ['09:30', 120],
  ['13:00', 120],
];
/** Markets with a lunch break; all others trade without one. */
const sessionsWithBreak: Readonly<Record<string, readonly [Session, Session]>> = {
  HK: [
    ['09:30', 150],
    ['13:00', 180],
  ],
  SH: mainland,
  SZ: mainland,
  BJ: mainland,
  JP: [
    ['09:00', 150],
    ['12:30', 180],
  ],
  SG: [
    ['09:00', 180],
    ['13:00', 240],
  ],
  MY: [
    ['09:00', 210],
    ['14:30', 150],
  ],
};
/** The longest closure of a market in days, including weekends. */
export const longestClosure = 20;
const keptDays = 400;

export function dayNumberOf(date: CivilDate): DayNumber {
  return Math.round(utcMidnight(date) / dayMs);
}

export function dateOf(day: DayNumber): CivilDate {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/**
 * Builds the days of a market.
 *
 * @param alwaysOpenFrom - From the trading day of this day on, or else from the one before it, every trading day lasts until the next one begins,
 *   over weekends and holidays; if undefined, the sessions of the calendar apply.
 */
export function createMarketDays(prefix: string, trading: TradingCalendar, zoned: ZonedTime, alwaysOpenFrom: DayNumber | undefined) {
  const zone = trading.markets.find((market) => market.prefix === prefix)?.zone ?? 'UTC';
  const days = new Map<DayNumber, MarketDay>();
  const listed = createListedDays(prefix, trading);
  const sessionsOf = createSessions(prefix, trading, listed);
  const isTradingDay = (day: DayNumber): boolean => listed(day) !== undefined;
  const firstOpen = alwaysOpenFrom === undefined || isTradingDay(alwaysOpenFrom) ? alwaysOpenFrom : neighbour(alwaysOpenFrom, -1);
  /** Whether a day is open until the next trading day begins, instead of for its sessions. */
  const isAlwaysOpen = (day: DayNumber): boolean => firstOpen !== undefined && day >= firstOpen;

  const midnightOf = (day: DayNumber): number => zoned.instantOf(dateOf(day), '00:00', zone);

  /** The nearest trading day before (-1) or after (1) a day. */
  function neighbour(day: DayNumber, direction: -1 | 1): DayNumber {
    for (let step = 1; step <= longestClosure; step += 1) {
      if (isTradingDay(day + step * direction)) return day + step * direction;
    }
    return day + direction;
  }

  /** The number of minutes of a trading day; cheaper than the complete day. */
  const minutesOf = (day: DayNumber): number =>
    isAlwaysOpen(day) ? dayOf(day).minutes : sessionsOf(day).reduce((sum, [, minutes]) => sum + minutes, 0);

  function segmentsOf(day: DayNumber, midnightMs: number): readonly [Segment, ...Segment[]] {
    if (isAlwaysOpen(day)) return [{ startMs: midnightMs, endMs: midnightOf(neighbour(day, 1)) }];
    const segment = ([start, minutes]: Session): Segment => {
      const startMs = zoned.instantOf(dateOf(day), start, zone);
      return { startMs, endMs: startMs + minutes * minuteMs };
    };
    const [first, ...others] = sessionsOf(day);
    return [segment(first), ...others.map(segment)];
  }

  /** @param day - A trading day. */
  function dayOf(day: DayNumber): MarketDay {
    const known = days.get(day);
    if (known !== undefined) return known;
    const midnightMs = midnightOf(day);
    const segments = segmentsOf(day, midnightMs);
    const minutes = segments.reduce((sum, { startMs, endMs }) => sum + Math.round((endMs - startMs) / minuteMs), 0);
    const datedMinutes = Math.min(minutes, Math.round((midnightOf(day + 1) - midnightMs) / minuteMs));
    const made = { day, midnightMs, segments, minutes, datedMinutes };
    if (days.size >= keptDays) days.clear();
    days.set(day, made);
    return made;
  }

  return { zone, isAlwaysOpen, isTradingDay, neighbour, dayOf, minutesOf };
}

/** The trading days of each market and year that were read from a calendar. */
const yearsOf = new WeakMap<TradingCalendar, Map<string, ReadonlyMap<DayNumber, TradingDay>>>();

/** The entry of a day in the calendar, which is read one year at a time. */
function createListedDays(prefix: string, trading: TradingCalendar): (day: DayNumber) => TradingDay | undefined {
  const years = yearsOf.get(trading) ?? new Map<string, ReadonlyMap<DayNumber, TradingDay>>();
  yearsOf.set(trading, years);
  let year: { readonly first: DayNumber; readonly last: DayNumber; readonly days: ReadonlyMap<DayNumber, TradingDay> } | undefined;

  function listed(day: DayNumber): TradingDay | undefined {
    // A year before the first one that a date can have has no bounds.
    if (year === undefined || !(day >= year.first && day <= year.last)) year = yearOf(new Date(day * dayMs).getUTCFullYear());
    return year.days.get(day);
  }

  function yearOf(number: number): NonNullable<typeof year> {
    const digits = String(number).padStart(4, '0');
    const [first, last] = [`${digits}-01-01`, `${digits}-12-31`];
    const key = `${prefix}/${digits}`;
    let found = years.get(key);
    if (found === undefined) {
      const list = trading.tradingDays(prefix, first, last) ?? [];
      found = new Map(list.map((entry) => [dayNumberOf(entry.date), entry]));
      years.set(key, found);
    }
    return { first: dayNumberOf(first), last: dayNumberOf(last), days: found };
  }

  return listed;
}

/** The sessions of a day of the calendar. */
function createSessions(
  prefix: string,
  trading: TradingCalendar,
  listed: (day: DayNumber) => TradingDay | undefined,
): (day: DayNumber) => readonly [Session, ...Session[]] {
  const rules = trading.markets.find((market) => market.prefix === prefix);
  const whole: Session = [rules?.opens ?? '09:30', (rules?.wholeSeconds ?? 23_400) / 60];
  const half: Session = [rules?.opens ?? '09:30', (rules?.halfSeconds ?? 12_600) / 60];

  return (day) => {
    const type = listed(day)?.type ?? 'WHOLE';
    const sessions = sessionsWithBreak[prefix];
    if (sessions === undefined) return [type === 'WHOLE' ? whole : half];
    const [morning, afternoon] = sessions;
    return type === 'WHOLE' ? [morning, afternoon] : [type === 'MORNING' ? morning : afternoon];
  };
}
