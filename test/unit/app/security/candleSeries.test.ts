import { describe, expect, it } from 'vitest';
import { CandleSeries } from '../../../../src/app/security/candleSeries';
import { ApiError, HttpError, TransportError } from '../../../../src/service/errors';
import type { Candle, CandlePage, CandlePeriod, CurrentCandlesQuery } from '../../../../src/service/marketRecords';

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

describe('candles that are read again', () => {
  const day = 24 * 3_600_000;
  const days = (count: number, close: string): readonly Candle[] =>
    Array.from({ length: count }, (_, at) => ({ ...candle, time: now - (count - 1 - at) * day, close }));

  it('are all read anew once a split or a dividend has changed those before it', async () => {
    let close = '500';
    const asked: number[] = [];
    const read = new CandleSeries(
      { symbol: 'HK.00700', period: 'day', adjustment: 'forward' },
      {
        client: async () => ({
          beyond: {
            currentCandles: async ({ count }) => {
              asked.push(count);
              return days(Math.min(count, 100), close);
            },
            historyCandles: notFound,
          },
        }),
        nowMs: () => now,
      },
    );
    await read.loadLatest(signal);
    await read.loadLatest(signal);
    close = '100';
    await read.loadLatest(signal);
    await read.loadLatest(signal);
    expect(new Set(read.candles.map((one) => one.close))).toEqual(new Set(['100']));
    expect(asked).toEqual([370, 20, 20, 370, 20]);
  });

  it('are not continued with an earlier page that was asked for before', async () => {
    let answer: (page: CandlePage) => void = () => undefined;
    let current = days(100, '500');
    const read = series(
      async () => new Promise((resolve) => (answer = resolve)),
      async () => current,
    );
    await read.loadLatest(signal);
    const earlier = read.loadEarlier(signal);
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    current = days(50, '100');
    await read.loadLatest(signal);
    answer({ items: [{ ...candle, time: now - 200 * day }], hasMore: false, nextEnd: '' });
    await earlier;
    expect(read.candles).toHaveLength(50);
    expect(read.hasMore).toBe(true);
  });
});

describe('minutes of a market with extended hours', () => {
  const refused = new ApiError({ envelope: 'quote', serverCode: -3, serverMessage: 'invalid extended_time', status: 200 });
  function asking(symbol: string, period: CandlePeriod, answer: (query: CurrentCandlesQuery) => readonly Candle[] = () => [candle]) {
    const asked: (boolean | undefined)[] = [];
    const current = async (query: CurrentCandlesQuery) => {
      asked.push(query.isExtended);
      return answer(query);
    };
    const history = async (query: CurrentCandlesQuery) => ({ ...page, items: await current(query) });
    const made = new CandleSeries(
      { symbol, period, adjustment: 'forward', isExtended: true },
      { client: async () => ({ beyond: { currentCandles: current, historyCandles: history } }), nowMs: () => now },
    );
    return { asked, made };
  }

  it.each([
    ['US.AAPL', '1m', true],
    ['US.AAPL', '60m', true],
    ['US.AAPL', 'day', undefined],
    ['HK.00700', '1m', undefined],
    ['XX.1', '1m', undefined],
  ] as const)('are asked for with those hours: %s %s', async (symbol, period, expected) => {
    const { asked, made } = asking(symbol, period);
    await made.loadLatest(signal);
    await made.loadEarlier(signal);
    expect([...new Set(asked)]).toEqual([expected]);
    expect(made.isExtended).toBe(expected === true);
  });

  it('are read without them from a service that refuses them, and only then', async () => {
    const { asked, made } = asking('US.AAPL', '5m', ({ isExtended }) => {
      if (isExtended === true) throw refused;
      return [candle];
    });
    await made.loadLatest(signal);
    await made.loadLatest(signal);
    expect([asked, made.candles, made.isExtended]).toEqual([[true, undefined, undefined], [candle], false]);
    const failing = asking('US.AAPL', '5m', () => {
      throw new HttpError({ status: 500 });
    });
    await expect(failing.made.loadLatest(signal)).rejects.toThrow(HttpError);
    expect([failing.asked, failing.made.isExtended]).toEqual([[true], true]);
  });
});
