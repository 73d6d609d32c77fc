import type { Position } from '../../records';
import { cursorlessPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { at, decodeRecords, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { RecordFields } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { emptyPage, saysMore } from '../page';
import { get, rawQuery, segment, wholeWithin } from '../rules';

export interface PositionsQuery {
  readonly accountId: string;
  readonly market?: number;
}

/** Spec, GET /api/v1.0/sim-trade/{acc_id}/positions. */
export const simulatedPositions: ReadEndpoint<PositionsQuery, ListPage<Position>> = {
  method: 'GET',
  route: '/api/v1.0/sim-trade/{acc_id}/positions',
  empty: emptyPage,
  build,
  decode: (answer, place) => {
    const here = at(place, 'data');
    return cursorlessPage(
      decodeRecords(member(expectObject(member(answer, 'data'), here), 'positions'), at(here, 'positions'), readPosition),
      { saysMore: saysMore(answer, 'data') },
    );
  },
};

function build({ accountId, market }: PositionsQuery): RequestParts {
  if (market !== undefined) wholeWithin('market', market, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return get(`/api/v1.0/sim-trade/${segment('acc_id', accountId)}/positions`, rawQuery([['market', market]]));
}

/** The fields that identify a position are required; a figure that is missing or null is the empty text. */
function readPosition(record: JsonObject, place: Place): Position {
  const fields = new RecordFields(record, place);
  const currency = fields.nullableText('currency');
  return {
    positionId: fields.text('pstn_id'),
    side: sideOf(fields.int('pstn_type')),
    market: fields.int('market'),
    symbol: fields.text('symbol'),
    name: fields.optionalText('stock_name'),
    quantity: fields.text('qty'),
    availableQuantity: fields.optionalText('qty_avbl'),
    costPrice: fields.optionalText('cost_price'),
    averageBuyPrice: fields.optionalText('buy_avg_price'),
    currentPrice: fields.optionalText('cur_price'),
    marketValue: fields.optionalText('mv'),
    profit: fields.optionalText('profit'),
    profitRatio: fields.optionalText('profit_ratio'),
    ...(currency === null ? {} : { currency }),
    unknown: fields.unknown,
  };
}

function sideOf(type: number): Position['side'] {
  if (type === 0) return 'long';
  return type === 1 ? 'short' : { unknown: type };
}
