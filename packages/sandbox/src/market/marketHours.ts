import type { TradingCalendar } from '../dates/tradingCalendar';
import type { ZonedTime } from '../dates/zonedTime';
import { createMarketDays, dateOf, dayNumberOf, longestClosure, minuteMs } from './marketDays';
import type { DayNumber, MarketDay, Segment } from './marketDays';

/** The sessions of American stocks before, after and between the regular hours. */
export interface ExtendedSession extends Segment {
  readonly kind: 'PRE' | 'AFTER' | 'OVERNIGHT';
  /** The trading day after it (before) or preceding it (after, overnight). */
  readonly day: DayNumber;
}

/** The trading hours of one market. */
export type MarketHours = Readonly<ReturnType<typeof createMarketHours>>;

const extendedSessions: Readonly<Record<ExtendedSession['kind'], readonly [startMinute: number, minutes: number]>> = {
  PRE: [4 * 60, 330],
  AFTER: [16 * 60, 240],
  OVERNIGHT: [20 * 60, 480],
};
/**
 * Builds the hours of a market.
 *
 * @param alwaysOpenFrom - As of {@link createMarketDays}.
 */
export function createMarketHours(prefix: string, trading: TradingCalendar, zoned: ZonedTime, alwaysOpenFrom: DayNumber | undefined) {
  const { zone, isAlwaysOpen, isTradingDay, neighbour, dayOf, minutesOf } = createMarketDays(prefix, trading, zoned, alwaysOpenFrom);
  let latest: { readonly fromMs: number; readonly untilMs: number; readonly opened: MarketDay } | undefined;

  const localDay = (nowMs: number): DayNumber => dayNumberOf(zoned.dateAt(nowMs, zone));

  /** The latest trading day that has opened by the instant. */
  function openedBy(nowMs: number): MarketDay {
    if (latest !== undefined && nowMs >= latest.fromMs && nowMs < latest.untilMs) return latest.opened;
    const today = localDay(nowMs);
    const candidate = isTradingDay(today) ? dayOf(today) : undefined;
    const opened = candidate !== undefined && candidate.segments[0].startMs <= nowMs ? candidate : dayOf(neighbour(today, -1));
    const next = dayOf(neighbour(opened.day, 1));
    latest = { fromMs: opened.segments[0].startMs, untilMs: next.segments[0].startMs, opened };
    return opened;
  }

  /** Whether the market is in regular trading at the instant. */
  const isOpen = (nowMs: number): boolean => openedBy(nowMs).segments.some(({ startMs, endMs }) => nowMs >= startMs && nowMs < endMs);

  function sessionOf(day: DayNumber, kind: ExtendedSession['kind']): ExtendedSession {
    const [startMinute, minutes] = extendedSessions[kind];
    const { midnightMs, segments } = dayOf(day);
    const [regular] = segments;
    // Times of the exchange are counted from noon, so that a clock change at night has no effect.
    const noon = zoned.instantOf(dateOf(day), '12:00', zone);
    const startMs = kind === 'AFTER' ? regular.endMs : noon + (startMinute - 720) * minuteMs;
    return { kind, day, startMs: Math.max(startMs, midnightMs), endMs: startMs + minutes * minuteMs };
  }

  /** The session outside regular hours that contains the instant, or the last one before it. */
  function extended(nowMs: number, kind: ExtendedSession['kind']): ExtendedSession | undefined {
    if (prefix !== 'US') return undefined;
    let day = localDay(nowMs);
    for (let step = 0; step <= longestClosure; step += 1, day -= 1) {
      if (isAlwaysOpen(day) || !isTradingDay(day) || (kind === 'OVERNIGHT' && !isTradingDay(day + 1))) continue;
      const session = sessionOf(day, kind);
      if (session.startMs <= nowMs) return session;
    }
    return undefined;
  }

  /** The state, with the names of market-state (beyond the specification, Quote calls). */
  function stateAt(nowMs: number): string {
    const { segments, day } = openedBy(nowMs);
    const at = segments.findIndex(({ startMs, endMs }) => nowMs >= startMs && nowMs < endMs);
    if (at >= 0) return at > 0 || hourAt(nowMs) >= 12 ? 'AFTERNOON' : 'MORNING';
    const [first, second] = segments;
    if (second !== undefined && nowMs >= first.endMs && nowMs < second.startMs) return 'REST';
    for (const kind of ['PRE', 'AFTER', 'OVERNIGHT'] as const) {
      const session = extended(nowMs, kind);
      if (session !== undefined && nowMs < session.endMs) return extendedStates[kind];
    }
    const next = dayOf(neighbour(day, 1)).segments[0].startMs;
    return next - nowMs <= 30 * minuteMs ? 'WAITING_OPEN' : 'CLOSED';
  }

  const hourAt = (nowMs: number): number => Math.floor((nowMs - zoned.instantOf(dateOf(localDay(nowMs)), '00:00', zone)) / 3_600_000);

  return { zone, isTradingDay, neighbour, dayOf, minutesOf, openedBy, isOpen, stateAt, extended };
}

const extendedStates: Readonly<Record<ExtendedSession['kind'], string>> = {
  PRE: 'PRE_MARKET_BEGIN',
  AFTER: 'AFTER_HOURS_BEGIN',
  OVERNIGHT: 'OVERNIGHT',
};
