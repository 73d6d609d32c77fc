import { describe, expect, it } from 'vitest';
import { findOrders, tradeMarkets } from '../../../../../src/app/orders/lists/listOrders';
import { foundIn } from '../../../../../src/app/orders/lists/readOrders';
import type { OrderPlace } from '../../../../../src/app/orders/lists/readOrders';
import { ApiError, DecodeError, HttpError, IncompleteError, TransportError } from '../../../../../src/service/errors';
import { firstFailureIn } from '../../../../../src/app/accounts/accountBook';
import { seen } from '../../../../../src/service/lists/list';
import type { List } from '../../../../../src/service/lists/list';
import type { ListPage } from '../../../../../src/service/schema/page';
import type { OrderRecord } from '../../../../../src/service/records';
import type { CallOptions, ServiceClient } from '../../../../../src/service/serviceClient';
import { FakeAccess, fakeClient, signedInState } from '../../../../support/fakeAccess';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { booksOf, now, untilDone } from '../../../../support/builders/books';
import { badRecord, pageOf } from '../../../../support/builders/lists';
import { live, orderRecord } from '../../../../support/orders/orderFakes';

type Answer = (market: string, flag: string) => Promise<ListPage<OrderRecord>>;

const clientOf = (orders: Answer, accounts: readonly string[] = ['8001']): ServiceClient =>
  fakeClient({
    beyond: {
      orders: async ({ tradeMarket, pageFlag = '' }) => orders(tradeMarket, pageFlag),
      liveAccounts: async () => pageOf(accounts.map((id) => ({ id, kind: 'live' as const, title: 'M', markets: [] }))),
    },
  });
const route = '/api/v1.0/accounts/{acc_id}/orders';
const http = (status: number): HttpError => new HttpError({ status, request: { method: 'GET', route } });
const order = (orderId: string): OrderRecord => orderRecord({ orderId });

/** The orders of the account, read once. */
async function listOrders(client: ServiceClient): Promise<List<OrderRecord> | undefined> {
  const { orders } = booksOf({ access: new FakeAccess(client), time: new FakeTime() });
  return (await orders.read(now, untilDone)).accounts?.[0]?.list;
}

const findOrder = async (client: ServiceClient, { orderId, ...place }: OrderPlace, options: CallOptions): Promise<unknown> =>
  foundIn(await findOrders(client, { ...place, orderIds: [orderId] }, options), orderId);

describe('listing orders', () => {
  it('walks every page of every market and keeps each order once', async () => {
    const answer: Answer = async (market, flag) => {
      if (market !== 'HK') return pageOf([order('same')]);
      return flag === '' ? pageOf([order('a')], { hasMore: true, nextKey: 'p2' }) : pageOf([order('b')]);
    };
    expect(await listOrders(clientOf(answer))).toMatchObject({
      verdict: 'complete',
      items: [{ orderId: 'a' }, { orderId: 'b' }, { orderId: 'same' }],
    });
  });

  it('remembers a market as one with orders by its first page, whatever the later ones hold', async () => {
    const answer: Answer = async (market, flag) =>
      market === 'HK' && flag === '' ? pageOf([order('a')], { hasMore: true, nextKey: 'p2' }) : pageOf<OrderRecord>([]);
    const { orders, parts } = booksOf({ access: new FakeAccess(clientOf(answer)), time: new FakeTime() });
    await orders.read(now, untilDone);
    expect(parts.memory.current().marketsWithOrders('8001')).toEqual(['HK']);
  });

  it('stops at a repeated page flag, and says so', async () => {
    const list = await listOrders(clientOf(async () => pageOf<OrderRecord>([], { hasMore: true, nextKey: 'again' })));
    expect(list).toMatchObject({ verdict: 'incomplete', gaps: tradeMarkets.map((part) => ({ kind: 'brokenOff', part })) });
  });

  it.each([
    ['429', http(429)],
    ['500', http(500)],
    ['-9', new ApiError({ envelope: 'quote', serverCode: -9, serverMessage: '', status: 200 })],
    ['-1200', new ApiError({ envelope: 'order', serverCode: -1200, serverMessage: '', status: 200 })],
    ['a web page', new DecodeError({ path: '', expected: 'JSON object', got: 'no JSON' })],
    ['silence', new TransportError('timed-out', { sent: 'maybe' })],
  ])('names a market that answers %s, and keeps the others', async (_, error) => {
    const list = await listOrders(clientOf(async (market) => (market === 'US' ? Promise.reject(error) : pageOf([order(market)]))));
    expect(list).toMatchObject({ verdict: 'incomplete', gaps: [{ kind: 'failed', part: 'US', page: 1, error }] });
    expect(list === undefined ? [] : seen(list).items).toHaveLength(tradeMarkets.length - 1);
  });

  it('is incomplete when no market can be read', async () => {
    const list = await listOrders(clientOf(async () => Promise.reject(http(500))));
    expect(list).toMatchObject({ verdict: 'incomplete', found: [], gaps: tradeMarkets.map((part) => ({ kind: 'failed', part })) });
  });

  it('does not report an order as missing that may be in an unread part', async () => {
    const found = async (answer: Answer): Promise<unknown> =>
      findOrder(clientOf(answer), { accountId: '8001', orderId: 'x', exchange: '' }, live);
    expect(await found(async () => Promise.reject(http(404)))).toBe('notOffered');
    expect(await found(async () => pageOf([order('y')]))).toBe('notFound');
    const busy = http(429);
    await expect(found(async (market) => (market === 'US' ? Promise.reject(busy) : pageOf([])))).rejects.toBe(busy);
    await expect(found(async () => pageOf<OrderRecord>([], { unreadable: [badRecord()] }))).rejects.toBeInstanceOf(IncompleteError);
    expect(await found(async (market) => (market === 'US' ? Promise.reject(busy) : pageOf([order('x')])))).toMatchObject({ orderId: 'x' });
  });

  it('reads the market of the exchange first, others only if the order is not there, and none twice', async () => {
    const asked: string[] = [];
    const client = clientOf(async (market) => {
      asked.push(market);
      return pageOf(market === 'US' ? [order('x')] : []);
    });
    const find = async (exchange: string, orderId: string): Promise<unknown> => {
      asked.length = 0;
      return findOrder(client, { accountId: '8001', orderId, exchange }, live);
    };
    expect(await find('US', 'x')).toMatchObject({ orderId: 'x' });
    expect(asked).toEqual(['US']);
    expect(await find('SEHK', 'x')).toMatchObject({ orderId: 'x' });
    expect(asked).toEqual([...tradeMarkets]);
    expect(await find('XETRA', 'y')).toBe('notFound');
    expect(asked).toEqual([...tradeMarkets]);
  });

  it.each([
    ['SEHK', ['HK', 'US']],
    ['JP', ['JP', 'HK']],
    ['XETRA', ['HK', 'US']],
  ])('reads only two markets, the one of %s first, when the service lists no orders', async (exchange, markets) => {
    const asked: string[] = [];
    const client = clientOf(async (market) => {
      asked.push(market);
      throw http(404);
    });
    expect(await findOrder(client, { accountId: '8001', orderId: 'x', exchange }, live)).toBe('notOffered');
    expect(asked).toEqual(markets);
  });

  it('reads all markets when only one of them is not offered', async () => {
    const client = clientOf(async (market) => (market === 'HK' ? Promise.reject(http(404)) : pageOf(market === 'SG' ? [order('x')] : [])));
    expect(await findOrder(client, { accountId: '8001', orderId: 'x', exchange: 'SEHK' }, live)).toMatchObject({ orderId: 'x' });
    const missing = findOrder(client, { accountId: '8001', orderId: 'y', exchange: 'SEHK' }, live);
    await expect(missing).rejects.toBeInstanceOf(IncompleteError);
  });
});

/** A book with a service whose answers the test changes, and the markets that were read since the last check. */
function harness(accounts: readonly string[] = ['8001']) {
  const world = { answer: (async () => pageOf([])) as Answer };
  let asked: string[] = [];
  const access = new FakeAccess(
    clientOf(async (market, flag) => {
      asked.push(market);
      return world.answer(market, flag);
    }, accounts),
  );
  const time = new FakeTime();
  const book = booksOf({ access, time }).orders;
  const poll = async (): Promise<readonly string[]> => {
    asked = [];
    await book.read(now, untilDone);
    return [...asked].sort();
  };
  /** The markets that are read, automatically or by hand, until `act` is over. */
  const askedBy = async (act: () => unknown): Promise<readonly string[]> => {
    asked = [];
    await act();
    await settle();
    return [...asked].sort();
  };
  const list = (): unknown => book.state.accounts?.[0]?.list;
  return Object.assign(world, { access, book, time, poll, askedBy, list });
}
const inHk =
  (...ids: string[]): Answer =>
  async (market) =>
    pageOf(market === 'HK' ? ids.map(order) : []);

describe('the book of orders', () => {
  it('shows an order that was read individually in its place, and says when it lists no such order', async () => {
    const it = harness();
    it.answer = inHk('OK-1', 'OK-2');
    await it.poll();
    let told = 0;
    it.book.watch({ maxAgeMs: () => 30_000, changed: () => (told += 1) });
    expect(it.book.take('8001', { ...order('OK-2'), price: '560' })).toBe(true);
    expect(told).toBe(1);
    expect(it.list()).toMatchObject({ verdict: 'complete', items: [{ orderId: 'OK-1' }, { orderId: 'OK-2', price: '560' }] });
    expect(it.book.take('8001', order('X'))).toBe(false);
    expect(it.book.take('9', order('OK-1'))).toBe(false);
    await it.poll();
    expect(it.book.find('8001', 'OK-2')).toEqual(order('OK-2'));
  });

  it('reads only the market of a changed order, and every market for an unknown order', async () => {
    const it = harness();
    it.answer = async (market) => pageOf(market === 'HK' ? [order('OK-1')] : market === 'US' ? [order('OK-2')] : []);
    const watch = it.book.watch({ maxAgeMs: () => 0, changed: () => undefined });
    expect(await it.askedBy(() => watch.setOn(true))).toEqual([...tradeMarkets].sort());
    const changed = { ...order('OK-1'), price: '560' };
    it.answer = async (market) => pageOf(market === 'HK' ? [changed] : []);
    const known = { accountId: '8001', orderId: 'OK-1' };
    expect(await it.askedBy(() => it.book.hasChanged(known))).toEqual(['HK']);
    expect(it.book.find('8001', 'OK-1')).toEqual(changed);
    expect(it.book.find('8001', 'OK-2')).toBeDefined();
    // Read completely again once the rest of the list is old.
    await it.time.advance(50_000);
    expect((await it.askedBy(() => it.book.hasChanged(known))).length).toBeGreaterThan(1);
    expect(it.book.find('8001', 'OK-2')).toBeUndefined();
    const rest = async (): Promise<void> => it.time.advance(1_000);
    await rest();
    expect(await it.askedBy(() => it.book.hasChanged({ ...known, orderId: 'X' }))).toEqual([...tradeMarkets].sort());
    await rest();
    expect(await it.askedBy(() => it.book.hasChanged({ accountId: '', orderId: '' }))).toEqual([...tradeMarkets].sort());
    await rest();
    expect(await it.askedBy(() => it.book.hasChanged({ accountId: 'nobody', orderId: 'OK-1' }))).toEqual([]);
  });

  it('reads a list twice for many orders that change within a second, and reports what each read showed', async () => {
    const it = harness();
    const ids = Array.from({ length: 40 }, (_, at) => `OK-${String(at)}`);
    it.answer = inHk(...ids);
    const watch = it.book.watch({ maxAgeMs: () => 0, changed: () => undefined });
    await it.askedBy(() => watch.setOn(true));
    const shown: string[][] = [];
    it.book.onDidRead(({ service, accountId, orders, beganMs }) => {
      shown.push([service, accountId, String(beganMs - it.time.wallMs()), ...orders.map(({ orderId }) => orderId)]);
    });
    const asked = await it.askedBy(async () => {
      for (const orderId of ids) {
        it.book.hasChanged({ accountId: '8001', orderId });
        await it.time.advance(20);
      }
      await it.time.advance(1_000);
    });
    expect(asked).toEqual(['HK', 'HK']);
    const read = ['http://127.0.0.1:1', '8001', '0', ...ids];
    expect(shown).toEqual([read, read]);
  });

  it('reads a change that was made while it was hidden when it is shown again', async () => {
    const it = harness();
    it.answer = inHk('OK-1');
    const watch = it.book.watch({ maxAgeMs: () => 30_000, changed: () => undefined });
    await it.poll();
    expect(await it.askedBy(() => it.book.hasChanged({ accountId: '8001', orderId: 'OK-1' }))).toEqual([]);
    expect(await it.askedBy(() => watch.setOn(true))).toEqual(['HK']);
  });

  it('keeps its orders, marked as old, when a refresh fails, and forgets them with the session', async () => {
    const it = harness();
    it.answer = inHk('OK-1');
    await it.poll();
    const readAt = it.time.wallMs();
    expect(it.book.find('8001', 'OK-1')).toBeDefined();
    await it.time.advance(30_000);
    it.answer = async () => Promise.reject(http(500));
    await it.poll();
    expect(firstFailureIn(it.book.state)?.error).toMatchObject({ status: 500 });
    expect(it.list()).toMatchObject({
      verdict: 'incomplete',
      found: [{ orderId: 'OK-1' }],
      gaps: expect.arrayContaining([expect.objectContaining({ kind: 'failed', part: 'HK', keptFromMs: readAt })]),
    });
    expect(it.book.state.accounts?.[0]?.updatedAtMs).toBe(readAt);
    it.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect(it.book.state.accounts).toBeUndefined();
  });

  it('reads a failed market again with every poll until it answers', async () => {
    const it = harness();
    it.answer = async (market) => (market === 'US' ? Promise.reject(http(429)) : pageOf(market === 'HK' ? [order('a')] : []));
    expect(await it.poll()).toEqual([...tradeMarkets].sort());
    await it.time.advance(1);
    expect(await it.poll()).toEqual(expect.arrayContaining(['HK', 'US']));
    it.answer = async (market) => pageOf(market === 'HK' ? [order('a')] : market === 'US' ? [order('b')] : []);
    await it.time.advance(1);
    await it.poll();
    expect(it.list()).toMatchObject({ verdict: 'complete', items: [{ orderId: 'a' }, { orderId: 'b' }] });
  });

  it('reads markets without orders rarely, each at least every two minutes, spread evenly', async () => {
    const it = harness(['1', '2', '3', '4']);
    expect(await it.poll()).toHaveLength(4 * tradeMarkets.length);
    const counts: number[] = [];
    const last = new Map<string, number>(tradeMarkets.map((market) => [market, it.time.monotonicMs()]));
    for (let round = 0; round < 40; round += 1) {
      await it.time.advance(30_000);
      const asked = await it.poll();
      counts.push(asked.length);
      for (const market of new Set(asked)) last.set(market, it.time.monotonicMs());
      expect(Math.max(...[...last.values()].map((at) => it.time.monotonicMs() - at))).toBeLessThan(120_000);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  });

  it.each([10_000, 45_000, 80_000, 119_000])(
    'shows a new order in a market without orders within two minutes when polled every %d ms',
    async (interval) => {
      const it = harness();
      it.answer = inHk('a');
      await it.poll();
      it.answer = async (market) => pageOf(market === 'HK' ? [order('a')] : market === 'KR' ? [order('new')] : []);
      let waited = 0;
      while (it.book.find('8001', 'new') === undefined) {
        await it.time.advance(interval);
        waited += interval;
        await it.poll();
        expect(waited).toBeLessThanOrEqual(120_000);
      }
    },
  );

  it('reads every market at once on refresh', async () => {
    const it = harness();
    await it.poll();
    const watch = it.book.watch({ maxAgeMs: () => 30_000, changed: () => undefined });
    expect(await it.askedBy(async () => watch.refresh())).toEqual([...tradeMarkets].sort());
    expect(await it.poll()).toEqual([]);
  });

  it('requests a list that was not offered again after ten minutes, or on request', async () => {
    const it = harness();
    it.answer = async () => Promise.reject(http(404));
    // Two markets are enough to find out: each request counts toward the service's rate limit.
    expect(await it.poll()).toEqual(['HK', 'US']);
    expect(it.list()).toEqual({ verdict: 'notOffered' });
    await it.time.advance(599_999);
    expect(await it.poll()).toEqual([]);
    const watch = it.book.watch({ maxAgeMs: () => 30_000, changed: () => undefined });
    expect(await it.askedBy(async () => watch.refresh())).toEqual(['HK', 'US']);
    it.answer = inHk('a');
    await it.time.advance(600_000);
    expect(await it.poll()).toHaveLength(tradeMarkets.length);
    expect(it.list()).toMatchObject({ verdict: 'complete' });
  });

  it('counts a bad order and shows the others', async () => {
    const it = harness();
    it.answer = async (market) => (market === 'HK' ? pageOf([order('a')], { unreadable: [badRecord()] }) : pageOf([]));
    await it.poll();
    expect(it.list()).toMatchObject({
      verdict: 'incomplete',
      found: [{ orderId: 'a' }],
      gaps: [{ kind: 'unreadable', part: 'HK', count: 1, of: 2 }],
    });
  });

  it('drops an answer of an earlier session, and all its orders with the next request', async () => {
    const it = harness();
    it.answer = inHk('mine');
    await it.poll();
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    it.answer = async () => {
      await waiting;
      return pageOf([order('late')]);
    };
    const reading = it.book.read(now, untilDone);
    await settle();
    it.access.become({ ...signedInState, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } });
    release();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    expect(it.book.find('8001', 'late')).toBeUndefined();
    it.answer = inHk('other');
    await it.poll();
    expect([it.book.find('8001', 'mine'), it.book.find('8001', 'other')?.orderId]).toEqual([undefined, 'other']);
  });
});

it('a watcher draws many markets that arrive together a few times, and an order that was just changed at once', async () => {
  const time = new FakeTime();
  const answer: Answer = async (market) => {
    for (let turn = tradeMarkets.findIndex((each) => each === market); turn > 0; turn -= 1) await Promise.resolve();
    return pageOf([order(market)]);
  };
  const { orders } = booksOf({ access: new FakeAccess(clientOf(answer)), time });
  const drawn: (readonly string[])[] = [];
  const changed = (): void => {
    const list = watch.state.accounts?.[0]?.list;
    drawn.push(list === undefined ? [] : seen(list).items.map(({ quantity }) => quantity));
  };
  const watch = orders.watch({ maxAgeMs: () => 60_000, changed });
  await orders.read(now, untilDone);
  expect(drawn.length).toBeLessThan(tradeMarkets.length / 2);
  orders.take('8001', orderRecord({ orderId: 'HK', quantity: '777' }));
  expect(drawn.at(-1)).toContain('777');
  await time.advance(1_000);
  expect([drawn.length < tradeMarkets.length, drawn.at(-1)]).toEqual([true, expect.arrayContaining(['777', order('US').quantity])]);
  watch.dispose();
  orders.dispose();
});

it('every read reports that an order may have changed', async () => {
  const { orders } = booksOf({
    access: new FakeAccess(clientOf(async (market) => pageOf(market === 'HK' ? [order('a')] : []))),
    time: new FakeTime(),
  });
  const seenQuantities: (string | undefined)[] = [];
  orders.onDidChange(() => seenQuantities.push(orders.find('8001', 'a')?.quantity));
  await orders.read(now, untilDone);
  const { quantity } = order('a');
  expect(seenQuantities.at(-1)).toBe(quantity);
  orders.take('8001', orderRecord({ orderId: 'a', quantity: '777' }));
  expect(seenQuantities.at(-1)).toBe('777');
  orders.dispose();
});
