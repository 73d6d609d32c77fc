import { slowMs } from '../../fates';
import type { ChangeFate } from '../../fates';
import { OrderRefused } from './orderChange';
import type { OrderKey, OrderShelf } from './orderShelf';
import type { Order } from './orders';
import { isOpen } from './orders';

interface AcceptedChange {
  /** @throws OrderRefused if the order no longer allows it. */
  readonly apply: (atMs: number) => unknown;
  readonly fate: ChangeFate;
  readonly dueMs: number;
}

/** Changes that were accepted but are not applied yet. */
export interface AcceptedChanges {
  add(key: OrderKey, apply: AcceptedChange['apply'], fate: ChangeFate, nowMs: number): void;
  has(key: OrderKey): boolean;
  /**
   * Makes everything happen that is due by now. It does so on access: no timer has to run.
   *
   * @param before - Called with the time of each change, to make happen what precedes it.
   */
  settle(nowMs: number, before: (atMs: number) => void): void;
}

/**
 * @param rejection - The message of an order whose change the exchange rejected later.
 * @param refused - Called when that happens.
 */
export function createAcceptedChanges(shelf: OrderShelf, rejection: string, refused: (order: Order) => void): AcceptedChanges {
  const changes = new Map<OrderKey, AcceptedChange>();

  function rejectLater(key: OrderKey, atMs: number): void {
    const order = shelf.get(key);
    if (order === undefined) return;
    if (isOpen(order)) shelf.keep(key, { ...order, updatedMs: atMs, lastError: rejection });
    refused(shelf.get(key) ?? order);
  }

  return {
    add: (key, apply, fate, nowMs) => void changes.set(key, { apply, fate, dueMs: fate === 'hang' ? Infinity : nowMs + slowMs }),
    has: (key) => changes.has(key),
    settle: (nowMs, before) => {
      const due = [...changes].filter(([, { dueMs }]) => dueMs <= nowMs).toSorted(([, a], [, b]) => a.dueMs - b.dueMs);
      for (const [key, change] of due) {
        changes.delete(key);
        before(change.dueMs);
        if (change.fate !== 'slow' || !isApplied(change)) rejectLater(key, change.dueMs);
      }
    },
  };
}

function isApplied({ apply, dueMs }: AcceptedChange): boolean {
  try {
    apply(dueMs);
    return true;
  } catch (error) {
    if (error instanceof OrderRefused) return false;
    throw error;
  }
}
