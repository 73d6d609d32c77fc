import * as l10n from '@vscode/l10n';
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

/** Of a price that trades all the time, the age would change its width with every trade, and move what stands beside it. */
const freshSeconds = 3;

/** The time since something, in one unit. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds <= freshSeconds) return l10n.t('just now');
  if (seconds < 90) return l10n.t('{0} s ago', seconds);
  if (seconds < 5400) return l10n.t('{0} min ago', Math.round(seconds / 60));
  if (seconds < 172_800) return l10n.t('{0} h ago', Math.round(seconds / 3600));
  return l10n.t('{0} days ago', Math.round(seconds / 86_400));
}
