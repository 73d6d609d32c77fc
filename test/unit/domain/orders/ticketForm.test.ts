import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownMarket } from '../../../../src/domain/orders/orderWarnings';
import { marketDistance, nextTick, stepOf } from '../../../../src/domain/orders/ticketForm';

const order = { code: 'HK.00700', securityType: 'STOCK' };
const market = { lotSize: '100', priceSpread: '0.2', lastPrice: '562' };

describe('the form of a ticket', () => {
  it('steps by lot and tick if they are known, otherwise by the last digit', () => {
    expect(stepOf('qty', '300', market, order)).toBe('100');
    expect(stepOf('price', '562.5', market, order)).toBe('0.2');
    expect(stepOf('aux_price', '562.5', market, order)).toBe('0.2');
    // Another band of prices has another tick.
    expect(stepOf('price', '499.8', market, order)).toBe('0.1');
    expect(stepOf('qty', '300', unknownMarket, order)).toBe('1');
    expect(stepOf('price', '562.55', unknownMarket, order)).toBe('0.01');
    expect(stepOf('price', '562.5', { ...market, priceSpread: '0' }, order)).toBe('0.1');
  });

  it.each([
    ['562.4', 'up', '562.6'],
    ['562.4', 'down', '562.2'],
    // Between two ticks, the next one.
    ['562.5', 'up', '562.6'],
    ['562.5', 'down', '562.4'],
  ] as const)('moves a price by one tick: %s %s', (price, direction, next) => {
    expect(nextTick(price, direction, market, order)).toBe(next);
  });

  it('moves into another band of prices by the tick there, and not at all if that is not known', () => {
    const us = { code: 'US.F', securityType: 'STOCK' };
    const dollar = { priceSpread: '0.01', lastPrice: '1.2' };
    expect(nextTick('1', 'up', dollar, us)).toBe('1.01');
    expect(nextTick('1', 'down', dollar, us)).toBe('0.9999');
    expect(nextTick('0.9999', 'up', dollar, us)).toBe('1');
    expect(nextTick('500', 'up', market, order)).toBe('500.2');
    expect(nextTick('500', 'down', market, order)).toBeUndefined();
    expect(nextTick('499.8', 'up', market, order)).toBeUndefined();
    expect(nextTick('562.4', 'up', unknownMarket, order)).toBeUndefined();
    expect(nextTick('0.01', 'down', { priceSpread: '0.01', lastPrice: '0.02' }, { code: 'X.1', securityType: '' })).toBeUndefined();
  });

  it('comes back by a tick up after a tick down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2_501, max: 4_999 }), (ticks) => {
        const price = String(ticks / 5);
        const down = nextTick(price, 'down', market, order) ?? '';
        expect(Number(down)).toBeCloseTo((ticks - 1) / 5, 6);
        expect(nextTick(down, 'up', market, order)).toBe(price);
      }),
    );
  });

  it('says how far a price is from the last one, on which side', () => {
    expect(marketDistance('567.62', market)).toEqual({ side: 'above', percent: '1.00' });
    expect(marketDistance('556.38', market)).toEqual({ side: 'below', percent: '1.00' });
    expect(marketDistance('562.00', market)).toEqual({ side: 'at', percent: '0' });
    expect(marketDistance('562', unknownMarket)).toBeUndefined();
    expect(marketDistance('x', market)).toBeUndefined();
  });
});
