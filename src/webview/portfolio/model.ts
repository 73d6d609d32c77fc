import { readHolding } from '../../domain/positions/holding';
import { liveHolding } from '../../domain/positions/liveHolding';
import type { ReadHolding } from '../../domain/positions/holding';
import { bucketSums, bucketTotals, fits, groupKeyOf, portfolioPosition, shareOf } from '../../domain/portfolio/portfolio';
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
  #accounts: readonly (Pick<PortfolioAccountView, 'key' | 'kind'> & { readonly holdings: readonly ReadHolding[] })[] = [];
  readonly #prices = new Map<string, Price>();
  /** Positions at the price that they had last: most prices stay from one drawing to the next. */
  readonly #atPrice = new WeakMap<ReadHolding, { readonly price: Price | undefined; readonly position: PortfolioPosition }>();
  /** Undefined where something changed that they do not have yet. */
  #positions: readonly PortfolioPosition[] | undefined;
  #totals: ReadonlyMap<string, Amount> | undefined;

  setData(data: PortfolioData): void {
    this.data = data;
    this.#accounts = data.accounts.map(({ key, kind, positions }) => ({ key, kind, holdings: positions.map(readHolding) }));
    this.#change();
  }

  /** Laid out when they are looked at: of several changes before a frame, the last one counts. The same list until something changes. */
  get positions(): readonly PortfolioPosition[] {
    this.#positions ??= this.#accounts.flatMap((account) => account.holdings.map((read) => this.#position(account, read)));
    return this.#positions;
  }

  /** Percent of what a position can be added to, over all accounts; undefined where it cannot be read. */
  shareOf(position: PortfolioPosition): Amount | undefined {
    this.#totals ??= bucketTotals(this.positions);
    return shareOf(position, this.#totals);
  }

  isOld(symbol: string): boolean {
    return this.#prices.get(symbol)?.isOld === true;
  }

  setPrices(prices: readonly PortfolioPrice[]): void {
    for (const price of prices) this.#prices.set(price.symbol, { ...price, dayPercent: dayPercentOf(price) });
    this.#change();
  }

  forgetPrices(): void {
    this.#prices.clear();
    this.#change();
  }

  account(key: string): PortfolioAccountView | undefined {
    return this.data.accounts.find((account) => account.key === key);
  }

  accountName(key: string, isPrivate: boolean): string {
    const account = this.account(key);
    if (account === undefined) return '';
    return isPrivate && account.name === account.id ? masked : visibleText(account.name);
  }

  /** The lines of the grid, and the positions behind them: all that there are, in one list, where nothing is filtered. */
  items(
    view: PortfolioViewState,
    columns: readonly GridColumn<PortfolioPosition>[],
  ): { readonly items: readonly GridItem<PortfolioPosition, PortfolioGroup>[]; readonly shown: readonly PortfolioPosition[] } {
    const { sort, grouping, filter } = view;
    const shown =
      filter.trim() === ''
        ? this.positions
        : this.positions.filter((position) => fits(position, filter, this.accountName(position.accountKey, false)));
    // Groups keep their order whatever the records are sorted by, and each is sorted alone.
    const groups = new Map<string, PortfolioPosition[]>();
    const keyOf = new Map<PortfolioPosition, string>();
    for (const position of shown) {
      const key = groupKeyOf(position, grouping);
      keyOf.set(position, key);
      const members = groups.get(key);
      if (members === undefined) groups.set(key, [position]);
      else members.push(position);
    }
    const sign = sort?.direction === 'descending' ? -1 : 1;
    const compare = columns.find(({ key }) => key === sort?.key)?.compare;
    if (compare !== undefined) for (const members of groups.values()) members.sort((one, other) => sign * compare(one, other));
    const ordered = [...groups].toSorted(([one], [other]) => compareText(one, other)).flatMap(([, members]) => members);
    const items = arrange(ordered, {
      idOf: ({ id }) => id,
      keep: () => true,
      compare: undefined,
      direction: 'ascending',
      groupOf: grouping === 'none' ? undefined : (position) => keyOf.get(position) ?? '',
      describeGroup: (key, members): PortfolioGroup => ({ key, sums: bucketSums(members) }),
      collapsed: new Set(view.collapsed),
    });
    return { items, shown };
  }

  #change(): void {
    [this.#positions, this.#totals] = [undefined, undefined];
  }

  #position(account: Pick<PortfolioAccountView, 'key' | 'kind'>, read: ReadHolding): PortfolioPosition {
    const price = this.#prices.get(read.holding.symbol);
    const known = this.#atPrice.get(read);
    if (known !== undefined && known.price === price) return known.position;
    const live = price === undefined ? read : liveHolding(read, { lastPrice: price.last });
    const position = portfolioPosition(account, live, price?.dayPercent);
    this.#atPrice.set(read, { price, position });
    return position;
  }
}

interface Price extends PortfolioPrice {
  readonly dayPercent: Amount | undefined;
}

function dayPercentOf({ last, previousClose }: PortfolioPrice): Amount | undefined {
  const [price, before] = [parseAmount(last), parseAmount(previousClose)];
  return price === undefined || before === undefined || before === 0n ? undefined : percentOf(price - before, before);
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
