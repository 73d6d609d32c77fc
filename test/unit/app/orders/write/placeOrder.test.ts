import { describe, expect, it } from 'vitest';
import { FollowUp } from '../../../../../src/app/orders/eye/followUp';
import type { FollowedEnd } from '../../../../../src/app/orders/eye/judge';
import { journalCsv } from '../../../../../src/app/orders/journal/orderJournalExport';
import { readRecord } from '../../../../../src/app/orders/journal/orderJournalRecords';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { orderIdOf } from '../../../../../src/domain/orders/orderAttempts';
import { ApiError, HttpError } from '../../../../../src/service/errors';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { checkedPlacement, live, orderDesk, orderRecord, placedFacts } from '../../../../support/orders/orderFakes';
import { outcomeKind, story } from '../../../../support/orders/submitting';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

const startMs = Date.UTC(2026, 10, 21);
const madeAt = `${String(startMs)}000`;
const mine = (over: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord({ orderId: 'N-1', quantity: '100', price: '560', remark: 'mine #abcd1234', createdAt: madeAt, ...over });
const lost: WriteOutcome = { kind: 'unknown', reason: 'timed out' };

/** A desk whose service lists these orders, and one placement. */
function deskWith(listed: () => readonly OrderRecord[], past: () => readonly OrderRecord[] = () => []) {
  const time = { ms: startMs };
  const desk = orderDesk({ clock: { wallMs: () => time.ms, monotonicMs: () => 0 } });
  desk.client.orders = async () => pageOf(listed());
  desk.client.orderHistory = async () => pageOf(past());
  const { access, journal, locks } = desk;
  const readBack = new OrderReadBack({ access, journal, locks, clock: { wallMs: () => time.ms, monotonicMs: () => time.ms } });
  return { desk, readBack, time, preview: desk.writer.previewPlace(checkedPlacement(), placedFacts) };
}

async function stateOf({ desk, preview }: ReturnType<typeof deskWith>): Promise<string | undefined> {
  return (await desk.journal.find(preview.root))?.state;
}

describe('a new order', () => {
  it('is in the journal with its mark before it is sent, once, and gets its ID from the answer', async () => {
    const { desk, preview } = deskWith(() => []);
    let before = '';
    const { placeOrder } = desk.client.beyond;
    Object.assign(desk.client.beyond, {
      placeOrder: async (...given: Parameters<typeof placeOrder>) => {
        before = desk.files.text;
        return placeOrder(...given);
      },
    });
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('accepted');
    expect(before).toContain('"mark":"#abcd1234"');
    expect(JSON.parse(desk.client.placed[0]?.bodyText ?? '')).toEqual({
      code: 'HK.00700',
      qty: '100',
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      price: '560',
      lot_type: 'ROUND',
      remark: 'mine #abcd1234',
    });
    expect(story(desk)).toEqual(['intent place', 'outcome accepted']);
    const attempt = await desk.journal.find(preview.root);
    expect(attempt).toMatchObject({ action: 'place', state: 'accepted', target: { orderId: '', mark: '#abcd1234' } });
    expect(attempt && orderIdOf(attempt)).toBe('N-1');
    expect(await desk.writer.submit(preview, live)).toMatchObject({ reason: 'alreadySent' });
    expect(desk.client.placed).toHaveLength(1);
  });

  it.each([
    ['read-only mode', 'readOnly', { readOnly: true }],
    ['placing turned off', 'notAllowed', { allowed: false }],
    ['a clock that is not good', 'clock', { clockGood: false }],
    ['a credential that ends', 'credential', { credentialError: new Error('expired') }],
  ])('is not sent with %s', async (_, reason, gates) => {
    const { desk, preview } = deskWith(() => []);
    Object.assign(desk.gates, gates);
    expect(await desk.writer.submit(preview, live)).toMatchObject({ kind: 'blocked', reason });
    expect([desk.client.placed, desk.files.text]).toEqual([[], '']);
  });

  it('is not sent when the journal cannot be written', async () => {
    const { desk, preview } = deskWith(() => []);
    desk.files.alwaysFail = true;
    expect(await desk.writer.submit(preview, live)).toMatchObject({ kind: 'blocked', reason: 'journal' });
    expect(desk.client.placed).toEqual([]);
  });

  it('is sent by one of two windows that have the same preview, and never again after an unclear answer', async () => {
    const { desk, preview } = deskWith(() => []);
    desk.client.placeAnswers = [lost];
    const results = await Promise.all([desk.writer.submit(preview, live), desk.writer.submit({ ...preview }, live)]);
    expect(results.map(outcomeKind).sort()).toEqual(['blocked: inFlight', 'unknown']);
    expect(await desk.writer.submit({ ...preview }, live)).toMatchObject({ reason: 'unresolved' });
    expect(desk.client.placed).toHaveLength(1);
  });

  it('locks no other new order of the account', async () => {
    const { desk, preview } = deskWith(() => []);
    desk.client.placeAnswers = [lost];
    await desk.writer.submit(preview, live);
    const another = desk.writer.previewPlace(checkedPlacement({ mark: '#zzzz9999' }), placedFacts);
    expect(outcomeKind(await desk.writer.submit(another, live))).toBe('accepted');
  });

  it('is confirmed as a new order when the service asks for a confirmation', async () => {
    const { desk, preview } = deskWith(() => []);
    desk.client.placeAnswers = [{ kind: 'needsConfirmation', errmsg: 'Sure?', confirmId: 'c-1' }];
    desk.client.confirmAnswers = [{ kind: 'accepted', orderId: 'N-7' }];
    const asked = await desk.writer.submit(preview, live);
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error('not asked');
    expect(outcomeKind(await desk.writer.confirm(asked.pending, live))).toBe('accepted');
    expect(desk.client.confirmed).toEqual([{ accountId: '8001', confirmId: 'c-1' }]);
    expect(desk.files.text).toContain('"confirms":"place"');
    const attempt = await desk.journal.find(preview.root);
    expect(attempt && [attempt.action, attempt.state, orderIdOf(attempt)]).toEqual(['place', 'accepted', 'N-7']);
  });
});

describe('a new order that the service refuses', () => {
  const refusals = [
    { kind: 'refused', errcode: 5, errmsg: 'no' },
    { kind: 'tooManyRequests', status: 429, code: 0, errmsg: 'no', waitMs: undefined },
    { kind: 'notOffered' },
  ] as const;

  it.each(refusals)('is unknown when a list has it anyway: $kind', async (refusal) => {
    const given = deskWith(() => [mine()]);
    given.desk.client.placeAnswers = [refusal];
    const result = await given.desk.writer.submit(given.preview, live);
    expect(result).toMatchObject({ outcome: { kind: 'unknown', reason: 'placed although refused' } });
    expect(await stateOf(given)).toBe('unknown');
  });

  it.each([
    ['no list has it', () => []],
    ['it failed there', () => [mine({ status: 'FAILED' })]],
    [
      'the lists cannot be read',
      () => {
        throw new Error('down');
      },
    ],
  ])('stays refused if %s', async (_, listed) => {
    const { desk, preview } = deskWith(listed);
    desk.client.placeAnswers = [refusals[0]];
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('refused');
  });

  it('is also looked for after its confirmation is refused', async () => {
    const { desk, preview } = deskWith(() => [mine()]);
    desk.client.placeAnswers = [{ kind: 'needsConfirmation', errmsg: 'Sure?', confirmId: 'c-1' }];
    desk.client.confirmAnswers = [refusals[0]];
    const asked = await desk.writer.submit(preview, live);
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error('not asked');
    expect(outcomeKind(await desk.writer.confirm(asked.pending, live))).toBe('unknown');
  });

  it('is not sent again under its mark', async () => {
    const { desk, preview } = deskWith(() => []);
    desk.client.placeAnswers = [refusals[0]];
    await desk.writer.submit(preview, live);
    expect(await desk.writer.submit({ ...preview, root: 'another' }, live)).toMatchObject({ kind: 'blocked', reason: 'alreadySent' });
    expect(desk.client.placed).toHaveLength(1);
  });
});

describe('a new order whose outcome is unknown', () => {
  it.each([
    ['is in the market', mine(), 'applied'],
    ['is filled', mine({ status: 'FILLED_ALL', dealtQuantity: '100' }), 'applied'],
    ['failed at the broker', mine({ status: 'FAILED', lastError: 'no money' }), 'rejected'],
    ['failed after a part was filled', mine({ status: 'FAILED', dealtQuantity: '40' }), 'applied'],
    ['timed out on its way', mine({ status: 'TIMEOUT' }), 'accepted'],
    ['is disabled', mine({ status: 'DISABLED' }), 'accepted'],
    ['is on its way to the market', mine({ status: 'SUBMITTING' }), 'accepted'],
    ['has a status that nobody knows', mine({ status: 'PARKED' }), 'accepted'],
  ])('is found by its mark when it %s', async (_, order, state) => {
    for (const [listed, past] of [
      [[order], []],
      [[], [order]],
      [[order], [order]],
    ] as const) {
      const given = deskWith(
        () => listed,
        () => past,
      );
      given.desk.client.placeAnswers = [lost];
      await given.desk.writer.submit(given.preview, live);
      expect(await given.readBack.check(given.preview.root, live)).toMatchObject({ kind: 'settled' });
      expect(await stateOf(given)).toBe(state);
      const attempt = await given.desk.journal.find(given.preview.root);
      expect(attempt?.resolution).toMatchObject({ orderId: 'N-1', ...(state === 'rejected' ? { text: 'no money' } : {}) });
    }
  });

  it('stays unknown while lists lack it, however often, with strong evidence after two complete lists a minute apart', async () => {
    const given = deskWith(() => [mine({ orderId: 'X', remark: 'mine #other123' })]);
    const { desk, preview, readBack, time } = given;
    desk.client.placeAnswers = [lost];
    await desk.writer.submit(preview, live);
    expect(await readBack.check(preview.root, live)).toEqual({ kind: 'absent', isStrong: false, isBlank: false, lookalike: undefined });
    time.ms += 59_000;
    expect(await readBack.check(preview.root, live)).toMatchObject({ isStrong: false });
    time.ms += 1_000;
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'absent', isStrong: true });
    expect(await stateOf(given)).toBe('unknown');
  });

  it('does not count as absent when a list is incomplete, but is found in the part that was read', async () => {
    let listed: readonly OrderRecord[] = [];
    const given = deskWith(() => listed);
    const { desk, preview, readBack } = given;
    desk.client.orderHistory = async () =>
      Promise.reject(new ApiError({ envelope: 'order', serverCode: -2, serverMessage: 'down', status: 200 }));
    desk.client.placeAnswers = [lost];
    await desk.writer.submit(preview, live);
    await expect(readBack.check(preview.root, live)).rejects.toThrow();
    listed = [mine()];
    expect(await readBack.check(preview.root, live)).toMatchObject({ judged: { record: { verdict: 'changed' } } });
  });

  it('is released after a rejection when no list has it, twice, a minute apart', async () => {
    const given = deskWith(() => []);
    const { desk, preview, readBack, time } = given;
    desk.client.placeAnswers = [{ kind: 'saysRejected', errcode: 14, errmsg: 'Insufficient buying power' }];
    await desk.writer.submit(preview, live);
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'absent' });
    time.ms += 60_000;
    expect(await readBack.check(preview.root, live)).toMatchObject({ judged: { record: { verdict: 'rejected' } } });
    expect(await stateOf(given)).toBe('rejected');
  });

  it.each([
    ['with other numbers', mine({ remark: '', quantity: '200' })],
    ['with a remark of its own', mine({ remark: 'other' })],
    ['of no known time', mine({ remark: '', quantity: '200', createdAt: '' })],
  ])('stays locked after a rejection while a list has an order in its security and side: %s', async (_, order) => {
    const given = deskWith(() => [order]);
    given.desk.client.placeAnswers = [{ kind: 'saysRejected', errcode: 14, errmsg: 'no' }];
    await given.desk.writer.submit(given.preview, live);
    await given.readBack.check(given.preview.root, live);
    given.time.ms += 60_000;
    expect(await given.readBack.check(given.preview.root, live)).toMatchObject({ kind: 'absent', isStrong: true });
    expect(await stateOf(given)).toBe('saysRejected');
  });

  it('is not settled by an order ID in an unclear answer, which is only a hint', async () => {
    const given = deskWith(() => [mine({ orderId: 'N-9', remark: '', createdAt: '' })]);
    given.desk.client.placeAnswers = [{ ...lost, orderId: 'N-9' }];
    await given.desk.writer.submit(given.preview, live);
    expect(await given.readBack.check(given.preview.root, live)).toMatchObject({ kind: 'absent', lookalike: { orderId: 'N-9' } });
    expect(await stateOf(given)).toBe('unknown');
  });

  it('counts as absent based on the open orders alone for one day only', async () => {
    const { desk, preview, readBack, time } = deskWith(() => []);
    desk.client.orderHistory = async () => Promise.reject(new HttpError({ status: 404 }));
    desk.client.placeAnswers = [lost];
    await desk.writer.submit(preview, live);
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'absent' });
    time.ms += 25 * 60 * 60_000;
    await expect(readBack.check(preview.root, live)).rejects.toThrow();
  });

  it('shows the one order that looks like it when the service drops remarks, without being settled by it', async () => {
    let listed = [mine({ remark: '' })];
    const given = deskWith(() => listed);
    const { desk, preview, readBack, time } = given;
    desk.client.placeAnswers = [lost];
    await desk.writer.submit(preview, live);
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'absent', lookalike: { orderId: 'N-1' } });
    time.ms += 120_000;
    await readBack.check(preview.root, live);
    expect(await stateOf(given)).toBe('unknown');
    for (const other of [
      mine({ orderId: 'N-2', remark: '' }),
      mine({ orderId: 'N-1', remark: '', quantity: '200' }),
      mine({ remark: '', createdAt: '1' }),
      mine({ remark: '', side: 'SELL' }),
    ]) {
      listed = other.orderId === 'N-2' ? [mine({ remark: '' }), other] : [other];
      expect(await readBack.check(preview.root, live), JSON.stringify(other)).toMatchObject({ lookalike: undefined });
    }
  });

  it('has no lookalike while another attempt requested the same order', async () => {
    const { desk, preview, readBack } = deskWith(() => [mine({ remark: '' })]);
    desk.client.placeAnswers = [lost, lost];
    await desk.writer.submit(preview, live);
    await desk.writer.submit(desk.writer.previewPlace(checkedPlacement({ mark: '#zzzz9999' }), placedFacts), live);
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'absent', lookalike: undefined });
  });

  it('is proven, with the other orders, when several have its mark', async () => {
    const given = deskWith(() => [mine(), mine({ orderId: 'N-2' })]);
    given.desk.client.placeAnswers = [lost];
    await given.desk.writer.submit(given.preview, live);
    expect(await given.readBack.check(given.preview.root, live)).toMatchObject({
      judged: { record: { verdict: 'changed', others: ['N-2'] } },
    });
    expect(await stateOf(given)).toBe('applied');
  });

  it('is not settled by a list that has several orders with its mark', async () => {
    const given = deskWith(() => []);
    const { desk, preview, readBack, time } = given;
    desk.client.placeAnswers = [lost];
    await desk.writer.submit(preview, live);
    const { access, journal, locks, clock } = { ...desk, clock: { wallMs: () => time.ms, monotonicMs: () => time.ms } };
    const timers = { after: () => ({ dispose: () => undefined }) };
    const follower = new FollowUp({ access, journal, locks, timers, clock, readBack, log: new MemoryLog(), state: new MemoryState() });
    await follower.start();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const taken = async (...orders: readonly OrderRecord[]): Promise<string | undefined> => {
      follower.take({ service: preview.target.service, accountId: preview.target.accountId, orders, beganMs: time.ms + 1 });
      await new Promise((resolve) => setTimeout(resolve, 20));
      return stateOf(given);
    };
    expect(await taken(mine(), mine({ orderId: 'N-2' }))).toBe('unknown');
    expect(await taken(mine(), mine())).toBe('applied');
    follower.dispose();
  });

  it.each([
    ['applied', mine(), 'applied'],
    ['rejected later', mine({ status: 'FAILED', lastError: 'no money' }), 'rejectedLater'],
  ])('is followed to its end once it was accepted: %s', async (_, order, end) => {
    let listed = [mine({ status: 'SUBMITTING' })];
    const { desk, preview, readBack, time } = deskWith(() => listed);
    desk.client.placeAnswers = [lost];
    await desk.writer.submit(preview, live);
    const timers = {
      after: (ms: number, callback: () => void) => {
        time.ms += ms;
        if (time.ms > startMs + 5_000) listed = [order];
        setImmediate(callback);
        return { dispose: () => undefined };
      },
    };
    const { access, journal, locks } = desk;
    const clock = { wallMs: () => time.ms, monotonicMs: () => time.ms };
    const follower = new FollowUp({ access, journal, locks, timers, clock, log: new MemoryLog(), state: new MemoryState(), readBack });
    const told = await new Promise<FollowedEnd>((resolve) => {
      follower.onDidEnd(resolve);
      void follower.start();
    });
    follower.dispose();
    expect(told).toMatchObject({ before: 'accepted', attempt: { action: 'place', state: end } });
  });
});

describe('the journal of new orders', () => {
  it('exports the facts by which a new order is recognized', async () => {
    const { desk, preview } = deskWith(() => []);
    await desk.writer.submit(preview, live);
    const [head = '', intent = '', outcome = ''] = journalCsv(await desk.journal.verify()).split('\n');
    expect(head).toContain('paper,mark');
    expect(intent).toContain('#abcd1234');
    expect(outcome).toContain('N-1');
  });

  it.each([
    ['a mark that is no text', { mark: 7 }],
    ['a market that is no number', { market: 'HK' }],
  ])('skips a record with %s', (_, over) => {
    const target = { service: 's', isSandbox: true, accountId: '1', orderId: '', exchange: '', mark: '#a' };
    const record = { kind: 'intent', attempt: 'a', root: 'r', action: 'place', target, body: '{}', fields: [] };
    expect(readRecord(record)).toMatchObject({ action: 'place', target: { mark: '#a' } });
    expect(readRecord({ ...record, target: { ...target, ...over } })).toBeUndefined();
  });
});
