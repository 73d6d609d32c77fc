import { describe, expect, it } from 'vitest';
import { HttpError, TransportError } from '../../../../src/service/errors';
import type { OrderRecord, WriteOutcome } from '../../../../src/service/records';
import { pageOf } from '../../../support/builders/lists';
import { checkedChange, orderDesk, orderRecord } from '../../../support/orders/orderFakes';
import { outcomeKind, submit } from '../../../support/orders/submitting';

describe('an order that was seen', () => {
  const seen = orderRecord();
  /** A desk whose service shows the order as `now` says, and a preview on the order as it was seen. */
  function deskThatShows(now: () => OrderRecord | undefined, latestRoot: string | null = null) {
    const desk = orderDesk();
    desk.client.orderDetails = async () => pageOf([now() ?? []].flat());
    desk.client.orders = async () => pageOf([]);
    return { desk, preview: desk.writer.preview(checkedChange(), { order: seen, latestRoot }) };
  }

  it('is sent for when it is still the same', async () => {
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
  ])('is not sent for when it shows %s, and nothing is in the journal', async (_, now) => {
    const { desk, preview } = deskThatShows(() => now);
    const result = await submit(desk, preview);
    expect(result).toMatchObject({ kind: 'blocked', reason: 'stale', verdict: { kind: now === undefined ? 'gone' : 'changed' } });
    expect(desk.client.sent).toEqual([]);
    expect(desk.files.text).toBe('');
  });

  it('is not sent for when it cannot be read, but is where the service has no such call', async () => {
    const broken = deskThatShows(() => seen);
    broken.desk.client.orderDetails = async () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
    expect(await submit(broken.desk, broken.preview)).toMatchObject({ reason: 'stale', verdict: { kind: 'notRead' } });
    const without = deskThatShows(() => seen);
    without.desk.client.orderDetails = async () => Promise.reject(new HttpError({ status: 404 }));
    without.desk.client.orders = async () => Promise.reject(new HttpError({ status: 404 }));
    expect(outcomeKind(await submit(without.desk, without.preview))).toBe('accepted');
  });

  it('is not sent for after another attempt, even where nothing can be read', async () => {
    const { desk, preview } = deskThatShows(() => seen);
    desk.client.orderDetails = async () => Promise.reject(new HttpError({ status: 404 }));
    desk.client.orders = async () => Promise.reject(new HttpError({ status: 404 }));
    const other = orderDesk({ files: desk.files, locks: desk.locks, anchor: desk.anchor });
    await submit(other);
    expect(await submit(desk, preview)).toMatchObject({ reason: 'stale', verdict: { kind: 'newerAttempt' } });
    expect(desk.client.sent).toEqual([]);
  });

  it.each<WriteOutcome>([
    { kind: 'refused', errcode: -1200, errmsg: 'no' },
    { kind: 'notAuthorized', status: 403, code: -9, errmsg: 'scope', lacks: 'scope' },
    { kind: 'tooManyRequests', status: 429, code: -11, errmsg: 'slow down', waitMs: undefined },
  ])('makes %j unknown when it shows other values afterwards', async (answer) => {
    let now = seen;
    const { desk, preview } = deskThatShows(() => now);
    desk.client.answers = [async () => ((now = orderRecord({ quantity: '200', price: '12.34' })), answer)];
    expect(await submit(desk, preview)).toMatchObject({ outcome: { kind: 'unknown', errmsg: 'errmsg' in answer ? answer.errmsg : '' } });
    expect((await desk.journal.find(preview.root))?.state).toBe('unknown');
    expect(outcomeKind(await submit(desk))).toBe('blocked: unresolved');
  });
});
