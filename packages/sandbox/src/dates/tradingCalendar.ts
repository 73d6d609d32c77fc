import type { CivilDate } from './civilDate';
import { addDays, datesBetween, isWeekend } from './civilDate';
import { tradingMarkets } from './markets';
import type { BilingualName, TradingMarket } from './markets';

/** A day on which a market is closed, other than weekends. */
export interface Closure extends BilingualName {
  readonly date: CivilDate;
}

export type HalfSession = 'MORNING' | 'AFTERNOON';

/** A trading day with one session only. */
export interface HalfDay extends Closure {
  readonly session: HalfSession;
}

/** One day on which a market trades. */
export interface TradingDay {
  readonly date: CivilDate;
  readonly type: 'WHOLE' | HalfSession;
  readonly seconds: number;
}

/** The trading days of every market of the world, from a table of holidays; in years outside the table, all weekdays but three are trading days. */
export type TradingCalendar = Readonly<ReturnType<typeof createTradingCalendar>>;

/** Holidays of nearly all markets. */
const commonHolidays: ReadonlyMap<string, BilingualName> = new Map([
  ['01-01', { en: "New Year's Day", zh: '元旦' }],
  ['12-25', { en: 'Christmas Day', zh: '圣诞节' }],
  ['12-26', { en: 'Boxing Day', zh: '节礼日' }],
]);
/** The years of the table. */
const years = { first: '2021-01-01', last: '2030-12-31' };

interface Holidays {
  readonly closures: ReadonlyMap<CivilDate, Closure>;
  readonly halfDays: ReadonlyMap<CivilDate, HalfDay>;
}

const sessions: Readonly<Record<string, HalfSession>> = { morning: 'MORNING', afternoon: 'AFTERNOON' };

function readHolidays({ holidays = '' }: TradingMarket): Holidays {
  const closures = new Map<CivilDate, Closure>();
  const halfDays = new Map<CivilDate, HalfDay>();
  for (const line of holidays.trim().split('\n')) {
    const [name = '', zh = '', dates = ''] = line.trim().split(' | ');
    const [before = '', halfDay] = name.split(': ');
    const session = sessions[before];
    for (const date of dates.split(' ').flatMap(datesOf)) {
      if (session === undefined) closures.set(date, { date, en: name, zh });
      else halfDays.set(date, { date, en: halfDay ?? name, zh, session });
    }
  }
  return { closures, halfDays };
}

/** A date, or a span within a month: `2026-02-16..20`. */
function datesOf(text: string): readonly CivilDate[] {
  const [first = '', lastDay] = text.split('..');
  return lastDay === undefined ? [first] : [...datesBetween(first, `${first.slice(0, 8)}${lastDay}`)];
}

export function createTradingCalendar() {
  const known = new Map(tradingMarkets.map((market) => [market.prefix, { market, ...readHolidays(market) }]));

  function closureOn({ closures }: Holidays, date: CivilDate): Closure | undefined {
    if (date >= years.first && date <= years.last) return closures.get(date);
    const common = commonHolidays.get(date.slice(5));
    return common === undefined ? undefined : { date, ...common };
  }

  /** The first weekdays of a range that have an entry; later dates are not looked at. */
  function weekdays<T>(start: CivilDate, end: CivilDate, of: (date: CivilDate) => T | undefined, most = Infinity): readonly T[] {
    const found: T[] = [];
    for (const date of datesBetween(start, end)) {
      if (found.length >= most) break;
      const entry = isWeekend(date) ? undefined : of(date);
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  function tradingDay(market: TradingMarket, holidays: Holidays, date: CivilDate): TradingDay | undefined {
    if (isWeekend(date) || closureOn(holidays, date) !== undefined) return undefined;
    const half = holidays.halfDays.get(date);
    return half === undefined
      ? { date, type: 'WHOLE', seconds: market.wholeSeconds }
      : { date, type: half.session, seconds: market.halfSeconds };
  }

  return {
    markets: tradingMarkets,
    /**
     * The days from `start` to `end` (both included) on which the market trades, of which at most the first `most`; undefined for an
     * unknown market.
     */
    tradingDays: (prefix: string, start: CivilDate, end: CivilDate, most?: number): readonly TradingDay[] | undefined => {
      const found = known.get(prefix);
      return found && weekdays(start, end, (date) => tradingDay(found.market, found, date), most);
    },
    /** The first trading day of the market from `date` on; for an unknown market, the first weekday that is no common holiday. */
    nextTradingDay: (prefix: string | undefined, date: CivilDate): CivilDate => {
      const found = known.get(prefix ?? '');
      const isClosed = (day: CivilDate): boolean =>
        found === undefined ? isWeekend(day) || commonHolidays.has(day.slice(5)) : tradingDay(found.market, found, day) === undefined;
      let day = date;
      while (isClosed(day)) day = addDays(day, 1);
      return day;
    },
    /** The weekdays on which the market is closed. */
    closures: ({ prefix }: TradingMarket, start: CivilDate, end: CivilDate): readonly Closure[] => {
      const found = known.get(prefix);
      return found === undefined ? [] : weekdays(start, end, (date) => closureOn(found, date));
    },
    /** The trading days with one session. */
    halfDays: ({ prefix }: TradingMarket, start: CivilDate, end: CivilDate): readonly HalfDay[] =>
      weekdays(start, end, (date) => known.get(prefix)?.halfDays.get(date)),
  };
}
