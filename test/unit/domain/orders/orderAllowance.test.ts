import { describe, expect, it } from 'vitest';
import { isAllowed, orderAllowances } from '../../../../src/domain/orders/orderAllowance';

const actions = ['modify', 'cancel', 'place'] as const;
const allowed = (isPaper: boolean | undefined, isSandbox: boolean) =>
  orderAllowances.map((allowance) => [allowance, ...actions.filter((action) => isAllowed(allowance, action, { isPaper, isSandbox }))]);

describe('what may be done with orders', () => {
  it('grows with the setting in live accounts, where whoever may modify may cancel', () => {
    for (const isPaper of [undefined, false])
      expect(allowed(isPaper, false)).toEqual([['nothing'], ['modify', 'modify', 'cancel'], ['all', 'modify', 'cancel', 'place']]);
  });

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])('is everything where no real money is, but for “nothing” (paper %s, sandbox %s)', (isPaper, isSandbox) => {
    expect(allowed(isPaper, isSandbox)).toEqual([['nothing'], ['modify', ...actions], ['all', ...actions]]);
  });
});
