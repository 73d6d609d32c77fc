import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockTime, dayAndTime } from '../../../../src/ui/orders/orderTimes';

const zones = ['Asia/Hong_Kong', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];

/** The time according to the platform, part by part. */
function byPlatform(zone: string, ms: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms);
  const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

describe('the times of orders', () => {
  it('are those of the zone at every instant, clock changes included', () => {
    // The hours around the 2026 clock changes in New York and London, to the second.
    const near = [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6), Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];
    const instants = fc.oneof(
      fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }),
      fc.tuple(fc.constantFrom(...near), fc.integer({ min: -7_200_000, max: 7_200_000 })).map(([at, off]) => at + off),
    );
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (ms, zone) => {
        const expected = byPlatform(zone, ms);
        expect(dayAndTime(zone, new Date(ms).toISOString())).toBe(expected);
        expect(clockTime(zone, new Date(ms).toISOString()).slice(0, 8)).toBe(expected.slice(11));
      }),
      { numRuns: 500 },
    );
  });

  it('are shown as they came when they cannot be read', () => {
    expect([dayAndTime('UTC', 'soon'), clockTime('UTC', 'soon')]).toEqual(['soon', 'soon']);
  });
});
