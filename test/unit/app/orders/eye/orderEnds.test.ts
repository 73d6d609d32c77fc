import { describe, expect, it } from 'vitest';
import { FollowUp } from '../../../../../src/app/orders/eye/followUp';
import type { FollowedEnd } from '../../../../../src/app/orders/eye/judge';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { claimEnd } from '../../../../../src/app/orders/eye/settledWatch';
import { createDeferred } from '../../../../../src/app/platform/deferred';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import type { OrderRecord } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { checkedChange, checkedPlacement, live, orderDesk, orderRecord, placedFacts } from '../../../../support/orders/orderFakes';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const facts = { order: { ...placedFacts, status: 'SUBMITTED' }, isPaper: false };

/** A window whose user has placed or changed one order, which rests in the market since. */
async function resting(action: 'place' | 'modify' = 'place') {
  const time = new FakeTime();
  const desk = orderDesk({ clock: time });
  const { access, journal, locks, client, writer } = desk;
  const orderId = action === 'place' ? 'N-1' : 'OK-1';
  const createdAt = `${String(time.wallMs())}000`;
  const remark = action === 'place' ? 'mine #abcd1234' : '';
  const values = action === 'place' ? { price: '560' } : { quantity: '200', price: '12.34' };
  const order = (over: Partial<OrderRecord> = {}): OrderRecord => orderRecord({ orderId, createdAt, remark, ...values, ...over });
  let listed: readonly OrderRecord[] = [order()];
  client.orders = async () => pageOf(listed);
  client.orderHistory = async () => pageOf([]);
  client.orderDetails = async () => pageOf(listed);
  client.placeAnswers = [{ kind: 'accepted', orderId }];
  client.answers = [{ kind: 'accepted' }];
  const told: FollowedEnd[] = [];
  const open = (held = locks): FollowUp => {
    const readBack = new OrderReadBack({ access, journal, locks, clock: time });
    const parts = { access, journal, locks: held, readBack, timers: time, clock: time, log: new MemoryLog(), state: new MemoryState() };
    const follower = new FollowUp(parts);
    follower.onDidEnd((end) => void told.push(end));
    return follower;
  };
  const followUp = open();
  const preview =
    action === 'place' ? writer.previewPlace(checkedPlacement(), placedFacts) : writer.preview(checkedChange(), nothingSeen, facts);
  await writer.submit(preview, live);
  await settle();
  await time.advance(5_000);
  expect(told.splice(0)).toMatchObject([{ attempt: { state: 'applied' } }]);
  await time.advance(30 * minuteMs);
  const take = async (
    orders: readonly OrderRecord[],
    by = followUp,
    over: { isPaper?: boolean; accountId?: string } = {},
  ): Promise<void> => {
    by.take({ service: preview.target.service, accountId: '8001', orders, beganMs: time.wallMs(), ...over });
    await settle();
  };
  /** The user asks to cancel the order. */
  const cancel = async (answer: (typeof client.cancelAnswers)[number]): Promise<void> => {
    client.cancelAnswers = [answer];
    const place = { accountId: '8001', orderId, exchange: 'SEHK' };
    expect(await writer.submit(writer.previewCancel(place, { order: order(), latestRoot: null }, facts), live)).toMatchObject({
      outcome: { kind: answer.kind },
    });
    await settle();
  };
  const show = (...orders: readonly OrderRecord[]): void => void (listed = orders);
  return { ...desk, time, open, followUp, told, take, order, show, cancel, root: preview.root };
}

describe.each(['place', 'modify'] as const)('the end of an order half an hour after the user’s request: %s', (action) => {
  it.each(['FILLED_ALL', 'CANCELLED_ALL', 'CANCELLED_PART', 'FAILED', 'DISABLED'])('is told once: %s', async (status) => {
    const desk = await resting(action);
    const ended = desk.order({ status });
    await desk.take([ended]);
    expect(desk.told).toMatchObject([{ isEnd: true, order: { status } }]);
    expect(await desk.journal.find(desk.root)).toMatchObject({ state: 'applied', resolution: { seen: { status } } });
    await desk.take([ended]);
    desk.followUp.dispose();
    const reloaded = desk.open();
    await reloaded.start();
    await desk.take([ended], reloaded);
    expect(desk.told).toHaveLength(1);
    reloaded.dispose();
  });
});

describe('the end of an order that was placed here', () => {
  it('is told by one of two windows', async () => {
    const desk = await resting();
    const other = desk.open();
    await other.start();
    const ended = desk.order({ status: 'FILLED_ALL', dealtQuantity: '100' });
    await Promise.all([desk.take([ended]), desk.take([ended], other)]);
    await desk.take([ended], other);
    expect(desk.told).toHaveLength(1);
    desk.followUp.dispose();
    other.dispose();
  });

  it('is not told by a window that saw it at the same time and wanted to write it down a moment later', async () => {
    const desk = await resting();
    const written = createDeferred<undefined>();
    const late = Object.create(desk.locks) as typeof desk.locks;
    late.tryAcquire = async (name) => {
      await written.promise;
      return desk.locks.tryAcquire(name);
    };
    const other = desk.open(late);
    await other.start();
    const ended = desk.order({ status: 'FILLED_ALL' });
    await desk.take([ended], other);
    expect(desk.told).toEqual([]);
    await desk.take([ended]);
    written.resolve(undefined);
    await settle();
    expect(desk.told).toHaveLength(1);
    desk.followUp.dispose();
    other.dispose();
  });

  it('is told for as long as an order may rest, also by a window that opens later', async () => {
    const desk = await resting();
    desk.followUp.dispose();
    await desk.time.advance(60 * dayMs);
    const later = desk.open();
    await later.start();
    await desk.take([desk.order({ status: 'FILLED_ALL' })], later);
    expect(desk.told).toMatchObject([{ isEnd: true }]);
    later.dispose();
  });

  it('is neither a partial fill, nor that no list has it, nor a status that may change', async () => {
    const desk = await resting();
    await desk.take([desk.order({ status: 'FILLED_PART', dealtQuantity: '40' })]);
    await desk.take([]);
    await desk.take([desk.order({ status: 'TIMEOUT' })]);
    desk.show();
    await desk.time.advance(2 * dayMs);
    await desk.take([]);
    expect(desk.told).toEqual([]);
    await desk.take([desk.order({ status: 'FILLED_ALL', dealtQuantity: '100' })]);
    expect(desk.told).toHaveLength(1);
    desk.followUp.dispose();
  });

  it('is that of no other order, account, or kind of account', async () => {
    const desk = await resting();
    const ended = desk.order({ status: 'FILLED_ALL' });
    await desk.take([{ ...ended, orderId: 'X-1', remark: '' }]);
    await desk.take([{ ...ended, remark: 'mine #zzzz9999' }]);
    await desk.take([{ ...ended, remark: '', side: 'SELL' }]);
    await desk.take([ended], desk.followUp, { accountId: '8002' });
    await desk.take([ended], desk.followUp, { isPaper: true });
    expect(desk.told).toEqual([]);
    desk.followUp.dispose();
  });

  it('is told although an order with the same ID in another account has ended', async () => {
    const desk = await resting();
    const ended = desk.order({ status: 'FILLED_ALL' });
    const { body, action, target } = (await desk.journal.find(desk.root)) ?? expect.unreachable();
    const paper = { ...target, isPaper: true };
    await desk.journal.append({ kind: 'intent', attempt: 'p', root: 'p', action, target: paper, body, fields: [] });
    const seen = { qty: '100', price: '560', auxPrice: '', status: 'FILLED_ALL' };
    await desk.journal.append({ kind: 'resolved', root: 'p', by: 'readBack', verdict: 'changed', seen, orderId: 'N-1' });
    await desk.take([ended]);
    expect(desk.told).toMatchObject([{ isEnd: true, attempt: { root: desk.root } }]);
    desk.followUp.dispose();
  });

  it('is told although the service has dropped its mark, and the order was changed since', async () => {
    const desk = await resting();
    await desk.take([desk.order({ status: 'FILLED_ALL', remark: '', quantity: '300', price: '570' })]);
    expect(desk.told).toMatchObject([{ isEnd: true }]);
    desk.followUp.dispose();
  });

  it('is told by the last of several requests about it, once', async () => {
    const desk = await resting();
    const changed = { quantity: '200', price: '12.34' };
    desk.show(desk.order(changed));
    await desk.writer.submit(desk.writer.preview(checkedChange({ orderId: 'N-1' }), nothingSeen), live);
    await desk.time.advance(5_000);
    expect(desk.told.splice(0)).toMatchObject([{ attempt: { state: 'applied' } }]);
    await desk.take([desk.order({ ...changed, status: 'FILLED_ALL' })]);
    await desk.take([desk.order({ ...changed, status: 'FILLED_ALL' })]);
    expect(desk.told).toMatchObject([{ isEnd: true, attempt: { action: 'modify' } }]);
    desk.followUp.dispose();
  });

  it('is not told again if the request’s own end has said it', async () => {
    const desk = await resting();
    const changed = desk.order({ quantity: '200', price: '12.34', status: 'FILLED_ALL' });
    desk.show(changed);
    await desk.writer.submit(desk.writer.preview(checkedChange({ orderId: 'N-1' }), nothingSeen), live);
    // Seen by a list before the follow-up looks: it is left to the follow-up.
    await desk.take([changed]);
    await desk.time.advance(minuteMs);
    await desk.take([changed]);
    expect(desk.told).toMatchObject([{ attempt: { state: 'applied' }, order: { status: 'FILLED_ALL' } }]);
    desk.followUp.dispose();
  });

  it('is not told of a cancellation that the user asked for, but that the cancellation was applied, or too late', async () => {
    for (const [status, end] of [
      ['CANCELLED_ALL', 'applied'],
      ['FILLED_ALL', 'tooLate'],
    ] as const) {
      const desk = await resting();
      await desk.cancel({ kind: 'accepted' });
      const ended = desk.order({ status });
      desk.show(ended);
      await desk.take([ended]);
      await desk.time.advance(minuteMs);
      await desk.take([ended]);
      expect(desk.told).toMatchObject([{ attempt: { action: 'cancel', state: end } }]);
      desk.followUp.dispose();
    }
  });

  it('is not told of a cancellation of which the user said that it was carried out', async () => {
    const desk = await resting();
    await desk.cancel({ kind: 'unknown', reason: 'reset' });
    const open = (await desk.journal.attempts()).at(-1) ?? expect.unreachable();
    await desk.journal.append({ kind: 'resolved', root: open.root, by: 'user', verdict: 'changed' });
    await settle();
    await desk.take([desk.order({ status: 'CANCELLED_ALL' })]);
    expect(desk.told).toEqual([]);
    desk.followUp.dispose();
  });

  it('is told if the service rejected the cancellation and the order is filled later', async () => {
    const desk = await resting();
    await desk.cancel({ kind: 'refused', errcode: -1200, errmsg: 'no' });
    await desk.take([desk.order({ status: 'FILLED_ALL' })]);
    expect(desk.told).toMatchObject([{ isEnd: true, attempt: { action: 'place' } }]);
    desk.followUp.dispose();
  });

  it('is told by an alert or without one, never by both', async () => {
    for (const isAlertFirst of [true, false]) {
      const desk = await resting();
      const ended = desk.order({ status: 'FILLED_ALL' });
      const { target } = (await desk.journal.find(desk.root)) ?? {};
      if (target === undefined) throw new Error('no attempt');
      const claim = async () => claimEnd(desk, ended, { target, beganMs: desk.time.wallMs() });
      if (!isAlertFirst) await desk.take([ended]);
      expect(await claim()).toBe(isAlertFirst);
      await settle();
      await desk.take([ended]);
      expect(desk.told).toHaveLength(isAlertFirst ? 0 : 1);
      expect(await claim()).toBe(false);
      expect(await claimEnd(desk, orderRecord({ status: 'FILLED_ALL' }), { target, beganMs: 0 })).toBe(true);
      desk.followUp.dispose();
    }
  });
});

describe('the end of an order that was changed here', () => {
  it('is not that of a later order with its ID, as a sandbox that begins anew has it', async () => {
    const desk = await resting('modify');
    const createdAt = `${String(desk.time.wallMs())}000`;
    await desk.take([desk.order({ status: 'FILLED_ALL', createdAt })]);
    expect(desk.told).toEqual([]);
    desk.followUp.dispose();
  });
});
