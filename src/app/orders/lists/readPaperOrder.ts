import { IncompleteError } from '../../../service/errors';
import { simulatedOrdersPart } from '../../../service/endpoints/tradingSources';
import { readPart } from '../../../service/lists/readList';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { FoundOrder } from './listOrders';
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
  // Without its integer, an account's list can't be requested.
  if (market === undefined) return 'notOffered';
  const read = await readPart(
    simulatedOrdersPart(async () => client, { accountId, market }),
    options,
  );
  const found = read.items.find((order) => order.orderId === orderId);
  if (found !== undefined) return found;
  if (!read.isOffered) return 'notOffered';
  const [gap] = read.gaps;
  if (gap === undefined) return 'notFound';
  throw gap.kind === 'failed' && gap.error instanceof Error ? gap.error : new IncompleteError();
}
