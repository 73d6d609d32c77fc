import { isExchange } from '../../domain/orders/orderRules';
import type { Exchange } from '../../domain/orders/orderRules';
import { IncompleteError } from '../../service/errors';
import type { OrderRecord } from '../../service/records';
import type { CallOptions, ServiceClient } from '../../service/serviceClient';
import { findIn, firstFailure } from '../../service/lists/list';
import { listRead, readParts, readPartsOfOneCall } from '../../service/lists/readList';
import type { ListPart } from '../../service/lists/readList';
import { ordersPart } from '../../service/endpoints/sources';
import type { ClientSource } from '../../service/endpoints/sources';

/** Markets by which the service lists orders (beyond the specification, order queries). */
export const tradeMarkets = ['HK', 'US', 'HKCC', 'SG', 'CA', 'FUTURES', 'JP', 'KR'] as const;

type TradeMarket = (typeof tradeMarkets)[number];

/** Where orders are looked for first while nobody knows where an account has any. */
const likelyMarkets: readonly string[] = ['HK', 'US'] satisfies readonly TradeMarket[];

/** An account's orders as parts of one list, a market each; those of these markets are shown first. */
export function orderParts(
  source: ClientSource,
  accountId: string,
  firstMarkets: readonly string[] = likelyMarkets,
): readonly ListPart<OrderRecord>[] {
  return tradeMarkets.map((market) => {
    const part = ordersPart(source, accountId, market);
    return firstMarkets.includes(market) ? { ...part, first: 'orders' } : part;
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

/**
 * One order from the account's lists. The market of its exchange is read first, and the others only if the order is not
 * there: each read counts against the rate limit.
 *
 * @throws {@link ServiceError} when it is not among what could be read, and something could not be read.
 */
export async function findOrder(
  client: ServiceClient,
  { accountId, orderId, exchange }: { readonly accountId: string; readonly orderId: string; readonly exchange: string },
  options: CallOptions,
): Promise<OrderRecord | 'notFound' | 'notOffered'> {
  const parts = orderParts(async () => client, accountId);
  const own = isExchange(exchange) ? parts.filter(({ name }) => name === marketOfExchange[exchange]) : [];
  const read = await readParts(own, options);
  for (const { items } of read) {
    const found = items.findLast((order) => order.orderId === orderId);
    if (found !== undefined) return found;
  }
  const list = listRead(await readPartsOfOneCall(parts, options, read));
  const found = findIn(list, (order) => order.orderId === orderId);
  if (found === 'notKnown') {
    const error = firstFailure(list)?.error;
    throw error instanceof Error ? error : new IncompleteError();
  }
  if (found === 'notOffered') return found;
  return found === 'absent' ? 'notFound' : found.item;
}

/** An order that moves to another page or market during the read may appear twice; the later one counts. */
export function onceEach(orders: readonly OrderRecord[]): readonly OrderRecord[] {
  return [...new Map(orders.map((order) => [order.orderId, order])).values()];
}
