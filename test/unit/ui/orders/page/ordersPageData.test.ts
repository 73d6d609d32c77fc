import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../../src/app/session/accounts/accounts';
import type { FillRecord } from '../../../../../src/service/endpoints/tradingRecords';
import type { OrderRecord } from '../../../../../src/service/records';
import { fillRow, orderRow } from '../../../../../src/ui/orders/page/ordersPageData';

const account: Account = { id: '8001', name: 'Mine', kind: 'live', markets: [], source: 'service' };

/** Each field holds its own name, so that a row that takes one from another is seen. */
const order: OrderRecord = {
  ...{ orderId: 'orderId', code: 'code', name: 'name', securityType: 'securityType', side: 'side', orderType: 'orderType' },
  ...{ status: 'status', timeInForce: 'timeInForce', currency: 'currency', quantity: 'quantity', price: 'price', auxPrice: 'auxPrice' },
  ...{ dealtQuantity: 'dealtQuantity', dealtAveragePrice: 'dealtAveragePrice', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  ...{ lastError: 'lastError', remark: 'remark', unknown: { session: 'session' } },
};

const fill: FillRecord = {
  ...{ dealId: 'dealId', orderId: 'orderId', code: 'code', name: 'name', side: 'side', quantity: 'quantity', price: 'price' },
  ...{
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    counterBrokerId: 'counterBrokerId',
    counterBrokerName: 'counterBrokerName',
    currency: 'currency',
  },
  ...{ status: 'status', unknown: {} },
};

/** Fields that do not hold their own name; the row's own are left out. */
function misplaced(row: object, own: readonly string[]): readonly string[] {
  return Object.entries(row).flatMap(([name, value]) => (own.includes(name) || value === name || typeof value === 'object' ? [] : [name]));
}

describe('rows of the orders page', () => {
  it('take each field of an order from the field of its name', () => {
    const row = orderRow(account, order);
    expect(misplaced(row, ['id', 'account'])).toEqual([]);
    expect(row).toMatchObject({ id: 'live:8001/orderId', account: 'live:8001' });
    expect(Object.keys(order).filter((name) => name !== 'unknown' && !(name in row))).toEqual([]);
  });

  it('take each field of a fill from the field of its name', () => {
    const row = fillRow(account, fill);
    expect(misplaced(row, ['id', 'account'])).toEqual([]);
    expect(row).toMatchObject({ id: expect.stringMatching(/^live:8001\/.*orderId.*dealId/), account: 'live:8001' });
  });
});
