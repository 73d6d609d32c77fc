import { mayBeSplit, quotedPrice } from '../market/price';
import { isShare } from '../market/security';
import { isSameDate } from '../quotes/liveQuote';
import type { LiveQuote } from '../quotes/liveQuote';
import { extendedPrice } from '../quotes/outsideHours';
import type { OutsideSession } from '../quotes/outsideHours';
import { hasEnded } from '../orders/orderRules';
import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';

export type OrderAlertEvent = 'filled' | 'changed' | 'rejected';

/** What an alert waits for. */
export type AlertRule =
  | ({ readonly kind: 'above' | 'below'; readonly symbol: string; readonly price: string } & PriceHours)
  /** The price moved this many percent from the previous close, in either direction. */
  | ({ readonly kind: 'dayChange'; readonly symbol: string; readonly percent: string } & PriceHours)
  /** Minutes before a release of the calendar; `atMs` is Unix milliseconds. */
  | { readonly kind: 'release'; readonly name: string; readonly atMs: number; readonly minutesBefore: number }
  /** Every such event of any order. */
  | { readonly kind: 'order'; readonly event: OrderAlertEvent };

/** Which prices count. */
interface PriceHours {
  /** Prices outside the regular hours count too. */
  readonly extended?: true;
}

export interface Alert {
  readonly id: string;
  readonly rule: AlertRule;
  /** Server time when it was triggered; undefined while it waits. An alert on orders waits forever. */
  readonly firedAtMs: number | undefined;
  /** Server time before which it is not triggered. */
  readonly quietUntilMs: number;
}

/** A release missed by more than this, because no window was open, is no longer reported. */
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
 * The price that an alert checks: if prices outside the regular hours count too, the latest one, whose change is measured from the price before
 * it.
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

/** Whether a price meets an alert's condition. */
export function isMet(rule: AlertRule, known: LiveQuote): boolean {
  if (!('symbol' in rule)) return false;
  const quote = countedPrice(rule, known);
  const last = parseAmount(quotedPrice(rule.symbol, quote.lastPrice));
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

/** The range of the day's prices at some time. */
export type DayRange = Pick<LiveQuote, 'symbol' | 'at' | 'highPrice' | 'lowPrice' | 'previousClose'>;

/**
 * Whether a price met an alert's condition between two looks at it, as the day's range shows, although no price was seen that did: the feed was
 * away, or the price came back within moments.
 *
 * @param before - The range when the alert was first looked at.
 */
export function wasMetSince(rule: AlertRule, before: DayRange, now: DayRange): boolean {
  if (!isSameDate(now.symbol, before.at, now.at)) return false;
  const [known, met] = [isMetWithin(rule, before), isMetWithin(rule, now)];
  return known === false && met === true;
}

/** Undefined if the range does not tell. */
function isMetWithin(rule: AlertRule, range: DayRange): boolean | undefined {
  const [high, low, close] = [range.highPrice, range.lowPrice, range.previousClose].map((text) =>
    parseAmount(quotedPrice(range.symbol, text)),
  );
  switch (rule.kind) {
    case 'above':
    case 'below': {
      const [limit, most] = [parseAmount(rule.price), rule.kind === 'above' ? high : low];
      if (limit === undefined || most === undefined) return undefined;
      return rule.kind === 'above' ? most >= limit : most <= limit;
    }
    case 'dayChange': {
      const percent = parseAmount(rule.percent);
      if (percent === undefined || high === undefined || low === undefined || close === undefined || close === 0n) return undefined;
      return [high, low].some((most) => absolute(percentOf(most - close, close)) >= absolute(percent));
    }
    default:
      return undefined;
  }
}

/** How far a price is from the previous close, in percent; undefined if either is not known. */
export function dayChangeOf({ lastPrice, previousClose }: Pick<LiveQuote, 'lastPrice' | 'previousClose'>): Amount | undefined {
  const [last, close] = [parseAmount(lastPrice), parseAmount(previousClose)];
  return last === undefined || close === undefined || close === 0n ? undefined : percentOf(last - close, close);
}

/**
 * Whether a share's price is so far from its previous close that one of them may be from before a split: then nothing is known about how far it
 * moved.
 */
export function mayBeSplitDay(rule: AlertRule, known: LiveQuote): boolean {
  if (!('symbol' in rule) || !isShare(rule.symbol, 'unknown')) return false;
  const { lastPrice, previousClose } = countedPrice(rule, known);
  return mayBeSplit(parseAmount(lastPrice), parseAmount(previousClose));
}

/** When an alert on a release is due; a release that is over needs none. */
export function dueAt(rule: Extract<AlertRule, { readonly kind: 'release' }>): number {
  return rule.atMs - rule.minutesBefore * 60_000;
}

/** The fields of an order that an event may have changed. */
export interface OrderFacts {
  readonly status: string;
  readonly quantity: string;
  readonly price: string;
  readonly auxPrice: string;
  readonly dealtQuantity: string;
  readonly createdAt: string;
}

/** True for events whose effect a read of the order shows. A rejected change leaves the order as it was. */
export function leavesTrace(event: string): boolean {
  return Object.hasOwn(traces, event);
}

/**
 * The effect of an event on its order, as the order itself shows it: equal texts are one piece of news. Only fields that such an event changes
 * count, so that an event that is repeated after another one is not news.
 *
 * `isShown` is false while the order does not show such an event at all. Undefined for events that leave no trace.
 */
export function traceOf(event: string, order: OrderFacts): { readonly became: string; readonly isShown: boolean } | undefined {
  const trace = Object.hasOwn(traces, event) ? traces[event]?.(order) : undefined;
  if (trace === undefined) return undefined;
  const [isShown, ...figures] = trace;
  // Sandboxes that start over reuse the same ids.
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

/** Whether the release that an alert waits for passed while no window could report it. */
export function isMissed({ rule, firedAtMs }: Alert, nowMs: number): boolean {
  return rule.kind === 'release' && firedAtMs === undefined && rule.atMs + lateMs <= nowMs;
}

const snoozeMs = 10 * 60_000;
const aMinute = 60_000;

/**
 * Until when a triggered alert rests if the user snoozes it: ten minutes, and no longer than until the release. Undefined if nothing is left to
 * wait for.
 */
export function snoozeUntil(rule: AlertRule, nowMs: number): number | undefined {
  if (rule.kind === 'order') return undefined;
  if (rule.kind !== 'release') return nowMs + snoozeMs;
  return rule.atMs - nowMs < aMinute ? undefined : Math.min(nowMs + snoozeMs, rule.atMs);
}

/** The alert event for an event of the trade feed. */
export function orderEventOf(event: string): OrderAlertEvent | undefined {
  if (event.endsWith('_REJECTED')) return 'rejected';
  if (event === 'EVENT_FILL') return 'filled';
  return event === 'EVENT_REPLACED' || event === 'EVENT_CANCELED' || event === 'EVENT_EXPIRED' ? 'changed' : undefined;
}
