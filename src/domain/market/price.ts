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
/** The price itself moves on the day of a split. Falls and rises by a half are less rare without one than those by a whole multiple. */
const slackPercents = { whole: 5n, half: 3n } as const;

/**
 * Whether a price differs from another about as after a split or a merger of shares: it is about twice, three times, ten times … the other, one
 * and a half times or two and a half times, or that part of it. One of the two may then be from before it. Splits of other parts, such as five
 * for four, look like an ordinary day.
 */
export function mayBeSplit(one: Amount | undefined, other: Amount | undefined): boolean {
  if (one === undefined || other === undefined || one <= 0n || other <= 0n) return false;
  const [low, high] = one < other ? [one, other] : [other, one];
  // The nearest whole ratio, and the nearest of halves.
  const parts = (2n * high + low) / (2n * low);
  const halves = 2n * (high / low) + 1n;
  if ((halves === 3n || halves === 5n) && isAbout(2n * high, halves * low, slackPercents.half)) return true;
  return parts >= 2n && parts <= mostParts && isAbout(high, parts * low, slackPercents.whole);
}

function isAbout(one: Amount, other: Amount, percent: bigint): boolean {
  return absolute(one - other) * 100n <= other * percent;
}
