import Big from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkDecimal,
  cutDecimals,
  decimalsOf,
  difference,
  distancePercent,
  isDecimal,
  isMoreThan,
  isMultipleOf,
  jumpFactor,
  product,
  ratio,
  roundDecimals,
  sameNumber,
  total,
} from '../../../../src/domain/values/decimal';

const whole = fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,14}$/));
const decimal = fc
  .tuple(whole, fc.option(fc.stringMatching(/^\d{1,9}$/), { nil: undefined }))
  .map(([a, b]) => (b === undefined ? a : `${a}.${b}`));

describe('checkDecimal', () => {
  it.each([
    ['1', '1'],
    ['0.5', '0.5'],
    [' 12.34 ', '12.34'],
    ['\u300012.34\t', '12.34'],
    ['123456789012345.123456789', '123456789012345.123456789'],
    ['1.1234567890', '1.1234567890'],
    [`0.${'1'.repeat(30)}`, `0.${'1'.repeat(30)}`],
    ['12.340', '12.340'],
  ])('accepts %j', (typed, text) => expect(checkDecimal(typed, { zero: false })).toEqual({ ok: true, text }));

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1 000', 'spaces'],
    ['1\u00a0000', 'spaces'],
    ['-1', 'negative'],
    ['\u22121', 'negative'],
    ['+1', 'plusSign'],
    ['1,000', 'separator'],
    ['1,5', 'separator'],
    ["1'000", 'separator'],
    ['1_000', 'separator'],
    ['1.000,50', 'separator'],
    [',5', 'separator'],
    ['1e3', 'exponent'],
    ['1E-3', 'exponent'],
    ['1.5e', 'exponent'],
    ['１２', 'otherDigits'],
    ['12.3４', 'otherDigits'],
    ['١٢', 'otherDigits'],
    ['12．5', 'otherDigits'],
    ['abc', 'characters'],
    ['0x10', 'characters'],
    ['NaN', 'characters'],
    ['Infinity', 'characters'],
    ['1$', 'characters'],
    ['12\u200b', 'characters'],
    ['1+1', 'characters'],
    ['x1,5', 'characters'],
    ['1,5x', 'characters'],
    ['x,5', 'characters'],
    [',5x', 'characters'],
    [',', 'separator'],
    [',55', 'separator'],
    ['1e+3', 'exponent'],
    ['e3', 'exponent'],
    ['.5e3', 'exponent'],
    ['1.e3', 'exponent'],
    ['x1e3', 'characters'],
    ['1e3x', 'characters'],
    ['1..2', 'severalPoints'],
    ['1.22.3', 'severalPoints'],
    ['1.2.3', 'severalPoints'],
    ['.5', 'noWholePart'],
    ['.', 'noWholePart'],
    ['5.', 'noFraction'],
    ['007', 'leadingZero'],
    ['00', 'leadingZero'],
    ['1234567890123456', 'tooManyWholeDigits'],
    [`1.${'1'.repeat(31)}`, 'tooManyDecimals'],
    [`12.${'9'.repeat(40)}`, 'tooManyDecimals'],
    ['0', 'zero'],
    ['0.000', 'zero'],
  ])('rejects %j as %s', (typed, problem) => expect(checkDecimal(typed, { zero: false })).toEqual({ ok: false, problem }));

  it.each([
    ['9'.repeat(500_000), 'tooManyWholeDigits'],
    [`1.${'0'.repeat(500_000)}`, 'tooManyDecimals'],
    ['1,'.repeat(500_000), 'separator'],
    ['x'.repeat(500_000), 'characters'],
  ])('finds the fault in half a million characters at once', (typed, problem) =>
    expect(checkDecimal(typed, { zero: false })).toEqual({ ok: false, problem }),
  );

  it('accepts zero only where the field allows it', () => {
    expect(checkDecimal('0', { zero: true })).toEqual({ ok: true, text: '0' });
    expect(checkDecimal('0.0', { zero: false })).toEqual({ ok: false, problem: 'zero' });
  });

  it('accepts every text of the grammar and no other', () => {
    const almost = fc.stringMatching(/^[ \d.,eE+\-０]{0,28}$/);
    fc.assert(
      fc.property(fc.oneof(decimal, almost, fc.string()), (typed) => {
        const trimmed = typed.trim();
        const [a = '', b, ...rest] = trimmed.split('.');
        const digits = /^[0-9]+$/;
        // The same rule, written without the code's pattern.
        const expected =
          rest.length === 0 &&
          digits.test(a) &&
          a.length <= 15 &&
          (a === '0' || !a.startsWith('0')) &&
          (b === undefined || (digits.test(b) && b.length <= 9));
        expect(checkDecimal(typed, { zero: true }).ok).toBe(expected);
        expect(isDecimal(trimmed)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('the kept digits of a decimal', () => {
  it.each([
    ['12.34567', 4, '12.3456'],
    ['12.3456', 4, '12.3456'],
    ['12.99999', 4, '12.9999'],
    ['0.00009', 4, '0.0000'],
    ['12.340000', 4, '12.3400'],
    ['5', 4, '5'],
    ['1.999999999', 9, '1.999999999'],
  ])('are cut from %s to %i digits: %s', (text, digits, kept) => expect(cutDecimals(text, digits)).toBe(kept));

  it.each([
    ['1.2345', 3, '1.235'],
    ['1.2344', 3, '1.234'],
    ['1.0004', 3, '1.000'],
    ['9.9995', 3, '10.000'],
    ['1.5', 3, '1.5'],
    ['0.0005', 3, '0.001'],
    ['0.0004', 3, '0.000'],
  ])('are rounded from %s to %i digits: %s', (text, digits, kept) => expect(roundDecimals(text, digits)).toBe(kept));

  it('are never higher or off by a whole last digit when cut, and stay exact', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 9 }), (text, digits) => {
        const kept = cutDecimals(text, digits);
        const loss = new Big(text).minus(kept);
        expect(loss.gte(0) && loss.lt(new Big(10).pow(-digits))).toBe(true);
        expect(decimalsOf(kept)).toBeLessThanOrEqual(Math.max(digits, 0));
        expect(text.startsWith(kept)).toBe(true);
      }),
    );
  });

  it('move by at most half a last digit when rounded, and are always valid', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 9 }), (text, digits) => {
        const kept = roundDecimals(text, digits);
        expect(new Big(text).minus(kept).abs().times(2).lte(new Big(10).pow(-digits))).toBe(true);
        expect(kept).toMatch(/^\d{1,16}(\.\d{1,9})?$/);
      }),
    );
  });
});

it('a decimal stays as it is written unless digits must be dropped', () => {
  expect(cutDecimals('007.1234', 4)).toBe('007.1234');
  expect(roundDecimals('007.123', 3)).toBe('007.123');
});

it('decimals after the point are counted wherever it is', () => {
  expect(['.5', '0.5', '12', '12.', '12.345'].map(decimalsOf)).toEqual([1, 1, 0, 0, 3]);
});

describe('sameNumber', () => {
  it.each([
    ['12.30', '12.3', true],
    ['0', '0.000', true],
    ['12.3', '12.31', false],
    ['1e2', '100', true],
    ['', '0', undefined],
    ['--', '1', undefined],
    ['1', '', undefined],
    ['x1', '1', undefined],
    ['1x', '1', undefined],
    ['1e-2', '0.01', true],
    ['1e+2', '100', true],
    ['1E10', '10000000000', true],
    ['1e1234', '1', undefined],
    ['1.5e1', '15', true],
    [' 5 ', '5', true],
    ['-1', '1', false],
    ['+5', '5', true],
    ['+1.50e2', '150', true],
    ['++5', '5', undefined],
    ['+-5', '5', undefined],
    ['-+5', '-5', undefined],
    ['+', '0', undefined],
  ])('compares %j and %j: %s', (a, b, same) => expect(sameNumber(a, b)).toBe(same));

  it('does not lose a digit that a float would lose', () =>
    expect(sameNumber('123456789012345.123456789', '123456789012345.123456788')).toBe(false));
});

describe('arithmetic for warnings', () => {
  it('fails for no text, whatever a user types or a service sends', () => {
    const odd = fc.oneof(fc.stringMatching(/^[+-]{0,2}\d{0,3}\.?\d{0,3}([eE][+-]?\d{0,4})?$/), fc.string());
    fc.assert(
      fc.property(odd, odd, (left, right) => {
        for (const compute of [sameNumber, isMoreThan, isMultipleOf, jumpFactor, distancePercent, product, difference, total])
          expect(() => compute(left, right)).not.toThrow();
        expect(() => ratio(left, right, 2)).not.toThrow();
      }),
    );
  });

  it('gives the factor between two numbers, whichever is larger', () => {
    expect(jumpFactor('562.5', '5625')?.toString()).toBe('10');
    expect(jumpFactor('5625', '562.5')?.toString()).toBe('10');
    expect(jumpFactor('-2', '4')?.toString()).toBe('2');
    expect(jumpFactor('3', '3')?.toString()).toBe('1');
    for (const [a, b] of [
      ['0', '1'],
      ['1', '0.0'],
      ['', '1'],
      ['1', 'x'],
    ])
      expect(jumpFactor(a ?? '', b ?? '')).toBeUndefined();
  });

  it('gives the distance in percent of the second', () => {
    expect(distancePercent('110', '100')?.toString()).toBe('10');
    expect(distancePercent('90', '100')?.toString()).toBe('10');
    expect(distancePercent('90', '-100')?.toString()).toBe('190');
    for (const [a, b] of [
      ['1', '0'],
      ['1', ''],
      ['', '1'],
    ])
      expect(distancePercent(a ?? '', b ?? '')).toBeUndefined();
  });

  it('multiplies and subtracts without floating point', () => {
    expect(product('3', '0.1')).toBe('0.3');
    expect(product('999999999999999', '999999999999999.999999999')).toBe('999999999999998999999999000000.000000001');
    expect(difference('0.3', '0.1')).toBe('0.2');
    expect(difference('1', '2')).toBe('-1');
    for (const [a, b] of [
      ['', '1'],
      ['1', ''],
    ]) {
      expect(product(a ?? '', b ?? '')).toBeUndefined();
      expect(difference(a ?? '', b ?? '')).toBeUndefined();
    }
  });

  it.each([
    ['0.1', '0.2', '0.3'],
    ['999999999999999', '0.000000001', '999999999999999.000000001'],
    ['-1.5', '1.5', '0'],
    ['', '1', undefined],
    ['1', '', undefined],
    ['x', 'y', undefined],
  ])('adds %j and %j: %s', (a, b, sum) => expect(total(a, b)).toBe(sum));

  it.each([
    ['1', '8', 3, { text: '0.125', isExact: true }],
    ['1', '8', 2, { text: '0.13', isExact: false }],
    ['1', '3', 4, { text: '0.3333', isExact: false }],
    ['0', '3', 4, { text: '0', isExact: true }],
    ['-6', '4', 1, { text: '-1.5', isExact: true }],
    ['1', '0.0', 2, undefined],
    ['', '1', 2, undefined],
    ['1', '', 2, undefined],
    ['x', 'y', 2, undefined],
  ])('divides %j by %j to %i decimals, and says whether that is exact', (a, b, digits, expected) =>
    expect(ratio(a, b, digits)).toEqual(expected),
  );

  it('compares numbers, and recognizes whole multiples', () => {
    expect([isMoreThan('2', '1'), isMoreThan('1', '1.0'), isMoreThan('0.9', '1'), isMoreThan('', '1'), isMoreThan('1', '')]).toEqual([
      true,
      false,
      false,
      undefined,
      undefined,
    ]);
    expect([isMultipleOf('300', '100'), isMultipleOf('350', '100'), isMultipleOf('0.3', '0.1'), isMultipleOf('1', '0')]).toEqual([
      true,
      false,
      true,
      undefined,
    ]);
    expect([isMultipleOf('', '1'), isMultipleOf('1', '')]).toEqual([undefined, undefined]);
  });
});
