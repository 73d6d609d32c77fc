import { isMoreThan, sameNumber } from '../values/decimal';
import type { Attempt, OrderFacts, Verdict } from './orderAttempts';
import type { OrderField } from './orderDraft';
import { hasEnded, isWorking } from './orderRules';

/**
 * `new`: the order is as requested; `old`: it is as before; `other`: neither. `over`: it ended otherwise, so that nothing is left to cancel. A
 * new order is `new` in the market and after it, `old` on its way there, and `over` if it failed.
 */
export type OrderComparison = 'new' | 'old' | 'other' | 'over';

/** What was requested for an order, and the order's status at that time. */
export interface Asked extends Pick<Attempt, 'action' | 'fields'> {
  readonly order?: Pick<OrderFacts, 'status'> | undefined;
}

export interface OrderNumbers {
  readonly quantity: string;
  readonly price: string;
  readonly auxPrice: string;
}

const canceled: ReadonlySet<string> = new Set(['CANCELLED_ALL', 'CANCELLED_PART']);

/** Compares an order with what was requested, numbers as numbers. */
export function compareWithOrder(
  { action, fields, order: before }: Asked,
  order: OrderNumbers & Pick<OrderSays, 'status' | 'dealtQuantity'>,
): OrderComparison {
  if (action === 'place') return comparePlaced(order);
  if (action === 'cancel') return compareCanceled(order.status, before?.status);
  if (fields.every(({ field, kept }) => isValue(order, field, kept))) return 'new';
  if (fields.every(({ field, old }) => old !== undefined && isValue(order, field, old))) return 'old';
  return 'other';
}

const onItsWay: ReadonlySet<string> = new Set(['WAITING_SUBMIT', 'SUBMITTING']);
const inMarket: ReadonlySet<string> = new Set(['SUBMITTED', 'FILLED_PART', 'FILLED_ALL', ...canceled]);
const failed: ReadonlySet<string> = new Set(['FAILED', 'SUBMIT_FAILED', 'DELETED']);

/** A service may have its own word for a canceled order. So an unknown status proves nothing, unless the order had it before. */
function compareCanceled(status: string, before: string | undefined): OrderComparison {
  if (canceled.has(status)) return 'new';
  if (hasEnded(status)) return 'over';
  return isWorking(status) || status === before ? 'old' : 'other';
}

/**
 * A filled order was in the market, whatever its status. An unknown status proves nothing, nor does one that leaves the result open (`TIMEOUT`)
 * or may end again (`DISABLED`).
 */
function comparePlaced({ status, dealtQuantity }: Pick<OrderSays, 'status' | 'dealtQuantity'>): OrderComparison {
  // Stryker disable next-line StringLiteral: whatever is no number is no filled quantity.
  const filled = dealtQuantity ?? '';
  if (inMarket.has(status) || isMoreThan(filled, '0') === true) return 'new';
  return failed.has(status) ? 'over' : onItsWay.has(status) ? 'old' : 'other';
}

function isValue(order: OrderNumbers, field: OrderField, wanted: string): boolean {
  const found = { qty: order.quantity, price: order.price, aux_price: order.auxPrice }[field];
  const same = sameNumber(found, wanted);
  // A service may leave out a price that the order type does not have.
  return same ?? (found.trim() === '' && (wanted.trim() === '' || sameNumber(wanted, '0') === true));
}

/** The fields of an order that was read again. */
export interface OrderSays extends OrderNumbers {
  readonly status: string;
  readonly lastError: string;
  readonly dealtQuantity?: string;
}

/** Whether a record is older than what the user confirmed: by then the order had ended, or more of it was filled. */
export function isFromBefore({ order: seen }: Pick<Attempt, 'order'>, { status, dealtQuantity = '' }: OrderSays): boolean {
  if (seen === undefined) return false;
  return (hasEnded(seen.status) && !hasEnded(status)) || isMoreThan(seen.filled, dealtQuantity === '' ? '0' : dealtQuantity) === true;
}

/** What an order that was read again proves about an accepted attempt. */
export interface AcceptedEnd {
  /** Undefined if it proves nothing yet. */
  readonly end: Extract<Verdict, 'changed' | 'rejected' | 'tooLate'> | undefined;
  /** The order's text about a failure after the attempt; empty if there is none. */
  readonly news: string;
}

/**
 * Judges an accepted attempt by the order's current state. *Rejected* requires both: every old value is still there, and the order reports a
 * failure that it did not report `before`; with any other values, a new text may be about something else.
 */
export function endOfAccepted(asked: Asked, before: Pick<OrderSays, 'status' | 'lastError'> | undefined, now: OrderSays): AcceptedEnd {
  const compared = compareWithOrder(asked, now);
  if (compared === 'new') return { end: 'changed', news: '' };
  if (compared === 'over' && asked.action === 'place') return { end: 'rejected', news: now.lastError.trim() };
  if (compared === 'over') return { end: 'tooLate', news: '' };
  const isNew = before !== undefined && (now.lastError !== before.lastError || (now.status === 'FAILED' && before.status !== 'FAILED'));
  const news = isNew ? now.lastError.trim() : '';
  // An open order may report the failure of another request.
  const isRejected = asked.action === 'modify' && compared === 'old' && news !== '';
  return { end: isRejected ? 'rejected' : undefined, news };
}
