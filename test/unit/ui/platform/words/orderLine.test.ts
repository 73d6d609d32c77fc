import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../src/domain/text/columns';
import { orderLine, shortOrderLine, triggerText } from '../../../../../src/ui/platform/words/orderLine';

const order = { side: 'SELL', quantity: '2500', price: '27.95', auxPrice: '27.391', code: 'HK.00066', name: 'MTR CORPORATION' };
const open = { isPrivate: false };

describe('the row of an order', () => {
  it.each([
    [{ ...order, orderType: 'LIMIT' }, 'SELL 2,500 MTR COR… @ 27.95'],
    [{ ...order, orderType: 'LIMIT', name: 'AIA' }, 'SELL 2,500 AIA @ 27.95'],
    [{ ...order, orderType: 'STOP', quantity: '800', name: 'HSBC HOLDINGS' }, 'SELL 800 HSBC HOLDINGS STOP'],
    [{ ...order, orderType: 'LIMIT', quantity: '1234567', price: '123456.789' }, 'SELL 1,234,567 MTR C… @ 123,456.789'],
  ])('shortens the name until quantity and price have room: %#', (one, text) => {
    expect(shortOrderLine(one, open)).toBe(text);
    if (columnsOf(orderLine(one, open)) <= 27) expect(shortOrderLine(one, open)).toBe(orderLine(one, open));
  });

  it('has the symbol in the place of the name if the user wants that', () => {
    const one = { ...order, orderType: 'LIMIT' };
    expect(shortOrderLine(one, { ...open, first: 'symbol' })).toBe('SELL 2,500 HK.00066 @ 27.95');
    expect(shortOrderLine({ ...one, code: '' }, { ...open, first: 'symbol' })).toBe('SELL 2,500 MTR COR… @ 27.95');
  });

  it('leaves the trigger price to the text after it, and hides what is private', () => {
    const stop = { ...order, orderType: 'STOP_LIMIT' };
    expect([shortOrderLine(stop, open), triggerText(stop, open)]).toEqual(['SELL 2,500 MTR COR… @ 27.95', 'trigger 27.391']);
    expect(triggerText({ ...order, orderType: 'LIMIT' }, open)).toBe('');
    expect([shortOrderLine(stop, { isPrivate: true }), triggerText(stop, { isPrivate: true })]).toEqual([
      'SELL ••• MTR CORPORA… @ •••',
      'trigger •••',
    ]);
  });
});
