import { InvalidInputError } from '../../errors';
import type { OrderRecord } from '../../records';
import { onlyPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { decodeRecords } from '../../schema/decode';
import { listInside } from './flaggedPage';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { withoutContradictions } from './contradictions';
import { readOrderRecord } from './orderRecord';
import { filled, segment, withJson } from '../rules';

export interface OrderDetailsQuery {
  readonly accountId: string;
  readonly exchange: string;
  readonly orderIds: readonly string[];
}

/** Services accept fewer than 50. */
export const mostOrderIds = 49;

/** Beyond the specification: POST /accounts/{acc_id}/orders/detail, at most 49 orders of one exchange. */
export const orderDetails: ReadEndpoint<OrderDetailsQuery, ListPage<OrderRecord>> = {
  method: 'POST',
  route: '/api/v1.0/accounts/{acc_id}/orders/detail',
  isEvidence: true,
  build,
  decode: (answer, place) => {
    const { list, place: here } = listInside(answer, place, 'orders');
    return onlyPage(withoutContradictions(decodeRecords(list, here, readOrderRecord), here));
  },
};

function build({ accountId, exchange, orderIds }: OrderDetailsQuery): RequestParts {
  if (orderIds.length === 0 || orderIds.length > mostOrderIds)
    throw new InvalidInputError('order_ids', { kind: 'count', least: 1, most: mostOrderIds });
  for (const id of orderIds) filled('order_ids', id);
  const path = `/api/v1.0/accounts/${segment('acc_id', accountId)}/orders/detail`;
  return withJson(path, JSON.stringify({ exchange: filled('exchange', exchange), order_ids: orderIds }));
}
