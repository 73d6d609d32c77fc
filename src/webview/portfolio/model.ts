import { readHolding } from '../../domain/positions/holding';
import { holdingToday, isBehind, isFreshRead } from '../../domain/positions/liveHolding';
import type { ReadHolding } from '../../domain/positions/holding';
import { bucketSums, bucketTotals, fits, groupKeyOf, portfolioPosition, shareOf } from '../../domain/positions/portfolio';
import type { BucketSum, PortfolioPosition } from '../../domain/positions/portfolio';
import { masked } from '../../domain/text/mask';
import type { Privacy } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, percentOf } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import type { PortfolioAccountView, PortfolioData, PortfolioPrice } from '../../panel/portfolio/portfolioProtocol';
import type { ExtendedView } from '../../panel/platform/extendedView';
import { arrange } from '../shared/grid/arrange';
import type { GridItem } from '../shared/grid/arrange';
import type { GridColumn } from '../shared/grid/column';
import type { PortfolioViewState } from './viewState';

/** The heading of a group. */
export interface PortfolioGroup {
  /** Tells what all of the group have in common. */
  readonly example: PortfolioPosition | undefined;
  /** One, unless the group is of several currencies or markets; none if all of it is old. */
  readonly sums: readonly BucketSum[];
}

type Account = Pick<PortfolioAccountView, 'key' | 'kind' | 'home' | 'updatedAt' | 'isOld'>;

/** A position as it came, and at its last price, which most drawings find unchanged. */
interface Row {
  readonly read: ReadHolding;
  at?: { readonly price: Price | undefined; readonly isFresh: boolean; readonly hasNewer: boolean; readonly position: PortfolioPosition };
}

/** Positions and prices of the page, and their layout. */
export class PortfolioModel {
  constructor(private readonly now: () => number = Date.now) {}

  data: PortfolioData = {
    ...{ accounts: [], missing: [], unlisted: [], partial: [], aged: [], oldAsOf: '' },
    ...{ isLoaded: false, isSandbox: false },
  };
  #accounts: readonly (Account & { readonly rows: readonly Row[] })[] = [];
  #oldAccounts: ReadonlySet<string> = new Set();
  readonly #prices = new Map<string, Price>();
  /** Undefined if something changed that the lines do not contain yet. */
  #positions: readonly PortfolioPosition[] | undefined;
  #totals: ReadonlyMap<string, Amount> | undefined;

  setData(data: PortfolioData): void {
    this.data = data;
    this.#accounts = data.accounts.map(({ key, kind, home, updatedAt, isOld, positions }) => ({
      ...{ key, kind, home, updatedAt, isOld },
      rows: positions.map((holding) => ({ read: readHolding(holding) })),
    }));
    this.#oldAccounts = new Set(data.accounts.filter(({ isOld }) => isOld).map(({ key }) => key));
    this.#change();
  }

  /** Laid out on access: of several changes before a frame, only the last one counts. Returns the same list until something changes. */
  get positions(): readonly PortfolioPosition[] {
    this.#positions ??= this.#accounts.flatMap((account) => account.rows.map((row) => this.#position(account, row)));
    return this.#positions;
  }

  /** Percentage of the total that a position belongs to, over all accounts; undefined if it cannot be read. */
  shareOf(position: PortfolioPosition): Amount | undefined {
    if (this.isOldPosition(position)) return undefined;
    this.#totals ??= bucketTotals(this.current(this.positions));
    return shareOf(position, this.#totals);
  }

  extendedOf(position: PortfolioPosition): ExtendedView | null {
    return this.isOldPosition(position) ? null : (this.#prices.get(position.read.holding.symbol)?.extended ?? null);
  }

  /** Whether the price, or the position itself, is out of date. */
  isOld(position: PortfolioPosition): boolean {
    return this.isOldPosition(position) || this.#prices.get(position.read.holding.symbol)?.isOld === true;
  }

  /** Whether another window read it before this one was opened: such positions are only for display. */
  isOldPosition({ accountKey }: PortfolioPosition): boolean {
    return this.#oldAccounts.has(accountKey);
  }

  /** The positions that this window has read: only these are summed up, copied, exported, and opened. */
  current(positions: readonly PortfolioPosition[]): readonly PortfolioPosition[] {
    return this.#oldAccounts.size === 0 ? positions : positions.filter((position) => !this.isOldPosition(position));
  }

  /** Whether positions may still arrive that have never been read. */
  get isLoading(): boolean {
    const { isLoaded, unlisted, accounts } = this.data;
    return !isLoaded || unlisted.length > 0 || accounts.some(({ loading }) => loading !== '');
  }

  setPrices(prices: readonly PortfolioPrice[]): void {
    for (const price of prices) this.#prices.set(price.symbol, { ...price, lastPrice: price.last, dayPercent: dayPercentOf(price) });
    this.#change();
  }

  forgetPrices(): void {
    this.#prices.clear();
    this.#change();
  }

  /** The sums over the positions of an account that are known now. */
  sumsOf(key: string): readonly BucketSum[] {
    const account = this.#accounts.find((each) => each.key === key);
    return account === undefined || account.isOld ? [] : bucketSums(account.rows.map((row) => this.#position(account, row)));
  }

  account(key: string): PortfolioAccountView | undefined {
    return this.data.accounts.find((account) => account.key === key);
  }

  accountName(key: string, { isPrivate }: Privacy): string {
    const account = this.account(key);
    if (account === undefined) return '';
    return isPrivate && account.name === account.id ? masked : visibleText(account.name);
  }

  /** The lines of the grid, and the positions in them; if nothing is filtered, the latter is the list of all positions. */
  items(
    view: PortfolioViewState,
    columns: readonly GridColumn<PortfolioPosition>[],
  ): { readonly items: readonly GridItem<PortfolioPosition, PortfolioGroup>[]; readonly shown: readonly PortfolioPosition[] } {
    const { sort, grouping, filter } = view;
    const shown =
      filter.trim() === ''
        ? this.positions
        : this.positions.filter((position) => fits(position, filter, this.accountName(position.accountKey, { isPrivate: false })));
    const hasGroups = grouping !== 'none' || this.#hasBothKinds;
    // Groups keep their order regardless of how records are sorted, and each group is sorted separately.
    const groups = new Map<string, PortfolioPosition[]>();
    for (const position of shown) {
      const key = groupKeyOf(position, grouping);
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
      groupOf: hasGroups ? (position) => groupKeyOf(position, grouping) : undefined,
      describeGroup: (_, members): PortfolioGroup => ({ example: members[0], sums: bucketSums(this.current(members)) }),
      collapsed: new Set(view.collapsed),
    });
    return { items, shown };
  }

  /** Real and simulated money are never in one group, also where nothing else is grouped. */
  get #hasBothKinds(): boolean {
    return new Set(this.positions.map(({ kind }) => kind)).size > 1;
  }

  #change(): void {
    [this.#positions, this.#totals] = [undefined, undefined];
  }

  #position(account: Account, row: Row): PortfolioPosition {
    const { read, at: known } = row;
    // An old position stays unchanged.
    const price = account.isOld ? undefined : this.#prices.get(read.holding.symbol);
    const isFresh = isFreshRead(read.holding.symbol, account.updatedAt, this.now());
    const hasNewer = price !== undefined && isBehind(read, price, account.updatedAt);
    if (known !== undefined && known.price === price && known.isFresh === isFresh && known.hasNewer === hasNewer) return known.position;
    const live = holdingToday(read, price, { isOld: price?.isOld === true, isFresh, readAtMs: account.updatedAt });
    const position = portfolioPosition(account, live, price?.dayPercent);
    row.at = { price, isFresh, hasNewer, position };
    return position;
  }
}

interface Price extends PortfolioPrice {
  readonly lastPrice: string;
  readonly dayPercent: Amount | undefined;
}

function dayPercentOf({ last, previousClose }: PortfolioPrice): Amount | undefined {
  const [price, before] = [parseAmount(last), parseAmount(previousClose)];
  return price === undefined || before === undefined || before === 0n ? undefined : percentOf(price - before, before);
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
