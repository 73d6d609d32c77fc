import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addEarlier, addLatest, historyOfLatest, isIntraday, leavesHole, newHistory } from '../../../../src/domain/security/candlePaging';
import type { CandleHistory, PagingRules } from '../../../../src/domain/security/candlePaging';
import type { Candle, CandlePage, CandlePeriod } from '../../../../src/service/marketRecords';

const zone = 'UTC';
const dayMs = 86_400_000;

function candle(time: number): Candle {
  return { time, date: '', open: '1', high: '1', low: '1', close: '1', previousClose: '', volume: '1', turnover: '' };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A service's answer to one request: the newest candles up to `end`, and whether there are earlier ones. */
function answer(all: readonly Candle[], end: string, { count, names }: { readonly count: number; readonly names: boolean }): CandlePage {
  const bound = end.length > 10 ? Date.parse(`${end.replace(' ', 'T')}Z`) : Date.parse(`${end}T00:00:00Z`) + dayMs - 1;
  const until = all.filter(({ time }) => time <= bound);
  const items = until.slice(-count);
  const hasMore = until.length > items.length;
  const [first] = items;
  const nextEnd = names && hasMore && first !== undefined ? new Date(first.time - 1000).toISOString().slice(0, 19).replace('T', ' ') : '';
  return { items, hasMore, nextEnd };
}

function readAll(
  begun: CandleHistory,
  ask: (end: string) => CandlePage,
  rules: PagingRules,
): { readonly history: CandleHistory; readonly requests: number } {
  let history = begun;
  let requests = 0;
  while (history.nextEnd !== undefined && requests < 2_000) {
    history = addEarlier(history, ask(history.nextEnd), rules);
    requests += 1;
  }
  return { history, requests };
}

const periods = fc.constantFrom<CandlePeriod>('1m', '5m', '60m', 'day', 'week', 'month');

/** The history of a security: candles of some days with holidays in between. */
const lives = periods.chain((period) =>
  fc.record({
    period: fc.constant(period),
    count: fc.integer({ min: 2, max: 12 }),
    all: fc
      .array(fc.record({ skip: fc.integer({ min: 1, max: isIntraday(period) ? 4 : 9 }), candles: fc.integer({ min: 1, max: 20 }) }), {
        minLength: 1,
        maxLength: 25,
      })
      .map((days) => {
        let day = 19_000;
        return days.flatMap(({ skip, candles }) => {
          day += skip;
          const size = isIntraday(period) ? candles : 1;
          return Array.from({ length: size }, (_, at) => candle(day * dayMs + (isIntraday(period) ? (570 + at) * 60_000 : 0)));
        });
      }),
  }),
);

function newest(all: readonly Candle[]): string {
  return dayOf(all.at(-1)?.time ?? 0);
}

describe('reading candles back in time', () => {
  it('ends, with every candle once and in order, when the service names the next end', () => {
    fc.assert(
      fc.property(lives, ({ period, count, all }) => {
        const rules = { period, zone, count };
        const { history, requests } = readAll(newHistory(newest(all)), (end) => answer(all, end, { count, names: true }), rules);
        expect(history).toMatchObject({ candles: all, nextEnd: undefined, hasGap: false });
        expect(requests).toBeLessThanOrEqual(all.length + 1);
      }),
    );
  });

  it('ends with every candle once and in order when days come from the candles, with a gap for a day longer than a page', () => {
    fc.assert(
      fc.property(lives, ({ period, count, all }) => {
        const rules = { period, zone, count };
        const { history } = readAll(newHistory(newest(all)), (end) => answer(all, end, { count, names: false }), rules);
        expect(history.nextEnd).toBeUndefined();
        const times = history.candles.map(({ time }) => time);
        expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
        if (!history.hasGap) expect(history.candles).toEqual(all);
        const longestDay = Math.max(...all.map(({ time }) => all.filter((other) => dayOf(other.time) === dayOf(time)).length));
        if (longestDay < count) expect(history.hasGap).toBe(false);
      }),
    );
  });

  it('ends when the service always says that there is more', () => {
    fc.assert(
      fc.property(lives, fc.boolean(), ({ period, count, all }, names) => {
        const rules = { period, zone, count };
        const endless = (end: string): CandlePage => ({ ...answer(all, end, { count, names }), hasMore: true, nextEnd: names ? end : '' });
        const { history, requests } = readAll(newHistory(newest(all)), endless, rules);
        expect(history.nextEnd).toBeUndefined();
        expect(history.hasGap).toBe(true);
        expect(requests).toBeLessThan(2 * all.length + 10);
      }),
    );
  });

  it('continues from the latest candles', () => {
    fc.assert(
      fc.property(lives, ({ period, count, all }) => {
        const rules = { period, zone, count };
        const latest = historyOfLatest(all.slice(-count), rules);
        const { history } = readAll(latest, (end) => answer(all, end, { count, names: true }), rules);
        if (!history.hasGap) expect(history.candles).toEqual(all);
        expect(history.candles.slice(-latest.candles.length)).toEqual(latest.candles);
      }),
    );
  });
});

describe('the newest candles', () => {
  const rules: PagingRules = { period: '1m', zone, count: 370 };
  const minutes = (from: number, to: number): readonly Candle[] =>
    Array.from({ length: to - from }, (_, at) => candle((from + at) * 60_000));

  it('replace the known ones', () => {
    const known = historyOfLatest(minutes(0, 10), rules);
    const changed = { ...candle(9 * 60_000), close: '2' };
    const after = addLatest(known, [changed, candle(10 * 60_000)]);
    expect(after.candles).toHaveLength(11);
    expect(after.candles[9]).toBe(changed);
    expect(after.nextEnd).toBe(known.nextEnd);
  });

  it('leave a gap when they do not reach back to the known ones', () => {
    const known = historyOfLatest(minutes(0, 10), rules);
    expect(leavesHole(known, minutes(9, 12))).toBe(false);
    expect(leavesHole(known, minutes(20, 30))).toBe(true);
  });
});
