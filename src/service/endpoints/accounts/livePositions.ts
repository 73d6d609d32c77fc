import type { LivePosition } from '../../records';
import { cursorlessPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { decodeRecords } from '../../schema/decode';
import { listInside } from '../orders/flaggedPage';
import type { Place } from '../../schema/decode';
import { RecordFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { saysMore } from '../page';
import { get, segment } from '../rules';

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
  const fields = new RecordFields(record, place);
  return {
    side: fields.optionalText('position_side'),
    code: fields.text('code'),
    name: fields.optionalText('stock_name'),
    quantity: fields.text('qty'),
    availableQuantity: fields.optionalText('can_sell_qty'),
    currency: fields.optionalText('currency'),
    price: fields.optionalText('nominal_price'),
    costPrice: fields.valid('cost_price'),
    marketValue: fields.optionalText('market_val'),
    profit: fields.valid('pl_val'),
    profitRatio: fields.valid('pl_ratio'),
    dayProfit: fields.optionalText('today_pl_val'),
    averageCost: fields.valid('average_cost'),
    unrealizedProfit: fields.valid('unrealized_pl'),
    realizedProfit: fields.valid('realized_pl'),
    unknown: fields.unknown,
  };
}
