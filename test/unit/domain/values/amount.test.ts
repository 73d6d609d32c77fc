import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupDigits,
  parseAmount,
  percentOf,
  plainAmount,
  showMoney,
  showBriefPercent,
  showShortMoney,
  showNumber,
  showSignedMoney,
  showSignedPercent,
} from '../../../../src/domain/values/amount';

const amountOf = (text: string): bigint => parseAmount(text) ?? 0n;
const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.stringMatching(/^[0-9]{0,18}$/))
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));

describe('a percentage where there is little room', () => {
  it.each([
    ['0.0449', '+0.04%'],
    ['-0.996', '−1.00%'],
    ['4.46', '+4.5%'],
    ['-9.99', '−10.0%'],
    ['12.69', '+12.7%'],
    ['-1249.5', '−1,250%'],
    ['99.96', '+100.0%'],
    ['0', '0.00%'],
  ])('has about three digits: %s', (percent, shown) => {
    expect(showBriefPercent(amountOf(percent))).toBe(shown);
  });

  it.each([
    ['-190899.20', '−191K'],
    ['9999.4', '+9,999'],
    ['83241', '+83.2K'],
    ['99999.4', '+100K'],
    ['100000', '+100K'],
    ['999499', '+999K'],
    ['999500', '+1.00M'],
    ['-98765432.1', '−98.8M'],
    ['1234567890', '+1.23B'],
    ['1234567890123', '+1,230B'],
    ['0', '0.00'],
  ])('has three digits of a large amount: %s', (money, shown) => {
    expect(showShortMoney(amountOf(money))).toBe(shown);
  });
});

describe('amounts', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['--', undefined],
    ['1,234', undefined],
    ['NaN', undefined],
    ['0x10', undefined],
    ['１２', undefined],
    ['1.', undefined],
    [' 12.50 ', '12.5'],
    ['-0.1', '-0.1'],
    ['+3', '3'],
    ['1e3', '1000'],
    ['-2.5E-3', '-0.0025'],
    ['0.123456789012345678', '0.123456789012345678'],
    ['0.1234567890123456789', undefined],
    ['0.10000000000000000000', '0.1'],
  ])('reads %j as %j', (text, expected) => {
    const amount = parseAmount(text);
    expect(amount === undefined ? undefined : plainAmount(amount)).toBe(expected);
  });

  it.each([
    ['1234567.50', '1,234,567.50'],
    ['-1234', '−1,234'],
    ['999', '999'],
    ['0.00001', '0.00001'],
    ['1e3', '1,000'],
    ['+5', '5'],
    ['n/a', 'n/a'],
    ['', ''],
  ])('shows %j as %j, with digits as sent', (text, shown) => {
    expect(showNumber(text)).toBe(shown);
  });

  it.each([
    ['123.456', '+123.46'],
    ['-123.454', '−123.45'],
    ['0', '0.00'],
    ['0.0012', '+0.0012'],
    ['0.005', '+0.01'],
    ['-0.0049', '−0.0049'],
    ['1.005', '+1.01'],
    ['-0.000000012', '−0.000000012'],
    ['1234567', '+1,234,567.00'],
  ])('signs money %s as %s', (value, shown) => {
    expect(showSignedMoney(amountOf(value))).toBe(shown);
  });

  it('shows percentages with their sign, except of zeros', () => {
    expect(showSignedPercent(amountOf('1.234'))).toBe('+1.23%');
    expect(showSignedPercent(amountOf('-4.46'))).toBe('−4.46%');
    // Columns of percentages have room for two decimals: a figure without its end could be misread.
    expect([amountOf('0.00135'), amountOf('-0.0012'), 0n].map(showSignedPercent)).toEqual(['0.00%', '0.00%', '0.00%']);
    expect(showSignedPercent(amountOf('12345.678'))).toBe('+12,345.68%');
    expect(showMoney(amountOf('-12'))).toBe('−12.00');
  });

  it('reads money with few digits as exactly as any other', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,14}(\.\d{1,3})?$/), (text) => {
        expect(plainAmount(amountOf(text))).toBe(new Big(text).plus(0).toFixed().replace(/^-0$/, '0'));
      }),
    );
  });

  it('loses no digit by grouping', () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const grouped = groupDigits(text);
        expect(grouped.replaceAll(',', '').replace('−', '-')).toBe(text);
        expect(grouped.split('.')[0]).toMatch(/^−?\d{1,3}(,\d{3})*$/);
      }),
    );
  });

  it('leaves an endlessly long number ungrouped, because grouping would take minutes', () => {
    const endless = '9'.repeat(200_000);
    expect(groupDigits(endless)).toBe(endless);
  });

  it('shows the beginning of a text that is not a number, with hidden characters made visible', () => {
    expect(showNumber('9'.repeat(200_000))).toBe(`${'9'.repeat(39)}…`);
    expect(showNumber(`1.${'0'.repeat(200_000)}x`)).toBe(`1.${'0'.repeat(37)}…`);
    expect(showNumber('10 [see why](command:x) and much more than that')).toBe('10 [see why](command:x) and much more t…');
    expect(showNumber('n/a\u202e')).toBe('n/a⟨U+202E⟩');
  });

  it('computes as the decimal library does', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (left, right) => {
        const [a, b] = [new Big(left), new Big(right)];
        expect(plainAmount(amountOf(left) + amountOf(right))).toBe(a.plus(b).toFixed());
        expect(amountOf(left) < amountOf(right)).toBe(a.lt(b));
        if (!b.eq(0))
          expect(plainAmount(percentOf(amountOf(left), amountOf(right)), 9)).toBe(
            new Big(a.times(100).div(b).toFixed(9, Big.roundHalfUp)).toFixed(),
          );
        const cents = showMoney(amountOf(left)).replaceAll(',', '').replace('−', '-');
        if (a.abs().gte('0.005')) expect(cents).toBe(a.toFixed(2, Big.roundHalfUp));
      }),
    );
  });
});
