import { isSameAccount, isSameOrder, isUnresolved, orderIdOf } from '../../../domain/orders/orderAttempts';
import type {
  Attempt,
  AttemptState,
  FollowedRecord,
  OrderHome,
  ResolvedRecord,
  SeenOrder,
  Verdict,
} from '../../../domain/orders/orderAttempts';
import { compareWithOrder, endOfAccepted } from '../../../domain/orders/orderComparison';
import type { Asked } from '../../../domain/orders/orderComparison';
import { knownMs, isSeenAs, markedOrders, namedOrder } from '../../../domain/orders/placing/placedOrders';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';

/**
 * What a read of orders means for an attempt: the only place that decides it. Everything here is pure; who reads, waits, writes the journal, and
 * tells the user is around it (`OrderReadBack`, `FollowUp`, `SettledWatch`, `comparedOutcome`).
 */

/** What a read has shown of an attempt. What became of it is the attempt’s own state. */
export interface FollowedEnd {
  /** Its state until then. */
  readonly before: AttemptState;
  /** The attempt’s current state in the journal. */
  readonly attempt: Attempt;
  /** The order as last read; undefined if it was not found. */
  readonly order: OrderRecord | undefined;
  /** IDs of further orders with the mark of a new one. */
  readonly others?: readonly string[];
  /** True if the attempt had been settled without that order. */
  readonly isLate?: boolean;
  /** True if the order of an applied attempt was filled, or ended otherwise, without a request of the user. */
  readonly isEnd?: boolean;
  /** Why the order of an accepted attempt could not be read for as long as an end may take. It is no end: the attempt is followed further. */
  readonly failure?: unknown;
}

/** A decision about an attempt. */
export interface Judgment {
  /** Written into the journal before anybody is told. */
  readonly record: Omit<ResolvedRecord, 'root'> | Omit<FollowedRecord, 'root'>;
  /** What is told then; undefined if it is no news. */
  readonly told: Omit<FollowedEnd, 'attempt'> | undefined;
  /** Its order is on its way, and is followed further. */
  readonly isOpen?: true;
}

/** The order of an attempt, as a look for it showed it: for a new one, by its mark, or by the ID in the response. */
export interface Found {
  readonly kind: 'found';
  readonly order: OrderRecord;
  /** Further orders with the mark of a new one, which is the service’s own doing. */
  readonly others: readonly OrderRecord[];
}

/** What a look for the order of an attempt showed instead. */
export type Missing =
  | Absent
  /** `unlistable`: no list has orders of its kind, so that nothing shows what became of it. */
  | { readonly kind: 'notFound' | 'notOffered' | 'otherService' | 'unlistable'; readonly lookalike?: undefined };

/** Complete lists do not show a new order. */
export interface Absent {
  readonly kind: 'absent';
  /** It has everything but the whole mark, and proves nothing. */
  readonly lookalike: OrderRecord | undefined;
  /** They have no order that may be it. */
  readonly isBlank: boolean;
  /** Two looks, a minute apart, did not show it. */
  readonly isStrong?: boolean;
}

/** What a check of an unresolved attempt’s order showed that proves no end: the user judges it. */
export type Unproven = Missing | { readonly kind: 'unchanged' | 'different'; readonly order: OrderRecord } | { readonly kind: 'inFlight' };

/** The result of an order status check: the attempt is settled, by it if it was `judged`, or it is not. */
export type ReadBack = Unproven | { readonly kind: 'settled'; readonly judged?: Judgment };

/** A service may read from a lagging copy: an order proves that a change was rejected if it shows the old values twice, this far apart. */
const apartMs = 2_000;

/** For this long, a request is followed whose order shows no outcome, over a weekend with holidays too: the history has its order. */
const followedMs = 7 * 24 * 60 * 60_000;

/** A service that refuses what it does all the same does it soon. */
const nearMs = 15 * 60_000;

/** An order may rest this long: what is good till canceled ends at most brokers within 90 days. */
export const restingMs = 90 * 24 * 60 * 60_000;

/** Lists may lag: that a new order is in none of them only counts if two reads are this far apart. */
const strongMs = 60_000;

/**
 * The order of an unresolved change or cancellation.
 *
 * @param oldForMs - For how long, this read included, it has been seen with its old values. Only called if this read shows them.
 */
export function judgeChanged(attempt: Attempt, order: OrderRecord, oldForMs: () => number): Judgment | Unproven {
  switch (compareWithOrder(attempt, order)) {
    case 'new':
      return proven(attempt, 'changed', order);
    case 'over':
      return proven(attempt, 'tooLate', order);
    case 'other':
      return { kind: 'different', order };
    case 'old': {
      const ageMs = oldForMs();
      return attempt.state === 'saysRejected' && ageMs >= apartMs ? proven(attempt, 'notChanged', order) : { kind: 'unchanged', order };
    }
  }
}

/** An order with the mark of a new one reached the broker. Its own status says what became of it. @param more - Further orders with the mark. */
export function judgePlaced(attempt: Attempt, order: OrderRecord, more: readonly OrderRecord[] = []): Judgment {
  const compared = compareWithOrder(attempt, order);
  const others = more.length === 0 ? {} : { others: more.map(({ orderId }) => orderId) };
  if (compared === 'new') return proven(attempt, 'changed', order, others);
  if (compared === 'over') return proven(attempt, 'rejected', order, others);
  const reached = proven(attempt, 'reached', order, others);
  // One order on its way is no news yet, several from one request are; either is followed further.
  return { ...reached, told: more.length === 0 ? undefined : reached.told, isOpen: true };
}

function proven(attempt: Attempt, verdict: Verdict, order: OrderRecord, others: { readonly others?: readonly string[] } = {}): Judgment {
  const text = verdict === 'rejected' ? { text: order.lastError } : {};
  return {
    record: { kind: 'resolved', by: 'readBack', verdict, seen: seenOf(order), ...placedId(attempt, order), ...text, ...others },
    told: { before: attempt.state, order, ...others },
  };
}

/** @param absentForMs - For how long, this read included, complete lists have not had a new order. */
export function judgeAbsent({ state: before }: Attempt, absent: Absent, absentForMs: number): Judgment | Unproven {
  const isStrong = absentForMs >= strongMs;
  // The service rejected it, and nothing contradicts that. An unknown outcome is never settled by an absence.
  const isProof = isStrong && before === 'saysRejected' && absent.lookalike === undefined && absent.isBlank;
  if (!isProof) return { ...absent, isStrong };
  return { record: { kind: 'resolved', by: 'readBack', verdict: 'rejected' }, told: { before, order: undefined } };
}

/**
 * The order of an accepted attempt. Undefined if it proves nothing yet.
 *
 * @param look - `isLast`: it was followed long enough. `others`: IDs of further orders with its mark. `journal`: every attempt.
 */
export function judgeAccepted(
  attempt: Attempt,
  order: OrderRecord,
  look: { readonly isLast: boolean; readonly others: readonly string[]; readonly journal: readonly Attempt[] },
): Judgment | undefined {
  const { isLast, others, journal } = look;
  const { state: before, resolution } = attempt;
  const more = others.length === 0 ? {} : { others };
  const seen = { seen: seenOf(order), ...placedId(attempt, order) };
  const { end: shown, news: text } = endOfAccepted(attempt, attempt.order, order);
  const isBack = shown !== 'changed' && isChangedBack(attempt, order, journal);
  const end = isBack ? undefined : shown;
  const readBack = { kind: 'resolved', by: 'readBack' } as const;
  if (end === 'changed') return { record: { ...readBack, verdict: end, ...seen, ...more }, told: { before, order, ...more } };
  // Several orders from one request are told at once, whatever their status.
  if (others.some((id) => resolution?.others?.includes(id) !== true)) {
    const verdict = end === 'rejected' ? 'rejected' : 'reached';
    const told = { before, order, ...more };
    return { record: { ...readBack, verdict, ...seen, ...more }, told, ...(verdict === 'reached' ? { isOpen: true } : {}) };
  }
  if (end === undefined && !isLast) return undefined;
  // Only what it was before shows that nothing was done to it.
  const isAsBefore = !isBack && compareWithOrder(attempt, order) === 'old';
  const known = end ?? (isAsBefore ? 'notApplied' : 'endUnknown');
  return { record: { kind: 'followed', end: known, text, ...seen }, told: { before, order } };
}

/** No look showed the order of an accepted attempt for certain, for as long as it was followed. */
export function judgeUnseen({ state: before }: Attempt, { kind, lookalike: probable }: Missing): Judgment {
  const isUnlistable = kind === 'unlistable' ? { isUnlistable: true } : {};
  const why = probable === undefined ? isUnlistable : { probablyId: probable.orderId, seen: seenOf(probable) };
  return { record: { kind: 'followed', end: 'endUnknown', text: '', ...why }, told: { before, order: probable } };
}

/** Whether a later change asked for the values that the order shows: they say nothing about this one. */
function isChangedBack({ root, action, target }: Attempt, order: OrderRecord, journal: readonly Attempt[]): boolean {
  if (action !== 'modify') return false;
  const later = journal.slice(journal.findIndex((attempt) => attempt.root === root) + 1);
  return later.some((other) => other.action === 'modify' && isSameOrder(other.target, target) && compareWithOrder(other, order) === 'new');
}

/** Whether an order contradicts the service, which said that it made no change; undefined if it says nothing about that. */
export function contradictsRefusal(asked: Asked, order: OrderRecord): boolean | undefined {
  const compared = compareWithOrder(asked, order);
  // An unknown status says nothing about a cancellation.
  if (compared === 'other' && asked.action === 'cancel') return undefined;
  return compared === 'new' || compared === 'other';
}

/** Whether the lists have the orders of a refused placement and don't show all of them as failed. */
export function isPlacedAfterAll(asked: Asked, orders: readonly OrderRecord[]): boolean {
  return orders.some((order) => compareWithOrder(asked, order) !== 'over');
}

/** Whether an accepted attempt still waits to be seen on its order. */
export function isStillAwaited(attempt: Attempt, order: OrderRecord): boolean {
  return attempt.state === 'accepted' && compareWithOrder(attempt, order) !== 'new';
}

/** The values that a record of the journal keeps of an order. */
function seenOf({ quantity, price, auxPrice, status }: OrderRecord): SeenOrder {
  return { qty: quantity, price, auxPrice, status };
}

/** An order found by its mark has its ID in the journal from then on. */
function placedId({ action }: Attempt, { orderId }: OrderRecord): { readonly orderId?: string } {
  return action === 'place' ? { orderId } : {};
}

/** Wall clock of an attempt's last request, in milliseconds: earlier reads cannot reflect it. */
export function lastOf({ startedAt, endedAt = startedAt }: Attempt): number {
  return Date.parse(endedAt);
}

/** Orders that one read of a list showed. */
export interface Sighting {
  readonly orders: readonly OrderRecord[];
  /** Wall clock when the read began: it shows nothing of what was sent or settled later. */
  readonly beganMs: number;
}

/**
 * The orders of a placement among those read: all with its mark; else the one with the ID of an understood acceptance, if it is as requested.
 * The ID in a response that could not be interpreted may belong to another order.
 */
export function placedAmong(attempt: Attempt, orders: readonly OrderRecord[]): readonly OrderRecord[] {
  const marked = markedOrders(orders, attempt.target.mark);
  if (marked.length > 0) return marked;
  const named = attempt.outcome?.kind === 'accepted' ? namedOrder(attempt, orders, attempt.outcome.orderId) : undefined;
  return named === undefined ? [] : [named];
}

/** Of several orders from one request, the one that counts: an order that failed says nothing about the others. */
export function foremost(attempt: Attempt, [first, ...more]: readonly [OrderRecord, ...OrderRecord[]]): OrderRecord {
  return [first, ...more].find((order) => compareWithOrder(attempt, order) !== 'over') ?? first;
}

/**
 * Judges an attempt that was settled, by whatever: by time, by an absence, by the service's word, or by the user; or that is followed no
 * longer. An absence proves nothing against an order that is read later. Undefined if the read shows nothing new.
 *
 * @param journal - Every attempt.
 */
export function judgeLater(attempt: Attempt, sighting: Sighting, journal: readonly Attempt[]): Judgment | undefined {
  return laterPresence(attempt, sighting, journal) ?? judgeEnd(attempt, sighting, journal);
}

/** What an order that is read after its attempt was settled says about that attempt. @param others - IDs of further orders with its mark. */
function late(attempt: Attempt, verdict: Verdict, order: OrderRecord, others: readonly string[] = []): Judgment {
  const text = verdict === 'rejected' ? order.lastError.trim() : '';
  const more = { ...(others.length === 0 ? {} : { others }), ...(text === '' ? {} : { text }) };
  return {
    record: { kind: 'resolved', by: 'readBack', verdict, seen: seenOf(order), ...placedId(attempt, order), ...more },
    told: { before: attempt.state, order, others, isLate: true },
  };
}

function laterPresence(attempt: Attempt, { orders, beganMs }: Sighting, journal: readonly Attempt[]): Judgment | undefined {
  const isSince = beganMs >= lastOf(attempt);
  if (attempt.action === 'place') return laterPlaced(attempt, orders, isSince);
  return isSince ? laterChanged(attempt, { orders, beganMs }, journal) : undefined;
}

/** The end of an order that an applied attempt placed or changed, if it is news of that attempt. */
function judgeEnd(attempt: Attempt, { orders, beganMs }: Sighting, journal: readonly Attempt[]): Judgment | undefined {
  if (!isAwaitingEnd(attempt)) return undefined;
  const isNews = (one: OrderRecord): boolean => {
    const end = hasEnded(one.status) ? endOf(one, { target: attempt.target, beganMs }, journal) : undefined;
    return typeof end === 'object' && end.root === attempt.root;
  };
  const order = orders.find(isNews);
  if (order === undefined) return undefined;
  const { others } = attempt.resolution ?? {};
  const more = others === undefined ? {} : { others };
  return {
    record: { kind: 'resolved', by: 'readBack', verdict: 'changed', seen: seenOf(order), ...placedId(attempt, order), ...more },
    told: { before: attempt.state, order, isEnd: true },
  };
}

/**
 * The attempt of which the end of an order is news: the last that placed or changed it. `known` if the end is in the journal, if the user asked
 * for it, or if an attempt that is still to be settled tells it; undefined if the user neither placed nor changed the order here.
 *
 * @param order - Has ended.
 * @param read - Where it was read, and when (wall clock).
 * @param journal - Every attempt.
 */
export function endOf(
  order: OrderRecord,
  { target, beganMs }: { readonly target: OrderHome; readonly beganMs: number },
  journal: readonly Attempt[],
): Attempt | 'known' | undefined {
  const about = journal.filter((attempt) => isSameAccount(attempt.target, target) && isOf(attempt, order));
  const isTold = about.some((attempt) => hasToldEnd(attempt) || willTellEnd(attempt, order, beganMs, journal));
  const isAsked = order.status.startsWith('CANCELLED') && about.some(({ action, state }) => action === 'cancel' && state === 'applied');
  if (isTold || isAsked) return 'known';
  const last = about.findLast(isAwaitingEnd);
  return last ?? (about.some(({ action }) => action === 'place') ? 'known' : undefined);
}

function isOf(attempt: Attempt, order: OrderRecord): boolean {
  // Of several orders with its mark, one counts. How another ends is not how that one ended.
  const isOther = (attempt.resolution?.orderId ?? order.orderId) !== order.orderId;
  if (!isOther && placedAmong(attempt, [order]).length > 0) return true;
  return orderIdOf(attempt) === order.orderId && isSeenAs(attempt, order);
}

/** Whether the attempt placed or changed an order whose end the journal does not have. */
export function isAwaitingEnd(attempt: Attempt): boolean {
  return attempt.state === 'applied' && attempt.action !== 'cancel' && !hasToldEnd(attempt);
}

/** Whether what was told of the attempt says how its order ended. Only a change that was applied, not one that failed, tells that. */
function hasToldEnd({ action, resolution, followed, state }: Attempt): boolean {
  const seen = resolution?.by === 'readBack' ? resolution.seen : followed?.seen;
  return seen !== undefined && hasEnded(seen.status) && (action !== 'modify' || state === 'applied');
}

/** Whether the order's end settles the attempt, which tells it then. */
function willTellEnd(attempt: Attempt, order: OrderRecord, beganMs: number, journal: readonly Attempt[]): boolean {
  if (!isFollowed(attempt, beganMs)) return laterPresence(attempt, { orders: [order], beganMs }, journal) !== undefined;
  const compared = compareWithOrder(attempt, order);
  return compared === 'new' || compared === 'over';
}

/** Whether an attempt without an end is followed to it. What was accepted has one after a single look, however late that is. */
export function isFollowed(attempt: Attempt, nowMs: number): boolean {
  const ageMs = nowMs - lastOf(attempt);
  return attempt.state === 'accepted' ? ageMs < restingMs : isUnresolved(attempt.state) && ageMs < followedMs;
}

/** Whether an attempt has no end yet. */
export function isWithoutEnd({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'accepted' || isUnresolved(state);
}

/** Whether one of the orders may be the attempt's. */
export function concerns(attempt: Attempt, orders: readonly OrderRecord[]): boolean {
  const id = orderIdOf(attempt);
  return orders.some(({ orderId }) => orderId === id) || placedAmong(attempt, orders).length > 0;
}

function laterPlaced(attempt: Attempt, orders: readonly OrderRecord[], isSince: boolean): Judgment | undefined {
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
  return late(attempt, verdict, order, others);
}

/** The IDs of the orders that the journal names as seen. */
function knownIds({ resolution, followed }: Attempt): readonly string[] {
  const ids = [resolution?.orderId, ...(resolution?.others ?? []), followed?.orderId];
  return ids.flatMap((id) => (id === undefined || id === '' ? [] : [id]));
}

function isOnItsWay({ state, followed }: Attempt): boolean {
  return (state === 'notApplied' || state === 'endUnknown') && followed?.orderId !== undefined;
}

const settledBySight: ReadonlySet<AttemptState> = new Set(['notApplied', 'endUnknown', 'notChanged']);

/** Settled by the word of the service or its gateway that nothing was done. It is believed without a read, and may be wrong. */
const settledByWord: ReadonlySet<AttemptState> = new Set([
  'rejected',
  'notAuthorized',
  'tooManyRequests',
  'notOffered',
  'clockRejected',
  'abandoned',
]);

/** Only the newest attempt on an order can be judged by its values: a later one may have asked for them. */
function laterChanged(attempt: Attempt, { orders, beganMs }: Sighting, journal: readonly Attempt[]): Judgment | undefined {
  const isByRead = attempt.state === 'rejected' && attempt.resolution !== undefined;
  const isBySight = settledBySight.has(attempt.state) || isByRead || isWithoutEnd(attempt);
  const isApplied = attempt.state === 'applied';
  if (!isBySight && !isApplied && !settledByWord.has(attempt.state)) return undefined;
  const order = orders.findLast(({ orderId }) => orderId === orderIdOf(attempt));
  const newest = journal.findLast((other) => isSameOrder(other.target, attempt.target));
  if (order === undefined || newest?.root !== attempt.root) return undefined;
  if (isApplied) {
    const verdict = undone(attempt, order);
    return verdict === undefined ? undefined : late(attempt, verdict, order);
  }
  const compared = compareWithOrder(attempt, order);
  // What ended long after a refused cancellation was not canceled by it: day orders expire.
  const isByAnother = attempt.action === 'cancel' && !isBySight && isLongAfter(attempt, knownMs(order.updatedAt) ?? beganMs, beganMs);
  if (compared === 'new') return isByAnother ? undefined : late(attempt, 'changed', order);
  // That the order ended otherwise is what a refusal may have said.
  return compared === 'over' && isBySight ? late(attempt, 'tooLate', order) : undefined;
}

/**
 * Whether an order ended long after a request.
 *
 * @param updatedMs - When it changed last, by the service. It was open at the request: an earlier time says nothing.
 * @param beganMs - When it was read.
 */
function isLongAfter({ startedAt, endedAt = startedAt }: Attempt, updatedMs: number, beganMs: number): boolean {
  const atMs = updatedMs < Date.parse(startedAt) - nearMs ? beganMs : updatedMs;
  return atMs > Date.parse(endedAt) + nearMs;
}

/**
 * What an order says against an end that it showed before: fills that crossed its cancellation, or a rejection after its change. Only what no
 * lagging copy of the order could show counts.
 */
function undone(attempt: Attempt, order: OrderRecord): Verdict | undefined {
  if (attempt.action === 'modify') return endOfAccepted(attempt, attempt.order, order).end === 'rejected' ? 'rejected' : undefined;
  if (order.status === 'FILLED_ALL') return 'tooLate';
  return order.status === 'CANCELLED_PART' && attempt.resolution?.seen?.status === 'CANCELLED_ALL' ? 'changed' : undefined;
}
