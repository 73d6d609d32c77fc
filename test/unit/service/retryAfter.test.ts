import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedWaitMs, longestRetryAfterMs, quotaResetMs, remainingQuota, retryAfterMs } from '../../../src/service/retryAfter';
import { parseJson } from '../../../src/service/schema/json';

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
  ])('reads "%s" as %i ms', (value, expected) => {
    expect(read(value)).toBe(expected);
  });

  it.each(['', '-1', '1.5', '1e9', '0x10', 'soon', '2026-11-21T12:00:10Z', 'Sat, 99 Nov 2026 12:00:10 GMT', '3, 4'])(
    'reads "%s" as no wait',
    (value) => {
      expect(read(value)).toBeUndefined();
    },
  );

  it('measures against the date of the answer, not the local clock', () => {
    expect(read('Mon, 01 Jan 2035 00:00:05 GMT', 'Mon, 01 Jan 2035 00:00:00 GMT')).toBe(5_000);
    expect(read('Sat, 21 Nov 2026 12:00:10 GMT', 'nonsense')).toBe(10_000);
  });

  it('returns no wait without the header', () => {
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

describe('askedWaitMs', () => {
  it.each<[unknown, number | undefined]>([
    [{ error: { retry_after: 12 } }, 12_000],
    [{ error: { retry_after: '12' } }, 12_000],
    [{ error: { retry_after: '1.5s' } }, 1_500],
    [{ error: { retry_after: '250 ms' } }, 250],
    [{ retry_after: 3 }, 3_000],
    [{ ret_msg: 'too frequent', error: { message: 'rate limited, retry after 7 s' } }, 7_000],
    [{ error: 'Retry after 7 seconds' }, 7_000],
    [{ ret_msg: 'retry after 3s' }, 3_000],
    [{ errmsg: 'retry in 2 min' }, 120_000],
    [{ message: 'retry after 400 milliseconds' }, 400],
    [{ msg: 'retry after 99999999999 s' }, longestRetryAfterMs],
    [{ error: { retry_after: -5 } }, undefined],
    [{ error: { retry_after: {} }, ret_msg: 'retry after a while' }, undefined],
    [undefined, undefined],
    [[], undefined],
  ])('reads %j as a wait of %s ms', (answer, expected) => {
    expect(askedWaitMs({}, answer === undefined ? undefined : parseJson(Buffer.from(JSON.stringify(answer))), now)).toBe(expected);
  });

  it('uses the header first, then the texts, then the time at which the quota is renewed', () => {
    const body = { ret_msg: 'retry after 3 s' };
    expect(askedWaitMs({ 'retry-after': '9', 'x-ratelimit-reset': '5' }, body, now)).toBe(9_000);
    expect(askedWaitMs({ 'x-ratelimit-reset': '5' }, body, now)).toBe(3_000);
    expect(askedWaitMs({ 'x-ratelimit-reset': '5' }, {}, now)).toBe(5_000);
  });
});

describe('the headers of the quota', () => {
  it.each([
    ['5', 5_000],
    ['1.5', 1_500],
    [String(now / 1000 + 20), 20_000],
    [String(now + 20_000), 20_000],
    [String(now / 1000 - 20), 0],
    ['999999999', longestRetryAfterMs],
    ['soon', undefined],
    ['', undefined],
  ])('are read when the quota is renewed at %s', (reset, expected) => {
    expect(quotaResetMs({ 'x-ratelimit-reset': reset }, now)).toBe(expected);
    expect(quotaResetMs({ 'x-ratelimit-reset-after': reset, 'x-ratelimit-reset': '77' }, now)).toBe(expected);
  });

  it('say how many requests are left', () => {
    expect(['0', ' 12 ', '-1', 'x', ''].map((value) => remainingQuota({ 'x-ratelimit-remaining': value }))).toEqual([
      0,
      12,
      undefined,
      undefined,
      undefined,
    ]);
    expect(remainingQuota({})).toBeUndefined();
  });
});
