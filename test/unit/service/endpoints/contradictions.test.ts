import { describe, expect, it } from 'vitest';
import { readOrder } from '../../../../src/app/orders/lists/readOrders';
import { orderDetails } from '../../../../src/service/endpoints/orders/orderDetails';
import { orders } from '../../../../src/service/endpoints/orders/orders';
import type { ReadEndpoint } from '../../../../src/service/endpoints/endpoint';
import type { OrderRecord } from '../../../../src/service/records';
import type { ListPage } from '../../../../src/service/schema/page';
import { createClient } from '../../../promises/fuzz/calls';
import { MemoryTransport } from '../../../promises/fuzz/memoryTransport';
import { opened } from '../../../support/builders/lists';
import { Walk } from '../../../../src/service/lists/walk';
import { objectOf } from '../../../support/network/decode';

const record = (orderId: string, status: string): object => ({
  order_id: orderId,
  code: 'HK.00700',
  order_status: status,
  qty: '100',
  price: '11',
});

function told<I>(endpoint: ReadEndpoint<I, ListPage<OrderRecord>>, d: unknown): readonly [ids: readonly string[], unreadable: number] {
  const page = endpoint.decode(objectOf({ s: 'ok', d }), { request: endpoint, path: '' }, { sentAt: 10, receivedAt: 30 });
  const { items, unreadable } = opened(page);
  return [items.map(({ orderId }) => orderId), unreadable.length];
}

describe('an answer with one order twice', () => {
  const open = record('A', 'SUBMITTED');
  const cancelled = record('A', 'CANCELLED_ALL');
  const other = record('B', 'SUBMITTED');

  it('counts neither record when the two differ, whatever their order, and keeps the other orders', () => {
    for (const twice of [
      [open, other, cancelled],
      [cancelled, open, other],
    ]) {
      expect(told(orders, { orders: twice, page_flag: '', completed: true })).toEqual([['B'], 1]);
      expect(told(orderDetails, twice)).toEqual([['B'], 1]);
    }
  });

  it('still says which order it is, and what all its records say', () => {
    const page = orders.decode(
      objectOf({ s: 'ok', d: { orders: [open, cancelled, { ...open, qty: '200' }], page_flag: '', completed: true } }),
      { request: orders, path: '' },
      { sentAt: 10, receivedAt: 30 },
    );
    const walk = new Walk<OrderRecord>();
    walk.accept(page);
    expect(walk.gaps('HK')).toMatchObject([
      { kind: 'contradicted', part: 'HK', orders: [{ orderId: 'A', code: 'HK.00700', price: '11', quantity: '', status: '' }] },
    ]);
  });

  it('is accepted when both records are the same', () => {
    expect(told(orderDetails, [open, other, open])).toEqual([['A', 'B', 'A'], 0]);
  });

  it('does not count as reading that order, so nothing is sent on the strength of it', async () => {
    const transport = new MemoryTransport();
    const client = createClient(transport);
    const read = async (d: readonly object[]): Promise<unknown> => {
      transport.answerWith(200, JSON.stringify({ s: 'ok', d }));
      const { signal } = new AbortController();
      return readOrder(client, { accountId: '8001', orderId: 'A', exchange: 'SEHK' }, { signal });
    };
    expect(await read([open])).toMatchObject({ orderId: 'A', status: 'SUBMITTED' });
    await expect(read([open, cancelled])).rejects.toThrow();
    await expect(read([cancelled, open])).rejects.toThrow();
  });

  it('can’t be read if its list or a value of it stands there twice, however large it is', async () => {
    const transport = new MemoryTransport();
    const client = createClient(transport);
    const { signal } = new AbortController();
    const read = async (body: string): Promise<unknown> => {
      transport.answerWith(200, body);
      return client.beyond.orders({ accountId: '8001', tradeMarket: 'HK' }, { signal });
    };
    const many = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => record(`A-${at}`, 'SUBMITTED')));
    for (const rows of [JSON.stringify([open]), many]) {
      const [whole, end] = [`"orders":${rows}`, '"page_flag":"","completed":true}}'];
      await expect(read(`{"s":"ok","d":{${whole},${end}`)).resolves.toBeDefined();
      await expect(read(`{"s":"ok","d":{${whole},"orders":[],${end}`)).rejects.toThrow();
      await expect(read(`{"s":"ok","d":{"orders":[],${whole},${end}`)).rejects.toThrow();
      // One such record costs one record.
      const ended = whole.replace('"order_status":"SUBMITTED"', '"order_status":"SUBMITTED","order_status":"CANCELLED_ALL"');
      const page = opened((await read(`{"s":"ok","d":{${ended},${end}`)) as ListPage<OrderRecord>);
      expect([page.items.length, page.unreadable.length]).toEqual([(JSON.parse(rows) as unknown[]).length - 1, 1]);
    }
  });
});
