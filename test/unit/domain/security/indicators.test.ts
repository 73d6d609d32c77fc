import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indicatorValues } from '../../../../src/domain/security/indicators';
import type { IndicatedBar, Indicator } from '../../../../src/domain/security/indicators';
import { plainAmount } from '../../../../src/domain/values/amount';

const bar = (close: string | number, more: Partial<IndicatedBar> = {}): IndicatedBar => ({
  ...{ time: 0, high: String(close), low: String(close), close: String(close), volume: '1' },
  ...more,
});
const shown = (indicator: Indicator, bars: readonly IndicatedBar[], decimals: number): readonly (string | undefined)[] =>
  indicatorValues(indicator, bars).map((value) => (value === undefined ? undefined : Number(plainAmount(value)).toFixed(decimals)));

describe('an exponential moving average', () => {
  it('has the values of the worked example in ChartSchool, “Moving Averages – Simple and Exponential”', () => {
    const closes = [
      ...[22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05],
      ...[23.75, 23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17],
    ];
    expect(
      shown(
        { kind: 'exponential', length: 10 },
        closes.map((close) => bar(close)),
        2,
      ).slice(8),
    ).toEqual([
      ...[undefined, '22.22', '22.21', '22.24', '22.27', '22.33', '22.52', '22.80', '22.97', '23.13', '23.28'],
      ...['23.34', '23.43', '23.51', '23.53', '23.47', '23.40', '23.39', '23.26', '23.23', '23.08', '22.92'],
    ]);
  });

  it('leaves a bar without a price out', () => {
    const whole = shown({ kind: 'exponential', length: 2 }, [bar(1), bar(2), bar(4)], 6);
    const holed = shown({ kind: 'exponential', length: 2 }, [bar(1), bar(''), bar(2), bar('N/A'), bar(4)], 6);
    expect(holed.filter((value) => value !== undefined)).toEqual(whole.filter((value) => value !== undefined));
    expect([holed[1], holed[3]]).toEqual([undefined, undefined]);
  });
});

describe('the relative strength index', () => {
  it('has the values of the worked example in ChartSchool, “Relative Strength Index (RSI)”', () => {
    const closes = [
      ...[44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328],
      ...[45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515],
      ...[45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314],
    ];
    expect(
      shown(
        { kind: 'strength', length: 14 },
        closes.map((close) => bar(close)),
        2,
      ).slice(13),
    ).toEqual([
      ...[undefined, '70.53', '66.32', '66.55', '69.41', '66.36', '57.97', '62.93', '63.26', '56.06', '62.38'],
      ...['54.71', '50.42', '39.99', '41.46', '41.87', '45.46', '37.30', '33.08', '37.77'],
    ]);
  });

  it('is between 0 and 100: 100 if prices only rise, 0 if they only fall, 50 if none changes', () => {
    const ends = (closes: readonly number[]): string | undefined =>
      shown(
        { kind: 'strength', length: 3 },
        closes.map((close) => bar(close)),
        0,
      ).at(-1);
    expect([ends([1, 2, 3, 4, 5]), ends([5, 4, 3, 2, 1]), ends([3, 3, 3, 3, 3])]).toEqual(['100', '0', '50']);
    const price = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(fc.array(price, { maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (closes, length) => {
        const values = shown(
          { kind: 'strength', length },
          closes.map((close) => bar(close)),
          6,
        );
        return values.every((value, at) => (at < length ? value === undefined : Number(value) >= 0 && Number(value) <= 100));
      }),
    );
  });
});

describe('the volume-weighted average price', () => {
  const minute = 60;
  const day = 86_400;
  const traded = (time: number, high: string, low: string, close: string, volume: string): IndicatedBar => ({
    time,
    high,
    low,
    close,
    volume,
  });

  it('is that of the day so far, and begins anew with the next day', () => {
    const bars = [
      traded(10 * minute, '12', '9', '9', '100'),
      traded(11 * minute, '20', '20', '20', '300'),
      traded(day + minute, '7', '7', '7', '5'),
    ];
    expect(shown({ kind: 'vwap' }, bars, 4)).toEqual(['10.0000', '17.5000', '7.0000']);
  });

  it('waits for the first trade, and leaves bars without a figure out', () => {
    const bars = [
      traded(0, '5', '5', '5', '0'),
      traded(minute, '', '', '', '10'),
      traded(2 * minute, '6', '6', '6', '10'),
      traded(3 * minute, '9', '9', '', '10'),
      traded(4 * minute, '8', '8', '8', '-'),
    ];
    expect(shown({ kind: 'vwap' }, bars, 2)).toEqual([undefined, undefined, '6.00', '6.00', '6.00']);
  });

  it('lies between the lowest and the highest price of the day', () => {
    const one = fc.record({
      at: fc.integer({ min: 1, max: 9999 }),
      by: fc.integer({ min: 0, max: 99 }),
      volume: fc.integer({ min: 0, max: 1e6 }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 40 }), (drawn) => {
        const bars = drawn.map(({ at, by, volume }, index) => traded(index, String(at + by), String(at), String(at), String(volume)));
        const [low, high] = [Math.min(...drawn.map(({ at }) => at)), Math.max(...drawn.map(({ at, by }) => at + by))];
        return shown({ kind: 'vwap' }, bars, 6).every((value) => value === undefined || (Number(value) >= low && Number(value) <= high));
      }),
    );
  });
});
