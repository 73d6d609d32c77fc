import type { OrderRecord } from '../../records';
import type { Place } from '../../schema/decode';
import { microsecondsText, optionalText, text, unknownFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';

const known: ReadonlySet<string> = new Set([
  'order_id',
  'code',
  'stock_name',
  'security_type',
  'side',
  'trd_side',
  'order_type',
  'order_status',
  'time_in_force',
  'currency',
  'qty',
  'price',
  'aux_price',
  'dealt_qty',
  'dealt_avg_price',
  'create_time',
  'updated_time',
  'last_err_msg',
  'remark',
]);

/** An order as the service lists it (beyond the specification); only its ID is required. */
export function readOrderRecord(record: JsonObject, place: Place): OrderRecord {
  return {
    orderId: text(record, 'order_id', place),
    code: optionalText(record, 'code', place),
    name: optionalText(record, 'stock_name', place),
    securityType: optionalText(record, 'security_type', place),
    side: optionalText(record, 'side', place) || optionalText(record, 'trd_side', place),
    orderType: optionalText(record, 'order_type', place),
    status: optionalText(record, 'order_status', place),
    timeInForce: optionalText(record, 'time_in_force', place),
    currency: optionalText(record, 'currency', place),
    quantity: optionalText(record, 'qty', place),
    price: optionalText(record, 'price', place),
    auxPrice: optionalText(record, 'aux_price', place),
    dealtQuantity: optionalText(record, 'dealt_qty', place),
    dealtAveragePrice: optionalText(record, 'dealt_avg_price', place),
    createdAt: microsecondsText(record, 'create_time', place),
    updatedAt: microsecondsText(record, 'updated_time', place),
    lastError: optionalText(record, 'last_err_msg', place),
    remark: optionalText(record, 'remark', place),
    unknown: unknownFields(record, known),
  };
}
