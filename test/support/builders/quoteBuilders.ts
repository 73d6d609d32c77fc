import type { QuotePush } from '../../../src/service/feed/types';
import type { SessionQuote, SnapshotQuote } from '../../../src/service/marketRecords';

/** A quote with nothing but a code, and `fields`. */
export function aQuote(code: string, fields: Partial<SnapshotQuote> = {}): SnapshotQuote {
  return {
    code,
    name: '',
    updatedAt: undefined,
    lastPrice: '',
    previousClose: '',
    openPrice: '',
    highPrice: '',
    lowPrice: '',
    averagePrice: '',
    bidPrice: '',
    bidVolume: '',
    askPrice: '',
    askVolume: '',
    volume: '',
    turnover: '',
    turnoverRate: '',
    amplitude: '',
    volumeRatio: '',
    lotSize: '',
    priceSpread: '',
    contractSize: '',
    highest52Weeks: '',
    lowest52Weeks: '',
    marketValue: '',
    peRatio: '',
    pbRatio: '',
    isSuspended: false,
    preMarket: undefined,
    afterMarket: undefined,
    overnight: undefined,
    ...fields,
  };
}

/** A pushed price with nothing but the latest price, and `fields`. */
export function aPush(symbol: string, lastPrice: string, at: number, fields: Partial<QuotePush> = {}): QuotePush {
  return {
    kind: 'quote',
    symbol,
    at,
    lastPrice,
    previousClose: '',
    openPrice: '',
    highPrice: '',
    lowPrice: '',
    bidPrice: '',
    askPrice: '',
    bidVolume: '',
    askVolume: '',
    volume: '',
    turnover: '',
    isSuspended: undefined,
    preMarket: undefined,
    afterMarket: undefined,
    overnight: undefined,
    ...fields,
  };
}

/** An extended-hours session with a price, and the time of that price. */
export function aSession(price: string, at: number | undefined): SessionQuote {
  return { price, at, highPrice: '', lowPrice: '', volume: '', turnover: '', change: '', changeRate: '' };
}
