import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixed, fixedText, minus, parseDecimal, percentOf, rounded, shortText, times, truncated } from '../../src/decimalText';
import type { Fixed } from '../../src/decimalText';

const decimal = fc.record({ units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), digits: fc.integer({ min: 0, max: 20 }) });
const big = (value: Fixed): Big => new Big(value.units.toString()).div(new Big(10).pow(value.digits));
Big.DP = 40;

describe('decimal text', () => {
  it('writes what big.js reads as the same number, never "-0"', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(new Big(fixedText(value)).eq(big(value))).toBe(true);
        expect(new Big(shortText(value)).eq(big(value))).toBe(true);
        expect(shortText(value)).not.toMatch(/\.\d*0$|^-0$/);
      }),
    );
  });

  it('truncates and rounds as big.js does', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 12 }), (value, digits) => {
        expect(big(truncated(value, digits)).eq(big(value).round(digits, Big.roundDown))).toBe(true);
        expect(big(rounded(value, digits)).eq(big(value).round(digits, Big.roundHalfUp))).toBe(true);
      }),
    );
  });

  it('subtracts and multiplies exactly', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.bigInt({ min: -1000n, max: 1000n }), (left, right, factor) => {
        expect(big(minus(left, right)).eq(big(left).minus(big(right)))).toBe(true);
        expect(big(times(left, factor)).eq(big(left).times(factor.toString()))).toBe(true);
      }),
    );
  });

  it('reads back what it writes and rejects everything else', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 9 }), (units, digits) => {
        expect(parseDecimal(fixedText({ units, digits }))).toEqual({ units, digits });
      }),
    );
    for (const text of [
      '',
      ' ',
      '-1',
      '+1',
      '1e3',
      '.5',
      '1.',
      '01',
      '00',
      '1,000',
      '１',
      '1 ',
      'NaN',
      'Infinity',
      '0x10',
      '1234567890123456',
    ]) {
      expect(parseDecimal(text), text).toBeUndefined();
    }
  });

  it('reads any number of decimals, of which forty count', () => {
    expect(parseDecimal(`1.${'9'.repeat(41)}`)).toEqual({ units: 2n * 10n ** 40n - 1n, digits: 40 });
    expect(parseDecimal(`1.${'9'.repeat(100_000)}`)).toEqual(parseDecimal(`1.${'9'.repeat(40)}`));
    expect(parseDecimal(`1.${'9'.repeat(41)}x`)).toBeUndefined();
  });

  it.each([
    [fixed(1, 0), fixed(3, 0), '33.33'],
    [fixed(-1, 0), fixed(3, 0), '-33.33'],
    [fixed(1234, 4), fixed(1, 0), '12.34'],
    [fixed(5, 0), fixed(0, 0), '0.00'],
  ])('gives a share in percent', (part, whole, text) => {
    expect(fixedText(percentOf(part, whole))).toBe(text);
  });
});
