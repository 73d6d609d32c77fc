import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, civil, daysBetween, isCivilDate, nextWeekday, nthWeekday, weekdayOf } from '../../../src/dates/civilDate';
import { createZonedTime } from '../../../src/dates/zonedTime';

const anyDay = fc.integer({ min: -10_000, max: 40_000 }).map((days) => addDays('2000-01-01', days));

describe('civil dates', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-6-1', '20260601', '2026-06-01T00:00', ' 2026-06-01', '2026-06-31', ''])(
    'rejects "%s"',
    (text) => {
      expect(isCivilDate(text)).toBe(false);
    },
  );

  it('accepts every day of the calendar and counts between them', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -3_000, max: 3_000 }), (day, days) => {
        expect(isCivilDate(day)).toBe(true);
        expect(daysBetween(day, addDays(day, days))).toBe(days);
      }),
    );
  });

  it('finds the n-th weekday from either end of a month', () => {
    expect(nthWeekday(2026, 11, 4, 4)).toBe('2026-11-26');
    expect(nthWeekday(2026, 5, 1, -1)).toBe('2026-05-25');
    expect(nthWeekday(2026, 6, 1, 1)).toBe('2026-06-01');
    expect(nextWeekday('2026-06-13')).toBe('2026-06-15');
    expect(weekdayOf(civil(2026, 6, 10))).toBe(3);
  });
});

describe('zoned time', () => {
  const zoned = createZonedTime();

  it.each([
    ['2026-01-05', '08:30', 'America/New_York', '2026-01-05T13:30:00Z'],
    ['2026-07-06', '08:30', 'America/New_York', '2026-07-06T12:30:00Z'],
    ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00Z'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
    ['2026-06-10', '09:30', 'Asia/Shanghai', '2026-06-10T01:30:00Z'],
    ['2026-06-10', '16:00', 'Asia/Kolkata', '2026-06-10T10:30:00Z'],
    ['2026-10-04', '11:30', 'Australia/Sydney', '2026-10-04T00:30:00Z'],
  ])('is for %s %s in %s: %s', (date, time, zone, instant) => {
    expect(new Date(zoned.instantOf(date, time, zone)).toISOString()).toBe(instant.replace('Z', '.000Z'));
  });

  it('returns instants that show the same date and time', () => {
    const zone = fc.constantFrom(
      'America/New_York',
      'Europe/London',
      'Asia/Shanghai',
      'Australia/Sydney',
      'Asia/Kathmandu',
      'Pacific/Auckland',
      'Africa/Casablanca',
      'UTC',
    );
    fc.assert(
      fc.property(
        anyDay.filter((day) => day > '1990-01-01' && day < '2037-01-01'),
        zone,
        fc.integer({ min: 4, max: 23 }),
        (date, name, hour) => {
          const instant = zoned.instantOf(date, `${String(hour).padStart(2, '0')}:15`, name);
          expect(zoned.dateAt(instant, name)).toBe(date);
          const shown = new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
            instant,
          );
          expect(shown).toBe(`${String(hour).padStart(2, '0')}:15`);
        },
      ),
    );
  });

  it.each(['Mars/Olympus', '', '+08:00', 'Asia/Shanghai ', 'Asia'])('does not know "%s"', (name) => {
    expect(zoned.isZone(name)).toBe(false);
  });

  it.each(['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires'])('knows %s', (name) => {
    expect(zoned.isZone(name)).toBe(true);
  });
});
