import { describe, expect, it } from 'vitest';
import { CandleSeries } from '../../../../src/app/security/candleSeries';
import { HttpError, TransportError } from '../../../../src/service/errors';
import type { Candle, CandlePage } from '../../../../src/service/marketRecords';

const signal = new AbortController().signal;
const now = Date.UTC(2026, 10, 20, 15);
const candle = { date: '', time: now, open: '1', high: '1', low: '1', close: '1', volume: '1' } as Candle;
const notFound = async (): Promise<never> => {
  throw new HttpError({ status: 404 });
};
const page: CandlePage = { items: [candle], hasMore: false, nextEnd: '' };

function series(
  historyCandles: () => Promise<CandlePage>,
  currentCandles: () => Promise<readonly Candle[]> = async () => [],
): CandleSeries {
  return new CandleSeries(
    { symbol: 'HK.00700', period: 'day', adjustment: 'forward' },
    { client: async () => ({ beyond: { currentCandles, historyCandles } }), nowMs: () => now },
  );
}

describe('the candles of a security without current ones', () => {
  it('are not there until the first page of history has been read', async () => {
    let answer: (page: CandlePage) => void = () => undefined;
    const read = series(async () => new Promise((resolve) => (answer = resolve)));
    const loading = read.loadLatest(signal);
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    expect(read.isLoaded).toBe(false);
    answer(page);
    await loading;
    expect([read.isLoaded, read.candles]).toEqual([true, [candle]]);
  });

  it('are still missing if that page could not be read, and are read the next time', async () => {
    let isDown = true;
    const read = series(async () => {
      if (isDown) throw new TransportError('connect-failed', { sent: 'no' });
      return page;
    });
    await expect(read.loadLatest(signal)).rejects.toThrow(TransportError);
    expect([read.isLoaded, read.isOffered]).toEqual([false, true]);
    isDown = false;
    await read.loadLatest(signal);
    expect(read.candles).toEqual([candle]);
  });

  it('do not exist if the page is empty, and are not offered if the service has neither call', async () => {
    const empty = series(async () => ({ ...page, items: [] }));
    await empty.loadLatest(signal);
    expect([empty.isLoaded, empty.isOffered, empty.candles, empty.hasMore]).toEqual([true, true, [], false]);
    const none = series(notFound, notFound);
    await none.loadLatest(signal);
    expect([none.isLoaded, none.isOffered, none.hasMore]).toEqual([true, false, false]);
  });
});
