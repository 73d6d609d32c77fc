import type { Position } from '../../records';
import { cursorlessPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { at, decodeRecords, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { int, nullableText, optionalText, text, unknownFields } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { emptyPage, saysMore } from '../page';
import { get, rawQuery, segment, wholeWithin } from '../rules';

const known: ReadonlySet<string> = new Set([
  'pstn_id',
  'pstn_type',
  'market',
  'symbol',
  'stock_name',
  'qty',
  'qty_avbl',
  'cost_price',
  'buy_avg_price',
  'cur_price',
  'mv',
  'profit',
  'profit_ratio',
  'currency',
]);

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
  const currency = nullableText(record, 'currency', place);
  return {
    positionId: text(record, 'pstn_id', place),
    side: sideOf(int(record, 'pstn_type', place)),
    market: int(record, 'market', place),
    symbol: text(record, 'symbol', place),
    name: optionalText(record, 'stock_name', place),
    quantity: text(record, 'qty', place),
    availableQuantity: optionalText(record, 'qty_avbl', place),
    costPrice: optionalText(record, 'cost_price', place),
    averageBuyPrice: optionalText(record, 'buy_avg_price', place),
    currentPrice: optionalText(record, 'cur_price', place),
    marketValue: optionalText(record, 'mv', place),
    profit: optionalText(record, 'profit', place),
    profitRatio: optionalText(record, 'profit_ratio', place),
    ...(currency === null ? {} : { currency }),
    unknown: unknownFields(record, known),
  };
}

function sideOf(type: number): Position['side'] {
  if (type === 0) return 'long';
  return type === 1 ? 'short' : { unknown: type };
}
