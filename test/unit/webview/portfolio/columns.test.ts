import { describe, expect, it } from 'vitest';
import type { Holding } from '../../../../src/domain/positions/holding';
import type { PortfolioData } from '../../../../src/panel/portfolio/portfolioProtocol';
import { holding } from '../../../support/builders/holding';
import { portfolioColumns } from '../../../../src/panel/portfolio/portfolioColumns';
import { PortfolioModel } from '../../../../src/webview/portfolio/model';
import { plainCell, portfolioColumn, shownSort } from '../../../../src/webview/portfolio/columns';

const publicColumns = ['symbol', 'name', 'side', 'price', 'day', 'account'];
const sortable = (isPrivate: boolean): readonly string[] =>
  portfolioColumns.filter(
    (key) =>
      portfolioColumn(key, {
        isPrivate,
        accountName: () => '',
        shareOf: () => undefined,
        marksKind: false,
        sort: null,
      }).compare !== undefined,
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

describe('a row of the portfolio', () => {
  const model = new PortfolioModel();
  const account = (kind: 'live' | 'simulated', positions: readonly Holding[]): PortfolioData['accounts'][number] => ({
    ...{ key: `${kind}:1`, id: '1', name: 'One', kind, missing: [], updatedAt: null },
    positions,
  });
  model.setData({
    accounts: [
      account('live', [holding({ id: 'a', quantity: '9', availableQuantity: '1' })]),
      account('simulated', [holding({ id: 'b', quantity: '5', availableQuantity: '5' })]),
    ],
    ...{ missing: [], isLoaded: true, isSandbox: false },
  });
  const column = (key: 'available' | 'name', marksKind: boolean) =>
    portfolioColumn(key, {
      ...{ isPrivate: false, marksKind, sort: null },
      accountName: () => '',
      shareOf: () => undefined,
    });

  it('is sorted by what is available, not by what is held', () => {
    const [live, paper] = model.positions;
    expect(live === undefined || paper === undefined ? 0 : column('available', false).compare?.(live, paper)).toBeLessThan(0);
  });

  it('says live or paper beside the name where nothing else tells, in copies and exports too', () => {
    const names = (marksKind: boolean): readonly string[] =>
      model.positions.map((position) => plainCell(column('name', marksKind), position));
    expect(names(true)).toEqual(['Tencent LIVE', 'Tencent paper']);
    expect(names(false)).toEqual(['Tencent', 'Tencent']);
  });
});
