import type { OrderAction, OrderTarget } from './orderAttempts';

/** What the user has turned on for live accounts; paper accounts need no switch. */
export const orderAllowances = ['modify', 'modifyAndCancel', 'all'] as const;
export type OrderAllowance = (typeof orderAllowances)[number];

const needed: Readonly<Record<OrderAction, readonly OrderAllowance[]>> = {
  modify: orderAllowances,
  cancel: ['modifyAndCancel', 'all'],
  place: ['all'],
};

export function isAllowed(allowance: OrderAllowance, action: OrderAction, { isPaper }: Pick<OrderTarget, 'isPaper'>): boolean {
  return isPaper === true || needed[action].includes(allowance);
}
