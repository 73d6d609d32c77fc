import { describe, expect, it } from 'vitest';
import type { CheckedPlacement } from '../../../../../src/domain/orders/placing/placement';
import { cancelQuestion, dealQuestion, dealText } from '../../../../../src/ui/orders/words/dealWords';
import { orderRecord } from '../../../../support/orders/orderFakes';

const target = { service: 'https://api.example.test', accountId: '8001', orderId: '', exchange: 'SEHK', isSandbox: false };
const facts = { code: 'HK.00700', name: 'TENCENT', side: 'SELL', orderType: 'LIMIT', status: '', filled: '', lastError: '' };

function placed(changes: Partial<CheckedPlacement>) {
  const placement: CheckedPlacement = {
    ...{ accountId: '8001', isPaper: false, market: undefined, code: 'HK.00700', exchange: 'SEHK', side: 'SELL', orderType: 'LIMIT' },
    ...{ timeInForce: 'DAY', session: undefined, lotType: undefined, quantity: '1300', price: '553.0', auxPrice: undefined },
    ...{ remark: '', mark: '', fields: [], ...changes },
  };
  return { action: 'place' as const, placement, facts, target };
}

function changed(values: Readonly<Record<string, string>>) {
  const fields = Object.entries(values).map(([field, kept]) => ({
    field,
    old: undefined,
    typed: kept,
    kept,
    isCut: false,
    isChanged: true,
  }));
  const change = { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK', quantity: '400', price: '560', auxPrice: undefined, fields };
  return { action: 'modify' as const, change: change as never, target: { ...target, orderId: 'OK-1' } };
}

describe('the last question says what happens in a trader’s words', () => {
  it.each([
    [{}, 'Sell 1,300 TENCENT at 553.0'],
    [{ side: 'BUY', orderType: 'MARKET', price: undefined }, 'Buy 1,300 TENCENT (MARKET)'],
    [{ side: 'SELL_SHORT' }, 'Sell short 1,300 TENCENT at 553.0'],
    [{ side: 'BUY_BACK' }, 'Buy to cover 1,300 TENCENT at 553.0'],
    [{ orderType: 'STOP_LIMIT', auxPrice: '550' }, 'Sell 1,300 TENCENT at 553.0, trigger 550 (STOP LIMIT)'],
    [{ orderType: 'STOP', price: undefined, auxPrice: '550' }, 'Sell 1,300 TENCENT, trigger 550 (STOP)'],
  ])('of a new order: %#', (changes, text) => {
    expect(dealText(placed(changes))).toBe(text);
    expect(dealQuestion(placed(changes), undefined)).toBe(`${text}, live account 8001?`);
  });

  it('names the symbol of a security whose name isn’t known, and the kind of the account', () => {
    const unnamed = { ...placed({}), facts: { ...facts, name: ' ' } };
    expect(dealQuestion({ ...unnamed, target: { ...target, isPaper: true } }, undefined)).toBe(
      'Sell 1,300 HK.00700 at 553.0, paper account 8001?',
    );
    expect(dealQuestion({ ...unnamed, target: { ...target, isSandbox: true } }, undefined)).toContain(', sandbox account 8001?');
  });

  it('of a change: the order as it is, and what becomes of it', () => {
    const asked = changed({ qty: '400', price: '560' });
    const order = orderRecord({ side: 'BUY', name: 'TENCENT', quantity: '300', price: '562.5' });
    expect(dealText(asked)).toBe('Change to 400 at 560');
    expect(dealQuestion(asked, order)).toBe('Change “Buy 300 TENCENT at 562.5” to 400 at 560, live account 8001?');
    expect(dealQuestion(asked, undefined)).toBe('Change order OK-1 to 400 at 560, live account 8001?');
    expect(dealText(changed({ qty: '400', aux_price: '510' }))).toBe('Change to 400, trigger 510');
  });

  it('of a cancellation: the order as it is', () => {
    const order = orderRecord({ side: 'SELL_SHORT', name: 'TENCENT', quantity: '300', price: '562.5' });
    const place = { ...target, orderId: 'OK-1', isPaper: true };
    expect(cancelQuestion(place, order)).toBe('Cancel “Sell short 300 TENCENT at 562.5”, paper account 8001?');
    expect(cancelQuestion(place, undefined)).toBe('Cancel order OK-1, paper account 8001?');
  });

  it('with the digits of the market’s prices, in the title and on the button', () => {
    const market = { last: '555.000', tick: '0.500' };
    const order = orderRecord({ side: 'BUY', name: 'TENCENT', quantity: '300', price: '562.5' });
    expect(dealText(placed({ auxPrice: '550' }), market)).toBe('Sell 1,300 TENCENT at 553.000, trigger 550.000');
    const asked = changed({ qty: '400', price: '560' });
    expect(dealText(asked, market)).toBe('Change to 400 at 560.000');
    expect(dealQuestion(asked, order, market)).toBe('Change “Buy 300 TENCENT at 562.500” to 400 at 560.000, live account 8001?');
    expect(cancelQuestion(target, order, market)).toBe('Cancel “Buy 300 TENCENT at 562.500”, live account 8001?');
  });
});
