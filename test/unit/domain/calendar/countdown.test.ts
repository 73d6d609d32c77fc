import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countdownStepMs, countdownTo } from '../../../../src/domain/calendar/countdown';

const s = 1000;
const min = 60 * s;
const h = 60 * min;

describe('countdownTo', () => {
  it.each([
    [-1, { unit: 'now' }],
    [0, { unit: 'now' }],
    [1, { unit: 'seconds', seconds: 1 }],
    [59 * s, { unit: 'seconds', seconds: 59 }],
    [min, { unit: 'minutes', minutes: 1 }],
    [59 * min + 59 * s, { unit: 'minutes', minutes: 59 }],
    [2 * h + 5 * min, { unit: 'hours', hours: 2, minutes: 5 }],
    [24 * h, { unit: 'days', days: 1, hours: 0 }],
    [76 * h, { unit: 'days', days: 3, hours: 4 }],
  ])('splits %d ms into units', (left, expected) => expect(countdownTo(1_000_000 + left, 1_000_000)).toEqual(expected));

  it('asks to be called again when the text changes, and not before', () => {
    expect(countdownStepMs(30 * s, 0)).toBe(s);
    expect(countdownStepMs(5 * min + 20 * s, 0)).toBe(21 * s);
    expect(countdownStepMs(5 * min, 0)).toBe(s);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 * 24 * h }), (left) => {
        const wait = countdownStepMs(left, 0);
        const at = (later: number): unknown => countdownTo(left, later);
        expect(at(wait - 1)).toEqual(at(0));
        expect(at(wait)).not.toEqual(at(0));
      }),
    );
  });
});
