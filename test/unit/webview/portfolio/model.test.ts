import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupKeyOf } from '../../../../src/domain/positions/portfolio';
import type { PortfolioGrouping, PortfolioPosition } from '../../../../src/domain/positions/portfolio';
import type { PortfolioData } from '../../../../src/panel/portfolio/portfolioProtocol';
import { PortfolioModel } from '../../../../src/webview/portfolio/model';
import { initialViewState } from '../../../../src/webview/portfolio/viewState';
import type { GridColumn } from '../../../../src/webview/shared/grid/column';
import { holding } from '../../../support/builders/holding';

const bySymbol: GridColumn<PortfolioPosition> = {
  ...{ key: 'symbol', title: '', kind: 'text', width: 1, grow: 0, cell: () => '' },
  compare: ({ read: one }, { read: other }) =>
    one.holding.symbol === other.holding.symbol ? 0 : one.holding.symbol < other.holding.symbol ? -1 : 1,
};

function dataOf(accounts: readonly (readonly string[])[], fields: Partial<ReturnType<typeof holding>> = {}): PortfolioData {
  return {
    accounts: accounts.map((symbols, at) => ({
      ...{
        key: `live:${String(at)}`,
        id: String(at),
        name: `Account ${String(at)}`,
        kind: 'live',
        loading: '',
        missing: [],
        isOld: false,
        updatedAt: null,
      },
      positions: symbols.map((symbol, place) =>
        holding({ id: String(place), symbol, side: symbol.endsWith('2') ? 'short' : 'long', ...fields }),
      ),
    })),
    ...{ missing: [], unlisted: [], partial: [], aged: [], oldAsOf: '', isLoaded: true, isSandbox: false },
  };
}

function modelOf(...given: Parameters<typeof dataOf>): PortfolioModel {
  const model = new PortfolioModel();
  model.setData(dataOf(...given));
  return model;
}

describe('the lines of the portfolio', () => {
  it('are sorted within their group, and equal ones keep their original order', () => {
    const symbol = fc.tuple(fc.constantFrom('HK', 'US', 'SG'), fc.constantFrom('1', '2', '3')).map(([market, code]) => `${market}.${code}`);
    fc.assert(
      fc.property(
        fc.array(fc.array(symbol, { maxLength: 12 }), { maxLength: 4 }),
        fc.constantFrom<PortfolioGrouping>('none', 'account', 'market', 'side'),
        fc.constantFrom<'ascending' | 'descending' | undefined>('ascending', 'descending', undefined),
        (accounts, grouping, direction) => {
          const model = modelOf(accounts);
          const sort = direction === undefined ? null : { key: 'symbol', direction };
          const { items } = model.items({ ...initialViewState, grouping, sort }, [bySymbol]);
          const group = (position: PortfolioPosition): string => groupKeyOf(position, grouping);
          const sign = direction === undefined ? 0 : direction === 'ascending' ? 1 : -1;
          const expected = model.positions.toSorted((one, other) =>
            group(one) < group(other) ? -1 : group(one) > group(other) ? 1 : sign * (bySymbol.compare?.(one, other) ?? 0),
          );
          expect(items.flatMap((item) => (item.kind === 'row' ? [item.id] : []))).toEqual(expected.map(({ id }) => id));
          const headings = items.flatMap((item) => (item.kind === 'group' ? [item.id.replace(/^group /, '')] : []));
          expect(headings).toEqual(grouping === 'none' ? [] : [...new Set(expected.map(group))]);
        },
      ),
    );
  });

  it('never have live and paper positions in one group, whatever they are grouped by', () => {
    const model = new PortfolioModel();
    const data = dataOf([['HK.1', 'US.2'], ['HK.1']], { currency: 'HKD' });
    const kinds = ['live', 'simulated'] as const;
    model.setData({ ...data, accounts: data.accounts.map((account, at) => ({ ...account, kind: kinds[at] ?? 'live' })) });
    for (const grouping of ['none', 'account', 'market', 'currency', 'side'] as const) {
      let group = '';
      const members = new Map<string, Set<string>>();
      for (const item of model.items({ ...initialViewState, grouping }, []).items) {
        if (item.kind === 'group') group = item.id;
        if (item.kind === 'row') members.set(group, (members.get(group) ?? new Set()).add(item.row.kind));
      }
      expect(members.has('')).toBe(false);
      expect([...members.values()].map((each) => each.size)).toEqual([...members].map(() => 1));
    }
  });

  it('are the same objects until something changes, so that nothing is drawn twice', () => {
    const model = modelOf([['HK.1', 'US.2']]);
    const { shown } = model.items(initialViewState, []);
    expect(model.items({ ...initialViewState, sort: { key: 'symbol', direction: 'ascending' } }, [bySymbol]).shown).toBe(shown);
    model.setPrices([{ symbol: 'HK.1', last: '350', previousClose: '340', at: null, isOld: false, extended: null }]);
    expect(model.items(initialViewState, []).shown).not.toBe(shown);
    expect(model.items({ ...initialViewState, filter: 'us' }, []).shown.map(({ read }) => read.holding.symbol)).toEqual(['US.2']);
  });

  it('are in no total and get no newer price if another window read them', () => {
    const data = dataOf([['HK.1'], ['HK.1']], { quantity: '200', price: '321.4', marketValue: '64280', profit: '4280' });
    const model = new PortfolioModel();
    model.setData({ ...data, accounts: data.accounts.map((account, at) => ({ ...account, isOld: at === 0 })), oldAsOf: 'as of 00:12:40' });
    model.setPrices([{ symbol: 'HK.1', last: '330', previousClose: '320', at: null, isOld: false, extended: null }]);
    expect(model.positions.map((position) => [position.read.holding.price, model.isOld(position)])).toEqual([
      ['321.4', true],
      ['330', false],
    ]);
    const [old, read] = model.positions;
    expect(model.current(model.positions)).toEqual([read]);
    expect(old && [model.extendedOf(old), model.shareOf(old)]).toEqual([null, undefined]);
    const { items } = model.items({ ...initialViewState, grouping: 'market' }, []);
    const [group] = items.flatMap((item) => (item.kind === 'group' ? [item.group] : []));
    expect(group?.sums.map(({ count, marketValue }) => [count, marketValue])).toEqual([[1, 66_000n * 10n ** 18n]]);
    expect(['live:0', 'live:1'].map((key) => model.sumsOf(key).map(({ count, profit }) => [count, profit]))).toEqual([
      [],
      [[1, 6_000n * 10n ** 18n]],
    ]);
  });

  it('keep the service’s own price while that is newer, also once it is read again', () => {
    const data = dataOf([['HK.1']], { quantity: '200', price: '321.4', marketValue: '64280', profit: '4280' });
    const model = new PortfolioModel(() => 200_000);
    const readAt = (updatedAt: number): string | undefined => {
      model.setData({ ...data, accounts: data.accounts.map((account) => ({ ...account, updatedAt })) });
      return model.positions[0]?.read.holding.price;
    };
    model.setPrices([{ symbol: 'HK.1', last: '330', previousClose: '320', at: 100_000, isOld: false, extended: null }]);
    expect([readAt(100_000), readAt(200_000), readAt(150_000)]).toEqual(['330', '321.4', '330']);
  });

  it('follow the latest of several prices, and the service again once prices are forgotten', () => {
    const model = modelOf([['HK.1']], { quantity: '200', price: '321.4', marketValue: '64280', profit: '4280' });
    const price = (last: string): void =>
      model.setPrices([{ symbol: 'HK.1', last, previousClose: '320', at: null, isOld: false, extended: null }]);
    const figures = (): readonly unknown[] =>
      model.positions.map(({ read, dayPercent }) => [read.holding.price, read.holding.marketValue, dayPercent]);
    price('330');
    price('352');
    expect(figures()).toEqual([['352', '70400', 10n * 10n ** 18n]]);
    price('336');
    expect(figures()).toEqual([['336', '67200', 5n * 10n ** 18n]]);
    model.forgetPrices();
    expect(figures()).toEqual([['321.4', '64280', undefined]]);
  });
});

describe('the day P&L of a position in the portfolio', () => {
  it('is unknown if the service stated it long ago, with the same price or without any', () => {
    let nowMs = 0;
    const model = new PortfolioModel(() => nowMs);
    const data = dataOf([['HK.00001']], { dayProfit: '5' });
    const tell = (): void => model.setData({ ...data, accounts: data.accounts.map((account) => ({ ...account, updatedAt: 0 })) });
    const day = (): unknown => model.positions[0]?.read.day;
    tell();
    expect(day()).toMatchObject({ kind: 'stated' });
    const unknown = { kind: 'unknown', gap: 'oldPrice' };
    const prices = [{ symbol: 'HK.00001', last: '10', previousClose: '9', at: null, isOld: false, extended: null }];
    model.setPrices(prices);
    expect(day()).toMatchObject({ kind: 'stated' });
    nowMs = 11 * 60_000;
    model.setPrices([]);
    expect(day()).toEqual(unknown);
    tell();
    model.forgetPrices();
    expect(day()).toEqual(unknown);
  });
});
