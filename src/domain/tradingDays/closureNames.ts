import type { CalendarEvent } from '../../service/records';
import type { IsoDate } from '../../service/schema/units';
import { closureZone } from '../calendar/closureDay';
import { plainText } from '../text/segments';
import { wallDateTime } from '../time/zones';
import { marketZone } from '../market/markets';

/** Names that a service may use for the place or the market in the texts of its closures, English first. */
const words: ReadonlyMap<string, readonly string[]> = new Map([
  ['Asia/Hong_Kong', ['Hong Kong', '港股', '香港']],
  ['America/New_York', ['US market', '美股', 'United States', '美国']],
  ['Asia/Shanghai', ['Shanghai', '沪', '滬', 'A股', 'China']],
  ['Asia/Singapore', ['Singapore', '新加坡']],
  ['Asia/Tokyo', ['Tokyo', '日股', 'Japan', '日本']],
  ['Australia/Sydney', ['Australia', '澳']],
  ['America/Toronto', ['Canad', '加拿大']],
  ['Asia/Kuala_Lumpur', ['Malaysia', '马来西亚', '馬來西亞']],
  ['Asia/Seoul', ['Korea', '韩', '韓']],
]);

/**
 * Keywords that may find a market's closures in the calendar (Spec, GET /api/v1.0/quote/economic-calendar/search, type 2), the likeliest first;
 * none for an unknown market.
 *
 * @param language - Display language: a service often writes in the language of its user.
 */
export function closureKeywords(market: string, language: string): readonly string[] {
  const known = words.get(marketZone(market) ?? '') ?? [];
  const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
  return language.startsWith('zh') ? known.toSorted((one, other) => Number(isChinese(other)) - Number(isChinese(one))) : known;
}

/** The service's names of a market's closures, by local day. Its texts stay as they are, without markup. */
export function closureNames(
  events: readonly Pick<CalendarEvent, 'text' | 'country' | 'time'>[],
  market: string,
): ReadonlyMap<IsoDate, string> {
  const zone = marketZone(market);
  const names = new Map<IsoDate, string>();
  for (const { text, country, time } of events) {
    if (zone === undefined || closureZone(country) !== zone) continue;
    const date = wallDateTime(zone, time * 1000).slice(0, 10);
    const name = plainText(text).trim();
    const before = names.get(date);
    if (name !== '' && before !== name) names.set(date, before === undefined ? name : `${before} · ${name}`);
  }
  return names;
}
