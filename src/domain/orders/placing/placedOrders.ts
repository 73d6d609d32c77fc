import type { OrderRecord } from '../../../service/records';
import { isSameSecurity } from '../../quotes/symbol';
import { sameNumber } from '../../values/decimal';
import type { Attempt } from '../orderAttempts';
import { isSameOrder } from '../orderAttempts';
import { serviceIdentity } from '../serviceIdentity';
import { hasMark } from './mark';

/** The service's and this machine's clocks may differ, and an order may have been delayed on its way. */
const beforeMs = 10_000;
const afterMs = 120_000;

/** The orders with the mark of a placement, each once: proof that the request reached the broker. */
export function markedOrders(orders: readonly OrderRecord[], mark: string): readonly OrderRecord[] {
  return [...new Map(orders.filter(({ remark }) => hasMark(remark, mark)).map((order) => [order.orderId, order])).values()];
}

/**
 * The one order that is probably the placed one, at a service that does not return the remark: the same security, side, type, and numbers, made
 * at that time. Undefined if several match, or if another attempt may have made it. Never proof.
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

/** The order with the ID from a response, if it is as requested; its remark does not matter. */
export function namedOrder(placed: Attempt, orders: readonly OrderRecord[], id: string): OrderRecord | undefined {
  return id === '' ? undefined : orders.findLast((order) => order.orderId === id && isUnmarkedTwin(placed, order));
}

/**
 * Whether the lists have no order of this security and side since the attempt, whatever its numbers and remark. An order without a creation
 * time may be one.
 */
export function isBlank({ order: facts, startedAt }: Attempt, orders: readonly OrderRecord[]): boolean {
  const sinceMs = Date.parse(startedAt) - beforeMs;
  return !orders.some(({ code, side, createdAt }) => {
    const isAlike = facts === undefined || (isSameSecurity(code, facts.code) && side === facts.side);
    return isAlike && (madeMs(createdAt) ?? sinceMs) >= sinceMs;
  });
}

function fits(placed: Attempt, order: OrderRecord): boolean {
  const isMine = placed.order !== undefined && order.orderType === placed.order.orderType;
  return isMine && isUnmarkedTwin(placed, order) && isInTime(placed, order.createdAt);
}

/** An order with its own remark is a different one. */
function isUnmarkedTwin(placed: Attempt, order: OrderRecord): boolean {
  const facts = placed.order;
  const isMine = facts === undefined || (isSameSecurity(order.code, facts.code) && order.side === facts.side);
  return isMine && order.remark.trim() === '' && isAsAsked(placed, order);
}

function isAsAsked({ fields }: Attempt, { quantity, price, auxPrice }: OrderRecord): boolean {
  const found = { qty: quantity, price, aux_price: auxPrice };
  return fields.every(({ field, kept }) => sameNumber(found[field], kept) === true);
}

/** @param createdAt - Microseconds; zero if a service does not know. */
function madeMs(createdAt: string): number | undefined {
  return /^0*[1-9]\d{0,17}$/.test(createdAt) ? Number(createdAt.slice(0, -3)) : undefined;
}

function isInTime({ startedAt, endedAt = startedAt }: Attempt, createdAt: string): boolean {
  const atMs = madeMs(createdAt);
  return atMs !== undefined && atMs >= Date.parse(startedAt) - beforeMs && atMs <= Date.parse(endedAt) + afterMs;
}

/** Whether both attempts may have made the same order. */
function isAlike(one: Attempt, two: Attempt): boolean {
  const terms = ({ order, fields }: Attempt): string =>
    JSON.stringify([order?.code, order?.side, order?.orderType, fields.map(({ field, kept }) => [field, kept])]);
  const isNear = Math.abs(Date.parse(one.startedAt) - Date.parse(two.startedAt)) <= beforeMs + afterMs;
  const isHere =
    one.target.accountId === two.target.accountId && serviceIdentity(one.target.service) === serviceIdentity(two.target.service);
  return isNear && isHere && terms(one) === terms(two);
}
