// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it, vi } from 'vitest';
import { parseAmount } from '../../../../src/domain/values/amount';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { Holding } from '../../../../src/domain/positions/holding';
import { bucketSums, portfolioPosition } from '../../../../src/domain/positions/portfolio';
import type { PortfolioPosition } from '../../../../src/domain/positions/portfolio';
import type { PortfolioColumnKey } from '../../../../src/panel/portfolio/portfolioColumns';
import { initialViewState } from '../../../../src/webview/portfolio/viewState';
import type { PortfolioData } from '../../../../src/panel/portfolio/portfolioProtocol';
import { holding } from '../../../support/builders/holding';
import { portfolioColumns } from '../../../../src/panel/portfolio/portfolioColumns';
import { PortfolioModel } from '../../../../src/webview/portfolio/model';
import {
  fittedFigures,
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
        nameWidth: 86,
        symbolWidth: 76,
        figureWidths: fittedFigures([], []),
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
  const column = (key: PortfolioColumnKey, isPrivate = false) =>
    portfolioColumn(key, {
      ...{ isPrivate, nameWidth: 86, symbolWidth: 76, figureWidths: fittedFigures([], []), isSandbox: false, sort: null },
      accountName: () => 'One',
      shareOf: () => undefined,
      extendedOf: (position) => model.extendedOf(position),
    });

  it('has neither sign nor arrow nor color for a change of zero digits', () => {
    const [position] = model.positions;
    if (position === undefined) throw new Error('no position');
    const slightly = { ...position, dayPercent: parseAmount('-0.0012') };
    const day = column('day');
    expect([plainCell(day, slightly), day.look?.(slightly)]).toEqual(['0.00%', 'flat']);
    const cell = document.createElement('div');
    render(day.cell(slightly), cell);
    expect(cell.textContent.trim()).toBe('0.00%');
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
    expect([column('extended').cell(live), column('price').tooltip?.(live)]).toEqual(['–', '']);
    model.setPrices([{ symbol: live.read.holding.symbol, last: '11', previousClose: '10', at: null, isOld: false, extended }]);
    const [moved] = model.positions;
    if (moved === undefined) throw new Error('no position');
    expect([column('extended').cell(moved), column('price').tooltip?.(moved)]).toEqual([extended.text, extended.note]);
    model.forgetPrices();
    expect(column('extended').cell(moved)).toBe('–');
  });

  it('is sorted by the available quantity, not by the held one', () => {
    const [live, paper] = model.positions;
    expect(live === undefined || paper === undefined ? 0 : column('available').compare?.(live, paper)).toBeLessThan(0);
  });

  it('says in the column of accounts which ones are paper', () => {
    expect(model.positions.map((position) => plainCell(column('account'), position))).toEqual(['One · LIVE', 'One · paper']);
  });

  const positionOf = (fields: Partial<Holding>): PortfolioPosition =>
    portfolioPosition({ key: 'live:1', kind: 'live' }, readHolding(holding(fields)), undefined);

  it('has the sign of a short position in its quantities and its value, once', () => {
    const cells = (fields: Partial<Holding>): readonly unknown[] =>
      (['quantity', 'available', 'value'] as const).map((key) => column(key).cell(positionOf({ side: 'short', ...fields })));
    expect(cells({ quantity: '2700', availableQuantity: '700' })).toEqual(['−2,700', '−700', '−64,280.00']);
    expect(cells({ quantity: '-2700', availableQuantity: '-700', marketValue: '-64280' })).toEqual(['−2,700', '−700', '−64,280.00']);
  });

  it('has its cost with three decimals, or those of its price, and all of them in the tooltip', () => {
    const cost = (costPrice: string, price: string, isPrivate = false): readonly unknown[] => {
      const position = positionOf({ costPrice, price });
      return [column('cost', isPrivate).cell(position), column('cost', isPrivate).tooltip?.(position)];
    };
    expect(cost('645.9496', '553.500')).toEqual(['645.950', '645.9496']);
    expect(cost('300', '321.4')).toEqual(['300.000', '300']);
    expect(cost('0.00125', '0.0013')).toEqual(['0.0013', '0.00125']);
    expect([cost('--', '1'), cost('', '1')]).toEqual([
      ['--', ''],
      ['–', 'The service states no cost of this position.'],
    ]);
    // Hidden in the tooltip as well.
    expect(cost('645.9496', '553.500', true).join()).not.toMatch(/\d/);
  });

  it('says why its P&L has no percentage', () => {
    const percent = (profitRatio: string, isPrivate = false): readonly unknown[] => {
      const position = positionOf({ profitRatio });
      return [column('percent', isPrivate).cell(position), column('percent', isPrivate).tooltip?.(position)].filter(
        (part) => typeof part === 'string',
      );
    };
    expect(column('percent').tooltip?.(positionOf({ profitRatio: '' }))).toBe('The service states no percentage of this P&L.');
    expect(column('percent').tooltip?.(positionOf({}))).toBe('');
    expect(percent('', true)).toEqual(['•••', '']);
  });

  it('says that a currency is assumed that the service does not name', () => {
    const tooltip = (currency?: string): string | undefined => column('currency').tooltip?.(positionOf({ currency }));
    expect([tooltip('HKD'), tooltip()?.split(':')[0]]).toEqual(['', 'Assumed']);
  });
});

describe('the columns of the portfolio', () => {
  it('have room for whole names and symbols, up to a limit', () => {
    const measureText = (text: string): Partial<TextMetrics> => ({ width: text.length * 8 });
    const pen = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as unknown as null);
    try {
      const width = (name: string, isWide: boolean): number => fittedName(['AIA', name], isWide);
      expect(width('AIA', true)).toBe(86);
      expect(width('CHINA MOBILE', true)).toBeGreaterThanOrEqual(12 * 8);
      expect([width('A'.repeat(60), true), width('A'.repeat(60), false)]).toEqual([136, 96]);
      // Options of one security begin alike.
      expect(fittedSymbol(['HK.00700', 'US.GOOGL281215C230000'], true)).toBeGreaterThanOrEqual(21 * 8);
      expect(fittedSymbol(['HK.00700'], true)).toBe(76);
    } finally {
      pen.mockRestore();
    }
  });

  it('have room for the largest figures, of rows and of sums', () => {
    const measureText = (text: string): Partial<TextMetrics> => ({ width: text.length * 8 });
    const pen = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as unknown as null);
    try {
      const widths = (...values: readonly string[]): unknown => {
        const positions = values.map((value, id) =>
          portfolioPosition(
            { key: '1', kind: 'live' },
            readHolding(holding({ id: String(id), currency: 'JPY', marketValue: value, profit: `-${value}` })),
            undefined,
          ),
        );
        const { value, profit } = fittedFigures(positions, bucketSums(positions));
        return [value, profit];
      };
      expect(widths('1000')).toEqual([102, 104]);
      // `9,000,000,000.00`; its arrow and sign need room as well. The sum is bold, and longer.
      const [value, profit] = widths('9000000000', '9000000000') as readonly [number, number];
      expect(value).toBeGreaterThan('18,000,000,000.00'.length * 8 * 1.1);
      expect(profit).toBeGreaterThan('−18,000,000,000.00'.length * 8 * 1.1);
    } finally {
      pen.mockRestore();
    }
  });

  it('leave whole, the least important ones first; what is held and its gain stay', () => {
    const columns = initialViewState.columns.map((key) => ({
      ...{ key, title: key, kind: 'text' as const, width: 80, grow: 0 },
      cell: () => '',
    }));
    const keysAt = (width: number, hasMixed = false): readonly string[] =>
      fittingColumns(columns, yieldingColumns({ hasMixed }), width).map(({ key }) => key);
    const room = (count: number): number => count * 89 + 40;
    expect(keysAt(room(11))).toHaveLength(11);
    // In half a window, what is held, what it cost, and what it is worth are in sight.
    expect(keysAt(room(9))).toEqual(['symbol', 'name', 'quantity', 'cost', 'price', 'value', 'dayProfit', 'profit', 'percent']);
    expect(keysAt(room(6))).toEqual(['symbol', 'quantity', 'price', 'dayProfit', 'profit', 'percent']);
    // The symbol is enough to know what is held; the quantity tells the side by its sign.
    expect(keysAt(room(5))).toEqual(['symbol', 'quantity', 'price', 'dayProfit', 'profit']);
    expect(keysAt(100)).toEqual(['symbol', 'price', 'profit']);
    // Amounts in several currencies are never without theirs.
    expect(keysAt(room(6), true)).toEqual(['symbol', 'quantity', 'price', 'dayProfit', 'profit', 'currency']);
  });
});
