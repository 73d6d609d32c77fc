import { isSameAccount, isSameOrder, isUnresolved, orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt, AttemptState, FollowedRecord, OrderHome, ResolvedRecord, SeenOrder } from '../../../domain/orders/orderAttempts';
import { compareWithOrder, endOfAccepted } from '../../../domain/orders/orderComparison';
import type { Asked } from '../../../domain/orders/orderComparison';
import { knownMs, isSeenAs, markedOrders, namedOrder } from '../../../domain/orders/placing/placedOrders';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';

/**
 * What a read of orders means for an attempt: the only place that decides it. Everything here is pure; who reads, waits, writes the journal, and
 * tells the user is around it (`OrderReadBack`, `FollowUp`, `SettledWatch`, `comparedOutcome`).
 */

/** The end of a change that was accepted or whose outcome was unknown. */
export interface FollowedEnd {
  /**
   * `freed`: the order shows that a change was rejected, as the service said. `reached`: the order of an attempt that was settled otherwise is
   * at the broker after all. `ended`: the order of an applied attempt was filled, or ended otherwise, without a request of the user. `unknown`:
   * the window that sent it was closed before a response, so that nothing is known; it is followed further.
   */
  readonly end: 'ended' | 'applied' | 'reached' | 'rejected' | 'notApplied' | 'endUnknown' | 'tooLate' | 'freed' | 'unknown';
  /** Its state until then. */
  readonly before: AttemptState;
  /** The attempt's current state in the journal. */
  readonly attempt: Attempt;
  /** The order as last read; undefined if it was not found. */
  readonly order: OrderRecord | undefined;
  /** A failure that the order reports since the change; empty if none. */
  readonly text: string;
  /** IDs of further orders with the mark of a new one. */
  readonly others?: readonly string[];
  /** True if the attempt had been settled without that order. */
  readonly isLate?: boolean;
}

/** A decision about an attempt. */
export interface Judgment {
  /** Written into the journal before anybody is told. */
  readonly record: Omit<ResolvedRecord, 'root'> | Omit<FollowedRecord, 'root'>;
  /** What is told then. */
  readonly told: Omit<FollowedEnd, 'attempt'>;
  /** Its order is on its way, and is followed further. */
  readonly isOpen?: true;
}

/** The result of an order status check. `applied`, `rejected`, `reached`, and `tooLate` are proven and settle the attempt; the user judges the rest. */
export type ReadBack =
  | { readonly kind: 'tooLate' | 'unchanged' | 'different'; readonly order: OrderRecord }
  /** `reached`: a new order is at the broker; its status does not show its outcome yet, so it is followed from now on. */
  | {
      readonly kind: 'applied' | 'rejected' | 'reached';
      readonly order: OrderRecord;
      /** IDs of further orders with the mark of a new one. */
      readonly others?: readonly string[];
    }
  | { readonly kind: 'notFound' | 'notOffered' | 'inFlight' | 'otherService' | 'settled' }
  /**
   * Complete lists do not show a new order; `isStrong` if two of them, a minute apart, do not. `lookalike` fits, but proves nothing. `isBlank` if
   * they have no order that may be it.
   */
  | { readonly kind: 'absent'; readonly isStrong: boolean; readonly isBlank: boolean; readonly lookalike: OrderRecord | undefined }
  /** The service said that it rejected a new order, and no list has it. */
  | { readonly kind: 'nowhere' }
  /** No list has orders of its kind, so that nothing shows what became of it. */
  | { readonly kind: 'unlistable' };

/** What a check that could read everything found instead of an order. */
export interface Unseen {
  /** No list has orders of its kind. */
  readonly isUnlistable: boolean;
  /** An order with everything but the whole mark. */
  readonly probable: OrderRecord | undefined;
}

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
export function judgeChanged(attempt: Attempt, order: OrderRecord, oldForMs: () => number): ReadBack {
  switch (compareWithOrder(attempt, order)) {
    case 'new':
      return { kind: 'applied', order };
    case 'over':
      return { kind: 'tooLate', order };
    case 'other':
      return { kind: 'different', order };
    case 'old': {
      const ageMs = oldForMs();
      return { kind: attempt.state === 'saysRejected' && ageMs >= apartMs ? 'rejected' : 'unchanged', order };
    }
  }
}

/** An order with the mark of a new one reached the broker. Its own status says what became of it. @param more - Further orders with the mark. */
export function judgePlaced(attempt: Attempt, order: OrderRecord, more: readonly OrderRecord[] = []): ReadBack {
  const compared = compareWithOrder(attempt, order);
  const kind = compared === 'new' ? 'applied' : compared === 'over' ? 'rejected' : 'reached';
  return { kind, order, ...(more.length === 0 ? {} : { others: more.map(({ orderId }) => orderId) }) };
}

/**
 * Complete lists don't have a new order.
 *
 * @param found - `isBlank`: they have no order that may be it.
 * @param absentForMs - For how long, this read included, they have not had it.
 */
export function judgeAbsent(
  { state }: Attempt,
  { lookalike, isBlank }: { readonly lookalike: OrderRecord | undefined; readonly isBlank: boolean },
  absentForMs: number,
): ReadBack {
  const isStrong = absentForMs >= strongMs;
  // The service rejected it, and nothing contradicts that. An unknown outcome is never settled by an absence.
  const isProof = isStrong && state === 'saysRejected' && lookalike === undefined && isBlank;
  return isProof ? { kind: 'nowhere' } : { kind: 'absent', isStrong, isBlank, lookalike };
}

/** What the result of a check settles; undefined if it proves nothing. */
export function settledBy(attempt: Attempt, found: ReadBack): Omit<ResolvedRecord, 'root'> | undefined {
  const readBack = { kind: 'resolved', by: 'readBack' } as const;
  switch (found.kind) {
    case 'nowhere':
      return { ...readBack, verdict: 'rejected' };
    case 'tooLate':
      return { ...readBack, verdict: 'tooLate', seen: seenOf(found.order) };
    case 'applied':
    case 'rejected':
    case 'reached': {
      const { order, others } = found;
      const seen = seenOf(order);
      if (attempt.action !== 'place') return { ...readBack, verdict: found.kind === 'applied' ? 'changed' : 'notChanged', seen };
      const verdict = found.kind === 'applied' ? 'changed' : found.kind;
      const text = found.kind === 'rejected' ? { text: order.lastError } : {};
      return { ...readBack, verdict, seen, orderId: order.orderId, ...text, ...(others === undefined ? {} : { others }) };
    }
    default:
      return undefined;
  }
}

/** What is told of a check that settled an unresolved attempt; undefined if there is no news. */
export function toldOf({ state: before }: Attempt, found: ReadBack): Judgment['told'] | undefined {
  const told = { before, text: '', ...('others' in found ? { others: found.others } : {}) };
  switch (found.kind) {
    case 'applied':
    case 'tooLate':
      return { ...told, end: found.kind, order: found.order };
    case 'nowhere':
      return { ...told, end: 'freed', order: undefined };
    case 'rejected':
      return { ...told, end: 'freed', order: found.order };
    case 'reached':
      // One order on its way is no news yet, several from one request are; either is followed further.
      return 'others' in found ? { ...told, end: 'reached', order: found.order } : undefined;
    default:
      return undefined;
  }
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
  const isBack = shown !== 'applied' && isChangedBack(attempt, order, journal);
  const end = isBack ? 'open' : shown;
  const readBack = { kind: 'resolved', by: 'readBack' } as const;
  if (end === 'applied')
    return { record: { ...readBack, verdict: 'changed', ...seen, ...more }, told: { end, before, order, text: '', ...more } };
  // Several orders from one request are told at once, whatever their status.
  if (others.some((id) => resolution?.others?.includes(id) !== true)) {
    const verdict = end === 'rejected' ? 'rejected' : 'reached';
    const told = { end: verdict, before, order, text, ...more } as const;
    return { record: { ...readBack, verdict, ...seen, ...more }, told, ...(verdict === 'reached' ? { isOpen: true } : {}) };
  }
  if (end === 'open' && !isLast) return undefined;
  // Only what it was before shows that nothing was done to it.
  const isAsBefore = !isBack && compareWithOrder(attempt, order) === 'old';
  const known = end !== 'open' ? end : isAsBefore ? 'notApplied' : 'endUnknown';
  return { record: { kind: 'followed', end: known, text, ...seen }, told: { end: known, before, order, text } };
}

/** Nothing that was read is the order of an accepted attempt for certain, for as long as it was followed. */
export function judgeUnseen({ state: before }: Attempt, { isUnlistable, probable }: Unseen): Judgment {
  const why = isUnlistable ? { isUnlistable } : probable === undefined ? {} : { probablyId: probable.orderId, seen: seenOf(probable) };
  const end = { end: 'endUnknown', text: '' } as const;
  return { record: { kind: 'followed', ...end, ...why }, told: { ...end, before, order: probable } };
}

/** Whether a later change asked for the values that the order shows: they say nothing about this one. */
function isChangedBack({ root, action, target }: Attempt, order: OrderRecord, journal: readonly Attempt[]): boolean {
  if (action !== 'modify') return false;
  const later = journal.slice(journal.findIndex((attempt) => attempt.root === root) + 1);
  return later.some((other) => other.action === 'modify' && isSameOrder(other.target, target) && compareWithOrder(other, order) === 'new');
}

/**
 * The order after the service said that it made no change: whether that `stands`, is `contradicted` by the order's values, or is left `open`
 * because they say nothing about it.
 */
export function judgeRefusal(asked: Asked, order: OrderRecord): 'stands' | 'contradicted' | 'open' {
  const compared = compareWithOrder(asked, order);
  if (compared === 'old' || compared === 'over') return 'stands';
  // The order's status says nothing about a cancellation.
  return compared === 'other' && asked.action === 'cancel' ? 'open' : 'contradicted';
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

/** What an order that is read after its attempt was settled says about that attempt. */
interface LaterPresence {
  readonly verdict: Extract<ResolvedRecord['verdict'], 'changed' | 'reached' | 'rejected' | 'tooLate'>;
  readonly order: OrderRecord;
  /** IDs of further orders with the mark of a new one. */
  readonly others: readonly string[];
}

const laterEnd = { changed: 'applied', reached: 'reached', rejected: 'rejected', tooLate: 'tooLate' } as const;

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
 * Judges an attempt that was settled, by whatever: by time, by an absence, by the service's word, or by the user; or that is followed no
 * longer. An absence proves nothing against an order that is read later. Undefined if the read shows nothing new.
 *
 * @param journal - Every attempt.
 */
export function judgeLater(attempt: Attempt, sighting: Sighting, journal: readonly Attempt[]): Judgment | undefined {
  const found = laterPresence(attempt, sighting, journal);
  if (found === undefined) return judgeEnd(attempt, sighting, journal);
  const { verdict, order, others } = found;
  const text = verdict === 'rejected' ? order.lastError.trim() : '';
  const more = { ...(others.length === 0 ? {} : { others }), ...(text === '' ? {} : { text }) };
  return {
    record: { kind: 'resolved', by: 'readBack', verdict, seen: seenOf(order), ...placedId(attempt, order), ...more },
    told: { end: laterEnd[verdict], before: attempt.state, order, text, others, isLate: true },
  };
}

function laterPresence(attempt: Attempt, { orders, beganMs }: Sighting, journal: readonly Attempt[]): LaterPresence | undefined {
  const isSince = beganMs >= lastOf(attempt);
  if (attempt.action === 'place') return laterPlaced(attempt, orders, isSince);
  return isSince ? laterChanged(attempt, { orders, beganMs }, journal) : undefined;
}

/** The end of an order that an applied attempt placed or changed, if it is news of that attempt. */
function judgeEnd(attempt: Attempt, { orders, beganMs }: Sighting, journal: readonly Attempt[]): Judgment | undefined {
  if (!isAwaitingEnd(attempt)) return undefined;
  const isNews = (one: OrderRecord): boolean => {
    const end = hasEnded(one.status) ? endOf(one, { target: attempt.target, beganMs }, journal) : 'known';
    return typeof end === 'object' && end.root === attempt.root;
  };
  const order = orders.find(isNews);
  if (order === undefined) return undefined;
  const { others } = attempt.resolution ?? {};
  const more = others === undefined ? {} : { others };
  return {
    record: { kind: 'resolved', by: 'readBack', verdict: 'changed', seen: seenOf(order), ...placedId(attempt, order), ...more },
    told: { end: 'ended', before: attempt.state, order, text: '' },
  };
}

/**
 * The attempt of which the end of an order is news: the last that placed or changed it. `known` if the end is in the journal, if the user asked
 * for it, or if an attempt that is still to be settled tells it; `foreign` if the user neither placed nor changed the order here.
 *
 * @param order - Has ended.
 * @param read - Where it was read, and when (wall clock).
 * @param journal - Every attempt.
 */
export function endOf(
  order: OrderRecord,
  { target, beganMs }: { readonly target: OrderHome; readonly beganMs: number },
  journal: readonly Attempt[],
): Attempt | 'known' | 'foreign' {
  const about = journal.filter((attempt) => isSameAccount(attempt.target, target) && isOf(attempt, order));
  const isTold = about.some((attempt) => hasToldEnd(attempt) || willTellEnd(attempt, order, beganMs, journal));
  const isAsked = order.status.startsWith('CANCELLED') && about.some(({ action, state }) => action === 'cancel' && state === 'applied');
  if (isTold || isAsked) return 'known';
  const last = about.findLast(isAwaitingEnd);
  return last ?? (about.some(({ action }) => action === 'place') ? 'known' : 'foreign');
}

function isOf(attempt: Attempt, order: OrderRecord): boolean {
  if (attempt.action === 'place' && placedAmong(attempt, [order]).length > 0) return true;
  return orderIdOf(attempt) === order.orderId && isSeenAs(attempt, order);
}

/** Whether the attempt placed or changed an order whose end the journal does not have. */
export function isAwaitingEnd(attempt: Attempt): boolean {
  return attempt.state === 'applied' && attempt.action !== 'cancel' && !hasToldEnd(attempt);
}

/** Whether what was told of the attempt says how its order ended. Only a change that was applied, not one that failed, tells that. */
function hasToldEnd({ action, resolution, followed, state }: Attempt): boolean {
  const status = resolution?.by === 'readBack' ? resolution.seen?.status : followed?.seen?.status;
  return status !== undefined && hasEnded(status) && (action !== 'modify' || state === 'applied');
}

/** Whether the order's end settles the attempt, which tells it then. */
function willTellEnd(attempt: Attempt, order: OrderRecord, beganMs: number, journal: readonly Attempt[]): boolean {
  if (!isFollowed(attempt, beganMs)) return laterPresence(attempt, { orders: [order], beganMs }, journal) !== undefined;
  const compared = compareWithOrder(attempt, order);
  return compared === 'new' || (compared === 'over' && attempt.action !== 'modify');
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
  return orders.some(({ orderId }) => orderId === id) || (attempt.action === 'place' && placedAmong(attempt, orders).length > 0);
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
function laterChanged(attempt: Attempt, { orders, beganMs }: Sighting, journal: readonly Attempt[]): LaterPresence | undefined {
  const isByRead = attempt.state === 'rejected' && attempt.resolution !== undefined;
  const isBySight = settledBySight.has(attempt.state) || isByRead || isWithoutEnd(attempt);
  const isApplied = attempt.state === 'applied';
  if (!isBySight && !isApplied && !settledByWord.has(attempt.state)) return undefined;
  const order = orders.findLast(({ orderId }) => orderId === orderIdOf(attempt));
  const newest = journal.findLast((other) => isSameOrder(other.target, attempt.target));
  if (order === undefined || newest?.root !== attempt.root) return undefined;
  if (isApplied) {
    const verdict = undone(attempt, order);
    return verdict === undefined ? undefined : { verdict, order, others: [] };
  }
  const compared = compareWithOrder(attempt, order);
  // What ended long after a refused cancellation was not canceled by it: day orders expire.
  const isByAnother = attempt.action === 'cancel' && !isBySight && isLongAfter(attempt, knownMs(order.updatedAt) ?? beganMs, beganMs);
  if (compared === 'new') return isByAnother ? undefined : { verdict: 'changed', order, others: [] };
  // That the order ended otherwise is what a refusal may have said.
  return compared === 'over' && isBySight ? { verdict: 'tooLate', order, others: [] } : undefined;
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
function undone(attempt: Attempt, order: OrderRecord): 'changed' | 'rejected' | 'tooLate' | undefined {
  if (attempt.action === 'modify') return endOfAccepted(attempt, attempt.order, order).end === 'rejected' ? 'rejected' : undefined;
  if (order.status === 'FILLED_ALL') return 'tooLate';
  return order.status === 'CANCELLED_PART' && attempt.resolution?.seen?.status === 'CANCELLED_ALL' ? 'changed' : undefined;
}
