import { isObject } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';
import type { BookLevel, SessionQuote } from '../marketRecords';
import { plainDecimal } from './exactJson';
import type { FrameReader } from './exactJson';
import type { MarketPush, QuotePush } from './types';

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** A push without its symbol, and without its time (NaN) where its data say none. */
export type PushDraft = Draft<Extract<MarketPush, { readonly kind: 'quote' | 'orderBook' }>>;

/** What is pushed most is read without making objects of what was sent first; the reader stands before the object `data`. */
export const figureReaders: Readonly<Record<string, (reader: FrameReader) => PushDraft | undefined>> = {
  QUOTE: readQuote,
  ORDER_BOOK: readOrderBook,
};

/** A quote without any price is ignored. */
function readQuote(reader: FrameReader): PushDraft | undefined {
  const push: Draft<QuotePush> = {
    kind: 'quote',
    symbol: '',
    at: Number.NaN,
    lastPrice: '',
    previousClose: '',
    openPrice: '',
    highPrice: '',
    lowPrice: '',
    bidPrice: '',
    askPrice: '',
    volume: '',
    turnover: '',
    preMarket: undefined,
    afterMarket: undefined,
    overnight: undefined,
  };
  reader.enter();
  for (let key = reader.key(); key !== undefined; key = reader.key()) {
    switch (key) {
      case 'last_price':
        push.lastPrice = reader.decimal();
        break;
      case 'data_time_ms':
        push.at = reader.whole() ?? Number.NaN;
        break;
      case 'prev_close_price':
        push.previousClose = reader.decimal();
        break;
      case 'open_price':
        push.openPrice = reader.decimal();
        break;
      case 'high_price':
        push.highPrice = reader.decimal();
        break;
      case 'low_price':
        push.lowPrice = reader.decimal();
        break;
      case 'bid_price':
        push.bidPrice = reader.decimal();
        break;
      case 'ask_price':
        push.askPrice = reader.decimal();
        break;
      case 'volume':
        push.volume = reader.decimal();
        break;
      case 'turnover':
        push.turnover = reader.decimal();
        break;
      case 'pre_market':
        push.preMarket = session(reader.value());
        break;
      case 'after_market':
        push.afterMarket = session(reader.value());
        break;
      case 'overnight':
        push.overnight = session(reader.value());
        break;
      default:
        reader.value();
    }
  }
  const hasPrice =
    push.lastPrice !== '' ||
    push.bidPrice !== '' ||
    push.askPrice !== '' ||
    push.preMarket !== undefined ||
    push.afterMarket !== undefined ||
    push.overnight !== undefined;
  return hasPrice ? push : undefined;
}

function session(value: JsonValue): SessionQuote | undefined {
  if (!isObject(value)) return undefined;
  const block: JsonObject = value;
  return {
    price: plainDecimal(block['price']) || plainDecimal(block['last_price']),
    highPrice: plainDecimal(block['high_price']) || plainDecimal(block['high']),
    lowPrice: plainDecimal(block['low_price']) || plainDecimal(block['low']),
    volume: plainDecimal(block['volume']),
    turnover: plainDecimal(block['turnover']),
    change: plainDecimal(block['change_val']),
    changeRate: plainDecimal(block['change_rate']),
  };
}

function readOrderBook(reader: FrameReader): PushDraft | undefined {
  let at = Number.NaN;
  let bids: readonly BookLevel[] | undefined;
  let asks: readonly BookLevel[] | undefined;
  reader.enter();
  for (let key = reader.key(); key !== undefined; key = reader.key()) {
    if (key === 'bid_list') bids = readLevels(reader);
    else if (key === 'ask_list') asks = readLevels(reader);
    else if (key === 'data_time_ms') at = reader.whole() ?? Number.NaN;
    else reader.value();
  }
  return bids === undefined || asks === undefined ? undefined : { kind: 'orderBook', symbol: '', at, bids, asks };
}

function readLevels(reader: FrameReader): readonly BookLevel[] | undefined {
  if (!reader.atList()) {
    reader.value();
    return undefined;
  }
  const levels: BookLevel[] = [];
  reader.enter();
  while (reader.hasItem()) {
    if (!reader.atObject()) {
      reader.value();
      continue;
    }
    let [price, volume, orderCount] = ['', '', ''];
    reader.enter();
    for (let key = reader.key(); key !== undefined; key = reader.key()) {
      if (key === 'price') price = reader.decimal();
      else if (key === 'volume') volume = reader.decimal();
      else if (key === 'order_count') orderCount = reader.decimal();
      else reader.value();
    }
    if (price !== '') levels.push({ price, volume, orderCount });
  }
  return levels;
}
