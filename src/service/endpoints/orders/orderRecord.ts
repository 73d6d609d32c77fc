import type { OrderRecord } from '../../records';
import type { Place } from '../../schema/decode';
import { RecordFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';

/** An order as the service lists it (beyond the specification); only its ID is required. */
export function readOrderRecord(record: JsonObject, place: Place): OrderRecord {
  const fields = new RecordFields(record, place);
  return {
    orderId: fields.text('order_id'),
    code: fields.optionalText('code'),
    name: fields.optionalText('stock_name'),
    securityType: fields.optionalText('security_type'),
    side: fields.optionalText('side', 'trd_side'),
    orderType: fields.optionalText('order_type'),
    status: fields.optionalText('order_status'),
    timeInForce: fields.optionalText('time_in_force'),
    currency: fields.optionalText('currency'),
    quantity: fields.optionalText('qty'),
    price: fields.optionalText('price'),
    auxPrice: fields.optionalText('aux_price'),
    dealtQuantity: fields.optionalText('dealt_qty'),
    dealtAveragePrice: fields.optionalText('dealt_avg_price'),
    createdAt: fields.microsecondsText('create_time'),
    updatedAt: fields.microsecondsText('updated_time'),
    lastError: fields.optionalText('last_err_msg'),
    remark: fields.optionalText('remark'),
    unknown: fields.unknown,
  };
}
