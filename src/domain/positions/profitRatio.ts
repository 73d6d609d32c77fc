import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';

/**
 * The profit ratio to show, in percent.
 *
 * - `stated`: the service's figure; `checked` is false if it cannot be compared with the amounts.
 * - `fraction`: the service sent a fraction (0.0123 for 1.23%): the percentage calculated from the amounts is shown.
 * - `differs`: stated and calculated disagree in another way; the service's figure is shown.
 * - `none`: nothing readable was sent.
 */
export type Ratio =
  | { readonly kind: 'stated'; readonly percent: Amount; readonly checked: boolean }
  | { readonly kind: 'fraction'; readonly percent: Amount }
  | { readonly kind: 'differs'; readonly percent: Amount; readonly computed: Amount }
  | { readonly kind: 'none' };

const hundred = 100n;
/** One part in this many: values and prices of one response may be moments apart. */
const relativeSlack = 50n;

/**
 * Cross-checks a profit ratio with profit and market value (Spec, General conventions: ratios are percentages).
 *
 * @param stated - As the service wrote it: a percentage according to the specification.
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
 * The amount paid: `mv − profit`; for a short position the amount received: `mv + profit`, or `profit − mv` if its value is carried negative.
 * Undefined when that is not a positive amount: somebody who has been paid for a position has no return on it in percent.
 */
export function basisOf(marketValue: Amount | undefined, profit: Amount | undefined, short: boolean): Amount | undefined {
  if (marketValue === undefined || profit === undefined) return undefined;
  const paid = short ? marketValue + profit : marketValue - profit;
  const basis = marketValue < 0n ? profit - marketValue : paid;
  return basis > 0n ? basis : undefined;
}

const places: readonly Amount[] = Array.from({ length: 19 }, (_, digits) => 10n ** BigInt(18 - digits));

/** Value of the last digit: trailing zeros count, because they show how far the text was rounded. */
function lastDigitOf(text: string): Amount {
  const trimmed = text.trim();
  const exponent = trimmed.search(/[eE]/);
  const mantissa = exponent < 0 ? trimmed : trimmed.slice(0, exponent);
  const point = mantissa.indexOf('.');
  const digits = (point < 0 ? 0 : mantissa.length - point - 1) - (exponent < 0 ? 0 : Number(trimmed.slice(exponent + 1)));
  return places[Math.max(0, Math.min(18, digits))] ?? 1n;
}
