import fc from 'fast-check';
import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { awaitedPrice, priceDistance } from '../../../../src/domain/orders/orderDistance';
import { plainAmount } from '../../../../src/domain/values/amount';

const order = (orderType: string, price: string, auxPrice = ''): { orderType: string; price: string; auxPrice: string } => ({
  ...{ orderType, price, auxPrice },
});

describe('the price that an order waits for', () => {
  it('is the trigger price before the limit price', () => {
    expect(awaitedPrice(order('LIMIT', '553.0'))).toEqual({ kind: 'limit', price: '553.0' });
    expect(awaitedPrice(order('STOP_LIMIT', '553', '540.5'))).toEqual({ kind: 'trigger', price: '540.5' });
    expect(awaitedPrice(order('STOP', '0', '96.677'))).toEqual({ kind: 'trigger', price: '96.677' });
  });

  it('is none for an order without one: zero is no price, and what only limit orders have counts for no other', () => {
    for (const none of [order('MARKET', '12', '0'), order('LIMIT', '0.000'), order('LIMIT', ''), order('STOP', '12', '0')])
      expect(awaitedPrice(none)).toBeUndefined();
    expect(awaitedPrice(order('LIMIT', '553', '540'))).toEqual({ kind: 'limit', price: '553' });
  });
});

describe('the distance of a price from the last one', () => {
  it('is exact, and has its sign', () => {
    const decimal = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const [price, last] = [one, other].map(([units, places]) => new Big(units).div(new Big(10).pow(places)).toFixed(places));
        const found = priceDistance(price ?? '', last ?? '');
        const change = new Big(price ?? '').minus(last ?? '');
        expect(found === undefined ? '' : plainAmount(found.change)).toBe(change.toFixed());
        const percent = change.div(last ?? '').times(100);
        expect(
          percent
            .minus(plainAmount(found?.percent ?? 0n))
            .abs()
            .lt('1e-15'),
        ).toBe(true);
      }),
    );
  });

  it('is a rise above a negative price, as of futures', () => {
    expect(priceDistance('-1', '-2')).toEqual({ change: 10n ** 18n, percent: 50n * 10n ** 18n });
  });

  it.each([
    ['', '562'],
    ['562', ''],
    ['562', '0.00'],
    ['--', '562'],
  ])('is none between %j and %j', (price, last) => expect(priceDistance(price, last)).toBeUndefined());
});
