import type { SandboxLanguage } from '../../types';
import { civil, nextWeekday, yearOf } from '../../dates/civilDate';
import { fixed, shortText } from '../../decimalText';
import type { Random } from '../../random';
import { createRandom } from '../../random';
import type { Security } from '../../securities/securities';
import { inventedSecurities, prefixOf, allSecurities } from '../../securities/securities';
import { inLanguage } from '../../securities/language';
import { traditional } from '../../securities/traditional';
import { countryName } from './countries';
import type { TradingMarket } from '../../dates/markets';
import type { CalendarEntry } from './calendarEntry';
import type { CalendarSource } from './economicData';
import { dayNumber } from './periods';

interface Action {
  readonly en: string;
  readonly zh: string;
  readonly previous: string;
  readonly actual: string;
  readonly unit: string | null;
}

function dividend(random: Random, { currency, reference, digits }: Security): Action {
  const amount = Math.max(1, Math.round((reference / 10 ** digits) * random.integer(4, 30)));
  const before = Math.max(1, Math.round(amount * (0.8 + random.next() * 0.4)));
  const text = shortText(fixed(amount, 3));
  const [en, zh] = random.pick([
    ['final dividend', '末期股息'],
    ['interim dividend', '中期股息'],
    ['special dividend', '特别股息'],
  ] as const);
  return {
    en: `${en} of ${currency} ${text} per share, ex-date`,
    zh: `${zh}每股${text}${currency}除净日`,
    previous: shortText(fixed(before, 3)),
    actual: text,
    unit: currency,
  };
}

function reshaping(random: Random): Action {
  const ratio = random.integer(2, 10);
  const [en, zh] = random.pick([
    [`${String(ratio)}-for-1 share split effective`, `1拆${String(ratio)}股份拆细生效`],
    [`bonus shares 1 for ${String(ratio)}, ex-date`, `每${String(ratio)}股送1股红股除权日`],
    [`rights issue 1 for ${String(ratio)}, ex-rights date`, `每${String(ratio)}股供1股供股除权日`],
  ] as const);
  return { en, zh, previous: '', actual: `1:${String(ratio)}`, unit: null };
}

function actionsOf(source: CalendarSource, security: Security, market: TradingMarket, number: number): readonly CalendarEntry[] {
  const years = [yearOf(source.start), yearOf(source.end)];
  return [...new Set(years)].flatMap((year) =>
    [1, 2, 3].flatMap((turn) => {
      const random = createRandom(source.seed, `action/${security.code}/${String(year)}/${String(turn)}`);
      const date = nextWeekday(civil(year, random.integer(1, 12), random.integer(1, 28)));
      const action = turn === 3 && random.chance(0.7) ? reshaping(random) : dividend(random, security);
      if (date < source.start || date > source.end) {
        return [];
      }
      const id = 10_000_000 + number * 100_000 + dayNumber(date) * 3 + turn;
      return {
        kind: 4 as const,
        text: textOf(source.language, random.chance(0.45), security, action),
        names: [],
        previous: action.previous,
        predictive: '',
        actual: action.actual,
        star: random.integer(1, 3),
        time: Math.trunc(source.zoned.instantOf(date, hourOf(number, market), market.zone) / 1000),
        country: countryName(source.language, market.country),
        currency: action.unit === null ? null : security.currency,
        unit: action.unit,
        uniqueId: `calendar_event:${String(id)}`,
        detailUrl: `https://calendar.example/actions/${encodeURIComponent(security.code)}/${date}`,
      };
    }),
  );
}

/** An ex-date is a date; services write it as the opening, as midnight, or as the end of the day, at the exchange. */
function hourOf(number: number, { opens }: TradingMarket): string {
  return [opens, '00:00', opens, '23:30'][number % 4] ?? opens;
}

function textOf(language: SandboxLanguage, prefersChinese: boolean, security: Security, action: Action): string {
  const en = `${security.name} (${security.code}) ${action.en}`;
  const zh = `${security.simplified}（${security.code}）${action.zh}`;
  if (language === 'zh-tw') return `${security.traditional}（${security.code}）${traditional(action.zh)}`;
  return inLanguage(language, en, zh) ?? (prefersChinese ? zh : en);
}

/** Dividends, splits, rights issues and bonus shares: type 4 of the calendar. */
export function corporateActions(source: CalendarSource): readonly CalendarEntry[] {
  const stocks = allSecurities.filter(({ type }) => type === 'STOCK');
  const others = [
    inventedSecurities(source.seed, 'HK', 90),
    inventedSecurities(source.seed, 'US', 60),
    inventedSecurities(source.seed, 'SH', 40),
  ].flat();
  return [...stocks, ...others].flatMap((security, number) => {
    const market = source.trading.markets.find(({ prefix }) => prefix === prefixOf(security.code));
    return market === undefined ? [] : actionsOf(source, security, market, number);
  });
}
