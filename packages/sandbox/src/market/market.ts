import type { Security } from '../securities/securities';
import { prefixOf } from '../securities/securities';
import type { TradingCalendar } from '../dates/tradingCalendar';
import type { ZonedTime } from '../dates/zonedTime';
import type { Bar, DayPath } from './dayPath';
import { slotMs, slots } from './dayPath';
import type { MarketDay } from './marketDays';
import { dayNumberOf, minuteMs } from './marketDays';
import type { ExtendedSession, MarketHours } from './marketHours';
import { createMarketHours } from './marketHours';
import { createPath } from './securityPath';
import type { SecurityPath } from './securityPath';

/** The latest trade at or before an instant. */
export interface Place {
  /** Minute of the day, counted over all its segments. */
  readonly minute: number;
  readonly slot: number;
  /** Unix milliseconds. */
  readonly timeMs: number;
}

/** A security at one instant; prices in its units. */
export interface QuoteNow {
  readonly security: Security;
  readonly path: SecurityPath;
  /** The current trading day: the latest that has opened. */
  readonly day: DayPath;
  readonly place: Place;
  /** The day so far; its close is the last price. */
  readonly bar: Bar;
  readonly previousClose: number;
}

/** The market of a world. Everything is a function of seed, security and time; caches only make it faster. */
export type Market = Readonly<ReturnType<typeof createMarket>>;

export interface MarketParts {
  readonly seed: number;
  readonly trading: TradingCalendar;
  readonly zoned: ZonedTime;
  /** From the day of this instant on, every market trades day and night; if undefined, the calendar applies. */
  readonly alwaysOpenFromMs: number | undefined;
}

/** Builds the {@link Market}. */
export function createMarket({ seed, trading, zoned, alwaysOpenFromMs }: MarketParts) {
  const markets = new Map<string, MarketHours>();
  const paths = new Map<string, SecurityPath>();

  function hours(prefix: string): MarketHours {
    const known = markets.get(prefix);
    if (known !== undefined) return known;
    const zone = trading.markets.find((market) => market.prefix === prefix)?.zone ?? 'UTC';
    const from = alwaysOpenFromMs === undefined ? undefined : dayNumberOf(zoned.dateAt(alwaysOpenFromMs, zone));
    const made = createMarketHours(prefix, trading, zoned, from);
    markets.set(prefix, made);
    return made;
  }

  function path(security: Security): SecurityPath {
    const known = paths.get(security.code);
    if (known !== undefined) return known;
    const made = createPath(seed, security, hours(prefixOf(security.code)));
    paths.set(security.code, made);
    return made;
  }

  /** Only the last price, in units. */
  function last(security: Security, nowMs: number): number {
    const found = path(security);
    const opened = found.hours.openedBy(nowMs);
    const { minute, slot } = placeIn(opened, nowMs);
    return found.day(opened).price(minute, slot);
  }

  function previousClose(security: Security, nowMs: number): number {
    const found = path(security);
    return found.closeOf(found.hours.neighbour(found.hours.openedBy(nowMs).day, -1));
  }

  return {
    hours,
    path,
    last,
    previousClose,
    quote: (security: Security, nowMs: number): QuoteNow => {
      const found = path(security);
      const opened = found.hours.openedBy(nowMs);
      const day = found.day(opened);
      const place = placeIn(opened, nowMs);
      return {
        security,
        path: found,
        day,
        place,
        bar: day.until(place.minute, place.slot),
        previousClose: found.closeOf(found.hours.neighbour(opened.day, -1)),
      };
    },
  };
}

/** The latest slot of a day that has started by the instant; the day must have opened. */
export function placeIn({ segments, minutes }: MarketDay, nowMs: number): Place {
  let before = 0;
  let closed: Place = { minute: 0, slot: 0, timeMs: segments[0].startMs };
  for (const { startMs, endMs } of segments) {
    if (nowMs < startMs) return closed;
    if (nowMs < endMs) {
      const minute = Math.floor((nowMs - startMs) / minuteMs);
      const slot = Math.floor(((nowMs - startMs) % minuteMs) / slotMs);
      return { minute: before + minute, slot, timeMs: startMs + minute * minuteMs + slot * slotMs };
    }
    before += Math.round((endMs - startMs) / minuteMs);
    closed = { minute: Math.min(before, minutes) - 1, slot: slots - 1, timeMs: endMs - slotMs };
  }
  return closed;
}

/** The start time of a minute of a day. */
export function startOfMinute({ segments }: MarketDay, minute: number): number {
  let left = minute;
  for (const { startMs, endMs } of segments) {
    const length = Math.round((endMs - startMs) / minuteMs);
    if (left < length) return startMs + left * minuteMs;
    left -= length;
  }
  return segments[0].startMs;
}

/** A session outside regular hours, so far. */
export interface ExtendedQuote {
  readonly bar: Bar;
  readonly timeMs: number;
  readonly isRunning: boolean;
  /** The regular close before the session. */
  readonly regularClose: number;
}

/** The session outside regular hours that contains the instant, or the last one before it; only stocks have any. */
export function extendedSessionOf(
  { security, hours }: SecurityPath,
  kind: ExtendedSession['kind'],
  nowMs: number,
): ExtendedSession | undefined {
  return security.type === 'STOCK' ? hours.extended(nowMs, kind) : undefined;
}

/** The current session outside regular hours, or the last one before the instant; undefined if the market has none. */
export function extendedQuote({ path }: QuoteNow, kind: ExtendedSession['kind'], nowMs: number): ExtendedQuote | undefined {
  const session = extendedSessionOf(path, kind, nowMs);
  if (session === undefined) return undefined;
  const day = path.extended(session);
  const place = placeIn(day.hours, nowMs);
  return {
    bar: day.until(place.minute, place.slot),
    timeMs: place.timeMs,
    isRunning: nowMs < session.endMs,
    regularClose: path.closeOf(kind === 'PRE' ? path.hours.neighbour(session.day, -1) : session.day),
  };
}
