import type { DecimalText } from '../../service/schema/units';
import { compareSecurities } from '../market/security';
import { isBuy, isSell } from '../orders/orderRules';
import { absolute, parseAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import type { Holding } from './holding';

/** What an account holds of one security. */
export interface Held {
  /** Shares or contracts; negative if they were sold short. */
  readonly quantity: Amount;
  /** As the service sent it; empty if nothing is held. */
  readonly costPrice: DecimalText;
  /** The service’s own price of the position; undefined if it has none, or nothing is held. */
  readonly price?: DecimalText | undefined;
  /** As the service states it; undefined if it doesn’t, or nothing is held. */
  readonly currency?: string | undefined;
}

/**
 * What the whole list of an account's holdings says of a security; undefined unless that is certain: one position of a known side, and no other
 * that may be in the same security.
 */
export function heldOf(holdings: readonly Holding[], code: string): Held | undefined {
  let held: Held = { quantity: 0n, costPrice: '' };
  for (const { symbol, sentSymbol = symbol, side, quantity, costPrice, price, currency } of holdings) {
    const found = compareSecurities(symbol, code);
    if (found === 'different' && compareSecurities(sentSymbol, code) !== 'unknown') continue;
    const signed = found === 'same' ? signedQuantity(side, quantity) : undefined;
    if (signed === undefined || (signed !== 0n && held.quantity !== 0n)) return undefined;
    if (signed !== 0n) held = { quantity: signed, costPrice, price, ...(currency === undefined ? {} : { currency }) };
  }
  return held;
}

/** A signed quantity also states the side, and must not contradict it. */
function signedQuantity(side: Holding['side'], text: string): Amount | undefined {
  const quantity = parseAmount(text);
  if (quantity === undefined || side === 'other') return undefined;
  if (side === 'short') return -absolute(quantity);
  return quantity < 0n ? undefined : quantity;
}

export interface PositionAfter {
  readonly quantity: Amount;
  /** What the position becomes that it was not; undefined if it stays on its side. */
  readonly turns: 'closed' | 'short' | 'long' | undefined;
}

/** A position after an order has filled whole; undefined if the order's side or quantity isn't known. @param quantity - What is still to be filled. */
export function positionAfter({ quantity: held }: Pick<Held, 'quantity'>, side: string, quantity: string): PositionAfter | undefined {
  const traded = parseAmount(quantity);
  if (traded === undefined || traded < 0n || (!isBuy(side) && !isSell(side))) return undefined;
  const after = isBuy(side) ? held + traded : held - traded;
  return { quantity: after, turns: turnOf(held, after) };
}

function turnOf(held: Amount, after: Amount): PositionAfter['turns'] {
  if (after === 0n) return held === 0n ? undefined : 'closed';
  if (held >= 0n && after < 0n) return 'short';
  return held < 0n && after > 0n ? 'long' : undefined;
}
