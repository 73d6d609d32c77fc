import type { SessionQuote } from '../../marketRecords';
import { decimal, isNotZero, milliseconds } from '../../schema/fields';
import { isObject } from '../../schema/json';
import type { JsonObject, JsonValue } from '../../schema/json';

/** A session outside the regular hours as an object of its own; undefined if it has no trades. */
export function readSession(block: JsonValue | undefined): SessionQuote | undefined {
  return isObject(block) ? read((...names) => decimal(block, ...names), milliseconds(block, 'data_time_ms')) : undefined;
}

/** The same from fields of the quote itself, such as `pre_price`, which have no time and are 0 outside their session. */
export function readFlatSession(quote: JsonObject, prefix: string): SessionQuote | undefined {
  return read((...names) => decimal(quote, ...names.map((name) => `${prefix}_${name}`)), undefined);
}

function read(figure: (...names: readonly string[]) => string, at: number | undefined): SessionQuote | undefined {
  const price = figure('price', 'last_price');
  if (!isNotZero(price) || at === 0) return undefined;
  return {
    price,
    at,
    highPrice: figure('high_price', 'high'),
    lowPrice: figure('low_price', 'low'),
    volume: figure('volume'),
    turnover: figure('turnover'),
    change: figure('change_val'),
    changeRate: figure('change_rate'),
  };
}
