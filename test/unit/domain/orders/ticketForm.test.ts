import { describe, expect, it } from 'vitest';
import { unknownMarket } from '../../../../src/domain/orders/orderWarnings';
import { marketDistance, stepOf } from '../../../../src/domain/orders/ticketForm';

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

  it('says how far a price is from the last one, on which side', () => {
    expect(marketDistance('567.62', market)).toEqual({ side: 'above', percent: '1.00' });
    expect(marketDistance('556.38', market)).toEqual({ side: 'below', percent: '1.00' });
    expect(marketDistance('562.00', market)).toEqual({ side: 'at', percent: '0' });
    expect(marketDistance('562', unknownMarket)).toBeUndefined();
    expect(marketDistance('x', market)).toBeUndefined();
  });
});
