import { slotMs, slots } from '../../market/dayPath';
import type { DayPath } from '../../market/dayPath';
import { placeIn, startOfMinute } from '../../market/market';
import type { MarketDay } from '../../market/marketDays';
import type { MarketHours } from '../../market/marketHours';
import type { SecurityPath } from '../../market/securityPath';

/** A trade of the market; its price in units. */
export interface MarketTrade {
  readonly timeMs: number;
  readonly price: number;
  readonly volume: number;
}

/** The first trade within a time range at a suitable price; the range excludes its start and includes its end. */
export function firstTrade(
  path: SecurityPath,
  fromMs: number,
  untilMs: number,
  suits: (price: number) => boolean,
): MarketTrade | undefined {
  const { hours } = path;
  for (let opened = hours.openedBy(fromMs); opened.segments[0].startMs <= untilMs; opened = dayAfter(hours, opened)) {
    const found = firstOfDay(path.day(opened), fromMs, untilMs, suits);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The end of the trading day that contains an instant, or of the next one after it. */
export function closeAfter(hours: MarketHours, atMs: number): number {
  const opened = hours.openedBy(atMs);
  const closesMs = endOf(opened);
  return atMs < closesMs ? closesMs : endOf(dayAfter(hours, opened));
}

function endOf({ segments }: MarketDay): number {
  return Math.max(...segments.map(({ endMs }) => endMs));
}

function dayAfter(hours: MarketHours, { day }: MarketDay): MarketDay {
  return hours.dayOf(hours.neighbour(day, 1));
}

function firstOfDay(day: DayPath, fromMs: number, untilMs: number, suits: (price: number) => boolean): MarketTrade | undefined {
  const opensMs = day.hours.segments[0].startMs;
  const last = placeIn(day.hours, Math.max(untilMs, opensMs)).minute;
  for (let minute = placeIn(day.hours, Math.max(fromMs, opensMs)).minute; minute <= last; minute += 1) {
    const { high, low } = day.minute(minute);
    if (!suits(high) && !suits(low)) continue;
    const startMs = startOfMinute(day.hours, minute);
    for (let slot = 0; slot < slots; slot += 1) {
      const timeMs = startMs + slot * slotMs;
      if (timeMs > untilMs) return undefined;
      const price = timeMs > fromMs ? day.price(minute, slot) : 0;
      if (price > 0 && suits(price)) return { timeMs, price, volume: volumeAt(day, minute, slot) };
    }
  }
  return undefined;
}

function volumeAt(day: DayPath, minute: number, slot: number): number {
  const before = slot > 0 ? day.volumeUntil(minute, slot - 1) : minute > 0 ? day.volumeUntil(minute - 1, slots - 1) : 0;
  return day.volumeUntil(minute, slot) - before;
}
