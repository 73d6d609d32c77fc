import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../../src/domain/orders/orderAttempts';
import { holdsMark } from '../../../../../src/domain/orders/placing/mark';
import { isBlank, isOtherThanAsked, lookalike, namedOrder, probablyNamed } from '../../../../../src/domain/orders/placing/placedOrders';
import type { OrderRecord } from '../../../../../src/service/records';
import { orderRecord } from '../../../../support/orders/orderFakes';

const startedMs = Date.parse('2026-11-20T09:00:00.000Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const mark = '#abcd1234';

const placed: Attempt = {
  root: 'r',
  action: 'place',
  startedAt: new Date(startedMs).toISOString(),
  endedAt: new Date(startedMs + 1_000).toISOString(),
  target: { service: 'https://broker.example', accountId: '8001', orderId: '', exchange: 'SEHK', isSandbox: false, mark },
  body: JSON.stringify({ remark: mark }),
  fields: [
    { field: 'qty', old: undefined, kept: '300', typed: '300', isCut: false, isChanged: true },
    { field: 'price', old: undefined, kept: '553', typed: '553', isCut: false, isChanged: true },
  ],
  order: { code: 'HK.00700', name: 'TENCENT', side: 'BUY', orderType: 'LIMIT', status: '', filled: '', lastError: '' },
  state: 'saysRejected',
  outcome: { kind: 'saysRejected', errcode: 14, errmsg: 'no' },
  resolution: undefined,
  followed: undefined,
  requests: 1,
};

/** An order as requested, made this long after the request by the service’s clock. */
const made = (afterMs: number, more: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord({
    ...{ orderId: 'N-1', code: 'HK.00700', side: 'BUY', orderType: 'LIMIT', quantity: '300', price: '553', remark: '' },
    createdAt: `${startedMs + afterMs}000`,
    ...more,
  });

describe('lists without a new order', () => {
  it.each([
    ['made since, whatever its numbers', made(1_000, { quantity: '100' })],
    ['made without a time', made(0, { createdAt: '0' })],
    ['made long after, by the service’s clock', made(8 * hourMs, { quantity: '100' })],
    ['made a minute before, by the service’s clock', made(-minuteMs)],
    ['made a few minutes before, and changed since', made(-5 * minuteMs, { quantity: '100' })],
    ['made hours before, by a service in another zone', made(-5 * hourMs)],
  ])('may have it as one %s', (_, order) => {
    expect(isBlank(placed, [order], [])).toBe(false);
  });

  const earlier = (over: Partial<Attempt>): Attempt => ({ ...placed, root: 'e', target: { ...placed.target, mark: '#zzzz9999' }, ...over });
  const before = made(-2 * minuteMs);
  it.each<readonly [string, OrderRecord, readonly Attempt[]]>([
    ['of another security', made(0, { code: 'HK.00005' }), []],
    ['of the other side', made(0, { side: 'SELL' }), []],
    ['of another day', made(-25 * hourMs), []],
    ['of another hour with other numbers', made(-hourMs, { price: '500' }), []],
    ['of before with a mark of its own', made(-2 * minuteMs, { remark: 'mine #zzzz9999' }), []],
    ['that an earlier request placed', before, [earlier({ outcome: { kind: 'accepted', orderId: 'N-1' } })]],
    ['that an earlier request changed', before, [earlier({ action: 'modify', target: { ...placed.target, orderId: 'N-1' } })]],
  ])('do not have it as one %s', (_, order, others) => {
    expect(isBlank(placed, [order], others)).toBe(true);
  });

  it.each<readonly [string, Partial<Attempt>]>([
    ['at another service', { target: { ...placed.target, service: 'https://other.example', orderId: 'N-1' }, action: 'modify' }],
    ['in another account', { target: { ...placed.target, accountId: '8002', orderId: 'N-1' }, action: 'modify' }],
    ['on another order', { target: { ...placed.target, orderId: 'N-2' }, action: 'modify' }],
    ['whose answer is not understood', { outcome: { kind: 'unknown', reason: 'contradictory', orderId: 'N-1' } }],
  ])('may have it although an earlier request %s has the ID', (_, over) => {
    expect(isBlank(placed, [before], [earlier(over)])).toBe(false);
  });
});

describe('the order under the ID of a response', () => {
  it('is probable at a service in another zone, and certain at one with nearly the same clock', () => {
    const far = made(-5 * hourMs);
    expect(namedOrder(placed, [far], 'N-1')).toBeUndefined();
    expect(probablyNamed(placed, [far], 'N-1')).toBe(far);
    expect(namedOrder(placed, [made(-5 * minuteMs)], 'N-1')).toBeDefined();
    expect(probablyNamed(placed, [made(-25 * hourMs)], 'N-1')).toBeUndefined();
  });
});

describe('an order with the mark of a request', () => {
  it.each<readonly [string, Partial<OrderRecord>, boolean]>([
    ['as requested', {}, false],
    ['in other spellings', { code: 'SEHK.00700', side: 'buy', quantity: '300.0', price: '5.53e2' }, false],
    ['that says nothing of itself', { code: '', side: '', quantity: '', price: '', auxPrice: '' }, false],
    ['of another security', { code: 'HK.00005' }, true],
    ['of another market', { code: 'US.TSLA' }, true],
    ['on the other side', { side: 'SELL' }, true],
    ['for another quantity', { quantity: '100' }, true],
    ['at another price', { price: '553.2' }, true],
  ])('is another one than was asked for: %s', (_, more, isOther) => {
    expect(isOtherThanAsked(placed, made(0, more))).toBe(isOther);
  });
});

describe('a mark that a service changed', () => {
  it.each([
    'abcd1234',
    '＃ABCD1234',
    '&#35;abcd1234',
    '%23abcd1234',
    'API:#abcd1234',
    '#abcd1234;via=api',
    '#abcd1234 [API]',
    '"#abcd1234"',
  ])('is still evidence as %s', (remark) => {
    expect(holdsMark(remark, mark)).toBe(true);
    expect(lookalike(placed, [made(1_000, { remark })], [])?.orderId).toBe('N-1');
  });

  it.each(['', 'abcd123', 'mine', '#zzzz9999'])('is none as %j', (remark) => {
    expect(holdsMark(remark, mark)).toBe(false);
  });

  it('is none of an attempt without a mark', () => {
    expect(holdsMark('mine', '')).toBe(false);
  });
});
