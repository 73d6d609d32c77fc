import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import type { Direction } from '../../domain/quotes/priceDirection';
import { masked } from '../../domain/text/mask';
import {
  groupDigits,
  parseAmount,
  percentOf,
  plainAmount,
  showNumber,
  showSignedMoney,
  showSignedPercent,
} from '../../domain/values/amount';

export const noValue = '–';

/** A change between two prices as text; undefined if one of them is not a number. */
export function changeOf(last: string, previous: string): { readonly direction: Direction; readonly text: string } | undefined {
  const [price, close] = [parseAmount(last), parseAmount(previous)];
  if (price === undefined || close === undefined || close === 0n) return undefined;
  const change = price - close;
  const direction = directionOf(change);
  return { direction, text: `${arrowOf(direction)} ${showSignedMoney(change)} (${showSignedPercent(percentOf(change, close))})` };
}

/** A figure for display; a dash if the service sent none. */
export function figure(text: string): string {
  return text.trim() === '' ? noValue : showNumber(text);
}

/** A large figure without its fraction, which is not relevant. */
export function wholeFigure(text: string): string {
  const amount = parseAmount(text);
  return amount === undefined ? figure(text) : groupDigits(plainAmount(amount, 0));
}

export function hidden(text: string, isPrivate: boolean): string {
  return isPrivate && text !== noValue ? masked : text;
}
