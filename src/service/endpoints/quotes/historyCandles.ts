import { InvalidInputError } from '../../errors';
import type { CandlePage, HistoryCandlesQuery } from '../../marketRecords';
import { at } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { milliseconds, optionalFlag } from '../../schema/fields';
import { isObject } from '../../schema/json';
import type { JsonObject, JsonValue } from '../../schema/json';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { get, isDay, isoDay, rawQuery, securitySegment } from '../rules';
import { candleParameters, readCandles } from './candles';

/**
 * Beyond the specification: GET /quote/{symbol}/history-kline. `hasMore` tells whether earlier candles exist; they are read
 * with an earlier `end` (Spec, Pagination rule 4).
 */
export const historyCandles: ReadEndpoint<HistoryCandlesQuery, CandlePage> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/history-kline',
  empty: () => ({ items: [], hasMore: false, nextEnd: '' }),
  build,
  decode: (answer, place) => {
    const items = readCandles(answer, place);
    const hasMore = hasEarlier(answer, place);
    return { items, hasMore, nextEnd: hasMore ? nextEndOf(answer) : '' };
  },
};

/** Taken from a flag beside the data or in it, or implied by the start time of the previous page. */
function hasEarlier(answer: JsonObject, place: Place): boolean {
  const { data, pagination } = answer;
  const said = (of: JsonValue | undefined, key: string): boolean | undefined =>
    isObject(of) ? optionalFlag(of, 'has_more', at(place, key)) : undefined;
  const isNamed = isObject(data) && (milliseconds(data, 'next_time') ?? 0) > 0;
  return said(pagination, 'pagination') ?? said(data, 'data') ?? optionalFlag(answer, 'has_more', place) ?? isNamed;
}

function build(query: HistoryCandlesQuery): RequestParts {
  const { code, start, end } = query;
  if (!isBound(end)) throw new InvalidInputError('end', { kind: 'date', form: 'yyyy-MM-dd' });
  if (start !== undefined && end < isoDay('start', start)) throw new InvalidInputError('end', 'not-before-start');
  return get(
    `/api/v1.0/quote/${securitySegment(code)}/history-kline`,
    rawQuery([['start', start], ['end', end], ...candleParameters(query)]),
  );
}

/** A day, or a day with a time as the service writes the bound of the next page. */
function isBound(text: string): boolean {
  return isDay(text.slice(0, 10)) && /^.{10}(?: \d{2}:\d{2}(?::\d{2})?)?$/.test(text);
}

/** A bound that cannot be sent back as it is, such as `data.next_time` in milliseconds, is ignored: callers have another way. */
function nextEndOf(answer: JsonObject): string {
  const extra = answer['extra'];
  const next = isObject(extra) ? extra['next_time'] : undefined;
  return typeof next === 'string' && isBound(next) ? next : '';
}
