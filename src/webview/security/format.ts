import { nothing } from 'lit';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import type { Direction } from '../../domain/quotes/priceDirection';
import { masked } from '../../domain/text/mask';
import { parseAmount, percentOf, showNumber, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { SecurityStrings } from '../../panel/security/securityStrings';
import { fill } from '../shared/texts';

export const noValue = '–';

/** A change between two prices in words; undefined where one of them is no number. */
export function changeOf(last: string, previous: string): { readonly direction: Direction; readonly text: string } | undefined {
  const [price, close] = [parseAmount(last), parseAmount(previous)];
  if (price === undefined || close === undefined || close === 0n) return undefined;
  const change = price - close;
  const direction = directionOf(change);
  return { direction, text: `${arrowOf(direction)} ${showSignedMoney(change)} (${showSignedPercent(percentOf(change, close))})` };
}

/** A figure for reading; a dash where the service sent none. */
export function figure(text: string): string {
  return text.trim() === '' ? noValue : showNumber(text);
}

export function hidden(text: string, isPrivate: boolean): string {
  return isPrivate && text !== noValue ? masked : text;
}

/** How long ago something was, in one unit. */
export function ageText(ms: number, strings: SecurityStrings): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return fill(strings.secondsAgo, seconds);
  if (seconds < 5400) return fill(strings.minutesAgo, Math.round(seconds / 60));
  if (seconds < 172_800) return fill(strings.hoursAgo, Math.round(seconds / 3600));
  return fill(strings.daysAgo, Math.round(seconds / 86_400));
}

/** Date and time on the wall clock of a zone, as the display language writes them. */
export function timeText(ms: number, zone: string, parts: 'time' | 'both' | 'date'): string {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const options = parts === 'date' ? date : parts === 'time' ? { ...time, second: '2-digit' as const } : { ...date, ...time };
  return new Intl.DateTimeFormat(document.documentElement.lang, { ...options, timeZone: zone }).format(ms);
}

export function orNothing(text: string): string | typeof nothing {
  return text === '' ? nothing : text;
}
