import type { LivePosition } from '../../records';
import { cursorlessPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { decodeRecords } from '../../schema/decode';
import { listInside } from '../orders/flaggedPage';
import type { Place } from '../../schema/decode';
import { optionalFlag, optionalText, text, unknownFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { saysMore } from '../page';
import { get, segment } from '../rules';

const known: ReadonlySet<string> = new Set([
  'position_side',
  'code',
  'stock_name',
  'qty',
  'can_sell_qty',
  'currency',
  'nominal_price',
  'cost_price',
  'cost_price_valid',
  'market_val',
  'pl_ratio',
  'pl_ratio_valid',
  'pl_val',
  'pl_val_valid',
  'today_pl_val',
  ...['average_cost', 'average_cost_valid', 'unrealized_pl', 'unrealized_pl_valid', 'realized_pl', 'realized_pl_valid'],
]);

/** Beyond the specification: GET /accounts/{acc_id}/positions. A figure that the service marks as invalid is the empty text. */
export const livePositions: ReadEndpoint<{ readonly accountId: string }, ListPage<LivePosition>> = {
  method: 'GET',
  route: '/api/v1.0/accounts/{acc_id}/positions',
  build: ({ accountId }) => get(`/api/v1.0/accounts/${segment('acc_id', accountId)}/positions`),
  decode: (answer, place) => {
    const { list, place: here } = listInside(answer, place, 'positions');
    return cursorlessPage(decodeRecords(list, here, readPosition), { saysMore: saysMore(answer, 'd') });
  },
};

function readPosition(record: JsonObject, place: Place): LivePosition {
  return {
    side: optionalText(record, 'position_side', place),
    code: text(record, 'code', place),
    name: optionalText(record, 'stock_name', place),
    quantity: text(record, 'qty', place),
    availableQuantity: optionalText(record, 'can_sell_qty', place),
    currency: optionalText(record, 'currency', place),
    price: optionalText(record, 'nominal_price', place),
    costPrice: valid(record, 'cost_price', 'cost_price_valid', place),
    marketValue: optionalText(record, 'market_val', place),
    profit: valid(record, 'pl_val', 'pl_val_valid', place),
    profitRatio: valid(record, 'pl_ratio', 'pl_ratio_valid', place),
    dayProfit: optionalText(record, 'today_pl_val', place),
    averageCost: valid(record, 'average_cost', 'average_cost_valid', place),
    unrealizedProfit: valid(record, 'unrealized_pl', 'unrealized_pl_valid', place),
    realizedProfit: valid(record, 'realized_pl', 'realized_pl_valid', place),
    unknown: unknownFields(record, known),
  };
}

/** A figure with its own validity flag. */
function valid(record: JsonObject, key: string, flag: string, place: Place): string {
  const figure = optionalText(record, key, place);
  return optionalFlag(record, flag, place) === false ? '' : figure;
}
