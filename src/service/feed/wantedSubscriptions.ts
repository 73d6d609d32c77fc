import { subscriptionKey } from './types';
import type { FeedSubscription, PriceCount } from './types';

/** The service accepts at most this many symbols in one connection. */
const mostSymbols = 500;
/** Subscriptions in one frame. */
const batchSize = 100;

export type SubscriptionState = 'wanted' | 'asked' | 'active' | 'denied' | 'overLimit';

interface Entry {
  readonly subscription: FeedSubscription;
  state: SubscriptionState;
}

/** Frames that bring the service's subscriptions in line with the wanted ones. */
export interface SubscriptionChange {
  readonly unsubscribe: readonly FeedSubscription[];
  readonly subscribe: readonly (readonly FeedSubscription[])[];
}

/**
 * Wanted subscriptions vs. those already requested. Nothing is requested twice in one connection; a permission
 * that is denied for a whole batch is checked symbol by symbol.
 */
export class WantedSubscriptions {
  #entries: ReadonlyMap<string, Entry> = new Map();
  /** Requested in this connection but no longer wanted; not unsubscribed yet. */
  #surplus: Entry[] = [];

  /** Replaces the wanted subscriptions. Those that remain keep their state. */
  want(subscriptions: readonly FeedSubscription[]): void {
    const before = this.#entries;
    const next = new Map<string, Entry>();
    for (const subscription of subscriptions) {
      const key = subscriptionKey(subscription);
      if (!next.has(key)) next.set(key, before.get(key) ?? { subscription, state: 'wanted' });
    }
    for (const [key, entry] of before) if (!next.has(key) && isHeld(entry)) this.#surplus.push(entry);
    // A subscription that was dropped and is wanted again before it was unsubscribed keeps its state: a response may still be pending.
    this.#surplus = this.#surplus.filter((entry) => {
      const key = subscriptionKey(entry.subscription);
      if (!next.has(key)) return true;
      next.set(key, entry);
      return false;
    });
    this.#entries = next;
  }

  /** The connection is new: the service remembers nothing. Denied rights are tried again. */
  reset(): void {
    this.#surplus = [];
    for (const entry of this.#entries.values()) entry.state = 'wanted';
  }

  /** The subscriptions to send now; all of them count as requested afterwards. */
  take(): SubscriptionChange {
    const unsubscribe = this.#surplus.map(({ subscription }) => subscription);
    this.#surplus = [];
    const symbols = new Set<string>();
    const subscribe: FeedSubscription[] = [];
    for (const entry of this.#entries.values()) {
      const { symbol } = entry.subscription;
      if (!symbols.has(symbol) && symbols.size >= mostSymbols) {
        if (isHeld(entry)) unsubscribe.push(entry.subscription);
        entry.state = 'overLimit';
        continue;
      }
      symbols.add(symbol);
      if (entry.state !== 'wanted' && entry.state !== 'overLimit') continue;
      entry.state = 'asked';
      subscribe.push(entry.subscription);
    }
    const batches: FeedSubscription[][] = [];
    for (let start = 0; start < subscribe.length; start += batchSize) batches.push(subscribe.slice(start, start + batchSize));
    return { unsubscribe, subscribe: batches };
  }

  settle(batch: readonly FeedSubscription[], state: 'active' | 'denied'): void {
    for (const subscription of batch) {
      const entry = this.#entries.get(subscriptionKey(subscription));
      if (entry?.state === 'asked') entry.state = state;
    }
  }

  /** The subscription of a push; the first push counts as an acknowledgment. Undefined if it was not requested. */
  accept(subscription: { readonly kind: FeedSubscription['kind']; readonly symbol: string }): 'acknowledges' | 'follows' | undefined {
    for (const entry of this.#of(subscription.symbol)) {
      if (entry.subscription.kind !== subscription.kind || !isHeld(entry)) continue;
      const isFirst = entry.state === 'asked';
      entry.state = 'active';
      return isFirst ? 'acknowledges' : 'follows';
    }
    return undefined;
  }

  isMarketWanted(market: string): boolean {
    for (const { subscription } of this.#entries.values()) if (subscription.symbol.startsWith(`${market}.`)) return true;
    return false;
  }

  stateOf(subscription: FeedSubscription): SubscriptionState | undefined {
    return this.#entries.get(subscriptionKey(subscription))?.state;
  }

  count(state: SubscriptionState): number {
    let count = 0;
    for (const entry of this.#entries.values()) if (entry.state === state) count += 1;
    return count;
  }

  get prices(): PriceCount {
    const quotes = [...this.#entries.values()].filter(({ subscription }) => subscription.kind === 'quote');
    return { pushed: quotes.filter(({ state }) => state === 'active').length, asked: quotes.length };
  }

  #bySymbol: ReadonlyMap<string, readonly Entry[]> = new Map();
  #indexed: ReadonlyMap<string, Entry> | undefined;

  #of(symbol: string): readonly Entry[] {
    if (this.#indexed !== this.#entries) {
      const index = new Map<string, Entry[]>();
      for (const entry of this.#entries.values()) {
        const list = index.get(entry.subscription.symbol);
        if (list === undefined) index.set(entry.subscription.symbol, [entry]);
        else list.push(entry);
      }
      this.#bySymbol = index;
      this.#indexed = this.#entries;
    }
    return this.#bySymbol.get(symbol) ?? [];
  }
}

/** The subscription was requested or is active. */
function isHeld({ state }: Entry): boolean {
  return state === 'asked' || state === 'active';
}
