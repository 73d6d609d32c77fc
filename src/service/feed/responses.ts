import { scalarText, isObject, member, wholeNumber } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';
import type { Candle, Tick } from '../marketRecords';
import type { UnixMilliseconds } from '../schema/units';
import { attempt, FrameReader, parseFrame, plainDecimal as decimal } from './exactJson';
import { figureReaders } from './pushFigures';
import type { PushDraft } from './pushFigures';
import type { DropReason, MarketPush, OrderHint } from './types';

/** A decoded feed frame. */
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

/**
 * Decodes one frame; unusable content is named and never shown as a price.
 *
 * @param reader - The one of the connection, for whoever reads many.
 */
export function readFrame(frame: string, reader = new FrameReader()): FeedFrame {
  const usual = attempt(() => readUsualPush(frame, reader));
  if (usual !== undefined) return usual;
  const json = parseFrame(frame, reader);
  if (json === undefined) return { kind: 'dropped', reason: 'not-json', type: '' };
  const type = scalarText(member(json, 'type'));
  if (type === undefined) return readAnswer(json);
  if (type.startsWith('EVENT_')) return { kind: 'hint', hint: readHint(json, type) };
  return (isUsual(type) ? readUsualPush(frame, reader, type) : undefined) ?? readPush(json, type);
}

function isUsual(type: string): boolean {
  return Object.hasOwn(figureReaders, type);
}

/**
 * Reads what is pushed most.
 *
 * @param known - The type, where it is known that it follows the data or comes more than once.
 * @returns undefined for what has to be read in another way.
 * @throws SyntaxError
 */
function readUsualPush(frame: string, reader: FrameReader, known?: string): FeedFrame | undefined {
  reader.begin(frame);
  if (!reader.atObject()) return undefined;
  let type = known;
  let symbol = '';
  let time: number | undefined;
  let push: PushDraft | undefined;
  reader.enter();
  for (let key = reader.key(); key !== undefined; key = reader.key()) {
    switch (key) {
      case 'timestamp':
        time = reader.whole();
        break;
      case 'symbol':
        symbol = scalarText(reader.value()) ?? '';
        break;
      case 'type': {
        const found = scalarText(reader.value());
        if (known !== undefined) break;
        if (type !== undefined || found === undefined || !isUsual(found)) return undefined;
        type = found;
        break;
      }
      case 'data':
        if (type === undefined) return undefined;
        push = reader.atObject() ? figureReaders[type]?.(reader) : void reader.value();
        break;
      default:
        if (known === undefined) return undefined;
        reader.value();
    }
  }
  if (type === undefined || !reader.atEnd()) return undefined;
  if (symbol === '') return dropped('no-symbol', type);
  if (push === undefined) return dropped('no-figures', type);
  const at = Number.isNaN(push.at) ? time : push.at;
  if (at === undefined || at <= 0) return dropped('bad-time', type);
  push.symbol = symbol;
  push.at = at;
  return { kind: 'push', push };
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
  // Either of the two may report the failure.
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
  return {
    kind: 'order',
    event,
    orderId: find('order_id', 'orderId'),
    accountId: find('acc_id', 'account_id', 'accountId'),
    code: find('code', 'symbol'),
  };
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

/** Push types that are not shown. */
const knownUnused: ReadonlySet<string> = new Set(['BROKER_QUEUE']);

const readers: Readonly<Record<string, (symbol: string, at: UnixMilliseconds, data: JsonObject) => MarketPush | undefined>> = {
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
