import type { SandboxLanguage } from '../../types';
import type { CivilDate } from '../../dates/civilDate';
import { inLanguage } from '../../securities/language';
import { fixed, shortText } from '../../decimalText';
import { hash32, noise } from '../../random';
import type { TradingCalendar } from '../../dates/tradingCalendar';
import type { ZonedTime } from '../../dates/zonedTime';
import type { CalendarEntry } from './calendarEntry';
import type { Country } from './countries';
import { countries, countryName } from './countries';
import { wordsOf } from './matching';
import type { Indicator } from './indicators';
import { indicatorsOf } from './indicators';
import type { Period } from './periods';
import { periodsBetween } from './periods';

/** The inputs of the parts of the calendar. */
export interface CalendarSource {
  readonly seed: number;
  readonly start: CivilDate;
  readonly end: CivilDate;
  readonly trading: TradingCalendar;
  readonly zoned: ZonedTime;
  readonly language: SandboxLanguage;
}

interface Series {
  readonly key: string;
  readonly country: Country;
  readonly indicator: Indicator;
}

/** The value of a period, in 10^-digits; neighboring periods share part of their noise, so that the series moves smoothly. */
function valueAt(seed: number, { key, indicator }: Series, period: number): number {
  const level = (index: number): number => noise(seed, `${key}/${String(index)}`);
  if (indicator.cadence === 'meetings') {
    // A policy rate moves in quarter points and is unchanged in between.
    const steps = Math.round(level(Math.floor(period / 3)) * indicator.swing * 4);
    return Math.round((indicator.base + steps * 0.25) * 100);
  }
  const blended = (level(period) * 2 + level(period - 1) + level(period - 2)) / 4;
  return Math.round((indicator.base + indicator.swing * blended) * 10 ** indicator.digits);
}

/** The consensus: often close, sometimes exact, sometimes missing. */
function forecastAt(seed: number, series: Series, period: number): string {
  const value = valueAt(seed, series, period);
  const { digits, swing, cadence } = series.indicator;
  const mood = noise(seed, `${series.key}/forecast/${String(period)}`);
  if (mood > 0.72) {
    return '';
  }
  if (mood < -0.5 || cadence === 'meetings') {
    return shortText(fixed(value, digits));
  }
  return shortText(fixed(value + Math.round(mood * swing * 0.5 * 10 ** digits), digits));
}

type Language = 'en' | 'zh' | 'both';

/** Important series have texts in both languages, so that a search in either finds them; the others have only one. */
function languageOf({ key, country, indicator }: Series): Language {
  if (indicator.star + country.weight >= 5) {
    return 'both';
  }
  const percent = hash32(`language/${key}`) % 100;
  const chinese = ['CNY', 'HKD', 'TWD'].includes(country.currency) ? 70 : 18;
  return percent < chinese ? 'zh' : percent < chinese + 12 ? 'both' : 'en';
}

function textOf({ language: ofWorld }: CalendarSource, series: Series, period: Period): string {
  const { country, indicator } = series;
  const en = `${country.en} ${indicator.en} (${period.en})`;
  const zh = `${country.zh}${period.zh}${indicator.zh}`;
  const language = languageOf(series);
  const only = inLanguage(ofWorld, en, zh);
  if (only !== undefined) return only;
  return language === 'both' ? `${en} ${zh}` : language === 'zh' ? zh : en;
}

/** Statistical offices do not all publish on one day: each except the most watched has its own delay. */
function dueDay({ country, indicator }: Series): number {
  return indicator.cadence === 'weekly' || country.weight === 2 ? indicator.day : indicator.day + (hash32(country.country) % 11);
}

function entriesOf(source: CalendarSource, series: Series, number: number): readonly CalendarEntry[] {
  const { country, indicator, key } = series;
  const names = [indicator.en, inLanguage(source.language, indicator.en, indicator.zh) ?? indicator.zh].map(wordsOf);
  const star = Math.min(5, Math.max(1, indicator.star + country.weight));
  return periodsBetween(indicator.cadence, dueDay(series), country.country, source.start, source.end).map((period) => ({
    kind: 1,
    text: textOf(source, series, period),
    names,
    previous: shortText(fixed(valueAt(source.seed, series, period.index - 1), indicator.digits)),
    predictive: forecastAt(source.seed, series, period.index),
    actual: shortText(fixed(valueAt(source.seed, series, period.index), indicator.digits)),
    star,
    time: Math.trunc(
      source.zoned.instantOf(source.trading.nextTradingDay(country.market, period.due), indicator.time ?? country.time, country.zone) /
        1000,
    ),
    country: countryName(source.language, country.country),
    currency: indicator.hasCurrency ? country.currency : null,
    unit: indicator.unit,
    uniqueId: `calendar_economic:${String(number * 10_000 + period.index)}`,
    detailUrl: `https://calendar.example/indicators/${encodeURIComponent(key)}?period=${String(period.index)}`,
  }));
}

/** Releases of macro-economic indicators: type 1 of the calendar. */
export function economicData(source: CalendarSource): readonly CalendarEntry[] {
  const all = countries.flatMap((country) =>
    indicatorsOf(country).map((indicator): Series => ({
      country,
      indicator,
      key: `${country.currency}-${country.country.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${indicator.key}`,
    })),
  );
  return all.flatMap((series, index) => entriesOf(source, series, index + 10));
}
