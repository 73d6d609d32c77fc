import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOfMost, sizeByRisk } from '../../../../../src/domain/orders/placing/sizeByRisk';

const asked = { side: 'BUY', assets: '100000', percent: '1', entry: '560', stop: '550', lotSize: '100' };
const cents = (most: number) => fc.integer({ min: 1, max: most }).map((units) => new Big(units).div(100).toFixed());

describe('size by risk', () => {
  it('is the number of whole lots, rounded down, whose loss at the stop stays within the risk', () => {
    expect(sizeByRisk(asked)).toEqual({ ok: true, quantity: '100', risk: '1000', isCapped: false });
    expect(sizeByRisk({ ...asked, percent: '1.99' })).toEqual({ ok: true, quantity: '100', risk: '1000', isCapped: false });
    expect(sizeByRisk({ ...asked, lotSize: '' })).toEqual({ ok: true, quantity: '100', risk: '1000', isCapped: false });
    expect(sizeByRisk({ ...asked, side: 'SELL_SHORT', stop: '570' })).toEqual({ ok: true, quantity: '100', risk: '1000', isCapped: false });
  });

  it.each(['0', '0.0', '-1'])('takes a lot size of %s for none, as the start of a new order does', (lotSize) => {
    expect(sizeByRisk({ ...asked, lotSize, percent: '1.99' })).toEqual({ ok: true, quantity: '199', risk: '1990', isCapped: false });
  });

  it.each([
    ['600', '600', true],
    ['650', '600', true],
    ['6.5e2', '600', true],
    ['100000', '2500', false],
    ['', '2500', false],
    ['N/A', '2500', false],
  ])('is no more than the account can trade, %s, in whole lots', (most, quantity, isCapped) => {
    expect(sizeByRisk({ ...asked, percent: '25', most })).toMatchObject({ ok: true, quantity, isCapped });
  });

  it.each(['99', '0', '-500', ' 9.9e1 ', '-1e6'])('is none for an account that cannot trade one lot, but %s', (most) => {
    expect(sizeByRisk({ ...asked, most })).toEqual({ ok: false, why: 'noPower' });
  });

  it('never risks more than the share, while one more lot would', () => {
    fc.assert(
      fc.property(
        cents(10_000_000_000),
        cents(10_000),
        cents(1_000_000),
        cents(1_000_000),
        fc.integer({ min: 1, max: 10_000 }),
        fc.constantFrom('BUY', 'SELL_SHORT'),
        (assets, percent, entry, stop, lot, side) => {
          const sized = sizeByRisk({ side, assets, percent, entry, stop, lotSize: String(lot) });
          const away = side === 'BUY' ? new Big(entry).minus(stop) : new Big(stop).minus(entry);
          if (!sized.ok) {
            if (sized.why === 'wrongSide') expect(away.lte(0)).toBe(true);
            else if (sized.why === 'tooSmall') expect(away.times(lot).times(100).gt(new Big(assets).times(percent))).toBe(true);
            else throw new Error(sized.why);
            return;
          }
          const most = new Big(assets).times(percent);
          const quantity = new Big(sized.quantity);
          expect(quantity.mod(lot).eq(0)).toBe(true);
          expect(new Big(sized.risk).eq(quantity.times(away))).toBe(true);
          expect(new Big(sized.risk).times(100).lte(most)).toBe(true);
          expect(quantity.plus(lot).times(away).times(100).gt(most)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a sale, which opens nothing', { side: 'SELL' }, 'side'],
    ['a stop above a purchase', { stop: '570' }, 'wrongSide'],
    ['a stop at the entry', { stop: '560' }, 'wrongSide'],
    ['no assets', { assets: '0' }, 'number'],
    ['debts', { assets: '-5' }, 'number'],
    ['more than the account', { percent: '100.01' }, 'number'],
    ['a text', { stop: 'x' }, 'number'],
    ['less than one lot', { percent: '0.9' }, 'tooSmall'],
  ])('has no quantity for %s', (_, over, why) => {
    expect(sizeByRisk({ ...asked, ...over })).toEqual({ ok: false, why });
  });
});

describe('a part of what the account can trade', () => {
  it.each([
    ['1,650', 4, '100', undefined],
    ['1650', 4, '100', '400'],
    ['1650', 2, '100', '800'],
    ['1650', 1, '100', '1600'],
    ['1650', 1, '', '1650'],
    ['1650', 4, '0', '412'],
    ['0.5', 1, '', undefined],
    ['99', 1, '100', undefined],
    ['', 1, '100', undefined],
    ['-300', 1, '100', undefined],
  ])('of %s, divided by %i, in lots of “%s”, is %s', (most, divisor, lotSize, part) => {
    expect(partOfMost(most, divisor, lotSize)).toBe(part);
  });

  it('is never more than that part, while one more lot would be', () => {
    fc.assert(
      fc.property(cents(10_000_000_000), fc.constantFrom(1, 2, 4), fc.integer({ min: 1, max: 10_000 }), (most, divisor, lot) => {
        const part = new Big(partOfMost(most, divisor, String(lot)) ?? 0);
        expect(part.mod(lot).eq(0)).toBe(true);
        expect(part.times(divisor).lte(most)).toBe(true);
        expect(part.plus(lot).times(divisor).gt(most)).toBe(true);
      }),
    );
  });
});
