import type { OrderChange } from './orderChange';
import type { OrderKey, OrderShelf } from './orderShelf';

/** How long an order whose id begins with SLOW- takes to change after the change was accepted. */
const slowMs = 3_000;

/** What becomes of an accepted change: applied some seconds later, rejected by the exchange then, or neither, ever. */
export type ChangeFate = 'slow' | 'reject' | 'hang';

interface AcceptedChange extends OrderChange {
  readonly fate: ChangeFate;
  readonly dueMs: number;
}

/** Changes that were accepted and are not in force yet. */
export interface AcceptedChanges {
  add(key: OrderKey, change: OrderChange, fate: ChangeFate, nowMs: number): void;
  has(key: OrderKey): boolean;
  /** Has everything happen that is due by now. It happens when somebody looks: no timer has to run. */
  settle(nowMs: number): void;
}

/** @param rejection - What an order tells whose change the exchange rejected later. */
export function createAcceptedChanges(shelf: OrderShelf, rejection: string): AcceptedChanges {
  const changes = new Map<OrderKey, AcceptedChange>();

  function rejectLater(key: OrderKey, atMs: number): void {
    const order = shelf.get(key);
    if (order !== undefined) shelf.keep(key, { ...order, updatedMs: atMs, lastError: rejection });
  }

  return {
    add: (key, change, fate, nowMs) => void changes.set(key, { ...change, fate, dueMs: fate === 'hang' ? Infinity : nowMs + slowMs }),
    has: (key) => changes.has(key),
    settle: (nowMs) => {
      for (const [key, change] of changes) {
        if (change.dueMs > nowMs) continue;
        changes.delete(key);
        if (change.fate === 'slow') shelf.apply(key, change, change.dueMs);
        else rejectLater(key, change.dueMs);
      }
    },
  };
}
