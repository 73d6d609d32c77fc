import { describe, expect, it } from 'vitest';
import { portfolioColumns } from '../../../src/panel/portfolio/portfolioStrings';
import type { PortfolioStrings } from '../../../src/panel/portfolio/portfolioStrings';
import { portfolioColumn, shownSort } from '../../../src/webview/portfolio/columns';

const publicColumns = ['symbol', 'name', 'side', 'price', 'day', 'account'];
const strings: Pick<PortfolioStrings, 'columnNames' | 'columnHints'> = {
  columnNames: {
    symbol: 'Symbol',
    name: 'Name',
    account: 'Account',
    side: 'Side',
    quantity: 'Quantity',
    available: 'Available',
    price: 'Price',
    day: 'Day %',
    cost: 'Cost',
    value: 'Value',
    profit: 'P&L',
    percent: 'P&L %',
    share: 'Share',
  },
  columnHints: {},
};
const sortable = (isPrivate: boolean): readonly string[] =>
  portfolioColumns.filter(
    (key) =>
      portfolioColumn(key, { strings: strings as PortfolioStrings, isPrivate, accountName: () => '', shareOf: () => undefined, sort: null })
        .compare !== undefined,
  );

describe('the order of the portfolio', () => {
  it('tells nothing about figures that are hidden: no column of them can be sorted by', () => {
    expect(sortable(false)).toEqual(portfolioColumns);
    expect(sortable(true)).toEqual(publicColumns);
  });

  it('is the usual one in privacy mode where it was by a hidden figure, and comes back', () => {
    for (const key of portfolioColumns) {
      const sort = { key, direction: 'descending' } as const;
      expect(shownSort(sort, false)).toBe(sort);
      expect(shownSort(sort, true)).toBe(publicColumns.includes(key) ? sort : null);
    }
    expect(shownSort(null, true)).toBe(null);
  });
});
