import type { Candle, CandlePeriod, PriceAdjustment } from '../../service/marketRecords';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';
import { parseAmount } from '../values/amount';
import { candleDay, isIntraday } from './candlePaging';

interface LastPrice {
  readonly price: DecimalText;
  /** When the price was made. */
  readonly at: UnixMilliseconds;
}

/**
 * The newest candle, updated with a later price. A price of another minute or day does not change it: the next candle comes from the service.
 * Backward-adjusted prices are not comparable with current ones.
 */
export function followPrice(
  candle: Candle,
  { price, at }: LastPrice,
  { period, adjustment, zone }: { readonly period: CandlePeriod; readonly adjustment: PriceAdjustment; readonly zone: string },
): Candle {
  if (adjustment === 'backward' || at < candle.time) return candle;
  if (isIntraday(period) ? at >= candle.time + Number.parseInt(period, 10) * 60_000 : period === 'day' && isAnotherDay(candle, at, zone))
    return candle;
  const [last, high, low] = [parseAmount(price), parseAmount(candle.high), parseAmount(candle.low)];
  if (last === undefined || last <= 0n || high === undefined || low === undefined || price === candle.close) return candle;
  return { ...candle, close: price, high: last > high ? price : candle.high, low: last < low ? price : candle.low };
}

function isAnotherDay(candle: Candle, at: UnixMilliseconds, zone: string): boolean {
  return candleDay(candle, zone) !== candleDay({ date: '', time: at }, zone);
}
