import { daySum } from './dayProfit';
import type { DayProfit, DaySum } from './dayProfit';
import type { ReadHolding } from './holding';

/** The day's P&L of all positions whose amounts can be added: one kind of account, and within it one currency, or one market. */
export interface DayTotal {
  readonly key: string;
  readonly kind: 'simulated' | 'live';
  /** Undefined if the service does not name it: the total is for a market then. */
  readonly currency: string | undefined;
  readonly market: string;
  readonly count: number;
  readonly day: DaySum;
  /** False if positions of this kind of account may be missing. */
  readonly isWhole: boolean;
  /** True if positions of this kind of account are from before a read that failed. */
  readonly isOld: boolean;
}

interface AccountHoldings {
  readonly kind: 'simulated' | 'live';
  readonly holdings: readonly ReadHolding[];
  /** False if holdings may be missing. */
  readonly isWhole?: boolean;
  readonly isOld?: boolean;
  /** The currency in which the account is kept, if that is known. */
  readonly home?: string | undefined;
}

/** One total per kind of account and currency: live accounts first, then the accounts’ own currency, then the one with the most positions. */
export function dayTotals(accounts: readonly AccountHoldings[]): readonly DayTotal[] {
  const found = new Map<string, { readonly total: Omit<DayTotal, 'count' | 'day' | 'isWhole' | 'isOld'>; readonly days: DayProfit[] }>();
  const partial = new Set(accounts.flatMap(({ kind, isWhole = true }) => (isWhole ? [] : [kind])));
  const old = new Set(accounts.flatMap(({ kind, isOld = false }) => (isOld ? [kind] : [])));
  const homes = new Set(accounts.flatMap(({ kind, home }) => (home === undefined ? [] : [`${kind} ${home}`])));
  const isHome = ({ kind, currency }: DayTotal): boolean => currency !== undefined && homes.has(`${kind} ${currency}`);
  for (const [at, { kind, holdings }] of accounts.entries())
    for (const read of holdings) {
      const key = bucketOf(kind, read, `${at}/${read.holding.id}`);
      const known = found.get(key);
      if (known !== undefined) known.days.push(read.day);
      else found.set(key, { total: { key, kind, currency: read.holding.currency, market: read.market }, days: [read.day] });
    }
  return [...found.values()]
    .map(({ total, days }) => ({
      ...total,
      count: days.length,
      day: daySum(days),
      isWhole: !partial.has(total.kind),
      isOld: old.has(total.kind),
    }))
    .sort(
      (one, other) =>
        Number(other.kind === 'live') - Number(one.kind === 'live') ||
        Number(isHome(other)) - Number(isHome(one)) ||
        other.count - one.count ||
        (one.key < other.key ? -1 : 1),
    );
}

/**
 * Amounts of one bucket can be added. Simulated money is never added to real money.
 *
 * @param id - Unique among all positions: a position without currency and market has its own bucket.
 */
export function bucketOf(kind: 'simulated' | 'live', read: ReadHolding, id: string): string {
  const { market } = read;
  const { currency } = read.holding;
  if (currency !== undefined) return `${kind} currency ${currency}`;
  return market === '' ? `${kind} position ${id}` : `${kind} market ${market}`;
}
