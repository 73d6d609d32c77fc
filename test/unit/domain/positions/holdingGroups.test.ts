import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainAmount } from '../../../../src/domain/values/amount';
import { readChanges, readHolding } from '../../../../src/domain/positions/holding';
import type { Holding } from '../../../../src/domain/positions/holding';
import { accountTotals, groupByMarket, shownSort, sortHoldings, subtotalsByCurrency } from '../../../../src/domain/positions/holdingGroups';
import type { SortKey } from '../../../../src/domain/positions/holdingGroups';
import { holding } from '../../../support/builders/holdings';

const read = (...list: Partial<Holding>[]): ReturnType<typeof readHolding>[] =>
  list.map((fields, at) => readHolding(holding({ id: String(at), ...fields })));

const anyHolding = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  market: fc.constantFrom(1, 2, 100, undefined),
  symbol: fc.constantFrom('HK.00700', 'US.AAPL', 'SH.600000', 'plain'),
  currency: fc.constantFrom('HKD', 'USD', undefined),
  marketValue: fc.integer({ min: 0, max: 10_000_000 }).map((cents) => new Big(cents).div(100).toFixed()),
  profit: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => new Big(cents).div(100).toFixed()),
  profitRatio: fc.constantFrom('1.2', '-3', ''),
});

describe('grouping by market', () => {
  it('labels an unknown market by its symbols and falls back to the prefix without a number', () => {
    const groups = groupByMarket(
      read(
        { market: 77 },
        { market: 3, symbol: '123' },
        { market: undefined, symbol: 'US.AAPL' },
        { market: undefined, symbol: 'US.MSFT' },
      ),
      { key: 'symbol', descending: false },
    );
    expect(groups.map(({ market, prefixes, holdings }) => [market, prefixes, holdings.length])).toEqual([
      [77, ['HK'], 1],
      [undefined, ['US'], 2],
      [3, [], 1],
    ]);
  });

  it('contains every position exactly once and adds each side exactly', () => {
    fc.assert(
      fc.property(fc.array(anyHolding, { maxLength: 40 }), (list) => {
        const all = read(...list);
        const groups = groupByMarket(all, { key: 'profit', descending: true });
        expect(groups.flatMap(({ holdings }) => holdings.map(({ holding: { id } }) => id)).sort()).toEqual(
          all.map(({ holding: { id } }) => id).sort(),
        );
        for (const group of groups) {
          expect(group.sides.reduce((sum, { count }) => sum + count, 0)).toBe(group.holdings.length);
          const whole = group.sides.flatMap(({ subtotals }) => subtotals).reduce((sum, { profit }) => sum + profit, 0n);
          const addable = group.holdings.filter(
            ({ holding: { currency, market, symbol } }) => currency !== undefined || market !== undefined || symbol !== 'plain',
          );
          const direct = addable.reduce((sum, { holding: { profit } }) => sum.plus(profit), new Big(0));
          expect(plainAmount(whole)).toBe(direct.toFixed());
        }
      }),
    );
  });
});

describe('the totals of positions', () => {
  it('never add two currencies, nor amounts without one over several markets', () => {
    fc.assert(
      fc.property(fc.array(anyHolding, { maxLength: 40 }), (list) => {
        const groups = groupByMarket(read(...list), { key: 'symbol', descending: false });
        const { subtotals, unnamed } = accountTotals(groups);
        const currencies = subtotals.map(({ currency }) => currency);
        expect(new Set(currencies).size).toBe(currencies.length);
        if (groups.length > 1) expect(currencies).not.toContain(undefined);
        expect(subtotals.reduce((sum, { count }) => sum + count, 0) + unnamed).toBe(list.length);
        for (const { currency, profit } of subtotals) {
          const own = list
            .filter((one) => one.currency === currency && (currency !== undefined || one.market !== undefined || one.symbol !== 'plain'))
            .reduce((sum, one) => sum.plus(one.profit), new Big(0));
          expect(plainAmount(profit)).toBe(own.toFixed());
        }
      }),
    );
  });

  it('add nothing whose currency and market are both unknown', () => {
    const unknown = { market: undefined, symbol: 'plain', currency: undefined };
    const groups = groupByMarket(read(unknown, unknown, { ...unknown, currency: 'HKD' }), { key: 'symbol', descending: false });
    expect(groups.flatMap(({ sides }) => sides.flatMap(({ subtotals }) => subtotals.map(({ currency }) => currency)))).toEqual(['HKD']);
    expect(accountTotals(groups)).toMatchObject({ subtotals: [{ currency: 'HKD', count: 1 }], unnamed: 2 });
  });

  it('give the ratio to the amount paid, long and short', () => {
    const [subtotal] = subtotalsByCurrency(read({ marketValue: '110', profit: '10' }, { side: 'short', marketValue: '90', profit: '10' }));
    expect(plainAmount(subtotal?.percent ?? 0n)).toBe('10');
  });

  it('count unreadable figures instead of treating them as zero', () => {
    const [subtotal] = subtotalsByCurrency(read({ marketValue: '110', profit: '10' }, { marketValue: 'n/a' }));
    expect(subtotal).toMatchObject({ count: 2, unreadable: 1 });
    expect(plainAmount(subtotal?.marketValue ?? 0n)).toBe('110');
  });
});

describe('sorting positions', () => {
  const list = read(
    { id: 'a', symbol: 'B', marketValue: '9', profit: '-1', profitRatio: '-10' },
    { id: 'b', symbol: 'A', marketValue: '100', profit: '5', profitRatio: '5.2632' },
    { id: 'c', symbol: 'C', marketValue: '20', profit: 'n/a', profitRatio: '' },
  );
  it.each([
    ['symbol', false, 'bac'],
    ['symbol', true, 'cab'],
    ['marketValue', false, 'acb'],
    ['marketValue', true, 'bca'],
    ['profit', false, 'abc'],
    ['profit', true, 'bac'],
    ['profitRatio', true, 'bac'],
  ] as const)('is done by %s, descending: %s', (key: SortKey, descending, order) => {
    expect(
      sortHoldings(list, { key, descending })
        .map(({ holding: { id } }) => id)
        .join(''),
    ).toBe(order);
  });
});

describe('readChanges', () => {
  it('keeps the object of an unchanged position and replaces the rest', () => {
    const first = readChanges([], [holding({ id: 'a' }), holding({ id: 'b' })]);
    const second = readChanges(first, [holding({ id: 'a' }), holding({ id: 'b', price: '322' })]);
    expect(second[0]).toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
  });

  it.each(Object.entries({ ...holding({ currency: 'HKD', market: 2 }), side: 'short' }).filter(([key]) => key !== 'id'))(
    'notices a change of %s',
    (key, value) => {
      const other = typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}9` : { new: '1' };
      const [before] = readChanges([], [holding()]);
      const [after] = readChanges(before === undefined ? [] : [before], [{ ...holding(), [key]: other }]);
      expect(after).not.toBe(before);
    },
  );

  it('shows every position even when the service repeats an ID', () => {
    const ids = (list: ReturnType<typeof readChanges>): string[] => list.map(({ holding: { id } }) => id);
    const first = readChanges([], [holding({ id: 'a' }), holding({ id: 'a', symbol: 'X' }), holding({ id: 'a' })]);
    expect(ids(first)).toEqual(['a', 'a#2', 'a#3']);
    const again = readChanges(first, [holding({ id: 'a' }), holding({ id: 'a', symbol: 'X' }), holding({ id: 'a' })]);
    expect(again.every((one, at) => one === first[at])).toBe(true);
  });
});

it('a sort order by hidden figures is not used in privacy mode, because it would reveal them', () => {
  for (const key of ['marketValue', 'profit', 'profitRatio'] as const) {
    expect(shownSort({ key, descending: true }, true)).toEqual({ key: 'symbol', descending: false });
    expect(shownSort({ key, descending: true }, false)).toEqual({ key, descending: true });
  }
  expect(shownSort({ key: 'symbol', descending: true }, true)).toEqual({ key: 'symbol', descending: true });
});
