import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEconomicCalendar } from '../../../../src/world/calendar/calendar';
import type { EconomicCalendar } from '../../../../src/world/calendar/calendar';
import type { CalendarEntry } from '../../../../src/world/calendar/calendarEntry';
import { awkwardTexts } from '../../../../src/world/calendar/institutions';
import { highlighted, matches, wordsOf } from '../../../../src/world/calendar/matching';
import { addDays, isWeekend } from '../../../../src/dates/civilDate';
import { createTradingCalendar } from '../../../../src/dates/tradingCalendar';
import { createZonedTime } from '../../../../src/dates/zonedTime';

const zoned = createZonedTime();
const trading = createTradingCalendar();
const make = (seed: number, today: string): EconomicCalendar => createEconomicCalendar(seed, today, trading, zoned);
const calendar = make(1, '2026-06-10');

describe('the calendar of the sandbox', () => {
  it('contains about ten thousand entries of all kinds, in order, each once', () => {
    const entries = calendar.entries();
    expect(entries.length).toBeGreaterThan(10_000);
    expect(entries.length).toBeLessThan(11_500);
    for (const [kind, least] of [
      [1, 9_000],
      [2, 100],
      [3, 500],
      [4, 500],
    ] as const) {
      expect(entries.filter((entry) => entry.kind === kind).length).toBeGreaterThan(least);
    }
    expect(new Set(entries.map((entry) => entry.uniqueId)).size).toBe(entries.length);
    const times = entries.map((entry) => entry.time);
    expect(times.filter((time, at) => time < (times[at - 1] ?? 0))).toEqual([]);
    const first = (kind: number): string => zoned.dateAt((entries.find((entry) => entry.kind === kind)?.time ?? 0) * 1000, 'UTC');
    expect(first(1) <= addDays('2026-06-10', -740)).toBe(true);
    for (const kind of [2, 3, 4]) {
      expect(first(kind) <= addDays('2026-06-10', -150)).toBe(true);
      expect(first(kind) >= addDays('2026-06-10', -184)).toBe(true);
    }
    expect(zoned.dateAt((times.at(-1) ?? 0) * 1000, 'UTC') >= addDays('2026-06-10', 180)).toBe(true);
  });

  it('has the forms that the specification names', () => {
    const isRight = ({ uniqueId, kind, time, star, text, country }: CalendarEntry): boolean =>
      (kind === 1 ? /^calendar_economic:\d+$/ : /^calendar_event:\d+$/).test(uniqueId) &&
      Number.isInteger(time) &&
      [1, 2, 3, 4, 5].includes(star) &&
      text.trim() !== '' &&
      country !== '';
    expect(calendar.entries().filter((entry) => !isRight(entry))).toEqual([]);
    const data = calendar.entries().filter((entry) => entry.kind === 1);
    for (const field of ['currency', 'unit'] as const) {
      expect(data.some((entry) => entry[field] === null)).toBe(true);
      expect(data.some((entry) => entry[field] !== null)).toBe(true);
    }
    expect(new Set(data.map((entry) => entry.star))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(data.some((entry) => entry.actual === '0')).toBe(true);
    expect(data.some((entry) => entry.predictive === '')).toBe(true);
    expect(data.every((entry) => /^-?\d+(\.\d+)?$/.test(entry.actual) && /^-?\d+(\.\d+)?$/.test(entry.previous))).toBe(true);
  });

  it('leaves out the link of some economic events, and of nothing else', () => {
    const unlinked = calendar.entries().filter((entry) => entry.detailUrl === null);
    expect(unlinked.length).toBeGreaterThan(0);
    expect(new Set(unlinked.map((entry) => entry.kind))).toEqual(new Set([3]));
  });

  it('is the same for the same seed and day, and another for another seed', () => {
    const [one, again, other] = [calendar, make(1, '2026-06-10'), make(2, '2026-06-10')].map((each) => JSON.stringify(each.entries()));
    expect([again === one, other === one]).toEqual([true, false]);
  });

  it('keeps its entries as days pass', () => {
    const later = new Map(
      make(1, '2026-07-20')
        .entries()
        .map((entry) => [entry.uniqueId, entry]),
    );
    const shared = calendar.entries().filter((entry) => later.has(entry.uniqueId) && !awkwardTexts.includes(entry.text));
    expect(shared.length).toBeGreaterThan(4_000);
    expect(shared.filter((entry) => JSON.stringify(later.get(entry.uniqueId)) !== JSON.stringify(entry))).toEqual([]);
  });

  it('gives the actual value of each period as the previous value of the next one', () => {
    const jobs = calendar.search('Nonfarm Payrolls', 1, false);
    expect(jobs).toHaveLength(31);
    expect(jobs.slice(1).map((entry) => entry.previous)).toEqual(jobs.slice(0, -1).map((entry) => entry.actual));
  });

  it.each(['2026-02-20', '2026-06-10', '2026-11-23'])('has two years of each series on %s', (today) => {
    const world = make(1, today);
    const series = new Map<string, CalendarEntry[]>();
    for (const entry of world.entries().filter(({ kind }) => kind === 1)) {
      const [url = ''] = (entry.detailUrl ?? '').split('?');
      series.set(url, [...(series.get(url) ?? []), entry]);
    }
    const now = Date.parse(today) / 1000;
    const lacking = [...series].flatMap(([url, releases]) => {
      const past = releases.filter((entry) => entry.time < now);
      const spanned = Math.max(...past.map(({ time }, index) => (index === 0 ? 0 : time - (past[index - 1]?.time ?? 0)))) / 86_400;
      const least = spanned < 16 ? 104 : spanned < 50 ? 24 : spanned < 80 ? 16 : 8;
      return past.length < least || past.length > least + 3 ? [`${url}: ${String(past.length)} of ${String(least)}`] : [];
    });
    expect(lacking).toEqual([]);
    expect(series.size).toBeGreaterThan(300);
  });

  it.each(['CPI', 'U.S.', 'rate', 'Unemployment', 'U.S. CPI'])('finds no more than a year around today by “%s”', (keyword) => {
    const from = Date.parse(addDays('2026-06-10', -183)) / 1000;
    const found = calendar.search(keyword, 1, false);
    expect(found.length).toBeGreaterThan(20);
    expect(found.length).toBeLessThan(600);
    const all = calendar.entries().filter((entry) => entry.kind === 1 && matches(entry.text.toLowerCase(), wordsOf(keyword)));
    expect(found).toEqual(all.filter((entry) => entry.time >= from));
    expect(all.length).toBeGreaterThan(found.length);
  });

  it.each(['1994-11-21', '1999-12-31', '2000-01-03', '2028-02-29', '2058-07-31'])('names every period around %s', (today) => {
    const data = make(1, today)
      .entries()
      .filter((entry) => entry.kind === 1);
    expect(data.length).toBeGreaterThan(3_000);
    const years = [-3, -2, -1, 0, 1].map((offset) => String(Number(today.slice(0, 4)) + offset)).join('|');
    const english = new RegExp(`\\((week ended [A-Z][a-z]{2} \\d{1,2}|([A-Z][a-z]{2}|Q[1-4]) (${years}))\\)`);
    const chinese = /(?<!\d)(1[0-2]|[1-9])月|第[一二三四]季度/;
    expect(
      data
        .map((entry) => entry.text)
        .filter((text) => (!english.test(text) && !chinese.test(text)) || /undefined|NaN|-\d+月|\( /.test(text)),
    ).toEqual([]);
  });

  it('publishes nothing at Christmas and New Year', () => {
    const days = new Set(['12-25', '12-26', '01-01']);
    const countries = [
      ['United Kingdom', 'Europe/London'],
      ['Germany', 'Europe/Berlin'],
      ['United States', 'America/New_York'],
    ] as const;
    for (const [country, zone] of countries) {
      const dates = calendar
        .entries()
        .filter((entry) => entry.kind === 1 && entry.country === country)
        .map((entry) => zoned.dateAt(entry.time * 1000, zone).slice(5));
      expect(dates.length).toBeGreaterThan(100);
      expect(dates.filter((date) => days.has(date) && (date !== '12-26' || country !== 'United States'))).toEqual([]);
    }
  });

  it('publishes on no weekend', () => {
    const us = calendar.search('U.S.', 1, false);
    expect(us.length).toBeGreaterThan(300);
    expect(us.filter((entry) => isWeekend(zoned.dateAt(entry.time * 1000, 'America/New_York')))).toEqual([]);
  });

  it('contains every awkward text once', () => {
    for (const text of awkwardTexts) {
      expect(calendar.entries().filter((entry) => entry.text === text)).toHaveLength(1);
    }
  });

  it('has the same hot list of a date before and after all releases were built', () => {
    const whole = make(7, '2026-02-11');
    whole.search('', 1, false);
    const dates = Array.from({ length: 950 }, (_, day) => addDays('2024-01-20', day)).filter(
      (_, at) => at % 31 === 0 || (at > 930 && at < 942) || at < 12,
    );
    for (const [at, date] of [...dates, '1000-01-01', '9999-12-31'].entries()) {
      const zone = ['UTC', 'Asia/Shanghai', 'America/Los_Angeles', 'Pacific/Auckland'][at % 4] ?? '';
      expect(make(7, '2026-02-11').hot(date, zone)).toEqual(whole.hot(date, zone));
    }
  });

  it('has days whose hot list is longer than a page of 10, and weekdays without anything', () => {
    const counts = Array.from({ length: 366 }, (_, index) => addDays('2025-12-12', index))
      .filter((date) => !isWeekend(date))
      .map((date) => calendar.hot(date, 'Asia/Shanghai').length);
    expect(counts.filter((count) => count > 10).length).toBeGreaterThan(10);
    expect(counts).toContain(0);
    expect(Math.max(...counts)).toBeLessThan(60);
  });
});

describe('the search in the sandbox calendar', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', 'B', 'c', '中', '国', ' ', '<', '&', '(', '.', '*') }));

  it('adds balanced marks and no other characters', () => {
    fc.assert(
      fc.property(text, text, text, (before, keyword, after) => {
        const [haystack, words] = [`${before}${keyword}${after}`, wordsOf(keyword)];
        fc.pre(words.length > 0 && !haystack.includes('<em>') && !haystack.includes('</em>') && matches(haystack.toLowerCase(), words));
        const marked = highlighted(haystack, words, 'sometimes apart');
        expect(marked.replaceAll('<em>', '').replaceAll('</em>', '')).toBe(haystack);
        expect(marked.split('<em>').length).toBe(marked.split('</em>').length);
        expect(marked).toContain('<em>');
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['U.S. CPI YoY', 'cpi', 'U.S. <em>CPI</em> YoY'],
    ['U.S. CPI YoY', 'yoy cpi', 'U.S. <em>CPI</em> <em>YoY</em>'],
    ['a.b', '.', 'a<em>.</em>b'],
    ['CPI core CPI', 'cpi', '<em>CPI</em> core <em>CPI</em>'],
    ['1-Year', '1-year', '<em>1-Year</em>'],
  ])('marks "%s" by "%s"', (haystack, keyword, marked) => {
    expect(highlighted(haystack, wordsOf(keyword), 'sometimes apart')).toBe(marked);
  });

  it('wraps the characters of a Chinese match as one, each by itself, or in a third of the texts each by itself', () => {
    const texts = Array.from({ length: 60 }, (_, index) => `中国CPI ${String(index)}`);
    const marked = (wrapping: Parameters<typeof highlighted>[2]): ReadonlySet<string> =>
      new Set(texts.map((text) => highlighted(text, ['中国'], wrapping).replace(/ .*/, '')));
    const [whole, apart] = ['<em>中国</em>CPI', '<em>中</em><em>国</em>CPI'];
    expect([marked('whole'), marked('apart'), marked('sometimes apart')]).toEqual([
      new Set([whole]),
      new Set([apart]),
      new Set([whole, apart]),
    ]);
  });

  it('needs every word of the keyword', () => {
    expect(matches('core cpi japan', wordsOf('Japan core'))).toBe(true);
    expect(matches('core cpi', wordsOf('Japan core'))).toBe(false);
    expect(wordsOf('  A  b a ')).toEqual(['a', 'b']);
  });
});
