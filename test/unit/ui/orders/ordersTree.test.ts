import { describe, expect, it, vi } from 'vitest';
import { ordersTree } from '../../../../src/ui/orders/ordersTree';
import { orderRecord } from '../../../support/orderFakes';

vi.mock('vscode', async () => import('../../../support/fakeVscode'));

describe('a row of the Orders view', () => {
  it('says in words what its icon says: that an order cannot be modified', () => {
    const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
    const orders = [orderRecord({ orderId: 'OK-1', code: 'HK.00700' }), orderRecord({ orderId: 'ASHARE-1', code: 'SH.600519' })];
    const book = { accounts: [{ account, orders, isOffered: true, isComplete: true, updatedAtMs: 0, error: undefined }], error: undefined };
    const rows = ordersTree({ book, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false })[0]?.children ?? [];
    expect(rows.map((row) => row.item().accessibilityInformation?.label.includes('A-share: cannot be modified'))).toEqual([false, true]);
  });
});
