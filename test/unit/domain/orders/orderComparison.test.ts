import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithOrder, endOfAccepted } from '../../../../src/domain/orders/orderComparison';
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
  ] as const)('is %s at %j', (comparison, found) => expect(compareWithOrder(change(fields), found)).toBe(comparison));

  it('has old values only where they are known', () => {
    const unknown = [field('qty', '300', '200'), field('price', undefined, '12.4')];
    expect(compareWithOrder(change(unknown), order('300', '12.5', ''))).toBe('other');
    expect(compareWithOrder(change(unknown), order('300', '', ''))).toBe('other');
    expect(compareWithOrder(change(unknown), order('200', '12.4', ''))).toBe('new');
  });

  it('may leave out what is nothing, and nothing else', () => {
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

  it('is never called changed by one field alone', () =>
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

describe('the end of an accepted change, by the order as it is now', () => {
  const before = { status: 'SUBMITTED', lastError: 'an older one' };
  const now = (numbers: ReturnType<typeof order>, over: { readonly status?: string; readonly lastError?: string } = {}) => ({
    ...numbers,
    ...before,
    ...over,
  });
  const [asked, old, other] = [order('200', '12.4', '11.5'), order('300', '12.5', '11'), order('250', '12.5', '11')];

  it.each([
    ['applied', asked, {}, ''],
    ['applied', asked, { lastError: 'something else' }, ''],
    ['open', old, {}, ''],
    ['rejected', old, { lastError: ' Out of the band ' }, 'Out of the band'],
    ['rejected', old, { status: 'FAILED' }, 'an older one'],
    // No text tells of a failure.
    ['open', old, { lastError: '  ' }, ''],
    ['open', old, { status: 'FAILED', lastError: '' }, ''],
    // The order is neither as before nor as asked: a new text is no proof of what became of the change.
    ['open', other, { lastError: 'Out of the band' }, 'Out of the band'],
    ['open', order('200', '12.5', '11'), { status: 'FAILED', lastError: 'Partly' }, 'Partly'],
  ] as const)('is %s at %j %j', (end, numbers, over, news) => {
    expect(endOfAccepted(change(fields), before, now(numbers, over))).toEqual({ end, news });
  });

  it('is never a rejection where the old state or an old value is not known', () => {
    expect(endOfAccepted(change(fields), undefined, now(old, { lastError: 'x' }))).toEqual({ end: 'open', news: '' });
    const typed = [field('qty', undefined, '200')];
    expect(endOfAccepted(change(typed), before, now(old, { lastError: 'x' }))).toEqual({ end: 'open', news: 'x' });
    expect(endOfAccepted(change(fields), { ...before, status: 'FAILED' }, now(old, { status: 'FAILED' }))).toEqual({
      end: 'open',
      news: '',
    });
  });
});
