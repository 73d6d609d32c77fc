import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, currentBar } from '../../../src/market/bars';
import type { Adjustment, Interval, TimedBar } from '../../../src/market/bars';
import { depthOf } from '../../../src/market/depth';
import { slotMs, slots } from '../../../src/market/dayPath';
import { createYearRanges } from '../../../src/market/figures';
import { extendedQuote } from '../../../src/market/market';
import { dateOf } from '../../../src/market/marketDays';
import { ticksOf } from '../../../src/market/ticks';
import type { Security } from '../../../src/securities/securities';
import { allSecurities } from '../../../src/securities/securities';
import { createWorld } from '../../../src/world/world';

const noon = Date.parse('2026-06-10T04:00:00Z');
const calendar = createWorld(1, noon);
const always = createWorld(1, noon, { alwaysOpen: true });
const worlds = { calendar, always };

function security(code: string): Security {
  const found = calendar.findSecurity(code);
  if (found === undefined) throw new Error(`no ${code}`);
  return found;
}

const anySecurity = fc.constantFrom(...allSecurities, security('HK.00024'), security('SH.600003'));
const anyTime = fc.integer({ min: Date.parse('2026-01-05T00:00:00Z'), max: Date.parse('2027-03-01T00:00:00Z') });
/** Half of them on a weekend, where a world that is always open goes on with a bar of thousands of minutes. */
const anyTimeOfWeeks = fc.oneof(
  anyTime,
  fc
    .tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 2 * 86_400_000 }))
    .map(([week, ms]) => Date.parse('2026-01-10T00:00:00Z') + week * 7 * 86_400_000 + ms),
);
const anyWorld = fc.constantFrom<keyof typeof worlds>('calendar', 'always');
const allBars = (
  world: typeof calendar,
  code: Security,
  interval: Interval,
  nowMs: number,
  count: number,
  adjustment: Adjustment = 'forward',
): readonly TimedBar[] =>
  barsOf(world.market.path(code), { interval, adjustment, nowMs, from: 0, to: Number.MAX_SAFE_INTEGER, count }).bars;

describe('the prices of the sandbox market', () => {
  it('agree everywhere at any time: last trade, snapshot, every open bar, and the middle of the book', () => {
    fc.assert(
      fc.property(anySecurity, anyTimeOfWeeks, anyWorld, (code, now, kind) => {
        const world = worlds[kind];
        const path = world.market.path(code);
        const quote = world.market.quote(code, now);
        const last = quote.bar.close;
        const [tick] = ticksOf(path, now, 1);
        expect(tick).toMatchObject({ price: last, timeMs: quote.place.timeMs });
        expect(world.market.last(code, now)).toBe(last);
        expect(world.quotes.last(code, now).units).toBe(BigInt(last));
        for (const interval of [1, 5, 240, 'day', 'week', 'month', 'quarter', 'year'] as const) {
          expect(currentBar(path, interval, 'forward', now)?.close).toBe(last);
          expect(currentBar(path, interval, 'backward', now)).toEqual(allBars(world, code, interval, now, 1, 'backward').at(-1));
        }
        const day = currentBar(path, 'day', 'forward', now);
        expect(day).toMatchObject({ open: quote.bar.open, high: quote.bar.high, low: quote.bar.low, volume: quote.bar.volume });
        expect(day?.lastClose).toBe(quote.previousClose);
        const { bids, asks } = depthOf(quote, 10);
        expect((bids[0]?.price ?? 0) <= last && last <= (asks[0]?.price ?? 0)).toBe(true);
        expect((asks[0]?.price ?? 0) - (bids[0]?.price ?? 0)).toBeLessThanOrEqual(3 * path.grid.spreadAt(last));
        expect(quote.place.timeMs).toBeLessThanOrEqual(now);
      }),
      { numRuns: 70 },
    );
  });

  it('go on over weekends and holidays in a world that is always open, in bars of the trading day before', () => {
    const code = security('HK.00700');
    const { hours } = always.market.path(code);
    const zone = 8 * 3_600_000;
    const dayNumber = (date: string): number => Date.parse(date) / 86_400_000;
    // A weekend; the days around the National Day, and its eve.
    for (const [now, day] of [
      ['2026-06-12T15:00:00Z', '2026-06-12'],
      ['2026-06-13T05:00:00Z', '2026-06-12'],
      ['2026-06-14T15:59:59Z', '2026-06-12'],
      ['2026-06-14T16:00:01Z', '2026-06-15'],
      ['2026-10-01T05:00:00Z', '2026-09-30'],
    ] as const) {
      const nowMs = Date.parse(now);
      const quote = always.market.quote(code, nowMs);
      expect(dateOf(quote.day.hours.day)).toBe(day);
      expect(nowMs - quote.place.timeMs).toBeLessThan(slotMs);
      expect(hours.isOpen(nowMs)).toBe(true);
      // Over a weekend, the price stays near the close: the last bar doesn’t leap.
      const [{ high, low }, close] = [quote.day.bar, quote.path.closeOf(quote.day.hours.day)];
      if (quote.place.minute >= quote.day.hours.datedMinutes) expect(Math.abs(quote.bar.close - close)).toBeLessThan(0.15 * (high - low));
      for (const interval of [1, 5, 60, 'day', 'week'] as const) {
        const bars = allBars(always, code, interval, nowMs, 400);
        expect(bars.at(-1)?.close).toBe(quote.bar.close);
        const dates = bars.map(({ timeMs }) => Math.floor((timeMs + zone) / 86_400_000));
        expect(dates.filter((date) => !hours.isTradingDay(date))).toEqual([]);
        expect(dates.at(-1)).toBe(interval === 'week' ? dayNumber(day) - ((dayNumber(day) + 3) % 7) : dayNumber(day));
      }
    }
    // A world that is started on a Saturday: Friday goes on.
    const started = Date.parse('2026-06-13T05:00:00Z');
    const weekend = createWorld(1, started, { alwaysOpen: true });
    expect(weekend.market.quote(code, started).place.timeMs).toBeGreaterThan(started - slotMs);
    expect(dateOf(weekend.market.quote(code, started).day.hours.day)).toBe('2026-06-12');
  });

  it('are always on the tick grid, in order, and above zero', () => {
    fc.assert(
      fc.property(anySecurity, anyTime, anyWorld, (code, now, kind) => {
        const { bar, path } = worlds[kind].market.quote(code, now);
        for (const price of [bar.open, bar.high, bar.low, bar.close]) {
          expect(price).toBeGreaterThan(0);
          expect(path.grid.snap(price)).toBe(price);
        }
        expect(bar.low <= Math.min(bar.open, bar.close) && Math.max(bar.open, bar.close) <= bar.high).toBe(true);
        expect(createYearRanges()(worlds[kind].market.quote(code, now)).high).toBeGreaterThanOrEqual(bar.high);
      }),
      { numRuns: 60 },
    );
  });

  it('are the same in every world of the seed, whatever was requested before, and differ with another seed', () => {
    const [later, other] = [createWorld(1, noon + 86_400_000 * 40), createWorld(2, noon)];
    fc.assert(
      fc.property(anySecurity, fc.array(anyTime, { minLength: 1, maxLength: 6 }), (code, times) => {
        for (const now of times) expect(later.market.quote(code, now).bar).toEqual(createWorld(1, noon).market.quote(code, now).bar);
      }),
      { numRuns: 25 },
    );
    expect(other.market.last(security('HK.00700'), noon)).not.toBe(calendar.market.last(security('HK.00700'), noon));
  });

  it('stay near the reference price in the years of the sandbox', () => {
    for (const code of allSecurities) {
      for (let month = 0; month < 24; month += 1) {
        const last = calendar.market.last(code, noon + month * 30 * 86_400_000);
        expect(Math.abs(last / code.reference - 1), code.code).toBeLessThan(0.09);
      }
    }
  });
});

describe('the bars of the sandbox market', () => {
  it('for a day are the sum of its minutes, and of its trades', () => {
    const code = security('HK.00700');
    const now = Date.parse('2026-06-10T06:17:31.450Z');
    const minutes = allBars(calendar, code, 1, now, 400).filter(({ day }) => dateOf(day) === '2026-06-10');
    const day = currentBar(calendar.market.path(code), 'day', 'forward', now);
    expect(minutes).toHaveLength(150 + 78);
    expect(day).toMatchObject({
      open: minutes[0]?.open,
      close: minutes.at(-1)?.close,
      high: Math.max(...minutes.map(({ high }) => high)),
      low: Math.min(...minutes.map(({ low }) => low)),
      volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
    });
    const [whole, under] = [minutes.at(-2), minutes.at(-1)];
    for (const minute of [whole, under]) {
      const ticks = ticksOf(calendar.market.path(code), now, 750).filter(
        ({ timeMs }) => timeMs >= (minute?.timeMs ?? 0) && timeMs < (minute?.timeMs ?? 0) + 60_000,
      );
      expect(minute).toMatchObject({
        open: ticks[0]?.price,
        close: ticks.at(-1)?.price,
        high: Math.max(...ticks.map(({ price }) => price)),
        low: Math.min(...ticks.map(({ price }) => price)),
        volume: ticks.reduce((sum, { volume }) => sum + volume, 0),
      });
    }
  });

  it('for a day agree with its minutes from the first trade on, whatever was requested before', () => {
    const open = Date.parse('2026-06-10T09:30:00+08:00');
    const anyOffset = fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 23_400_000 }));
    fc.assert(
      fc.property(
        fc.constantFrom('HK.00700', 'HK.00005', 'HK.00388', 'SH.600519'),
        fc.array(anyOffset, { minLength: 1, maxLength: 4 }),
        (name, offsets) => {
          for (const offset of offsets) {
            const code = security(name);
            const minutes = allBars(calendar, code, 1, open + offset, 400).filter(({ day }) => dateOf(day) === '2026-06-10');
            const { bar } = calendar.market.quote(code, open + offset);
            expect(bar.high).toBe(Math.max(...minutes.map(({ high }) => high)));
            expect(bar.low).toBe(Math.min(...minutes.map(({ low }) => low)));
            expect(bar.volume).toBe(minutes.reduce((sum, { volume }) => sum + volume, 0));
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each(['US.AAPL', 'HK.00700', 'JP.7203', 'US.6Jmain'])('add up from minutes to weeks in the past: %s', (name) => {
    const code = security(name);
    const path = calendar.market.path(code);
    const minutes = allBars(calendar, code, 1, noon, 3_000);
    const days = allBars(calendar, code, 'day', noon, 20);
    for (const day of days.filter((bar) => bar.day > (minutes[0]?.day ?? 0))) {
      const own = minutes.filter((bar) => bar.day === day.day);
      expect(own.reduce((sum, { volume }) => sum + volume, 0)).toBe(day.volume);
      expect([Math.max(...own.map(({ high }) => high)), Math.min(...own.map(({ low }) => low))]).toEqual([day.high, day.low]);
      expect([own[0]?.open, own.at(-1)?.close]).toEqual([day.open, day.close]);
    }
    const [, week] = allBars(calendar, code, 'week', noon, 3);
    const ofWeek = days.filter((bar) => bar.day >= (week?.day ?? 0) && bar.day < (week?.day ?? 0) + 7);
    expect(ofWeek).toHaveLength(5);
    expect(week?.high).toBe(Math.max(...ofWeek.map(({ high }) => high)));
    expect(week?.close).toBe(ofWeek.at(-1)?.close);
    expect(allBars(calendar, code, 'year', noon, 100).length).toBeLessThanOrEqual(37);
    expect(path.closeOf(days.at(-2)?.day ?? 0)).toBe(days.at(-1)?.lastClose);
  });

  it('follow each other: each opens where the previous one of the day closed, and knows that close', () => {
    fc.assert(
      fc.property(anySecurity, anyTime, fc.constantFrom<Interval>(1, 3, 15, 60, 120, 'day', 'week', 'month'), (code, now, interval) => {
        const bars = allBars(calendar, code, interval, now, 40);
        for (let index = 1; index < bars.length; index += 1) {
          expect(bars[index]?.timeMs).toBeGreaterThan(bars[index - 1]?.timeMs ?? Infinity);
          expect(bars[index]?.lastClose).toBe(bars[index - 1]?.close);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('differ by adjustment only in the past', () => {
    const code = security('HK.00700');
    const [plain] = allBars(calendar, code, 'month', noon, 120, 'none');
    const [forward] = allBars(calendar, code, 'month', noon, 120);
    expect(plain?.close).toBeGreaterThan((forward?.close ?? 0) * 1.05);
    expect(allBars(calendar, code, 'day', noon, 5, 'none')).toEqual(allBars(calendar, code, 'day', noon, 5));
    expect(allBars(calendar, code, 'day', noon, 1, 'backward')[0]?.close).toBeGreaterThan(forward?.close ?? Infinity);
  });
});

describe('the ticks of the sandbox market', () => {
  it('come five times a second with some volume and growing sequences of 19 digits, in the US in pairs', () => {
    const ticks = ticksOf(always.market.path(security('US.AAPL')), noon + 3_723_456, 750);
    expect(ticks).toHaveLength(750);
    ticks.forEach((tick, index) => {
      expect(String(tick.sequence)).toHaveLength(19);
      expect(tick.volume).toBeGreaterThan(0);
      if (index > 0) expect(tick.timeMs - (ticks[index - 1]?.timeMs ?? 0)).toBe(slotMs);
      if (index > 0) expect(tick.sequence >= (ticks[index - 1]?.sequence ?? 0n)).toBe(true);
    });
    expect(new Set(ticks.map(({ price }) => price)).size).toBeGreaterThan(2);
    expect([375, 376]).toContain(new Set(ticks.map(({ sequence }) => sequence)).size);
    const tokyo = ticksOf(always.market.path(security('JP.7203')), noon + 3_723_456, 750);
    expect(new Set(tokyo.map(({ sequence }) => sequence)).size).toBe(750);
  });

  it('come once in each slot of a minute', () => {
    expect(slots * slotMs).toBe(60_000);
  });
});

describe('the trading hours of the sandbox market', () => {
  const state = (prefix: string, at: string, world = calendar): string => world.market.hours(prefix).stateAt(Date.parse(at));

  it.each([
    ['HK', '2026-06-10T09:15:00+08:00', 'WAITING_OPEN'],
    ['HK', '2026-06-10T09:30:00+08:00', 'MORNING'],
    ['HK', '2026-06-10T12:00:00+08:00', 'REST'],
    ['HK', '2026-06-10T13:00:00+08:00', 'AFTERNOON'],
    ['HK', '2026-06-10T16:00:00+08:00', 'CLOSED'],
    ['HK', '2026-06-13T11:00:00+08:00', 'CLOSED'],
    ['HK', '2026-12-24T14:00:00+08:00', 'CLOSED'],
    ['SH', '2026-06-10T14:59:59+08:00', 'AFTERNOON'],
    ['US', '2026-06-10T05:00:00-04:00', 'PRE_MARKET_BEGIN'],
    ['US', '2026-06-10T09:30:00-04:00', 'MORNING'],
    ['US', '2026-06-10T15:59:00-04:00', 'AFTERNOON'],
    ['US', '2026-06-10T16:00:00-04:00', 'AFTER_HOURS_BEGIN'],
    ['US', '2026-06-10T22:00:00-04:00', 'OVERNIGHT'],
    ['US', '2026-11-27T13:30:00-05:00', 'AFTER_HOURS_BEGIN'],
    ['US', '2026-06-13T11:00:00-04:00', 'CLOSED'],
  ])('are at %s at %s: %s', (prefix, at, expected) => {
    expect(state(prefix, at)).toBe(expected);
  });

  it('never end when the market is always open', () => {
    fc.assert(
      fc.property(anyTime, fc.constantFrom('HK', 'US', 'SH', 'JP', 'AU'), (now, prefix) => {
        const hours = always.market.hours(prefix);
        if (now > noon + 86_400_000) expect(hours.isOpen(now)).toBe(true);
      }),
    );
    expect(state('HK', '2026-06-13T11:00:00+08:00', always)).toBe('MORNING');
  });

  it('keep the price still while the market is closed', () => {
    const [evening, night] = [Date.parse('2026-06-10T16:00:00+08:00'), Date.parse('2026-06-11T03:00:00+08:00')];
    expect(calendar.market.quote(security('HK.00700'), night)).toMatchObject({
      bar: calendar.market.quote(security('HK.00700'), evening).bar,
      place: { timeMs: evening - slotMs },
    });
  });

  it('before and after the regular ones exist for US stocks, and lead to the open', () => {
    const open = Date.parse('2026-06-10T09:30:00-04:00');
    const before = calendar.market.quote(security('US.AAPL'), open - 1);
    const pre = extendedQuote(before, 'PRE', open - 1);
    expect(pre?.bar.close).toBe(calendar.market.quote(security('US.AAPL'), open).bar.open);
    expect(before.bar.close).toBe(calendar.market.quote(security('US.AAPL'), open).previousClose);
    expect(extendedQuote(calendar.market.quote(security('HK.00700'), open), 'PRE', open)).toBeUndefined();
  });
});
