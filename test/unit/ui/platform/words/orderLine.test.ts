import { describe, expect, it } from 'vitest';
import { digitsFrom, furtherTerms, orderLine, orderTerms, shortOrderLine } from '../../../../../src/ui/platform/words/orderLine';

const order = { side: 'SELL', quantity: '2500', price: '27.95', auxPrice: '27.391', code: 'HK.00066', name: 'MTR CORPORATION' };
const open = { isPrivate: false };

describe('the row of an order', () => {
  it.each([
    [{ ...order, orderType: 'LIMIT' }, 'SELL 2,500 @ 27.95 MTR CORPORATION'],
    [{ ...order, orderType: 'LIMIT', name: 'AIA' }, 'SELL 2,500 @ 27.95 AIA'],
    [{ ...order, orderType: 'STOP', quantity: '800', name: 'HSBC HOLDINGS' }, 'SELL 800 trigger 27.391 HSBC HOLDINGS'],
    [{ ...order, orderType: 'LIMIT', name: 'China Construction Bank' }, 'SELL 2,500 @ 27.95 China Construct…'],
    [{ ...order, orderType: 'MARKET', quantity: '800', name: 'HSBC HOLDINGS' }, 'SELL 800 MARKET HSBC HOLDINGS'],
    [{ ...order, orderType: 'LIMIT', quantity: '1234567', price: '123456.789' }, 'SELL 1,234,567 @ 123,456.789 MTR CORPORATION'],
  ])('has side, quantity, and price before the name, of which a narrow view cuts off the end: %#', (one, text) => {
    expect(shortOrderLine(one, open)).toBe(text);
  });

  it('has the symbol in the place of the name if the user wants that', () => {
    const one = { ...order, orderType: 'LIMIT' };
    expect(shortOrderLine(one, { ...open, first: 'symbol' })).toBe('SELL 2,500 @ 27.95 HK.00066');
    expect(shortOrderLine({ ...one, code: '' }, { ...open, first: 'symbol' })).toBe('SELL 2,500 @ 27.95 MTR CORPORATION');
  });

  it('leaves the trigger price beside a limit to the text after it, says no price twice, and hides what is private', () => {
    const [stopLimit, stop] = [
      { ...order, orderType: 'STOP_LIMIT' },
      { ...order, orderType: 'STOP' },
    ];
    expect([shortOrderLine(stopLimit, open), furtherTerms(stopLimit, open)]).toEqual([
      'SELL 2,500 @ 27.95 MTR CORPORATION',
      'trigger 27.391',
    ]);
    expect([furtherTerms(stop, open), furtherTerms({ ...order, orderType: 'LIMIT' }, open)]).toEqual(['STOP', '']);
    const hidden = { isPrivate: true };
    expect([shortOrderLine(stopLimit, hidden), furtherTerms(stopLimit, hidden)]).toEqual(['SELL ••• @ ••• MTR CORPORATION', 'trigger •••']);
    expect(shortOrderLine(stop, hidden)).toBe('SELL ••• trigger ••• MTR CORPORATION');
  });

  it('has the digits of the security’s prices, if those are known', () => {
    const market = { last: '553.0', tick: '0.500' };
    const one = { ...order, price: '553', auxPrice: '1485.1234', orderType: 'STOP_LIMIT' };
    expect(orderLine(one, { ...open, market })).toBe('SELL 2,500 MTR CORPORATION @ 553.000, trigger 1,485.1234');
    expect(shortOrderLine({ ...one, name: 'MTR' }, { ...open, market })).toBe('SELL 2,500 @ 553.000 MTR');
    expect(orderTerms(one, open)).toBe('SELL 2,500 @ 553, trigger 1,485.1234');
  });

  it('takes those of a code without a market from the only known price of a security with that code', () => {
    const quote = { lastPrice: '553.0', priceSpread: '0.500' };
    const known = (...symbols: readonly string[]) => digitsFrom((symbol) => (symbols.includes(symbol) ? quote : undefined));
    for (const code of ['HK.00700', 'SEHK.700', '00700', '700'])
      expect(known('HK.00700')(code), code).toEqual({ last: '553.0', tick: '0.500' });
    expect(known('HK.00700')('US.00700')).toBeUndefined();
    expect(known('US.D05', 'SG.D05')('D05')).toBeUndefined();
    expect(known()('00700')).toBeUndefined();
  });
});
