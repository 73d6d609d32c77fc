import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAverages, movingAverage, parseAverages } from '../../../../src/domain/security/movingAverage';
import { parseAmount, plainAmount } from '../../../../src/domain/values/amount';

const shown = (closes: readonly string[], length: number): readonly (string | undefined)[] =>
  movingAverage(closes, length).map((value) => (value === undefined ? undefined : plainAmount(value)));

describe('a moving average', () => {
  it('is the mean of as many closing prices as its length, exactly', () => {
    expect(shown(['10', '11', '12', '13.5'], 2)).toEqual([undefined, '10.5', '11.5', '12.75']);
    expect(shown(['0.1', '0.2', '0.3', '0.4'], 3)).toEqual([undefined, undefined, '0.2', '0.3']);
    expect(shown(['1', '1', '2'], 3)).toEqual([undefined, undefined, '1.333333333333333333']);
    expect(shown(['562.5', '563'], 5)).toEqual([undefined, undefined]);
  });

  it('has no value as long as one of the closing prices is not a number', () => {
    expect(shown(['1', '', '3', '5', '7'], 2)).toEqual([undefined, undefined, undefined, '4', '6']);
  });

  it('depends only on its own bars, whatever precedes them', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(fc.array(price, { maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (closes, length) => {
        const sums = closes.map((_, at) =>
          at + 1 < length
            ? undefined
            : closes.slice(at + 1 - length, at + 1).reduce((sum, close) => sum + (parseAmount(close) ?? 0n), 0n) / BigInt(length),
        );
        expect(movingAverage(closes, length)).toEqual(sums);
      }),
    );
  });
});

describe('the setting for lengths of moving averages', () => {
  it('is read in the spellings that users type', () => {
    expect(parseAverages('5, 20 60')).toEqual([5, 20, 60]);
    expect(parseAverages('60，5、5')).toEqual([5, 60]);
    expect(parseAverages('  ')).toEqual([]);
  });

  it('is refused when a length is impossible', () => {
    for (const text of ['many', '1', '371', '2.5', '-5', '5,10,20,30,40', '0x10']) expect(parseAverages(text)).toBeUndefined();
    for (const value of [undefined, 'x', [1], ['5'], [5, 5], [2, 3, 4, 5, 6]]) expect(isAverages(value)).toBe(false);
  });
});
