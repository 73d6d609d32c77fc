import { cursorlessPage, listPage } from '../../schema/page';
import type { ListPage, Records } from '../../schema/page';
import type { SimulatedAccountQuery, SimulatedHistoryQuery, SimulatedOrder } from '../tradingRecords';
import { at, decodeRecords, expectObject, mismatch } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { nullableText, optionalFlag, RecordFields } from '../../schema/fields';
import { isObject, member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { emptyFirstPage, emptyPage, lastKeys, saysMore } from '../page';
import { get, microseconds, rawQuery, timeRange } from '../rules';
import { marketOf, sideNumbers, simulatedPath, statusWord, typeNumbers, wordOf } from './wire';

/** An order of a paper account (beyond the specification); only its ID is required. */
function readSimulatedOrder(record: JsonObject, place: Place): SimulatedOrder {
  const fields = new RecordFields(record, place);
  const sent = {
    side: fields.optionalText('side'),
    orderType: fields.optionalText('order_type'),
    status: fields.optionalText('status'),
  };
  const dealtQuantity = fields.optionalText('cum_qty');
  return {
    orderId: fields.text('order_id'),
    code: fields.optionalText('symbol'),
    name: fields.optionalText('stock_name'),
    securityType: '',
    side: wordOf(sideNumbers, sent.side),
    orderType: wordOf(typeNumbers, sent.orderType),
    status: statusWord(sent.status, dealtQuantity),
    timeInForce: '',
    currency: '',
    quantity: fields.optionalText('qty'),
    price: fields.optionalText('price'),
    auxPrice: fields.optionalText('aux_price'),
    dealtQuantity,
    dealtAveragePrice: fields.optionalText('avg_fill_price'),
    createdAt: fields.optionalText('create_time'),
    updatedAt: fields.optionalText('update_time'),
    lastError: '',
    remark: fields.optionalText('text'),
    market: fields.optionalText('market'),
    sent,
    unknown: fields.unknown,
  };
}

const pageSize = 50;

/** Beyond the specification: GET /sim-trade/{acc_id}/orders, the orders of the day. */
export const simulatedOrders: ReadEndpoint<SimulatedAccountQuery, ListPage<SimulatedOrder>> = {
  method: 'GET',
  route: '/api/v1.0/sim-trade/{acc_id}/orders',
  isEvidence: true,
  empty: emptyPage,
  build: ({ accountId, market }) => get(simulatedPath(accountId, 'orders'), rawQuery([['market', marketOf({ market })]])),
  // The call has no cursor: if the response says that there is more, the list is incomplete.
  decode: (answer, place) => cursorlessPage(recordsOf(answer, place), { saysMore: saysMore(answer, 'data') }),
};

/** Beyond the specification: GET /sim-trade/{acc_id}/history-orders. */
export const simulatedOrderHistory: ReadEndpoint<SimulatedHistoryQuery, ListPage<SimulatedOrder>> = {
  method: 'GET',
  route: '/api/v1.0/sim-trade/{acc_id}/history-orders',
  isEvidence: true,
  empty: ({ nextKey }) => emptyFirstPage(nextKey === undefined ? {} : { nextKey }),
  build: ({ accountId, market, start, end, nextKey }) => {
    timeRange(['time_begin', microseconds('time_begin', start)], ['time_end', end]);
    return get(
      simulatedPath(accountId, 'history-orders'),
      rawQuery([
        ['market', marketOf({ market })],
        ['time_begin', start],
        ['time_end', end],
        ['page_size', pageSize],
        ['next_key', nextKey === '' ? undefined : nextKey],
      ]),
    );
  },
  decode: (answer, place) =>
    listPage({
      ...recordsOf(answer, place),
      ...continuation(answer, expectObject(member(answer, 'data'), at(place, 'data')), place),
      total: undefined,
    }),
};

/** What a response says about the following pages. */
interface Continuation {
  /** Undefined if it does not say. */
  readonly hasMore: boolean | undefined;
  readonly nextKey: string;
}

function recordsOf(answer: JsonObject, place: Place): Records<SimulatedOrder> {
  const here = at(place, 'data');
  return decodeRecords(member(expectObject(member(answer, 'data'), here), 'orders'), at(here, 'orders'), readSimulatedOrder);
}

/** Documented inside `data`, observed beside it. */
function continuation(answer: JsonObject, data: JsonObject, place: Place): Continuation {
  const [inside, beside] = [member(data, 'pagination'), member(answer, 'pagination')];
  const pagination = isObject(inside) ? inside : beside;
  const here = at(isObject(inside) ? at(place, 'data') : place, 'pagination');
  if ((pagination ?? null) === null) return { hasMore: undefined, nextKey: '' };
  const page = expectObject(pagination, here);
  const key = nullableText(page, 'next_key', here);
  const hasMore = optionalFlag(page, 'has_more', here) ?? (key === null ? undefined : !lastKeys.has(key));
  if (hasMore === true && key === null) throw mismatch(at(here, 'next_key'), 'string', member(page, 'next_key'));
  return { hasMore, nextKey: key ?? '' };
}
