import { isMoreThan, sameNumber } from '../values/decimal';
import type { Attempt } from './orderAttempts';
import type { OrderField } from './orderDraft';
import { hasEnded } from './orderRules';

/**
 * `new`: the order is as was asked; `old`: it is as before; `other`: neither. `over`: it has ended otherwise, so that nothing is left to
 * cancel. A new order is `new` in the market and after it, `old` on its way there, and `over` if it failed.
 */
export type OrderComparison = 'new' | 'old' | 'other' | 'over';

/** What was asked of an order. */
export type Asked = Pick<Attempt, 'action' | 'fields'>;

export interface OrderNumbers {
  readonly quantity: string;
  readonly price: string;
  readonly auxPrice: string;
}

const canceled: ReadonlySet<string> = new Set(['CANCELLED_ALL', 'CANCELLED_PART']);

/** Compares an order with what was asked of it, numbers as numbers. */
export function compareWithOrder(
  { action, fields }: Asked,
  order: OrderNumbers & Pick<OrderSays, 'status' | 'dealtQuantity'>,
): OrderComparison {
  if (action === 'place') return comparePlaced(order);
  if (action === 'cancel') return canceled.has(order.status) ? 'new' : hasEnded(order.status) ? 'over' : 'old';
  if (fields.every(({ field, kept }) => isValue(order, field, kept))) return 'new';
  if (fields.every(({ field, old }) => old !== undefined && isValue(order, field, old))) return 'old';
  return 'other';
}

const inMarket: ReadonlySet<string> = new Set(['SUBMITTED', 'FILLED_PART', 'FILLED_ALL', ...canceled]);
const onItsWay: ReadonlySet<string> = new Set(['WAITING_SUBMIT', 'SUBMITTING']);
const failed: ReadonlySet<string> = new Set(['FAILED', 'SUBMIT_FAILED', 'DELETED']);

/**
 * What was filled was in the market, whatever the status says. A status that nobody has seen before claims nothing, nor does one that
 * leaves the result open (`TIMEOUT`) or that may end again (`DISABLED`).
 */
function comparePlaced({ status, dealtQuantity = '' }: Pick<OrderSays, 'status' | 'dealtQuantity'>): OrderComparison {
  if (inMarket.has(status) || isMoreThan(dealtQuantity, '0') === true) return 'new';
  return failed.has(status) ? 'over' : onItsWay.has(status) ? 'old' : 'other';
}

function isValue(order: OrderNumbers, field: OrderField, wanted: string): boolean {
  const found = { qty: order.quantity, price: order.price, aux_price: order.auxPrice }[field];
  const same = sameNumber(found, wanted);
  // A service may leave a price out that the order type does not have.
  return same ?? (found.trim() === '' && (wanted.trim() === '' || sameNumber(wanted, '0') === true));
}

/** What an order says of itself when it is read again. */
export interface OrderSays extends OrderNumbers {
  readonly status: string;
  readonly lastError: string;
  readonly dealtQuantity?: string;
}

/** What an order that was read again proves about an accepted attempt; `open` where it proves nothing yet. */
export interface AcceptedEnd {
  readonly end: 'applied' | 'rejected' | 'tooLate' | 'open';
  /** What the order says of a failure that came after the attempt; empty where it says nothing new. */
  readonly news: string;
}

/**
 * Judges an accepted attempt by the order as it is now. *Rejected* needs both: every old value is still there, and the order
 * tells of a failure that it did not tell of `before`; a new text beside any other values may be about something else.
 */
export function endOfAccepted(asked: Asked, before: Pick<OrderSays, 'status' | 'lastError'> | undefined, now: OrderSays): AcceptedEnd {
  const compared = compareWithOrder(asked, now);
  if (compared === 'new') return { end: 'applied', news: '' };
  if (compared === 'over' && asked.action === 'place') return { end: 'rejected', news: now.lastError.trim() };
  if (compared === 'over') return { end: 'tooLate', news: '' };
  const isNew = before !== undefined && (now.lastError !== before.lastError || (now.status === 'FAILED' && before.status !== 'FAILED'));
  const news = isNew ? now.lastError.trim() : '';
  // An open order may tell of a failure of something else that was asked of it.
  const isRejected = asked.action === 'modify' && compared === 'old' && news !== '';
  return { end: isRejected ? 'rejected' : 'open', news };
}
