import { percentOf } from './amount';
import type { Amount } from './amount';
import type { HoldingSide, ReadHolding } from './holding';
import { symbolPrefix } from './holding';
import { basisOf } from './profitRatio';

export type SortKey = 'symbol' | 'marketValue' | 'profit' | 'profitRatio';
export interface SortOrder {
  readonly key: SortKey;
  readonly descending: boolean;
}
export const defaultSort: SortOrder = { key: 'symbol', descending: false };

/** Sums of holdings of one currency; `currency` is undefined where the service does not name it. */
export interface Subtotal {
  readonly currency: string | undefined;
  readonly count: number;
  readonly marketValue: Amount;
  readonly profit: Amount;
  /** Percent of what was paid; undefined where that is not known. */
  readonly percent: Amount | undefined;
  /** Holdings whose amounts could not be read and are not in the sums. */
  readonly unreadable: number;
}

export interface SideSubtotals {
  readonly side: HoldingSide;
  readonly count: number;
  readonly subtotals: readonly Subtotal[];
}

export interface MarketGroup {
  /** Stable over refreshes. */
  readonly key: string;
  /** Opaque; undefined where the records have no market integer. */
  readonly market: number | undefined;
  /** Market prefixes found in the group's own symbols, in order; empty where the symbols have none. */
  readonly prefixes: readonly string[];
  readonly holdings: readonly ReadHolding[];
  readonly sides: readonly SideSubtotals[];
}

/**
 * Totals of an account. Amounts are only ever added within one currency; where a currency is not known, only within
 * one market. `unnamed` says how many holdings are in no total for that reason.
 */
export interface AccountTotals {
  readonly subtotals: readonly Subtotal[];
  readonly unnamed: number;
}

/** Groups by market, the groups in the order of their labels and the holdings of each in the order asked for. */
export function groupByMarket(holdings: readonly ReadHolding[], sort: SortOrder): readonly MarketGroup[] {
  const groups = new Map<string, ReadHolding[]>();
  for (const read of holdings) {
    const key = groupKey(read);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [read]);
    else group.push(read);
  }
  return [...groups].map(([key, members]) => marketGroup(key, members, sort)).sort(byMarket);
}

/** The market integer where there is one, because it is the service's own grouping; the symbol's prefix otherwise. */
function groupKey({ holding }: ReadHolding): string {
  return holding.market === undefined ? `prefix:${symbolPrefix(holding.symbol) ?? ''}` : `market:${holding.market}`;
}

function marketGroup(key: string, members: readonly ReadHolding[], sort: SortOrder): MarketGroup {
  const prefixes = new Set<string>();
  for (const { holding } of members) {
    const prefix = symbolPrefix(holding.symbol);
    if (prefix !== undefined) prefixes.add(prefix);
  }
  return {
    key,
    market: members[0]?.holding.market,
    prefixes: [...prefixes].sort(compareText),
    holdings: sortHoldings(members, sort),
    sides: sideSubtotals(members),
  };
}

function byMarket(one: MarketGroup, other: MarketGroup): number {
  const labels = compareText(one.prefixes[0] ?? '\uffff', other.prefixes[0] ?? '\uffff');
  if (labels !== 0) return labels;
  return (one.market ?? 0) - (other.market ?? 0) || compareText(one.key, other.key);
}

/** Holdings whose figure cannot be read come last in either direction; equal ones are ordered by symbol, then id. */
export function sortHoldings(holdings: readonly ReadHolding[], sort: SortOrder): readonly ReadHolding[] {
  const turn = sort.descending ? -1 : 1;
  return [...holdings].sort((one, other) => compareBy(sort.key, one, other, turn) || byName(one, other));
}

function compareBy(key: SortKey, one: ReadHolding, other: ReadHolding, turn: 1 | -1): number {
  if (key === 'symbol') return turn * compareText(one.holding.symbol, other.holding.symbol);
  const [left, right] = [figure(key, one), figure(key, other)];
  if (left === undefined || right === undefined) return (left === undefined ? 1 : 0) - (right === undefined ? 1 : 0);
  return left === right ? 0 : left < right ? -turn : turn;
}

function figure(key: 'marketValue' | 'profit' | 'profitRatio', read: ReadHolding): Amount | undefined {
  if (key === 'profitRatio') return read.ratio.kind === 'none' ? undefined : read.ratio.percent;
  return read[key];
}

function byName(one: ReadHolding, other: ReadHolding): number {
  return compareText(one.holding.symbol, other.holding.symbol) || compareText(one.holding.id, other.holding.id);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sideSubtotals(members: readonly ReadHolding[]): readonly SideSubtotals[] {
  return (['long', 'short', 'other'] as const)
    .map((side) => members.filter(({ holding }) => holding.side === side))
    .filter((ofSide) => ofSide.length > 0)
    .map((ofSide) => ({ side: ofSide[0]?.holding.side ?? 'other', count: ofSide.length, subtotals: subtotalsByCurrency(ofSide) }));
}

/** One sum a currency; holdings without a currency are summed apart. Only meaningful within one market. */
export function subtotalsByCurrency(members: readonly ReadHolding[]): readonly Subtotal[] {
  const byCurrency = new Map<string | undefined, ReadHolding[]>();
  for (const read of members) {
    const list = byCurrency.get(read.holding.currency);
    if (list === undefined) byCurrency.set(read.holding.currency, [read]);
    else list.push(read);
  }
  return [...byCurrency].map(([currency, list]) => subtotal(currency, list)).sort((one, other) => compareText(one.currency ?? '\uffff', other.currency ?? '\uffff'));
}

function subtotal(currency: string | undefined, members: readonly ReadHolding[]): Subtotal {
  let marketValue = 0n;
  let profit = 0n;
  let basis: Amount | undefined = 0n;
  let unreadable = 0;
  for (const read of members) {
    if (read.marketValue === undefined || read.profit === undefined) {
      unreadable += 1;
      continue;
    }
    marketValue += read.marketValue;
    profit += read.profit;
    const own = basisOf(read.marketValue, read.profit, read.holding.side === 'short');
    basis = own === undefined || basis === undefined ? undefined : basis + own;
  }
  const percent = basis === undefined || basis === 0n ? undefined : percentOf(profit, basis);
  return { currency, count: members.length, marketValue, profit, percent, unreadable };
}

/** Totals of all groups of an account. With a single market, its amounts need no currency to be added. */
export function accountTotals(groups: readonly MarketGroup[]): AccountTotals {
  const all = groups.flatMap((group) => group.holdings);
  const named = groups.length === 1 ? all : all.filter(({ holding }) => holding.currency !== undefined);
  return { subtotals: subtotalsByCurrency(named), unnamed: all.length - named.length };
}
