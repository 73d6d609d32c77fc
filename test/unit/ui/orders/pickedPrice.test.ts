import { describe, expect, it, vi } from 'vitest';
import { emptyTicket, withOrder } from '../../../../src/app/orders/ticket/ticket';
import type { OrdersState } from '../../../../src/app/orders/lists/ordersBook';
import type { OrderRecord } from '../../../../src/service/records';

interface Shown {
  readonly said: string[];
  readonly offered: string[][];
  choose: number | undefined;
}

const shown = vi.hoisted((): Shown => ({ said: [], offered: [], choose: 0 }));

vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeVscode')),
  window: {
    showInformationMessage: async (message: string) => void shown.said.push(message),
    showQuickPick: async (items: readonly { readonly label: string }[]) => {
      shown.offered.push(items.map(({ label }) => label));
      return shown.choose === undefined ? undefined : items[shown.choose];
    },
  },
}));

const { orderFor, pickedTexts } = await import('../../../../src/ui/orders/pickedPrice');

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
    expect(pickedTexts(ticketOf(order('1')), { symbol: 'HK.00700', accountId: '8001', orderId: '1' })).toBeUndefined();
  });

  it('opens the only open order of the security that can be modified', async () => {
    const others = [order('2', { status: 'FILLED_ALL' }), order('3', { code: 'HK.00005' })];
    expect(await orderFor(picked, stateOf(order('1'), ...others), false)).toEqual({ accountId: '8001', orderId: '1', price: '560' });
    expect(shown.offered).toEqual([]);
  });

  it('opens the order that the user chooses of several, and none when the choice is dismissed', async () => {
    const orders = stateOf(order('1'), order('2', { orderType: 'STOP', side: 'SELL' }));
    shown.choose = 1;
    expect(await orderFor(picked, orders, false)).toEqual({ accountId: '8001', orderId: '2', auxPrice: '560' });
    expect(shown.offered[0]?.[0]).toContain('BUY 300');
    shown.choose = undefined;
    expect(await orderFor(picked, orders, false)).toBeUndefined();
  });

  it('is answered with a message when there is no order', async () => {
    expect(await orderFor(picked, stateOf(order('1', { code: 'SH.600519' })), false)).toBeUndefined();
    expect(await orderFor({ symbol: 'SH.600519' }, stateOf(order('1', { code: 'SH.600519' })), false)).toBeUndefined();
    expect(shown.said[0]).toContain('no open order in HK.00700');
  });
});
