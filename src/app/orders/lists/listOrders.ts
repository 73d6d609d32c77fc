import { isExchange } from '../../../domain/orders/orderRules';
import type { Exchange } from '../../../domain/orders/orderRules';
import { IncompleteError } from '../../../service/errors';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import { findIn, firstFailure } from '../../../service/lists/list';
import { listRead, readParts, readPartsOfOneCall } from '../../../service/lists/readList';
import type { ListPart, NamedResult } from '../../../service/lists/readList';
import { ordersPart } from '../../../service/endpoints/sources';
import type { ClientSource } from '../../../service/endpoints/sources';

/** Markets by which the service lists orders (beyond the specification, order queries). */
export const tradeMarkets = ['HK', 'US', 'HKCC', 'SG', 'CA', 'FUTURES', 'JP', 'KR'] as const;

type TradeMarket = (typeof tradeMarkets)[number];

/** Markets that are searched first while it is not known in which ones an account has orders. */
const likelyMarkets: readonly string[] = ['HK', 'US'] satisfies readonly TradeMarket[];

/** An account's orders as parts of one list, one per market; the given markets are shown first. */
export function orderParts(
  source: ClientSource,
  accountId: string,
  firstMarkets: readonly string[] = likelyMarkets,
): readonly ListPart<OrderRecord>[] {
  const first = firstMarkets.length === 0 ? likelyMarkets : firstMarkets;
  return tradeMarkets.map((market) => {
    const part = ordersPart(source, accountId, market);
    return first.includes(market) ? { ...part, first: 'orders' } : part;
  });
}

/** The market by which orders on an exchange are listed. */
const marketOfExchange: Readonly<Record<Exchange, TradeMarket>> = {
  SEHK: 'HK',
  US: 'US',
  CBOE: 'US',
  SSE: 'HKCC',
  SZSE: 'HKCC',
  SGX: 'SG',
  CA: 'CA',
  JP: 'JP',
  KR: 'KR',
  HKFE: 'FUTURES',
  CME: 'FUTURES',
  CBOT: 'FUTURES',
  NYMEX: 'FUTURES',
  COMEX: 'FUTURES',
};

/** The market by which orders on an exchange are listed; undefined for an unknown exchange. */
export function tradeMarketOf(exchange: string): string | undefined {
  return isExchange(exchange) ? marketOfExchange[exchange] : undefined;
}

/** The markets whose lists may have an order on an exchange: all of them if the exchange is unknown. */
export function marketsOfExchange(exchange: string): readonly string[] {
  const own = tradeMarketOf(exchange);
  return own === undefined ? tradeMarkets : [own];
}

/** The parts of an account's orders that list an exchange: all of them if the exchange is unknown. */
export function ordersPartsOn(source: ClientSource, accountId: string, exchange: string): readonly ListPart<OrderRecord>[] {
  const markets = marketsOfExchange(exchange);
  return orderParts(source, accountId).filter(({ name }) => markets.includes(name));
}

/** Orders of one account on one exchange, which is empty if unknown. */
export interface OrdersPlace {
  readonly accountId: string;
  readonly exchange: string;
  readonly orderIds: readonly string[];
}

/** An order, or what its absence means: `notFound` only if the lists are complete. */
export type FoundOrder = OrderRecord | 'notFound' | 'notOffered';

/** The result of reading one of several orders. */
export type OrderResult = { readonly found: FoundOrder } | { readonly error: unknown };

/**
 * Orders from the account's lists. The market of their exchange is read first, and the others only for orders missing there: each read counts
 * against the rate limit.
 *
 * @returns The result for each order; failures are results.
 * @throws only when reading was cancelled.
 */
export async function findOrders(
  client: ReadingClient,
  { accountId, exchange, orderIds }: OrdersPlace,
  options: CallOptions,
): Promise<ReadonlyMap<string, OrderResult>> {
  const results = new Map<string, OrderResult>();
  const parts = orderParts(async () => client, accountId);
  const own = isExchange(exchange) ? ordersPartsOn(async () => client, accountId, exchange) : [];
  const read = await readParts(own, options);
  const listed = new Map(read.flatMap(({ items }) => items.map((order) => [order.orderId, order])));
  for (const id of orderIds) {
    const found = listed.get(id);
    if (found !== undefined) results.set(id, { found });
  }
  const missing = orderIds.filter((id) => !results.has(id));
  if (missing.length === 0) return results;
  const all = await readPartsOfOneCall(parts, options, read);
  for (const id of missing) results.set(id, inParts(all, id));
  return results;
}

function inParts(parts: readonly NamedResult<OrderRecord>[], id: string): OrderResult {
  try {
    const list = listRead(parts);
    const found = findIn(list, (order) => order.orderId === id);
    if (found === 'notKnown') {
      const error = firstFailure(list)?.error;
      return { error: error instanceof Error ? error : new IncompleteError() };
    }
    return { found: found === 'notOffered' ? found : found === 'absent' ? 'notFound' : found.item };
  } catch (error) {
    return { error };
  }
}

/** An order that moves to another page or market during the read may appear twice; the later one counts. */
export function onceEach(orders: readonly OrderRecord[], idOf = ({ orderId }: OrderRecord): string => orderId): readonly OrderRecord[] {
  return [...new Map(orders.map((order) => [idOf(order), order])).values()];
}
