import { describe, expect, it } from 'vitest';
import { clockLevel, formatMilliseconds, formatSkew } from '../../../../src/domain/clock/clockLevel';

describe('the level of a clock offset for signed requests (Spec, Limits)', () => {
  it.each([
    ['never measured', { trust: 'unknown', skewMs: undefined, boundMs: undefined }, 'unknown'],
    ['small', { trust: 'good', skewMs: 120, boundMs: 20 }, 'normal'],
    ['just below the warning', { trust: 'good', skewMs: -2980, boundMs: 20 }, 'normal'],
    ['near the tolerance limit', { trust: 'good', skewMs: -2981, boundMs: 20 }, 'warning'],
    ['perhaps beyond', { trust: 'good', skewMs: 5010, boundMs: 20 }, 'warning'],
    ['exactly the tolerance beyond the bound', { trust: 'good', skewMs: 5020, boundMs: 20 }, 'warning'],
    ['surely beyond', { trust: 'good', skewMs: 5021, boundMs: 20 }, 'error'],
    ['surely behind', { trust: 'good', skewMs: -5021, boundMs: 20 }, 'error'],
    ['stale', { trust: 'stale', skewMs: 0, boundMs: 20 }, 'warning'],
    ['stale and far off', { trust: 'stale', skewMs: 9000, boundMs: 20 }, 'error'],
  ] as const)('is right for a clock that is %s', (_, measure, level) => {
    expect(clockLevel(measure, 5000)).toBe(level);
  });
});

describe('durations as text', () => {
  it.each([
    [0, '0 ms'],
    [0.5, '0.5 ms'],
    [40.4, '40 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [1250, '1.25 s'],
    [119_999, '120 s'],
    [600_000, '10 min'],
    [86_400_000, '24 h'],
  ])('write %s ms as %s', (ms, text) => expect(formatMilliseconds(ms)).toBe(text));

  it('give a skew its sign, with a true minus', () => {
    expect(formatSkew(-40.2)).toBe('\u221240 ms');
    expect(formatSkew(1250)).toBe('+1.25 s');
    expect(formatSkew(-0.2)).toBe('+0 ms');
  });
});
