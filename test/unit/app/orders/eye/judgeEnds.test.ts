import { describe, expect, it } from 'vitest';
import { concerns, endOf, judgeLater } from '../../../../../src/app/orders/eye/judge';
import type { Attempt, AttemptState, FollowedRecord, ResolvedRecord } from '../../../../../src/domain/orders/orderAttempts';
import type { OrderRecord } from '../../../../../src/service/records';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { attemptOf, orderId } from '../../../../support/orders/requests';

const startMs = Date.parse('2026-11-21T00:00:00.000Z');
/** Followed no longer. */
const old = { startedAt: '2026-11-13T00:00:00.000Z' };

const of = (action: Attempt['action'], state: AttemptState, more: Partial<Attempt> = {}): Attempt =>
  attemptOf(action, false, state, { root: action, ...more });
const resolved = (more: Partial<ResolvedRecord>): Partial<Attempt> => ({
  resolution: { kind: 'resolved', root: 'r', by: 'readBack', verdict: 'changed', ...more },
});
const followed = (end: FollowedRecord['end'], more: Partial<FollowedRecord>): Partial<Attempt> => ({
  followed: { kind: 'followed', root: 'r', end, text: '', ...more },
});
const seen = (status: string) => ({ seen: { qty: '100', price: '560', auxPrice: '', status } });

/** The order of a placement, as it was requested, and of the requests that follow it. */
const order = (status: string, more: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord({ orderId, status, price: '560', createdAt: '', updatedAt: '', remark: 'mine #abcd1234', ...more });
const unmarked = { remark: '' };
const change = { quantity: '200', price: '12.34' };

const placed = of('place', 'applied', resolved({ orderId, ...seen('SUBMITTED') }));
const changed = of('modify', 'applied');

describe('the end of an order', () => {
  const elsewhere = { target: { ...changed.target, accountId: '8002' } };
  const unsent = of('modify', 'notSent', { root: 'unsent' });
  const another = { target: { ...changed.target, orderId: 'another' } };

  it.each<readonly [whose: string, expected: string | undefined, journal: readonly Attempt[], ended: OrderRecord]>([
    ['is news of the change that was applied', 'modify', [changed], order('FILLED_ALL')],
    ['is news of a placement with its mark, whatever its time', 'place', [placed], order('FILLED_ALL', { createdAt: '1' })],
    ['is news of a placement that was seen with its ID', 'place', [placed], order('FILLED_ALL', unmarked)],
    ['is news of the last that was applied', 'modify', [placed, changed], order('FILLED_ALL')],
    ['is that of a placement that nobody has seen, which tells it', 'known', [of('place', 'applied')], order('FILLED_ALL')],
    ['is not that of another order with its mark', undefined, [placed], order('FAILED', { orderId: 'N-2' })],
    ['is nobody’s without a request', undefined, [], order('FILLED_ALL')],
    ['is not that of another order', undefined, [of('modify', 'applied', another)], order('FILLED_ALL')],
    ['is not that of another account', undefined, [of('modify', 'applied', elsewhere)], order('FILLED_ALL')],
    ['is not that of another age', undefined, [placed], order('FILLED_ALL', { ...unmarked, createdAt: '1' })],
    ['is not that of another security', undefined, [changed], order('FILLED_ALL', { code: 'HK.00005' })],
    ['is known to the user who canceled it', 'known', [placed, of('cancel', 'applied')], order('CANCELLED_ALL')],
    ['is news in spite of a cancellation that was not sent', 'place', [placed, of('cancel', 'notSent')], order('CANCELLED_ALL')],
    ['is news if it is another than the user asked for', 'place', [placed, of('cancel', 'applied')], order('DELETED')],
    ['is not asked for by a change', 'modify', [placed, changed], order('CANCELLED_ALL')],
    ['is known once told', 'known', [of('place', 'applied', resolved({ orderId, ...seen('FILLED_ALL') }))], order('FILLED_ALL')],
    ['is known once a change told it', 'known', [placed, of('modify', 'applied', resolved(seen('FILLED_ALL')))], order('FILLED_ALL')],
    ['is known once a rejection told it', 'known', [of('place', 'rejectedLater', followed('rejected', seen('FAILED')))], order('FAILED')],
    ['is not told by a change that failed', 'place', [placed, of('modify', 'tooLate', resolved(seen('FILLED_ALL')))], order('FILLED_ALL')],
    ['is told by the change that it proves', 'known', [placed, of('modify', 'accepted')], order('FILLED_ALL', change)],
    ['is told by the change that it proves, whatever came after', 'known', [of('modify', 'accepted'), unsent], order('FILLED_ALL', change)],
    [
      'is known of a placement that was rejected unseen',
      'known',
      [of('place', 'rejected', resolved({ verdict: 'rejected' }))],
      order('FAILED'),
    ],
    ['is told by a placement that was not found', 'known', [of('place', 'endUnknown', followed('endUnknown', {}))], order('FILLED_ALL')],
    ['is not told by a change that it doesn’t prove', 'place', [placed, of('modify', 'accepted')], order('FILLED_ALL')],
    ['is told by a cancellation that came too late', 'known', [placed, of('cancel', 'accepted')], order('FILLED_ALL')],
    ['is told late by what is followed no longer', 'known', [placed, of('cancel', 'unknown', old)], order('FILLED_ALL')],
    ['is not told late by what it doesn’t prove', 'place', [placed, of('modify', 'unknown', old)], order('FILLED_ALL')],
    ['is left to a placement that is still followed', 'known', [of('place', 'accepted')], order('DISABLED')],
    ['is not left to a change that is still followed', undefined, [of('modify', 'accepted')], order('DISABLED')],
    ['is left to a placement beside other requests', 'known', [of('place', 'accepted'), of('modify', 'accepted')], order('DISABLED')],
  ])('%s', (_, expected, journal, ended) => {
    const found = endOf(ended, { target: changed.target, beganMs: startMs + 1_000 }, journal);
    expect(typeof found === 'object' ? found.root : found).toBe(expected);
  });

  it('is written down with everything that is known of the order, and told', () => {
    const ended = order('FILLED_ALL');
    const judge = (attempt: Attempt, journal: readonly Attempt[], ...orders: readonly OrderRecord[]) =>
      judgeLater(attempt, { orders, beganMs: startMs + 1_000 }, journal);
    const record = { kind: 'resolved', by: 'readBack', verdict: 'changed', seen: seen('FILLED_ALL').seen };
    const told = { before: 'applied', order: ended, isEnd: true };
    expect(judge(placed, [placed], ended)).toStrictEqual({ record: { ...record, orderId }, told });
    const several = of('place', 'applied', resolved({ orderId, others: ['N-2'], ...seen('SUBMITTED') }));
    expect(judge(several, [several], ended)).toStrictEqual({ record: { ...record, orderId, others: ['N-2'] }, told });
    expect(judge(several, [several], order('FAILED', { orderId: 'N-2' }), order('SUBMITTED'))).toBeUndefined();
    const other = { ...order('FILLED_ALL', unmarked), orderId: 'N-9' };
    expect(judge(changed, [placed, changed], other, ended)).toStrictEqual({ record, told });
    expect(judge(placed, [placed, changed], ended)).toBeUndefined();
    expect(judge(placed, [placed], order('FILLED_PART'))).toBeUndefined();
    expect(judge(placed, [], ended)).toBeUndefined();
    const canceled = of('cancel', 'applied', { root: 'place' });
    expect(judge(canceled, [placed], order('DELETED'))).toBeUndefined();
  });
});

describe('orders that a list shows', () => {
  const accepted: Partial<Attempt> = { outcome: { kind: 'accepted', orderId } };

  it.each<readonly [attempt: Attempt, orders: readonly OrderRecord[], isIts: boolean]>([
    [of('place', 'unknown'), [order('SUBMITTED', { orderId: 'N-9' })], true],
    [of('place', 'unknown'), [order('SUBMITTED', unmarked)], false],
    [of('place', 'accepted', accepted), [order('SUBMITTED', unmarked)], true],
    [changed, [order('SUBMITTED', { orderId: 'N-9' }), order('SUBMITTED')], true],
    [changed, [order('SUBMITTED', { orderId: 'N-9' })], false],
    [changed, [], false],
  ])('(%#) may be that of a request', (attempt, orders, isIts) => {
    expect(concerns(attempt, orders)).toBe(isIts);
  });
});

describe('the order of a placement that was settled without it', () => {
  const one = (status: string) => order(status, { orderId: 'N-1' });
  const two = (status: string) => order(status, { orderId: 'N-2' });
  const [onItsWay, known] = [followed('endUnknown', { orderId: 'N-1' }), resolved({ orderId: 'N-1' })];
  const nameless = { target: { ...of('place', 'abandoned').target, mark: undefined } };
  const unsure: Partial<Attempt> = { outcome: { kind: 'unknown', reason: 'reset', orderId } };

  it.each<
    readonly [what: string, expected: string | undefined, state: AttemptState, more: Partial<Attempt>, orders: readonly OrderRecord[]]
  >([
    ['appears', 'changed N-1', 'abandoned', {}, [one('SUBMITTED')]],
    ['appears on its way', 'reached N-1', 'abandoned', {}, [one('SUBMITTING')]],
    ['arrives', 'changed N-1', 'endUnknown', onItsWay, [one('SUBMITTED')]],
    ['arrives after 45 seconds', 'changed N-1', 'notApplied', followed('notApplied', { orderId: 'N-1' }), [one('SUBMITTED')]],
    ['fails on its way', 'rejected N-1', 'endUnknown', onItsWay, [one('FAILED')]],
    ['is still on its way', undefined, 'endUnknown', onItsWay, [one('SUBMITTING')]],
    ['was read before', undefined, 'endUnknown', { ...onItsWay, endedAt: '2026-11-21T00:00:01.000Z' }, [one('SUBMITTED')]],
    ['was seen already', undefined, 'endUnknown', known, [one('SUBMITTED')]],
    ['was not on its way', undefined, 'abandoned', onItsWay, [one('SUBMITTED')]],
    ['failed, as was said', undefined, 'rejected', {}, [one('FAILED')]],
    ['failed, as was said, without an ID', undefined, 'rejected', resolved({ orderId: '' }), [one('FAILED')]],
    ['failed although it was given up', 'rejected N-1', 'abandoned', {}, [one('FAILED')]],
    ['failed although the user saw it', 'rejected N-1', 'applied', resolved({ by: 'user' }), [one('FAILED')]],
    ['failed, and another failed, too', 'rejected N-1, others N-2', 'rejected', known, [one('FAILED'), two('FAILED')]],
    ['failed, and another didn’t', 'changed N-2, others N-1', 'abandoned', {}, [one('FAILED'), two('SUBMITTED')]],
    ['was in the market, and another failed', 'changed N-1, others N-2', 'applied', known, [one('FAILED'), two('FAILED')]],
    ['isn’t among them', undefined, 'abandoned', {}, [order('SUBMITTED', unmarked)]],
    ['has no mark, as others', undefined, 'abandoned', nameless, [order('SUBMITTED', unmarked)]],
    ['has the ID that a response names without proof', undefined, 'abandoned', unsure, [order('SUBMITTED', unmarked)]],
  ])('%s', (_, expected, state, more, orders) => {
    const found = judgeLater(of('place', state, more), { orders, beganMs: startMs }, []);
    const record = found?.record.kind === 'resolved' ? found.record : undefined;
    const others = record?.others === undefined ? '' : `, others ${record.others.join(' ')}`;
    expect(record && `${record.verdict} ${record.orderId ?? ''}${others}`).toBe(expected);
    expect(found?.told?.order?.orderId).toBe(record?.orderId);
  });
});
