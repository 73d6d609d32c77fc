import type { QuotePush } from '../../../src/service/feed/types';
import type { SessionQuote, SnapshotQuote } from '../../../src/service/marketRecords';

/** A quote of which only the code is known, and what `fields` say. */
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
    status: '',
    isSuspended: false,
    preMarket: undefined,
    afterMarket: undefined,
    overnight: undefined,
    unknown: {},
    ...fields,
  };
}

/** A pushed price that tells the latest price alone, and what `fields` say. */
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
    volume: '',
    turnover: '',
    preMarket: undefined,
    afterMarket: undefined,
    overnight: undefined,
    ...fields,
  };
}

/** A session outside the regular hours that tells a price, and when it was made. */
export function aSession(price: string, at: number | undefined): SessionQuote {
  return { price, at, highPrice: '', lowPrice: '', volume: '', turnover: '', change: '', changeRate: '' };
}
