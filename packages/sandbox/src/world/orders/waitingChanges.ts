import { randomUUID } from 'node:crypto';
import type { OrderChange } from './orderChange';
import type { OrderKey } from './orderShelf';
import type { Order } from './orders';

/** A validated request about an order that is not applied yet. */
export interface WaitingChange {
  /** The key of its order; a new one has a key of its own. */
  readonly key: OrderKey;
  readonly account: string;
  /** The order before the change, or a new order. */
  readonly order: Order;
  readonly change: OrderChange;
  /** Until when the user can still accept it. */
  readonly dueMs: number;
  /** Applies it, and returns the ID of the order. */
  readonly apply: (nowMs: number) => string;
}

/** Changes that wait for the user's answer. */
export interface WaitingChanges {
  /** Returns the ID by which the change can be found. */
  add(change: WaitingChange): string;
  /** Undefined if the ID is unknown, used, dropped or too old. */
  find(id: string, nowMs: number): WaitingChange | undefined;
  remove(id: string): void;
  /** Drops the waiting changes of one order. */
  forgetOrder(key: OrderKey): void;
}

export function createWaitingChanges(): WaitingChanges {
  const changes = new Map<string, WaitingChange>();
  return {
    add: (change) => {
      const id = randomUUID();
      changes.set(id, change);
      return id;
    },
    find: (id, nowMs) => {
      const change = changes.get(id);
      return change === undefined || change.dueMs < nowMs ? undefined : change;
    },
    remove: (id) => void changes.delete(id),
    forgetOrder: (key) => {
      for (const [id, change] of changes) if (change.key === key) changes.delete(id);
    },
  };
}
