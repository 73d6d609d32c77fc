import { describe, expect, it } from 'vitest';
import {
  codeOf,
  currentOf,
  draftOf,
  emptyTicket,
  inAccount,
  OrderSubject,
  ownTexts,
  readArguments,
  startText,
  traitsOf,
  typedOf,
  withNewValues,
  withOrder,
  withSubject,
} from '../../../../../src/app/orders/ticket/ticket';
import type { Placing, Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { unknownMarket } from '../../../../../src/domain/orders/orderWarnings';
import { orderRecord } from '../../../../support/orders/orderFakes';

const order = orderRecord({ quantity: '100', price: '12.30', auxPrice: '11' });
const live: Ticket = { ...emptyTicket, accountId: '8001', accountName: 'Main' };
const paper: Ticket = { ...live, isPaper: true, market: 1, code: 'HK.00700' };
const typed = { qty: '200' };
const placing: Placing = {
  ...{ code: 'US.AAPL', name: '', mark: '#a', market: undefined, remark: '', most: undefined },
  choices: { side: 'BUY', order_type: 'LIMIT', time_in_force: 'DAY', session: 'RTH', lot_type: 'ROUND' },
  start: { ...unknownMarket, bidPrice: '12', askPrice: '12.1', lastPrice: '12.05', lotSize: '100' },
};

describe('a ticket', () => {
  const old: Ticket = { ...withOrder(live, 'OK-0', order), latestRoot: 'r', typed };

  it('keeps nothing of another order or account, and everything of the same', () => {
    expect(withOrder(old, 'OK-0', order)).toBe(old);
    expect(withOrder(old, 'OK-1', order)).toMatchObject({ orderId: 'OK-1', order, latestRoot: undefined, orderType: 'LIMIT', typed: {} });
    expect(withOrder(old, 'OK-0', undefined)).toMatchObject({ orderId: 'OK-0', order: undefined, orderType: undefined, typed: {} });
    const [main, other] = [{ id: '8001', name: 'Main', kind: 'live' } as const, { id: '8002', name: 'Other', kind: 'live' } as const];
    expect(inAccount(old, main)).toBe(old);
    expect(inAccount(old, other)).toMatchObject({ accountId: '8002', accountName: 'Other', isPaper: false, orderId: '', order: undefined });
    expect(inAccount({ ...paper, orderId: 'OK-0' }, { ...main, kind: 'live' })).toMatchObject({ market: undefined, code: undefined });
    expect(inAccount(old, { ...main, kind: 'simulated' })).toMatchObject({ accountId: '8001', isPaper: true, orderId: '', typed: {} });
  });

  it('knows the exchange and kind of an order from its record, and of a paper order without it', () => {
    expect(withOrder(live, 'OK-1', order)).toMatchObject({ exchange: 'SEHK', securityType: 'STOCK' });
    expect(withOrder(live, 'OK-1', { ...order, securityType: '' }).securityType).toBeUndefined();
    expect(withOrder({ ...live, exchange: 'SEHK' }, 'OK-1', undefined)).toMatchObject({ exchange: undefined, securityType: undefined });
    expect(withOrder(paper, 'OK-1', undefined)).toMatchObject({ exchange: '', securityType: 'STOCK', code: 'HK.00700' });
    expect(withOrder({ ...paper, orderId: 'OK-0' }, 'OK-1', undefined).code).toBeUndefined();
    const account = { id: '9', name: 'Paper', kind: 'simulated', markets: [2], source: 'service' } as const;
    const subject = new OrderSubject(account, order, { market: 2, code: 'HK.00700' });
    expect(withSubject(old, subject)).toMatchObject({ accountId: '9', isPaper: true, orderId: 'OK-1', order, market: 2, code: 'HK.00700' });
    expect(withSubject(old, new OrderSubject(account, order))).toMatchObject({ market: undefined, code: undefined });
    expect([subject.symbol, new OrderSubject(account, order).symbol]).toEqual(['HK.00700', 'HK.00700']);
  });

  it('keeps what the user typed when its order has changed, and nothing that the order has by now', () => {
    const mine: Ticket = { ...old, typed: { qty: '100.0', price: '12.40' } };
    expect(ownTexts(mine)).toEqual({ price: '12.40' });
    expect(ownTexts({ ...mine, order: undefined })).toEqual(mine.typed);
    const now = { ...order, orderType: 'STOP', securityType: '' };
    const next = { order: now, latestRoot: 'next', orderType: 'STOP', securityType: 'STOCK', typed: { price: '12.40' } };
    expect(withNewValues(mine, now, 'next')).toMatchObject(next);
    expect(withNewValues(mine, { ...now, securityType: 'FUTURES' }, null)).toMatchObject({ latestRoot: null, securityType: 'FUTURES' });
  });

  it('names its security by what is most certain', () => {
    expect(codeOf({ code: 'HK.1', order, placing })).toBe('HK.1');
    expect(codeOf({ order, placing })).toBe('HK.00700');
    expect(codeOf({ order: undefined, placing })).toBe('US.AAPL');
    expect(codeOf({ order: undefined })).toBe('');
    expect(traitsOf(emptyTicket)).toEqual({ exchange: '', orderType: '', securityType: '', code: '' });
    expect(emptyTicket).toMatchObject({ accountId: '', accountName: '', orderId: '' });
  });

  it('starts with what was typed, else with the order’s values, else with the market’s', () => {
    expect([startText({ ...old, typed }, 'qty'), startText(old, 'price'), startText(live, 'qty')]).toEqual(['200', '12.30', '']);
    expect(currentOf(live)).toEqual({});
    expect(startText({ ...live, placing }, 'price')).toBe('12');
    expect(startText({ ...live, placing: { ...placing, start: undefined } }, 'price')).toBe('');
  });

  it('has a trigger price only if its type needs one, or one was typed', () => {
    expect(draftOf(old)).toMatchObject({ accountId: '8001', orderId: 'OK-0', typed: { qty: '200', price: '12.30', aux_price: undefined } });
    expect(draftOf({ ...old, orderType: 'STOP' }).typed.aux_price).toBe('11');
    expect(draftOf({ ...old, typed: { aux_price: '10' } }).typed).toEqual({ qty: '100', price: '12.30', aux_price: '10' });
    expect(draftOf({ ...old, orderType: undefined }).typed.aux_price).toBeUndefined();
  });
});

describe('the arguments of a command', () => {
  it('are texts with a known name, without space around them', () => {
    const texts = ['accountId', 'orderId', 'symbol', 'exchange', 'qty', 'price', 'auxPrice', 'securityType', 'accountKind'];
    expect(readArguments(Object.fromEntries(texts.map((name) => [name, ` ${name} `])))).toEqual(
      Object.fromEntries(texts.map((name) => [name, name])),
    );
    expect(readArguments({ qty: 100, price: '  ', mark: '#a', '': 'x' })).toEqual({});
    for (const none of [undefined, null, 'qty', 7]) expect(readArguments(none)).toEqual({});
  });

  it('fill in what they name', () => {
    expect(typedOf({ qty: '1', price: '2', auxPrice: '3' })).toEqual({ qty: '1', price: '2', aux_price: '3' });
    expect(typedOf({})).toStrictEqual({});
  });
});
