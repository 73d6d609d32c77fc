import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionOf } from '../../../../src/domain/quotes/priceDirection';
import { CentHolding } from '../../../../src/domain/positions/centHolding';
import { readHolding } from '../../../../src/domain/positions/holding';
import { holdingSums } from '../../../../src/domain/positions/holdingGroups';
import { basisOf, checkRatio } from '../../../../src/domain/positions/profitRatio';
import { parseAmount, plainAmount } from '../../../../src/domain/values/amount';
import { holding } from '../../../support/builders/holdings';

const money = fc
  .tuple(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), fc.constantFrom(0, 1, 2))
  .map(([cents, decimals]) => new Big(cents).div(100).toFixed(decimals));

/** A position whose ratio fits its amounts, so that it is read in cents. */
const inCents = fc.tuple(money, money, fc.constantFrom('long' as const, 'short' as const)).map(([marketValue, profit, side]) => {
  const basis = basisOf(parseAmount(marketValue), parseAmount(profit), side === 'short');
  const percent = new Big(profit).times(100).div(basis === undefined ? 1 : plainAmount(basis));
  return holding({ marketValue, profit, side, profitRatio: percent.toFixed(2) });
});

describe('a holding in cents', () => {
  it('gives what reading its texts exactly gives', () => {
    let read = 0;
    fc.assert(
      fc.property(inCents, (one) => {
        const { marketValue, profit, basis, direction, ratio, ...rest } = readHolding(one);
        if (readHolding(one) instanceof CentHolding) read += 1;
        const exact = { marketValue: parseAmount(one.marketValue), profit: parseAmount(one.profit) };
        const exactBasis = basisOf(exact.marketValue, exact.profit, one.side === 'short');
        expect({ marketValue, profit }).toEqual(exact);
        expect(basis).toBe(exactBasis);
        expect(direction).toBe(directionOf(exact.profit ?? 0n));
        expect(ratio).toEqual(checkRatio(one.profitRatio, exact.profit, exactBasis));
        expect(rest.holding).toBe(one);
      }),
    );
    expect(read).toBeGreaterThan(10);
  });

  it.each([
    ['more than two decimals', { marketValue: '1012.305', profit: '12.30', profitRatio: '1.23' }],
    ['a fraction for a ratio', { marketValue: '1012.30', profit: '12.30', profitRatio: '0.01' }],
    ['a ratio that does not fit', { marketValue: '1012.30', profit: '12.30', profitRatio: '9.99' }],
    ['no number', { marketValue: '--', profit: '12.30', profitRatio: '1.23' }],
    ['more digits than floating point holds', { marketValue: '1234567890123.00', profit: '12.30', profitRatio: '0.00' }],
  ])('is not made of %s', (_, fields) => {
    expect(readHolding(holding(fields))).not.toBeInstanceOf(CentHolding);
  });

  it('adds thousands of the largest amounts without losing a cent', () => {
    const largest = holding({ marketValue: '999999999999.99', profit: '499999999999.99', profitRatio: '100' });
    const members = Array.from({ length: 5000 }, () => readHolding(largest));
    expect(members[0]).toBeInstanceOf(CentHolding);
    const { marketValue, profit, basis } = holdingSums(members);
    expect([marketValue, profit, basis ?? 0n].map((amount) => plainAmount(amount))).toEqual([
      '4999999999999950',
      '2499999999999950',
      '2500000000000000',
    ]);
  });
});
