import { describe, expect, it } from 'vitest';
import { startValue } from '../../../../../src/domain/orders/placing/startValues';

const market = { lotSize: '100', priceSpread: '0.5', lastPrice: '548', bidPrice: '547.5', askPrice: '548.5' };

describe('the initial value of a field of a new order', () => {
  it.each([
    ['BUY', '547.5'],
    ['BUY_BACK', '547.5'],
    ['SELL', '548.5'],
    ['SELL_SHORT', '548.5'],
  ])('for %s is the best price of its own side, which fills nothing at once', (side, price) => {
    expect(startValue('price', side, market)).toBe(price);
  });

  it('is the last price when there is no bid, and empty when there is no price', () => {
    expect(startValue('price', 'BUY', { ...market, bidPrice: '0' })).toBe('548');
    expect(startValue('price', 'BUY', { ...market, bidPrice: '', lastPrice: '' })).toBe('');
  });

  it('is one lot, else one, and never a trigger price', () => {
    expect(startValue('qty', 'BUY', market)).toBe('100');
    expect(startValue('qty', 'BUY', { ...market, lotSize: '' })).toBe('1');
    expect(startValue('aux_price', 'BUY', market)).toBe('');
  });
});
