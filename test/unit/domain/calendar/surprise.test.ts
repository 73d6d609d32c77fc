import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithForecast, hasValue } from '../../../../src/domain/calendar/surprise';

describe('compareWithForecast', () => {
  it.each([
    ['3.2', '3.1', null, 'above'],
    ['3.1', '3.2', '%', 'below'],
    ['3.20', '3.2', '%', 'inLine'],
    ['3.2%', '3.2', '%', 'inLine'],
    ['-0.1', '-0.2', null, 'above'],
    ['−0.3', '-0.2', null, 'below'],
    ['0', '0.0', null, 'inLine'],
    ['0', '-0.1', null, 'above'],
    ['+1.5', '1.5', null, 'inLine'],
    ['1,234.5', '1234', null, 'above'],
    ['215K', '0.22M', null, 'below'],
    ['215', '220K', 'K', 'below'],
    ['1.2万', '12000', '', undefined],
    ['1.2万', '12K', null, 'inLine'],
    ['2.1亿', '209M', null, 'above'],
    ['２．５', '2.5', null, 'inLine'],
    ['$1.5B', '1500M', null, 'inLine'],
    ['.5', '0.4', null, 'above'],
    ['215K', '215', null, undefined],
    ['', '1', null, undefined],
    [null, '1', null, undefined],
    ['1', null, null, undefined],
    ['1', '', null, undefined],
    ['n/a', '1', null, undefined],
    ['1-2', '1', null, undefined],
    ['1e3', '1', null, undefined],
    ['-', '1', null, undefined],
    ['1,23', '1', null, undefined],
    ['5X', '4X', null, undefined],
  ] as const)('compares %s against %s in %s as %s', (actual, forecast, unit, expected) => {
    expect(compareWithForecast(actual, forecast, unit)).toBe(expected);
  });

  it('is exact where a float would round', () => {
    expect(compareWithForecast('0.30000000000000004', '0.3')).toBe('above');
    expect(compareWithForecast('9007199254740993', '9007199254740992')).toBe('above');
  });

  it('gives the opposite when its arguments are swapped', () => {
    const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 6 })).map(([digits, places]) => {
      const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
      return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}${places === 0 ? '' : `.${text.slice(-places)}`}`;
    });
    const opposite = { above: 'below', below: 'above', inLine: 'inLine' } as const;
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const result = compareWithForecast(left, right);
        expect(result).toBeDefined();
        if (result !== undefined) expect(compareWithForecast(right, left)).toBe(opposite[result]);
        expect(compareWithForecast(left, left)).toBe('inLine');
      }),
    );
  });
});

it('a release has a value when it is 0, and none when it is blank', () => {
  expect([hasValue('0'), hasValue(''), hasValue(' '), hasValue(null)]).toEqual([true, false, false, false]);
});

it('a figure of endless length gives no comparison', () => expect(compareWithForecast('9'.repeat(500_000), '1')).toBeUndefined());
