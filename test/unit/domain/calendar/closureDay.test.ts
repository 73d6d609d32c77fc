import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closureDay, closureZone } from '../../../../src/domain/calendar/closureDay';
import { buildTimeline } from '../../../../src/domain/calendar/timeline';

const day = (iso: string): number => Date.parse(iso) / 86_400_000;

describe('closureDay', () => {
  it.each([
    ['Australia', '2026-12-23T23:00Z', '2026-12-24'],
    ['澳大利亚', '2026-12-23T23:00Z', '2026-12-24'],
    ['United States', '2026-12-25T14:30Z', '2026-12-25'],
    ['Hong Kong', '2026-12-25T01:30Z', '2026-12-25'],
  ])('%s closes on its own day', (country, at, expected) => {
    expect(closureDay({ country, time: Date.parse(at) / 1000 }, 0)?.day).toBe(day(expected));
  });

  it('is over when the day is over at its own place', () => {
    const closure = { country: 'Australia', time: Date.parse('2026-12-23T23:00Z') / 1000 };
    expect(closureDay(closure, Date.parse('2026-12-24T12:59Z'))?.isPast).toBe(false);
    expect(closureDay(closure, Date.parse('2026-12-24T13:01Z'))?.isPast).toBe(true);
    expect(closureDay({ ...closure, country: 'Atlantis' }, 0)).toBeUndefined();
  });

  const countries = ['Hong Kong', 'United States', '中国', 'Australia', '日本', 'New Zealand', 'India', 'Canada'];
  const instant = fc.integer({ min: Date.parse('2024-01-01T00:00Z') / 1000, max: Date.parse('2027-12-31T00:00Z') / 1000 });
  /** The local date there, from the formatter and not from the product's own calculation. */
  const dateIn = (country: string, seconds: number): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: closureZone(country) ?? 'UTC' }).format(seconds * 1000);

  it('is the date at its own place, and is over from the next date on', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), instant, instant, (country, time, now) => {
        const closed = closureDay({ country, time }, now * 1000);
        expect(closed?.day).toBe(day(dateIn(country, time)));
        expect(closed?.isPast).toBe(dateIn(country, time) < dateIn(country, now));
      }),
    );
  });

  it('puts every closure under the header of its own date, whatever the zone of the reader', () => {
    const closures = fc.array(fc.record({ country: fc.constantFrom(...countries), time: instant }), { maxLength: 12 });
    fc.assert(
      fc.property(closures, fc.constantFrom('UTC', 'Pacific/Auckland', 'America/Los_Angeles'), instant, (list, zone, now) => {
        const own = (index: number) => {
          const closure = list[index];
          return closure === undefined ? undefined : closureDay(closure, now * 1000);
        };
        const order = list.map((_, index) => index).sort((one, other) => (own(one)?.day ?? 0) - (own(other)?.day ?? 0));
        const times = list.map(({ time }) => time);
        let header: number | undefined;
        const seen: number[] = [];
        for (const item of buildTimeline(times, { zone, now: now * 1000, days: true, complete: true, order, ownDay: own })) {
          if (item.kind === 'day') header = item.day;
          if (item.kind !== 'event') continue;
          seen.push(item.index);
          const { country = '', time = 0 } = list[item.index] ?? {};
          expect(header).toBe(day(dateIn(country, time)));
        }
        expect(seen).toEqual(order);
      }),
    );
  });
});
