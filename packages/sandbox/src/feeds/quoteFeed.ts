import type { World } from '../world/world';
import type { Asked, FeedConnection } from './connection';
import type { FeedFaults } from './feedFaults';
import { Pump } from './pump';
import type { PumpDependencies } from './pump';
import type { Subscription, Wish } from './subscriptions';
import { subscriptionFor, wishesOf } from './subscriptions';

/** The number of symbols that one connection may follow, over all topics. */
const mostSymbols = 500;
const code = { invalid: -3, unknownSymbol: -7, denied: -9 } as const;

/** The subscriptions of all connections. The service remembers nothing about a connection that ended. */
export class QuoteFeed {
  readonly #pump: Pump;
  readonly #of = new Map<FeedConnection, Map<string, Subscription>>();
  readonly #world: () => World;
  readonly #faults: FeedFaults;
  readonly #takesData: boolean;

  constructor(dependencies: PumpDependencies) {
    this.#pump = new Pump(dependencies);
    this.#takesData = !dependencies.likeLive;
    this.#world = dependencies.world;
    this.#faults = dependencies.faults;
  }

  /** Handles a request of a signed-in client. */
  handle(connection: FeedConnection, asked: Asked): void {
    const wishes = wishesOf(asked, this.#takesData);
    if (wishes === undefined || wishes.length === 0) {
      connection.refuse(asked.id, code.invalid, 'the frame must hold quote, order_book, ticker or kline');
    } else if (asked.action === 'subscribe') {
      this.#subscribe(connection, asked.id, wishes);
    } else {
      this.#unsubscribe(connection, asked.id, wishes);
    }
  }

  leave(connection: FeedConnection): void {
    for (const subscription of this.#of.get(connection)?.values() ?? []) subscription.isEnded = true;
    this.#of.delete(connection);
  }

  /** The subscriptions of a connection, as `topic symbol`. */
  keysOf(connection: FeedConnection): readonly string[] {
    return [...(this.#of.get(connection)?.keys() ?? [])];
  }

  stop(): void {
    this.#pump.stop();
    this.#of.clear();
  }

  #subscribe(connection: FeedConnection, id: unknown, wishes: readonly Wish[]): void {
    const held = this.#of.get(connection) ?? new Map<string, Subscription>();
    const wanted = new Set([...held.values()].map(({ security }) => security.code).concat(wishes.map(({ symbol }) => symbol)));
    if (wanted.size > mostSymbols) {
      connection.refuse(id, code.invalid, `at most ${String(mostSymbols)} symbols can be subscribed`);
      return;
    }
    const found = wishes.map((wish) => ({ wish, made: subscriptionFor(connection, wish, this.#world()) }));
    const unknown = found.filter(({ made }) => made === undefined).map(({ wish }) => wish.symbol);
    if (unknown.length > 0) {
      connection.refuse(id, code.unknownSymbol, `unknown symbols: ${[...new Set(unknown)].slice(0, 20).join(', ')}`);
      return;
    }
    this.#of.set(connection, held);
    const denied = wishes.filter(({ symbol, topic }) => this.#faults.isDenied(symbol, topic));
    for (const { made } of found) {
      if (made === undefined || held.has(made.key) || this.#faults.isDenied(made.security.code, made.topic)) continue;
      held.set(made.key, made);
      // Current data is pushed at once, before the acknowledgement.
      this.#pump.add(made);
    }
    for (const { topic, symbol } of denied) connection.refuse(undefined, code.denied, `no permission for ${topic} of ${symbol}`);
    if (denied.length < wishes.length) connection.acknowledge(id, 'short');
  }

  #unsubscribe(connection: FeedConnection, id: unknown, wishes: readonly Wish[]): void {
    const held = this.#of.get(connection);
    for (const { key } of wishes) {
      const subscription = held?.get(key);
      if (subscription !== undefined) subscription.isEnded = true;
      held?.delete(key);
    }
    connection.acknowledge(id, 'long');
  }
}
