import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowRoom } from '../../../../../src/ui/platform/trees/rowRoom';
import { digitsFrom, orderLine, orderRowTexts, orderTerms } from '../../../../../src/ui/platform/words/orderLine';

const order = { side: 'SELL', quantity: '2500', price: '27.95', auxPrice: '27.391', code: 'HK.00066', name: 'MTR CORPORATION' };
const open = { isPrivate: false };

beforeEach(() => rowRoom.measure({ width: 250, em: 13 }));
afterEach(() => rowRoom.measure(undefined));

/** The label and what stands first after it. */
function rowText(...[one, look]: Parameters<typeof orderRowTexts>): string {
  const { label, prices, type, rest } = orderRowTexts(one, look);
  return [label, prices, type, rest].join(' | ');
}

describe('the row of an order', () => {
  it.each([
    [{ ...order, orderType: 'LIMIT' }, 'S 2,500 MTR C… | 27.95 |  | MTR CORPORATION'],
    [{ ...order, orderType: 'LIMIT', name: 'AIA' }, 'S 2,500 AIA | 27.95 |  | '],
    [{ ...order, orderType: 'LIMIT', side: 'BUY', quantity: '300', name: 'TENCENT' }, 'B 300 TENCENT | 27.95 |  | '],
    [{ ...order, orderType: 'STOP', quantity: '800', name: 'HSBC HOLDINGS' }, 'S 800 HSBC… | if 27.391 | STOP | HSBC HOLDINGS'],
    [{ ...order, orderType: 'STOP_LIMIT' }, 'S 2,500 | 27.95 if 27.391 | STOP LIMIT | MTR CORPORATION'],
    [{ ...order, orderType: 'MARKET', quantity: '800', name: 'HSBC HOLDINGS' }, 'S 800 HSBC… | MARKET |  | HSBC HOLDINGS'],
    [{ ...order, orderType: 'AUCTION_LIMIT', side: 'SELL_SHORT' }, 'SS 2,500 MTR… | 27.95 | AUCTION LIMIT | MTR CORPORATION'],
  ])('has side, quantity, and prices whole in a narrow side bar, and what it can of the name: %#', (one, text) => {
    expect(rowText(one, open)).toBe(text);
  });

  it.each([
    [300, { ...order, orderType: 'LIMIT' }, 'SELL 2,500 MTR CORP… | 27.95 |  | MTR CORPORATION'],
    [400, { ...order, orderType: 'LIMIT' }, 'SELL 2,500 MTR CORPORATION | 27.95 |  | '],
    [400, { ...order, orderType: 'STOP_LIMIT' }, 'SELL 2,500 MTR CORPORATI… | 27.95 if 27.391 | STOP LIMIT | MTR CORPORATION'],
  ])('has words and more of the name in a wider side bar: %i pixels', (width, one, text) => {
    rowRoom.measure({ width, em: 13 });
    expect(rowText(one, open)).toBe(text);
  });

  it('has the whole symbol in the place of the name if the user wants that, or leaves it to the text after it', () => {
    const one = { ...order, orderType: 'LIMIT', quantity: '25' };
    expect(rowText(one, { ...open, first: 'symbol' })).toBe('S 25 HK.00066 | 27.95 |  | ');
    expect(rowText({ ...one, quantity: '2500' }, { ...open, first: 'symbol' })).toBe('S 2,500 00066 | 27.95 |  | ');
    expect(rowText({ ...one, quantity: '2500', orderType: 'STOP_LIMIT' }, { ...open, first: 'symbol' })).toMatch(/^S 2,500 \|/);
    expect(rowText({ ...one, code: '' }, { ...open, first: 'symbol' })).toContain('MTR CORPORATION');
  });

  it('hides what is private', () => {
    const hidden = { isPrivate: true };
    expect(rowText({ ...order, orderType: 'STOP_LIMIT' }, hidden)).toMatch(/^S ••• MT.*… \| ••• if ••• \|/);
    expect(rowText({ ...order, orderType: 'STOP' }, hidden)).toMatch(/^S ••• MTR.*… \| if ••• \|/);
  });

  it('has the digits of the security’s prices, if those are known', () => {
    const market = { last: '553.0', tick: '0.500' };
    const one = { ...order, price: '553', auxPrice: '1485.1234', orderType: 'STOP_LIMIT' };
    expect(orderLine(one, { ...open, market })).toBe('SELL 2,500 MTR CORPORATION @ 553.000, trigger 1,485.1234');
    expect(rowText({ ...one, quantity: '25', orderType: 'LIMIT', name: 'MTR' }, { ...open, market })).toBe('S 25 MTR | 553.000 |  | ');
    // They yield to the name.
    expect(rowText({ ...one, price: '12553', orderType: 'LIMIT', name: 'HKEX' }, { ...open, market })).toBe('S 2,500 HKEX | 12,553 |  | ');
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
