import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';

/**
 * The profit ratio to show, in percent.
 *
 * - `stated`: what the service says; `checked` is false where it cannot be compared with the amounts.
 * - `fraction`: the service sent a fraction (0.0123 for 1.23%): the percentage computed from the amounts is shown.
 * - `differs`: stated and computed disagree by something else; what the service says is shown.
 * - `none`: nothing readable was sent.
 */
export type Ratio =
  | { readonly kind: 'stated'; readonly percent: Amount; readonly checked: boolean }
  | { readonly kind: 'fraction'; readonly percent: Amount }
  | { readonly kind: 'differs'; readonly percent: Amount; readonly computed: Amount }
  | { readonly kind: 'none' };

const hundred = 100n;
/** One part in so many: values and prices of one answer may be moments apart. */
const relativeSlack = 50n;

/**
 * Cross-checks a profit ratio with profit and market value (Spec, General conventions: ratios are percentages).
 *
 * @param stated - As the service wrote it: a percentage by the specification.
 * @param basis - See {@link basisOf}.
 */
export function checkRatio(stated: string, profit: Amount | undefined, basis: Amount | undefined): Ratio {
  const percent = parseAmount(stated);
  if (percent === undefined) return { kind: 'none' };
  if (basis === undefined || profit === undefined) return { kind: 'stated', percent, checked: false };
  const computed = percentOf(profit, basis);
  const slack = absolute(computed) / relativeSlack;
  const lastDigit = lastDigitOf(stated);
  if (absolute(percent - computed) <= slack + lastDigit) return { kind: 'stated', percent, checked: true };
  if (absolute(percent * hundred - computed) <= slack + lastDigit * hundred) return { kind: 'fraction', percent: computed };
  return { kind: 'differs', percent, computed };
}

/**
 * What was paid: `mv − profit`; for a short position whose value is written without a sign what was received: `mv + profit`.
 * Undefined when that is not a positive amount.
 */
export function basisOf(marketValue: Amount | undefined, profit: Amount | undefined, short: boolean): Amount | undefined {
  if (marketValue === undefined || profit === undefined) return undefined;
  const basis = short && marketValue >= 0n ? marketValue + profit : absolute(marketValue - profit);
  return basis > 0n ? basis : undefined;
}

const places: readonly Amount[] = Array.from({ length: 19 }, (_, digits) => 10n ** BigInt(18 - digits));

/** Worth of the last digit: trailing zeros count, because they say how far the text was rounded. */
function lastDigitOf(text: string): Amount {
  const trimmed = text.trim();
  const exponent = trimmed.search(/[eE]/);
  const mantissa = exponent < 0 ? trimmed : trimmed.slice(0, exponent);
  const point = mantissa.indexOf('.');
  const digits = (point < 0 ? 0 : mantissa.length - point - 1) - (exponent < 0 ? 0 : Number(trimmed.slice(exponent + 1)));
  return places[Math.max(0, Math.min(18, digits))] ?? 1n;
}
