import { scalarText, isObject, member, wholeNumber } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';
import type { BookLevel, Candle, SessionQuote, Tick } from '../marketRecords';
import type { UnixMilliseconds } from '../schema/units';
import { parseFrame } from './exactJson';
import type { DropReason, MarketPush, OrderHint, QuotePush } from './types';

/** What a frame of a feed is. */
export type FeedFrame =
  | {
      readonly kind: 'answer';
      readonly id: number | undefined;
      readonly code: number;
      readonly message: string;
      readonly sessionId: string;
    }
  | { readonly kind: 'push'; readonly push: MarketPush }
  | { readonly kind: 'hint'; readonly hint: OrderHint }
  | { readonly kind: 'dropped'; readonly reason: DropReason; readonly type: string };

const longestDetail = 200;

/** Reads one frame; what cannot be used is named and never shown as a price. */
export function readFrame(frame: string): FeedFrame {
  const json = parseFrame(frame);
  if (json === undefined) return { kind: 'dropped', reason: 'not-json', type: '' };
  const type = scalarText(member(json, 'type'));
  if (type === undefined) return readAnswer(json);
  if (type.startsWith('EVENT_')) return { kind: 'hint', hint: readHint(json, type) };
  return readPush(json, type);
}

/** Answers come as `{id, code}` or as `{ret_code, ret_msg, data: {id, code, message}}`; a denied right has no id at all. */
function readAnswer(json: JsonObject): FeedFrame {
  const data = objectOf(member(json, 'data'));
  const number = (...names: readonly string[]): number | undefined => {
    for (const name of names) {
      const found = wholeNumber(member(json, name)) ?? (data === undefined ? undefined : wholeNumber(member(data, name)));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const event = scalarText(member(json, 'event')) ?? scalarText(member(json, 'event_type'));
  if (event?.startsWith('EVENT_') === true) return { kind: 'hint', hint: readHint(json, event) };
  const sessionId = textIn(json, 'session_id') ?? textIn(data, 'session_id') ?? '';
  const outer = wholeNumber(member(json, 'ret_code')) ?? wholeNumber(member(json, 'code'));
  const inner = data === undefined ? undefined : wholeNumber(member(data, 'code'));
  // Either of the two may tell the failure.
  const code = outer === undefined || outer === 0 ? (inner ?? outer) : outer;
  const id = number('id');
  if (code === undefined && sessionId === '') return { kind: 'dropped', reason: 'unknown-type', type: '' };
  const message = textIn(json, 'ret_msg') ?? textIn(json, 'message') ?? textIn(data, 'message') ?? '';
  return { kind: 'answer', id, code: code ?? 0, message: message.slice(0, longestDetail), sessionId };
}

function readHint(json: JsonObject, event: string): OrderHint {
  const data = objectOf(member(json, 'data')) ?? json;
  const find = (...names: readonly string[]): string =>
    names.map((name) => textIn(data, name) ?? textIn(json, name)).find((found) => found !== undefined) ?? '';
  return { kind: 'order', event, orderId: find('order_id', 'orderId'), accountId: find('acc_id', 'account_id', 'accountId') };
}

function readPush(json: JsonObject, type: string): FeedFrame {
  const symbol = textIn(json, 'symbol') ?? '';
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined) return dropped(knownUnused.has(type) ? 'no-figures' : 'unknown-type', type);
  if (symbol === '') return dropped('no-symbol', type);
  const data = objectOf(member(json, 'data'));
  const at = data === undefined ? undefined : (wholeNumber(member(data, 'data_time_ms')) ?? wholeNumber(member(json, 'timestamp')));
  if (data === undefined) return dropped('no-figures', type);
  if (at === undefined || at <= 0) return dropped('bad-time', type);
  const push = read(symbol, at, data);
  return push === undefined ? dropped('no-figures', type) : { kind: 'push', push };
}

function dropped(reason: DropReason, type: string): FeedFrame {
  return { kind: 'dropped', reason, type };
}

/** Types that the service may push and that nothing here shows. */
const knownUnused: ReadonlySet<string> = new Set(['BROKER_QUEUE']);

const readers: Readonly<Record<string, (symbol: string, at: UnixMilliseconds, data: JsonObject) => MarketPush | undefined>> = {
  QUOTE: readQuote,
  ORDER_BOOK: (symbol, at, data) => {
    const bids = levels(member(data, 'bid_list'));
    const asks = levels(member(data, 'ask_list'));
    return bids === undefined || asks === undefined ? undefined : { kind: 'orderBook', symbol, at, bids, asks };
  },
  TICKER: (symbol, at, data) => {
    const ticks = listOf(member(data, 'ticker_list')).flatMap((record): readonly Tick[] => {
      const sequence = textIn(record, 'sequence');
      const price = decimal(record['price']);
      if (sequence === undefined || price === '') return [];
      const time = wholeNumber(member(record, 'time_ms'));
      return [{ sequence, time: time, price, volume: decimal(record['volume']), direction: direction(record) }];
    });
    return ticks.length === 0 ? undefined : { kind: 'ticks', symbol, at, ticks };
  },
  KLINE: (symbol, at, data) => {
    const list = member(data, 'kline_list');
    const candles = (list === undefined ? [data] : listOf(list)).flatMap((record) => readCandle(record) ?? []);
    const period = textIn(data, 'period') ?? '';
    return candles.length === 0 ? undefined : { kind: 'candle', symbol, at, period, adjustment: textIn(data, 'adjust') ?? '', candles };
  },
  MARKET_STATE: (symbol, at, data) => {
    const state = textIn(data, 'state') ?? textIn(data, 'market_state');
    return state === undefined ? undefined : { kind: 'marketState', symbol, at, state };
  },
};

/** A quote without any price of its own says nothing. None of these names is one that objects inherit. */
function readQuote(symbol: string, at: UnixMilliseconds, data: JsonObject): QuotePush | undefined {
  const push: QuotePush = {
    kind: 'quote',
    symbol,
    at,
    lastPrice: decimal(data['last_price']),
    previousClose: decimal(data['prev_close_price']),
    openPrice: decimal(data['open_price']),
    highPrice: decimal(data['high_price']),
    lowPrice: decimal(data['low_price']),
    bidPrice: decimal(data['bid_price']),
    askPrice: decimal(data['ask_price']),
    volume: decimal(data['volume']),
    turnover: decimal(data['turnover']),
    preMarket: session(data['pre_market']),
    afterMarket: session(data['after_market']),
    overnight: session(data['overnight']),
  };
  const hasPrice =
    push.lastPrice !== '' ||
    push.bidPrice !== '' ||
    push.askPrice !== '' ||
    push.preMarket !== undefined ||
    push.afterMarket !== undefined ||
    push.overnight !== undefined;
  return hasPrice ? push : undefined;
}

function session(value: JsonValue | undefined): SessionQuote | undefined {
  const block = objectOf(value);
  if (block === undefined) return undefined;
  return {
    price: decimal(block['price']) || decimal(block['last_price']),
    highPrice: decimal(block['high_price']) || decimal(block['high']),
    lowPrice: decimal(block['low_price']) || decimal(block['low']),
    volume: decimal(block['volume']),
    turnover: decimal(block['turnover']),
    change: decimal(block['change_val']),
    changeRate: decimal(block['change_rate']),
  };
}

function levels(value: JsonValue | undefined): readonly BookLevel[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const read: BookLevel[] = [];
  for (const level of listOf(value)) {
    const price = decimal(level['price']);
    if (price !== '') read.push({ price, volume: decimal(level['volume']), orderCount: decimal(level['order_count']) });
  }
  return read;
}

function readCandle(record: JsonObject): Candle | undefined {
  const time = wholeNumber(member(record, 'time_key')) ?? wholeNumber(member(record, 'time_ms'));
  const price = (name: string): string => decimal(record[`${name}_price`]) || decimal(record[name]);
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map(price);
  if (time === undefined || !open || !high || !low || !close) return undefined;
  return {
    time: time,
    date: textIn(record, 'date') ?? '',
    open,
    high,
    low,
    close,
    previousClose: price('last_close'),
    volume: decimal(record['volume']),
    turnover: decimal(record['turnover']),
  };
}

function direction(record: JsonObject): Tick['direction'] {
  const word = (textIn(record, 'direction') ?? textIn(record, 'ticker_direction') ?? '').toUpperCase();
  return word === 'BUY' ? 'buy' : word === 'SELL' ? 'sell' : 'neutral';
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item: JsonValue): item is JsonObject => isObject(item));
}

function textIn(object: JsonObject | undefined, name: string): string | undefined {
  return object === undefined ? undefined : scalarText(member(object, name));
}

/** A figure as sent; empty for null, a word, or anything that is no plain decimal number. */
function decimal(value: JsonValue | undefined): string {
  return typeof value === 'string' && isPlainDecimal(value) ? value : '';
}

const mostDigits = 18;
const [minus, point, zero, nine] = [0x2d, 0x2e, 0x30, 0x39];

/** `-?\d{1,18}(\.\d{1,18})?`, digit by digit: most of what a push holds passes through here. */
function isPlainDecimal(text: string): boolean {
  let digits = 0;
  let hasPoint = false;
  for (let at = text.charCodeAt(0) === minus ? 1 : 0; at < text.length; at += 1) {
    const found = text.charCodeAt(at);
    if (found >= zero && found <= nine && digits < mostDigits) digits += 1;
    else if (found === point && digits > 0 && !hasPoint) [hasPoint, digits] = [true, 0];
    else return false;
  }
  return digits > 0;
}
