import type { ReadEndpoint, RequestParts } from '../endpoint';
import { volumePlaces } from './volumePlaces';
import { get, isDay, isoDay, rawQuery, securitySegment, wholeWithin } from '../rules';
import { InvalidInputError } from '../../errors';
import type { Candle, CandlePage, CandlePeriod, CurrentCandlesQuery, HistoryCandlesQuery, PriceAdjustment } from '../../marketRecords';
import { at, decodeEach, listOf, mismatch } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, isNotZero, milliseconds, optionalFlag, scaledDown } from '../../schema/fields';
import { isObject } from '../../schema/json';
import type { JsonObject, JsonValue } from '../../schema/json';

/** `ktype` of each length. */
const types: Readonly<Record<CandlePeriod, number>> = {
  '1m': 1,
  day: 2,
  week: 3,
  month: 4,
  year: 5,
  '5m': 6,
  '15m': 7,
  '30m': 8,
  '60m': 9,
  '3m': 10,
  quarter: 11,
  '120m': 14,
  '240m': 15,
  '10m': 26,
  '180m': 29,
};
const adjustments: Readonly<Record<PriceAdjustment, number>> = { none: 0, forward: 1, backward: 2 };
/** Of `extended_time`: 0 are the regular hours alone. */
const beforeAndAfter = 1;
const candleCount = { least: 1, most: 370 } as const;

function candleParameters({ period, adjustment, count, isExtended = false }: CurrentCandlesQuery): readonly (readonly [string, number])[] {
  return [
    ['num', wholeWithin('num', count, candleCount.least, candleCount.most)],
    ['ktype', types[period]],
    ['autype', adjustments[adjustment]],
    ...(isExtended ? ([['extended_time', beforeAndAfter]] as const) : []),
  ];
}

/** Candles as sent. Slots of the day without trades so far have only a time and are no candles. */
function readCandles(answer: JsonObject, place: Place): readonly Candle[] {
  const found = listOf(answer, place, 'kline_list');
  const places = volumePlaces(answer);
  return decodeEach(found.list, found.place, (record, here) => readCandle(record, here, places)).flatMap((candle) => barOf(candle) ?? []);
}

/** @param places - Decimals of the quantities. */
function readCandle(record: JsonObject, place: Place, places: number): Candle {
  const time = milliseconds(record, 'time_key', 'time_ms');
  if (time === undefined) throw mismatch(at(place, 'time_key'), 'Unix milliseconds', record['time_key']);
  return {
    time,
    date: figure(record, 'date'),
    open: figure(record, 'open_price', 'open'),
    high: figure(record, 'high_price', 'high'),
    low: figure(record, 'low_price', 'low'),
    close: figure(record, 'close_price', 'close'),
    previousClose: figure(record, 'last_close_price', 'last_close'),
    volume: scaledDown(figure(record, 'volume'), places),
    turnover: figure(record, 'turnover'),
  };
}

/**
 * The bar of a candle; undefined if it has none. A day without trades has a close only, beside prices that are 0 or missing: a flat bar. Zero is
 * a price only where prices are below it, too.
 */
function barOf(candle: Candle): Candle | undefined {
  const prices = [candle.open, candle.high, candle.low, candle.close];
  const isPrice = (text: string): boolean => isNotZero(text) || (/^[+-]?[0.]+$/.test(text) && prices.some(isBelowZero));
  if (!isPrice(candle.close)) return undefined;
  return prices.every(isPrice) ? candle : { ...candle, open: candle.close, high: candle.close, low: candle.close };
}

function isBelowZero(text: string): boolean {
  return text.startsWith('-') && isNotZero(text);
}

/** Beyond the specification: GET /quote/{symbol}/cur-kline, the latest candles, the oldest first as sent. */
export const currentCandles: ReadEndpoint<CurrentCandlesQuery, readonly Candle[]> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/cur-kline',
  empty: () => [],
  build: (query) => get(`/api/v1.0/quote/${securitySegment(query.code)}/cur-kline`, rawQuery(candleParameters(query))),
  decode: readCandles,
};

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
