import type { FillRecord } from '../tradingRecords';
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
  'create_time',
  'updated_time',
  'counter_broker_id',
  'counter_broker_name',
  'status',
]);

/** A fill as the service lists it (beyond the specification); its identity, quantity, and price are required. */
export function readFillRecord(record: JsonObject, place: Place): FillRecord {
  return {
    dealId: text(record, 'deal_id', place),
    orderId: text(record, 'order_id', place),
    code: optionalText(record, 'code', place),
    name: optionalText(record, 'stock_name', place),
    side: optionalText(record, 'trd_side', place) || optionalText(record, 'side', place),
    quantity: text(record, 'qty', place),
    price: text(record, 'price', place),
    createdAt: microsecondsText(record, 'create_time', place),
    updatedAt: microsecondsText(record, 'updated_time', place),
    counterBrokerId: optionalText(record, 'counter_broker_id', place),
    counterBrokerName: optionalText(record, 'counter_broker_name', place),
    status: optionalText(record, 'status', place),
    unknown: unknownFields(record, known),
  };
}
