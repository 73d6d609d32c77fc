import type { LiveQuote } from '../../../domain/quotes/liveQuote';
import type { ScreenerQuote } from '../../../panel/screener/screenerProtocol';
import type { SnapshotQuote } from '../../../service/marketRecords';

/** A quote for the page: the latest prices that are known, and the figures that only a snapshot has. */
export function screenerQuote(quote: SnapshotQuote, live: LiveQuote | undefined, isOld: boolean): ScreenerQuote {
  const latest = live ?? quote;
  return {
    symbol: quote.code,
    isSuspended: latest.isSuspended,
    isOld,
    figures: {
      last: latest.lastPrice,
      volume: latest.volume,
      turnover: latest.turnover,
      marketValue: quote.marketValue,
      pe: quote.peRatio,
      pb: quote.pbRatio,
      turnoverRate: quote.turnoverRate,
      amplitude: quote.amplitude,
      volumeRatio: quote.volumeRatio,
      high52: quote.highest52Weeks,
      low52: quote.lowest52Weeks,
      open: latest.openPrice,
      high: latest.highPrice,
      low: latest.lowPrice,
      previousClose: latest.previousClose,
      average: quote.averagePrice,
      bid: latest.bidPrice,
      bidVolume: quote.bidVolume,
      ask: latest.askPrice,
      askVolume: quote.askVolume,
      lot: latest.lotSize,
    },
  };
}
