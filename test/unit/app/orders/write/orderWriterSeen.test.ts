import { describe, expect, it } from 'vitest';
import { HttpError, TransportError } from '../../../../../src/service/errors';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { outcomeKind, submit } from '../../../../support/orders/submitting';

describe('a change of an order that the user saw', () => {
  const seen = orderRecord();
  /** A desk whose service shows the order as `now` returns it, and a preview for the order as it was seen. */
  function deskThatShows(now: () => OrderRecord | undefined, latestRoot: string | null = null) {
    const desk = orderDesk();
    desk.client.orderDetails = async () => pageOf([now() ?? []].flat());
    desk.client.orders = async () => pageOf([]);
    return { desk, preview: desk.writer.preview(checkedChange(), { order: seen, latestRoot }) };
  }

  it('is sent when the order is still the same', async () => {
    const { desk, preview } = deskThatShows(() => seen);
    expect(outcomeKind(await submit(desk, preview))).toBe('accepted');
  });

  it.each([
    ['another quantity', orderRecord({ quantity: '50' })],
    ['another price', orderRecord({ price: '12.31' })],
    ['a fill', orderRecord({ dealtQuantity: '10', status: 'FILLED_PART' })],
    ['an end', orderRecord({ status: 'CANCELLED_ALL' })],
    ['another type', orderRecord({ orderType: 'STOP' })],
    ['nothing any more', undefined],
  ])('is not sent when the order shows %s, and the journal stays empty', async (_, now) => {
    const { desk, preview } = deskThatShows(() => now);
    const result = await submit(desk, preview);
    expect(result).toMatchObject({ kind: 'blocked', reason: 'stale', verdict: { kind: now === undefined ? 'gone' : 'changed' } });
    expect(desk.client.sent).toEqual([]);
    expect(desk.files.text).toBe('');
  });

  it('is not sent when the order cannot be read, unless the service has no such call', async () => {
    const broken = deskThatShows(() => seen);
    broken.desk.client.orderDetails = async () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
    expect(await submit(broken.desk, broken.preview)).toMatchObject({ reason: 'stale', verdict: { kind: 'notRead' } });
    const without = deskThatShows(() => seen);
    without.desk.client.orderDetails = async () => Promise.reject(new HttpError({ status: 404 }));
    without.desk.client.orders = async () => Promise.reject(new HttpError({ status: 404 }));
    expect(outcomeKind(await submit(without.desk, without.preview))).toBe('accepted');
  });

  it('is not sent after another attempt, even when nothing can be read', async () => {
    const { desk, preview } = deskThatShows(() => seen);
    desk.client.orderDetails = async () => Promise.reject(new HttpError({ status: 404 }));
    desk.client.orders = async () => Promise.reject(new HttpError({ status: 404 }));
    const other = orderDesk({ files: desk.files, locks: desk.locks, anchor: desk.anchor });
    await submit(other);
    expect(await submit(desk, preview)).toMatchObject({ reason: 'stale', verdict: { kind: 'newerAttempt' } });
    expect(desk.client.sent).toEqual([]);
  });

  const refusals: readonly WriteOutcome[] = [
    { kind: 'refused', errcode: -1200, errmsg: 'no' },
    { kind: 'notAuthorized', status: 403, code: -9, errmsg: 'scope', lacks: 'scope' },
    { kind: 'tooManyRequests', status: 429, code: -11, errmsg: 'slow down', waitMs: undefined },
  ];

  it.each(
    refusals.flatMap((answer) => [
      [answer, 'the new values', orderRecord({ quantity: '200', price: '12.34' })] as const,
      [answer, 'one of the new values', orderRecord({ quantity: '200' })] as const,
      [answer, 'a third value', orderRecord({ price: '12.31', status: 'FILLED_PART', dealtQuantity: '40' })] as const,
    ]),
  )('with the answer %j is unknown when the order shows %s afterwards', async (answer, _, after) => {
    let now = seen;
    const { desk, preview } = deskThatShows(() => now);
    desk.client.answers = [async () => ((now = after), answer)];
    expect(await submit(desk, preview)).toMatchObject({ outcome: { kind: 'unknown', errmsg: 'errmsg' in answer ? answer.errmsg : '' } });
    expect((await desk.journal.find(preview.root))?.state).toBe('unknown');
    expect(outcomeKind(await submit(desk))).toBe('blocked: unresolved');
  });

  it.each(
    refusals.flatMap((answer) => [
      [answer, 'a part was filled', orderRecord({ dealtQuantity: '40', status: 'FILLED_PART' }), ['dealtQuantity', 'status']] as const,
      [
        answer,
        'it was filled just before',
        orderRecord({ dealtQuantity: '100', status: 'FILLED_ALL' }),
        ['dealtQuantity', 'status'],
      ] as const,
      [answer, 'it was canceled just before', orderRecord({ status: 'CANCELLED_ALL' }), ['status']] as const,
      [answer, 'its status has another name', orderRecord({ status: 'WAITING_SUBMIT' }), ['status']] as const,
      [answer, 'nothing else happened', orderRecord({ lastError: 'price out of range' }), []] as const,
    ]),
  )('with the answer %j releases the order while it keeps its old values, even when %s', async (answer, _, after, moved) => {
    let now = seen;
    const { desk, preview } = deskThatShows(() => now);
    desk.client.answers = [async () => ((now = after), answer)];
    const result = await submit(desk, preview);
    expect(outcomeKind(result)).toBe(answer.kind);
    expect(result).toMatchObject({ seen: { order: after } });
    expect(result.kind === 'settled' && result.seen?.moved.map(({ field }) => field)).toEqual(moved);
    expect(await desk.journal.unresolvedFor(preview.target)).toBeUndefined();
  });

  it.each(refusals)('with the answer %j releases the order on the service’s word when it cannot be read afterwards', async (answer) => {
    let now: OrderRecord | undefined = seen;
    const { desk, preview } = deskThatShows(() => now);
    desk.client.answers = [async () => ((now = undefined), answer)];
    expect(await submit(desk, preview)).toMatchObject({ outcome: { kind: answer.kind }, seen: undefined });
    expect(await desk.journal.unresolvedFor(preview.target)).toBeUndefined();
  });

  it.each([
    ['applied all the same', orderRecord({ quantity: '200', price: '12.34' }), 'unknown'],
    ['as it was', seen, 'notOffered'],
  ])('is checked against the order when the service does not offer the confirmation, and may be %s', async (_, after, state) => {
    let now = seen;
    const { desk, preview } = deskThatShows(() => now);
    desk.client.answers = [{ kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'sure?' }];
    const asked = await submit(desk, preview);
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error('no confirmation was asked');
    desk.client.confirmAnswers = [() => ((now = after), { kind: 'notOffered' })];
    await desk.writer.confirm(asked.pending, live);
    expect((await desk.journal.find(preview.root))?.state).toBe(state);
  });
});
