import type { DaySum } from './dayProfit';
import type { HoldingSide, ReadHolding } from './holding';
import { bucketOf } from './dayTotals';
import { holdingSums, netValue } from './holdingGroups';
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
  /** Negative if it is short, whatever sign the service gives it; so is the value. */
  readonly quantity: Amount | undefined;
  readonly value: Amount | undefined;
  readonly price: Amount | undefined;
  readonly cost: Amount | undefined;
  /** Change of the day in percent; undefined if the previous close is not known. */
  readonly dayPercent: Amount | undefined;
  /**
   * Amounts of one bucket can be added: one kind of account, and within it one currency, or, if the service names none, one market whose currency
   * the code tells.
   */
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
  /** The currency that the code tells if the service names none; empty if neither does. */
  readonly assumedCurrency: string;
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
  const { holding, market, marketValue } = read;
  const id = `${key}/${holding.id}`;
  const quantity = parseAmount(holding.quantity);
  const assumed = holding.currency === undefined ? ` ${shareCurrency(holding.symbol) ?? ''}` : '';
  return {
    id,
    accountKey: key,
    kind,
    read,
    market,
    quantity: quantity === undefined ? undefined : netValue(holding.side, quantity),
    value: marketValue === undefined ? undefined : netValue(holding.side, marketValue),
    price: parseAmount(holding.price),
    cost: parseAmount(holding.costPrice),
    dayPercent,
    bucket: `${bucketOf(kind, read, id)}${assumed}`,
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

/** Percent of the market value of everything in the bucket, negative if it is short; undefined if it cannot be read. */
export function shareOf({ bucket, value }: PortfolioPosition, totals: ReadonlyMap<string, Amount>): Amount | undefined {
  const total = totals.get(bucket) ?? 0n;
  return value === undefined || total === 0n ? undefined : percentOf(value, total);
}

const sideOrder: readonly HoldingSide[] = ['long', 'short', 'other'];

/** The currency in which a position is traded: what the service says, otherwise what the code tells; empty if neither does. */
export function tradedIn({ read: { holding } }: PortfolioPosition): string {
  return holding.currency ?? shareCurrency(holding.symbol) ?? '';
}

/**
 * Key of a position's group; the keys of one grouping sort in the display order of the groups: live accounts first. A group is of one kind of
 * account and of one bucket, so that it has one sum; without grouping, it is of one kind.
 */
export function groupKeyOf(position: PortfolioPosition, grouping: PortfolioGrouping): string {
  const { kind, bucket, isHome, market, read } = position;
  if (grouping === 'none') return kind;
  // What belongs to no market has no sum: it is one group all the same.
  const own = read.holding.currency === undefined && market === '' ? '' : bucket;
  // The currency of the account comes first in it.
  return [kind, groupedBy(position, grouping), grouping === 'account' && isHome ? ` ${own}` : own].join(' ');
}

function groupedBy(position: PortfolioPosition, grouping: Exclude<PortfolioGrouping, 'none'>): string {
  switch (grouping) {
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
 * One sum per bucket: live accounts first, then the accounts’ own currency, then by currency and market. Amounts are never added across markets,
 * currencies, or kinds of account.
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
    assumedCurrency: first === undefined || first.read.holding.currency !== undefined ? '' : tradedIn(first),
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
