import type { CalendarEvent, OrderRecord } from '../../../service/records';
import type { DecimalText, UnixMilliseconds } from '../../../service/schema/units';
import type { FillStanding } from '../../market/fill';
import { microsecondsToMs } from '../../time/historyRange';
import { hasEnded } from '../../orders/orderRules';
import { isMoreThan, total } from '../../values/decimal';
import { isWithin } from './marketDay';
import type { MarketDay } from './marketDay';

/** The account that an item belongs to. */
export interface Owner {
  readonly kind: 'live' | 'simulated';
  readonly id: string;
  readonly name: string;
}

export interface DayOrder {
  readonly account: Owner;
  readonly order: OrderRecord;
}

export interface DayFill {
  readonly account: Owner;
  readonly id: string;
  readonly orderId: string;
  readonly atMs: UnixMilliseconds;
  /** As sent. */
  readonly side: string;
  readonly quantity: DecimalText;
  readonly price: DecimalText;
  /** Empty if the service doesn’t say it. */
  readonly currency: string;
  readonly standing: FillStanding;
  /** All fills of a paper order together, at their average price and the time of its last update. */
  readonly isSum: boolean;
}

/** An order change that this machine sent, from its journal. */
export interface DayChange {
  readonly account: Pick<Owner, 'kind' | 'id'>;
  readonly id: string;
  readonly orderId: string;
  readonly atMs: UnixMilliseconds;
  readonly fields: readonly { readonly field: 'qty' | 'price' | 'aux_price'; readonly old: string | undefined; readonly kept: string }[];
  /** The service accepted it; otherwise its outcome is not known. */
  readonly isTaken: boolean;
}

export interface DayParts {
  readonly orders: readonly DayOrder[];
  readonly fills: readonly DayFill[];
  readonly changes: readonly DayChange[];
  readonly releases: readonly CalendarEvent[];
}

/**
 * An event at one instant. An order's record has the times when it was placed and last updated: `ended` if it ended other than by being filled,
 * `updated` if it is still open. Its fills are separate events.
 */
export type DayEvent = { readonly id: string; readonly atMs: UnixMilliseconds } & (
  | ({ readonly kind: 'placed' | 'updated' | 'ended' } & DayOrder)
  | { readonly kind: 'changed'; readonly change: DayChange; readonly account: Owner; readonly order: OrderRecord | undefined }
  | { readonly kind: 'filled'; readonly fill: DayFill }
  | { readonly kind: 'released'; readonly release: CalendarEvent }
);

/** Of events at one instant, causes come before their effects. */
const ranks: Readonly<Record<DayEvent['kind'], number>> = { released: 0, placed: 1, changed: 2, updated: 3, filled: 4, ended: 5 };
/** An update this soon after placing is the broker’s own receipt. */
const receiptMs = 1_000;
/** An update this close to a change in the journal is that change. */
const sameChangeMs = 10_000;

/** All events of a day ordered by time, each once: lists may contain an order or a fill twice. */
export function dayEvents(day: MarketDay, { orders, fills, changes, releases }: DayParts): readonly DayEvent[] {
  const known = onceEach(orders);
  const made = changes.filter(({ atMs }) => isWithin(day, atMs));
  const all: readonly DayEvent[] = [
    ...[...known.values()].flatMap((each) => orderEvents(each, made)),
    ...made.map((change): DayEvent => {
      const key = keyOf(change.account, change.orderId);
      const found = known.get(key);
      const account = found?.account ?? { ...change.account, name: change.account.id };
      return { id: `changed/${key}/${change.id}`, atMs: change.atMs, kind: 'changed', change, account, order: found?.order };
    }),
    ...fillsOnce(fills).map(([key, fill]): DayEvent => ({ id: `filled/${key}`, atMs: fill.atMs, kind: 'filled', fill })),
    ...releases.map((release, at): DayEvent => ({
      id: `released/${release.uniqueId ?? ''}/${String(at)}`,
      atMs: release.time * 1000,
      kind: 'released',
      release,
    })),
  ];
  return all
    .filter(({ atMs }) => isWithin(day, atMs))
    .toSorted((one, other) => one.atMs - other.atMs || ranks[one.kind] - ranks[other.kind] || compareTexts(one.id, other.id));
}

/** Fills of the day, each once. */
export function fillsOf(day: MarketDay, fills: readonly DayFill[]): readonly DayFill[] {
  return fillsOnce(fills)
    .map(([, fill]) => fill)
    .filter(({ atMs }) => isWithin(day, atMs));
}

/** Each order once, with its latest update. */
export function ordersOnce<T extends DayOrder>(orders: readonly T[]): readonly T[] {
  return [...onceEach(orders).values()];
}

/** Orders placed on the day, each once with its latest update. */
export function ordersPlaced(day: MarketDay, orders: readonly DayOrder[]): readonly DayOrder[] {
  return ordersOnce(orders).filter(({ order }) => isWithin(day, microsecondsToMs(order.createdAt)));
}

/**
 * Orders of live accounts that were placed and last updated on the day, and whose filled quantity is more than their fills add up to: their
 * fills were read earlier, or are missing.
 */
export function ordersLackingFills(day: MarketDay, orders: readonly DayOrder[], fills: readonly DayFill[]): readonly DayOrder[] {
  const filled = new Map<string, string>();
  for (const { account, orderId, quantity, standing } of fillsOf(day, fills)) {
    if (standing !== 'counts') continue;
    const key = keyOf(account, orderId);
    filled.set(key, total(filled.get(key) ?? '0', quantity) ?? '0');
  }
  return ordersPlaced(day, orders).filter(
    ({ account, order }) =>
      account.kind === 'live' &&
      isWithin(day, microsecondsToMs(order.updatedAt)) &&
      isMoreThan(order.dealtQuantity, filled.get(keyOf(account, order.orderId)) ?? '0') === true,
  );
}

function orderEvents(each: DayOrder, changes: readonly DayChange[]): readonly DayEvent[] {
  const { account, order } = each;
  const key = keyOf(account, order.orderId);
  const [created, updated] = [microsecondsToMs(order.createdAt), microsecondsToMs(order.updatedAt)];
  const placed: readonly DayEvent[] = created === undefined ? [] : [{ id: `placed/${key}`, atMs: created, kind: 'placed', ...each }];
  if (updated === undefined || order.status.startsWith('FILLED_')) return placed;
  if (hasEnded(order.status)) return [...placed, { id: `ended/${key}`, atMs: updated, kind: 'ended', ...each }];
  const isReceipt = created !== undefined && updated - created < receiptMs;
  const isChange = changes.some(
    (change) => keyOf(change.account, change.orderId) === key && Math.abs(updated - change.atMs) <= sameChangeMs,
  );
  return isReceipt || isChange ? placed : [...placed, { id: `updated/${key}`, atMs: updated, kind: 'updated', ...each }];
}

function onceEach<T extends DayOrder>(orders: readonly T[]): ReadonlyMap<string, T> {
  const known = new Map<string, T>();
  for (const each of orders) {
    const key = keyOf(each.account, each.order.orderId);
    const before = known.get(key);
    if (before === undefined || timeOf(each) > timeOf(before)) known.set(key, each);
  }
  return known;
}

function timeOf({ order }: DayOrder): number {
  return microsecondsToMs(order.updatedAt) ?? 0;
}

function fillsOnce(fills: readonly DayFill[]): readonly (readonly [string, DayFill])[] {
  return [...new Map(fills.map((fill) => [keyOf(fill.account, fill.id), fill])).entries()];
}

function keyOf({ kind, id }: Pick<Owner, 'kind' | 'id'>, name: string): string {
  return `${kind}:${id}/${name}`;
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
