import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linear, roundTicks, spread } from '../../../../src/webview/history/chart';
import { readReleases } from '../../../../src/webview/history/releases';

const row = {
  text: 'U.S. CPI YoY (Nov 2026)',
  previous: '3.2',
  forecast: '3.1',
  actual: '3.0',
  unit: '%',
  currency: 'USD',
  country: 'United States',
  star: 5,
  time: Date.UTC(2026, 10, 12, 13, 30) / 1000,
  linkHost: null,
};

describe('the scales of a chart', () => {
  it('end at round values beyond the data, and rise evenly', () => {
    expect(roundTicks(220, 247, 5)).toEqual([220, 230, 240, 250]);
    expect(roundTicks(2.9, 3.3, 4)).toEqual([2.9, 3, 3.1, 3.2, 3.3]);
    expect(roundTicks(3, 3, 4).length).toBeGreaterThan(1);
    const figure = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(figure, figure, fc.integer({ min: 1, max: 10 }), (one, other, count) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other)];
        // No indicator has two figures whose difference is within the precision of a double.
        fc.pre(most - least > 1e-9 * Math.max(1, Math.abs(least), Math.abs(most)));
        const ticks = roundTicks(least, most, count);
        const slack = (most - least) * 1e-6;
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(count + 3);
        expect(ticks[0]).toBeLessThanOrEqual(least + slack);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most - slack);
        expect(new Set(ticks).size).toBe(ticks.length);
      }),
    );
  });

  it('map a range to pixels, and one value to the middle', () => {
    expect([0, 5, 10].map(linear([0, 10], [100, 0]))).toEqual([100, 50, 0]);
    expect(linear([3, 3], [0, 100])(3)).toBe(50);
  });

  it('label a few of many things at equal distances, including the last', () => {
    expect(spread(2, 5)).toEqual([0, 1]);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 500 }), fc.integer({ min: 2, max: 12 }), (length, count) => {
        const chosen = spread(length, count);
        expect(chosen.at(-1)).toBe(length - 1);
        expect(chosen.length).toBeLessThanOrEqual(count);
        // Each gap is as wide as any other, and no label more would fit.
        const gaps = new Set(chosen.slice(1).map((at, before) => at - (chosen[before] ?? 0)));
        expect(gaps.size).toBeLessThanOrEqual(1);
        const [gap = 1] = gaps;
        expect(chosen[0]).toBeLessThan(gap);
        expect(gap === 1 || Math.ceil((length - 1) / (gap - 1)) + 1 > count).toBe(true);
      }),
    );
  });
});

describe('the releases of an indicator as shown', () => {
  it('have their period, figures with units, and the surprise with a sign', () => {
    expect(readReleases([row], '%', 'Asia/Tokyo')).toEqual([
      {
        id: `${String(row.time)} ${row.text}`,
        at: row.time * 1000,
        date: '2026-11-12 22:30',
        period: 'Nov 2026',
        actual: '3.0%',
        forecast: '3.1%',
        previous: '3.2%',
        surprise: '\u22120.1',
        compared: 'below',
        values: { actual: 3, forecast: 3.1, previous: 3.2 },
      },
    ]);
  });

  it.each([
    ['3.2', '3.1', '+0.1', 'above'],
    ['3.10', '3.1', '0.00', 'inLine'],
    [null, '3.1', '–', undefined],
    ['3.2', '', '–', undefined],
  ] as const)('have for %s against %s a surprise of %s', (actual, forecast, surprise, compared) => {
    expect(readReleases([{ ...row, actual, forecast }], '%', 'UTC')).toMatchObject([{ surprise, compared }]);
  });

  it.each([
    [
      'their decimals',
      [
        ['2', '2.5'],
        ['1,234', '1.25'],
      ],
      ['2.00%', '2.50%', '1,234.00%', '1.25%'],
    ],
    ['no decimals that nobody stated', [['2', '3']], ['2%', '3%']],
    ['theirs where some have a magnitude', [['1.25', '890K']], ['1.25%', '890K%']],
  ] as const)('share %s', (_, pairs, shown) => {
    const rows = pairs.map(([actual, forecast]) => ({ ...row, actual, forecast, previous: null }));
    expect(readReleases(rows, '%', 'UTC').flatMap(({ actual, forecast }) => [actual, forecast])).toEqual(shown);
  });
});
