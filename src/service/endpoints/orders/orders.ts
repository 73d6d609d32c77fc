import type { ListPage } from '../../schema/page';
import type { OrderRecord } from '../../records';
import type { ReadEndpoint } from '../endpoint';
import { withoutContradictions } from './contradictions';
import { decodeFlaggedPage } from './flaggedPage';
import { readOrderRecord } from './orderRecord';
import { filled, get, rawQuery, segment } from '../rules';

export interface OrdersQuery {
  readonly accountId: string;
  readonly tradeMarket: string;
  readonly pageFlag?: string;
}

const pageSize = 100;

/** Beyond the specification: GET /accounts/{acc_id}/orders, open orders and those ended in the last 24 h. */
export const orders: ReadEndpoint<OrdersQuery, ListPage<OrderRecord>> = {
  method: 'GET',
  route: '/api/v1.0/accounts/{acc_id}/orders',
  isEvidence: true,
  build: ({ accountId, tradeMarket, pageFlag }) =>
    get(
      `/api/v1.0/accounts/${segment('acc_id', accountId)}/orders`,
      rawQuery([
        ['trd_market', filled('trd_market', tradeMarket)],
        ['page_flag', pageFlag ?? ''],
        ['page_size', pageSize],
      ]),
    ),
  decode: (answer, place) => decodeFlaggedPage(answer, place, 'orders', readOrderRecord, withoutContradictions),
};
