import type { ListPage } from '../../schema/page';
import type { OrderRecord } from '../../records';
import type { FillRecord, FillsQuery, HistoryQuery } from '../tradingRecords';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { get, microseconds, rawQuery, securityId, segment, timeRange } from '../rules';
import { withoutContradictions } from './contradictions';
import { decodeFlaggedPage } from './flaggedPage';
import { readOrderRecord } from './orderRecord';
import type { Place } from '../../schema/decode';
import { RecordFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';

/** A fill as the service lists it (beyond the specification); its identity, quantity, and price are required. */
function readFillRecord(record: JsonObject, place: Place): FillRecord {
  const fields = new RecordFields(record, place);
  return {
    dealId: fields.text('deal_id'),
    orderId: fields.text('order_id'),
    code: fields.optionalText('code'),
    name: fields.optionalText('stock_name'),
    side: fields.optionalText('trd_side', 'side'),
    quantity: fields.text('qty'),
    price: fields.text('price'),
    currency: fields.optionalText('currency').trim(),
    createdAt: fields.microsecondsText('create_time'),
    updatedAt: fields.microsecondsText('updated_time'),
    counterBrokerId: fields.optionalText('counter_broker_id'),
    counterBrokerName: fields.optionalText('counter_broker_name'),
    status: fields.optionalText('status'),
    unknown: fields.unknown,
  };
}

/** The most that each call returns. */
const pageSizes = { orders: 100, fills: 100, fillsOfBefore: 50 } as const;

/** Beyond the specification: GET /accounts/{acc_id}/orders_history, by the time at which orders were made. */
export const orderHistory: ReadEndpoint<HistoryQuery, ListPage<OrderRecord>> = {
  method: 'GET',
  route: '/api/v1.0/accounts/{acc_id}/orders_history',
  isEvidence: true,
  build: (query) => historyRequest('orders_history', query, pageSizes.orders),
  decode: (answer, place) => decodeFlaggedPage(answer, place, 'orders', readOrderRecord, withoutContradictions),
};

/** Beyond the specification: GET /accounts/{acc_id}/order_fills, of the day. */
export const orderFills: ReadEndpoint<FillsQuery, ListPage<FillRecord>> = {
  method: 'GET',
  route: '/api/v1.0/accounts/{acc_id}/order_fills',
  build: ({ accountId, tradeMarket, pageFlag }) =>
    get(
      `/api/v1.0/accounts/${segment('acc_id', accountId)}/order_fills`,
      rawQuery([
        ['trd_market', tradeMarket],
        ['page_flag', pageFlag ?? ''],
        ['page_size', pageSizes.fills],
      ]),
    ),
  decode: (answer, place) => decodeFlaggedPage(answer, place, ['order_fills', 'fills'], readFillRecord),
};

/** Beyond the specification: GET /accounts/{acc_id}/fills_history, by the time at which fills were last changed. */
export const fillHistory: ReadEndpoint<HistoryQuery, ListPage<FillRecord>> = {
  method: 'GET',
  route: '/api/v1.0/accounts/{acc_id}/fills_history',
  build: (query) => historyRequest('fills_history', query, pageSizes.fillsOfBefore),
  decode: (answer, place) => decodeFlaggedPage(answer, place, ['order_fills', 'fills'], readFillRecord),
};

/** Services return nothing without start and end. */
function historyRequest(
  call: string,
  { accountId, tradeMarket, code, start, end, pageFlag }: HistoryQuery,
  pageSize: number,
): RequestParts {
  timeRange(['start', microseconds('start', start)], ['end', end]);
  return get(
    `/api/v1.0/accounts/${segment('acc_id', accountId)}/${call}`,
    rawQuery([
      ['trd_market', tradeMarket],
      ['code', code === undefined ? undefined : securityId('code', code)],
      ['start', start],
      ['end', end],
      ['page_flag', pageFlag ?? ''],
      ['page_size', pageSize],
    ]),
  );
}
