import type { OrderAction, OrderTarget } from './orderAttempts';

/** What may be done with orders: nothing at all; or to modify and cancel them; or to place new ones too. */
export const orderAllowances = ['nothing', 'modify', 'all'] as const;
export type OrderAllowance = (typeof orderAllowances)[number];

/** Whoever may change an order may cancel it. Where no real money is, `nothing` alone restricts. */
export function isAllowed(
  allowance: OrderAllowance,
  action: OrderAction,
  { isPaper, isSandbox }: Pick<OrderTarget, 'isPaper' | 'isSandbox'>,
): boolean {
  if (allowance === 'nothing') return false;
  return isPaper === true || isSandbox || allowance === 'all' || action !== 'place';
}
