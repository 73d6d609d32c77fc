// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { Holding } from '../../../../src/domain/positions/holding';
import type { PortfolioData } from '../../../../src/panel/portfolio/portfolioProtocol';
import { holding } from '../../../support/builders/holding';
import { portfolioColumns } from '../../../../src/panel/portfolio/portfolioColumns';
import { PortfolioModel } from '../../../../src/webview/portfolio/model';
import {
  fittedName,
  fittedSymbol,
  plainCell,
  portfolioColumn,
  shownSort,
  yieldingColumns,
} from '../../../../src/webview/portfolio/columns';
import { fittingColumns } from '../../../../src/webview/shared/grid/fitting';

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
        nameWidth: 86,
        symbolWidth: 76,
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
      ...{ isPrivate: false, marksKind, nameWidth: 86, symbolWidth: 76, isSandbox: false, sort: null },
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

describe('the columns of the portfolio', () => {
  it('have room for whole names and symbols, with the mark of the account, up to a limit', () => {
    const measureText = (text: string): Partial<TextMetrics> => ({ width: text.length * 8 });
    const pen = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as unknown as null);
    try {
      const width = (name: string, marksKind: boolean): number => fittedName(['AIA', name], { marksKind, isWide: false });
      expect(width('AIA', false)).toBe(86);
      expect(width('CHINA MOBILE', true)).toBeGreaterThanOrEqual(12 * 8 + 24);
      expect(width('A'.repeat(60), true)).toBe(136);
      // Options of one security begin alike.
      expect(fittedSymbol(['HK.00700', 'HK.TCH281228C600000'])).toBeGreaterThanOrEqual(19 * 8);
      expect(fittedSymbol(['HK.00700'])).toBe(76);
    } finally {
      pen.mockRestore();
    }
  });

  it('leave whole, the least important ones first; what is held and its gain stay', () => {
    const columns = [
      'symbol',
      'name',
      'price',
      'day',
      'dayProfit',
      'profit',
      'percent',
      'currency',
      'side',
      'quantity',
      'value',
      'cost',
    ].map((key) => ({ key, title: key, kind: 'text' as const, width: 80, grow: 0, cell: () => '' }));
    const keysAt = (width: number): readonly string[] => fittingColumns(columns, yieldingColumns, width).map(({ key }) => key);
    expect(keysAt(12 * 89 + 40)).toHaveLength(12);
    expect(columns.map(({ key }) => key).filter((key) => !keysAt(10 * 89 + 40).includes(key))).toEqual(['currency', 'cost']);
    // The symbol is enough to know what is held; the quantity tells the side by its sign.
    expect(keysAt(6 * 89 + 40)).toEqual(['symbol', 'price', 'day', 'dayProfit', 'profit', 'quantity']);
    expect(keysAt(100)).toEqual(['symbol', 'price', 'dayProfit', 'profit']);
  });
});
