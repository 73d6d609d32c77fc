import { serverCodes } from '../serverCodes';
import { subscriptionFrame } from './requests';
import { subscriptionKey, subscriptionOf } from './types';
import type { Disposable, FeedSubscription, MarketPush, PriceCount } from './types';
import { WantedSubscriptions } from './wantedSubscriptions';
import type { SubscriptionState } from './wantedSubscriptions';

/** A request without a response for this long ends the connection. */
export const responseMs = 10_000;

interface Pending {
  readonly action: 'subscribe' | 'release';
  readonly subscriptions: readonly FeedSubscription[];
  readonly timer: Disposable;
}

/** Requests the wanted subscriptions on one connection, and tracks the service's response to each request. */
export class SubscriptionRequests {
  readonly #wanted = new WantedSubscriptions();
  readonly #pending = new Map<number, Pending>();
  #waits: Disposable[] = [];

  constructor(
    private readonly dependencies: {
      /** Unique within the connection. */
      readonly nextId: () => number;
      readonly send: (frame: string) => void;
      readonly timers: { after(ms: number, callback: () => void): Disposable };
      /** The service responded to a request. */
      readonly onHeard: () => void;
      /** A subscription became active or was denied. */
      readonly onSettled: () => void;
      readonly onNoResponse: () => void;
    },
  ) {}

  get hasActive(): boolean {
    return this.#wanted.count('active') > 0;
  }

  /** Whether something is wanted and the service has denied all of it. */
  get isAllDenied(): boolean {
    return this.#wanted.count('denied') > 0 && this.#wanted.count('asked') + this.#wanted.count('wanted') === 0 && !this.hasActive;
  }

  get prices(): PriceCount {
    return this.#wanted.prices;
  }

  /** Replaces the wanted subscriptions; {@link send} requests them. */
  want(subscriptions: readonly FeedSubscription[]): void {
    this.#wanted.want(subscriptions);
  }

  stateOf(subscription: FeedSubscription): SubscriptionState | undefined {
    return this.#wanted.stateOf(subscription);
  }

  /** True for a push that was requested; it also acknowledges its subscription. Market states belong to no subscription. */
  accepts(push: MarketPush): boolean {
    if (push.kind === 'marketState') return this.#wanted.isMarketWanted(push.market);
    const accepted = this.#wanted.accept({ kind: subscriptionOf[push.kind], symbol: push.symbol });
    if (accepted === 'acknowledges') this.dependencies.onSettled();
    return accepted !== undefined;
  }

  /** Sends subscriptions that were not requested yet. */
  send(): void {
    const { subscribe, unsubscribe } = this.#wanted.take();
    if (unsubscribe.length > 0) this.dependencies.send(subscriptionFrame(this.dependencies.nextId(), 'unsubscribe', unsubscribe));
    for (const batch of subscribe) this.#ask(batch);
  }

  /** @param id - Undefined if the service does not say which request it answers. */
  answered(id: number | undefined, code: number): void {
    const key = id ?? this.#firstOpen();
    const pending = key === undefined ? undefined : this.#pending.get(key);
    if (key === undefined || pending === undefined) return;
    const { action, subscriptions, timer } = pending;
    this.dependencies.onHeard();
    // A missing permission is reported without an ID, once per symbol: subscribing one by one shows which symbol was meant.
    if (action === 'release' && id === undefined) return;
    this.#pending.delete(key);
    timer.dispose();
    if (action === 'release') this.#askEach(subscriptions);
    else if (code === 0) this.#wanted.settle(subscriptions, 'active');
    else this.#denied(this.#open(subscriptions), code);
    this.dependencies.onSettled();
  }

  /** The connection has ended: the next one starts from the beginning. */
  reset(): void {
    for (const { timer } of this.#pending.values()) timer.dispose();
    this.#pending.clear();
    for (const wait of this.#waits.splice(0)) wait.dispose();
    this.#wanted.reset();
  }

  #denied(open: readonly FeedSubscription[], code: number): void {
    // Too many requests: asking for each symbol would be a hundred more.
    if (code === serverCodes.rateLimited) this.#waits.push(this.dependencies.timers.after(responseMs, () => this.#ask(open)));
    else if (open.length > 1) this.#send('unsubscribe', open, 'release');
    else this.#wanted.settle(open, 'denied');
  }

  /** A subscription that was dropped and requested again meanwhile has its own request. */
  #askEach(subscriptions: readonly FeedSubscription[]): void {
    const asked = new Set([...this.#pending.values()].flatMap((other) => other.subscriptions.map(subscriptionKey)));
    for (const subscription of subscriptions) if (!asked.has(subscriptionKey(subscription))) this.#ask([subscription]);
  }

  /** The oldest request that is not fully acknowledged. A push counts as an acknowledgment. */
  #firstOpen(): number | undefined {
    for (const [id, { subscriptions }] of this.#pending) if (this.#open(subscriptions).length > 0) return id;
    return undefined;
  }

  #open(subscriptions: readonly FeedSubscription[]): readonly FeedSubscription[] {
    return subscriptions.filter((subscription) => this.#wanted.stateOf(subscription) === 'asked');
  }

  #ask(subscriptions: readonly FeedSubscription[]): void {
    const asked = this.#open(subscriptions);
    if (asked.length > 0) this.#send('subscribe', asked, 'subscribe');
  }

  /** A request without a response ends the connection: repeating it could subscribe twice. */
  #send(frame: 'subscribe' | 'unsubscribe', subscriptions: readonly FeedSubscription[], action: Pending['action']): void {
    const id = this.dependencies.nextId();
    const timer = this.dependencies.timers.after(responseMs, () => {
      this.#pending.delete(id);
      if (this.#open(subscriptions).length > 0) this.dependencies.onNoResponse();
    });
    this.#pending.set(id, { action, subscriptions, timer });
    this.dependencies.send(subscriptionFrame(id, frame, subscriptions));
  }
}
