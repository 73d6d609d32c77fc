import { describe, expect, it } from 'vitest';
import { seenAgain } from '../../../../../src/app/orders/ticket/seenAgain';
import { orderRecord } from '../../../../support/orders/orderFakes';

const order = orderRecord({ quantity: '1000', price: '12.30', dealtQuantity: '0', status: 'SUBMITTED', updatedAt: '1000' });

describe('an order that was read while its ticket is open', () => {
  it('means nothing where it is the same, or where the ticket shows no values', () => {
    expect(seenAgain({ order }, orderRecord({ ...order, price: '12.3', updatedAt: '2000' }))).toEqual({ kind: 'same', differences: [] });
    expect(seenAgain({ order: undefined }, order).kind).toBe('same');
  });

  it('means fills while the order lives', () =>
    expect(seenAgain({ order }, orderRecord({ ...order, dealtQuantity: '200', status: 'FILLED_PART', updatedAt: '2000' }))).toEqual({
      kind: 'filled',
      differences: [
        { field: 'dealtQuantity', seen: '0', now: '200' },
        { field: 'status', seen: 'SUBMITTED', now: 'FILLED_PART' },
      ],
    }));

  it.each([
    [{ price: '12.40' }],
    [{ quantity: '900' }],
    [{ dealtQuantity: '200', price: '12.40' }],
    [{ dealtQuantity: '1000', status: 'FILLED_ALL' }],
    [{ status: 'CANCELLED_ALL' }],
  ])('means that the ticket rests on values that are gone: %j', (change) =>
    expect(seenAgain({ order }, orderRecord({ ...order, ...change, updatedAt: '2000' })).kind).toBe('changed'),
  );

  it('counts for nothing where the record is older, by length too, and counts where no time is known', () => {
    for (const updatedAt of ['999', '0999'])
      expect(seenAgain({ order }, orderRecord({ ...order, price: '1', updatedAt })).kind).toBe('same');
    for (const updatedAt of ['1000', '', 'soon'])
      expect(seenAgain({ order }, orderRecord({ ...order, price: '1', updatedAt })).kind).toBe('changed');
  });
});
