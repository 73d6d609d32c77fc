import type { ListPage } from '../../schema/page';
import type { OrderRecord } from '../../records';
import type { FillRecord, FillsQuery, HistoryQuery } from '../tradingRecords';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { get, microseconds, rawQuery, securityId, segment, timeRange } from '../rules';
import { withoutContradictions } from './contradictions';
import { decodeFlaggedPage } from './flaggedPage';
import { readOrderRecord } from './orderRecord';
import type { Place } from '../../schema/decode';
import { microsecondsText, optionalText, text, unknownFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';

const known: ReadonlySet<string> = new Set([
  'deal_id',
  'order_id',
  'code',
  'stock_name',
  'trd_side',
  'side',
  'qty',
  'price',
  'currency',
  'create_time',
  'updated_time',
  'counter_broker_id',
  'counter_broker_name',
  'status',
]);

/** A fill as the service lists it (beyond the specification); its identity, quantity, and price are required. */
function readFillRecord(record: JsonObject, place: Place): FillRecord {
  return {
    dealId: text(record, 'deal_id', place),
    orderId: text(record, 'order_id', place),
    code: optionalText(record, 'code', place),
    name: optionalText(record, 'stock_name', place),
    side: optionalText(record, 'trd_side', place) || optionalText(record, 'side', place),
    quantity: text(record, 'qty', place),
    price: text(record, 'price', place),
    currency: optionalText(record, 'currency', place).trim(),
    createdAt: microsecondsText(record, 'create_time', place),
    updatedAt: microsecondsText(record, 'updated_time', place),
    counterBrokerId: optionalText(record, 'counter_broker_id', place),
    counterBrokerName: optionalText(record, 'counter_broker_name', place),
    status: optionalText(record, 'status', place),
    unknown: unknownFields(record, known),
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
