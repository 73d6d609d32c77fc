import { describe, expect, it } from 'vitest';
import { startValue } from '../../../../../src/domain/orders/placing/startValues';

const market = { lotSize: '100', priceSpread: '0.5', lastPrice: '548', bidPrice: '547.5', askPrice: '548.5' };

describe('what a new order begins with', () => {
  it.each([
    ['BUY', '547.5'],
    ['BUY_BACK', '547.5'],
    ['SELL', '548.5'],
    ['SELL_SHORT', '548.5'],
  ])('%s: the best price of its own side, which fills nothing at once', (side, price) => {
    expect(startValue('price', side, market)).toBe(price);
  });

  it('is the last price where nobody bids, and nothing where there is none', () => {
    expect(startValue('price', 'BUY', { ...market, bidPrice: '0' })).toBe('548');
    expect(startValue('price', 'BUY', { ...market, bidPrice: '', lastPrice: '' })).toBe('');
  });

  it('is one lot, else one; never a trigger price', () => {
    expect(startValue('qty', 'BUY', market)).toBe('100');
    expect(startValue('qty', 'BUY', { ...market, lotSize: '' })).toBe('1');
    expect(startValue('aux_price', 'BUY', market)).toBe('');
  });
});
