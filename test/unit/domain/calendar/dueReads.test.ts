import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { untilDueRead } from '../../../../src/domain/calendar/dueReads';

const at = (time: number, announce: string | null = null) => ({ time, announce });

describe('the next read of release values', () => {
  it('is soon after each release, and twice more while its value is missing', () => {
    const list = [at(100)];
    expect(untilDueRead(list, 40_000)).toBe(63_000);
    expect(untilDueRead(list, 103_000)).toBe(17_000);
    expect(untilDueRead(list, 120_000)).toBe(100_000);
    expect(untilDueRead(list, 220_000)).toBeUndefined();
  });

  it('is never due for a value that has been published, even zero', () => {
    expect(untilDueRead([at(100, '0'), at(50, '2.4%')], 0)).toBeUndefined();
    expect(untilDueRead([at(100, '')], 100_000)).toBe(3_000);
  });

  it('is the earliest of all due reads, and always in the future', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ time: fc.nat(10_000), announce: fc.constantFrom(null, '', '1') })),
        fc.nat(12_000_000),
        (list, nowMs) => {
          const next = untilDueRead(list, nowMs);
          const alone = list.flatMap((one) => untilDueRead([one], nowMs) ?? []);
          expect(next).toBe(alone.length === 0 ? undefined : Math.min(...alone));
          if (next !== undefined) expect(next).toBeGreaterThan(0);
        },
      ),
    ));
});
