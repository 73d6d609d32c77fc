import type { SimulatedOrder } from '../tradingRecords';
import type { Place } from '../../schema/decode';
import { optionalText, text, unknownFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import { sideNumbers, statusWord, typeNumbers, wordOf } from './wireNumbers';

const known: ReadonlySet<string> = new Set([
  'order_id',
  'side',
  'symbol',
  'stock_name',
  'order_type',
  'status',
  'qty',
  'cum_qty',
  'price',
  'avg_fill_price',
  'aux_price',
  'create_time',
  'update_time',
  'text',
  'market',
]);

/** An order of a paper account (beyond the specification); only its ID is required. */
export function readSimulatedOrder(record: JsonObject, place: Place): SimulatedOrder {
  const sent = {
    side: optionalText(record, 'side', place),
    orderType: optionalText(record, 'order_type', place),
    status: optionalText(record, 'status', place),
  };
  const dealtQuantity = optionalText(record, 'cum_qty', place);
  return {
    orderId: text(record, 'order_id', place),
    code: optionalText(record, 'symbol', place),
    name: optionalText(record, 'stock_name', place),
    securityType: '',
    side: wordOf(sideNumbers, sent.side),
    orderType: wordOf(typeNumbers, sent.orderType),
    status: statusWord(sent.status, dealtQuantity),
    timeInForce: '',
    currency: '',
    quantity: optionalText(record, 'qty', place),
    price: optionalText(record, 'price', place),
    auxPrice: optionalText(record, 'aux_price', place),
    dealtQuantity,
    dealtAveragePrice: optionalText(record, 'avg_fill_price', place),
    createdAt: optionalText(record, 'create_time', place),
    updatedAt: optionalText(record, 'update_time', place),
    lastError: '',
    remark: optionalText(record, 'text', place),
    market: optionalText(record, 'market', place),
    sent,
    unknown: unknownFields(record, known),
  };
}
