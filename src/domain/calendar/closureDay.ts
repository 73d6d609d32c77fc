import type { UnixMilliseconds, UnixSeconds } from '../../service/schema/units';
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

/** The zone in which a closure is a date; undefined for an unknown country. */
export function closureZone(country: string): string | undefined {
  return zones.get(country.trim().toLowerCase());
}

/** The day on which a market is closed, in its own calendar. Undefined for an unknown country. */
export function closureDay(closure: { readonly country: string; readonly time: UnixSeconds }, now: UnixMilliseconds): OwnDay | undefined {
  const zone = closureZone(closure.country);
  if (zone === undefined) return undefined;
  const day = dayNumber(zone, closure.time * 1000);
  return { day, isPast: day < dayNumber(zone, now) };
}
