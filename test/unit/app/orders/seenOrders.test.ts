import { describe, expect, it } from 'vitest';
import { SeenOrders } from '../../../../src/app/orders/seenOrders';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { OrderRecord } from '../../../../src/service/records';
import { orderRecord } from '../../../support/orders/orderFakes';

describe('orders as they were read last', () => {
  it('come from the list, or from a look at one of them until the list is read again', () => {
    const changed = new Emitter<void>();
    let listed: OrderRecord | undefined = orderRecord({ orderId: 'OK-1', price: '1' });
    const orders = new SeenOrders({ find: (_, id) => (listed?.orderId === id ? listed : undefined), onDidChange: changed.event });
    const told: (string | undefined)[] = [];
    orders.onDidSee(() => told.push(orders.find('8001', 'OK-1')?.price));
    expect(orders.find('8001', 'OK-1')?.price).toBe('1');
    orders.take('8001', orderRecord({ orderId: 'OK-1', price: '2' }));
    expect(orders.find('8002', 'OK-1')?.price).toBe('1');
    listed = orderRecord({ orderId: 'OK-1', price: '3' });
    changed.fire();
    expect(told).toEqual(['2', '3']);
    orders.dispose();
    changed.fire();
    expect(told).toHaveLength(2);
  });
});
