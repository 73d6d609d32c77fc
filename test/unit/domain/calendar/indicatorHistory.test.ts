import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSurprises, historyOf, indicatorsIn } from '../../../../src/domain/calendar/indicatorHistory';
import { indicatorKey } from '../../../../src/domain/calendar/indicatorName';
import { compareWithForecast, pictured, surpriseOf } from '../../../../src/domain/calendar/surprise';
import type { CalendarEvent } from '../../../../src/service/records';
import { calendarEvent } from '../../../support/builders/calendarEvent';

const release = (fields: Partial<CalendarEvent> = {}): CalendarEvent => calendarEvent({ country: 'United States', ...fields });

describe('the history of an indicator', () => {
  it('contains its releases once, latest first, and the next one separately', () => {
    const oct = release({ text: 'U.S. <em>CPI</em> <em>YoY</em> (Oct 2026)', time: 100 });
    const nov = release({ time: 200 });
    const dec = release({ text: 'U.S. CPI YoY (Dec 2026)', time: 300, announce: null });
    const jan = release({ text: 'U.S. CPI YoY (Jan 2027)', time: 400, announce: null });
    const others = [
      release({ text: 'U.S. Core CPI YoY (Nov 2026)' }),
      release({ text: 'Japan CPI YoY (Nov 2026)', country: 'Japan' }),
      release({ unit: null }),
    ];
    expect(historyOf(nov, [jan, oct, ...others, nov, dec, { ...nov }], 250_000)).toEqual({ past: [nov, oct], next: dec });
  });

  it('counts a release as published when it has a value or its time has passed', () => {
    const early = release({ time: 900 });
    const silent = release({ time: 100, announce: '' });
    expect(historyOf(early, [early, silent], 500_000)).toEqual({ past: [early, silent], next: undefined });
  });

  it('keeps every release in any order, and none with another unit', () => {
    const unit = fc.constantFrom('%', 'K', null);
    const some = fc.array(fc.record({ time: fc.integer({ min: 0, max: 1000 }), unit }), { maxLength: 40 });
    fc.assert(
      fc.property(some, unit, (drawn, wanted) => {
        const events = drawn.map((fields) => release(fields));
        const subject = release({ unit: wanted });
        const { past, next } = historyOf(subject, events, 500_000);
        expect(past.every((event) => event.unit === wanted)).toBe(true);
        expect(next).toBeUndefined();
        expect(past.map(({ time }) => time)).toEqual(
          [...new Set(drawn.filter((fields) => fields.unit === wanted).map(({ time }) => time))].toSorted((a, b) => b - a),
        );
        expect(historyOf(subject, events.toReversed(), 500_000).past.map(({ time }) => time)).toEqual(past.map(({ time }) => time));
      }),
    );
  });

  it('counts every release once', () => {
    const value = fc.constantFrom('3.0', '3.1', '3.2', '', null, 'n/a');
    fc.assert(
      fc.property(fc.array(fc.record({ actual: value, forecast: value })), (releases) => {
        const { above, below, inLine, none } = countSurprises(releases, '%');
        expect(above + below + inLine + none).toBe(releases.length);
        expect(above).toBe(releases.filter(({ actual, forecast }) => compareWithForecast(actual, forecast, '%') === 'above').length);
      }),
    );
  });

  it('offers each indicator once when the user searches for one', () => {
    const events = [release(), release({ text: 'U.S. CPI YoY (Oct 2026)' }), release({ text: 'U.S. CPI MoM (Oct 2026)' })];
    expect(indicatorsIn(events)).toEqual([events[0], events[2]]);
    expect(new Set(events.map(indicatorKey)).size).toBe(2);
  });
});

describe('the surprise of a release', () => {
  it.each([
    ['3.0', '3.1', '%', '-0.1'],
    ['3.10', '3.1', '%', '0.00'],
    ['3.2%', '3.1%', '%', '0.1'],
    ['215', '220', 'K', '-5'],
    ['215K', '220K', null, '-5K'],
    ['1.2M', '950K', null, '0.250M'],
    ['950K', '1.2M', null, '-250K'],
    ['-0.2', '0.1', '%', '-0.3'],
    ['', '3.1', '%', undefined],
    ['215K', '220', null, undefined],
    ['n/a', '1', null, undefined],
  ] as const)('for %s against %s in %s is %s', (actual, forecast, unit, expected) => {
    expect(surpriseOf(actual, forecast, unit)).toBe(expected);
  });

  it('is exact, and has the sign of the comparison', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => new Big(digits).times(new Big(`1e-${String(places)}`)).toFixed(places));
    fc.assert(
      fc.property(decimal, decimal, (actual, forecast) => {
        const surprise = surpriseOf(actual, forecast);
        expect(surprise).toBeDefined();
        if (surprise === undefined) return;
        expect(new Big(forecast).plus(surprise).eq(new Big(actual))).toBe(true);
        const sign = new Big(surprise).cmp(0);
        expect(compareWithForecast(actual, forecast)).toBe(sign > 0 ? 'above' : sign < 0 ? 'below' : 'inLine');
      }),
    );
  });
});

describe('the figures of a chart', () => {
  it.each([
    [['3.1', null, '', '2.9%'], '%', [3.1, undefined, undefined, 2.9]],
    [['215', '0.2M'], 'K', [215, 200]],
    [['215K', '220'], null, [215_000, undefined]],
    [['1,936', 'n/a'], null, [1936, undefined]],
  ] as const)('are read from %j in %s', (texts, unit, expected) => {
    expect(pictured(texts, unit)).toEqual(expected);
  });
});
