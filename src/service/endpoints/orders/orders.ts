import { listPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import type { OrderRecord } from '../../records';
import { at, decodeRecords, expectObject } from '../../schema/decode';
import { optionalFlag, optionalText } from '../../schema/fields';
import { member } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
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
  build: ({ accountId, tradeMarket, pageFlag }) =>
    get(
      `/api/v1.0/accounts/${segment('acc_id', accountId)}/orders`,
      rawQuery([
        ['trd_market', filled('trd_market', tradeMarket)],
        ['page_flag', pageFlag ?? ''],
        ['page_size', pageSize],
      ]),
    ),
  decode: (answer, place) => {
    const here = at(place, 'd');
    const d = expectObject(member(answer, 'd'), here);
    const nextKey = optionalText(d, 'page_flag', here);
    const completed = optionalFlag(d, 'completed', here);
    const hasMore = completed === undefined ? (nextKey === '' ? undefined : true) : !completed;
    const records = decodeRecords(member(d, 'orders'), at(here, 'orders'), readOrderRecord);
    return listPage({ ...records, hasMore, nextKey, total: undefined });
  },
};
