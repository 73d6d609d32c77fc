import type { LiveQuote } from '../quotes/liveQuote';
import { absolute, parseAmount, percentOf } from '../values/amount';

export type OrderAlertEvent = 'filled' | 'changed' | 'rejected';

/** What somebody wants to be told. */
export type AlertRule =
  | { readonly kind: 'above' | 'below'; readonly symbol: string; readonly price: string }
  /** The price moved this many percent from the previous close, in either direction. */
  | { readonly kind: 'dayChange'; readonly symbol: string; readonly percent: string }
  /** Minutes before a release of the calendar; `atMs` is Unix milliseconds. */
  | { readonly kind: 'release'; readonly name: string; readonly atMs: number; readonly minutesBefore: number }
  /** Each such event of any order. */
  | { readonly kind: 'order'; readonly event: OrderAlertEvent };

export interface Alert {
  readonly id: string;
  readonly rule: AlertRule;
  /** Server time at which it was told; undefined while it waits. An alert on orders waits for ever. */
  readonly firedAtMs: number | undefined;
  /** Server time before which it stays quiet. */
  readonly quietUntilMs: number;
}

/** The symbol whose price an alert needs. */
export function symbolOf({ rule }: Alert): string | undefined {
  return rule.kind === 'above' || rule.kind === 'below' || rule.kind === 'dayChange' ? rule.symbol : undefined;
}

/** Whether an alert still waits for its moment. */
export function isArmed(alert: Alert, nowMs: number): boolean {
  return alert.firedAtMs === undefined && nowMs >= alert.quietUntilMs;
}

/** Whether a price is what an alert waits for. */
export function isMet(rule: AlertRule, quote: LiveQuote): boolean {
  const last = parseAmount(quote.lastPrice);
  if (last === undefined) return false;
  switch (rule.kind) {
    case 'above':
    case 'below': {
      const limit = parseAmount(rule.price);
      if (limit === undefined) return false;
      return rule.kind === 'above' ? last >= limit : last <= limit;
    }
    case 'dayChange': {
      const [close, percent] = [parseAmount(quote.previousClose), parseAmount(rule.percent)];
      if (close === undefined || close === 0n || percent === undefined) return false;
      return absolute(percentOf(last - close, close)) >= absolute(percent);
    }
    default:
      return false;
  }
}

/** When an alert on a release is due; a release that is over needs none. */
export function dueAt(rule: Extract<AlertRule, { readonly kind: 'release' }>): number {
  return rule.atMs - rule.minutesBefore * 60_000;
}

/** What an event of the trade feed is to somebody who wants to be told of orders. */
export function orderEventOf(event: string): OrderAlertEvent | undefined {
  if (event.endsWith('_REJECTED')) return 'rejected';
  if (event === 'EVENT_FILL') return 'filled';
  return event === 'EVENT_REPLACED' || event === 'EVENT_CANCELED' || event === 'EVENT_EXPIRED' ? 'changed' : undefined;
}
