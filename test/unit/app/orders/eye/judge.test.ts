import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contradictsRefusal,
  isFollowed,
  isPlacedAfterAll,
  isStillAwaited,
  judgeAbsent,
  judgeAccepted,
  judgeChanged,
  judgeLater,
  judgePlaced,
  judgeUnseen,
} from '../../../../../src/app/orders/eye/judge';
import type { Judgment, Unproven } from '../../../../../src/app/orders/eye/judge';
import type { Attempt, AttemptState } from '../../../../../src/domain/orders/orderAttempts';
import type { OrderRecord } from '../../../../../src/service/records';
import { orderRecord } from '../../../../support/orders/orderFakes';

const change: Attempt = {
  root: 'r',
  action: 'modify',
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:01.000Z',
  target: { service: 'https://broker.example', accountId: '8001', orderId: 'OK-1', exchange: 'SEHK', isSandbox: false },
  body: '{}',
  fields: [
    { field: 'qty', old: '100', kept: '300', typed: '300', isCut: false, isChanged: true },
    { field: 'price', old: '50', kept: '55', typed: '55', isCut: false, isChanged: true },
  ],
  order: { code: 'HK.00700', name: 'TENCENT', side: 'BUY', orderType: 'LIMIT', status: 'SUBMITTED', filled: '0', lastError: '' },
  state: 'accepted',
  outcome: { kind: 'accepted' },
  resolution: undefined,
  followed: undefined,
  requests: 1,
};
const cancellation: Attempt = { ...change, action: 'cancel', fields: [] };
const placement: Attempt = { ...change, action: 'place', target: { ...change.target, orderId: '', mark: 'mark1' }, order: undefined };

const before = orderRecord({ orderId: 'OK-1', quantity: '100', price: '50', status: 'SUBMITTED', dealtQuantity: '0', lastError: '' });
const after = { ...before, quantity: '300', price: '55' };
const placed = (status: string, more: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord({ orderId: 'N-1', status, remark: 'mark1', dealtQuantity: '0', ...more });

const statuses = [
  'WAITING_SUBMIT',
  'SUBMITTING',
  'SUBMITTED',
  'FILLED_PART',
  'FILLED_ALL',
  'CANCELLED_ALL',
  'CANCELLED_PART',
  'FAILED',
  'SUBMIT_FAILED',
  'DELETED',
  'DISABLED',
  'TIMEOUT',
  'NEW_WORD',
];
const numbers = fc.constantFrom('', '0', '50', '50.00', '55', '100', '300', '300.0', '1e2');
const anyOrder = fc
  .record({
    quantity: numbers,
    price: numbers,
    status: fc.constantFrom(...statuses),
    lastError: fc.constantFrom('', 'margin'),
    dealtQuantity: fc.constantFrom('', '0', '100'),
  })
  .map((some) => orderRecord({ orderId: 'OK-1', ...some }));
const anyAction = fc.constantFrom(change, cancellation, placement);

/** What the requested state is, said anew: numbers by their value, a cancellation by the word of the order, a new order by being in the market. */
function shows(attempt: Attempt, order: OrderRecord): boolean {
  if (attempt.action === 'modify')
    return Number(order.quantity) === 300 && order.quantity !== '' && Number(order.price) === 55 && order.price !== '';
  if (attempt.action === 'cancel') return order.status.startsWith('CANCELLED');
  return /^(SUBMITTED|FILLED|CANCELLED)/.test(order.status) || Number(order.dealtQuantity) > 0;
}

/** What a judgment makes of an attempt; or what was found instead. */
function becomes(judged: Judgment | Unproven | undefined): string | undefined {
  if (judged === undefined || 'kind' in judged) return judged?.kind;
  return judged.record.kind === 'resolved' ? judged.record.verdict : judged.record.end;
}

describe('what a read means for an accepted attempt', () => {
  const look = { isLast: false, others: [], journal: [] };

  it('is “applied” exactly if the order shows what was requested', () => {
    fc.assert(
      fc.property(anyAction, anyOrder, fc.boolean(), (attempt, order, isLast) => {
        const judged = judgeAccepted(attempt, order, { ...look, isLast });
        expect(becomes(judged) === 'changed').toBe(shows(attempt, order));
        if (becomes(judged) === 'changed') expect(judged?.record).toMatchObject({ kind: 'resolved', by: 'readBack', verdict: 'changed' });
        expect(judged ?? {}).not.toHaveProperty('record.others');
      }),
    );
  });

  it('is something at the last look, and before it only what is proven', () => {
    fc.assert(
      fc.property(anyAction, anyOrder, (attempt, order) => {
        const last = judgeAccepted(attempt, order, { ...look, isLast: true });
        expect(last).toBeDefined();
        const early = judgeAccepted(attempt, order, look);
        if (early !== undefined) expect(early).toEqual(last);
        else expect(['notApplied', 'endUnknown']).toContain(becomes(last));
        if (becomes(last) === 'notApplied')
          expect(judgeChanged({ ...attempt, state: 'unknown' }, order, () => 0)).toMatchObject({ kind: 'unchanged' });
      }),
    );
  });

  it.each([
    ['the old values at the last look', before, true, { record: { kind: 'followed', end: 'notApplied' } }],
    ['other values at the last look', { ...before, price: '52' }, true, { record: { kind: 'followed', end: 'endUnknown' } }],
    ['a new failure beside the old values', { ...before, lastError: ' margin ' }, false, { record: { end: 'rejected', text: 'margin' } }],
    ['an order that has ended', { ...before, status: 'FILLED_ALL' }, false, undefined],
  ])('says of %s what it is', (_, order, isLast, judged) => {
    const told = { before: 'accepted', order };
    if (judged === undefined) expect(judgeAccepted(change, order, { ...look, isLast })).toBeUndefined();
    else expect(judgeAccepted(change, order, { ...look, isLast })).toMatchObject({ ...judged, told });
  });

  it('gives up nothing because of an order that a later change made look as before', () => {
    const back: Attempt = {
      ...change,
      root: 'back',
      fields: change.fields.map((field) => ({ ...field, old: field.kept, kept: field.old ?? '' })),
    };
    const judge = (attempt: Attempt, order: OrderRecord, ...journal: readonly Attempt[]) =>
      becomes(judgeAccepted(attempt, order, { isLast: true, others: [], journal }));
    expect(judge(change, before, change, back)).toBe('endUnknown');
    expect(judge(change, before, back, change)).toBe('notApplied');
    const other = { ...change, root: 'other', fields: change.fields.map((field) => ({ ...field, kept: '7' })) };
    expect(judge(change, before, other, back, change, other)).toBe('notApplied');
    expect(judge(change, before, change, { ...back, target: { ...back.target, orderId: 'OK-2' } })).toBe('notApplied');
    expect(judge(change, { ...before, status: 'CANCELLED_ALL' }, change, { ...cancellation, root: 'canceled' })).toBe('notApplied');
    expect(judge(cancellation, before, cancellation, back)).toBe('notApplied');
    expect(judge(change, after, change, { ...change, root: 'again' })).toBe('changed');
  });

  it('tells several orders of one request at once and only once, and follows those on their way', () => {
    const waiting = judgeAccepted(placement, placed('SUBMITTING'), { isLast: false, others: ['N-2'], journal: [] });
    expect(waiting).toMatchObject({
      isOpen: true,
      record: { verdict: 'reached', others: ['N-2'], orderId: 'N-1' },
      told: { others: ['N-2'] },
    });
    const told: Attempt = {
      ...placement,
      resolution: { kind: 'resolved', root: 'r', by: 'readBack', verdict: 'reached', others: ['N-2'] },
    };
    expect(judgeAccepted(told, placed('SUBMITTING'), { isLast: false, others: ['N-2'], journal: [] })).toBeUndefined();
    const alone: Attempt = { ...placement, resolution: { kind: 'resolved', root: 'r', by: 'readBack', verdict: 'reached' } };
    expect(becomes(judgeAccepted(alone, placed('SUBMITTING'), { isLast: false, others: ['N-2'], journal: [] }))).toBe('reached');
    expect(judgeAccepted(told, placed('SUBMITTING'), { isLast: false, others: ['N-2', 'N-3'], journal: [] })).toMatchObject({
      record: { verdict: 'reached' },
    });
    const failed = judgeAccepted(placement, placed('FAILED', { lastError: 'margin' }), { isLast: false, others: ['N-2'], journal: [] });
    expect(failed).toMatchObject({ record: { verdict: 'rejected' } });
    expect(failed).not.toHaveProperty('isOpen');
  });

  it('writes down why nothing was seen', () => {
    expect(judgeUnseen(placement, { kind: 'unlistable' })).toEqual({
      record: { kind: 'followed', end: 'endUnknown', text: '', isUnlistable: true },
      told: { before: 'accepted', order: undefined },
    });
    const probable = placed('SUBMITTED', { remark: '' });
    expect(judgeUnseen(placement, { kind: 'absent', lookalike: probable, isBlank: false }).record).toMatchObject({
      probablyId: 'N-1',
      seen: { status: 'SUBMITTED' },
    });
    expect(judgeUnseen(placement, { kind: 'absent', lookalike: undefined, isBlank: true }).record).toEqual({
      kind: 'followed',
      end: 'endUnknown',
      text: '',
    });
  });
});

describe('what a check means for an unresolved attempt', () => {
  const states: readonly AttemptState[] = ['unknown', 'saysRejected', 'pending', 'needsConfirmation', 'needsBrowser'];

  it('is “rejected” only if the service said so and two reads far enough apart show the old values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.constantFrom(change, cancellation), anyOrder, fc.nat(5_000), (state, of, order, ageMs) => {
        const attempt = { ...of, state };
        const found = judgeChanged(attempt, order, () => ageMs);
        expect(becomes(found) === 'changed').toBe(shows(attempt, order));
        if (becomes(found) === 'notChanged') expect([state, ageMs >= 2_000]).toEqual(['saysRejected', true]);
        if (becomes(found) === 'unchanged') expect(state !== 'saysRejected' || ageMs < 2_000).toBe(true);
      }),
    );
    expect(becomes(judgeChanged({ ...change, state: 'saysRejected' }, before, () => 2_000))).toBe('notChanged');
    expect(becomes(judgeChanged({ ...change, state: 'saysRejected' }, before, () => 1_999))).toBe('unchanged');
  });

  it('asks since when the old values are seen only if they are', () => {
    const never = (): number => {
      throw new Error('asked');
    };
    expect(becomes(judgeChanged(change, { ...before, price: '52' }, never))).toBe('different');
    expect(becomes(judgeChanged(cancellation, { ...before, status: 'FILLED_ALL' }, never))).toBe('tooLate');
  });

  it('never settles an unknown outcome by an absence', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.boolean(), fc.boolean(), fc.nat(120_000), (state, isBlank, hasLookalike, ageMs) => {
        const attempt = { ...placement, state };
        const found = judgeAbsent(attempt, { kind: 'absent', isBlank, lookalike: hasLookalike ? placed('SUBMITTED') : undefined }, ageMs);
        const isProof = state === 'saysRejected' && isBlank && !hasLookalike && ageMs >= 60_000;
        expect(becomes(found)).toBe(isProof ? 'rejected' : 'absent');
        if ('isStrong' in found) expect(found.isStrong).toBe(ageMs >= 60_000);
        if (isProof)
          expect(found).toEqual({
            record: { kind: 'resolved', by: 'readBack', verdict: 'rejected' },
            told: { before: state, order: undefined },
          });
      }),
      { examples: [['saysRejected', true, false, 60_000]] },
    );
  });

  it.each([
    ['SUBMITTED', 'changed'],
    ['FAILED', 'rejected'],
    ['SUBMITTING', 'reached'],
    ['NEW_WORD', 'reached'],
  ])('of a new order that is listed as %s is “%s”', (status, verdict) => {
    const order = placed(status, { lastError: 'margin' });
    const text = verdict === 'rejected' ? { text: 'margin' } : {};
    const { quantity: qty, price, auxPrice } = order;
    expect(judgePlaced({ ...placement, state: 'unknown' }, order)).toEqual({
      record: { kind: 'resolved', by: 'readBack', verdict, orderId: 'N-1', seen: { qty, price, auxPrice, status }, ...text },
      // One order on its way is no news.
      ...(verdict === 'reached' ? { told: undefined, isOpen: true } : { told: { before: 'unknown', order } }),
    });
  });

  it('names every order of a request that made several', () => {
    const found = judgePlaced({ ...placement, state: 'unknown' }, placed('SUBMITTING'), [placed('SUBMITTED', { orderId: 'N-2' })]);
    expect(found).toMatchObject({
      record: { verdict: 'reached', others: ['N-2'] },
      told: { before: 'unknown', others: ['N-2'] },
      isOpen: true,
    });
  });

  it.each([
    [judgeChanged({ ...change, state: 'unknown' }, after, () => 0), 'changed', after],
    [judgeChanged({ ...change, state: 'saysRejected' }, before, () => 2_000), 'notChanged', before],
    [judgeChanged({ ...cancellation, state: 'unknown' }, { ...before, status: 'FILLED_ALL' }, () => 0), 'tooLate', undefined],
  ])('writes down what is proven, and tells it (%#)', (found, verdict, order) => {
    expect(found).toMatchObject({ record: { kind: 'resolved', by: 'readBack', verdict }, told: order === undefined ? {} : { order } });
    expect(found).not.toHaveProperty('record.orderId');
    expect(found).not.toHaveProperty('record.text');
    expect(found).not.toHaveProperty('isOpen');
  });
});

describe('an order after the service said that it made no change', () => {
  it.each([
    [change, before, false],
    [change, after, true],
    [change, { ...before, price: '52' }, true],
    [cancellation, before, false],
    [cancellation, { ...before, status: 'FILLED_ALL' }, false],
    [cancellation, { ...before, status: 'CANCELLED_ALL' }, true],
    [cancellation, { ...before, status: 'NEW_WORD' }, undefined],
  ])('(%#) lets that stand, contradicts it, or says nothing of it', (asked, order, contradicts) => {
    expect(contradictsRefusal(asked, order)).toBe(contradicts);
  });

  it('is placed after all if one of its orders is not failed', () => {
    expect(isPlacedAfterAll(placement, [placed('FAILED')])).toBe(false);
    expect(isPlacedAfterAll(placement, [placed('FAILED'), placed('SUBMITTING')])).toBe(true);
    expect(isPlacedAfterAll(placement, [])).toBe(false);
  });

  it('is awaited only while it was accepted and does not show the change', () => {
    expect(isStillAwaited(change, before)).toBe(true);
    expect(isStillAwaited(change, after)).toBe(false);
    expect(isStillAwaited({ ...change, state: 'notApplied' }, before)).toBe(false);
  });
});

describe('an order that is read after its attempt was settled', () => {
  const settledAtMs = Date.parse('2026-11-20T09:00:01.000Z');

  it('contradicts what the journal has proven only by fills or a rejection', () => {
    fc.assert(
      fc.property(fc.constantFrom(change, cancellation), anyOrder, fc.constantFrom(-1, 0, 1), (of, order, lateMs) => {
        const settled: Attempt = { ...of, state: 'notApplied' };
        const judged = judgeLater(settled, { orders: [order], beganMs: settledAtMs + lateMs }, [settled]);
        if (lateMs < 0) expect(judged).toBeUndefined();
        else expect(becomes(judged) === 'changed').toBe(shows(of, order));
        const isFilled = of === cancellation && order.status === 'FILLED_ALL';
        const isRejected = of === change && order.lastError !== '' && Number(order.quantity) === 100 && Number(order.price) === 50;
        const undone = judgeLater({ ...of, state: 'applied' }, { orders: [order], beganMs: settledAtMs + 1 }, [settled]);
        expect(undone?.record).toEqual(
          isFilled || isRejected ? expect.objectContaining({ verdict: isFilled ? 'tooLate' : 'rejected' }) : undefined,
        );
      }),
    );
  });

  it('contradicts a cancellation by what was filled before it', () => {
    const seen = (status: string) => ({ qty: '100', price: '50', auxPrice: '', status });
    const judge = (was: string, now: string) => {
      const resolution = { kind: 'resolved', root: 'r', by: 'readBack', verdict: 'changed', seen: seen(was) } as const;
      const settled: Attempt = { ...cancellation, state: 'applied', resolution };
      return judgeLater(settled, { orders: [{ ...before, status: now }], beganMs: settledAtMs }, [settled]);
    };
    expect(judge('CANCELLED_ALL', 'CANCELLED_PART')).toMatchObject({
      record: { verdict: 'changed', seen: { status: 'CANCELLED_PART' } },
      told: { before: 'applied', isLate: true },
    });
    expect(judge('CANCELLED_PART', 'FILLED_ALL')).toMatchObject({
      record: { verdict: 'tooLate' },
      told: { before: 'applied', isLate: true },
    });
    // A copy of the order may lag.
    for (const now of ['CANCELLED_ALL', 'SUBMITTED', 'FILLED_PART', 'DELETED']) expect(judge('CANCELLED_ALL', now)).toBeUndefined();
    expect(judge('CANCELLED_PART', 'CANCELLED_PART')).toBeUndefined();
    for (const resolution of [undefined, { kind: 'resolved', root: 'r', by: 'user', verdict: 'changed' } as const]) {
      const settled: Attempt = { ...cancellation, state: 'applied', resolution };
      expect(judgeLater(settled, { orders: [{ ...before, status: 'CANCELLED_PART' }], beganMs: settledAtMs }, [settled])).toBeUndefined();
    }
  });

  it('contradicts a change by a rejection, in the order’s words', () => {
    const settled: Attempt = { ...change, state: 'applied' };
    const judge = (order: OrderRecord) => judgeLater(settled, { orders: [order], beganMs: settledAtMs }, [settled]);
    expect(judge({ ...before, lastError: ' replace rejected ' })).toMatchObject({
      record: { verdict: 'rejected', text: 'replace rejected' },
      told: { before: 'applied' },
    });
    expect(judge(before)).toBeUndefined();
    expect(judge({ ...after, lastError: 'replace rejected' })).toBeUndefined();
  });

  it('is judged by its values only for the newest attempt on it', () => {
    const settled: Attempt = { ...change, state: 'endUnknown' };
    const newer: Attempt = { ...change, root: 'newer' };
    const sighting = { orders: [after], beganMs: settledAtMs };
    expect(judgeLater(settled, sighting, [settled, newer])).toBeUndefined();
    expect(judgeLater(settled, sighting, [newer, settled])).toMatchObject({
      record: { verdict: 'changed' },
      told: { isLate: true, before: 'endUnknown' },
    });
  });

  it.each(['rejected', 'notAuthorized', 'tooManyRequests', 'notOffered', 'clockRejected', 'abandoned'] as const)(
    'is proof against the word of the service (%s)',
    (state) => {
      for (const [of, done, stands] of [
        [change, after, before],
        [cancellation, { ...before, status: 'CANCELLED_ALL', updatedAt: '' }, { ...before, status: 'FILLED_ALL' }],
      ] as const) {
        const settled: Attempt = { ...of, state };
        const judge = (order: OrderRecord) => judgeLater(settled, { orders: [order], beganMs: settledAtMs }, [settled]);
        expect(judge(done)).toMatchObject({ record: { verdict: 'changed' }, told: { isLate: true, before: state } });
        expect(judge(stands)).toBeUndefined();
      }
    },
  );

  it('was canceled by a refused cancellation only if that was about then', () => {
    const settled: Attempt = { ...cancellation, state: 'rejected' };
    const judge = (updatedAt: string, beganMs = settledAtMs) =>
      judgeLater(settled, { orders: [{ ...before, status: 'CANCELLED_ALL', updatedAt }], beganMs }, [settled])?.record;
    for (const [minutes, isBySame] of [
      // 15 minutes before its first second, and after its last one.
      [-15 - 1 / 60, true],
      [15, true],
      [16, false],
      [24 * 60, false],
    ] as const) {
      const atMs = settledAtMs + minutes * 60_000;
      const expected = isBySame ? expect.objectContaining({ verdict: 'changed' }) : undefined;
      expect(judge(String(atMs * 1000), settledAtMs + 48 * 60 * 60_000)).toEqual(expected);
      // Without a time, and with one at which it was still open, it was canceled before it was read.
      const earlier = String((settledAtMs - 60 * 60_000) * 1000);
      if (minutes > 0) for (const unknown of ['', earlier]) expect(judge(unknown, atMs)).toEqual(expected);
    }
    // Nothing but a request changes an order, and one that was seen open was canceled later.
    const updatedAt = String((settledAtMs + 24 * 60 * 60_000) * 1000);
    for (const [attempt, order] of [
      [{ ...change, state: 'rejected' }, after],
      [
        { ...cancellation, state: 'notApplied' },
        { ...before, status: 'CANCELLED_ALL' },
      ],
    ] as const)
      expect(judgeLater(attempt, { orders: [{ ...order, updatedAt }], beganMs: settledAtMs }, [attempt])?.record).toMatchObject({
        verdict: 'changed',
      });
  });

  it.each([
    ['accepted', 89, true],
    ['accepted', 90, false],
    ['unknown', 6, true],
    ['unknown', 7, false],
    ['needsConfirmation', 6, true],
    ['applied', 0, false],
  ] as const)('is looked for by itself while the attempt is %s, for some days (%d: %s)', (state, days, isIt) => {
    expect(isFollowed({ ...change, state }, settledAtMs + days * 24 * 60 * 60_000)).toBe(isIt);
  });

  it.each(['accepted', 'unknown', 'saysRejected', 'needsBrowser'] as const)(
    'ends an attempt that is %s and no longer followed',
    (state) => {
      for (const [of, order, verdict] of [
        [change, after, 'changed'],
        [cancellation, { ...before, status: 'FILLED_ALL' }, 'tooLate'],
        [change, before, undefined],
      ] as const) {
        const settled: Attempt = { ...of, state };
        expect(judgeLater(settled, { orders: [order], beganMs: settledAtMs }, [settled])?.record).toEqual(
          verdict === undefined ? undefined : expect.objectContaining({ verdict }),
        );
      }
    },
  );

  it('is found among others by its ID, and judged beside the attempts on them', () => {
    const other = { ...after, orderId: 'OK-2' };
    const onOther: Attempt = { ...change, root: 'other', target: { ...change.target, orderId: 'OK-2' } };
    for (const state of ['notApplied', 'endUnknown', 'notChanged', 'rejected'] as const) {
      const settled: Attempt = { ...change, state };
      const judge = (orders: readonly OrderRecord[], journal = [settled, onOther]) =>
        judgeLater(settled, { orders, beganMs: settledAtMs }, journal);
      expect(judge([after, { ...other, quantity: '7' }])).toMatchObject({ record: { verdict: 'changed' }, told: { others: [] } });
      expect(judge([after])?.record).not.toHaveProperty('others');
      expect(judge([before, other])).toBeUndefined();
      expect(judge([other])).toBeUndefined();
      expect(judge([])).toBeUndefined();
      expect(judge([after], [])).toBeUndefined();
    }
    const filled = { orders: [{ ...before, status: 'FILLED_ALL' }], beganMs: settledAtMs };
    for (const state of ['notApplied', 'notChanged', 'applied'] as const) {
      const settled: Attempt = { ...cancellation, state };
      expect(judgeLater(settled, filled, [settled])).toMatchObject({ record: { verdict: 'tooLate' }, told: { others: [] } });
    }
  });

  it('ended too late to be canceled only if the service had not refused to cancel it', () => {
    const filled = { orders: [{ ...before, status: 'FILLED_ALL' }], beganMs: settledAtMs };
    const resolution = { kind: 'resolved', root: 'r', by: 'readBack', verdict: 'notChanged' } as const;
    for (const settled of [
      { ...cancellation, state: 'notApplied' },
      { ...cancellation, state: 'rejected', resolution },
    ] as const)
      expect(judgeLater(settled, filled, [settled])).toMatchObject({ record: { verdict: 'tooLate' } });
    const givenUp: Attempt = { ...cancellation, state: 'abandoned', resolution: { ...resolution, by: 'user', verdict: 'givenUp' } };
    expect(judgeLater(givenUp, filled, [givenUp])).toBeUndefined();
    // Nothing of it left this machine.
    const unsent: Attempt = { ...change, state: 'notSent' };
    expect(judgeLater(unsent, { orders: [after], beganMs: settledAtMs }, [unsent])).toBeUndefined();
  });

  it('carries the order’s own words only of a rejection', () => {
    const settled: Attempt = { ...placement, state: 'endUnknown' };
    const sighting = (status: string) => ({ orders: [placed(status, { lastError: ' margin ' })], beganMs: settledAtMs });
    expect(judgeLater(settled, sighting('FAILED'), [])).toMatchObject({
      record: { verdict: 'rejected', text: 'margin' },
      told: { others: [] },
    });
    expect(judgeLater(settled, sighting('SUBMITTED'), [])?.record).not.toHaveProperty('text');
    expect(judgeLater(settled, sighting('SUBMITTED'), [])?.record).not.toHaveProperty('others');
  });
});
