import { describe, expect, it } from 'vitest';
import { LimitCheck } from '../../../../../../src/app/orders/write/limits/limitCheck';
import { OrderWriter } from '../../../../../../src/app/orders/write/orderWriter';
import { nothingSeen } from '../../../../../../src/app/orders/request/basis';
import { noLimits } from '../../../../../../src/domain/orders/limits/limits';
import type { Limits } from '../../../../../../src/domain/orders/limits/limits';
import type { LivePosition, OrderRecord, WriteOutcome } from '../../../../../../src/service/records';
import { checkedChange, checkedPlacement, live, orderDesk, orderRecord, placedFacts } from '../../../../../support/orders/orderFakes';
import { aLivePosition } from '../../../../../support/builders/holding';
import { pageOf } from '../../../../../support/builders/lists';
import { createDeferred } from '../../../../../../src/app/platform/deferred';
import { lockNames } from '../../../../../../src/app/platform/storedNames';
import { settle } from '../../../../../support/machine/fakeTime';
import { heldTimeLimits, unanswered } from '../../../../../support/machine/timeLimits';
import { outcomeKind, story } from '../../../../../support/orders/submitting';

function deskWith(over: Partial<Limits>) {
  const desk = orderDesk();
  const time = { nowMs: Date.UTC(2026, 10, 21) };
  const limits = new LimitCheck({
    limits: () => ({ ...noLimits, ...over }),
    journal: desk.journal,
    clock: { wallMs: () => time.nowMs },
  });
  let ids = 0;
  const writer = new OrderWriter({
    ...desk,
    limits,
    prepare: (modification) => ({ ...modification, path: '', bodyText: '{}', body: new Uint8Array() }),
    newId: () => `id-${(ids += 1)}`,
    protect: () => undefined,
  });
  return { ...desk, writer, time };
}

const placement = (desk: ReturnType<typeof deskWith>, mark: string) => desk.writer.previewPlace(checkedPlacement({ mark }), placedFacts);

describe('the order writer, right before it sends,', () => {
  it('holds back an order over a hard limit and writes nothing to the journal', async () => {
    const desk = deskWith({ quantity: 99 });
    const result = await desk.writer.submit(placement(desk, '#00000001'), live);
    expect(result).toEqual({ kind: 'blocked', reason: 'limit', breach: { kind: 'quantity', quantity: '100', limit: 99 } });
    expect([desk.client.placed, desk.files.text, desk.locks.held.size]).toEqual([[], '', 0]);
  });

  it('holds back an order whose distance can’t be checked without prices', async () => {
    const desk = deskWith({ distancePercent: 20 });
    expect(await desk.writer.submit(placement(desk, '#00000001'), live)).toMatchObject({ reason: 'limit', breach: { kind: 'unknown' } });
    expect(desk.client.placed).toEqual([]);
  });

  it('holds back a change of an unknown security when its value is limited', async () => {
    const desk = deskWith({ value: 1_000_000 });
    const result = await desk.writer.submit(desk.writer.preview(checkedChange(), nothingSeen), live);
    expect(result).toMatchObject({ reason: 'limit', breach: { kind: 'unknown', lacks: 'contract' } });
  });

  it.each<[string, Partial<Limits>, object]>([
    ['price', { distancePercent: 20 }, { snapshot: async (_: unknown, options: typeof live) => unanswered(options) }],
    ['position', { exposure: 1_000_000 }, { livePositions: async (_: unknown, options: typeof live) => unanswered(options) }],
  ])('holds back an order whose %s is not read within five seconds', async (_, over, silent) => {
    const desk = deskWith(over);
    const quote = { code: 'HK.00700', lastPrice: '560', unknown: {} };
    Object.assign(desk.client.beyond, { snapshot: async () => pageOf([quote]), livePositions: async () => pageOf([]), ...silent });
    desk.client.orders = async () => pageOf([]);
    const limits = heldTimeLimits();
    const result = desk.writer.submit(placement(desk, '#00000001'), live);
    await settle();
    limits.end(5_000);
    expect(await result).toMatchObject({ kind: 'blocked', reason: 'limit', breach: { kind: 'unknown' } });
    expect(desk.client.placed).toEqual([]);
  });

  it('holds back an option order by the contract size of its quote, or when the quote gives none', async () => {
    const code = 'US.AAPL281215C230000';
    const bought = (desk: ReturnType<typeof deskWith>) =>
      desk.writer.previewPlace(checkedPlacement({ code, mark: '#00000001' }), { ...placedFacts, code });
    const quoted = (desk: ReturnType<typeof deskWith>, more: object) =>
      Object.assign(desk.client.beyond, { snapshot: async () => pageOf([{ code, lastPrice: '3', unknown: {}, ...more }]) });
    const desk = deskWith({ value: 10_000_000 });
    quoted(desk, {});
    expect(await desk.writer.submit(bought(desk), live)).toMatchObject({ breach: { kind: 'unknown', limit: 'value', lacks: 'contract' } });
    quoted(desk, { contractSize: '100000' });
    expect(await desk.writer.submit(bought(desk), live)).toMatchObject({ reason: 'limit', breach: { kind: 'value', isEstimate: false } });
    expect(desk.client.placed).toEqual([]);
    quoted(desk, { contractSize: '1' });
    desk.client.placeAnswers = [{ kind: 'accepted', orderId: 'N-1' }];
    expect(outcomeKind(await desk.writer.submit(bought(desk), live))).toBe('accepted');
  });

  it('counts new orders and changes of the last minute, whatever their outcome, and forgets older ones', async () => {
    const desk = deskWith({ perMinute: 2 });
    desk.client.placeAnswers = [
      { kind: 'accepted', orderId: 'N-1' },
      { kind: 'refused', errcode: -1200, errmsg: 'no' },
    ];
    for (const mark of ['#00000001', '#00000002']) await desk.writer.submit(placement(desk, mark), live);
    expect(outcomeKind(await desk.writer.submit(placement(desk, '#00000003'), live))).toBe('blocked: limit');
    expect(story(desk).filter((line) => line.startsWith('intent'))).toHaveLength(2);
    desk.time.nowMs += 61_000;
    expect(outcomeKind(await desk.writer.submit(placement(desk, '#00000004'), live))).toBe('accepted');
  });

  it('counts more, never less, after the clock was set back', async () => {
    const desk = deskWith({ perMinute: 1 });
    await desk.writer.submit(placement(desk, '#00000001'), live);
    desk.time.nowMs -= 3_600_000;
    expect(outcomeKind(await desk.writer.submit(placement(desk, '#00000002'), live))).toBe('blocked: limit');
  });
});

describe('limits that count other orders', () => {
  const marks = ['#00000001', '#00000002', '#00000003', '#00000004'];

  it.each<[string, Partial<Limits>]>([
    ['orders a minute', { perMinute: 1 }],
    ['the exposure', { exposure: 100_000 }],
  ])('let one of several windows pass that send within milliseconds: %s', async (_, limits) => {
    const desk = deskWith(limits);
    const quote = { code: 'HK.00700', lastPrice: '560', unknown: {} };
    Object.assign(desk.client.beyond, { snapshot: async () => pageOf([quote]), livePositions: async () => pageOf([]) });
    desk.client.orders = async () => pageOf([]);
    const results = await Promise.all(marks.map(async (mark) => desk.writer.submit(placement(desk, mark), live)));
    expect(results.map(outcomeKind).toSorted()).toEqual(['accepted', 'blocked: limit', 'blocked: limit', 'blocked: limit']);
    expect([desk.client.placed.length, story(desk).filter((line) => line.startsWith('intent')).length]).toEqual([1, 1]);
    expect(desk.locks.held.size).toBe(0);
  });

  it('hold up no other window while an order that the journal names is sent', async () => {
    const desk = deskWith({ perMinute: 1 });
    const answer = createDeferred<WriteOutcome>();
    desk.client.answers = [async () => answer.promise];
    const first = desk.writer.submit(desk.writer.preview(checkedChange(), nothingSeen), live);
    expect(outcomeKind(await desk.writer.submit(placement(desk, '#00000002'), live))).toBe('blocked: limit');
    answer.resolve({ kind: 'accepted' });
    expect(outcomeKind(await first)).toBe('accepted');
  });

  it('are checked again after the wait for another window: nothing is sent that the user has turned off meanwhile', async () => {
    const desk = deskWith({ perMinute: 5 });
    const other = await desk.locks.tryAcquire(lockNames.limits);
    const waiting = desk.writer.submit(placement(desk, '#00000001'), live);
    await settle();
    desk.gates.readOnly = true;
    await other?.release();
    expect(await waiting).toMatchObject({ kind: 'blocked', reason: 'readOnly' });
    expect(desk.files.text).toBe('');
  });
});

describe('the hard limit on a position', () => {
  /** An account without positions whose orders are listed as given; one purchase comes to 56,000. */
  function exposedTo(limit: number) {
    const desk = deskWith({ exposure: limit });
    const listed: OrderRecord[] = [];
    const quote = { code: 'HK.00700', lastPrice: '560', unknown: {} };
    Object.assign(desk.client.beyond, { snapshot: async () => pageOf([quote]), livePositions: async () => pageOf([]) });
    desk.client.orders = async () => pageOf(listed);
    desk.client.orderDetails = async ({ orderIds }) => pageOf(listed.filter(({ orderId }) => orderIds.includes(orderId)));
    const buy = async (mark: string) => desk.writer.submit(placement(desk, mark), live);
    return { ...desk, listed, buy };
  }
  const tooMuch = { reason: 'limit', breach: { kind: 'exposure', amount: '112000' } };
  const bought = (over: Partial<OrderRecord>): OrderRecord => orderRecord({ orderId: 'N-1', quantity: '100', price: '560', ...over });

  it('counts a new order that the lists do not show yet, and each order once', async () => {
    const desk = exposedTo(100_000);
    expect(outcomeKind(await desk.buy('#00000001'))).toBe('accepted');
    expect(await desk.buy('#00000002')).toMatchObject(tooMuch);
    desk.listed.push(bought({ remark: 'mine #00000001' }));
    expect(await desk.buy('#00000003')).toMatchObject(tooMuch);
    expect(desk.client.placed).toHaveLength(1);
    desk.listed[0] = bought({ remark: 'mine #00000001', status: 'CANCELLED_ALL' });
    expect(outcomeKind(await desk.buy('#00000004'))).toBe('accepted');
  });

  it.each<[string, readonly Partial<LivePosition>[], 'BUY' | 'SELL', string, string]>([
    ['a position that is listed twice, once', [{ quantity: '100' }, { quantity: '100' }], 'SELL', '250', 'blocked: limit'],
    ['a sale of what is listed twice', [{ quantity: '300' }, { quantity: '300' }], 'SELL', '300', 'accepted'],
    ['a long position beside a short one', [{ quantity: '200' }, { quantity: '200', side: 'SHORT' }], 'BUY', '100', 'blocked: limit'],
    ['a long and a short position', [{ quantity: '100' }, { quantity: '100', side: 'SHORT' }], 'SELL', '100', 'accepted'],
  ])('is never below the truth: %s', async (_, positions, side, quantity, outcome) => {
    const desk = exposedTo(70_000);
    Object.assign(desk.client.beyond, {
      livePositions: async () => pageOf(positions.map((one) => aLivePosition({ code: 'HK.00700', ...one }))),
    });
    const checked = checkedPlacement({
      mark: '#00000001',
      choices: { side, order_type: 'LIMIT', time_in_force: 'DAY', session: 'RTH', lot_type: 'ROUND' },
      typed: { qty: quantity, price: '560', aux_price: '' },
    });
    expect(outcomeKind(await desk.writer.submit(desk.writer.previewPlace(checked, placedFacts), live))).toBe(outcome);
  });

  it('counts an accepted order for a minute; after that, the lists show what there is', async () => {
    const desk = exposedTo(100_000);
    expect(outcomeKind(await desk.buy('#00000001'))).toBe('accepted');
    desk.time.nowMs += 59_000;
    expect(await desk.buy('#00000002')).toMatchObject(tooMuch);
    desk.time.nowMs += 2_000;
    expect(outcomeKind(await desk.buy('#00000003'))).toBe('accepted');
  });

  it.each(['endUnknown', 'notApplied'] as const)('counts it for that minute also when it ended as %s after 45 seconds', async (end) => {
    const desk = exposedTo(100_000);
    await desk.buy('#00000001');
    desk.time.nowMs += 45_000;
    const [attempt] = await desk.journal.attempts();
    await desk.journal.append({ kind: 'followed', root: attempt?.root ?? '', end, text: '' });
    expect(await desk.buy('#00000002')).toMatchObject(tooMuch);
    desk.time.nowMs += 16_000;
    expect(outcomeKind(await desk.buy('#00000003'))).toBe('accepted');
  });

  it.each([
    ['DAY', 23, 25],
    ['GTC', 89 * 24, 91 * 24],
  ] as const)(
    'counts an accepted order of an option, which no list shows, as long as a %s order may be open',
    async (timeInForce, within, after) => {
      const code = 'US.AAPL281215C230000';
      const desk = deskWith({ exposure: 70_000 });
      const quote = { code, lastPrice: '5', contractSize: '100', unknown: {} };
      Object.assign(desk.client.beyond, { snapshot: async () => pageOf([quote]), livePositions: async () => pageOf([]) });
      desk.client.orders = async () => pageOf([]);
      const buy = async (mark: string) => {
        const choices = { side: 'BUY', order_type: 'LIMIT', time_in_force: timeInForce, session: 'RTH', lot_type: 'ROUND' };
        const checked = checkedPlacement({ code, mark, choices, typed: { qty: '100', price: '5', aux_price: '' } });
        return outcomeKind(await desk.writer.submit(desk.writer.previewPlace(checked, { ...placedFacts, code }), live));
      };
      expect(await buy('#00000001')).toBe('accepted');
      desk.time.nowMs += within * 3_600_000;
      expect(await buy('#00000002')).toBe('blocked: limit');
      desk.time.nowMs += (after - within) * 3_600_000;
      expect(await buy('#00000003')).toBe('accepted');
    },
  );

  it('counts a new order that may have been placed, and one that awaits a confirmation', async () => {
    const desk = exposedTo(100_000);
    desk.client.placeAnswers = [{ kind: 'unknown', reason: 'reset' }];
    expect(outcomeKind(await desk.buy('#00000001'))).toBe('unknown');
    desk.time.nowMs += 3_600_000;
    expect(await desk.buy('#00000002')).toMatchObject(tooMuch);
    const asked = exposedTo(100_000);
    asked.client.placeAnswers = [{ kind: 'needsConfirmation', confirmId: 'c', errmsg: '' }];
    await asked.buy('#00000001');
    expect(await asked.buy('#00000002')).toMatchObject(tooMuch);
  });

  it('counts the larger quantity of another order that was just changed', async () => {
    const desk = exposedTo(120_000);
    const order = bought({ orderId: 'OK-1', quantity: '10', price: '12.3' });
    desk.listed.push(order);
    const change = checkedChange();
    desk.client.answers = [{ kind: 'accepted' }];
    expect(outcomeKind(await desk.writer.submit(desk.writer.preview(change, { order, latestRoot: null }), live))).toBe('accepted');
    expect(await desk.buy('#00000001')).toMatchObject({ reason: 'limit', breach: { kind: 'exposure', amount: '168000' } });
  });
});
