import { describe, expect, it } from 'vitest';
import type { Attempt, AttemptState } from '../../../../../src/domain/orders/orderAttempts';
import type { OrderRecord } from '../../../../../src/service/records';
import { endOf } from '../../../../../src/ui/orders/form/ticketEnd';
import { orderRecord } from '../../../../support/orders/orderFakes';

const placed: Attempt = {
  root: 'r',
  action: 'place',
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:01.000Z',
  target: { service: 'https://broker.example', accountId: '8001', orderId: '', exchange: '', isSandbox: false, mark: 'm' },
  body: '{}',
  fields: [],
  order: undefined,
  state: 'accepted',
  outcome: { kind: 'accepted' },
  resolution: undefined,
  followed: undefined,
  requests: 1,
};

function detailOf(attempt: Attempt, now: OrderRecord | undefined): string {
  return endOf(attempt, undefined, now, { isPrivate: false }, {}).notice.detail;
}

describe('what a form says under the outcome of what it sent', () => {
  it.each<[AttemptState, Partial<OrderRecord>, string]>([
    ['accepted', { status: 'SUBMITTING' }, 'Status: submitting. Nothing is filled.'],
    // The message above still says that it is not in the market yet.
    ['accepted', { status: 'SUBMITTED' }, ''],
    ['accepted', { status: 'FILLED_ALL', dealtQuantity: '100' }, ''],
    ['accepted', { status: 'FAILED', lastError: 'price moved' }, ''],
    ['applied', { status: 'FILLED_ALL', dealtQuantity: '100', dealtAveragePrice: '12.3' }, 'Filled 100 at 12.3.'],
    // A service may not say how much was filled, or may be late with it.
    ['applied', { status: 'FILLED_ALL', dealtQuantity: '0' }, 'Status: filled.'],
    ['applied', { status: 'FILLED_ALL', dealtQuantity: '' }, 'Status: filled.'],
    ['applied', { status: 'FILLED_PART', dealtQuantity: '0.00' }, 'Status: partially filled.'],
    ['applied', { status: 'CANCELLED_PART', dealtQuantity: '0' }, 'Status: partially filled, rest canceled.'],
    ['applied', { status: 'SUBMITTED', dealtQuantity: ' ' }, 'Status: submitted.'],
    ['endUnknown', { status: '' }, 'Nothing is filled.'],
    ['endUnknown', { status: 'NEW', dealtQuantity: '50' }, 'Status: NEW. Filled: 50 of 100.'],
  ])('%s, %o: %s', (state, now, detail) => {
    expect(detailOf({ ...placed, state }, orderRecord(now))).toBe(detail);
  });

  it('takes back what was applied once the order shows other values than the new and the old ones', () => {
    const fields = [
      { field: 'qty', old: '100', kept: '300', typed: '300', isCut: false, isChanged: true },
      { field: 'price', old: '50', kept: '55', typed: '55', isCut: false, isChanged: true },
    ] as const;
    const target = { ...placed.target, orderId: 'OK-1', mark: undefined };
    const changed: Attempt = { ...placed, action: 'modify', target, fields, state: 'applied' };
    const noticeOf = (quantity: string, price: string) =>
      endOf(changed, undefined, orderRecord({ quantity, price }), { isPrivate: false }, {}).notice;
    expect(noticeOf('300', '55')).toMatchObject({ tone: 'good', message: expect.stringMatching(/^Change applied: OK-1 → 300 @ 55\.$/) });
    // A read from before the change.
    expect(noticeOf('100', '50').message).toMatch(/^Change applied/);
    expect(noticeOf('600', '55')).toMatchObject({
      tone: 'open',
      message: 'Applied, but the order now shows other values: OK-1 → 300 @ 55.',
    });
  });

  it('says nothing of a record that is older than what was confirmed', () => {
    const facts = { code: 'HK.00700', name: 'Tencent', side: 'BUY', orderType: 'LIMIT', lastError: '' };
    const order = { ...facts, status: 'CANCELLED_PART', filled: '40' };
    const changed: Attempt = { ...placed, action: 'modify', state: 'applied', order };
    expect(detailOf(changed, orderRecord({ status: 'SUBMITTED', dealtQuantity: '40' }))).toBe('');
    expect(detailOf(changed, orderRecord({ status: 'CANCELLED_PART', dealtQuantity: '' }))).toBe('');
    expect(detailOf(changed, orderRecord({ status: 'CANCELLED_PART', dealtQuantity: '40' }))).toMatch(/^Status: /);
    const open = { ...changed, order: { ...order, status: 'FILLED_PART' } };
    expect(detailOf(open, orderRecord({ status: 'SUBMITTED', dealtQuantity: '30' }))).toBe('');
    expect(detailOf(open, orderRecord({ status: 'FILLED_PART', dealtQuantity: '50' }))).toMatch(/^Status: /);
  });

  it('says once how the order of a change that was not applied has ended', () => {
    const target = { ...placed.target, orderId: 'OK-1', mark: undefined };
    const changed: Attempt = { ...placed, action: 'modify', target, state: 'notApplied' };
    const now = orderRecord({ status: 'FILLED_ALL', dealtQuantity: '100', dealtAveragePrice: '' });
    const told = { severity: 'warning', message: 'Not applied. Filled 100.' } as const;
    expect(endOf(changed, told, now, { isPrivate: false }, {}).notice).toMatchObject({ tone: 'bad', message: told.message, detail: '' });
    // Before the news come, the form says the same: two texts would be two ends.
    const { notice } = endOf(changed, undefined, now, { isPrivate: false }, {});
    expect(notice).toMatchObject({ message: expect.stringMatching(/Filled 100\..*broker\.$/) as unknown, detail: '' });
  });

  it('gives the reason of a rejection once', () => {
    const followed = { kind: 'followed', root: 'r', end: 'rejected', text: 'price moved.' } as const;
    const rejected: Attempt = { ...placed, state: 'rejectedLater', followed };
    const { notice } = endOf(rejected, undefined, orderRecord({ status: 'FAILED', lastError: 'price moved.' }), { isPrivate: false }, {});
    expect(notice.message).toContain('price moved');
    expect(notice.detail).toBe('Status: failed. Nothing is filled.');
    expect(detailOf(rejected, orderRecord({ status: 'FAILED', lastError: 'margin' }))).toBe('Status: failed. Nothing is filled. margin');
  });

  it('keeps the user’s own verdict apart from what was read', () => {
    const messageOf = (by: 'readBack' | 'user'): string => {
      const resolved: Attempt = { ...placed, state: 'applied', resolution: { kind: 'resolved', root: 'r', by, verdict: 'changed' } };
      return endOf(resolved, { severity: 'info', message: 'Resolved by you.' }, undefined, { isPrivate: false }, {}).notice.message;
    };
    expect(messageOf('user')).toBe('Resolved by you.');
    expect(messageOf('readBack')).toMatch(/^Order placed/);
  });
});
