import type { MarketDay } from '../../domain/security/day/marketDay';
import { isWithin } from '../../domain/security/day/marketDay';
import type { Candle, CandlePeriod } from '../../service/marketRecords';
import { CandleSeries } from './candleSeries';
import type { SeriesDependencies } from './candleSeries';

/** The bars of one day, as fine as the service has them. */
export type DayBars =
  | { readonly kind: 'read'; readonly period: CandlePeriod; readonly candles: readonly Candle[]; readonly hasGap: boolean }
  | { readonly kind: 'notOffered' };

/** From the finest: the next is requested if the service has no finer bars of the day. */
const periods = ['1m', '5m', '15m', '60m'] as const satisfies readonly CandlePeriod[];
/** A page holds more bars than most trading days have minutes. */
const mostPages = 6;

/**
 * Reads a day's bars without adjustment, because fills and orders have the prices of their day.
 *
 * @param isToday - Reads the newest bars.
 * @throws {@link ServiceError} if a request failed other than by not being offered.
 */
export async function readDayBars(
  symbol: string,
  day: MarketDay,
  isToday: boolean,
  dependencies: SeriesDependencies,
  signal: AbortSignal,
): Promise<DayBars> {
  for (const period of periods) {
    const choice = { symbol, period, adjustment: 'none' } as const;
    const series = new CandleSeries(isToday ? choice : { ...choice, end: day.date }, dependencies);
    await series.loadLatest(signal);
    for (let pages = 1; pages < mostPages && series.hasMore && (series.candles[0]?.time ?? day.to) > day.from; pages += 1)
      await series.loadEarlier(signal);
    if (!series.isOffered) return { kind: 'notOffered' };
    const candles = series.candles.filter(({ time }) => isWithin(day, time));
    const reachesBack = !series.hasMore || (series.candles[0]?.time ?? day.to) <= day.from;
    if (candles.length > 0) return { kind: 'read', period, candles, hasGap: series.hasGap || !reachesBack };
    // The day is not over, or had no trading: there would be no coarser bars either.
    if (isToday || series.candles.length > 0) return { kind: 'read', period, candles, hasGap: false };
  }
  return { kind: 'read', period: '1m', candles: [], hasGap: false };
}
