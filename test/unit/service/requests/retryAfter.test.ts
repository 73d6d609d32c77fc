import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestRetryAfterMs, retryAfterMs } from '../../../../src/service/requests/retryAfter';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const read = (value: string, date?: string): number | undefined =>
  retryAfterMs(date === undefined ? { 'retry-after': value } : { 'retry-after': value, date }, now);

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['3', 3_000],
    [' 7 ', 7_000],
    ['86400', longestRetryAfterMs],
    ['86401', longestRetryAfterMs],
    ['9'.repeat(400), longestRetryAfterMs],
    ['Sat, 21 Nov 2026 12:00:10 GMT', 10_000],
    ['Saturday, 21-Nov-26 12:00:10 GMT', 10_000],
    ['Sat Nov 21 12:00:10 2026', 10_000],
    ['Sat, 21 Nov 2020 12:00:10 GMT', 0],
    ['Sat, 21 Nov 2099 12:00:10 GMT', longestRetryAfterMs],
  ])('"%s" is %i ms', (value, expected) => {
    expect(read(value)).toBe(expected);
  });

  it.each(['', '-1', '1.5', '1e9', '0x10', 'soon', '2026-11-21T12:00:10Z', 'Sat, 99 Nov 2026 12:00:10 GMT', '3, 4'])(
    '"%s" is nothing',
    (value) => {
      expect(read(value)).toBeUndefined();
    },
  );

  it('is measured against the date of the answer, not the local clock', () => {
    expect(read('Mon, 01 Jan 2035 00:00:05 GMT', 'Mon, 01 Jan 2035 00:00:00 GMT')).toBe(5_000);
    expect(read('Sat, 21 Nov 2026 12:00:10 GMT', 'nonsense')).toBe(10_000);
  });

  it('is nothing without the header', () => {
    expect(retryAfterMs({}, now)).toBeUndefined();
  });

  it('is bounded for any text', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const ms = read(value) ?? 0;
        expect(ms >= 0 && ms <= longestRetryAfterMs).toBe(true);
      }),
    );
  });
});
