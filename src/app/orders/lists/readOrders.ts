import { IncompleteError } from '../../../service/errors';
import { mostOrderIds } from '../../../service/endpoints/orders/orderDetails';
import { orderDetailsPart } from '../../../service/endpoints/sources';
import { chunksOf } from '../../../service/lists/chunks';
import { readPart } from '../../../service/lists/readList';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import { readPaperOrder } from './readPaperOrder';
import { findOrders } from './listOrders';
import type { FoundOrder, OrderResult, OrdersPlace } from './listOrders';

/** Where to find an order; the exchange is empty if unknown. */
export interface OrderPlace {
  readonly accountId: string;
  readonly orderId: string;
  readonly exchange: string;
  /** True for an order of a paper account, which has lists of its own. */
  readonly isPaper?: boolean | undefined;
  /** The account's own integer, by which a paper account's orders are listed. */
  readonly market?: number | undefined;
}

/**
 * One order's current state: from its detail endpoint if offered, else from the account's lists.
 *
 * @throws {@link ServiceError} when it is not in what could be read, and something could not be.
 */
export async function readOrder(client: ReadingClient, { orderId, ...place }: OrderPlace, options: CallOptions): Promise<FoundOrder> {
  if (place.isPaper === true) return readPaperOrder(client, { ...place, orderId }, options);
  return foundIn(await readOrders(client, { ...place, orderIds: [orderId] }, options), orderId);
}

/** The order among the results. @throws the error that reading it failed with. */
export function foundIn(results: ReadonlyMap<string, OrderResult>, orderId: string): FoundOrder {
  const result = results.get(orderId) ?? { error: new IncompleteError() };
  if ('error' in result) throw result.error;
  return result.found;
}

/**
 * Reads several orders in as few requests as the service allows.
 *
 * @returns The result for each order; failures are results.
 * @throws only when reading was cancelled.
 */
export async function readOrders(
  client: ReadingClient,
  { accountId, exchange, orderIds }: OrdersPlace,
  options: CallOptions,
): Promise<ReadonlyMap<string, OrderResult>> {
  const results = new Map<string, OrderResult>();
  // That endpoint needs an exchange; the lists may still have the orders.
  const chunks = exchange === '' ? [] : chunksOf(orderIds, mostOrderIds);
  const isOffered = await Promise.all(
    chunks.map(async (ids) => {
      const read = await readPart(
        orderDetailsPart(async () => client, { accountId, exchange, orderIds: ids }),
        options,
      );
      const failure = read.gaps.find((gap) => gap.kind === 'failed');
      for (const id of ids) {
        const found = read.items.find((order) => order.orderId === id);
        if (found !== undefined) results.set(id, { found });
        else if (failure !== undefined) results.set(id, { error: failure.error });
      }
      return read.isOffered;
    }),
  );
  const missing = orderIds.filter((id) => !results.has(id));
  if (missing.length === 0) return results;
  const hasDetails = isOffered.includes(true);
  for (const [id, result] of await findOrders(client, { accountId, exchange, orderIds: missing }, options)) {
    const isNowhere = hasDetails && 'found' in result && result.found === 'notOffered';
    results.set(id, isNowhere ? { found: 'notFound' } : result);
  }
  return results;
}
