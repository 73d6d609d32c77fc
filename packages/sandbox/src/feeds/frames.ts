import { currentBar } from '../market/bars';
import type { Interval } from '../market/bars';
import type { Bar } from '../market/dayPath';
import { depthOf, exchangeDepths } from '../market/depth';
import type { Level } from '../market/depth';
import { turnoverOf } from '../market/figures';
import { extendedQuote } from '../market/market';
import type { QuoteNow } from '../market/market';
import { dateOf } from '../market/marketDays';
import type { DayNumber } from '../market/marketDays';
import type { ExtendedSession } from '../market/marketHours';
import { ticksOf } from '../market/ticks';
import type { Tick } from '../market/ticks';
import { fixed, fixedText } from '../decimalText';

/**
 * Frames are written as text, because their numerals keep all digits (`562.500`, sequences of 19) and because there are
 * thousands of them per second.
 */

/** A price with all its digits. */
function decimal(units: number, digits: number): string {
  return (units / 10 ** digits).toFixed(digits);
}

function frame(type: string, symbol: string, nowMs: number, data: string): string {
  return `{"timestamp":${String(Math.trunc(nowMs))},"type":"${type}","symbol":"${symbol}","data":${data}}`;
}

/** A session outside regular hours as a member of a quote; omitted if the market has none. */
function session(name: string, quote: QuoteNow, kind: ExtendedSession['kind'], nowMs: number): string {
  const found = extendedQuote(quote, kind, nowMs);
  if (found === undefined) return '';
  const { bar, timeMs } = found;
  const { digits } = quote.security;
  return `,"${name}":{"data_time_ms":${String(timeMs)},"price":${decimal(bar.close, digits)},"high_price":${decimal(bar.high, digits)},"low_price":${decimal(bar.low, digits)},"volume":${String(bar.volume)},"turnover":${turnover(bar, digits)}}`;
}

function turnover(bar: Bar, digits: number): string {
  return fixedText(fixed(turnoverOf(bar), digits));
}

/** QUOTE: the day so far, and the latest sessions outside of it. */
export function quoteFrame(quote: QuoteNow, nowMs: number): string {
  const { security, bar, previousClose, place } = quote;
  const { code, digits } = security;
  const isHalted = security.untraded === 'halted';
  const sessions = [
    session('pre_market', quote, 'PRE', nowMs),
    session('after_market', quote, 'AFTER', nowMs),
    session('overnight', quote, 'OVERNIGHT', nowMs),
  ];
  return frame(
    'QUOTE',
    code,
    nowMs,
    `{"data_time_ms":${String(place.timeMs)},"last_price":${decimal(bar.close, digits)},"open_price":${decimal(bar.open, digits)},"high_price":${decimal(bar.high, digits)},"low_price":${decimal(bar.low, digits)},"prev_close_price":${decimal(previousClose, digits)},"volume":${String(bar.volume)},"turnover":${turnover(bar, digits)},"suspension":${String(isHalted)},"sec_status":"${isHalted ? 'SUSPENDED' : 'NORMAL'}"${sessions.join('')}}`,
  );
}

/** Names of exchanges in pushes. */
const pushedExchanges: Readonly<Record<string, string>> = { NASDAQ: 'NSDQ' };

/** ORDER_BOOK: ten levels of one exchange, alternating between exchanges. @param turn - Determines the exchange. */
export function bookFrame(quote: QuoteNow, nowMs: number, turn: number): string {
  const { security, place } = quote;
  const books = exchangeDepths(quote, 10);
  const { exchange = '', bids = [], asks = [] } = books[turn % books.length] ?? {};
  const where = exchange === '' ? '' : `,"mpid":"${pushedExchanges[exchange] ?? exchange}"`;
  const level = ({ price, volume, orders }: Level): string =>
    `{"price":${decimal(price, security.digits)},"volume":${String(volume)},"order_count":${String(orders)}${where}}`;
  return frame(
    'ORDER_BOOK',
    security.code,
    nowMs,
    `{"data_time_ms":${String(place.timeMs)},"ask_list":[${asks.map(level).join(',')}],"bid_list":[${bids.map(level).join(',')}]}`,
  );
}

/** TICKER: the trades since the last pushed one; undefined if there was none. */
export function tickerFrame(quote: QuoteNow, nowMs: number, afterMs: number, count: number): string | undefined {
  const { security, path } = quote;
  const { digits } = security;
  const ticks = ticksOf(path, nowMs, count, afterMs);
  if (ticks.length === 0) return undefined;
  const tick = ({ sequence, timeMs, price, volume, direction }: Tick): string =>
    `{"time_ms":${String(timeMs)},"sequence":${sequence.toString()},"direction":"${direction}","price":${decimal(price, digits)},"volume":${String(volume)},"turnover":${fixedText(fixed(BigInt(price) * BigInt(volume), digits))},"type":"NORMAL"}`;
  return frame('TICKER', security.code, nowMs, `{"ticker_list":[${ticks.map(tick).join(',')}]}`);
}

/** KLINE: the current bar. */
export function klineFrame(quote: QuoteNow, nowMs: number, { period, interval, adjust }: KlineWish): string | undefined {
  const { security, path } = quote;
  const { code, digits } = security;
  const bar = currentBar(path, interval, adjust === 'none' ? 'none' : 'forward', nowMs);
  if (bar === undefined) return undefined;
  return frame(
    'KLINE',
    code,
    nowMs,
    `{"period":"${period}","adjust":"${adjust}","kl_list":[{"time_key":${String(bar.timeMs)},"open_price":${decimal(bar.open, digits)},"close_price":${decimal(bar.close, digits)},"high_price":${decimal(bar.high, digits)},"low_price":${decimal(bar.low, digits)},"last_close_price":${decimal(bar.lastClose, digits)},"volume":${String(bar.volume)},"turnover":${turnover(bar, digits)}}]}`,
  );
}

export interface KlineWish {
  readonly period: string;
  readonly interval: Interval;
  readonly adjust: string;
}

/** Numbers for the states of markets in pushes. */
const stateNumbers: Readonly<Record<string, number>> = {
  WAITING_OPEN: 2,
  MORNING: 3,
  REST: 4,
  AFTERNOON: 5,
  CLOSED: 6,
  PRE_MARKET_BEGIN: 8,
  AFTER_HOURS_BEGIN: 10,
  OVERNIGHT: 37,
};

/** MARKET_STATE: a market opened or closed. It belongs to no symbol. */
export function stateFrame(market: string, state: string, day: DayNumber, nowMs: number): string {
  const data = { market, status: stateNumbers[state] ?? 0, trade_date: Number(dateOf(day).replaceAll('-', '')) };
  return JSON.stringify({ timestamp: Math.trunc(nowMs), type: 'MARKET_STATE', data });
}

const brokers = ['Harbour Securities', 'Jade Capital', 'Eastern Trust', 'Summit Brokers', 'Lotus Markets'];

const queueLevels = 4;

/** BROKER_QUEUE: the brokers at the best prices, level by level; only in Hong Kong. */
export function brokerFrame(quote: QuoteNow, nowMs: number): string {
  const { bids, asks } = depthOf(quote, queueLevels);
  const queue = (levels: readonly Level[]): string =>
    levels
      .flatMap(({ orders, price }, at) =>
        Array.from({ length: 1 + (orders % brokers.length) }, (_, index) => {
          const who = (price + index) % brokers.length;
          return `{"broker_id":${String(1000 + who * 37)},"broker_name":"${brokers[who] ?? ''}","broker_pos":${String(at + 1)}}`;
        }),
      )
      .join(',');
  return frame('BROKER_QUEUE', quote.security.code, nowMs, `{"bid_broker_list":[${queue(bids)}],"ask_broker_list":[${queue(asks)}]}`);
}
