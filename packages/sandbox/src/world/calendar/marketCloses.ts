import type { TradingMarket } from '../../dates/markets';
import { inLanguage } from '../../securities/language';
import { countryName } from './countries';
import type { CalendarEntry } from './calendarEntry';
import type { CalendarSource } from './economicData';
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
export function marketCloses(source: CalendarSource): readonly CalendarEntry[] {
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
