import { describe, expect, it } from 'vitest';
import type { CanceledOrder } from '../../../../src/app/orders/ticket/cancelRun';
import { canceledRow } from '../../../../src/ui/orders/cancel/canceledRows';
import { chooseTicket } from '../../../../src/ui/orders/chooseTicket';
import { ticketLists } from '../../../../src/ui/orders/ticket/ticketLists';
import type { DigitsOf } from '../../../../src/ui/platform/words/orderLine';
import { readSetting } from '../../../../src/ui/platform/settings';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { editor } from '../../../support/editor/editor';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { orderRecord } from '../../../support/orders/orderFakes';

const order = orderRecord({ orderId: 'OK-1', code: 'HK.00700', name: 'TENCENT', orderType: 'LIMIT', quantity: '300', price: '562.5' });
const digits: DigitsOf = (symbol) => (symbol === 'HK.00700' ? { last: '552.500', tick: '0.500' } : undefined);

describe('the prices of orders have the digits of the security’s own', () => {
  it('in the list from which an order is chosen', async () => {
    const access = new FakeAccess(
      fakeClient({
        beyond: {
          liveAccounts: async () => pageOf([{ id: '8001', kind: 'live', title: '', markets: [] }]),
          orders: async ({ tradeMarket }) => pageOf(tradeMarket === 'HK' ? [order] : []),
        },
      }),
    );
    const { orders } = booksOf({ access, time: new FakeTime(), configured: () => readSetting('accounts') });
    const lists = ticketLists(orders, () => undefined);
    await chooseTicket({ access, lists: () => lists, action: 'modify', isPrivate: () => false, digits }, { accountId: '8001' });
    expect(editor.lists[0]?.map(({ label }) => label)).toContain('BUY 300 TENCENT @ 562.500');
  });

  it('on the page of canceled orders, or those of the order where they are not known', () => {
    const account = { id: '8001', name: 'Margin', kind: 'live', markets: [] };
    const canceled = { account, order, preview: { root: 'A', target: { orderId: 'OK-1' } }, result: undefined } as unknown as CanceledOrder;
    const known = { canceled, attempt: undefined, now: undefined };
    expect(canceledRow(known, false, digits).order).toBe('BUY 300 TENCENT @ 562.500');
    expect(canceledRow(known, false).order).toBe('BUY 300 TENCENT @ 562.5');
    expect(canceledRow(known, true, digits).order).not.toContain('562');
  });
});
