import { roughAmount } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';

/** An amount in the display language’s own units with two decimals, as boards write it: a tooltip must have every digit. */
export function briefAmount(amount: Amount, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    notation: 'compact',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay,
  });
  return format.format(roughAmount(amount)).replace('-', '\u2212');
}
