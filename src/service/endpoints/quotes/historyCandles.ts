import { InvalidInputError } from '../../errors';
import type { CandlePage, HistoryCandlesQuery } from '../../marketRecords';
import { at } from '../../schema/decode';
import { optionalFlag } from '../../schema/fields';
import { isObject } from '../../schema/json';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { get, isoDay, rawQuery, securitySegment } from '../rules';
import { candleParameters, readCandles } from './candles';

/**
 * Beyond the specification: GET /quote/{symbol}/history-kline. `hasMore` tells whether earlier candles exist; they are read
 * with an earlier `end` (Spec, Pagination rule 4).
 */
export const historyCandles: ReadEndpoint<HistoryCandlesQuery, CandlePage> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/history-kline',
  empty: () => ({ items: [], hasMore: false }),
  build,
  decode: (answer, place) => {
    const data = answer['data'];
    const inside = isObject(data) ? optionalFlag(data, 'has_more', at(place, 'data')) : undefined;
    return { items: readCandles(answer, place), hasMore: inside ?? optionalFlag(answer, 'has_more', place) ?? false };
  },
};

function build(query: HistoryCandlesQuery): RequestParts {
  const { code, start, end } = query;
  if (start !== undefined && end < isoDay('start', start)) throw new InvalidInputError('end', 'must not be before start');
  return get(
    `/api/v1.0/quote/${securitySegment(code)}/history-kline`,
    rawQuery([['start', start], ['end', isoDay('end', end)], ...candleParameters(query)]),
  );
}
