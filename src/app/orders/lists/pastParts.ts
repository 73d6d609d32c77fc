import { fillsOnce } from '../../../domain/market/fillsOnce';
import type { HistoryRange } from '../../../domain/time/historyRange';
import { isMoreThan } from '../../../domain/values/decimal';
import type { ClientSource } from '../../../service/endpoints/sources';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { fillHistoryPart, orderFillsPart, orderHistoryPart, simulatedOrderHistoryPart } from '../../../service/endpoints/tradingSources';
import { mapList, seen, withGaps } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import type { ListPart } from '../../../service/lists/readList';
import type { OrderRecord } from '../../../service/records';
import type { Account } from '../../session/accounts/accounts';
import { marketsToRead } from './accountMarkets';
import type { MarketToRead, PastScope } from './accountMarkets';

type Owner = Pick<Account, 'id' | 'kind' | 'markets'>;

/** The two lists of fills that services have. */
export type FillsOf = 'today' | 'before';

/** The name of a part of an account's fills, such as `today HK`. */
function fillPart(of: FillsOf, market: string): string {
  return `${of} ${market}`;
}

/** Which list of which market a part of an account's fills is; undefined for another name. */
export function readFillPart(name: string): { readonly of: FillsOf; readonly market: string } | undefined {
  const [of = '', market = '', ...rest] = name.split(' ');
  return (of === 'today' || of === 'before') && market !== '' && rest.length === 0 ? { of, market } : undefined;
}

/**
 * Orders that an account made in a range, one part per market: services require it.
 *
 * @param scope.code - Limits the list of a live account to one security; those of paper accounts cannot be limited.
 */
export function pastOrderParts(
  owner: Owner,
  range: HistoryRange,
  source: ClientSource,
  scope: PastScope,
): readonly ListPart<OrderRecord>[] {
  const { id: accountId, kind, markets } = owner;
  const { start, end } = range;
  if (kind === 'simulated')
    return markets.map((market) => ({ ...simulatedOrderHistoryPart(source, { accountId, market, start, end }), first: 'orders' }));
  return marketsToRead(owner, scope).map(({ market: tradeMarket, isFirst }) => ({
    ...orderHistoryPart(source, { accountId, tradeMarket, code: scope.code, start, end }),
    first: isFirst ? 'orders' : undefined,
  }));
}

/**
 * Fills of a live account in a range, per market; no call returns those of a paper account. Today's fills are a separate list, and it is not
 * documented whether the other list has them too: if the range includes today, both are read.
 *
 * @param scope.code - Limits the list of past fills to one security; today's list cannot be limited.
 */
export function pastFillParts(owner: Owner, range: HistoryRange, source: ClientSource, scope: PastScope): readonly ListPart<FillRecord>[] {
  if (owner.kind !== 'live') return [];
  return marketsToRead(owner, scope).flatMap((market) => [
    ...(range.isCurrent ? [todaysPart(owner, source, market)] : []),
    pastPart(owner, range, source, market, scope.code),
  ]);
}

/** Today's fills of a live account as far as the service lists them apart: of the day at each exchange. */
export function todaysFillParts(owner: Owner, source: ClientSource, scope: PastScope): readonly ListPart<FillRecord>[] {
  return marketsToRead(owner, scope).map((market) => todaysPart(owner, source, market));
}

function todaysPart({ id: accountId }: Owner, source: ClientSource, { market, isFirst }: MarketToRead): ListPart<FillRecord> {
  const asked = orderFillsPart(source, { accountId, tradeMarket: market });
  return { ...asked, name: fillPart('today', market), first: isFirst ? 'orders' : undefined };
}

function pastPart(
  { id: accountId }: Owner,
  { start, end }: HistoryRange,
  source: ClientSource,
  { market, isFirst }: MarketToRead,
  code: string | undefined,
): ListPart<FillRecord> {
  const asked = fillHistoryPart(source, { accountId, tradeMarket: market, code, start, end });
  return { ...asked, name: fillPart('before', market), first: isFirst ? 'orders' : undefined };
}

/** A list with each fill once. Two records that can't be told apart are a gap. */
export function listOfFillsOnce(list: List<FillRecord>): List<FillRecord> {
  const { fills, alike } = fillsOnce(seen(list).items);
  return withGaps(
    mapList(list, () => fills),
    alike === 0 ? [] : [{ kind: 'alike', part: '', count: alike }],
  );
}

/** A list with each order once, as it was updated last: a service that ignores the market has it in the list of each. */
export function listOfOrdersOnce<T extends OrderRecord>(list: List<T>): List<T> {
  return mapList(list, (orders) => {
    const known = new Map<string, T>();
    for (const order of orders) {
      const before = known.get(order.orderId);
      if (before === undefined || isMoreThan(before.updatedAt, order.updatedAt) !== true) known.set(order.orderId, order);
    }
    return [...known.values()];
  });
}
