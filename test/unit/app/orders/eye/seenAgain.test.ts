import { describe, expect, it } from 'vitest';
import { seenAgain } from '../../../../../src/app/orders/eye/seenAgain';
import { orderRecord } from '../../../../support/orders/orderFakes';

const order = orderRecord({ quantity: '1000', price: '12.30', dealtQuantity: '0', status: 'SUBMITTED', updatedAt: '1000' });

describe('an order that is read again while its ticket is open', () => {
  it('changes nothing when it is the same, or when the ticket shows no values', () => {
    expect(seenAgain({ order }, orderRecord({ ...order, price: '12.3', updatedAt: '2000' }))).toEqual({ isStale: false, differences: [] });
    expect(seenAgain({ order: undefined }, order).differences).toEqual([]);
  });

  it('counts as filled when more was filled and it is still open', () =>
    expect(seenAgain({ order }, orderRecord({ ...order, dealtQuantity: '200', status: 'FILLED_PART', updatedAt: '2000' }))).toEqual({
      isStale: false,
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
  ])('counts as changed when the ticket rests on old values: %j', (change) =>
    expect(seenAgain({ order }, orderRecord({ ...order, ...change, updatedAt: '2000' })).isStale).toBe(true),
  );

  it('is ignored when the record is older, even if its time has fewer digits, and counts when the time is unknown', () => {
    for (const updatedAt of ['999', '0999'])
      expect(seenAgain({ order }, orderRecord({ ...order, price: '1', updatedAt })).differences).toEqual([]);
    for (const updatedAt of ['1000', '', 'soon'])
      expect(seenAgain({ order }, orderRecord({ ...order, price: '1', updatedAt })).isStale).toBe(true);
  });
});
