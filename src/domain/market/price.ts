import { absolute } from '../values/amount';
import type { Amount } from '../values/amount';
import type { DecimalText } from '../../service/schema/units';
import { isShare } from './security';

/**
 * The price that a quote shows: the empty text if it shows none. Services write 0 before the first trade, for a halted security, and for a new
 * listing; only futures and combinations are traded at zero or below.
 *
 * @param symbol - `{market}.{code}` of its security.
 */
export function quotedPrice(symbol: string, text: DecimalText): DecimalText {
  const first = text.charCodeAt(0);
  // Nearly all prices: this runs thousands of times a second.
  if (first >= 49 && first <= 57) return text;
  if (text === '' || (first !== 45 && /^(?![+-]?[0.]+[eE]).*[1-9]/.test(text))) return text;
  return isShare(symbol, 'unknown') ? '' : text;
}

/** A split is seldom of more parts. */
const mostParts = 1_000n;
/** The price itself moves on the day of a split. */
const slackPercent = 5n;

/**
 * Whether a price differs from another about as after a split or a merger of shares: it is about twice, three times, ten times … the other, or
 * that part of it. One of the two may then be from before it.
 */
export function mayBeSplit(one: Amount | undefined, other: Amount | undefined): boolean {
  if (one === undefined || other === undefined || one <= 0n || other <= 0n) return false;
  const [low, high] = one < other ? [one, other] : [other, one];
  // The nearest whole ratio.
  const parts = (2n * high + low) / (2n * low);
  if (parts < 2n || parts > mostParts) return false;
  return absolute(high - parts * low) * 100n <= parts * low * slackPercent;
}
