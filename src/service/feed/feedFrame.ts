import { readLevel } from '../endpoints/quotes/orderBook';
import { readSession } from '../endpoints/quotes/sessionQuote';
import { readSuspension } from '../endpoints/quotes/snapshot';
import { readTick } from '../endpoints/quotes/ticks';
import { DecodeError } from '../errors';
import type { BookLevel, QueuedBroker } from '../marketRecords';
import { at as placeAt, isArray } from '../schema/decode';
import type { Place } from '../schema/decode';
import { decimal, figure } from '../schema/fields';
import { isObject, member, parseJson, scalarText, wholeNumber } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';
import type { UnixMilliseconds } from '../schema/units';
import type { DropReason, MarketPush, OrderHint, SecurityPush } from './types';

/** Words of market states (beyond the specification, POST /quote/market-state) in the order of the numbers that feeds push. */
const words = [
  ...['NONE', 'AUCTION', 'WAITING_OPEN', 'MORNING', 'REST', 'AFTERNOON', 'CLOSED', 'MAAUCTION', 'PRE_MARKET_BEGIN', 'PRE_MARKET_END'],
  ...['AFTER_HOURS_BEGIN', 'AFTER_HOURS_END', 'FUTU_SWITCH_DATE', 'NIGHT_OPEN', 'NIGHT_END', 'FUTURE_DAY_OPEN', 'FUTURE_DAY_BREAK'],
  ...['FUTURE_DAY_CLOSE', 'FUTURE_DAY_WAIT_OPEN', 'HK_CAS', 'FUTURE_NIGHT_WAIT', 'FUTURE_AFTERNOON', 'FUTURE_SWITCH_DATE'],
  ...['FUTURE_OPEN', 'FUTURE_BREAK', 'FUTURE_BREAK_OVER', 'FUTURE_CLOSE', 'STIB_AFTER_HOURS_WAIT', 'STIB_AFTER_HOURS_BEGIN'],
  ...['STIB_AFTER_HOURS_END', 'CLOSE_AUCTION', 'AFTERNOON_END', 'NIGHT', 'OVERNIGHT_BEGIN', 'OVERNIGHT_END', 'TRADE_AT_LAST'],
  ...['TRADE_AUCTION', 'OVERNIGHT'],
] as const;

/** The word for a number; undefined for a number that has none. */
function marketStateOf(code: number | undefined): string | undefined {
  return code === undefined ? undefined : words[code];
}

/** A decoded feed frame. */
export type FeedFrame =
  | { readonly kind: 'answer'; readonly id: number | undefined; readonly code: number }
  | { readonly kind: 'push'; readonly push: MarketPush }
  | { readonly kind: 'hint'; readonly hint: OrderHint }
  | { readonly kind: 'dropped'; readonly reason: DropReason; readonly type: string; readonly symbol: string };

/** Records of a frame are decoded like those of a response. */
const place: Place = { request: { method: 'GET', route: 'quote feed' }, path: 'data' };

/** Decodes one frame; unusable content is reported by name and never shown as a price. */
export function readFrame(frame: string): FeedFrame {
  const json = parseJson(frame);
  if (!isObject(json)) return dropped('not-json', '');
  const type = textIn(json, 'type');
  if (type === undefined) return readAnswer(json);
  if (type.startsWith('EVENT_')) return { kind: 'hint', hint: readHint(json, type) };
  return readPush(json, type);
}

/** Responses have the form `{id, code}` or `{ret_code, ret_msg, data: {id, code, message}}`; a denied right has no ID. */
function readAnswer(json: JsonObject): FeedFrame {
  const data = objectOf(member(json, 'data'));
  const event = textIn(json, 'event') ?? textIn(json, 'event_type');
  if (event?.startsWith('EVENT_') === true) return { kind: 'hint', hint: readHint(json, event) };
  const outer = numberIn(json, 'ret_code') ?? numberIn(json, 'code');
  const inner = numberIn(data, 'code');
  // Either of the two may report the failure.
  const code = outer === undefined || outer === 0 ? (inner ?? outer) : outer;
  const id = numberIn(json, 'id') ?? numberIn(data, 'id');
  const sessionId = textIn(json, 'session_id') ?? textIn(data, 'session_id') ?? '';
  return code === undefined && sessionId === '' ? dropped('unknown-type', '') : { kind: 'answer', id, code: code ?? 0 };
}

function readHint(json: JsonObject, event: string): OrderHint {
  const data = objectOf(member(json, 'data')) ?? json;
  const find = (...names: readonly string[]): string =>
    names.map((name) => textIn(data, name) ?? textIn(json, name)).find((found) => found !== undefined) ?? '';
  return {
    kind: 'order',
    event,
    orderId: find('order_id', 'orderId'),
    accountId: find('acc_id', 'account_id', 'accountId'),
    code: find('code', 'symbol'),
  };
}

function readPush(json: JsonObject, type: string): FeedFrame {
  const data = objectOf(member(json, 'data'));
  const time = numberIn(data, 'data_time_ms') ?? numberIn(json, 'timestamp');
  const symbol = textIn(json, 'symbol') ?? '';
  if (type === 'MARKET_STATE') return readMarketState(data, symbol, time);
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined) return dropped('unknown-type', type);
  if (symbol === '') return dropped('no-symbol', type);
  if (data === undefined) return dropped('no-figures', type, symbol);
  if (time === undefined || time <= 0) return dropped('bad-time', type, symbol);
  const push = read(symbol, time, data);
  return push === undefined ? dropped('no-figures', type, symbol) : { kind: 'push', push };
}

/** @param symbol - The security that it was about; empty if it names none. */
function dropped(reason: DropReason, type: string, symbol = ''): FeedFrame {
  return { kind: 'dropped', reason, type, symbol };
}

const readers: Readonly<Record<string, (symbol: string, at: UnixMilliseconds, data: JsonObject) => SecurityPush | undefined>> = {
  QUOTE: readQuote,
  ORDER_BOOK: (symbol, at, data) => {
    const [bids, asks] = [levelsOf(member(data, 'bid_list')), levelsOf(member(data, 'ask_list'))];
    if (bids === undefined || asks === undefined) return undefined;
    // A deeper level may be of another exchange, but the best one names the exchange of the book.
    const exchange = bids[0]?.exchange ?? asks[0]?.exchange ?? '';
    return { kind: 'orderBook', symbol, at, exchange, bids, asks };
  },
  TICKER: (symbol, at, data) => {
    const ticks = recordsOf(member(data, 'ticker_list'), (record, here) =>
      readTick(record, here, numberIn(data, 'volume_precision') ?? 0),
    ).filter(({ sequence, price }) => sequence !== '' && isFigure(price));
    return ticks.length === 0 ? undefined : { kind: 'ticks', symbol, at, ticks };
  },
  BROKER_QUEUE: (symbol, at, data) => {
    const [bids, asks] = [brokersOf(data, 'bid'), brokersOf(data, 'ask')];
    return bids === undefined || asks === undefined ? undefined : { kind: 'brokers', symbol, at, bids, asks };
  },
};

/** A quote without any price is ignored, as is one whose last price cannot be read: the known one would seem to be of its time. */
function readQuote(symbol: string, at: UnixMilliseconds, data: JsonObject): SecurityPush | undefined {
  const [lastPrice, bidPrice, askPrice] = [decimal(data, 'last_price'), decimal(data, 'bid_price'), decimal(data, 'ask_price')];
  if (lastPrice === '' && figure(data, 'last_price').trim() !== '') return undefined;
  const preMarket = readSession(member(data, 'pre_market'));
  const afterMarket = readSession(member(data, 'after_market'));
  const overnight = readSession(member(data, 'overnight'));
  if (
    lastPrice === '' &&
    bidPrice === '' &&
    askPrice === '' &&
    preMarket === undefined &&
    afterMarket === undefined &&
    overnight === undefined
  )
    return undefined;
  return {
    kind: 'quote',
    symbol,
    at,
    lastPrice,
    previousClose: decimal(data, 'prev_close_price'),
    openPrice: decimal(data, 'open_price'),
    highPrice: decimal(data, 'high_price'),
    lowPrice: decimal(data, 'low_price'),
    bidPrice,
    askPrice,
    bidVolume: decimal(data, 'bid_vol'),
    askVolume: decimal(data, 'ask_vol'),
    volume: decimal(data, 'volume'),
    turnover: decimal(data, 'turnover'),
    isSuspended: readSuspension(data),
    preMarket,
    afterMarket,
    overnight,
  };
}

/** A market state has a name and a number, or a symbol and a word. */
function readMarketState(data: JsonObject | undefined, symbol: string, time: number | undefined): FeedFrame {
  const type = 'MARKET_STATE';
  const market = textIn(data, 'market') ?? symbol.split('.')[0] ?? '';
  const state = textIn(data, 'state') ?? textIn(data, 'market_state') ?? marketStateOf(numberIn(data, 'status'));
  if (market === '') return dropped('no-symbol', type);
  if (state === undefined) return dropped('no-figures', type);
  if (time === undefined || time <= 0) return dropped('bad-time', type);
  return { kind: 'push', push: { kind: 'marketState', market, at: time, state } };
}

/** Undefined if there is no list, or a level cannot be read: a book without one of its levels would be wrong. */
function levelsOf(list: JsonValue | undefined): readonly BookLevel[] | undefined {
  if (!isArray(list)) return undefined;
  const levels = recordsOf(list, (record, here) => readLevel(record, here, 0, '')).filter(({ price }) => isFigure(price));
  return levels.length === list.length ? levels : undefined;
}

/** Brokers of a side; undefined if there is no list. No public source shows this push, so the names of related calls are read as well. */
function brokersOf(data: JsonObject, side: 'bid' | 'ask'): readonly QueuedBroker[] | undefined {
  const list = [`${side}_broker_list`, `broker_${side}_list`, `${side}_brokers`, `${side}_list`]
    .map((name) => member(data, name))
    .find(isArray);
  if (list === undefined) return undefined;
  return recordsOf(list, (record) => ({
    id: figure(record, 'broker_id', `${side}_broker_id`, 'id'),
    name: figure(record, 'broker_name', `${side}_broker_name`, 'name'),
    level: figure(record, 'position', `${side}_broker_pos`, 'broker_pos', 'pos'),
  })).filter(({ id, name }) => id !== '' || name !== '');
}

function recordsOf<T>(list: JsonValue | undefined, read: (record: JsonObject, place: Place) => T): readonly T[] {
  if (!isArray(list)) return [];
  return list.flatMap((item, index) => {
    try {
      return isObject(item) ? [read(item, placeAt(place, index))] : [];
    } catch (error) {
      if (error instanceof DecodeError) return [];
      throw error;
    }
  });
}

function isFigure(text: string): boolean {
  return decimal({ text }, 'text') !== '';
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function textIn(object: JsonObject | undefined, name: string): string | undefined {
  return object === undefined ? undefined : scalarText(member(object, name));
}

function numberIn(object: JsonObject | undefined, name: string): number | undefined {
  return object === undefined ? undefined : wholeNumber(member(object, name));
}
