import { describe, expect, it } from 'vitest';
import { isAllowed, orderAllowances } from '../../../../src/domain/orders/orderAllowance';

const actions = ['modify', 'cancel', 'place'] as const;

describe('what may be done with orders', () => {
  it('grows with the setting in live accounts', () => {
    const allowed = orderAllowances.map((allowance) => [
      allowance,
      ...actions.filter((action) => isAllowed(allowance, action, { isPaper: undefined })),
    ]);
    expect(allowed).toEqual([
      ['modify', 'modify'],
      ['modifyAndCancel', 'modify', 'cancel'],
      ['all', 'modify', 'cancel', 'place'],
    ]);
    expect(isAllowed('modify', 'place', { isPaper: false })).toBe(false);
  });

  it('is everything in paper accounts', () => {
    for (const allowance of orderAllowances)
      for (const action of actions) expect(isAllowed(allowance, action, { isPaper: true })).toBe(true);
  });
});
