import type { IntradayPoint } from '../../marketRecords';
import { at, decodeEach, expectObject, listOf, mismatch } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, milliseconds } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { get, securitySegment } from '../rules';

/** Beyond the specification: GET /quote/{symbol}/rt-data, the points of the current day, section by section or as one list. */
export const intradayPoints: ReadEndpoint<{ readonly code: string }, readonly IntradayPoint[]> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/rt-data',
  empty: () => [],
  build: ({ code }) => get(`/api/v1.0/quote/${securitySegment(code)}/rt-data`),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'section_list', 'rt_data_list', 'rt_list', 'points');
    if (!found.place.path.endsWith('section_list'))
      return decodeEach(found.list, found.place, (record, here) => readPoint(record, here, ''));
    return found.list.flatMap((item, index) => {
      const here = at(found.place, index);
      const section = expectObject(item, here);
      const kind = figure(section, 'trade_section', 'section');
      return decodeEach(section['point_list'], at(here, 'point_list'), (record, point) => readPoint(record, point, kind));
    });
  },
};

function readPoint(record: JsonObject, place: Place, section: string): IntradayPoint {
  const time = milliseconds(record, 'time_key', 'time_ms', 'time');
  if (time === undefined) throw mismatch(at(place, 'time'), 'Unix milliseconds', record['time']);
  return { time, price: figure(record, 'cur_price', 'price'), section };
}
