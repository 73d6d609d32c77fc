import { describe, expect, it } from 'vitest';
import { emptyTicket, withOrder } from '../../../../src/app/orders/ticket/ticket';
import type { OrdersState } from '../../../../src/app/orders/lists/ordersBook';
import type { OrderRecord } from '../../../../src/service/records';
import { orderFor, pickedTexts } from '../../../../src/ui/orders/pickedPrice';
import { editor } from '../../../support/editor/editor';

const order = (orderId: string, changes: Partial<OrderRecord> = {}): OrderRecord => ({
  ...{ orderId, code: 'HK.00700', name: 'TENCENT', securityType: 'STOCK', side: 'BUY', orderType: 'LIMIT', status: 'SUBMITTED' },
  ...{ timeInForce: 'DAY', currency: 'HKD', quantity: '300', price: '562.5', auxPrice: '', dealtQuantity: '0', dealtAveragePrice: '' },
  ...{ createdAt: '', updatedAt: '', lastError: '', remark: '', unknown: {} },
  ...changes,
});
const stateOf = (...orders: readonly OrderRecord[]): OrdersState =>
  ({
    accounts: [{ account: { id: '8001', name: 'Own', kind: 'live' }, list: { verdict: 'complete', items: orders } }],
    directory: [],
  }) as unknown as OrdersState;
const ticketOf = (of: OrderRecord) => withOrder({ ...emptyTicket, accountId: '8001', accountName: 'Own' }, of.orderId, of);
const picked = { symbol: 'HK.00700', price: '560' } as const;

describe('a price picked on the security page', () => {
  it('fills the price of a ticket for an order of that security, or the trigger when it has no price', () => {
    expect(pickedTexts(ticketOf(order('1')), picked)).toEqual({ price: '560' });
    expect(pickedTexts(ticketOf(order('1', { orderType: 'STOP' })), picked)).toEqual({ aux_price: '560' });
    expect(pickedTexts(ticketOf(order('1', { code: 'HK.00005' })), picked)).toBeUndefined();
  });

  it('from the line of an order fills only the ticket of that order, in the field of that line', () => {
    const line = { symbol: 'HK.00700', accountId: '8001', orderId: '1', auxPrice: '540' };
    expect(pickedTexts(ticketOf(order('1')), line)).toEqual({ aux_price: '540' });
    expect(pickedTexts(ticketOf(order('2')), line)).toBeUndefined();
    const twin = { ...ticketOf(order('1')), isPaper: true };
    expect(pickedTexts(twin, { ...line, accountKind: 'live' })).toBeUndefined();
    expect(pickedTexts(twin, { ...line, accountKind: 'simulated' })).toEqual({ aux_price: '540' });
    expect(pickedTexts(ticketOf(order('1')), { ...line, accountKind: 'simulated' })).toBeUndefined();
    expect(pickedTexts(ticketOf(order('1')), { symbol: 'HK.00700', accountId: '8001', orderId: '1' })).toBeUndefined();
  });

  it('opens the only open order of the security that can be modified', async () => {
    const others = [order('2', { status: 'FILLED_ALL' }), order('3', { code: 'HK.00005' })];
    expect(await orderFor(picked, stateOf(order('1'), ...others), false)).toEqual({ accountId: '8001', orderId: '1', price: '560' });
    expect(editor.lists).toEqual([]);
  });

  it('opens the order that the user chooses of several, and none when the choice is dismissed', async () => {
    const orders = stateOf(order('1'), order('2', { orderType: 'STOP', side: 'SELL' }));
    editor.answer(/SELL/, undefined);
    expect(await orderFor(picked, orders, false)).toEqual({ accountId: '8001', orderId: '2', auxPrice: '560' });
    expect(editor.lists[0]?.[0]?.label).toContain('BUY 300');
    expect(await orderFor(picked, orders, false, () => ({ last: '552.500', tick: '0.500' }))).toBeUndefined();
    expect(editor.lists[1]?.[0]?.label).toBe('BUY 300 TENCENT @ 562.500');
  });

  it('is answered with a message when there is no order', async () => {
    expect(await orderFor(picked, stateOf(order('1', { code: 'SH.600519' })), false)).toBeUndefined();
    expect(await orderFor({ symbol: 'SH.600519' }, stateOf(order('1', { code: 'SH.600519' })), false)).toBeUndefined();
    expect(editor.told[0]).toContain('no open order in HK.00700');
  });
});
