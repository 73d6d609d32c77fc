import { plainText } from '../text/segments';

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const year = '(?:19|20)\\d\\d';

/** A period as it occurs in event texts, in parentheses or bare, in English and Chinese. */
const periods: readonly RegExp[] = [
  new RegExp(`\\((?:week ended|week ending|w/e)\\s+[^)]{1,20}\\)`, 'giu'),
  new RegExp(`\\((?:${months})\\.?(?:\\s+\\d{1,2},?)?(?:\\s+${year})?\\)`, 'giu'),
  new RegExp(`\\((?:q[1-4]|[1-4]q|h[12])(?:\\s*${year})?\\)|\\(${year}\\s*(?:q[1-4])?\\)`, 'giu'),
  new RegExp(`\\b(?:q[1-4]\\s+${year}|${year}\\s*q[1-4]|(?:${months})\\s+${year})\\b`, 'giu'),
  /截至\d{1,2}月\d{1,2}日(?:当周|當週|止当周|当週)?/gu,
  /(?:\d{2,4}年)?第?[一二三四1-4]季度?/gu,
  /(?:\d{2,4}年)?\d{1,2}月(?:\d{1,2}日)?(?:议息|議息)?(?:份)?/gu,
  // Not the term of a bond, as in 10年期.
  /(?:19|20)\d\d年/gu,
];

/** From one place in a text to another, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The position of the period in an event's text; undefined if it has none.
 *
 * @param plain - The text as it is shown: without markup, deceptive characters made visible.
 */
export function periodIn(plain: string): Span | undefined {
  for (const pattern of periods) {
    const [found] = plain.matchAll(pattern);
    if (found !== undefined) return { from: found.index, to: found.index + found[0].length };
  }
  return undefined;
}

/** Country names that precede an indicator's name; the longest first, so that none hides another. */
const countries: readonly string[] = [
  'united states',
  'u.s.',
  'us',
  'usa',
  'united kingdom',
  'u.k.',
  'uk',
  'euro zone',
  'eurozone',
  'euro area',
  'china',
  'japan',
  'germany',
  'canada',
  'australia',
  'hong kong',
  'south korea',
  'korea',
  'singapore',
  'india',
  'france',
  'italy',
  'spain',
  'switzerland',
  'sweden',
  'new zealand',
  'taiwan',
  'malaysia',
  'brazil',
  'mexico',
  'south africa',
  'türkiye',
  'turkey',
  '美国',
  '美國',
  '中国台湾',
  '中國台灣',
  '中国香港',
  '中国',
  '中國',
  '欧元区',
  '歐元區',
  '日本',
  '英国',
  '英國',
  '德国',
  '德國',
  '加拿大',
  '澳大利亚',
  '澳大利亞',
  '澳洲',
  '香港',
  '韩国',
  '韓國',
  '新加坡',
  '印度',
  '法国',
  '法國',
  '意大利',
  '西班牙',
  '瑞士',
  '瑞典',
  '新西兰',
  '新西蘭',
  '台湾',
  '台灣',
  '马来西亚',
  '馬來西亞',
  '巴西',
  '墨西哥',
  '南非',
  '土耳其',
].toSorted((a, b) => b.length - a.length);

function withoutPeriod(plain: string): string {
  return periods.reduce((text, pattern) => text.replace(pattern, ' '), plain);
}

function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:：,，·-]+|(?<![\s:：,，·-])[\s:：,，·-]+$/g, '');
}

/** The longest event text in which names are searched for: patterns never run on a longer one. */
const longestText = 2_000;

/**
 * The name of the indicator in an event's text: without markup, period, and the country before it, in its original case. Whether two releases
 * have the same indicator is decided by {@link isSameIndicator}.
 */
export function indicatorName(text: string, country = ''): string {
  const plain = tidy(withoutPeriod(plainText(text.slice(0, longestText))));
  const name = tidy(plain.slice(countryBefore(plain, country)));
  return name === '' ? plain : name;
}

/**
 * The country of an event and the name of its indicator, which distinguish it from another country’s; the name alone if the country is unknown.
 *
 * @param country - As the service names it; if empty, the country at the beginning of the text.
 */
export function countryAndIndicator(text: string, country: string): string {
  const plain = tidy(withoutPeriod(plainText(text.slice(0, longestText))));
  const named = country.trim() === '' ? plain.slice(0, countryBefore(plain)) : plainText(country.trim());
  return [named, indicatorName(text, country)].filter((part) => part !== '').join(' · ');
}

/** @returns the length of the country name at the beginning of an event's text, either its own country or another known one. */
export function countryBefore(plain: string, country = ''): number {
  const found = [country.trim().toLowerCase(), ...countries].find((name) => name !== '' && startsWithName(plain.toLowerCase(), name));
  return found?.length ?? 0;
}

/** "us" begins "US CPI", not "Usage". Chinese needs no space. */
function startsWithName(text: string, name: string): boolean {
  if (!text.startsWith(name)) return false;
  return /\p{Script=Han}$/u.test(name) || !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}

interface Release {
  readonly text: string;
  readonly country: string;
  readonly unit: string | null;
}

/** True for two releases of one indicator: the same name, country, and unit. The unit matters: a monthly rate is not an index. */
export function isSameIndicator(one: Release, other: Release): boolean {
  return indicatorKey(one) === indicatorKey(other);
}

/** A text that is the same for all releases of one indicator, and different for any other's. */
export function indicatorKey({ text, country, unit }: Release): string {
  return [indicatorName(text, country).toLowerCase(), country.trim().toLowerCase(), (unit ?? '').trim().toLowerCase()].join('\n');
}

/** The keyword that finds past releases: the name, at most a few words, because every word must occur. */
export function searchWords(text: string, country = ''): string {
  const name = indicatorName(text, country);
  const [latin = ''] = /^[^\p{Script=Han}]+/u.exec(name) ?? [];
  // A text in two languages is found by either; the first is enough. “CPI年率” is one name.
  const isOther = latin.length === name.length || /\s$/.test(latin);
  const chosen = latin.trim().length > 1 && isOther ? latin : name;
  return tidy(chosen.replace(/[()（）,，]/g, ' '));
}
