import { describe, expect, it } from 'vitest';
import { tradeMarkets } from '../../../../../src/app/orders/lists/listOrders';
import { seen } from '../../../../../src/service/lists/list';
import { booksOf, now, untilDone } from '../../../../support/builders/books';
import { pageOf } from '../../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { ticketLists } from '../../../../../src/ui/orders/ticket/ticketLists';

/** Two live accounts, each with an order in Hong Kong, and whatever is placed later in Korea. */
async function desk() {
  const placed: string[] = [];
  const hanging = { market: '' };
  const asked: string[] = [];
  const access = new FakeAccess(
    fakeClient({
      beyond: {
        liveAccounts: async () => {
          if (hanging.market === 'all') await new Promise(() => undefined);
          return pageOf(['8001', '8002'].map((id) => ({ id, kind: 'live' as const, title: '', markets: [] })));
        },
        orders: async ({ accountId, tradeMarket }) => {
          asked.push(`${accountId} ${tradeMarket}`);
          if (['all', tradeMarket].includes(hanging.market)) await new Promise(() => undefined);
          const ids =
            tradeMarket === 'HK' ? [`OK-${accountId}`] : tradeMarket === 'KR' ? placed.filter((id) => id.includes(accountId)) : [];
          return Promise.resolve(pageOf(ids.map((orderId) => orderRecord({ orderId }))));
        },
      },
    }),
  );
  const time = new FakeTime();
  const { orders } = booksOf({ access, time });
  await orders.read(now, untilDone);
  const lists = ticketLists(orders, () => undefined);
  /** The orders of the account as read now, and what was asked for that. */
  const newest = async (id: string) => {
    asked.length = 0;
    const list = await lists.newest({ kind: 'live', id }, untilDone);
    return { verdict: list.verdict, ids: seen(list).items.map(({ orderId }) => orderId), asked: [...asked].sort() };
  };
  return { placed, orders, time, newest, lists, hanging };
}

const everyMarketOf = (id: string): readonly string[] => tradeMarkets.map((market) => `${id} ${market}`).sort();

describe('the newest orders of an account', () => {
  it('come from every market of each of two accounts that are read within moments', async () => {
    const { placed, newest, time } = await desk();
    placed.push('NEW-8001', 'NEW-8002');
    await time.advance(300);
    for (const id of ['8001', '8002'])
      expect(await newest(id)).toEqual({ verdict: 'complete', ids: [`OK-${id}`, `NEW-${id}`], asked: everyMarketOf(id) });
  });

  it('come from every market while changes of orders wait to be read', async () => {
    const { placed, newest, time, orders } = await desk();
    orders.hasChanged({ accountId: '8001', orderId: 'OK-8001' });
    await time.advance(300);
    orders.hasChanged({ accountId: '8001', orderId: 'OK-8001' });
    placed.push('NEW-8001');
    expect(await newest('8001')).toEqual({ verdict: 'complete', ids: ['OK-8001', 'NEW-8001'], asked: everyMarketOf('8001') });
  });
});

describe('what can’t wait', () => {
  it('has the known accounts and orders when the service no longer responds, with the time that the orders are from', async () => {
    const { lists, hanging, time } = await desk();
    const readAtMs = time.wallMs();
    await time.advance(150_000);
    hanging.market = 'all';
    const [accounts, { list, asOfMs }] = await Promise.all([
      lists.accountsOf(['live'], untilDone),
      lists.soon({ kind: 'live', id: '8001' }, untilDone),
    ]);
    expect(seen(accounts).items.map(({ id }) => id)).toEqual(['8001', '8002']);
    expect(seen(list).items.map(({ orderId }) => orderId)).toEqual(['OK-8001']);
    expect(asOfMs).toBe(readAtMs);
    // The order is read once more before anything is sent.
    const chosen = await lists.orders('8001', untilDone);
    expect(seen(chosen).items.map(({ orderId }) => orderId)).toEqual(['OK-8001']);
    expect(seen(chosen).gaps).toHaveLength(1);
  });
});

describe('the orders to choose from', () => {
  it('are those that have arrived when the service is too slow, with a note that some are missing', async () => {
    const { lists, hanging, time } = await desk();
    await time.advance(60_000);
    hanging.market = 'US';
    const limit = AbortSignal.timeout(50);
    expect(seen(await lists.accounts(limit)).items.map(({ id }) => id)).toEqual(['8001', '8002']);
    const list = await lists.orders('8001', limit);
    expect(seen(list).items.map(({ orderId }) => orderId)).toEqual(['OK-8001']);
    expect(seen(list).gaps).toEqual([expect.objectContaining({ kind: 'failed', error: expect.objectContaining({ code: 'timed-out' }) })]);
  });

  it('are none when the user cancels', async () => {
    const { lists, hanging, time } = await desk();
    await time.advance(60_000);
    hanging.market = 'US';
    const cancel = new AbortController();
    const reading = lists.orders('8001', cancel.signal);
    cancel.abort();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
  });
});
