import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenAt, taggedLines } from '../../../../../src/webview/security/chart/places';
import { labelPlaces, labelRows } from '../../../../../src/webview/security/chart/chartLines';

const room = { height: 400, label: 18 };

describe('the labels of price lines', () => {
  it('are on their lines when there is room', () => {
    expect(labelPlaces([50, 300], room)).toEqual([
      { y: 50, isBeyond: undefined },
      { y: 300, isBeyond: undefined },
    ]);
  });

  it('are at the edge for lines that are out of view, and show the direction', () => {
    expect(labelPlaces([-900, 700], room)).toEqual([
      { y: 9, isBeyond: 'above' },
      { y: 391, isBeyond: 'below' },
    ]);
  });

  it('keep the order of prices, and overlap only when there is no room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 900 }), { maxLength: 20 }), (wanted) => {
        const places = labelPlaces(wanted, room).map(({ y }) => y);
        const order = wanted.map((_, at) => at).toSorted((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
        for (const [at, place] of order.entries()) {
          expect(places[place]).toBeGreaterThanOrEqual(9);
          expect(places[place]).toBeLessThanOrEqual(391);
          const before = order[at - 1];
          if (before !== undefined) expect((places[place] ?? 0) - (places[before] ?? 0)).toBeGreaterThanOrEqual(18);
        }
      }),
    );
  });
});

describe('lines at the same price', () => {
  const rows = (...prices: readonly number[]) =>
    labelRows(prices, () => 50, 110).map((row) => row.map(({ at, left }) => `${String(at)}: ${String(left)}`));

  it('have their labels side by side, as far as the width goes', () => {
    expect(rows(560, 559.5, 560, 560)).toEqual([['0: 0', '2: 53'], ['1: 0'], ['3: 0']]);
  });

  it('have one tag on the axis, and none at the last price', () => {
    expect(taggedLines([560, 559.5, 560, 558], 558)).toEqual([true, true, false, false]);
    expect(taggedLines([560], Number.NaN)).toEqual([true]);
  });
});

describe('numbers of the axis', () => {
  it('are hidden where a tag would cover only a part of them', () => {
    expect(hiddenAt([100, 113, 115, 87, 85, undefined], [100])).toEqual([true, true, false, true, false, false]);
    expect(hiddenAt([100], [])).toEqual([false]);
  });

  it('are hidden where tags are moved to that would overlap', () => {
    // Two at nearly one height take the room of two, above it or below.
    expect(hiddenAt([75, 130, 134], [100, 101])).toEqual([true, true, false]);
    expect(hiddenAt([75, 130], [100, 100])).toEqual([false, false]);
  });
});
