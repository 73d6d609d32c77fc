import { IncompleteError } from '../../../service/errors';
import { simulatedOrdersPart } from '../../../service/endpoints/tradingSources';
import { readPart } from '../../../service/lists/readList';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { FoundOrder, OrderResult } from './listOrders';
import type { OrderPlace } from './readOrders';

/**
 * An order of a paper account, from the list of the day: no call reads a single one.
 *
 * @throws {@link ServiceError} when it is not in what could be read, and something could not be.
 */
export async function readPaperOrder(
  client: ReadingClient,
  { accountId, orderId, market }: Omit<OrderPlace, 'exchange'>,
  options: CallOptions,
): Promise<FoundOrder> {
  const result = (await readPaperOrders(client, { accountId, market, orderIds: [orderId] }, options)).get(orderId);
  if (result === undefined) throw new IncompleteError();
  if ('error' in result) throw result.error;
  return result.found;
}

/**
 * Several orders of a paper account, from one read of that list.
 *
 * @returns The result for each order; failures are results.
 */
export async function readPaperOrders(
  client: ReadingClient,
  {
    accountId,
    market,
    orderIds,
  }: { readonly accountId: string; readonly market: number | undefined; readonly orderIds: readonly string[] },
  options: CallOptions,
): Promise<ReadonlyMap<string, OrderResult>> {
  // Without its integer, an account's list can't be requested.
  if (market === undefined) return new Map(orderIds.map((id) => [id, { found: 'notOffered' }]));
  const read = await readPart(
    simulatedOrdersPart(async () => client, { accountId, market }),
    options,
  );
  const [gap] = read.gaps;
  const failure = gap?.kind === 'failed' && gap.error instanceof Error ? gap.error : new IncompleteError();
  const absent: OrderResult = !read.isOffered ? { found: 'notOffered' } : gap === undefined ? { found: 'notFound' } : { error: failure };
  return new Map(
    orderIds.map((id): readonly [string, OrderResult] => {
      const found = read.items.find((order) => order.orderId === id);
      return [id, found === undefined ? absent : { found }];
    }),
  );
}
