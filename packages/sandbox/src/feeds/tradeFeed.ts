import type { Grant } from '../types';
import type { Order } from '../world/orders/orders';
import type { World } from '../world/world';
import type { FeedConnection } from './connection';
import { eventsBetween } from './orderEvents';
import type { OrderEvent } from './orderEvents';

const lookMs = 100;

const rejections = { change: 'EVENT_REPLACE_REJECTED', cancellation: 'EVENT_CANCEL_REJECTED' } as const;

export interface TradeFeedDependencies {
  readonly world: () => World;
  readonly now: () => number;
  /** IDs of the accounts that a grant covers. */
  readonly accountsOf: (grant: Grant) => readonly string[];
}

/** Sends every signed-in client the events of its accounts' orders; nothing is stored for clients that are not connected. */
export class TradeFeed {
  readonly #connections = new Set<FeedConnection>();
  readonly #known = new Map<string, Order>();
  /** The order book that `known` was read from; after a reset, the new one is first read without sending events. */
  #book: World['orders'] | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly dependencies: TradeFeedDependencies) {}

  join(connection: FeedConnection): void {
    if (this.#connections.has(connection)) return;
    if (this.#connections.size === 0) this.#look({ tells: false });
    this.#connections.add(connection);
    this.#timer ??= setInterval(() => this.#look({ tells: true }), lookMs);
    this.#timer.unref();
  }

  leave(connection: FeedConnection): void {
    this.#connections.delete(connection);
    if (this.#connections.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Sends an event that leaves no trace in the order, for example a rejected change. */
  tell({ type, order }: OrderEvent): void {
    const nowMs = Math.trunc(this.dependencies.now());
    const frame = JSON.stringify({
      timestamp: nowMs,
      type,
      symbol: order.security.code,
      data: {
        acc_id: order.account,
        order_id: order.id,
        code: order.security.code,
        side: order.side,
        order_status: order.status,
        qty: order.quantity,
        price: order.price,
        dealt_qty: order.dealtQuantity,
        dealt_avg_price: order.dealtPrice,
        updated_time: Math.trunc(order.updatedMs) * 1_000,
      },
    });
    for (const connection of this.#connections) {
      if (connection.grant !== undefined && this.dependencies.accountsOf(connection.grant).includes(order.account)) connection.push(frame);
    }
  }

  /** Changes are found only by checking, because some of them happen by the clock alone. */
  lookNow(): void {
    if (this.#connections.size > 0) this.#look({ tells: true });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#connections.clear();
  }

  #look({ tells }: { readonly tells: boolean }): void {
    const { orders } = this.dependencies.world();
    const isSameBook = this.#book === orders;
    if (!isSameBook) {
      this.#known.clear();
      orders.onRefused((order, request) => {
        if (order.placed?.market === undefined) this.tell({ type: rejections[request], order });
      });
    }
    this.#book = orders;
    for (const order of orders.all(this.dependencies.now())) {
      const key = `${order.account}\n${order.id}`;
      const before = this.#known.get(key);
      this.#known.set(key, order);
      if (!tells || !isSameBook || before === order) continue;
      for (const event of eventsBetween(before, order)) this.tell(event);
    }
  }
}
