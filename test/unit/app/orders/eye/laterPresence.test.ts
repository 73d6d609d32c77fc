import { describe, expect, it } from 'vitest';
import { FollowUp } from '../../../../../src/app/orders/eye/followUp';
import type { FollowedEnd } from '../../../../../src/app/orders/eye/judge';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import type { ServiceClient } from '../../../../../src/service/serviceClient';
import { pageOf } from '../../../../support/builders/lists';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { checkedChange, checkedPlacement, live, orderDesk, orderRecord, placedFacts } from '../../../../support/orders/orderFakes';
import { story } from '../../../../support/orders/submitting';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

const accepted: WriteOutcome = { kind: 'accepted', orderId: 'N-1' };
const dayMs = 24 * 60 * 60_000;

/** A window that placed one order and follows it, at a service whose lists are what `listed` returns. */
async function placed(answer: WriteOutcome, listed: (time: FakeTime) => readonly OrderRecord[] = () => [], code = 'HK.00700') {
  const time = new FakeTime();
  const desk = orderDesk({ clock: time });
  const { access, journal, locks, client, writer } = desk;
  client.orders = async () => pageOf(listed(time));
  client.orderHistory = async () => pageOf([]);
  const details: string[] = [];
  let detailed: readonly OrderRecord[] = [];
  client.orderDetails = async (asked: Parameters<ServiceClient['beyond']['orderDetails']>[0]) => {
    details.push(...asked.orderIds);
    return pageOf(detailed);
  };
  client.placeAnswers = [answer];
  const told: FollowedEnd[] = [];
  const follow = (): FollowUp => {
    const readBack = new OrderReadBack({ access, journal, locks, clock: time });
    const follower = new FollowUp({
      access,
      journal,
      locks,
      readBack,
      timers: time,
      clock: time,
      log: new MemoryLog(),
      state: new MemoryState(),
    });
    follower.onDidEnd((end) => void told.push(end));
    return follower;
  };
  const followUp = follow();
  const securityType = code === 'HK.00700' ? 'STOCK' : 'OPTION';
  const preview = writer.previewPlace(checkedPlacement({ code, securityType }), { ...placedFacts, code });
  await writer.submit(preview, live);
  await settle();
  const attempt = async () => journal.find(preview.root);
  const take = async (orders: readonly OrderRecord[], by = followUp): Promise<void> => {
    by.take({ service: preview.target.service, accountId: '8001', orders, beganMs: time.wallMs() });
    await settle();
  };
  const mine = (over: Partial<OrderRecord> = {}): OrderRecord =>
    orderRecord({ orderId: 'N-1', code, price: '560', remark: 'mine #abcd1234', createdAt: `${String(time.wallMs())}000`, ...over });
  const show = (orders: readonly OrderRecord[]): void => void (detailed = orders);
  return { ...desk, time, follow, followUp, told, attempt, take, mine, details, show, root: preview.root };
}

describe('an order that is listed after its attempt was settled', () => {
  it.each([
    ['SUBMITTED', 'applied'],
    ['FILLED_ALL', 'applied'],
    ['FAILED', 'rejected'],
    ['WAITING_SUBMIT', 'accepted'],
  ])('with its mark as %s is told and written down, although it was in no list for 45 s', async (status, state) => {
    const desk = await placed(accepted);
    await desk.time.advance(60_000);
    expect(desk.told).toMatchObject([{ attempt: { state: 'endUnknown' } }]);
    await desk.take([desk.mine({ status, lastError: status === 'FAILED' ? 'Price out of range' : '' })]);
    expect(desk.told).toHaveLength(2);
    expect(desk.told[1]).toMatchObject({ attempt: { state }, isLate: true, before: 'endUnknown' });
    expect(desk.told[1]?.attempt.resolution?.text).toBe(status === 'FAILED' ? 'Price out of range' : undefined);
    expect(await desk.attempt()).toMatchObject({ state, resolution: { by: 'readBack', orderId: 'N-1' } });
    await desk.take([desk.mine({ status })]);
    expect(desk.told).toHaveLength(2);
    desk.followUp.dispose();
  });

  it('is told by the next window, for a day at least', async () => {
    const desk = await placed(accepted);
    await desk.time.advance(dayMs);
    desk.followUp.dispose();
    const next = desk.follow();
    await next.start();
    await desk.take([desk.mine()], next);
    expect(desk.told.at(-1)).toMatchObject({ attempt: { state: 'applied' }, isLate: true });
    next.dispose();
  });

  it('is told by its ID alone, if that is the ID of an understood acceptance', async () => {
    const desk = await placed(accepted);
    await desk.time.advance(60_000);
    await desk.take([desk.mine({ remark: '' })]);
    expect(desk.told.at(-1)).toMatchObject({ attempt: { state: 'applied' }, isLate: true });
    desk.followUp.dispose();
  });

  it('contradicts a verdict of the user', async () => {
    const desk = await placed({ kind: 'unknown', reason: 'reset' });
    const open = await desk.attempt();
    if (open === undefined) throw new Error('no attempt');
    await desk.writer.resolve(open, 'notChanged');
    expect((await desk.attempt())?.state).toBe('notChanged');
    await settle();
    await desk.take([desk.mine()]);
    expect(desk.told).toMatchObject([{ attempt: { state: 'applied' }, before: 'notChanged', isLate: true }]);
    expect((await desk.attempt())?.state).toBe('applied');
    desk.followUp.dispose();
  });

  it.each(['refused', 'notSent'] as const)('contradicts an answer: %s', async (kind) => {
    const answer: WriteOutcome =
      kind === 'refused' ? { kind, errcode: -1200, errmsg: 'no' } : { kind, error: new Error('the connection was refused') };
    const desk = await placed(answer);
    await desk.take([desk.mine({ status: 'SUBMITTED' })]);
    expect(desk.told).toMatchObject([{ attempt: { state: 'applied' }, isLate: true }]);
    desk.followUp.dispose();
  });

  it('is no news if it failed as the answer said', async () => {
    const desk = await placed({ kind: 'refused', errcode: -1200, errmsg: 'no' });
    await desk.take([desk.mine({ status: 'FAILED' })]);
    expect([desk.told, story(desk)]).toEqual([[], ['intent place', 'outcome refused']]);
    desk.followUp.dispose();
  });

  it('is told by one of two windows', async () => {
    const desk = await placed(accepted);
    const other = desk.follow();
    await desk.time.advance(60_000);
    await other.start();
    const before = desk.told.length;
    await Promise.all([desk.take([desk.mine()]), desk.take([desk.mine()], other)]);
    expect(desk.told).toHaveLength(before + 1);
    desk.followUp.dispose();
    other.dispose();
  });

  it('of another account, or without the mark, the ID, or the terms, says nothing', async () => {
    const desk = await placed(accepted);
    await desk.time.advance(60_000);
    const strangers = [
      desk.mine({ remark: 'mine #zzzz9999' }),
      desk.mine({ remark: '', orderId: 'X-1' }),
      desk.mine({ remark: '', price: '561' }),
      desk.mine({ remark: '', createdAt: '1672531200000000' }),
    ];
    for (const stranger of strangers) await desk.take([stranger]);
    expect(desk.told).toHaveLength(1);
    desk.followUp.dispose();
  });

  it('shows that a change came into force after 45 s', async () => {
    const time = new FakeTime();
    const desk = orderDesk({ clock: time });
    const { access, journal, locks, writer, client } = desk;
    client.orderDetails = async () => pageOf([orderRecord()]);
    client.orders = async () => pageOf([]);
    const readBack = new OrderReadBack({ access, journal, locks, clock: time });
    const log = new MemoryLog();
    const followUp = new FollowUp({ access, journal, locks, readBack, timers: time, clock: time, log, state: new MemoryState() });
    const told: FollowedEnd[] = [];
    followUp.onDidEnd((end) => void told.push(end));
    const preview = writer.preview(checkedChange(), nothingSeen);
    await writer.submit(preview, live);
    await time.advance(60_000);
    expect(told).toMatchObject([{ attempt: { state: 'notApplied' } }]);
    const list = (order: OrderRecord): void =>
      followUp.take({ service: preview.target.service, accountId: '8001', orders: [order], beganMs: time.wallMs() });
    list(orderRecord());
    await settle();
    expect(told).toHaveLength(1);
    list(orderRecord({ quantity: '200', price: '12.34' }));
    await settle();
    expect(told[1]).toMatchObject({ attempt: { state: 'applied' }, before: 'notApplied', isLate: true });
    followUp.dispose();
  });
});

describe('two orders under one mark', () => {
  it.each<WriteOutcome>([
    accepted,
    { kind: 'accepted' },
    { kind: 'unknown', reason: 'reset' },
    { kind: 'saysRejected', errcode: 14, errmsg: 'no money' },
    { kind: 'refused', errcode: -1200, errmsg: 'busy' },
  ])('are told once, whatever the answer: %o', async (answer) => {
    const desk: Awaited<ReturnType<typeof placed>> = await placed(answer, (time) =>
      ['N-1', 'N-2'].map((orderId) =>
        orderRecord({ orderId, price: '560', remark: 'mine #abcd1234', createdAt: `${String(time.wallMs())}000` }),
      ),
    );
    await desk.time.advance(60_000);
    expect(desk.told).toMatchObject([{ attempt: { state: 'applied' }, others: ['N-2'] }]);
    expect(await desk.attempt()).toMatchObject({ state: 'applied', resolution: { orderId: 'N-1', others: ['N-2'] } });
    desk.followUp.dispose();
  });

  it('are told while they are on their way, and followed to their end', async () => {
    let status = 'SUBMITTING';
    const desk: Awaited<ReturnType<typeof placed>> = await placed({ kind: 'unknown', reason: 'reset' }, (time) =>
      ['N-1', 'N-2'].map((orderId) =>
        orderRecord({ orderId, status, price: '560', remark: 'mine #abcd1234', createdAt: `${String(time.wallMs())}000` }),
      ),
    );
    await desk.time.advance(10_000);
    expect(desk.told).toMatchObject([{ attempt: { state: 'accepted' }, others: ['N-2'] }]);
    status = 'SUBMITTED';
    await desk.time.advance(60_000);
    expect(desk.told.map(({ attempt }) => attempt.state)).toEqual(['accepted', 'applied']);
    desk.followUp.dispose();
  });

  it('are told when the second appears after the first was proven', async () => {
    const desk = await placed(accepted);
    await desk.take([desk.mine()]);
    expect(desk.told).toMatchObject([{ attempt: { state: 'applied' } }]);
    await desk.take([desk.mine(), desk.mine({ orderId: 'N-2' })]);
    expect(desk.told[1]).toMatchObject({ isLate: true, others: ['N-2'] });
    await desk.take([desk.mine({ orderId: 'N-2' })]);
    expect(desk.told).toHaveLength(2);
    desk.followUp.dispose();
  });

  it('do not come of a repetition: the mark is looked up before a request that the clock is blamed for', async () => {
    const time = new FakeTime();
    const desk = orderDesk({ clock: time });
    const { connection } = desk.access.current;
    if (connection.kind !== 'none')
      desk.access.current = { ...desk.access.current, connection: { ...connection, authentication: 'apiKey' } };
    desk.client.orders = async () =>
      pageOf([orderRecord({ orderId: 'N-1', price: '560', remark: 'mine #abcd1234', createdAt: `${String(time.wallMs())}000` })]);
    desk.client.orderHistory = async () => pageOf([]);
    desk.client.placeAnswers = [{ kind: 'clockRejected' }, accepted];
    await desk.writer.submit(desk.writer.previewPlace(checkedPlacement(), placedFacts), live);
    expect(desk.client.placed).toHaveLength(1);
    expect(story(desk)).toEqual(['intent place', 'outcome unknown']);
  });
});

describe('an accepted order that no list shows with its mark', () => {
  it.each(['MINE #ABCD1234', 'mine #abc', 'mine', '', 'API'])(
    'is settled by the ID of its acceptance where its remark has become “%s”',
    async (remark) => {
      const desk = await placed(accepted, (time) => [
        orderRecord({ orderId: 'N-1', price: '560', remark, createdAt: `${String(time.wallMs())}000` }),
      ]);
      await desk.time.advance(60_000);
      expect(desk.told).toMatchObject([{ attempt: { state: 'applied' } }]);
      desk.followUp.dispose();
    },
  );

  it.each(['MINE #ABCD1234', 'mine #abc', 'mine', ''])('is probably one whose remark has become “%s”, without an ID', async (remark) => {
    const desk = await placed({ kind: 'accepted' }, (time) => [
      orderRecord({ orderId: 'N-7', price: '560', remark, createdAt: `${String(time.wallMs())}000` }),
    ]);
    await desk.time.advance(60_000);
    expect(desk.told).toMatchObject([{ attempt: { state: 'endUnknown', followed: { probablyId: 'N-7' } } }]);
    desk.followUp.dispose();
  });

  it('is not one with the ID of another age', async () => {
    const desk = await placed(accepted, () => [orderRecord({ orderId: 'N-1', price: '560', remark: '', createdAt: '1672531200000000' })]);
    await desk.time.advance(60_000);
    expect(desk.told).toMatchObject([{ attempt: { state: 'endUnknown' }, order: undefined }]);
    desk.followUp.dispose();
  });
});

describe('an order for an option, which no list has', () => {
  const option = 'US.AAPL261218C00200000';

  it('is read by its ID', async () => {
    const desk = await placed(accepted, () => [], option);
    desk.show([desk.mine({ status: 'FILLED_ALL' })]);
    await desk.time.advance(60_000);
    expect(desk.details).toContain('N-1');
    expect(desk.told).toMatchObject([{ attempt: { state: 'applied' } }]);
    desk.followUp.dispose();
  });

  it('is never told as not listed', async () => {
    const desk = await placed({ kind: 'accepted' }, () => [], option);
    await desk.time.advance(60_000);
    expect(desk.told).toMatchObject([{ attempt: { state: 'endUnknown', followed: { isUnlistable: true } } }]);
    desk.followUp.dispose();
  });

  it('stays with the user when the service rejected it: that no list has it proves nothing', async () => {
    const desk = await placed({ kind: 'saysRejected', errcode: 14, errmsg: 'Insufficient buying power' }, () => [], option);
    await desk.time.advance(10 * 60_000);
    expect((await desk.attempt())?.state).toBe('saysRejected');
    expect(desk.told).toEqual([]);
    desk.followUp.dispose();
  });
});
