import { describe, expect, it } from 'vitest';
import { readOrders } from '../../../../../src/app/orders/lists/readOrders';
import { HttpError } from '../../../../../src/service/errors';
import { pageOf } from '../../../../support/builders/lists';
import { fakeClient } from '../../../../support/fakeAccess';
import { orderRecord } from '../../../../support/orders/orderFakes';

const { signal } = new AbortController();
const ids = Array.from({ length: 110 }, (_, index) => `OK-${String(index)}`);
const place = { accountId: '8001', exchange: 'SEHK', orderIds: ids };

describe('reading many orders', () => {
  it('requests at most 49 at a time, and each of them once', async () => {
    const asked: (readonly string[])[] = [];
    const client = fakeClient({
      beyond: {
        orderDetails: async ({ orderIds }) => {
          asked.push(orderIds);
          return Promise.resolve(pageOf(orderIds.map((orderId) => orderRecord({ orderId }))));
        },
      },
    });
    const read = await readOrders(client, place, { signal });
    expect(asked.map(({ length }) => length)).toEqual([49, 49, 12]);
    expect(asked.flat()).toEqual(ids);
    expect([...read.keys()]).toEqual(ids);
  });

  it('keeps the orders that were read when one of the requests fails', async () => {
    const client = fakeClient({
      beyond: {
        orderDetails: async ({ orderIds }) => {
          if (orderIds.includes('OK-60')) throw new HttpError({ status: 500 });
          return Promise.resolve(pageOf(orderIds.map((orderId) => orderRecord({ orderId }))));
        },
      },
    });
    const read = await readOrders(client, place, { signal });
    expect(ids.filter((id) => 'error' in (read.get(id) ?? {}))).toEqual(ids.slice(49, 98));
  });
});
