import type { CivilDate } from '../world/civilDate';
import { DAY_MS, utcMidnight } from '../world/civilDate';
import type { TradingCalendar, TradingDay } from '../world/trading/tradingCalendar';
import type { ZonedTime } from '../world/zonedTime';

/** A civil date as the number of days since 1970-01-01. */
export type DayNumber = number;

export const MINUTE_MS = 60_000;

/** A stretch of time in which a market trades without a break; Unix milliseconds, the end is not part of it. */
export interface Segment {
  readonly startMs: number;
  readonly endMs: number;
}

/** One trading day of a market. */
export interface MarketDay {
  readonly day: DayNumber;
  /** Midnight of the exchange's wall clock. */
  readonly midnightMs: number;
  readonly segments: readonly [Segment, ...Segment[]];
  /** Minutes of all segments together. */
  readonly minutes: number;
}

/** What trades before, after and between the regular hours of American stocks. */
export interface ExtendedSession extends Segment {
  readonly kind: 'PRE' | 'AFTER' | 'OVERNIGHT';
  /** The trading day that it leads to (before) or follows (after, overnight). */
  readonly day: DayNumber;
}

/** When one market trades. */
export interface MarketHours {
  readonly zone: string;
  isTradingDay(day: DayNumber): boolean;
  /** The nearest trading day before (-1) or after (1) a day. */
  neighbour(day: DayNumber, direction: -1 | 1): DayNumber;
  /** @param day - A trading day. */
  dayOf(day: DayNumber): MarketDay;
  /** How many minutes a trading day has; cheaper than all of the day. */
  minutesOf(day: DayNumber): number;
  /** The latest trading day that has opened by the instant. */
  openedBy(nowMs: number): MarketDay;
  /** Whether regular trading goes on at the instant. */
  isOpen(nowMs: number): boolean;
  /** The state by the names of beyond the specification (Quote calls, market-state). */
  stateAt(nowMs: number): string;
  /** The session before, after or between regular hours that holds the instant or was the last to end before it. */
  extended(nowMs: number, kind: ExtendedSession['kind']): ExtendedSession | undefined;
}

type Session = readonly [start: string, minutes: number];

/** Markets with a break at noon; all others trade without one. */
const SESSIONS: Readonly<Record<string, readonly [Session, Session]>> = {
  HK: [
    ['09:30', 150],
    ['13:00', 180],
  ],
  SH: [
    ['09:30', 120],
    ['13:00', 120],
  ],
  SZ: [
    ['09:30', 120],
    ['13:00', 120],
  ],
  BJ: [
    ['09:30', 120],
    ['13:00', 120],
  ],
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
const EXTENDED: Readonly<Record<ExtendedSession['kind'], readonly [startMinute: number, minutes: number]>> = {
  PRE: [4 * 60, 330],
  AFTER: [16 * 60, 240],
  OVERNIGHT: [20 * 60, 480],
};
/** How many days the longest closure of a market may last, weekends included. */
const LONGEST_CLOSURE = 20;
const KEPT_DAYS = 400;

export function dayNumberOf(date: CivilDate): DayNumber {
  return Math.round(utcMidnight(date) / DAY_MS);
}

export function dateOf(day: DayNumber): CivilDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Builds the hours of a market.
 *
 * @param alwaysOpenFrom - From this day on every day is a trading day from midnight to midnight; undefined keeps to the calendar.
 */
export function createMarketHours(
  prefix: string,
  trading: TradingCalendar,
  zoned: ZonedTime,
  alwaysOpenFrom: DayNumber | undefined,
): MarketHours {
  const rules = trading.markets.find((market) => market.prefix === prefix);
  const zone = rules?.zone ?? 'UTC';
  const years = new Map<number, ReadonlyMap<DayNumber, TradingDay>>();
  const days = new Map<DayNumber, MarketDay>();
  let latest: { readonly fromMs: number; readonly untilMs: number; readonly opened: MarketDay } | undefined;

  let year: { readonly first: DayNumber; readonly last: DayNumber; readonly days: ReadonlyMap<DayNumber, TradingDay> } | undefined;

  function listed(day: DayNumber): TradingDay | undefined {
    if (year === undefined || day < year.first || day > year.last) year = yearOf(new Date(day * DAY_MS).getUTCFullYear());
    return year.days.get(day);
  }

  function yearOf(number: number): NonNullable<typeof year> {
    const [first, last] = [`${String(number)}-01-01`, `${String(number)}-12-31`];
    let found = years.get(number);
    if (found === undefined) {
      const list = trading.tradingDays(prefix, first, last) ?? [];
      found = new Map(list.map((entry) => [dayNumberOf(entry.date), entry]));
      years.set(number, found);
    }
    return { first: dayNumberOf(first), last: dayNumberOf(last), days: found };
  }

  const isAlwaysOpen = (day: DayNumber): boolean => alwaysOpenFrom !== undefined && day >= alwaysOpenFrom;
  const isTradingDay = (day: DayNumber): boolean => isAlwaysOpen(day) || listed(day) !== undefined;

  function neighbour(day: DayNumber, direction: -1 | 1): DayNumber {
    for (let step = 1; step <= LONGEST_CLOSURE; step += 1) {
      if (isTradingDay(day + step * direction)) return day + step * direction;
    }
    return day + direction;
  }

  const whole: Session = [rules?.opens ?? '09:30', (rules?.wholeSeconds ?? 23_400) / 60];
  const half: Session = [rules?.opens ?? '09:30', (rules?.halfSeconds ?? 12_600) / 60];

  /** The sessions of a day of the calendar. */
  function sessionsOf(day: DayNumber): readonly [Session, ...Session[]] {
    const type = listed(day)?.type ?? 'WHOLE';
    const sessions = SESSIONS[prefix];
    if (sessions === undefined) return [type === 'WHOLE' ? whole : half];
    const [morning, afternoon] = sessions;
    return type === 'WHOLE' ? [morning, afternoon] : [type === 'MORNING' ? morning : afternoon];
  }

  const minutesOf = (day: DayNumber): number =>
    isAlwaysOpen(day) ? dayOf(day).minutes : sessionsOf(day).reduce((sum, [, minutes]) => sum + minutes, 0);

  function segmentsOf(day: DayNumber, midnightMs: number): readonly [Segment, ...Segment[]] {
    if (isAlwaysOpen(day)) return [{ startMs: midnightMs, endMs: zoned.instantOf(dateOf(day + 1), '00:00', zone) }];
    const segment = ([start, minutes]: Session): Segment => {
      const startMs = zoned.instantOf(dateOf(day), start, zone);
      return { startMs, endMs: startMs + minutes * MINUTE_MS };
    };
    const [first, ...others] = sessionsOf(day);
    return [segment(first), ...others.map(segment)];
  }

  function dayOf(day: DayNumber): MarketDay {
    const known = days.get(day);
    if (known !== undefined) return known;
    const midnightMs = zoned.instantOf(dateOf(day), '00:00', zone);
    const segments = segmentsOf(day, midnightMs);
    const minutes = segments.reduce((sum, { startMs, endMs }) => sum + Math.round((endMs - startMs) / MINUTE_MS), 0);
    const made = { day, midnightMs, segments, minutes };
    if (days.size >= KEPT_DAYS) days.clear();
    days.set(day, made);
    return made;
  }

  const localDay = (nowMs: number): DayNumber => dayNumberOf(zoned.dateAt(nowMs, zone));

  function openedBy(nowMs: number): MarketDay {
    if (latest !== undefined && nowMs >= latest.fromMs && nowMs < latest.untilMs) return latest.opened;
    const today = localDay(nowMs);
    const candidate = isTradingDay(today) ? dayOf(today) : undefined;
    const opened = candidate !== undefined && candidate.segments[0].startMs <= nowMs ? candidate : dayOf(neighbour(today, -1));
    const next = dayOf(neighbour(opened.day, 1));
    latest = { fromMs: opened.segments[0].startMs, untilMs: next.segments[0].startMs, opened };
    return opened;
  }

  const isOpen = (nowMs: number): boolean => openedBy(nowMs).segments.some(({ startMs, endMs }) => nowMs >= startMs && nowMs < endMs);

  function sessionOf(day: DayNumber, kind: ExtendedSession['kind']): ExtendedSession {
    const [startMinute, minutes] = EXTENDED[kind];
    const { midnightMs, segments } = dayOf(day);
    const [regular] = segments;
    // The clock of the exchange counts from noon, so that a night on which the clocks change moves nothing.
    const noon = zoned.instantOf(dateOf(day), '12:00', zone);
    const startMs = kind === 'AFTER' ? regular.endMs : noon + (startMinute - 720) * MINUTE_MS;
    return { kind, day, startMs: Math.max(startMs, midnightMs), endMs: startMs + minutes * MINUTE_MS };
  }

  function extended(nowMs: number, kind: ExtendedSession['kind']): ExtendedSession | undefined {
    if (prefix !== 'US') return undefined;
    let day = localDay(nowMs);
    for (let step = 0; step <= LONGEST_CLOSURE; step += 1, day -= 1) {
      if (isAlwaysOpen(day) || !isTradingDay(day) || (kind === 'OVERNIGHT' && !isTradingDay(day + 1))) continue;
      const session = sessionOf(day, kind);
      if (session.startMs <= nowMs) return session;
    }
    return undefined;
  }

  function stateAt(nowMs: number): string {
    const { segments, day } = openedBy(nowMs);
    const at = segments.findIndex(({ startMs, endMs }) => nowMs >= startMs && nowMs < endMs);
    if (at >= 0) return at > 0 || hourAt(nowMs) >= 12 ? 'AFTERNOON' : 'MORNING';
    const [first, second] = segments;
    if (second !== undefined && nowMs >= first.endMs && nowMs < second.startMs) return 'REST';
    for (const kind of ['PRE', 'AFTER', 'OVERNIGHT'] as const) {
      const session = extended(nowMs, kind);
      if (session !== undefined && nowMs < session.endMs) return EXTENDED_STATES[kind];
    }
    const next = dayOf(neighbour(day, 1)).segments[0].startMs;
    return next - nowMs <= 30 * MINUTE_MS ? 'WAITING_OPEN' : 'CLOSED';
  }

  const hourAt = (nowMs: number): number => Math.floor((nowMs - zoned.instantOf(dateOf(localDay(nowMs)), '00:00', zone)) / 3_600_000);

  return { zone, isTradingDay, neighbour, dayOf, minutesOf, openedBy, isOpen, stateAt, extended };
}

const EXTENDED_STATES: Readonly<Record<ExtendedSession['kind'], string>> = {
  PRE: 'PRE_MARKET_BEGIN',
  AFTER: 'AFTER_HOURS_BEGIN',
  OVERNIGHT: 'OVERNIGHT',
};
