import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithOrder, endOfAccepted, isFromBefore } from '../../../../src/domain/orders/orderComparison';
import type { FieldChange, OrderField } from '../../../../src/domain/orders/orderDraft';

const field = (name: OrderField, old: string | undefined, kept: string): FieldChange => ({
  field: name,
  old,
  typed: kept,
  kept,
  isCut: false,
  isChanged: undefined,
});
const fields = [field('qty', '300', '200'), field('price', '12.50', '12.4'), field('aux_price', '11', '11.5')];
const order = (quantity: string, price: string, auxPrice: string) => ({ quantity, price, auxPrice, status: 'SUBMITTED' });
const change = (changed: readonly FieldChange[]) => ({ action: 'modify' as const, fields: changed });

describe('a record of an order', () => {
  const seen = { code: '', name: '', side: '', orderType: '', lastError: '' };
  it.each([
    [{ status: 'CANCELLED_ALL', filled: '0' }, 'SUBMITTED', '0', true],
    [{ status: 'CANCELLED_ALL', filled: '0' }, 'FILLED_ALL', '0', false],
    [{ status: 'SUBMITTED', filled: '0' }, 'CANCELLED_ALL', '0', false],
    [{ status: 'SUBMITTED', filled: '0' }, 'SUBMITTED', '', false],
    [{ status: 'FILLED_PART', filled: '40' }, 'FILLED_PART', '30', true],
    [{ status: 'FILLED_PART', filled: '40' }, 'FILLED_PART', '', true],
    [{ status: 'FILLED_PART', filled: '40' }, 'FILLED_PART', undefined, true],
    [{ status: 'FILLED_PART', filled: '40' }, 'FILLED_PART', '40.0', false],
    [{ status: 'FILLED_PART', filled: '' }, 'FILLED_PART', '30', false],
  ] as const)('after %j, with %s and %s, is older: %s', (before, status, dealtQuantity, isOlder) => {
    const now = {
      quantity: '100',
      price: '1',
      auxPrice: '',
      lastError: '',
      status,
      ...(dealtQuantity === undefined ? {} : { dealtQuantity }),
    };
    expect(isFromBefore({ order: { ...seen, ...before } }, now)).toBe(isOlder);
    expect(isFromBefore({ order: undefined }, now)).toBe(false);
  });
});

describe('an order compared with a change', () => {
  it.each([
    ['new', order('200', '12.400', '11.50')],
    ['old', order('300.0', '12.5', '11')],
    ['other', order('200', '12.5', '11')],
    ['other', order('200', '12.4', '11')],
    ['other', order('300', '12.4', '11')],
    ['other', order('150', '12.3', '10')],
    ['other', order('', '', '')],
    ['other', order('many', '12.4', '11.5')],
  ] as const)('is %s with %j', (comparison, found) => expect(compareWithOrder(change(fields), found)).toBe(comparison));

  it('counts as old only when the old values are known', () => {
    const unknown = [field('qty', '300', '200'), field('price', undefined, '12.4')];
    expect(compareWithOrder(change(unknown), order('300', '12.5', ''))).toBe('other');
    expect(compareWithOrder(change(unknown), order('300', '', ''))).toBe('other');
    expect(compareWithOrder(change(unknown), order('200', '12.4', ''))).toBe('new');
  });

  it('may leave out a value only when its old value is zero or empty', () => {
    const unpriced = (old: string) => [field('qty', '300', '200'), field('aux_price', old, '5')];
    for (const left of ['', '  ']) {
      expect(compareWithOrder(change(unpriced('0')), order('300', '', left))).toBe('old');
      expect(compareWithOrder(change(unpriced('0.00')), order('300', '', left))).toBe('old');
      expect(compareWithOrder(change(unpriced('')), order('300', '', left))).toBe('old');
      expect(compareWithOrder(change(unpriced(' ')), order('300', '', left))).toBe('old');
      expect(compareWithOrder(change(unpriced('7')), order('300', '', left))).toBe('other');
      expect(compareWithOrder(change(unpriced('unknown')), order('300', '', left))).toBe('other');
    }
    expect(compareWithOrder(change(unpriced('')), order('300', '', 'unknown'))).toBe('other');
    expect(compareWithOrder(change(unpriced('0')), order('300', '', 'unknown'))).toBe('other');
    expect(compareWithOrder(change(unpriced('')), order('300', '', '0'))).toBe('other');
  });

  it('is never reported as changed because of one field alone', () =>
    fc.assert(
      fc.property(fc.subarray([0, 1, 2], { maxLength: 2 }), (applied) => {
        const value = (index: number): string => {
          const { kept = '', old = '' } = fields[index] ?? {};
          return applied.includes(index) ? kept : old;
        };
        expect(compareWithOrder(change(fields), order(value(0), value(1), value(2)))).toBe(applied.length === 0 ? 'old' : 'other');
      }),
    ));
});

describe('the end of an accepted change, judged by the order', () => {
  const before = { status: 'SUBMITTED', lastError: 'an older one' };
  const now = (numbers: ReturnType<typeof order>, over: { readonly status?: string; readonly lastError?: string } = {}) => ({
    ...numbers,
    ...before,
    ...over,
  });
  const [asked, old, other] = [order('200', '12.4', '11.5'), order('300', '12.5', '11'), order('250', '12.5', '11')];

  it.each([
    ['changed', asked, {}, ''],
    ['changed', asked, { lastError: 'something else' }, ''],
    [undefined, old, {}, ''],
    ['rejected', old, { lastError: ' Out of the band ' }, 'Out of the band'],
    ['rejected', old, { status: 'FAILED' }, 'an older one'],
    // No text reports a failure.
    [undefined, old, { lastError: '  ' }, ''],
    [undefined, old, { status: 'FAILED', lastError: '' }, ''],
    // The order has neither its old nor the requested values: a new text does not prove the outcome of the change.
    [undefined, other, { lastError: 'Out of the band' }, 'Out of the band'],
    [undefined, order('200', '12.5', '11'), { status: 'FAILED', lastError: 'Partly' }, 'Partly'],
  ] as const)('is %s with %j %j', (end, numbers, over, news) => {
    expect(endOfAccepted(change(fields), before, now(numbers, over))).toEqual({ end, news });
  });

  it('is never a rejection when the old state or an old value is unknown', () => {
    expect(endOfAccepted(change(fields), undefined, now(old, { lastError: 'x' }))).toEqual({ end: undefined, news: '' });
    const typed = [field('qty', undefined, '200')];
    expect(endOfAccepted(change(typed), before, now(old, { lastError: 'x' }))).toEqual({ end: undefined, news: 'x' });
    expect(endOfAccepted(change(fields), { ...before, status: 'FAILED' }, now(old, { status: 'FAILED' }))).toEqual({
      end: undefined,
      news: '',
    });
  });
});

describe('an order compared with a cancellation', () => {
  const cancel = { action: 'cancel' as const, fields: [] };

  it.each([
    ['new', ['CANCELLED_ALL', 'CANCELLED_PART']],
    // Nothing is left to cancel.
    ['over', ['FILLED_ALL', 'FAILED', 'SUBMIT_FAILED', 'DISABLED', 'DELETED']],
    ['old', ['SUBMITTED', 'FILLED_PART', 'WAITING_SUBMIT', 'SUBMITTING']],
    ['other', ['CANCELED', 'NEVER_SEEN', '']],
  ] as const)('is %s for the statuses %j', (comparison, statuses) => {
    for (const status of statuses) expect(compareWithOrder(cancel, { ...order('200', '12.4', ''), status })).toBe(comparison);
  });

  it('is old with an unknown status that it had before', () => {
    const now = { ...order('200', '12.4', ''), status: 'WORKING' };
    expect(compareWithOrder({ ...cancel, order: { status: 'WORKING' } }, now)).toBe('old');
    expect(compareWithOrder({ ...cancel, order: { status: 'SUBMITTED' } }, now)).toBe('other');
    expect(compareWithOrder({ ...cancel, order: undefined }, now)).toBe('other');
  });
});

describe('an order compared with its placement', () => {
  const place = { action: 'place' as const, fields };
  const placed = (status: string, dealtQuantity?: string) =>
    compareWithOrder(place, { ...order('200', '12.4', '11.5'), status, ...(dealtQuantity === undefined ? {} : { dealtQuantity }) });

  it.each([
    ['new', ['SUBMITTED', 'FILLED_PART', 'FILLED_ALL', 'CANCELLED_ALL', 'CANCELLED_PART']],
    ['old', ['WAITING_SUBMIT', 'SUBMITTING']],
    ['over', ['FAILED', 'SUBMIT_FAILED', 'DELETED']],
    ['other', ['TIMEOUT', 'DISABLED', 'NEVER_SEEN', '']],
  ] as const)('is %s for the statuses %j, unless a part of it is filled', (comparison, statuses) => {
    for (const status of statuses) {
      for (const unfilled of [undefined, '', '0', '0.00', 'none']) expect(placed(status, unfilled)).toBe(comparison);
      expect(placed(status, '0.5')).toBe('new');
    }
  });
});

describe('the end of an accepted order or cancellation', () => {
  const before = { status: 'SUBMITTED', lastError: '' };
  const end = (action: 'place' | 'cancel', status: string, lastError: string) =>
    endOfAccepted({ action, fields: [] }, before, { ...order('200', '12.4', ''), status, lastError });

  it.each([
    ['place', 'SUBMITTED', 'changed', ''],
    ['place', 'FAILED', 'rejected', 'No funds'],
    ['place', 'DELETED', 'rejected', 'No funds'],
    // It may still fail or reach the market.
    ['place', 'SUBMITTING', undefined, 'No funds'],
    ['place', 'TIMEOUT', undefined, 'No funds'],
    ['cancel', 'CANCELLED_PART', 'changed', ''],
    ['cancel', 'FILLED_ALL', 'tooLate', ''],
    ['cancel', 'FAILED', 'tooLate', ''],
    // The failure may be that of another request about the order.
    ['cancel', 'SUBMITTED', undefined, 'No funds'],
  ] as const)('for %s at %s is %s, with the news “%s”', (action, status, expected, news) => {
    expect(end(action, status, ' No funds ')).toEqual({ end: expected, news });
  });

  it('is a rejection even when a failed order gives no reason', () => {
    expect(end('place', 'SUBMIT_FAILED', '')).toEqual({ end: 'rejected', news: '' });
  });
});
