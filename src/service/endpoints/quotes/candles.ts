import type { Candle, CandlePeriod, CurrentCandlesQuery, PriceAdjustment } from '../../marketRecords';
import { at, decodeEach, listOf, mismatch } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, isNotZero, milliseconds, scaledDown } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import { wholeWithin } from '../rules';
import { volumePlaces } from './volumePlaces';

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

export function candleParameters({
  period,
  adjustment,
  count,
  isExtended = false,
}: CurrentCandlesQuery): readonly (readonly [string, number])[] {
  return [
    ['num', wholeWithin('num', count, candleCount.least, candleCount.most)],
    ['ktype', types[period]],
    ['autype', adjustments[adjustment]],
    ...(isExtended ? ([['extended_time', beforeAndAfter]] as const) : []),
  ];
}

/** Candles as sent. Slots of the day without trades so far have only a time and are no candles. */
export function readCandles(answer: JsonObject, place: Place): readonly Candle[] {
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
