import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  countDays,
  firstDate,
  gridsAsText,
  lastDate,
  monthGrids,
  hasWholeMonths,
  monthsBetween,
  nextTo,
  parseMonth,
  parsePeriod,
  wholeMonths,
} from '../../../../src/domain/tradingDays/monthGrid';
import type { SessionDay } from '../../../../src/domain/tradingDays/monthGrid';

const month = fc.record({ year: fc.integer({ min: 1990, max: 2100 }), month: fc.integer({ min: 1, max: 12 }) });
const november = { year: 2026, month: 11 };
const words = { weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'], monthName: () => 'November 2026' };
const weekdaysOfNovember = (): SessionDay[] =>
  Array.from({ length: 30 }, (_, at) => at + 1)
    .filter((day) => ![0, 6].includes(new Date(Date.UTC(2026, 10, day)).getUTCDay()))
    .map((day) => ({ date: `2026-11-${String(day).padStart(2, '0')}`, session: 'whole' as const }));

describe('the months of a range', () => {
  it.each(['2026-13', '2026-00', '2026-1', '26-01', '', '2026-01-01'])('are rejected for %j', (text) => {
    expect(parseMonth(text)).toBeUndefined();
  });

  it('are counted across years', () => {
    expect(addMonths({ year: 2026, month: 11 }, 2)).toEqual({ year: 2027, month: 1 });
    expect(addMonths({ year: 2026, month: 1 }, -2)).toEqual({ year: 2025, month: 11 });
    expect(monthsBetween({ year: 2026, month: 3 }, { year: 2026, month: 2 })).toBe(0);
    expect(lastDate({ year: 2028, month: 2 })).toBe('2028-02-29');
    fc.assert(
      fc.property(month, fc.integer({ min: -40, max: 40 }), (from, count) => monthsBetween(from, addMonths(from, count)) === count + 1),
    );
  });
});

describe('a typed period', () => {
  it.each([
    ['2026-11', '2026-11', '2026-11-01', '2026-11-30', true],
    ['2026-12-20', '2027-01-05', '2026-12-20', '2027-01-05', false],
    ['2026-02-15', '2026-02', '2026-02-15', '2026-02-28', false],
    ['2028-02-29', '2028-02-29', '2028-02-29', '2028-02-29', false],
    ['2026-11-01', '2026-12-31', '2026-11-01', '2026-12-31', true],
  ])('runs from %s to %s', (from, to, first, last, whole) => {
    expect(parsePeriod(from, to)).toEqual({ from: first, to: last });
    expect(hasWholeMonths({ from: first, to: last })).toBe(whole);
  });

  it.each(['2026-02-29', '2026-11-31', '2026-11-00', '2026-13-01', '20261101', '2026-11-1', ''])(
    'does not begin or end with %j',
    (text) => {
      expect(parsePeriod(text, '2026-11')).toBeUndefined();
      expect(parsePeriod('2026-11', text)).toBeUndefined();
    },
  );
});

describe('monthGrids', () => {
  it('contains only the days of the period, without empty weeks', () => {
    const grids = monthGrids(weekdaysOfNovember(), { from: '2026-11-18', to: '2026-12-02' });
    const dates = grids.flatMap(({ weeks }) => weeks.flat()).flatMap((day) => (day === undefined ? [] : [day.date]));
    expect([dates[0], dates.at(-1), dates.length]).toEqual(['2026-11-18', '2026-12-02', 15]);
    expect(grids.map(({ weeks }) => weeks.length)).toEqual([3, 1]);
    expect(grids[0]?.weeks[0]?.map((day) => day?.day)).toEqual([undefined, undefined, 18, 19, 20, 21, 22]);
  });

  it('puts every day of the range into exactly one cell, in the column of its weekday', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: 1, max: 5 }), (first, count) => {
        const last = addMonths(first, count - 1);
        const cells = monthGrids([], wholeMonths(first, last))
          .flatMap(({ weeks }) => weeks.flatMap((week) => week.map((day, column) => ({ day, column }))))
          .flatMap(({ day, column }) => (day === undefined ? [] : [{ ...day, column }]));
        expect(cells[0]?.date).toBe(firstDate(first));
        expect(cells.at(-1)?.date).toBe(lastDate(last));
        expect(cells.map(({ date }) => date)).toEqual([...new Set(cells.map(({ date }) => date))].sort());
        expect(cells.map(({ column, day }) => [column, day].join())).toEqual(
          cells.map(({ date }) => [(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7, Number(date.slice(8))].join()),
        );
      }),
    );
  });

  it('distinguishes full, half, closed, and other days', () => {
    const days: SessionDay[] = weekdaysOfNovember().filter(({ date }) => date !== '2026-11-26');
    days.push({ date: '2026-11-26', session: 'morning' }, { date: '2026-11-28', session: { unknown: 'NIGHT' } });
    const grids = monthGrids(
      days.filter(({ date }) => date !== '2026-11-11'),
      wholeMonths(november, november),
    );
    expect(countDays(grids)).toEqual({ full: 19, half: 1, closed: 9, other: 1, unknown: 0 });
    const day = (date: string): unknown => grids.flatMap(({ weeks }) => weeks.flat()).find((cell) => cell?.date === date);
    expect(day('2026-11-26')).toMatchObject({ kind: 'half', detail: 'morning' });
    expect(day('2026-11-28')).toMatchObject({ kind: 'other', detail: 'NIGHT' });
    expect(day('2026-11-11')).toMatchObject({ kind: 'closed', weekend: false });
    expect(day('2026-11-14')).toMatchObject({ kind: 'closed', weekend: true });
  });

  it('does not call days far from the last known one closed', () => {
    const counts = countDays(monthGrids(weekdaysOfNovember(), wholeMonths(november, { year: 2027, month: 1 })));
    expect(counts).toEqual({ full: 21, half: 0, closed: 9 + 14, other: 0, unknown: 31 + 31 - 14 });
    expect(countDays(monthGrids([], wholeMonths(november, november))).unknown).toBe(30);
  });

  it('writes columns for a monospaced font', () => {
    const days = weekdaysOfNovember().map((day) => (day.date === '2026-11-24' ? { ...day, session: 'afternoon' as const } : day));
    expect(gridsAsText(monthGrids(days, wholeMonths(november, november)), words)).toBe(
      [
        'November 2026',
        'Mo  Tu  We  Th  Fr  Sa  Su',
        '                         1·',
        ' 2   3   4   5   6   7·  8·',
        ' 9  10  11  12  13  14· 15·',
        '16  17  18  19  20  21· 22·',
        '23  24½ 25  26  27  28· 29·',
        '30',
      ].join('\n'),
    );
  });
});

it.each([
  [
    { from: '2026-01-01', to: '2026-03-31' },
    { from: '2025-10-01', to: '2025-12-31' },
    { from: '2026-04-01', to: '2026-06-30' },
  ],
  [
    { from: '2026-12-20', to: '2027-01-05' },
    { from: '2026-10-01', to: '2026-11-30' },
    { from: '2027-02-01', to: '2027-03-31' },
  ],
])('next to %j are as many whole months', (period, before, after) => {
  expect([nextTo(period, 'before'), nextTo(period, 'after')]).toEqual([before, after]);
});
