import { describe, expect, it } from 'vitest';
import { stateKeys } from '../../../../../src/app/platform/storedNames';
import { FollowUp } from '../../../../../src/app/orders/eye/followUp';
import type { FollowedEnd } from '../../../../../src/app/orders/eye/judge';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import { HttpError } from '../../../../../src/service/errors';
import type { OrderRecord } from '../../../../../src/service/records';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { pageOf } from '../../../../support/builders/lists';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { attemptOf } from '../../../../support/orders/submitting';

const old = orderRecord();
const changed = orderRecord({ quantity: '200', price: '12.34' });

/** Sends one change that is accepted and followed; each read of the order returns the next of `looks`. */
async function afterAcceptance(looks: readonly (OrderRecord | 'fails')[], { tickMs = 0, ends = 1 } = {}) {
  const desk = orderDesk();
  let [looked, nowMs] = [0, 0];
  desk.client.orderDetails = async () => {
    const found = looks[Math.min(looked, looks.length - 1)];
    looked += 1;
    if (found === undefined || found === 'fails') throw new HttpError({ status: 500 });
    return pageOf([found]);
  };
  desk.client.orders = async () => Promise.reject(new HttpError({ status: 500 }));
  const timers = {
    after: (_: number, callback: () => void) => {
      const timer = setImmediate(callback);
      return { dispose: () => clearImmediate(timer) };
    },
  };
  const { access, journal, locks, writer } = desk;
  const clock = { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => (nowMs += tickMs) };
  const readBack = new OrderReadBack({ access, journal, locks, clock });
  const follower = new FollowUp({ access, journal, locks, timers, clock, readBack, log: new MemoryLog(), state: new MemoryState() });
  try {
    const all: FollowedEnd[] = [];
    const ended = new Promise<FollowedEnd>((resolve) => follower.onDidEnd((end) => (all.push(end) === ends ? resolve(end) : undefined)));
    const preview = writer.preview(checkedChange(), nothingSeen);
    await writer.submit(preview, live);
    return { end: await ended, all, looked, state: (await journal.find(preview.root))?.state };
  } finally {
    follower.dispose();
  }
}

describe('following an accepted change', () => {
  it('starts with the acceptance alone and ends when the order has the new values', async () => {
    expect(await afterAcceptance([old, old, changed])).toMatchObject({
      end: { attempt: { state: 'applied' } },
      looked: 3,
      state: 'applied',
    });
  });

  it('continues after reads that failed', async () => {
    expect(await afterAcceptance(['fails', 'fails', changed])).toMatchObject({
      end: { attempt: { state: 'applied' } },
      looked: 3,
      state: 'applied',
    });
  });

  it('continues however long the service cannot be reached', async () => {
    const looks = [...Array.from({ length: 60 }, () => 'fails' as const), changed];
    expect(await afterAcceptance(looks)).toMatchObject({ end: { attempt: { state: 'applied' } }, looked: 61, state: 'applied' });
  });

  it('tells once that the order cannot be read when an end is due, and goes on', async () => {
    const looks = [...Array.from({ length: 9 }, () => 'fails' as const), changed];
    const { all } = await afterAcceptance(looks, { tickMs: 10_000, ends: 2 });
    expect(all).toMatchObject([
      { before: 'accepted', attempt: { state: 'accepted' }, order: undefined, failure: { status: 500 } },
      { before: 'accepted', attempt: { state: 'applied' }, order: changed },
    ]);
  });

  it('says nothing of two reads that failed when an end is due', async () => {
    const { all } = await afterAcceptance(['fails', 'fails', changed], { tickMs: 60_000 });
    expect(all).toMatchObject([{ before: 'accepted', attempt: { state: 'applied' }, order: changed }]);
  });

  it('stops when the order never shows the new values', async () => {
    const rejected = orderRecord({ lastError: 'Rejected by the exchange' });
    const { end, state } = await afterAcceptance([old, rejected]);
    // The journal does not know the order before this change: then a text proves nothing, and the order did not change.
    expect([end.attempt.state, state]).toEqual(['notApplied', 'notApplied']);
  });
});

describe('an end of an accepted change', () => {
  const facts = {
    code: 'HK.00700',
    name: 'Tencent',
    side: 'BUY',
    orderType: 'LIMIT',
    status: 'SUBMITTED',
    filled: '0',
    lastError: 'an older one',
  };
  const timers = {
    after: (_: number, callback: () => void) => {
      const timer = setImmediate(callback);
      return { dispose: () => clearImmediate(timer) };
    },
  };

  /** A change that is accepted but not followed; from then on the order is `now`. */
  async function accepted(now: OrderRecord) {
    const desk = orderDesk();
    desk.client.orderDetails = async () => pageOf([now]);
    const preview = desk.writer.preview(checkedChange(), nothingSeen, { order: facts, isPaper: false });
    await desk.writer.submit(preview, live);
    return { desk, root: preview.root };
  }
  /** A window with the same journal and locks. */
  function windowOn(desk: ReturnType<typeof orderDesk>, told: FollowedEnd[], state = new MemoryState()): FollowUp {
    const { access, locks, client } = desk;
    const { journal } = orderDesk({ files: desk.files, locks, anchor: desk.anchor });
    const clock = { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => 0 };
    const readBack = new OrderReadBack({ access, journal, locks, clock });
    const follower = new FollowUp({ access, journal, locks, timers, clock, readBack, log: new MemoryLog(), state });
    follower.onDidEnd((end) => void told.push(end));
    expect(client.sent).toHaveLength(1);
    return follower;
  }
  const passed = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('reports a later rejection with its new message', async () => {
    const { desk, root } = await accepted(orderRecord({ lastError: 'Price out of the band' }));
    const told: FollowedEnd[] = [];
    const follower = windowOn(desk, told);
    await follower.start();
    await passed();
    follower.dispose();
    expect(told).toMatchObject([{ attempt: { state: 'rejectedLater', followed: { text: 'Price out of the band' } } }]);
    expect((await desk.journal.find(root))?.state).toBe('rejectedLater');
  });

  it('isn’t reported as rejected if the order’s values have changed', async () => {
    const { desk, root } = await accepted(orderRecord({ quantity: '150', lastError: 'Price out of the band' }));
    const told: FollowedEnd[] = [];
    const follower = windowOn(desk, told);
    await follower.start();
    await passed();
    follower.dispose();
    expect(told).toMatchObject([{ attempt: { state: 'endUnknown', followed: { text: 'Price out of the band' } } }]);
    expect(await desk.journal.find(root)).toMatchObject({ state: 'endUnknown', followed: { text: 'Price out of the band' } });
  });

  it('isn’t claimed to be “not applied” if the order shows values that it had neither before nor as requested', async () => {
    const { desk, root } = await accepted(orderRecord({ quantity: '300', price: '12.50' }));
    const told: FollowedEnd[] = [];
    const follower = windowOn(desk, told);
    await follower.start();
    await passed();
    follower.dispose();
    expect(told).toMatchObject([{ attempt: { state: 'endUnknown' } }]);
    // The record is read again as it was written.
    expect(await orderDesk({ files: desk.files, anchor: desk.anchor }).journal.find(root)).toMatchObject({
      state: 'endUnknown',
      followed: { end: 'endUnknown', seen: { qty: '300', price: '12.50' } },
    });
  });

  it('isn’t claimed to be “not applied” if the order is no longer listed', async () => {
    const { desk, root } = await accepted(old);
    desk.client.orderDetails = async () => pageOf([]);
    desk.client.orders = async () => pageOf([]);
    const told: FollowedEnd[] = [];
    const follower = windowOn(desk, told);
    await follower.start();
    await passed();
    follower.dispose();
    expect(told).toMatchObject([{ attempt: { state: 'endUnknown' }, order: undefined }]);
    expect((await desk.journal.find(root))?.state).toBe('endUnknown');
  });

  it.each(['', 'Price out of the band'])(
    'isn’t claimed to be “not applied” or rejected after it was changed back: “%s”',
    async (lastError) => {
      const { desk, root } = await accepted(orderRecord({ lastError }));
      const back = checkedChange({
        quantity: '100',
        price: '12.30',
        fields: checkedChange().fields.map(({ field, old: was = '', kept }) => ({
          ...{ field, old: kept, typed: was, kept: was },
          ...{ isCut: false, isChanged: true },
        })),
      });
      const preview = desk.writer.preview(back, nothingSeen, { order: facts, isPaper: false });
      await desk.writer.submit(preview, live);
      desk.client.sent.pop();
      const told: FollowedEnd[] = [];
      const follower = windowOn(desk, told);
      await follower.start();
      await passed();
      follower.dispose();
      expect(told.map(({ attempt }) => [attempt.root === root, attempt.state]).sort()).toEqual([
        [false, 'applied'],
        [true, 'endUnknown'],
      ]);
    },
  );

  it('is reported once by one of several windows, even after a reload', async () => {
    const { desk } = await accepted(changed);
    const told: FollowedEnd[] = [];
    const windows = [windowOn(desk, told), windowOn(desk, told), windowOn(desk, told)];
    await Promise.all(windows.map(async (window) => window.start()));
    await passed();
    for (const window of windows) window.dispose();
    expect(told.map(({ attempt }) => attempt.state)).toEqual(['applied']);
    const later = windowOn(desk, told);
    await later.start();
    await passed();
    later.dispose();
    expect(told).toHaveLength(1);
  });

  it('is awaited by every window that opens before it, and its order until that has ended', async () => {
    const { desk } = await accepted(changed);
    const [state, told]: [MemoryState, FollowedEnd[]] = [new MemoryState(), []];
    const follower = windowOn(desk, told, state);
    const started = follower.start();
    await started;
    expect([state.get(stateKeys.ordersFollowing), told]).toEqual([true, []]);
    await passed();
    expect([state.get(stateKeys.ordersFollowing), told.length]).toEqual([true, 1]);
    const { service, accountId } = ((await desk.journal.attempts())[0] ?? expect.unreachable()).target;
    follower.take({ service, accountId, orders: [{ ...changed, status: 'FILLED_ALL' }], beganMs: Date.now() });
    await passed();
    expect([state.get(stateKeys.ordersFollowing), told.length]).toEqual([false, 2]);
    follower.dispose();
  });

  it('makes every window load the follow-up of an unresolved change, until it is resolved', async () => {
    const desk = orderDesk();
    desk.client.answers = [{ kind: 'unknown', reason: 'reset' }];
    const preview = desk.writer.preview(checkedChange(), nothingSeen);
    await desk.writer.submit(preview, live);
    const state = new MemoryState();
    const follower = windowOn(desk, [], state);
    await follower.start();
    expect(state.get(stateKeys.ordersFollowing)).toBe(true);
    await desk.writer.resolve(await attemptOf(desk, preview.root), 'notChanged');
    await follower.start();
    expect(state.get(stateKeys.ordersFollowing)).toBe(false);
    follower.dispose();
  });

  it('is followed by another window if the first one closes', async () => {
    const { desk } = await accepted(changed);
    const told: FollowedEnd[] = [];
    const closed = windowOn(desk, told);
    void closed.start();
    closed.dispose();
    await passed();
    expect(told).toEqual([]);
    const next = windowOn(desk, told);
    await next.start();
    await passed();
    next.dispose();
    expect(told.map(({ attempt }) => attempt.state)).toEqual(['applied']);
  });
});
