import type { SnapshotQuote } from '../../../src/service/marketRecords';

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
