import { currentBar } from '../market/bars';
import type { Adjustment, Interval } from '../market/bars';
import { depthOf } from '../market/depth';
import type { Level } from '../market/depth';
import { turnoverOf } from '../market/figures';
import { extendedQuote } from '../market/market';
import type { QuoteNow } from '../market/market';
import type { ExtendedSession } from '../market/marketHours';
import { ticksOf } from '../market/ticks';
import type { Tick } from '../market/ticks';
import { fixed, fixedText } from '../world/decimalText';
import { prefixOf } from '../world/securities';

/**
 * Frames are written as text, because their numerals keep all digits (`562.500`, sequences of 19) and because there are
 * thousands of them in a second.
 */

/** A price with all its digits. */
function decimal(units: number, digits: number): string {
  return (units / 10 ** digits).toFixed(digits);
}

function frame(type: string, symbol: string, nowMs: number, data: string): string {
  return `{"timestamp":${String(Math.trunc(nowMs))},"type":"${type}","symbol":"${symbol}","data":${data}}`;
}

function block(quote: QuoteNow, kind: ExtendedSession['kind'], nowMs: number): string {
  const found = extendedQuote(quote, kind, nowMs);
  if (found === undefined) return 'null';
  const { bar, timeMs } = found;
  const { digits } = quote.security;
  return `{"price":${decimal(bar.close, digits)},"high":${decimal(bar.high, digits)},"low":${decimal(bar.low, digits)},"volume":${String(bar.volume)},"data_time_ms":${String(timeMs)}}`;
}

/** QUOTE: the day so far. */
export function quoteFrame(quote: QuoteNow, nowMs: number): string {
  const { security, bar, previousClose, place } = quote;
  const { digits } = security;
  const blocks =
    prefixOf(security.code) === 'US'
      ? `"pre_market":${block(quote, 'PRE', nowMs)},"after_market":${block(quote, 'AFTER', nowMs)},"overnight":${block(quote, 'OVERNIGHT', nowMs)}`
      : '"pre_market":null,"after_market":null,"overnight":null';
  return frame(
    'QUOTE',
    security.code,
    nowMs,
    `{"last_price":${decimal(bar.close, digits)},"data_time_ms":${String(place.timeMs)},"open_price":${decimal(bar.open, digits)},"high_price":${decimal(bar.high, digits)},"low_price":${decimal(bar.low, digits)},"prev_close_price":${decimal(previousClose, digits)},"volume":${String(bar.volume)},"turnover":${fixedText(fixed(turnoverOf(bar), digits))},${blocks}}`,
  );
}

/** ORDER_BOOK: ten levels. */
export function bookFrame(quote: QuoteNow, nowMs: number): string {
  const { security, place } = quote;
  const { bids, asks } = depthOf(quote, 10);
  const level = ({ price, volume }: Level): string => `{"price":${decimal(price, security.digits)},"volume":${String(volume)}}`;
  return frame(
    'ORDER_BOOK',
    security.code,
    nowMs,
    `{"bid_list":[${bids.map(level).join(',')}],"ask_list":[${asks.map(level).join(',')}],"data_time_ms":${String(place.timeMs)}}`,
  );
}

/** TICKER: the trades since the last one that was told; undefined where there was none. */
export function tickerFrame(quote: QuoteNow, nowMs: number, afterMs: number, count: number): string | undefined {
  const { security, path } = quote;
  const ticks = ticksOf(path, nowMs, count, afterMs);
  if (ticks.length === 0) return undefined;
  const tick = ({ sequence, timeMs, price, volume, direction }: Tick): string =>
    `{"sequence":${sequence.toString()},"time_ms":${String(timeMs)},"price":${decimal(price, security.digits)},"volume":${String(volume)},"direction":"${direction}"}`;
  return frame('TICKER', security.code, nowMs, `{"ticker_list":[${ticks.map(tick).join(',')}]}`);
}

/** KLINE: the bar that is being made. */
export function klineFrame(
  quote: QuoteNow,
  nowMs: number,
  period: string,
  interval: Interval,
  adjust: string,
  adjustment: Adjustment,
): string | undefined {
  const { security, path } = quote;
  const { digits } = security;
  const bar = currentBar(path, interval, adjustment, nowMs);
  if (bar === undefined) return undefined;
  return frame(
    'KLINE',
    security.code,
    nowMs,
    `{"period":"${period}","adjust":"${adjust}","time_key":${String(bar.timeMs)},"open_price":${decimal(bar.open, digits)},"close_price":${decimal(bar.close, digits)},"high_price":${decimal(bar.high, digits)},"low_price":${decimal(bar.low, digits)},"last_close_price":${decimal(bar.lastClose, digits)},"volume":${String(bar.volume)},"turnover":${fixedText(fixed(turnoverOf(bar), digits))}}`,
  );
}

/** MARKET_STATE: a market opened or closed. */
export function stateFrame(symbol: string, state: string, nowMs: number): string {
  return frame('MARKET_STATE', symbol, nowMs, `{"market_state":"${state}"}`);
}

const BROKERS = ['Harbour Securities', 'Jade Capital', 'Eastern Trust', 'Summit Brokers', 'Lotus Markets'];

/** BROKER_QUEUE: who stands at the best prices; in Hong Kong alone. */
export function brokerFrame(quote: QuoteNow, nowMs: number): string {
  const { bids, asks } = depthOf(quote, 1);
  const queue = (level: Level | undefined): string =>
    BROKERS.slice(0, 1 + ((level?.orders ?? 0) % BROKERS.length))
      .map((name, index) => `{"broker_id":${String(1000 + index * 37)},"broker_name":"${name}","position":${String(index + 1)}}`)
      .join(',');
  return frame('BROKER_QUEUE', quote.security.code, nowMs, `{"bid_broker_list":[${queue(bids[0])}],"ask_broker_list":[${queue(asks[0])}]}`);
}
