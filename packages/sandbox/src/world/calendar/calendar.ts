import type { SandboxLanguage } from '../../types';
import type { CivilDate } from '../../dates/civilDate';
import { addDays, isWeekend } from '../../dates/civilDate';
import type { TradingCalendar } from '../../dates/tradingCalendar';
import type { ZonedTime } from '../../dates/zonedTime';
import type { CalendarEntry, EntryKind } from './calendarEntry';
import { byTime, entryKinds } from './calendarEntry';
import { corporateActions } from './corporateActions';
import { economicData } from './economicData';
import type { CalendarSource } from './economicData';
import { economicEvents } from './economicEvents';
import { matches, wordsOf } from './matching';
import type { TradingMarket } from '../../dates/markets';
import { inLanguage } from '../../securities/language';
import { countryName } from './countries';
import { dayNumber } from './periods';

/** Markets with the same holidays as one that is already listed. */
const repeated = new Set(['SZ', 'BJ', 'JP_FUTURE', 'SG_FUTURE']);

function entry(
  source: CalendarSource,
  market: TradingMarket,
  number: number,
  date: string,
  [en, zh]: readonly [string, string],
  star: number,
): CalendarEntry {
  const id = 3_000_000 + number * 100_000 + dayNumber(date);
  return {
    kind: 2,
    text: inLanguage(source.language, en, zh) ?? `${en} ${zh}`,
    names: [],
    previous: '',
    predictive: '',
    actual: '',
    star,
    time: Math.trunc(source.zoned.instantOf(date, market.opens, market.zone) / 1000),
    country: countryName(source.language, market.country),
    currency: null,
    unit: null,
    uniqueId: `calendar_event:${String(id)}`,
    detailUrl: `https://calendar.example/closures/${market.prefix}/${date}`,
  };
}

/** Closures and early closes of the markets: type 2 of the calendar, derived from their trading days. */
function marketCloses(source: CalendarSource): readonly CalendarEntry[] {
  const { trading, start, end } = source;
  return trading.markets.flatMap((market, number) => {
    if (repeated.has(market.prefix)) {
      return [];
    }
    const closed = trading
      .closures(market, start, end)
      .map(({ date, en, zh }) => entry(source, market, number, date, [`${market.en} closed: ${en}`, `${market.zh}休市：${zh}`], 3));
    const early = trading
      .halfDays(market, start, end)
      .map(({ date, en, zh }) => entry(source, market, number, date, [`${market.en} closes early: ${en}`, `${market.zh}半日市：${zh}`], 2));
    return [...closed, ...early];
  });
}

/** The range of the calendar to either side of the day on which the world was created. */
const daysAround = 183;
/** The additional range of past data releases: two years of each series, whether or not a holiday delayed them. */
const historyDays = 745;
/** A release is never delayed by holidays for longer. */
const delayDays = 21;
/** The least importance of hot entries. */
const hotStar = 3;

const parts: Readonly<Record<EntryKind, (source: CalendarSource) => readonly CalendarEntry[]>> = {
  1: economicData,
  2: marketCloses,
  3: economicEvents,
  4: corporateActions,
};

interface Searchable {
  readonly entry: CalendarEntry;
  readonly lowerCase: string;
}

/** The economic calendar of the world, about a year around one day, with two years of past releases. */
export type EconomicCalendar = Readonly<ReturnType<typeof createEconomicCalendar>>;

/** Builds the calendar around `today`, each kind on first use; an entry that is in two such calendars of one seed is the same in both. */
export function createEconomicCalendar(
  seed: number,
  today: CivilDate,
  trading: TradingCalendar,
  zoned: ZonedTime,
  language: SandboxLanguage = 'mixed',
) {
  const end = addDays(today, daysAround);
  const yearFrom = zoned.instantOf(addDays(today, -daysAround), '00:00', 'UTC') / 1000;
  const kept = new Map<EntryKind, readonly Searchable[]>();

  const startOf = (kind: EntryKind): CivilDate => addDays(today, kind === 1 ? -historyDays : -daysAround);

  function ofKind(kind: EntryKind): readonly Searchable[] {
    const start = startOf(kind);
    const known =
      kept.get(kind) ??
      parts[kind]({ seed, start, end, trading, zoned, language })
        .toSorted(byTime)
        .map((entry) => ({ entry, lowerCase: entry.text.toLowerCase() }));
    kept.set(kind, known);
    return known;
  }

  /** The releases around a date, without the others: building all of them takes half a second, in which the service answers nothing. */
  function releasesNear(date: CivilDate): readonly CalendarEntry[] {
    const [first, known] = [startOf(1), kept.get(1)];
    if (date < addDays(first, -2) || date > addDays(end, delayDays)) return [];
    if (known !== undefined) return known.map(({ entry }) => entry);
    const [from, to] = [addDays(date, -delayDays), addDays(date, 2)];
    const around = { start: from < first ? first : from, end: to > end ? end : to };
    return parts[1]({ seed, ...around, trading, zoned, language });
  }

  return {
    /** All entries, ascending by time. */
    entries: (): readonly CalendarEntry[] => entryKinds.flatMap((kind) => ofKind(kind).map(({ entry }) => entry)).toSorted(byTime),
    /**
     * Entries of one kind that contain every word of the keyword, ascending by time unless `descending`. Of releases older than half a year, only
     * those whose full indicator name is in the keyword.
     */
    search: (keyword: string, kind: EntryKind, descending: boolean): readonly CalendarEntry[] => {
      const words = wordsOf(keyword);
      const isNamed = ({ names }: CalendarEntry): boolean => names.some((name) => name.every((word) => words.includes(word)));
      const found = ofKind(kind).flatMap(({ entry, lowerCase }) =>
        matches(lowerCase, words) && (entry.time >= yearFrom || isNamed(entry)) ? [entry] : [],
      );
      return descending ? found.toReversed() : found;
    },
    /** Important economic data of a date in a zone, the most important first, then by time. */
    hot: (date: CivilDate, zone: string): readonly CalendarEntry[] => {
      if (isWeekend(date)) {
        return [];
      }
      const from = zoned.instantOf(date, '00:00', zone) / 1000;
      // Not 00:00 of the next day: 9999-12-31 has none.
      const to = zoned.instantOf(date, '24:00', zone) / 1000;
      const found = releasesNear(date).filter((entry) => entry.star >= hotStar && entry.time >= from && entry.time < to);
      return found.toSorted((a, b) => b.star - a.star || byTime(a, b));
    },
  };
}
