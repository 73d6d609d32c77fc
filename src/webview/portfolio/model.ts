import { readHolding } from '../../domain/positions/holding';
import { liveHolding } from '../../domain/positions/liveHolding';
import type { Holding, ReadHolding } from '../../domain/positions/holding';
import { bucketSums, fits, groupKeyOf, portfolioPositions } from '../../domain/portfolio/portfolio';
import type { BucketSum, PortfolioPosition } from '../../domain/portfolio/portfolio';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, percentOf } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import type { PortfolioAccountView, PortfolioData, PortfolioPrice } from '../../panel/portfolio/portfolioProtocol';
import { arrange } from '../shared/grid/arrange';
import type { GridItem } from '../shared/grid/arrange';
import type { GridColumn } from '../shared/grid/column';
import type { PortfolioViewState } from './viewState';

/** The heading of a group, with a sum for each currency or market in it. */
export interface PortfolioGroup {
  readonly key: string;
  readonly sums: readonly BucketSum[];
}

/** Positions and prices of the page, and how they are laid out. */
export class PortfolioModel {
  data: PortfolioData = { accounts: [], missing: [], isLoaded: false, isSandbox: false };
  positions: readonly PortfolioPosition[] = [];
  readonly #prices = new Map<string, PortfolioPrice>();
  readonly #read = new Map<string, ReadHolding>();

  setData(data: PortfolioData): void {
    this.data = data;
    this.#lay();
  }

  isOld(symbol: string): boolean {
    return this.#prices.get(symbol)?.isOld === true;
  }

  setPrices(prices: readonly PortfolioPrice[]): void {
    for (const price of prices) this.#prices.set(price.symbol, price);
    this.#lay();
  }

  forgetPrices(): void {
    this.#prices.clear();
  }

  account(key: string): PortfolioAccountView | undefined {
    return this.data.accounts.find((account) => account.key === key);
  }

  accountName(key: string, isPrivate: boolean): string {
    const account = this.account(key);
    if (account === undefined) return '';
    return isPrivate && account.name === account.id ? masked : visibleText(account.name);
  }

  /** The lines of the grid, and the positions behind them. */
  items(
    view: PortfolioViewState,
    columns: readonly GridColumn<PortfolioPosition>[],
  ): { readonly items: readonly GridItem<PortfolioPosition, PortfolioGroup>[]; readonly shown: readonly PortfolioPosition[] } {
    const { sort, grouping, filter } = view;
    const shown = this.positions.filter((position) => fits(position, filter, this.accountName(position.accountKey, false)));
    const column = columns.find(({ key }) => key === sort?.key);
    const ordered =
      grouping === 'none' ? shown : shown.toSorted((one, other) => compareText(groupKeyOf(one, grouping), groupKeyOf(other, grouping)));
    // Groups keep their order whatever the records are sorted by.
    const keys = new Map([...new Set(ordered.map((position) => groupKeyOf(position, grouping)))].map((key, at) => [key, at]));
    const place = (position: PortfolioPosition): number => keys.get(groupKeyOf(position, grouping)) ?? 0;
    const sign = sort?.direction === 'descending' ? -1 : 1;
    const compare = column?.compare;
    const items = arrange(ordered, {
      idOf: ({ id }) => id,
      keep: () => true,
      compare: compare === undefined ? undefined : (one, other) => sign * (place(one) - place(other)) || compare(one, other),
      direction: sort?.direction ?? 'ascending',
      groupOf: grouping === 'none' ? undefined : (position) => groupKeyOf(position, grouping),
      describeGroup: (key, members): PortfolioGroup => ({ key, sums: bucketSums(members) }),
      collapsed: new Set(view.collapsed),
    });
    return { items, shown };
  }

  #lay(): void {
    this.positions = portfolioPositions(
      this.data.accounts.map(({ key, kind, positions }) => ({
        key,
        kind,
        holdings: positions.map((holding) => this.#live(this.#readOnce(key, holding))),
      })),
      (read) => this.#dayPercent(read),
    );
  }

  /** A holding that did not change is read once. */
  #readOnce(account: string, holding: Holding): ReadHolding {
    const id = `${account}/${holding.id}`;
    const known = this.#read.get(id);
    if (known !== undefined && known.holding === holding) return known;
    const read = readHolding(holding);
    this.#read.set(id, read);
    return read;
  }

  #live(read: ReadHolding): ReadHolding {
    const price = this.#prices.get(read.holding.symbol);
    return price === undefined ? read : liveHolding(read, { lastPrice: price.last });
  }

  #dayPercent({ holding }: ReadHolding): Amount | undefined {
    const price = this.#prices.get(holding.symbol);
    const last = parseAmount(price?.last ?? '');
    const before = parseAmount(price?.previousClose ?? '');
    return last === undefined || before === undefined || before === 0n ? undefined : percentOf(last - before, before);
  }
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
