import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalZone,
  basicDate,
  dayNumber,
  dayOfDate,
  isTimeZone,
  nextMidnight,
  offsetLabel,
  shiftDate,
  startOfDay,
  wallDateTime,
  wallTime,
  wallTimeToTheSecond,
  zoneLabel,
} from '../../../../src/domain/time/zones';

const at = (iso: string): number => Date.parse(iso);
const zones = [
  'Asia/Shanghai',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Kiritimati',
  'Asia/Beirut',
  'UTC',
];
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });

const formats = new Map(
  zones.map((name) => [
    name,
    new Intl.DateTimeFormat('en-CA', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
  ]),
);

/** The platform's own calendar, as a second opinion. */
function intlParts(name: string, time: number): Record<string, string> {
  return Object.fromEntries((formats.get(name)?.formatToParts(time) ?? []).map((part) => [part.type, part.value]));
}

describe('zones', () => {
  it('agrees with the platform about date and time everywhere', () => {
    fc.assert(
      fc.property(zone, instant, (name, time) => {
        const { year = '', month = '', day = '', hour = '', minute = '' } = intlParts(name, time);
        expect(wallTime(name, time)).toBe(`${hour}:${minute}`);
        expect(wallTimeToTheSecond(name, time)).toMatch(new RegExp(`^${hour}:${minute}:\\d\\d$`));
        expect(wallDateTime(name, time)).toBe(`${year}-${month}-${day} ${hour}:${minute}`);
        expect(basicDate(name, time)).toBe(`${year}${month}${day}`);
      }),
    );
  });

  it('agrees with the platform in the hours around every clock change of a year', () => {
    const [halfHour, span] = [1_800_000, 16 * 3_600_000];
    const isRight = (name: string, time: number): boolean => {
      const { hour = '', minute = '' } = intlParts(name, time);
      return wallTime(name, time) === `${hour}:${minute}`;
    };
    const offsetAt = (name: string, time: number): number => {
      const { year = '', month = '', day = '', hour = '', minute = '' } = intlParts(name, time);
      return at(`${year}-${month}-${day}T${hour}:${minute}Z`) - time;
    };
    let changes = 0;
    for (const name of zones) {
      for (let from = at('2024-01-01T00:00Z'); from < at('2025-01-01T00:00Z'); from += span) {
        if (!isRight(name, from)) expect.fail(`${name} ${new Date(from).toISOString()}`);
        if (offsetAt(name, from) === offsetAt(name, from + span)) continue;
        changes += 1;
        for (let time = from; time < from + span; time += halfHour)
          if (!isRight(name, time)) expect.fail(`${name} ${new Date(time).toISOString()}`);
      }
    }
    expect(changes).toBeGreaterThanOrEqual(14);
  });

  it('starts a day at its first instant, daylight saving or not', () => {
    fc.assert(
      fc.property(zone, instant, (name, time) => {
        const day = dayNumber(name, time);
        const start = startOfDay(name, day);
        expect(start).toBeLessThanOrEqual(time);
        expect(dayNumber(name, start)).toBe(day);
        expect(dayNumber(name, start - 1)).toBe(day - 1);
        expect(nextMidnight(name, time)).toBeGreaterThan(time);
      }),
    );
  });

  it('handles a day that has no midnight', () => {
    expect(new Date(startOfDay('Africa/Cairo', dayOfDate('20240426') ?? 0)).toISOString()).toBe('2024-04-25T22:00:00.000Z');
    expect(wallTime('Africa/Cairo', startOfDay('Africa/Cairo', dayOfDate('20240426') ?? 0))).toBe('01:00');
  });

  it('shows both sides of a clock change', () => {
    expect(wallTime('Europe/London', at('2025-03-30T00:59:00Z'))).toBe('00:59');
    expect(wallTime('Europe/London', at('2025-03-30T01:00:00Z'))).toBe('02:00');
    expect(offsetLabel('Europe/London', at('2025-03-30T00:59:00Z'))).toBe('UTC');
    expect(offsetLabel('Europe/London', at('2025-03-30T01:00:00Z'))).toBe('UTC+01:00');
    expect(offsetLabel('America/St_Johns', at('2025-01-01T00:00:00Z'))).toBe('UTC−03:30');
  });

  it('names a zone with its offset, and UTC once', () => {
    expect(zoneLabel('Asia/Hong_Kong', at('2025-01-01T00:00:00Z'))).toBe('Asia/Hong_Kong (UTC+08:00)');
    expect(zoneLabel('Europe/London', at('2025-01-01T00:00:00Z'))).toBe('Europe/London (UTC)');
    expect(zoneLabel('UTC', at('2025-01-01T00:00:00Z'))).toBe('UTC');
  });

  it('distinguishes zone names from other text', () => {
    for (const name of zones) expect(isTimeZone(name)).toBe(true);
    for (const name of ['', ' ', 'Mars/Base', '+08:00', 'Asia/Shanghai ', 'a b', '../etc']) expect(isTimeZone(name)).toBe(false);
  });

  it('moves dates across months, years, and leap days', () => {
    expect(shiftDate('20240228', 1)).toBe('20240229');
    expect(shiftDate('20241231', 1)).toBe('20250101');
    expect(shiftDate('20250101', -1)).toBe('20241231');
    expect(shiftDate('20250230', 1)).toBeUndefined();
    expect(shiftDate('2025', 1)).toBeUndefined();
  });
});

describe('canonicalZone', () => {
  it.each([
    ['utc', 'UTC'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Mars/Base', 'Mars/Base'],
  ])('reads %s as %s', (typed, exact) => expect(canonicalZone(typed)).toBe(exact));
});
