import { randomUUID } from 'node:crypto';
import type { OrderChange } from './orderChange';
import type { OrderKey } from './orderShelf';
import type { Order } from './orders';

/** A checked request about an order that is not in force. */
export interface WaitingChange {
  /** Of the order that it is about; a new one has a key of its own. */
  readonly key: OrderKey;
  readonly account: string;
  /** The order as it was, or as it will be. */
  readonly order: Order;
  readonly change: OrderChange;
  /** Until when somebody can still say yes. */
  readonly dueMs: number;
  /** Puts it in force, and gives the id of the order. */
  readonly apply: (nowMs: number) => string;
}

/** Changes that wait for a word of the user. */
export interface WaitingChanges {
  /** Gives the id by which the change is asked for. */
  add(change: WaitingChange): string;
  /** Undefined when the id is unknown, used, forgotten or too old. */
  find(id: string, nowMs: number): WaitingChange | undefined;
  remove(id: string): void;
  /** Forgets what waits for one order. */
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
