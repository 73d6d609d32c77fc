import type { OrderRecord } from '../../service/records';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';

/** Lists of orders that somebody keeps up to date. */
interface ListedOrders {
  find(accountId: string, orderId: string): OrderRecord | undefined;
  onDidChange(listener: () => void): Disposable;
}

/** The latest record of each order, whoever read it: the lists of the Orders view, or a look at one order. */
export class SeenOrders implements Disposable {
  readonly #alone = new Map<string, OrderRecord>();
  readonly #seen = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly onDidSee = this.#seen.event;

  constructor(private readonly listed: ListedOrders) {
    this.#subscription = listed.onDidChange(() => {
      this.#alone.clear();
      this.#seen.fire();
    });
  }

  find(accountId: string, orderId: string): OrderRecord | undefined {
    return this.#alone.get(keyOf(accountId, orderId)) ?? this.listed.find(accountId, orderId);
  }

  /** An order was read by itself. */
  take(accountId: string, order: OrderRecord): void {
    this.#alone.set(keyOf(accountId, order.orderId), order);
    this.#seen.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#seen.dispose();
  }
}

function keyOf(accountId: string, orderId: string): string {
  return JSON.stringify([accountId, orderId]);
}
