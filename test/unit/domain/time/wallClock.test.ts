import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WallClock } from '../../../../src/domain/time/wallClock';
import { wallTimeToTheSecond } from '../../../../src/domain/time/zones';

describe('the wall clock', () => {
  it('shows the zone’s time at each moment, whatever was requested before', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Hong_Kong', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    const asked = fc.record({ zone: zones, at: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }) });
    // In the week in which clocks change, half an hour makes all the difference.
    const close = fc.record({ zone: zones, at: fc.integer({ min: Date.UTC(2026, 3, 4, 12), max: Date.UTC(2026, 3, 5, 0) }) });
    fc.assert(
      fc.property(fc.array(fc.oneof(asked, close), { minLength: 1, maxLength: 20 }), (all) => {
        const clock = new WallClock();
        for (const { zone, at } of all) expect(clock.text(zone, at)).toBe(wallTimeToTheSecond(zone, at));
      }),
    );
  });
});
