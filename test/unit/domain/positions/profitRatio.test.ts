import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount, plainAmount } from '../../../../src/domain/values/amount';
import { basisOf, checkRatio } from '../../../../src/domain/positions/holding';

const check = (marketValue: string, profit: string, stated: string, short = false): ReturnType<typeof checkRatio> => {
  const gained = parseAmount(profit);
  return checkRatio(stated, gained, basisOf(parseAmount(marketValue), gained, short));
};

describe('checkRatio', () => {
  it.each([
    ['percent as the specification says', '1012.30', '12.30', '1.23', false, 'stated', '1.23'],
    ['percent rounded to one digit', '1012.30', '12.30', '1.2', false, 'stated', '1.20'],
    ['a loss', '955.40', '-44.60', '-4.46', false, 'stated', '-4.46'],
    ['a fraction instead of a percentage', '955.40', '-44.60', '-0.0446', false, 'fraction', '-4.46'],
    ['a short position with its value unsigned', '900', '100', '10', true, 'stated', '10.00'],
    ['a short position with its value negative', '-900', '100', '10', true, 'stated', '10.00'],
    ['a short fraction', '900', '100', '0.1', true, 'fraction', '10.00'],
    ['something else', '1000', '100', '55', false, 'differs', '55.00'],
    ['no profit and no ratio', '1000', '0', '0', false, 'stated', '0.00'],
    ['an exponent', '1012.30', '12.30', '1.23e0', false, 'stated', '1.23'],
  ] as const)('checks %s', (_, marketValue, profit, stated, short, kind, percent) => {
    const ratio = check(marketValue, profit, stated, short);
    expect(ratio.kind).toBe(kind);
    expect(ratio.kind === 'none' ? '' : plainAmount(ratio.percent, 2)).toBe(plainAmount(parseAmount(percent) ?? 0n));
  });

  it('shows what the service sent if nothing can be checked', () => {
    expect(check('', '12', '1.5')).toMatchObject({ kind: 'stated', checked: false });
    expect(check('0', '0', '1.5')).toMatchObject({ kind: 'stated', checked: false });
    expect(check('100', '1', '--').kind).toBe('none');
  });

  it('agrees exactly within two percent of the computed ratio plus one last digit', () => {
    const figure = fc.integer({ min: -100_000, max: 100_000 }).map((value) => new Big(value).div(100));
    fc.assert(
      fc.property(
        figure,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 9_700, max: 10_300 }),
        (profit, cost, tenThousandths) => {
          const computed = profit.times(100).div(cost);
          const stated = computed.times(tenThousandths).div(10_000).toFixed(8);
          const exact = new Big(stated).minus(computed).abs().lte(computed.abs().div(50).plus('1e-8'));
          const marginal = new Big(stated).minus(computed).abs().minus(computed.abs().div(50)).minus('1e-8').abs().lt('1e-15');
          fc.pre(!marginal);
          const ratio = checkRatio(stated, parseAmount(profit.toFixed()), parseAmount(String(cost)));
          expect(ratio.kind === 'stated').toBe(exact);
          if (ratio.kind === 'stated') expect(ratio.checked).toBe(true);
        },
      ),
    );
  });

  it('distinguishes percent from fraction for every position that is worth a percent', () => {
    const cents = (min: number, max: number): fc.Arbitrary<Big> => fc.integer({ min, max }).map((value) => new Big(value).div(100));
    fc.assert(
      fc.property(cents(10_000, 100_000_000), fc.integer({ min: -9_000, max: 50_000 }), fc.boolean(), (cost, hundredths, short) => {
        fc.pre(Math.abs(hundredths) >= 100);
        const profit = cost.times(hundredths).div(10_000);
        const marketValue = short ? cost.minus(profit) : cost.plus(profit);
        fc.pre(marketValue.gte(0));
        const percent = new Big(hundredths).div(100);
        const gained = parseAmount(profit.toFixed());
        const basis = basisOf(parseAmount(marketValue.toFixed()), gained, short);
        expect(plainAmount(basis ?? 0n)).toBe(cost.toFixed());
        expect(checkRatio(percent.toFixed(2), gained, basis).kind).toBe('stated');
        const fraction = checkRatio(percent.div(100).toFixed(4), gained, basis);
        expect(fraction.kind).toBe('fraction');
        expect(fraction.kind === 'fraction' && new Big(plainAmount(fraction.percent)).minus(percent).abs().lt('0.001')).toBe(true);
      }),
    );
  });
});
