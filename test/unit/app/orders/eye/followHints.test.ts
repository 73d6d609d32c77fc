import { describe, expect, it } from 'vitest';
import { followHints } from '../../../../../src/app/orders/eye/followHints';
import type { ListedOrder } from '../../../../../src/app/orders/lists/ordersBook';
import type { HeardHint } from '../../../../../src/app/orders/lists/orderEvents';
import { FollowUp } from '../../../../../src/app/orders/eye/followUp';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { OrderReads } from '../../../../../src/app/orders/eye/orderReads';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import { HttpError } from '../../../../../src/service/errors';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

const changed = orderRecord({ quantity: '200', price: '12.34' });

/** A window with one change that ended with the given answer, and a list that shows the order. */
async function windowAfter(answer: WriteOutcome, isShown = true) {
  const time = new FakeTime(Date.UTC(2026, 10, 21, 1));
  const desk = orderDesk();
  const { access, journal, locks, writer, client } = desk;
  const reads: string[] = [];
  let requests = 0;
  client.orderDetails = async ({ orderIds }) => {
    requests += 1;
    reads.push(...orderIds);
    return pageOf(orderIds.map((orderId) => ({ ...changed, orderId })));
  };
  client.orders = async () => pageOf([]);
  client.answers = [answer];
  const orderReads = new OrderReads({ clock: time, timers: time });
  const read: NonNullable<ConstructorParameters<typeof OrderReadBack>[0]['read']> = async (...args) =>
    (await orderReads.read(...args)).found;
  const parts = { access, journal, locks, read, clock: time };
  const readBack = new OrderReadBack(parts);
  const followUp = new FollowUp({ ...parts, readBack, timers: time, log: new MemoryLog(), state: new MemoryState() });
  const preview = writer.preview(checkedChange(), nothingSeen);
  await writer.submit(preview, live);
  await settle();
  const [taken, listed]: [string[], ListedOrder[]] = [[], []];
  const hear = async (...orderIds: readonly string[]): Promise<void> => happen('EVENT_REPLACED', ...orderIds);
  const happen = async (event: string, ...orderIds: readonly string[]): Promise<void> => {
    const hints = orderIds.map((orderId): HeardHint => {
      return { kind: 'order', event, orderId, accountId: '8001', code: '', heardMs: time.wallMs() };
    });
    await time.advance(250);
    const followed = followHints(hints, {
      ...{ followUp, clock: time, timers: time },
      list: {
        isShown,
        find: () => orderRecord(),
        take: (_, order) => taken.push(order?.quantity ?? 'none'),
        readAnew: (...orders) => listed.push(...orders),
      },
      read: async (order, options) => {
        const found = await read(await access.client(), order, options);
        return typeof found === 'object' ? found : undefined;
      },
      onError: (error) => expect.unreachable(String(error)),
    });
    await time.advance(100);
    await followed;
    await settle();
  };
  return {
    ...{ hear, happen, time },
    reads,
    requests: () => requests,
    taken,
    listed,
    end: () => followUp.dispose(),
    state: async () => (await journal.find(preview.root))?.state,
  };
}

describe('events of one order', () => {
  it.each([
    ['accepted', { kind: 'accepted' }],
    ['without an outcome', { kind: 'unknown', reason: 'reset' }],
  ] as const)('cause one read of it, for the list and for a change that is %s', async (_, answer) => {
    const window = await windowAfter(answer);
    await window.hear('OK-1', 'OK-1');
    expect(await window.state()).toBe('applied');
    expect([window.reads, window.taken, window.listed]).toEqual([['OK-1'], ['200'], []]);
    window.end();
  });

  it('cause no read of other orders', async () => {
    const window = await windowAfter({ kind: 'accepted' });
    await window.hear('OK-2');
    expect(window.reads).toEqual(['OK-2']);
    expect(await window.state()).toBe('accepted');
    window.end();
  });

  it('cause no read of a hidden list, one of the list for many orders, and one of the list if no order is named', async () => {
    const hidden = await windowAfter({ kind: 'refused', errcode: -1, errmsg: '' }, false);
    await hidden.hear('OK-1');
    expect([hidden.reads, hidden.listed.length]).toEqual([[], 1]);
    hidden.end();
    const shown = await windowAfter({ kind: 'refused', errcode: -1, errmsg: '' });
    await shown.hear('A', 'B', 'C', 'D');
    await shown.hear('');
    expect([shown.requests(), shown.reads, shown.listed.length]).toEqual([1, ['A', 'B', 'C', 'D'], 1]);
    shown.end();
  });
});

describe('an event that may have ended an order', () => {
  it('causes a read of one that was changed here although no list shows it, and another after the service’s lag', async () => {
    const window = await windowAfter({ kind: 'accepted' }, false);
    await window.time.advance(5_000);
    expect(await window.state()).toBe('applied');
    const before = window.reads.length;
    await window.hear('OK-1');
    await window.happen('EVENT_FILL', 'OK-2');
    await window.time.advance(5_000);
    expect(window.reads).toHaveLength(before);
    await window.happen('EVENT_FILL', 'OK-1');
    expect(window.reads.slice(before)).toEqual(['OK-1']);
    await window.time.advance(60_000);
    expect(window.reads.slice(before)).toEqual(['OK-1', 'OK-1']);
    window.end();
  });
});

describe('a read of an order that several callers share', () => {
  it('serves only callers for which it began late enough, and keeps no failure', async () => {
    const time = new FakeTime();
    const desk = orderDesk();
    const reads = new OrderReads({ clock: time, timers: time });
    const order = { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
    const answers = [changed, 'fails', changed, changed] as const;
    let asked = 0;
    desk.client.orderDetails = async () => {
      const answer = answers[asked];
      asked += 1;
      if (answer === undefined || answer === 'fails') throw new Error('down');
      return pageOf([answer]);
    };
    desk.client.orders = async () => Promise.reject(new Error('down'));
    const read = async (...since: readonly (number | undefined)[]): Promise<unknown> => {
      const all = since.map(async (sinceMs) =>
        reads.read(desk.client, order, { ...live, sinceMs }).then(
          ({ startedMs }) => startedMs,
          () => 'failed',
        ),
      );
      await time.advance(1_000);
      return Promise.all(all);
    };
    const first = time.wallMs() + 30;
    expect(await read(first - 1, first - 1, undefined)).toEqual([first, first, first]);
    expect(await read(first, first - 30)).toEqual([first, first]);
    expect(asked).toBe(1);
    expect(await read(first + 1, first + 1)).toEqual(['failed', 'failed']);
    expect(await read(first + 1)).toEqual([first + 3_000]);
    expect(await read(undefined)).toEqual([first + 4_000]);
    expect(asked).toBe(4);
  });

  it('requests many orders together, in batches that the service accepts, and pauses when requests never end', async () => {
    const time = new FakeTime();
    const desk = orderDesk();
    const reads = new OrderReads({ clock: time, timers: time });
    const asked: { readonly atMs: number; readonly count: number }[] = [];
    desk.client.orderDetails = async ({ orderIds }) => {
      asked.push({ atMs: time.monotonicMs(), count: orderIds.length });
      return pageOf(orderIds.map((orderId) => orderRecord({ orderId })));
    };
    const ids = Array.from({ length: 100 }, (_, at) => `O-${String(at)}`);
    const all = ids.map(async (orderId) =>
      reads.read(desk.client, { accountId: '8001', orderId, exchange: 'SEHK' }, { ...live, signal: new AbortController().signal }),
    );
    await time.advance(100);
    expect((await Promise.all(all)).map(({ found }) => (typeof found === 'object' ? found.orderId : found))).toEqual(ids);
    expect(asked.map(({ count }) => count)).toEqual([49, 49, 2]);
    for (let step = 0; step < 120; step += 1) {
      void reads.read(
        desk.client,
        { accountId: '8001', orderId: 'O-1', exchange: 'SEHK' },
        { ...live, signal: new AbortController().signal },
      );
      await time.advance(250);
    }
    // Half a minute of continuous events leaves others some of the 30 requests that a service allows.
    expect(asked.length).toBeLessThanOrEqual(26);
    expect(asked.length).toBeGreaterThan(12);
  });

  it('leaves others half of the limit while it searches for an order that is nowhere', async () => {
    const time = new FakeTime();
    const desk = orderDesk();
    const reads = new OrderReads({ clock: time, timers: time });
    let requests = 0;
    const nothing = async () => {
      requests += 1;
      return Promise.resolve(pageOf<OrderRecord>([]));
    };
    [desk.client.orderDetails, desk.client.orders] = [nothing, nothing];
    let early = 0;
    for (let second = 0; second < 90; second += 1) {
      if (second === 30) early = requests;
      void reads.read(desk.client, { accountId: '8001', orderId: 'O-1', exchange: 'SEHK' }, live).catch(() => undefined);
      await time.advance(1_000);
    }
    expect(requests - early).toBeGreaterThan(10);
    expect(requests - early).toBeLessThanOrEqual(30);
  });

  it('reads the list once for several orders, and reports each failure', async () => {
    const time = new FakeTime();
    const desk = orderDesk();
    const reads = new OrderReads({ clock: time, timers: time });
    let lists = 0;
    desk.client.orderDetails = async () => Promise.reject(new HttpError({ status: 404 }));
    desk.client.orders = async ({ tradeMarket }) => {
      lists += 1;
      if (tradeMarket !== 'HK') throw new HttpError({ status: 500 });
      return pageOf(['A', 'B', 'C'].map((orderId) => orderRecord({ orderId })));
    };
    const read = async (...ids: readonly string[]): Promise<unknown> => {
      const all = ids.map(async (orderId) =>
        reads.read(desk.client, { accountId: '8001', orderId, exchange: 'SEHK' }, live).then(
          ({ found }) => (typeof found === 'object' ? found.orderId : found),
          (error: unknown) => (error instanceof HttpError ? error.status : error),
        ),
      );
      await time.advance(100);
      return Promise.all(all);
    };
    expect(await read('A', 'B', 'C')).toEqual(['A', 'B', 'C']);
    expect(lists).toBe(1);
    expect(await read('A', 'D')).toEqual(['A', 500]);
  });
});
