import type { CivilDate } from '../civilDate';
import { addDays, datesBetween, isWeekend, yearOf } from '../civilDate';
import { EASTERN_MARKETS } from './easternMarkets';
import { lunarYear } from './holidayRules';
import type { LunarYear } from './holidayRules';
import type { Closure, HalfDay, HalfSession, MarketRules } from './marketRules';
import { WESTERN_MARKETS } from './westernMarkets';

/** One day on which a market trades. */
export interface TradingDay {
  readonly date: CivilDate;
  readonly type: 'WHOLE' | HalfSession;
  readonly seconds: number;
}

/** The trading days of every market of the world, worked out from the rules of their holidays. */
export interface TradingCalendar {
  readonly markets: readonly MarketRules[];
  /** The days from `start` to `end` (both included) on which the market trades; undefined for an unknown market. */
  tradingDays(prefix: string, start: CivilDate, end: CivilDate): readonly TradingDay[] | undefined;
  /** The first day from `date` on that the market trades; for an unknown market the first weekday that is no holiday nearly everywhere. */
  nextTradingDay(prefix: string | undefined, date: CivilDate): CivilDate;
  /** The weekdays on which the market is closed. */
  closures(market: MarketRules, start: CivilDate, end: CivilDate): readonly Closure[];
  /** The trading days with one session. */
  halfDays(market: MarketRules, start: CivilDate, end: CivilDate): readonly HalfDay[];
}

const COMMON_HOLIDAYS: ReadonlySet<string> = new Set(['01-01', '12-25', '12-26']);

interface MarketYear {
  readonly closures: ReadonlyMap<CivilDate, Closure>;
  readonly halfDays: ReadonlyMap<CivilDate, HalfDay>;
}

function byDate<T extends { readonly date: CivilDate }>(entries: readonly T[]): ReadonlyMap<CivilDate, T> {
  return new Map(entries.map((entry) => [entry.date, entry]));
}

/** Builds a {@link TradingCalendar}; years are worked out when first asked for and remembered. */
export function createTradingCalendar(): TradingCalendar {
  const markets = [...EASTERN_MARKETS, ...WESTERN_MARKETS];
  const lunarYears = new Map<number, LunarYear>();
  const marketYears = new Map<string, MarketYear>();

  function lunar(year: number): LunarYear {
    const known = lunarYears.get(year) ?? lunarYear(year);
    lunarYears.set(year, known);
    return known;
  }

  function marketYear(market: MarketRules, year: number): MarketYear {
    const key = `${market.prefix}/${String(year)}`;
    const known = marketYears.get(key);
    if (known !== undefined) {
      return known;
    }
    const closures = market.closures(year, lunar(year)).filter((closure) => yearOf(closure.date) === year && !isWeekend(closure.date));
    const closed = byDate(closures);
    const halfDays = market.halfDays(year, lunar(year)).filter(({ date }) => !isWeekend(date) && !closed.has(date));
    const created = { closures: closed, halfDays: byDate(halfDays) };
    marketYears.set(key, created);
    return created;
  }

  function* yearsBetween(start: CivilDate, end: CivilDate): Generator<number> {
    for (let year = yearOf(start); year <= yearOf(end); year += 1) {
      yield year;
    }
  }

  function entries<T extends { readonly date: CivilDate }>(
    market: MarketRules,
    start: CivilDate,
    end: CivilDate,
    of: (year: MarketYear) => ReadonlyMap<CivilDate, T>,
  ): readonly T[] {
    return [...yearsBetween(start, end)]
      .flatMap((year) => [...of(marketYear(market, year)).values()])
      .filter(({ date }) => date >= start && date <= end)
      .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  }

  function tradingDay(market: MarketRules, date: CivilDate): TradingDay | undefined {
    const year = marketYear(market, yearOf(date));
    if (isWeekend(date) || year.closures.has(date)) {
      return undefined;
    }
    const half = year.halfDays.get(date);
    return half === undefined
      ? { date, type: 'WHOLE', seconds: market.wholeSeconds }
      : { date, type: half.session, seconds: market.halfSeconds };
  }

  return {
    markets,
    tradingDays: (prefix, start, end) => {
      const market = markets.find((candidate) => candidate.prefix === prefix);
      return market && [...datesBetween(start, end)].flatMap((date) => tradingDay(market, date) ?? []);
    },
    nextTradingDay: (prefix, date) => {
      const market = markets.find((candidate) => candidate.prefix === prefix);
      let day = date;
      while (market === undefined ? isWeekend(day) || COMMON_HOLIDAYS.has(day.slice(5)) : tradingDay(market, day) === undefined) {
        day = addDays(day, 1);
      }
      return day;
    },
    closures: (market, start, end) => entries(market, start, end, (year) => year.closures),
    halfDays: (market, start, end) => entries(market, start, end, (year) => year.halfDays),
  };
}
