import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyRange, microsecondsToMs, rangeDays } from '../../../../src/domain/time/historyRange';
import { dayNumber } from '../../../../src/domain/time/zones';

const zones = ['UTC', 'Asia/Hong_Kong', 'America/New_York', 'America/Sao_Paulo', 'Pacific/Apia'];
const instants = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });

describe('a range of the history', () => {
  it('consists of whole days in the user’s time zone, the last of which is today', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, fc.constantFrom(...rangeDays), (zone, nowMs, days) => {
        const range = historyRange({ kind: 'days', days }, zone, nowMs);
        const [start, end] = [Number(range?.start.slice(0, -3)), Number(range?.end.slice(0, -3))];
        expect(range?.isCurrent).toBe(true);
        expect(dayNumber(zone, start)).toBe(dayNumber(zone, nowMs) - days + 1);
        expect(dayNumber(zone, start - 1)).toBeLessThan(dayNumber(zone, start));
        expect(dayNumber(zone, end)).toBe(dayNumber(zone, nowMs));
        expect(dayNumber(zone, end + 1)).toBeGreaterThan(dayNumber(zone, nowMs));
      }),
    );
  });

  it('goes from the first microsecond of one date to the last one of another', () => {
    const choice = { kind: 'dates', from: '2026-03-07', to: '2026-03-08' } as const;
    const nowMs = Date.UTC(2026, 10, 23);
    // New York's clocks go forward on the second of these days.
    expect(historyRange(choice, 'America/New_York', nowMs)).toEqual({
      start: `${String(Date.UTC(2026, 2, 7, 5))}000`,
      end: `${String(Date.UTC(2026, 2, 9, 4) - 1)}999`,
      isCurrent: false,
    });
    expect(historyRange(choice, 'America/New_York', Date.UTC(2026, 2, 9, 3, 59))?.isCurrent).toBe(true);
  });

  it('is undefined for dates that do not exist or are in the wrong order', () => {
    for (const [from, to] of [
      ['2026-03-08', '2026-03-07'],
      ['2026-02-30', '2026-03-07'],
      ['2026-03-01', '2026-13-01'],
      ['1969-12-31', '2026-03-01'],
    ] as const)
      expect(historyRange({ kind: 'dates', from, to }, 'UTC', Date.UTC(2026, 10, 23)), `${from} ${to}`).toBeUndefined();
  });
});

describe('a time in microseconds', () => {
  it('is read without its last three digits, and rejected in any other form', () => {
    expect(microsecondsToMs('1763650000123456')).toBe(1_763_650_000_123);
    for (const text of ['', '0', '2026-11-21', '1763650000123456789', '-1763650000123456']) expect(microsecondsToMs(text)).toBeUndefined();
  });
});
