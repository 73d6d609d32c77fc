import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netSinceOpening, totalOf } from '../../../../src/domain/security/capitalFlow';
import { parseAmount } from '../../../../src/domain/values/amount';
import type { Capital, OrderSizes } from '../../../../src/service/marketRecords';

const sizes = (extraLarge: number, large = 0): OrderSizes => ({
  ...{ extraLarge: String(extraLarge), large: String(large), medium: '0', small: '0' },
});
const points = (nets: readonly number[]): Capital['flow'] => nets.map((net) => ({ time: undefined, net: String(net) }));

describe('the net inflow since the opening', () => {
  it('is the same whether a service sends each minute by itself or the sum until then', () => {
    // Every minute brings something in: otherwise the two may be the same.
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 2, maxLength: 30 }), (minutes) => {
        let sum = 0;
        const sums = minutes.map((net) => (sum += net));
        const distribution = { in: sizes(sum, 7), out: sizes(7), updatedAt: undefined };
        const expected = sums.map((net) => parseAmount(String(net)));
        expect(netSinceOpening({ flow: points(minutes), distribution })).toEqual(expected);
        expect(netSinceOpening({ flow: points(sums), distribution })).toEqual(expected);
      }),
    );
  });

  it('is unknown without a distribution', () => {
    expect(netSinceOpening({ flow: points([1, 2]), distribution: undefined })).toBeUndefined();
    const zero = { in: sizes(0), out: sizes(0), updatedAt: undefined };
    expect(netSinceOpening({ flow: points([1, 2]), distribution: zero })).toBeUndefined();
  });
});

describe('the total of all orders', () => {
  it('is unknown if a size is missing', () => {
    expect(totalOf(sizes(5, 6))).toBe(parseAmount('11'));
    expect(totalOf({ ...sizes(5), medium: '' })).toBeUndefined();
  });
});
