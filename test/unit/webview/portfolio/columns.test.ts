import { describe, expect, it } from 'vitest';
import type { Holding } from '../../../../src/domain/positions/holding';
import type { PortfolioData } from '../../../../src/panel/portfolio/portfolioProtocol';
import { holding } from '../../../support/builders/holding';
import { portfolioColumns } from '../../../../src/panel/portfolio/portfolioColumns';
import { PortfolioModel } from '../../../../src/webview/portfolio/model';
import { plainCell, portfolioColumn, shownSort } from '../../../../src/webview/portfolio/columns';

const publicColumns = ['symbol', 'name', 'price', 'day', 'extended', 'dayProfitFrom', 'currency', 'side', 'account'];
const sortable = (isPrivate: boolean): readonly string[] =>
  portfolioColumns.filter(
    (key) =>
      portfolioColumn(key, {
        isPrivate,
        accountName: () => '',
        shareOf: () => undefined,
        extendedOf: () => null,
        marksKind: false,
        isSandbox: false,
        sort: null,
      }).compare !== undefined,
  );

describe('the order of the portfolio', () => {
  it('reveals nothing about hidden figures, because their columns cannot be sorted', () => {
    expect(sortable(false)).toEqual(portfolioColumns);
    expect(sortable(true)).toEqual(publicColumns);
  });

  it('is the default in privacy mode instead of one by a hidden figure, and comes back', () => {
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
    ...{ key: `${kind}:1`, id: '1', name: 'One', kind, loading: '', missing: [], isOld: false, updatedAt: null },
    positions,
  });
  model.setData({
    accounts: [
      account('live', [holding({ id: 'a', quantity: '9', availableQuantity: '1' })]),
      account('simulated', [holding({ id: 'b', quantity: '5', availableQuantity: '5' })]),
    ],
    ...{ missing: [], unlisted: [], partial: [], aged: [], oldAsOf: '', isLoaded: true, isSandbox: false },
  });
  const column = (key: 'available' | 'name' | 'price' | 'extended', marksKind: boolean) =>
    portfolioColumn(key, {
      ...{ isPrivate: false, marksKind, isSandbox: false, sort: null },
      accountName: () => '',
      shareOf: () => undefined,
      extendedOf: (position) => model.extendedOf(position),
    });

  it('shows the extended-hours price in its column, and in the tooltip of the price', () => {
    const extended = {
      name: 'Overnight',
      text: '11.20 ▲ +1.82%',
      note: 'Overnight 11.20, as of 02:00',
      direction: 'up',
      percent: '1.82',
    } as const;
    const [live] = model.positions;
    if (live === undefined) throw new Error('no position');
    expect([column('extended', false).cell(live), column('price', false).tooltip?.(live)]).toEqual(['–', '']);
    model.setPrices([{ symbol: live.read.holding.symbol, last: '11', previousClose: '10', isOld: false, extended }]);
    const [moved] = model.positions;
    if (moved === undefined) throw new Error('no position');
    expect([column('extended', false).cell(moved), column('price', false).tooltip?.(moved)]).toEqual([extended.text, extended.note]);
    model.forgetPrices();
    expect(column('extended', false).cell(moved)).toBe('–');
  });

  it('is sorted by the available quantity, not by the held one', () => {
    const [live, paper] = model.positions;
    expect(live === undefined || paper === undefined ? 0 : column('available', false).compare?.(live, paper)).toBeLessThan(0);
  });

  it('says live or paper next to the name when nothing else does, in copies and exports too', () => {
    const names = (marksKind: boolean): readonly string[] =>
      model.positions.map((position) => plainCell(column('name', marksKind), position));
    expect(names(true)).toEqual(['Tencent LIVE', 'Tencent paper']);
    expect(names(false)).toEqual(['Tencent', 'Tencent']);
  });
});
