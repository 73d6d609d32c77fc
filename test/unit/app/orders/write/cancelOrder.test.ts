import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FollowUp } from '../../../../../src/app/orders/eye/followUp';
import type { FollowedEnd } from '../../../../../src/app/orders/eye/judge';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import { compareWithOrder, endOfAccepted } from '../../../../../src/domain/orders/orderComparison';
import { hasEnded } from '../../../../../src/domain/orders/orderRules';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { settle } from '../../../../support/machine/fakeTime';
import { heldTimeLimits, unanswered } from '../../../../support/machine/timeLimits';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { outcomeKind, story } from '../../../../support/orders/submitting';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

const seen = orderRecord();
const place = { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };

/** A desk whose service shows the order as `now` returns it, and the cancellation of the order as it was seen. */
function deskThatShows(now: () => OrderRecord) {
  const desk = orderDesk();
  desk.client.orderDetails = async () => pageOf([now()]);
  desk.client.orders = async () => pageOf([]);
  return { desk, preview: desk.writer.previewCancel(place, { order: seen, latestRoot: null }, { order: undefined, isPaper: false }) };
}

describe('the cancellation of an order', () => {
  it('is written to the journal before it is sent, once', async () => {
    const { desk, preview } = deskThatShows(() => seen);
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('accepted');
    expect(desk.client.canceled).toEqual([place]);
    expect(story(desk)).toEqual(['intent cancel', 'outcome accepted']);
    expect(await desk.writer.submit(preview, live)).toMatchObject({ reason: 'alreadySent' });
    expect(desk.client.canceled).toHaveLength(1);
  });

  it('is not sent while canceling is turned off', async () => {
    const { desk, preview } = deskThatShows(() => seen);
    desk.gates.allowed = false;
    expect(await desk.writer.submit(preview, live)).toMatchObject({ kind: 'blocked', reason: 'notAllowed' });
    expect([desk.client.canceled, desk.files.text]).toEqual([[], '']);
  });

  it('is not sent for a paper account whose market is unknown, and neither is a change', async () => {
    const { desk } = deskThatShows(() => seen);
    const facts = { order: undefined, isPaper: true };
    const cancellation = desk.writer.previewCancel(place, { order: seen, latestRoot: null }, facts);
    expect(await desk.writer.submit(cancellation, live)).toMatchObject({ kind: 'blocked', reason: 'paperAccount' });
    const change = desk.writer.preview(checkedChange(), nothingSeen, facts);
    expect(await desk.writer.submit(change, live)).toMatchObject({ kind: 'blocked', reason: 'paperAccount' });
    expect([desk.client.canceled, desk.client.sent, desk.files.text]).toEqual([[], [], '']);
  });

  it('is sent when more was filled meanwhile, because it is about the rest', async () => {
    const { desk, preview } = deskThatShows(() => orderRecord({ dealtQuantity: '40', status: 'FILLED_PART' }));
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('accepted');
  });

  it.each([
    ['was changed', orderRecord({ quantity: '300' })],
    ['is filled', orderRecord({ dealtQuantity: '100', status: 'FILLED_ALL' })],
    ['is canceled', orderRecord({ status: 'CANCELLED_ALL' })],
  ])('is not sent for an order that %s meanwhile', async (_, now) => {
    const { desk, preview } = deskThatShows(() => now);
    expect(await desk.writer.submit(preview, live)).toMatchObject({ reason: 'stale', verdict: { kind: 'changed' } });
    expect(desk.client.canceled).toEqual([]);
  });

  it.each([
    ['three seconds without an answer', undefined, 3_000],
    ['half a second for the limits of the service', 800, 500],
  ])('is sent although its check has waited %s', async (_, heldMs, endsMs) => {
    const { desk, preview } = deskThatShows(() => seen);
    Object.assign(desk.client, { heldMs: () => heldMs });
    desk.client.orderDetails = async (__, options) => unanswered(options);
    const limits = heldTimeLimits();
    const sent = desk.writer.submit(preview, live);
    await settle();
    if (heldMs === undefined) limits.end(500);
    await settle();
    expect(desk.client.canceled).toEqual([]);
    limits.end(endsMs);
    expect(outcomeKind(await sent)).toBe('accepted');
    expect(desk.client.canceled).toEqual([place]);
  });

  const refusal: WriteOutcome = { kind: 'refused', errcode: -1200, errmsg: 'no' };
  it.each([
    ['is open all the same', orderRecord(), 'refused'],
    ['was filled meanwhile', orderRecord({ status: 'FILLED_ALL', dealtQuantity: '100' }), 'refused'],
    ['is canceled all the same', orderRecord({ status: 'CANCELLED_ALL' }), 'unknown'],
  ])('has the right outcome when the service rejects it and the order %s', async (_, now, kind) => {
    let isSent = false;
    const { desk, preview } = deskThatShows(() => (isSent ? now : seen));
    desk.client.cancelAnswers = [refusal];
    const cancel = desk.client.beyond.cancelOrder;
    Object.assign(desk.client.beyond, {
      cancelOrder: async (...given: Parameters<typeof cancel>) => {
        isSent = true;
        return cancel(...given);
      },
    });
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe(kind);
  });

  it('locks the order while its outcome is unknown, until the order shows an end', async () => {
    for (const [now, state] of [
      [orderRecord({ status: 'CANCELLED_PART', dealtQuantity: '40' }), 'applied'],
      [orderRecord({ status: 'FILLED_ALL' }), 'tooLate'],
      [orderRecord(), 'unknown'],
    ] as const) {
      let shown: OrderRecord = seen;
      const { desk, preview } = deskThatShows(() => shown);
      desk.client.cancelAnswers = [{ kind: 'unknown', reason: 'timed out' }];
      expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('unknown');
      expect(await desk.journal.unresolvedFor(preview.target)).toMatchObject({ action: 'cancel', state: 'unknown' });
      shown = now;
      const { access, journal, locks } = desk;
      const readBack = new OrderReadBack({ access, journal, locks, clock: { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => 0 } });
      await readBack.check(preview.root, live);
      expect((await journal.find(preview.root))?.state).toBe(state);
    }
  });

  it('stays unresolved after a status check that was made before its confirmation was sent', async () => {
    let nowMs = Date.UTC(2026, 10, 21);
    const desk = orderDesk({ clock: { wallMs: () => nowMs, monotonicMs: () => 0 } });
    desk.client.orderDetails = async () => pageOf([seen]);
    desk.client.orders = async () => pageOf([]);
    const preview = desk.writer.previewCancel(place, { order: seen, latestRoot: null }, { order: undefined, isPaper: false });
    desk.client.cancelAnswers = [{ kind: 'needsConfirmation', errmsg: 'Sure?', confirmId: 'c-1' }];
    desk.client.confirmAnswers = [{ kind: 'saysRejected', errcode: 28, errmsg: 'no' }];
    const { access, journal, locks } = desk;
    const readBack = new OrderReadBack({ access, journal, locks, clock: { wallMs: () => nowMs, monotonicMs: () => nowMs } });
    const asked = await desk.writer.submit(preview, live);
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error('not asked');
    nowMs += 15_000;
    await readBack.check(preview.root, live);
    nowMs += 60_000;
    await desk.writer.confirm(asked.pending, live);
    nowMs += 500;
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'unchanged' });
    nowMs += 2_500;
    expect(await readBack.check(preview.root, live)).toMatchObject({ judged: { record: { verdict: 'notChanged' } } });
  });

  it('cannot be abandoned by a user who saw it before its confirmation was sent', async () => {
    const { desk, preview } = deskThatShows(() => seen);
    desk.client.cancelAnswers = [{ kind: 'needsConfirmation', errmsg: 'Sure?', confirmId: 'c-1' }];
    desk.client.confirmAnswers = [{ kind: 'unknown', reason: 'reset' }];
    const asked = await desk.writer.submit(preview, live);
    const before = await desk.journal.find(preview.root);
    if (asked.kind !== 'settled' || asked.pending === undefined || before === undefined) throw new Error('not asked');
    await desk.writer.confirm(asked.pending, live);
    expect(await desk.writer.resolve(before, 'givenUp')).toBe('inFlight');
    expect((await desk.journal.find(preview.root))?.state).toBe('unknown');
  });

  it('is confirmed as a cancellation when the service asks for a confirmation', async () => {
    const { desk, preview } = deskThatShows(() => seen);
    desk.client.cancelAnswers = [{ kind: 'needsConfirmation', errmsg: 'Sure?', confirmId: 'c-1' }];
    const asked = await desk.writer.submit(preview, live);
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error('not asked');
    expect(outcomeKind(await desk.writer.confirm(asked.pending, live))).toBe('accepted');
    expect(desk.client.confirmed).toMatchObject([{ accountId: '8001', confirmId: 'c-1' }]);
    expect(story(desk)).toEqual(['intent cancel', 'outcome needsConfirmation', 'intent confirm', 'outcome accepted']);
    expect(desk.files.text).toContain('"confirms":"cancel"');
    expect(await desk.journal.find(preview.root)).toMatchObject({ action: 'cancel', state: 'accepted' });
  });

  const timers = {
    after: (_: number, callback: () => void) => {
      const timer = setImmediate(callback);
      return { dispose: () => clearImmediate(timer) };
    },
  };
  it.each([
    ['applied', orderRecord({ status: 'CANCELLED_ALL' })],
    ['tooLate', orderRecord({ status: 'FILLED_ALL', dealtQuantity: '100' })],
    ['notApplied', orderRecord()],
    ['endUnknown', undefined],
    // A service's own word may well mean that it is canceled.
    ['endUnknown', orderRecord({ status: 'CANCELED' })],
  ] as const)('is followed until it is %s', async (end, now) => {
    const { desk, preview } = deskThatShows(() => seen);
    await desk.writer.submit(preview, live);
    desk.client.orderDetails = async () => pageOf(now === undefined ? [] : [now]);
    desk.client.orders = async () => pageOf([]);
    const { access, journal, locks } = desk;
    const clock = { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => 0 };
    const readBack = new OrderReadBack({ access, journal, locks, clock });
    const follower = new FollowUp({ access, journal, locks, timers, clock, readBack, log: new MemoryLog(), state: new MemoryState() });
    try {
      const ended = new Promise<FollowedEnd>((resolve) => follower.onDidEnd(resolve));
      await follower.start();
      expect((await ended).attempt.state).toBe(end);
      expect((await journal.find(preview.root))?.state).toBe(end);
    } finally {
      follower.dispose();
    }
  });
});

describe('an order compared with its cancellation', () => {
  it('proves no rejection by an error text, which may be about another request', () => {
    const before = { status: 'SUBMITTED', lastError: '' };
    const now = { ...before, quantity: '1', price: '1', auxPrice: '', lastError: 'Price too far' };
    expect(endOfAccepted({ action: 'cancel', fields: [] }, before, now)).toEqual({ end: undefined, news: 'Price too far' });
  });

  it('is canceled, over, unchanged, or unclear depending only on its status', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('SUBMITTED', 'FILLED_PART', 'FILLED_ALL', 'CANCELLED_ALL', 'CANCELLED_PART', 'FAILED', 'NEW_WORD'),
        fc.string(),
        (status, quantity) => {
          const found = compareWithOrder({ action: 'cancel', fields: [] }, { status, quantity, price: '', auxPrice: '' });
          expect(found).toBe(status.startsWith('CANCELLED') ? 'new' : hasEnded(status) ? 'over' : status === 'NEW_WORD' ? 'other' : 'old');
        },
      ),
    ));
});
