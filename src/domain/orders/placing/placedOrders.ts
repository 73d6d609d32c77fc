import type { OrderRecord } from '../../../service/records';
import { compareSecurities, isSameSecurity } from '../../market/security';
import { sameNumber } from '../../values/decimal';
import type { Attempt } from '../orderAttempts';
import { isSameAccount, isSameOrder, orderIdOf } from '../orderAttempts';
import { hasMark, hasOtherMark, holdsMark, resemblesRemark } from './mark';

/** The service's and this machine's clocks may differ, and an order may have been delayed on its way. */
const beforeMs = 10_000;
const afterMs = 120_000;
/** An order with the ID of an acceptance is of the time of that request, even if both clocks are a little wrong. */
const agedBeforeMs = 10 * 60_000;
const agedAfterMs = 24 * 60 * 60_000;
/** A service may give times of another zone. */
const zoneMs = 24 * 60 * 60_000;

/** The orders with the mark of a placement, each once: proof that the request reached the broker. */
export function markedOrders(orders: readonly OrderRecord[], mark: string | undefined): readonly OrderRecord[] {
  return [...new Map(orders.filter(({ remark }) => hasMark(remark, mark)).map((order) => [order.orderId, order])).values()];
}

/**
 * The one order that is probably the placed one, at a service that drops or changes remarks: the same security, side, type, and numbers, made
 * at that time, with no remark or what is left of the one sent. Undefined if several match, or if another attempt may have made it. Never proof.
 *
 * @param others - The other attempts of the journal.
 */
export function lookalike(placed: Attempt, orders: readonly OrderRecord[], others: readonly Attempt[]): OrderRecord | undefined {
  const isRival = others.some((other) => other.action === 'place' && !isSameOrder(other.target, placed.target) && isAlike(other, placed));
  if (isRival) return undefined;
  const fitting = [...new Map(orders.filter((order) => fits(placed, order)).map((order) => [order.orderId, order])).values()];
  const [only, another] = fitting;
  return another === undefined ? only : undefined;
}

/**
 * The order with the ID from a response, if it is as requested and of its time; its remark does not matter, unless it has another mark.
 *
 * @param earlyMs - How long before the request it may have been made, by the clock of the service.
 */
export function namedOrder(
  placed: Attempt,
  orders: readonly OrderRecord[],
  id: string | undefined,
  earlyMs = agedBeforeMs,
): OrderRecord | undefined {
  const isIt = (order: OrderRecord): boolean =>
    isTwin(placed, order) && isOfItsAge(placed, order.createdAt, earlyMs) && !hasOtherMark(order.remark, placed.target.mark ?? '');
  return id === '' ? undefined : orders.findLast((order) => order.orderId === id && isIt(order));
}

/**
 * The order with the ID that an attempt was seen with: of its security and side, and of its time, because a service that begins anew, such as
 * the sandbox, uses IDs again. Its numbers may have changed since.
 */
export function isSeenAs({ action, order: facts, target, startedAt, endedAt = startedAt }: Attempt, order: OrderRecord): boolean {
  const isMine = facts === undefined || (isSameSecurity(order.code, facts.code) && order.side === facts.side);
  if (action === 'place')
    return isMine && isOfItsAge({ startedAt, endedAt }, order.createdAt) && !hasOtherMark(order.remark, target.mark ?? '');
  const atMs = knownMs(order.createdAt);
  return isMine && (atMs === undefined || atMs <= Date.parse(endedAt) + agedBeforeMs);
}

/** Options are in no list of orders: their absence from all of them proves nothing. */
export function isListable({ order: facts }: Pick<Attempt, 'order'>): boolean {
  return facts === undefined || !/\d{6}[CP]\d+$/.test(facts.code.trim().toUpperCase());
}

/** Like {@link namedOrder}, whatever zone and clock the service has: probable, but no proof, because IDs are used again. */
export function probablyNamed(placed: Attempt, orders: readonly OrderRecord[], id: string): OrderRecord | undefined {
  return namedOrder(placed, orders, id, zoneMs);
}

/**
 * Whether the lists have no order that may be the attempt's: none of its security and side since, whatever its numbers and remark. An order
 * without a creation time may be it. So may an earlier one, because the service's clock may be slow, unless it is known to be another.
 *
 * @param earlier - The attempts before it in the journal.
 */
export function isBlank(placed: Attempt, orders: readonly OrderRecord[], earlier: readonly Attempt[]): boolean {
  const atMs = Date.parse(placed.startedAt);
  return !orders.some((order) => {
    const { order: facts } = placed;
    if (facts !== undefined && !(isSameSecurity(order.code, facts.code) && order.side === facts.side)) return false;
    const earlyMs = atMs - (knownMs(order.createdAt) ?? atMs);
    if (earlyMs <= beforeMs) return true;
    const isKnown = hasOtherMark(order.remark, placed.target.mark ?? '') || earlier.some((other) => isOrderOf(other, placed, order));
    return !isKnown && earlyMs <= (isAsAsked(placed, order) ? zoneMs : agedBeforeMs);
  });
}

/** Whether another attempt placed, changed, or canceled the order. */
function isOrderOf(other: Attempt, placed: Attempt, order: OrderRecord): boolean {
  // The ID in a response that could not be interpreted may belong to any order.
  const isNamed = other.action !== 'place' || other.outcome?.kind === 'accepted' || other.resolution?.orderId !== undefined;
  return isNamed && isSameAccount(other.target, placed.target) && orderIdOf(other) === order.orderId && isSeenAs(other, order);
}

function fits(placed: Attempt, order: OrderRecord): boolean {
  const isMine = placed.order !== undefined && order.orderType === placed.order.orderType;
  return isMine && isTwin(placed, order) && isUnmarked(placed, order) && isInTime(placed, order.createdAt);
}

function isTwin(placed: Attempt, order: OrderRecord): boolean {
  const facts = placed.order;
  const isMine = facts === undefined || (isSameSecurity(order.code, facts.code) && order.side === facts.side);
  return isMine && isAsAsked(placed, order);
}

/** An order with its own remark is a different one. */
function isUnmarked(placed: Attempt, { remark }: OrderRecord): boolean {
  const { mark = '' } = placed.target;
  if (remark.trim() === '' || holdsMark(remark, mark)) return true;
  return resemblesRemark(remark, sentRemark(placed) ?? mark) || resemblesRemark(remark, mark);
}

/** Whether an order is certainly not what a placement asked for. What a service leaves out, or writes in its own way, says nothing. */
export function isOtherThanAsked({ order: facts, fields }: Pick<Attempt, 'order' | 'fields'>, order: OrderRecord): boolean {
  const isOther = facts !== undefined && compareSecurities(order.code, facts.code) === 'different' && order.code !== '';
  const isOpposite = facts !== undefined && order.side !== '' && order.side.toUpperCase() !== facts.side;
  const found = { qty: order.quantity, price: order.price, aux_price: order.auxPrice };
  return isOther || isOpposite || fields.some(({ field, kept }) => sameNumber(found[field], kept) === false);
}

/** The remark in the exact body that was sent. */
function sentRemark({ body }: Attempt): string | undefined {
  try {
    const sent: unknown = JSON.parse(body);
    return typeof sent === 'object' && sent !== null && 'remark' in sent && typeof sent.remark === 'string' ? sent.remark : undefined;
  } catch {
    return undefined;
  }
}

function isAsAsked({ fields }: Attempt, { quantity, price, auxPrice }: OrderRecord): boolean {
  const found = { qty: quantity, price, aux_price: auxPrice };
  return fields.every(({ field, kept }) => sameNumber(found[field], kept) === true);
}

/** @param time - Microseconds; zero if a service does not know. */
export function knownMs(time: string): number | undefined {
  return /^0*[1-9]\d{0,17}$/.test(time) ? Number(time.slice(0, -3)) : undefined;
}

/** A service may not know when an order was made. */
function isOfItsAge(
  { startedAt, endedAt = startedAt }: Pick<Attempt, 'startedAt' | 'endedAt'>,
  createdAt: string,
  earlyMs = agedBeforeMs,
): boolean {
  const atMs = knownMs(createdAt);
  return atMs === undefined || (atMs >= Date.parse(startedAt) - earlyMs && atMs <= Date.parse(endedAt) + agedAfterMs);
}

function isInTime({ startedAt, endedAt = startedAt }: Attempt, createdAt: string): boolean {
  const atMs = knownMs(createdAt);
  return atMs !== undefined && atMs >= Date.parse(startedAt) - beforeMs && atMs <= Date.parse(endedAt) + afterMs;
}

/** Whether both attempts may have made the same order. */
function isAlike(one: Attempt, two: Attempt): boolean {
  const terms = ({ order, fields }: Attempt): string =>
    JSON.stringify([order?.code, order?.side, order?.orderType, fields.map(({ field, kept }) => [field, kept])]);
  const isNear = Math.abs(Date.parse(one.startedAt) - Date.parse(two.startedAt)) <= beforeMs + afterMs;
  return isNear && isSameAccount(one.target, two.target) && terms(one) === terms(two);
}
