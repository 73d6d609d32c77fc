import type { Candle, CurrentCandlesQuery } from '../../marketRecords';
import type { ReadEndpoint } from '../endpoint';
import { get, rawQuery, securitySegment } from '../rules';
import { candleParameters, readCandles } from './candles';

/** Beyond the specification: GET /quote/{symbol}/cur-kline, the latest candles, the oldest first as sent. */
export const currentCandles: ReadEndpoint<CurrentCandlesQuery, readonly Candle[]> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/cur-kline',
  empty: () => [],
  build: (query) => get(`/api/v1.0/quote/${securitySegment(query.code)}/cur-kline`, rawQuery(candleParameters(query))),
  decode: readCandles,
};
