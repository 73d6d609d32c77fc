import { isSameOrder, orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt, ResolvedRecord } from '../../../domain/orders/orderAttempts';
import { compareWithOrder } from '../../../domain/orders/orderComparison';
import { markedOrders, namedOrder } from '../../../domain/orders/placing/placedOrders';
import type { OrderRecord } from '../../../service/records';

/** Orders that one read of a list showed. */
export interface Sighting {
  readonly orders: readonly OrderRecord[];
  /** Wall clock when the read began: it shows nothing of what was sent or settled later. */
  readonly beganMs: number;
}

/** What an order that is read after its attempt was settled says about that attempt. */
export interface LaterPresence {
  readonly verdict: Extract<ResolvedRecord['verdict'], 'changed' | 'reached' | 'rejected' | 'tooLate'>;
  readonly order: OrderRecord;
  /** IDs of further orders with the mark of a new one. */
  readonly others: readonly string[];
}

/**
 * The orders of a placement among those read: all with its mark; else the one with the ID of an understood acceptance, if it is as requested.
 * The ID in a response that could not be interpreted may belong to another order.
 */
export function placedAmong(attempt: Attempt, orders: readonly OrderRecord[]): readonly OrderRecord[] {
  const marked = markedOrders(orders, attempt.target.mark ?? '');
  if (marked.length > 0) return marked;
  const named = attempt.outcome?.kind === 'accepted' ? namedOrder(attempt, orders, attempt.outcome.orderId ?? '') : undefined;
  return named === undefined ? [] : [named];
}

/** Of several orders from one request, the one that counts: an order that failed says nothing about the others. */
export function foremost(attempt: Attempt, [first, ...more]: readonly [OrderRecord, ...OrderRecord[]]): OrderRecord {
  return [first, ...more].find((order) => compareWithOrder(attempt, order) !== 'over') ?? first;
}

/**
 * Judges an attempt that was settled, by whatever: by time, by an absence, by the service's word, or by the user. An absence proves nothing
 * against an order that is read later. Undefined if the read shows nothing new.
 *
 * @param journal - Every attempt.
 */
export function laterPresence(attempt: Attempt, { orders, beganMs }: Sighting, journal: readonly Attempt[]): LaterPresence | undefined {
  const isSince = beganMs >= Date.parse(attempt.endedAt ?? attempt.startedAt);
  return attempt.action === 'place' ? laterPlaced(attempt, orders, isSince) : isSince ? laterChanged(attempt, orders, journal) : undefined;
}

function laterPlaced(attempt: Attempt, orders: readonly OrderRecord[], isSince: boolean): LaterPresence | undefined {
  const [first, ...more] = placedAmong(attempt, orders);
  if (first === undefined) return undefined;
  const known = knownIds(attempt);
  const found = [first, ...more] as const;
  const order = foremost(attempt, found);
  const compared = compareWithOrder(attempt, order);
  const hasNewOrder = found.some(({ orderId }) => !known.includes(orderId));
  // An order that was seen on its way to the market arrives there, or fails, later.
  const hasArrived = isSince && isOnItsWay(attempt) && (compared === 'new' || compared === 'over');
  if (!hasNewOrder && !hasArrived) return undefined;
  // An order that failed is what a rejection said.
  if (compared === 'over' && attempt.state === 'rejected' && known.length === 0) return undefined;
  const ids = [...new Set([...known, ...found.map(({ orderId }) => orderId)])];
  const others = ids.filter((id) => id !== order.orderId);
  // What was proven of one order stays proven, whatever becomes of another.
  const isProven = attempt.state === 'applied' && known.length > 0;
  const verdict = compared === 'new' || isProven ? 'changed' : compared === 'over' ? 'rejected' : 'reached';
  return { verdict, order, others };
}

/** The IDs of the orders that the journal names as seen. */
function knownIds({ resolution, followed }: Attempt): readonly string[] {
  const ids = [resolution?.orderId, ...(resolution?.others ?? []), followed?.orderId];
  return ids.flatMap((id) => (id === undefined || id === '' ? [] : [id]));
}

function isOnItsWay({ state, followed }: Attempt): boolean {
  return (state === 'notApplied' || state === 'endUnknown') && followed?.orderId !== undefined;
}

/** Only the newest attempt on an order can be judged by its values: a later one may have asked for them. */
function laterChanged(attempt: Attempt, orders: readonly OrderRecord[], journal: readonly Attempt[]): LaterPresence | undefined {
  const isByRead = attempt.state === 'rejected' && attempt.resolution !== undefined;
  if (attempt.state !== 'notApplied' && attempt.state !== 'endUnknown' && attempt.state !== 'notChanged' && !isByRead) return undefined;
  const order = orders.findLast(({ orderId }) => orderId === orderIdOf(attempt));
  const newest = journal.findLast((other) => other.action !== 'place' && isSameOrder(other.target, attempt.target));
  if (order === undefined || newest?.root !== attempt.root) return undefined;
  const compared = compareWithOrder(attempt, order);
  if (compared === 'new') return { verdict: 'changed', order, others: [] };
  return compared === 'over' ? { verdict: 'tooLate', order, others: [] } : undefined;
}
