import { InvalidInputError } from '../../errors';
import type { TradingDay, TradingDaysAnswer, TradingDaysQuery } from '../../records';
import { isArray } from '../../schema/decode';
import { wholeAnswer } from '../../schema/envelope';
import { compactText, isObject, member, scalarText } from '../../schema/json';
import type { JsonObject, JsonValue } from '../../schema/json';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { filled, get, isDay, isoDay, rawQuery } from '../rules';

const route = '/api/v1.0/quote/trading-days';
const sessions: ReadonlyMap<string, 'whole' | 'morning' | 'afternoon'> = new Map([
  ['WHOLE', 'whole'],
  ['MORNING', 'morning'],
  ['AFTERNOON', 'afternoon'],
]);

/**
 * Spec, GET /api/v1.0/quote/trading-days. The specification does not show the body: the shape known from other sources is read as days,
 * anything else is kept as received.
 */
export const tradingDays: ReadEndpoint<TradingDaysQuery, TradingDaysAnswer> = {
  method: 'GET',
  route,
  bare: true,
  build,
  decode,
  empty: () => ({ kind: 'days', days: [] }),
};

function build({ market, start, end }: TradingDaysQuery): RequestParts {
  filled('market', market);
  isoDay('start', start);
  isoDay('end', end);
  if (end < start) throw new InvalidInputError('end', 'not-before-start');
  return get(
    route,
    rawQuery([
      ['market', market],
      ['start', start],
      ['end', end],
    ]),
  );
}

function decode(answer: JsonObject): TradingDaysAnswer {
  const data = member(answer, 'data');
  const list = isObject(data) ? member(data, 'trading_days') : undefined;
  const days = isArray(list) ? list.map(readDay) : [undefined];
  if (days.every((day) => day !== undefined)) return { kind: 'days', days };
  const whole = member(answer, wholeAnswer);
  return { kind: 'raw', json: jsonText(whole === undefined ? answer : whole) };
}

function jsonText(value: JsonValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : compactText(value);
}

function readDay(item: JsonValue): TradingDay | undefined {
  if (!isObject(item)) return undefined;
  const date = scalarText(member(item, 'time'));
  if (date === undefined || !isDay(date)) return undefined;
  const type = scalarText(member(item, 'trade_date_type')) ?? '';
  return { date, session: sessions.get(type) ?? { unknown: type } };
}
