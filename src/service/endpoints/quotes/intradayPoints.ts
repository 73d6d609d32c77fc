import type { IntradayPoint } from '../../marketRecords';
import { at, decodeEach, listOf, mismatch } from '../../schema/decode';
import { figure, milliseconds } from '../../schema/fields';
import type { ReadEndpoint } from '../endpoint';
import { get, securitySegment } from '../rules';

/** Beyond the specification: GET /quote/{symbol}/rt-data, the points of the current day. */
export const intradayPoints: ReadEndpoint<{ readonly code: string }, readonly IntradayPoint[]> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/rt-data',
  empty: () => [],
  build: ({ code }) => get(`/api/v1.0/quote/${securitySegment(code)}/rt-data`),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'rt_data_list', 'rt_list', 'points');
    return decodeEach(found.list, found.place, (record, here) => {
      const time = milliseconds(record, 'time_key', 'time_ms', 'time');
      if (time === undefined) throw mismatch(at(here, 'time'), 'Unix milliseconds', record['time']);
      return {
        time,
        price: figure(record, 'cur_price', 'price'),
        averagePrice: figure(record, 'avg_price'),
        volume: figure(record, 'volume'),
        turnover: figure(record, 'turnover'),
      };
    });
  },
};
