import Big from 'big.js';
import { checkDecimal, decimalsOf, isDecimal } from './decimal';

/** One unit of the last digit of a decimal: `0.1` for `562.5`, `1` for `300` and for a text that is not a decimal. */
export function lastDigit(text: string): string {
  const decimals = checkDecimal(text, { zero: true }).ok ? decimalsOf(text.trim()) : 0;
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
}

/** Whether a text can be the step of a number. */
export function isStep(text: string): boolean {
  return checkDecimal(text, { zero: false }).ok;
}

/**
 * The number that is `times` steps away, exactly. A number between two steps goes to the next one first. If the text is not a decimal, or the
 * result could not be sent, the text stays as it is.
 *
 * @param text - As typed; empty counts as zero.
 */
export function stepped(text: string, step: string, direction: 'up' | 'down', times = 1): string {
  const start = text.trim() === '' ? '0' : text;
  const [from, unit] = [checkDecimal(start, { zero: true }), checkDecimal(step, { zero: false })];
  if (!from.ok || !unit.ok) return text;
  const value = new Big(from.text);
  const rest = value.mod(unit.text);
  const below = value.minus(rest);
  const wholeSteps = direction === 'up' ? times : rest.eq(0) ? -times : 1 - times;
  const result = below.plus(new Big(unit.text).times(wholeSteps));
  const shown = result.toFixed();
  return result.gt(0) && isDecimal(shown) ? shown : text;
}
