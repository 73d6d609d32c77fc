import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constituentOrders, plateChange, sortConstituents } from '../../../../src/domain/plates/plateChange';
import { parseAmount } from '../../../../src/domain/values/amount';

const change = fc.option(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), { nil: undefined });

describe('the change of a plate', () => {
  it.each([
    [['1', '2', '-6'], '-1', 2, 1, 0],
    [['0.5'], '0.5', 1, 0, 0],
    [['0', ''], '0', 0, 0, 1],
  ])('is the average of %j', (texts, average, up, down, flat) => {
    expect(plateChange(texts.map(parseAmount))).toEqual({ average: parseAmount(average), up, down, flat });
  });

  it('is not known when no constituent has a change', () => {
    expect(plateChange([])).toBeUndefined();
    expect(plateChange([undefined, undefined])).toBeUndefined();
  });

  it('lies between the smallest and the largest change, and counts each constituent once', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1 }), (changes) => {
        const known = changes.filter((one) => one !== undefined);
        const found = plateChange(changes);
        if (found === undefined) {
          expect(known).toEqual([]);
          return;
        }
        const sorted = known.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
        expect(found.average >= (sorted[0] ?? 0n) && found.average <= (sorted.at(-1) ?? 0n)).toBe(true);
        expect(found.up + found.down + found.flat).toBe(known.length);
      }),
    );
  });
});

describe('the order of constituents of a plate', () => {
  it('loses none, and puts those without a change last', () => {
    fc.assert(
      fc.property(fc.array(change), fc.constantFrom(...constituentOrders), (changes, order) => {
        const items = changes.map((_, at) => ({ code: String(at), name: `N${String(at)}` }));
        const of = (code: string) => changes[Number(code)];
        const sorted = sortConstituents(items, order, of, 'en');
        expect(new Set(sorted)).toEqual(new Set(items));
        expect(sorted).toHaveLength(items.length);
        if (order === 'service' || order === 'name') {
          expect(sorted).toEqual(items);
          return;
        }
        const shown = sorted.map(({ code }) => of(code));
        const known = shown.filter((one) => one !== undefined);
        expect(shown.slice(0, known.length)).toEqual(known);
        for (const [at, one] of known.entries()) {
          const before = known[at - 1];
          if (before !== undefined) expect(order === 'gainers' ? before >= one : before <= one).toBe(true);
        }
      }),
    );
  });
});
