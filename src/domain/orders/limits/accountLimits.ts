import { mayBeSplit } from '../../market/price';
import { parseAmount } from '../../values/amount';
import { difference, isMoreThan, product, total } from '../../values/decimal';
import { currentPrice } from '../currentPrice';
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
  /** The service's own price of the position; undefined or empty if there is none. */
  readonly price?: string;
}

/**
 * Another reading of positions: a position that is listed twice counts once; or, where a long position stands beside a short one, either of them
 * alone, which only some orders change.
 */
export interface SecurityReading extends Pick<SecurityFacts, 'held' | 'buys' | 'sells'> {
  /** Undefined for all sides. */
  readonly sides?: readonly string[] | undefined;
}

/** Facts about the account that limits need. */
export interface AccountFacts {
  /** Undefined if positions or open orders could not be read completely. */
  readonly security: SecurityFacts | undefined;
  /** Other ways to read the same lists: none of them may break a limit. */
  readonly readings?: readonly SecurityReading[] | undefined;
  /** A position or order of which it can't be said whether it is in the security. */
  readonly unmatched?: string | undefined;
  /** Today's loss of the positions in the currency that lost most, zero if none did; undefined unless it is known for all of them. */
  readonly dayLoss: string | undefined;
  /** The same if what may have been bought today was; undefined if that makes no difference. */
  readonly dayLossAtMost?: string | undefined;
}

export const unknownAccount: AccountFacts = { security: undefined, dayLoss: undefined };

/** The figure that a limit on the account checks, or what is missing for it. */
export type AccountFigure =
  | { readonly amount: string; /** What it may be at most, if that isn’t known better. */ readonly atMost?: string | undefined }
  | LackedFact;

/** What is missing for checking a limit. */
export interface LackedFact {
  readonly lacks: 'price' | 'tick' | 'otherTick' | 'contract' | 'positions' | 'security' | 'side' | 'dayProfit' | 'split';
  /** The code that names no known security, or the price with an unknown tick size. */
  readonly of?: string;
}

/**
 * The account's largest possible exposure to the security, with this order and all open ones filled, at the last price, the current one,
 * or the order's own, whichever is highest. Undefined for an order that does not increase it: reducing a position is always allowed.
 */
export function exposureWith(order: LimitedOrder, account: AccountFacts, market: MarketFacts): AccountFigure | undefined {
  const most = mostWith(order, account);
  if (most === undefined || 'lacks' in most) return most;
  const unit = estimatedValue({ ...order, quantity: '1' }, market);
  if (typeof unit === 'string') return { lacks: unit };
  const size = contractSize(order, market) ?? '';
  const priced = (texts: readonly string[]): readonly string[] =>
    texts.map((text) => product(text, size) ?? '').filter((price) => isMoreThan(price, '0') === true);
  const quoted = priced([market.lastPrice, currentPrice(market).price]);
  if (quoted.length === 0) return { lacks: 'price' };
  // Quotes may be delayed: what the service itself says of the position may be newer, and the highest price is the careful one.
  const known = [...quoted, ...priced([account.security?.price ?? ''])];
  // Quantity and price may be from before and after a split.
  if (isMoreThan(unsigned(account.security?.held ?? '0'), '0') === true && isSplit(account, market)) return { lacks: 'split' };
  const price = known.reduce((highest, one) => (isMoreThan(one, highest) === true ? one : highest), unit.value);
  const amount = product(most.quantity, price);
  return amount === undefined ? { lacks: 'positions' } : { amount };
}

/** What the account lost today. Undefined for an order that does not increase its position. */
export function lossBefore(order: LimitedOrder, account: AccountFacts): AccountFigure | undefined {
  if (mostWith(order, account) === undefined) return undefined;
  return account.dayLoss === undefined ? { lacks: 'dayProfit' } : { amount: account.dayLoss, atMost: account.dayLossAtMost };
}

/** The largest position that could follow, long or short; undefined if it is not larger than without the order. */
function mostWith(
  { side, unfilled, replaced }: LimitedOrder,
  { security, readings = [], unmatched }: AccountFacts,
): { readonly quantity: string } | LackedFact | undefined {
  if (!isBuy(side) && !isSell(side)) return { lacks: 'side' };
  if (unmatched !== undefined) return { lacks: 'security', of: unmatched };
  if (security === undefined) return { lacks: 'positions' };
  let most: string | undefined;
  for (const reading of [security, ...readings.filter(({ sides }) => sides?.includes(side) !== false)]) {
    const [before, after] = [replaced, unfilled].map((quantity) => largest(reading, isBuy(side) ? 'buys' : 'sells', quantity));
    if (before === undefined || after === undefined) return { lacks: 'positions' };
    if (isMoreThan(after, before) === true && (most === undefined || isMoreThan(after, most) === true)) most = after;
  }
  return most === undefined ? undefined : { quantity: most };
}

function isSplit({ security }: AccountFacts, { lastPrice }: MarketFacts): boolean {
  return mayBeSplit(parseAmount(security?.price ?? ''), parseAmount(lastPrice));
}

function largest({ held, ...open }: Omit<SecurityFacts, 'price'>, way: 'buys' | 'sells', quantity: string): string | undefined {
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
