import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundOf, isSavedScreen, isScreen, screenColumns, screenFields, screenTest } from '../../../../src/domain/plates/screen';
import type { Screen, ScreenField, Screened } from '../../../../src/domain/plates/screen';
import { parseAmount, plainAmount } from '../../../../src/domain/values/amount';
import type { Amount } from '../../../../src/domain/values/amount';

const row = (amounts: Partial<Record<ScreenField, string>> = {}, named: { symbol?: string; name?: string } = {}): Screened => ({
  ...{ symbol: 'HK.00700', name: 'Tencent 腾讯', ...named },
  amount: (field) => parseAmount(amounts[field] ?? ''),
});
const amount = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const screen = fc.record({
  text: fc.string({ maxLength: 200 }),
  ranges: fc.uniqueArray(
    fc.record({ field: fc.constantFrom(...screenFields), min: fc.string({ maxLength: 40 }), max: fc.string({ maxLength: 40 }) }),
    { selector: ({ field }) => field },
  ),
  columns: fc.subarray(screenColumns.slice(1)).map((rest) => ['symbol', ...rest] as const),
  sort: fc.option(
    fc.record({ key: fc.constantFrom(...screenColumns), direction: fc.constantFrom('ascending' as const, 'descending' as const) }),
  ),
});

describe('one end of a range', () => {
  it.each([
    ['10', 'pe', '10'],
    ['-2.5', 'pe', '-2.5'],
    ['1,234.5', 'last', '1234.5'],
    ['10M', 'turnover', '10000000'],
    ['2.5b', 'marketValue', '2500000000'],
    ['3亿', 'marketValue', '300000000'],
    ['1.2萬', 'volume', '12000'],
    ['5%', 'changePercent', '5'],
    ['−0.5 %', 'turnoverRate', '-0.5'],
  ] as const)('is read from %j for %s', (typed, field, plain) => {
    expect(boundOf(typed, field)).toEqual({ kind: 'amount', amount: parseAmount(plain) });
  });

  it.each([
    ['5%', 'pe'],
    ['cheap', 'pe'],
    ['1.000,5', 'last'],
    ['10X', 'last'],
    ['1e5', 'last'],
    ['-', 'last'],
  ] as const)('is no number: %j for %s', (typed, field) => {
    expect(boundOf(typed, field)).toEqual({ kind: 'wrong' });
  });

  it('is none if nothing is typed', () => expect(boundOf('  ', 'pe')).toEqual({ kind: 'none' }));

  it('is exact for every amount that can be written', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(boundOf(plainAmount(value), 'turnover')).toEqual({ kind: 'amount', amount: value });
      }),
    );
  });
});

describe('the test of a screen', () => {
  const shows = (filters: Partial<Pick<Screen, 'text' | 'ranges'>>, screened: Screened): boolean =>
    screenTest({ text: '', ranges: [], ...filters })(screened);

  it('lets everything pass without filters, and with those that are no numbers or empty', () => {
    expect(shows({}, row())).toBe(true);
    expect(shows({ ranges: [{ field: 'pe', min: '', max: ' ' }] }, row())).toBe(true);
    expect(shows({ ranges: [{ field: 'pe', min: 'cheap', max: '' }] }, row())).toBe(true);
  });

  it('keeps only those whose value lies within each range, and none without a value', () => {
    const ranges = [
      { field: 'pe', min: '5', max: '10' },
      { field: 'turnover', min: '10M', max: '' },
    ] as const;
    expect(shows({ ranges }, row({ pe: '10.00', turnover: '10000000' }))).toBe(true);
    expect(shows({ ranges }, row({ pe: '10.01', turnover: '10000000' }))).toBe(false);
    expect(shows({ ranges }, row({ pe: '4.999', turnover: '10000000' }))).toBe(false);
    expect(shows({ ranges }, row({ pe: '7', turnover: '9999999.99' }))).toBe(false);
    expect(shows({ ranges }, row({ pe: '7' }))).toBe(false);
  });

  it('finds each word in the symbol or the name, in any case', () => {
    expect(shows({ text: ' TENCENT hk. ' }, row())).toBe(true);
    expect(shows({ text: '腾讯' }, row())).toBe(true);
    expect(shows({ text: 'tencent us.' }, row())).toBe(false);
  });

  it('agrees with the comparison of the amounts, whatever they are', () => {
    fc.assert(
      fc.property(amount, amount, fc.option(amount, { nil: undefined }), (min, max, value) => {
        const ranges = [{ field: 'volume', min: plainAmount(min), max: plainAmount(max) }] as const;
        const screened = { ...row(), amount: (): Amount | undefined => value };
        expect(shows({ ranges }, screened)).toBe(value !== undefined && value >= min && value <= max);
      }),
    );
  });
});

describe('a stored screen', () => {
  it('is known in whatever form it was saved, also after a way through JSON', () => {
    fc.assert(
      fc.property(screen, fc.string({ minLength: 1, maxLength: 80 }), (made, name) => {
        expect(isScreen(JSON.parse(JSON.stringify(made)))).toBe(true);
        expect(isSavedScreen({ ...made, name })).toBe(name.trim() !== '');
      }),
    );
  });

  const good: Screen = { text: '', ranges: [{ field: 'pe', min: '', max: '10' }], columns: ['symbol', 'pe'], sort: null };
  it.each([
    ['no object', 'screen'],
    ['a list', []],
    ['no text', { ...good, text: undefined }],
    ['an unknown field', { ...good, ranges: [{ field: 'dividend', min: '', max: '' }] }],
    ['a number as a bound', { ...good, ranges: [{ field: 'pe', min: 1, max: '' }] }],
    ['a field twice', { ...good, ranges: [...good.ranges, ...good.ranges] }],
    ['an unknown column', { ...good, columns: ['symbol', 'dividend'] }],
    ['another first column', { ...good, columns: ['pe', 'symbol'] }],
    ['a column twice', { ...good, columns: ['symbol', 'pe', 'pe'] }],
    ['an unknown order', { ...good, sort: { key: 'pe', direction: 'up' } }],
    ['a text without end', { ...good, text: 'x'.repeat(201) }],
  ])('is not taken with %s', (_, stored) => expect(isScreen(stored)).toBe(false));
});
