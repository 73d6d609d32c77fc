import { isShare, marketOf } from '../../../domain/market/security';
import type { Account } from '../../session/accounts/accounts';
import { tradeMarkets } from './listOrders';

/** The market of its lists for each integer of an account (beyond the specification, `enable_market`). */
const marketOfInteger: ReadonlyMap<number, string> = new Map([
  [1, 'HK'],
  [2, 'US'],
  [4, 'HKCC'],
]);

/** The market of its lists for each prefix of a security. */
const ofPrefix: ReadonlyMap<string, string> = new Map([
  ['HK', 'HK'],
  ['US', 'US'],
  ['SH', 'HKCC'],
  ['SZ', 'HKCC'],
  ['SG', 'SG'],
  ['JP', 'JP'],
  ['CA', 'CA'],
  ['KR', 'KR'],
]);
const withFutures: ReadonlySet<string> = new Set(['HK', 'US', 'SG', 'JP', 'KR']);

/** Without any knowledge: where most orders are. */
const likely: readonly string[] = ['HK', 'US'];

/** What past lists of an account are limited to, and what is known about it. */
export interface PastScope {
  /** `{market}.{code}`; all securities if undefined. */
  readonly code?: string | undefined;
  /** The markets in which the account had orders when they were last read. */
  readonly inUse?: readonly string[] | undefined;
}

/** A market whose lists are read, and whether it is probably one with something in it. */
export interface MarketToRead {
  readonly market: string;
  readonly isFirst: boolean;
}

/**
 * The markets whose lists together hold what an account traded, those in use first: each is a request of its own, because the service
 * requires one market per request (beyond the specification, `trd_market`). Those of the account, and those in which it was seen to have
 * orders; all of them if the service lists an integer for it whose market is not known.
 */
export function marketsToRead({ markets }: Pick<Account, 'markets'>, { code, inUse }: PastScope): readonly MarketToRead[] {
  const ofSecurity = code === undefined ? undefined : marketsOfCode(code);
  if (ofSecurity !== undefined) return ofSecurity.map((market) => ({ market, isFirst: true }));
  const own = marketsOfAccount(markets);
  const first = inUse === undefined || inUse.length === 0 ? likely.filter((market) => own.includes(market)) : inUse;
  const rest = own.filter((market) => !first.includes(market));
  return [...first.map((market) => ({ market, isFirst: true })), ...rest.map((market) => ({ market, isFirst: false }))];
}

/** The markets by which the lists of an account are asked for; all if one of its integers is not known. */
export function marketsOfAccount(markets: readonly number[]): readonly string[] {
  const known = markets.map((market) => marketOfInteger.get(market));
  const named = known.flatMap((market) => market ?? []);
  return named.length === known.length && named.length > 0 ? [...new Set(named)] : tradeMarkets;
}

/**
 * The markets by which orders and fills of one security are listed; undefined if its market is not among them. What does not look like a share
 * is searched for among futures, too.
 */
export function marketsOfCode(code: string): readonly string[] | undefined {
  const prefix = marketOf(code) ?? '';
  const market = ofPrefix.get(prefix);
  if (market === undefined) return undefined;
  return isShare(code, 'unknown') || !withFutures.has(prefix) ? [market] : [market, 'FUTURES'];
}
