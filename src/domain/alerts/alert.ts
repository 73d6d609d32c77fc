import type { LiveQuote } from '../quotes/liveQuote';
import { extendedPrice } from '../quotes/outsideHours';
import type { OutsideSession } from '../quotes/outsideHours';
import { hasEnded } from '../orders/orderRules';
import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';

export type OrderAlertEvent = 'filled' | 'changed' | 'rejected';

/** What somebody wants to be told. */
export type AlertRule =
  | ({ readonly kind: 'above' | 'below'; readonly symbol: string; readonly price: string } & PriceHours)
  /** The price moved this many percent from the previous close, in either direction. */
  | ({ readonly kind: 'dayChange'; readonly symbol: string; readonly percent: string } & PriceHours)
  /** Minutes before a release of the calendar; `atMs` is Unix milliseconds. */
  | { readonly kind: 'release'; readonly name: string; readonly atMs: number; readonly minutesBefore: number }
  /** Each such event of any order. */
  | { readonly kind: 'order'; readonly event: OrderAlertEvent };

/** Which prices count. */
interface PriceHours {
  /** Those outside the regular hours too. */
  readonly extended?: true;
}

export interface Alert {
  readonly id: string;
  readonly rule: AlertRule;
  /** Server time at which it was told; undefined while it waits. An alert on orders waits for ever. */
  readonly firedAtMs: number | undefined;
  /** Server time before which it stays quiet. */
  readonly quietUntilMs: number;
}

/** A release that was over for so long when the window came back is no news. */
export const lateMs = 10 * 60_000;

/** The symbol whose price an alert needs. */
export function symbolOf({ rule }: Alert): string | undefined {
  return rule.kind === 'above' || rule.kind === 'below' || rule.kind === 'dayChange' ? rule.symbol : undefined;
}

/** Whether an alert still waits for its moment. */
export function isArmed(alert: Alert, nowMs: number): boolean {
  return alert.firedAtMs === undefined && nowMs >= alert.quietUntilMs;
}

/**
 * The price that an alert looks at: the latest one where those outside the regular hours count too, which is measured by the price
 * before it.
 */
export function countedPrice(rule: AlertRule, quote: LiveQuote): CountedPrice {
  const outside = 'extended' in rule ? extendedPrice(quote) : undefined;
  return outside === undefined
    ? { lastPrice: quote.lastPrice, previousClose: quote.previousClose }
    : { lastPrice: outside.price, previousClose: outside.base, session: outside.session };
}

export interface CountedPrice extends Pick<LiveQuote, 'lastPrice' | 'previousClose'> {
  /** Undefined in the regular hours. */
  readonly session?: OutsideSession;
}

/** Whether a price is what an alert waits for. */
export function isMet(rule: AlertRule, known: LiveQuote): boolean {
  const quote = countedPrice(rule, known);
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
      const [change, percent] = [dayChangeOf(quote), parseAmount(rule.percent)];
      return change !== undefined && percent !== undefined && absolute(change) >= absolute(percent);
    }
    default:
      return false;
  }
}

/** How far a price is from the previous close, in percent; undefined where either is not known. */
export function dayChangeOf({ lastPrice, previousClose }: Pick<LiveQuote, 'lastPrice' | 'previousClose'>): Amount | undefined {
  const [last, close] = [parseAmount(lastPrice), parseAmount(previousClose)];
  return last === undefined || close === undefined || close === 0n ? undefined : percentOf(last - close, close);
}

/** When an alert on a release is due; a release that is over needs none. */
export function dueAt(rule: Extract<AlertRule, { readonly kind: 'release' }>): number {
  return rule.atMs - rule.minutesBefore * 60_000;
}

/** What an order shows that an event may have made of it. */
export interface OrderFacts {
  readonly status: string;
  readonly quantity: string;
  readonly price: string;
  readonly auxPrice: string;
  readonly dealtQuantity: string;
  readonly createdAt: string;
}

/** True for events that an order shows when it is read. A change of an order that was rejected leaves it as it was. */
export function leavesTrace(event: string): boolean {
  return Object.hasOwn(traces, event);
}

/**
 * What an event has made of its order, as the order itself shows it: equal texts are one news. Only what such an event changes
 * counts, so that an event that is told again after another one is not news.
 *
 * `isShown` is false while the order does not show such an event at all. Undefined for events that leave no trace.
 */
export function traceOf(event: string, order: OrderFacts): { readonly became: string; readonly isShown: boolean } | undefined {
  const trace = Object.hasOwn(traces, event) ? traces[event]?.(order) : undefined;
  if (trace === undefined) return undefined;
  const [isShown, ...figures] = trace;
  // Sandboxes that begin anew use the same ids.
  return { isShown, became: JSON.stringify([order.createdAt, ...figures]) };
}

type Trace = (order: OrderFacts) => readonly [isShown: boolean, ...figures: readonly string[]];

const ended: Trace = ({ status }) => [hasEnded(status), status];
const traces: Readonly<Record<string, Trace>> = {
  EVENT_FILL: ({ dealtQuantity }) => [/[1-9]/.test(dealtQuantity), dealtQuantity],
  EVENT_REPLACED: ({ quantity, price, auxPrice }) => [true, quantity, price, auxPrice],
  EVENT_CANCELED: ended,
  EVENT_EXPIRED: ended,
  EVENT_NEW_REJECTED: ended,
};

/** Whether the release that an alert waits for came while nobody was there to be told. */
export function isMissed({ rule, firedAtMs }: Alert, nowMs: number): boolean {
  return rule.kind === 'release' && firedAtMs === undefined && rule.atMs + lateMs <= nowMs;
}

const snoozeMs = 10 * 60_000;
const aMinute = 60_000;

/** Until when an alert that was told rests if the user asks for it: ten minutes, and no longer than a release is away. Undefined where there is nothing to wait for. */
export function snoozeUntil(rule: AlertRule, nowMs: number): number | undefined {
  if (rule.kind === 'order') return undefined;
  if (rule.kind !== 'release') return nowMs + snoozeMs;
  return rule.atMs - nowMs < aMinute ? undefined : Math.min(nowMs + snoozeMs, rule.atMs);
}

/** What an event of the trade feed is to somebody who wants to be told of orders. */
export function orderEventOf(event: string): OrderAlertEvent | undefined {
  if (event.endsWith('_REJECTED')) return 'rejected';
  if (event === 'EVENT_FILL') return 'filled';
  return event === 'EVENT_REPLACED' || event === 'EVENT_CANCELED' || event === 'EVENT_EXPIRED' ? 'changed' : undefined;
}
