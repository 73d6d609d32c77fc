import { InvalidInputError } from '../errors';
import type { TradingDay, TradingDaysAnswer, TradingDaysQuery } from '../records';
import { isArray } from '../schema/decode';
import { compactText, isObject, member, scalarText } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';
import type { ReadEndpoint, RequestParts } from './endpoint';
import { filled, get, isoDay, rawQuery } from './rules';

const route = '/api/v1.0/quote/trading-days';
const sessions: ReadonlyMap<string, 'whole' | 'morning' | 'afternoon'> = new Map([
  ['WHOLE', 'whole'],
  ['MORNING', 'morning'],
  ['AFTERNOON', 'afternoon'],
]);

/**
 * Spec, GET /api/v1.0/quote/trading-days. The body is not shown there: the shape known from elsewhere is read as days,
 * anything else is kept as it came.
 */
export const tradingDays: ReadEndpoint<TradingDaysQuery, TradingDaysAnswer> = { method: 'GET', route, bare: true, build, decode, empty: () => ({ kind: 'days', days: [] }) };

function build({ market, start, end }: TradingDaysQuery): RequestParts {
  filled('market', market);
  isoDay('start', start);
  isoDay('end', end);
  if (end < start) throw new InvalidInputError('end', 'must not be before start');
  return get(route, rawQuery([['market', market], ['start', start], ['end', end]]));
}

function decode(answer: JsonObject): TradingDaysAnswer {
  const data = member(answer, 'data');
  const list = isObject(data) ? member(data, 'trading_days') : undefined;
  if (!isArray(list)) return { kind: 'raw', json: compactText(answer) };
  const days = list.map(readDay);
  return days.every((day) => day !== undefined) ? { kind: 'days', days } : { kind: 'raw', json: compactText(answer) };
}

function readDay(item: JsonValue): TradingDay | undefined {
  if (!isObject(item)) return undefined;
  const date = scalarText(member(item, 'time'));
  if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const type = scalarText(member(item, 'trade_date_type')) ?? '';
  return { date, session: sessions.get(type) ?? { unknown: type } };
}
