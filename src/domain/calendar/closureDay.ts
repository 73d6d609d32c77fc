import type { UnixMilliseconds, UnixSeconds } from '../../service/schema/units';
import { knownMarketOf, securitiesIn } from '../market/security';
import { plainText } from '../text/segments';
import { dayNumber } from '../time/zones';
import type { OwnDay } from './timeline';

/** Time zones of a country's exchanges, by the names that services use for the country, in lower case. */
const zones: ReadonlyMap<string, string> = new Map(
  (
    [
      ['Asia/Hong_Kong', 'hong kong', 'hk', '香港', '中国香港', '中國香港'],
      ['America/New_York', 'united states', 'us', 'usa', 'u.s.', '美国', '美國'],
      ['Asia/Shanghai', 'china', 'cn', 'mainland china', '中国', '中國', '中国内地', '中國內地'],
      ['Asia/Singapore', 'singapore', 'sg', '新加坡'],
      ['Asia/Tokyo', 'japan', 'jp', '日本'],
      ['Australia/Sydney', 'australia', 'au', '澳大利亚', '澳大利亞', '澳洲'],
      ['America/Toronto', 'canada', 'ca', '加拿大'],
      ['Asia/Kuala_Lumpur', 'malaysia', 'my', '马来西亚', '馬來西亞'],
      ['Asia/Seoul', 'south korea', 'korea', 'kr', '韩国', '韓國'],
      ['Asia/Taipei', 'taiwan', 'taiwan, china', '中国台湾', '台湾', '台灣', '中國台灣'],
      ['Europe/London', 'united kingdom', 'uk', 'gb', 'u.k.', '英国', '英國'],
      ['Europe/Berlin', 'germany', 'de', '德国', '德國'],
      ['Europe/Paris', 'france', 'fr', '法国', '法國'],
      ['Europe/Zurich', 'switzerland', 'ch', '瑞士'],
      ['Asia/Kolkata', 'india', 'in', '印度'],
      ['Pacific/Auckland', 'new zealand', 'nz', '新西兰', '新西蘭', '紐西蘭'],
    ] as const
  ).flatMap(([zone, ...names]) => names.map((name) => [name, zone] as const)),
);

/** The zone of a country's exchanges; undefined for an unknown country. */
export function closureZone(country: string): string | undefined {
  return zones.get(country.trim().toLowerCase());
}

/**
 * Whether events of a search are days of an exchange and no instants: closures and corporate actions (Spec, GET
 * /api/v1.0/quote/economic-calendar/search). An ex-date is the same date for every viewer.
 */
export function areDays(searchType: number | null | undefined): boolean {
  return searchType === 2 || searchType === 4;
}

/** An event that is a day of an exchange. */
interface DayEvent {
  readonly country: string;
  /** May name a security. */
  readonly text?: string;
  readonly time: UnixSeconds;
}

/** The zone in which an event is a date: of the security that it names, otherwise of its country; undefined if neither is known. */
export function eventZone({ country, text = '' }: Pick<DayEvent, 'country' | 'text'>): string | undefined {
  const [named] = securitiesIn(plainText(text));
  return (named === undefined ? undefined : knownMarketOf(named.code)?.zone) ?? closureZone(country);
}

/** The day of an event in the calendar of its exchange. Undefined for an unknown exchange. */
export function closureDay(closure: DayEvent, now: UnixMilliseconds): OwnDay | undefined {
  const zone = eventZone(closure);
  if (zone === undefined) return undefined;
  const day = dayNumber(zone, closure.time * 1000);
  return { day, isPast: day < dayNumber(zone, now) };
}
