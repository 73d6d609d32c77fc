import { describe, expect, it } from 'vitest';
import { framed } from '../../../../../src/webview/security/chart/places';
import { signOf } from '../../../../../src/webview/security/day/dayMarks';

describe('the sign of an event on the chart of a day', () => {
  it.each([
    [{ kind: 'placed', side: 'buy' }, '△'],
    [{ kind: 'placed', side: 'sell' }, '▽'],
    [{ kind: 'ended', side: 'sell' }, '▽×'],
    [{ kind: 'changed', side: 'buy' }, '△↻'],
    [{ kind: 'placed' }, '+'],
    [{ kind: 'released' }, '◆'],
  ] as const)('of %j', (mark, sign) => {
    expect(signOf(mark)).toBe(sign);
  });
});

describe('the part of a day that its chart shows', () => {
  it('is all of it if its bars can be told apart', () => {
    expect(framed(150, 100, 517)).toBeUndefined();
    expect(framed(150, 100, 0)).toBeUndefined();
  });

  it('otherwise begins a little before the first order or fill, and ends with the day', () => {
    expect(framed(1_000, 500, 600)).toEqual({ from: 469.5, to: 669.5 });
    expect(framed(1_000, 10, 600)).toEqual({ from: -0.5, to: 199.5 });
    expect(framed(1_000, 990, 600)).toEqual({ from: 799.5, to: 999.5 });
    expect(framed(1_000, undefined, 600)).toEqual({ from: 799.5, to: 999.5 });
  });
});
