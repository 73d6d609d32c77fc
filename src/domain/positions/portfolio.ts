import type { DaySum } from './dayProfit';
import type { HoldingSide, ReadHolding } from './holding';
import { bucketOf } from './dayTotals';
import { holdingSums } from './holdingGroups';
import { shareCurrency } from '../market/security';
import { isTyped } from '../market/typedSecurity';
import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';

/** A position of one of several accounts. */
export interface PortfolioPosition {
  /** Unique among all accounts. */
  readonly id: string;
  readonly accountKey: string;
  readonly read: ReadHolding;
  /** The prefix of its symbol, otherwise the service's number; empty if neither is known. */
  readonly market: string;
  readonly quantity: Amount | undefined;
  readonly price: Amount | undefined;
  readonly cost: Amount | undefined;
  /** Change of the day in percent; undefined if the previous close is not known. */
  readonly dayPercent: Amount | undefined;
  /** Amounts of one bucket can be added: one kind of account, and within it one currency, or one market if the currency is not known. */
  readonly bucket: string;
  readonly kind: PortfolioAccountKind;
  /** It is in the currency in which its account is kept. */
  readonly isHome: boolean;
}

export type PortfolioAccountKind = 'simulated' | 'live';

export type PortfolioGrouping = 'none' | 'account' | 'market' | 'currency' | 'side';

/** Sums of positions of one bucket. */
export interface BucketSum {
  readonly bucket: string;
  readonly kind: PortfolioAccountKind;
  /** Undefined if the service does not name it: the bucket is a market then. */
  readonly currency: string | undefined;
  readonly market: string;
  readonly count: number;
  readonly marketValue: Amount;
  readonly profit: Amount;
  /** Percent of the amount paid; undefined unless it is known for all. */
  readonly percent: Amount | undefined;
  /** Positions whose amounts cannot be read and are in no sum. */
  readonly unreadable: number;
  readonly day: DaySum;
}

/** A position with its texts read as numbers. */
export function portfolioPosition(
  { key, kind, home }: { readonly key: string; readonly kind: PortfolioAccountKind; readonly home?: string | undefined },
  read: ReadHolding,
  dayPercent: Amount | undefined,
): PortfolioPosition {
  const { holding, market } = read;
  const id = `${key}/${holding.id}`;
  return {
    id,
    accountKey: key,
    kind,
    read,
    market,
    quantity: parseAmount(holding.quantity),
    price: parseAmount(holding.price),
    cost: parseAmount(holding.costPrice),
    dayPercent,
    bucket: bucketOf(kind, read, id),
    isHome: home !== undefined && home === holding.currency,
  };
}

/** The market value of everything in each bucket, long and short counted alike. */
export function bucketTotals(positions: readonly PortfolioPosition[]): ReadonlyMap<string, Amount> {
  const totals = new Map<string, Amount>();
  for (const { bucket, read } of positions) {
    if (read.marketValue !== undefined) totals.set(bucket, (totals.get(bucket) ?? 0n) + absolute(read.marketValue));
  }
  return totals;
}

/** Percent of the market value of everything in the bucket; undefined if it cannot be read. */
export function shareOf({ bucket, read }: PortfolioPosition, totals: ReadonlyMap<string, Amount>): Amount | undefined {
  const total = totals.get(bucket) ?? 0n;
  return read.marketValue === undefined || total === 0n ? undefined : percentOf(absolute(read.marketValue), total);
}

const sideOrder: readonly HoldingSide[] = ['long', 'short', 'other'];

/** The currency in which a position is traded: what the service says, otherwise what the code tells; empty if neither does. */
export function tradedIn({ read: { holding } }: PortfolioPosition): string {
  return holding.currency ?? shareCurrency(holding.symbol) ?? '';
}

/** Key of a position's group; the keys of one grouping sort in the display order of the groups. */
export function groupKeyOf(position: PortfolioPosition, grouping: PortfolioGrouping): string {
  switch (grouping) {
    case 'none':
      return '';
    case 'account':
      return position.accountKey;
    case 'market':
      return position.market;
    case 'currency':
      return tradedIn(position);
    case 'side':
      return String(sideOrder.indexOf(position.read.holding.side));
  }
}

/**
 * One sum per bucket: live accounts first, then the accounts’ own currency, then the one with the most positions. Amounts are never added across markets, currencies, or
 * kinds of account.
 */
export function bucketSums(positions: readonly PortfolioPosition[]): readonly BucketSum[] {
  const buckets = new Map<string, PortfolioPosition[]>();
  for (const position of positions) {
    const members = buckets.get(position.bucket);
    if (members === undefined) buckets.set(position.bucket, [position]);
    else members.push(position);
  }
  return [...buckets]
    .map(([bucket, members]) => ({ sum: sumOf(bucket, members), isHome: members.some(({ isHome }) => isHome) }))
    .sort(
      ({ sum: one, ...first }, { sum: other, ...second }) =>
        Number(other.kind === 'live') - Number(one.kind === 'live') ||
        Number(second.isHome) - Number(first.isHome) ||
        other.count - one.count ||
        (one.bucket < other.bucket ? -1 : 1),
    )
    .map(({ sum }) => sum);
}

function sumOf(bucket: string, members: readonly PortfolioPosition[]): BucketSum {
  const [first] = members;
  return {
    bucket,
    kind: first?.kind ?? 'simulated',
    currency: first?.read.holding.currency,
    market: first?.market ?? '',
    ...holdingSums(members.map(({ read }) => read)),
  };
}

/**
 * True if a position has the text in its symbol, name, market, or account; an empty text matches all. A whole symbol also finds a position
 * whose symbol came without the market.
 */
export function fits(position: PortfolioPosition, typed: string, accountName: string): boolean {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  const { symbol, name } = position.read.holding;
  const text = `${symbol} ${name} ${position.market} ${accountName}`.toLowerCase();
  return words.every((word) => text.includes(word) || isTyped(word, symbol));
}

/** Compares figures; unreadable ones come last in either direction. */
export function compareAmounts(one: Amount | undefined, other: Amount | undefined, direction: 'ascending' | 'descending'): number {
  if (one === undefined || other === undefined) {
    const order = (one === undefined ? 1 : 0) - (other === undefined ? 1 : 0);
    return direction === 'ascending' ? order : -order;
  }
  return one === other ? 0 : one < other ? -1 : 1;
}
