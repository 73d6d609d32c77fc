import { difference, isMoreThan, product, total } from '../../values/decimal';
import { isBuy, isSell } from '../orderRules';
import type { MarketFacts } from '../orderWarnings';
import { contractSize, estimatedValue } from './orderEstimate';
import type { LimitedOrder } from './orderEstimate';

/** An account's position in one security, and what its open orders may add to it or take from it. */
export interface SecurityFacts {
  /** Below zero for a short position. */
  readonly held: string;
  /** Unfilled quantities of all open orders except the one being changed. */
  readonly buys: string;
  readonly sells: string;
}

/** Facts about the account that limits need. */
export interface AccountFacts {
  /** Undefined if positions or open orders could not be read completely. */
  readonly security: SecurityFacts | undefined;
  /** Today's loss of the positions in the currency that lost most, zero if none did; undefined unless it is known for all of them. */
  readonly dayLoss: string | undefined;
}

export const unknownAccount: AccountFacts = { security: undefined, dayLoss: undefined };

/** The figure that a limit on the account checks, or what is missing for it. */
export type AccountFigure = { readonly amount: string } | { readonly lacks: 'price' | 'contract' | 'positions' | 'side' | 'dayProfit' };

/**
 * The account's largest possible exposure to the security, with this order and all open ones filled, at the last price or the order's own,
 * whichever is higher. Undefined for an order that does not increase it: reducing a position is always allowed.
 */
export function exposureWith(order: LimitedOrder, account: AccountFacts, market: MarketFacts): AccountFigure | undefined {
  const most = mostWith(order, account);
  if (typeof most !== 'object') return most === undefined ? undefined : { lacks: most };
  const unit = estimatedValue({ ...order, quantity: '1' }, market);
  if (typeof unit === 'string') return { lacks: unit };
  const last = product(market.lastPrice, contractSize(order, market) ?? '') ?? '';
  if (isMoreThan(last, '0') !== true) return { lacks: 'price' };
  const price = isMoreThan(last, unit.value) === true ? last : unit.value;
  const amount = product(most.quantity, price);
  return amount === undefined ? { lacks: 'positions' } : { amount };
}

/** What the account lost today. Undefined for an order that does not increase its position. */
export function lossBefore(order: LimitedOrder, account: AccountFacts): AccountFigure | undefined {
  if (mostWith(order, account) === undefined) return undefined;
  return account.dayLoss === undefined ? { lacks: 'dayProfit' } : { amount: account.dayLoss };
}

/** The largest position that could follow, long or short; undefined if it is not larger than without the order. */
function mostWith(
  { side, unfilled, replaced }: LimitedOrder,
  { security }: AccountFacts,
): { readonly quantity: string } | 'positions' | 'side' | undefined {
  if (!isBuy(side) && !isSell(side)) return 'side';
  if (security === undefined) return 'positions';
  const [before, after] = [replaced, unfilled].map((quantity) => largest(security, isBuy(side) ? 'buys' : 'sells', quantity));
  if (before === undefined || after === undefined) return 'positions';
  return isMoreThan(after, before) === true ? { quantity: after } : undefined;
}

function largest({ held, ...open }: SecurityFacts, way: 'buys' | 'sells', quantity: string): string | undefined {
  const asked = total(open[way], quantity);
  const [buys, sells] = way === 'buys' ? [asked, open.sells] : [open.buys, asked];
  const [long, short] = [total(held, buys ?? ''), difference(held, sells ?? '')];
  if (long === undefined || short === undefined) return undefined;
  const [up, down] = [unsigned(long), unsigned(short)];
  return isMoreThan(up, down) === true ? up : down;
}

function unsigned(text: string): string {
  return text.replace(/^-/, '');
}
