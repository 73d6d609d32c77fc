import { percentOf } from '../values/amount';
import type { Amount } from '../values/amount';
import { addedDays, daySum } from './dayProfit';
import type { DaySum } from './dayProfit';
import type { HoldingSide, ReadHolding } from './holding';
import { marketOf } from '../market/security';

export type SortKey = 'symbol' | 'marketValue' | 'profit' | 'profitRatio' | 'dayProfit';
export interface SortOrder {
  readonly key: SortKey;
  readonly descending: boolean;
}
const sides: readonly HoldingSide[] = ['long', 'short', 'other'];
export const defaultSort: SortOrder = { key: 'symbol', descending: false };

/** Sums of holdings of one currency; `currency` is undefined if the service does not name it. */
export interface Subtotal {
  readonly currency: string | undefined;
  readonly count: number;
  /** Long less short. */
  readonly marketValue: Amount;
  readonly profit: Amount;
  /** The amount paid for them, or received; undefined unless it is known for each. */
  readonly basis: Amount | undefined;
  /** Percent of the amount paid; undefined if that is not known. */
  readonly percent: Amount | undefined;
  /** Holdings whose amounts could not be read and are not in the sums. */
  readonly unreadable: number;
  readonly day: DaySum;
}

export interface SideSubtotals {
  readonly side: HoldingSide;
  readonly count: number;
  readonly subtotals: readonly Subtotal[];
}

export interface MarketGroup {
  /** Stable across refreshes. */
  readonly key: string;
  /** Opaque; undefined if the records have no market integer. */
  readonly market: number | undefined;
  /** Market prefixes found in the group's own symbols, in order; empty if the symbols have none. */
  readonly prefixes: readonly string[];
  readonly holdings: readonly ReadHolding[];
  readonly sides: readonly SideSubtotals[];
}

/**
 * Totals of an account. Amounts are only ever added within one currency; if the currency is unknown, only within one market; and if that is
 * unknown too, not at all. `unnamed` is the number of holdings that are in no total for that reason.
 */
export interface AccountTotals {
  readonly subtotals: readonly Subtotal[];
  readonly unnamed: number;
}

/** Sorting by figures that privacy mode hides would reveal them. */
export function maySortBy(key: SortKey, isPrivate: boolean): boolean {
  return !isPrivate || key === 'symbol';
}

/** The order that may be shown: the chosen one, or the default if the chosen one would reveal hidden figures. */
export function shownSort(sort: SortOrder, isPrivate: boolean): SortOrder {
  return maySortBy(sort.key, isPrivate) ? sort : defaultSort;
}

/** Groups by market; the groups are ordered by their labels, and the holdings of each as requested. */
export function groupByMarket(holdings: readonly ReadHolding[], sort: SortOrder): readonly MarketGroup[] {
  // The market integer if there is one, because it is the service's own grouping; otherwise the symbol's prefix.
  const groups = groupBy(holdings, ({ holding, market }) => holding.market ?? market);
  return [...groups]
    .map(([key, members]) => marketGroup(typeof key === 'number' ? `market:${key}` : `prefix:${key}`, members, sort))
    .sort(byMarket);
}

function groupBy<Key>(holdings: readonly ReadHolding[], keyOf: (read: ReadHolding) => Key): ReadonlyMap<Key, readonly ReadHolding[]> {
  const groups = new Map<Key, ReadHolding[]>();
  for (const read of holdings) {
    const key = keyOf(read);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [read]);
    else group.push(read);
  }
  return groups;
}

function marketGroup(key: string, members: readonly ReadHolding[], sort: SortOrder): MarketGroup {
  return {
    key,
    market: members[0]?.holding.market,
    prefixes: prefixesOf(members),
    holdings: sortHoldings(members, sort),
    sides: sideSubtotals(members),
  };
}

/** In order, each once. Neighbours mostly share a prefix, which is not looked up again. */
function prefixesOf(members: readonly ReadHolding[]): readonly string[] {
  const prefixes = new Set<string>();
  let start: string | undefined;
  for (const { holding } of members) {
    if (start !== undefined && holding.symbol.startsWith(start)) continue;
    const prefix = marketOf(holding.symbol);
    if (prefix === undefined) continue;
    prefixes.add(prefix);
    start = `${prefix}.`;
  }
  return [...prefixes].sort(compareText);
}

function byMarket(one: MarketGroup, other: MarketGroup): number {
  const labels = compareText(one.prefixes[0] ?? '\uffff', other.prefixes[0] ?? '\uffff');
  if (labels !== 0) return labels;
  return (one.market ?? 0) - (other.market ?? 0) || compareText(one.key, other.key);
}

/** Holdings whose figure cannot be read come last in either direction; equal ones are ordered by symbol, then id. */
export function sortHoldings(holdings: readonly ReadHolding[], sort: SortOrder): readonly ReadHolding[] {
  const { key, descending } = sort;
  if (key === 'symbol' && !descending) return [...holdings].sort(byName);
  const turn = descending ? -1 : 1;
  return [...holdings].sort((one, other) => compareBy(key, one, other, turn) || byName(one, other));
}

function compareBy(key: SortKey, one: ReadHolding, other: ReadHolding, turn: 1 | -1): number {
  if (key === 'symbol') return turn * compareText(one.holding.symbol, other.holding.symbol);
  const [left, right] = [figure(key, one), figure(key, other)];
  if (left === undefined || right === undefined) return (left === undefined ? 1 : 0) - (right === undefined ? 1 : 0);
  return left === right ? 0 : left < right ? -turn : turn;
}

function figure(key: Exclude<SortKey, 'symbol'>, read: ReadHolding): Amount | undefined {
  if (key === 'dayProfit') return read.day.kind === 'unknown' ? undefined : read.day.amount;
  if (key === 'profitRatio') return read.ratio.kind === 'none' ? undefined : read.ratio.percent;
  return read[key];
}

function byName(one: ReadHolding, other: ReadHolding): number {
  return compareText(one.holding.symbol, other.holding.symbol) || compareText(one.holding.id, other.holding.id);
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function sideSubtotals(members: readonly ReadHolding[]): readonly SideSubtotals[] {
  const bySide = groupBy(members, ({ holding }) => holding.side);
  return sides.flatMap((side) => {
    const ofSide = bySide.get(side);
    return ofSide === undefined ? [] : [{ side, count: ofSide.length, subtotals: subtotalsByCurrency(ofSide) }];
  });
}

/**
 * One sum per currency; holdings without a currency are summed separately, and left out if their market is unknown too. Only meaningful within
 * one {@link MarketGroup}.
 */
export function subtotalsByCurrency(members: readonly ReadHolding[]): readonly Subtotal[] {
  const addable = members.filter(({ holding, market }) => holding.currency !== undefined || market !== '');
  const byCurrency = groupBy(addable, ({ holding }) => holding.currency);
  return [...byCurrency].map(([currency, list]) => ({ currency, ...holdingSums(list) })).sort(inOrderOfCurrency);
}

function inOrderOfCurrency(one: Subtotal, other: Subtotal): number {
  return compareText(one.currency ?? '\uffff', other.currency ?? '\uffff');
}

/** The sums of holdings of one currency or market. */
export function holdingSums(members: readonly ReadHolding[]): Omit<Subtotal, 'currency'> {
  let marketValue = 0n;
  let profit = 0n;
  let basis: Amount | undefined = 0n;
  let unreadable = 0;
  for (const read of members) {
    if (read.marketValue === undefined || read.profit === undefined) {
      unreadable += 1;
      continue;
    }
    marketValue += netValue(read.holding.side, read.marketValue);
    profit += read.profit;
    basis = read.basis === undefined || basis === undefined ? undefined : basis + read.basis;
  }
  return {
    count: members.length,
    marketValue,
    profit,
    basis,
    percent: percentOfBasis(profit, basis),
    unreadable,
    day: daySum(members.map(({ day }) => day)),
  };
}

/** A value or quantity as it counts in an account: a short one is taken from it, with whatever sign the service states it. */
export function netValue(side: HoldingSide, amount: Amount): Amount {
  return side === 'short' && amount > 0n ? -amount : amount;
}

function percentOfBasis(profit: Amount, basis: Amount | undefined): Amount | undefined {
  return basis === undefined || basis === 0n ? undefined : percentOf(profit, basis);
}

/** Totals of all groups of an account. With a single market, its amounts need no currency to be added. */
export function accountTotals(groups: readonly MarketGroup[]): AccountTotals {
  const all = groups.flatMap(({ sides }) => sides.flatMap(({ subtotals }) => subtotals));
  const named = groups.length === 1 ? all : all.filter(({ currency }) => currency !== undefined);
  const count = groups.reduce((sum, { holdings }) => sum + holdings.length, 0);
  return { subtotals: addedByCurrency(named), unnamed: count - countOf(named) };
}

/** Adds existing sums per currency, so that thousands of holdings are added only once. */
function addedByCurrency(subtotals: readonly Subtotal[]): readonly Subtotal[] {
  const sums = new Map<string | undefined, Subtotal>();
  for (const subtotal of subtotals) {
    const sum = sums.get(subtotal.currency);
    sums.set(subtotal.currency, sum === undefined ? subtotal : added(sum, subtotal));
  }
  return [...sums.values()].sort(inOrderOfCurrency);
}

function added(one: Subtotal, other: Subtotal): Subtotal {
  const profit = one.profit + other.profit;
  const basis = one.basis === undefined || other.basis === undefined ? undefined : one.basis + other.basis;
  return {
    currency: one.currency,
    count: one.count + other.count,
    marketValue: one.marketValue + other.marketValue,
    profit,
    basis,
    percent: percentOfBasis(profit, basis),
    unreadable: one.unreadable + other.unreadable,
    day: addedDays(one.day, other.day),
  };
}

function countOf(subtotals: readonly Subtotal[]): number {
  return subtotals.reduce((count, one) => count + one.count, 0);
}
