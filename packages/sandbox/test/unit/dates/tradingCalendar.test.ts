import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, datesBetween, isCivilDate, isWeekend } from '../../../src/dates/civilDate';
import { createTradingCalendar } from '../../../src/dates/tradingCalendar';

const calendar = createTradingCalendar();

function market(prefix: string) {
  const found = calendar.markets.find((candidate) => candidate.prefix === prefix);
  if (found === undefined) {
    throw new Error(`no market ${prefix}`);
  }
  return found;
}

const closures = (prefix: string, year: number): string =>
  calendar
    .closures(market(prefix), `${String(year)}-01-01`, `${String(year)}-12-31`)
    .map(({ date }) => date.slice(5))
    .join(' ');
const halfDays = (prefix: string, year: number): string =>
  calendar
    .halfDays(market(prefix), `${String(year)}-01-01`, `${String(year)}-12-31`)
    .map(({ date }) => date.slice(5))
    .join(' ');

describe('closures as the exchanges published them', () => {
  it.each([
    ['HK', 2023, '01-02 01-23 01-24 01-25 04-05 04-07 04-10 05-01 05-26 06-22 10-02 10-23 12-25 12-26'],
    ['HK', 2024, '01-01 02-12 02-13 03-29 04-01 04-04 05-01 05-15 06-10 07-01 09-18 10-01 10-11 12-25 12-26'],
    ['HK', 2025, '01-01 01-29 01-30 01-31 04-04 04-18 04-21 05-01 05-05 07-01 10-01 10-07 10-29 12-25 12-26'],
    ['HK', 2026, '01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25'],
    ['US', 2023, '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25'],
    ['US', 2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
    ['SH', 2023, '01-02 01-23 01-24 01-25 01-26 01-27 04-05 05-01 05-02 05-03 06-22 06-23 09-29 10-02 10-03 10-04 10-05 10-06'],
    ['SH', 2024, '01-01 02-09 02-12 02-13 02-14 02-15 02-16 04-04 04-05 05-01 05-02 05-03 06-10 09-16 09-17 10-01 10-02 10-03 10-04 10-07'],
    ['SH', 2025, '01-01 01-28 01-29 01-30 01-31 02-03 02-04 04-04 05-01 05-02 05-05 06-02 10-01 10-02 10-03 10-06 10-07 10-08'],
    ['SH', 2026, '01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07'],
    ['JP', 2025, '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-31'],
    ['JP', 2026, '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31'],
    ['CA', 2026, '01-01 02-16 04-03 05-18 07-01 08-03 09-07 10-12 12-25 12-28'],
    ['AU', 2026, '01-01 01-26 04-03 04-06 06-08 12-25 12-28'],
    ['KR', 2025, '01-01 01-28 01-29 01-30 03-03 05-01 05-05 05-06 06-06 08-15 10-03 10-06 10-07 10-08 10-09 12-25 12-31'],
    ['SG', 2025, '01-01 01-29 01-30 03-31 04-18 05-01 05-12 06-06 10-20 12-25'],
  ])('include %s %d', (prefix, year, dates) => {
    expect(closures(prefix, year)).toBe(dates);
  });

  it('include the last day of a year when it is joined to January 1', () => {
    expect(closures('SH', 2029)).toContain('12-31');
  });

  it('are three common holidays in a year that the table does not cover', () => {
    expect(closures('HK', 2031)).toBe('01-01 12-25 12-26');
    expect(closures('HK', 1999)).toBe('01-01');
    expect(halfDays('HK', 2031)).toBe('');
  });
});

describe('half days of the sandbox calendar', () => {
  it.each([
    ['US', 2024, '07-03 11-29 12-24'],
    ['US', 2025, '07-03 11-28 12-24'],
    ['US', 2026, '11-27 12-24'],
    ['HK', 2024, '02-09 12-24 12-31'],
    ['HK', 2026, '02-16 12-24 12-31'],
    ['AU', 2026, '12-24 12-31'],
    ['CA', 2026, '12-24'],
    ['SH', 2026, ''],
  ])('are known for %s %d', (prefix, year, dates) => {
    expect(halfDays(prefix, year)).toBe(dates);
  });

  it('are of the kind MORNING unless the morning was lost', () => {
    expect(calendar.tradingDays('HK', '2026-12-24', '2026-12-24')).toEqual([{ date: '2026-12-24', type: 'MORNING', seconds: 9_000 }]);
    expect(calendar.tradingDays('HK', '2021-06-28', '2021-06-28')).toEqual([{ date: '2021-06-28', type: 'AFTERNOON', seconds: 9_000 }]);
  });
});

describe('a date of the sandbox', () => {
  it.each(['0000-01-01', '0004-02-29', '0050-06-30', '1850-12-31', '2028-02-29', '9999-12-31'])('may be %s', (date) => {
    expect(isCivilDate(date)).toBe(true);
    expect([...datesBetween(date, date)]).toEqual([date]);
  });

  it.each([
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '10000-01-01',
    '2026-1-1',
    '+026-01-01',
    '',
  ])('is never “%s”', (text) => {
    expect(isCivilDate(text)).toBe(false);
  });
});

describe('every market of the sandbox', () => {
  it('trades on every weekday that is not a closure and on no other day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...calendar.markets),
        fc.integer({ min: 1990, max: 2098 }),
        fc.integer({ min: 0, max: 364 }),
        fc.integer({ min: 0, max: 40 }),
        (rules, year, offset, length) => {
          const start = addDays(`${String(year)}-01-01`, offset);
          const end = addDays(start, length);
          const closed = new Set(calendar.closures(rules, start, end).map(({ date }) => date));
          const expected = [...datesBetween(start, end)].filter((date) => !isWeekend(date) && !closed.has(date));
          expect(calendar.tradingDays(rules.prefix, start, end)?.map(({ date }) => date)).toEqual(expected);
          expect(calendar.nextTradingDay(rules.prefix, start) >= start).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('trades 235 to 262 days a year', () => {
    for (const rules of calendar.markets) {
      const count = calendar.tradingDays(rules.prefix, '2027-01-01', '2027-12-31')?.length ?? 0;
      expect(count, rules.prefix).toBeGreaterThan(234);
      expect(count, rules.prefix).toBeLessThan(263);
    }
  });

  it('gives the first days of a range that are asked for', () => {
    const first = calendar.tradingDays('HK', '0000-01-01', '9999-12-31', 3);
    expect(first?.map(({ date }) => date)).toEqual(['0000-01-03', '0000-01-04', '0000-01-05']);
    expect(calendar.tradingDays('HK', '9999-12-30', '9999-12-31')?.map(({ date }) => date)).toEqual(['9999-12-30', '9999-12-31']);
  });

  it('is unknown under another name', () => {
    expect(calendar.tradingDays('MARS', '2026-01-01', '2026-12-31')).toBeUndefined();
  });
});
