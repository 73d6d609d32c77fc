import { AuthError } from '../errors';
import { serverCodes } from '../serverCodes';
import { reconnectDelayMs } from './backoff';
import { FrameReader } from './exactJson';
import type { FeedSocket, OpenFeedSocket } from './feedSocket';
import { authFrame, subscriptionFrame } from './requests';
import { readFrame } from './responses';
import type { FeedFrame } from './responses';
import { subscriptionKey } from './types';
import type { DropReason, FeedCredentials, FeedFailure, FeedState, FeedSubscription, MarketPush, OrderHint } from './types';
import { WantedSubscriptions } from './wanted';
import type { SubscriptionState } from './wanted';

interface Disposable {
  dispose(): void;
}

export interface FeedConnectionOptions {
  /** `wss://…`, or `ws://…` on this machine; its origin was approved by the user. */
  readonly url: string;
  /** The trade feed needs no subscription: it sends all events of the user. */
  readonly needsSubscriptions: boolean;
  readonly openSocket: OpenFeedSocket;
  /** Fresh credentials. @throws {@link AuthError} `sign-in-required` if the user must sign in. */
  readonly credentials: (options: { readonly isRetry: boolean }) => Promise<FeedCredentials>;
  readonly clock: { monotonicMs(): number };
  readonly timers: { after(ms: number, callback: () => void): Disposable };
  readonly random: () => number;
  /** False while everything subscribed belongs to closed markets: silence then means nothing. */
  readonly expectsPushes: () => boolean;
  readonly onState: (state: FeedState) => void;
  readonly onPush: (push: MarketPush) => void;
  readonly onHint: (hint: OrderHint) => void;
  /** A subscription became active or was denied. */
  readonly onSubscription: () => void;
  readonly onDropped: (reason: DropReason, type: string) => void;
}

/** Makes a connection to a feed; it does nothing before it is started. */
export type FeedClient = (options: Omit<FeedConnectionOptions, 'openSocket'>) => FeedConnection;

/** The client of feeds over the given sockets. */
export function createFeedClient(openSocket: OpenFeedSocket): FeedClient {
  return (options) => new FeedConnection({ ...options, openSocket });
}

const responseMs = 10_000;
const pingEveryMs = 15_000;
const pongMs = 10_000;
/** The service wants fresh credentials after at most 10 minutes. */
const refreshEveryMs = 4 * 60_000;
/** Subscribed, but nothing was pushed for this long: prices may be out of date. */
const silentMs = 30_000;
/** A connection that lasted this long was not a failure: the next wait is short again. */
const steadyMs = 60_000;

interface Pending {
  readonly action: 'subscribe' | 'release';
  readonly subscriptions: readonly FeedSubscription[];
  readonly timer: Disposable;
}

/**
 * A self-maintaining feed connection: authenticates, renews, updates subscriptions, measures the round
 * trip, and reconnects automatically. The service remembers nothing, so each connection authenticates
 * and subscribes again.
 */
export class FeedConnection implements Disposable {
  readonly #wanted = new WantedSubscriptions();
  readonly #reader = new FrameReader();
  readonly #pending = new Map<number, Pending>();
  #timers: Disposable[] = [];
  #socket: FeedSocket | undefined;
  #state: FeedState = { kind: 'off' };
  #isOn = false;
  #isAuthenticated = false;
  #authId = 0;
  #nextId = 1;
  #failures = 0;
  #retriedToken = false;
  /** Counts connections: what belongs to an earlier one is ignored. */
  #attempt = 0;
  #connectedAt = 0;
  #lastPushAt = 0;
  #pingSentAt: number | undefined;
  #roundTripMs: number | undefined;

  constructor(private readonly options: FeedConnectionOptions) {}

  get state(): FeedState {
    return this.#state;
  }

  /** Connects and stays connected until {@link dispose}. */
  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#connect();
  }

  /** Replaces the subscriptions; sent at once if the feed is connected. */
  want(subscriptions: readonly FeedSubscription[]): void {
    this.#wanted.want(subscriptions);
    this.#follow();
  }

  stateOf(subscription: FeedSubscription): SubscriptionState | undefined {
    return this.#wanted.stateOf(subscription);
  }

  /** The network or the credentials changed: a wait ends now. */
  retryNow(): void {
    if (this.#isOn && this.#state.kind === 'waiting') this.#connect();
  }

  dispose(): void {
    this.#isOn = false;
    this.#drop();
    this.#setState({ kind: 'off' });
  }

  #connect(): void {
    this.#drop();
    this.#setState({ kind: 'connecting' });
    const attempt = this.#attempt;
    const isCurrent = (): boolean => this.#isOn && attempt === this.#attempt;
    this.#after(responseMs, () => this.#fail({ code: 'no-response', closeCode: undefined, detail: '' }));
    this.options.credentials({ isRetry: this.#retriedToken }).then(
      (credentials) => {
        if (isCurrent()) this.#dial(credentials, isCurrent);
      },
      (error: unknown) => {
        if (isCurrent())
          this.#fail({ code: error instanceof AuthError ? 'sign-in-required' : 'connect-failed', closeCode: undefined, detail: '' });
      },
    );
  }

  #dial(credentials: FeedCredentials, isCurrent: () => boolean): void {
    let isOpen = false;
    this.#socket = this.options.openSocket(this.options.url, {
      opened: () => {
        if (!isCurrent()) return;
        isOpen = true;
        this.#authId = this.#nextId++;
        this.#socket?.send(authFrame(this.#authId, 'auth', credentials));
      },
      message: (text) => {
        if (isCurrent()) this.#read(readFrame(text, this.#reader));
      },
      pong: () => {
        if (isCurrent()) this.#ponged();
      },
      closed: (closeCode, detail) => {
        if (isCurrent()) this.#fail({ code: isOpen ? 'closed' : 'connect-failed', closeCode, detail: detail.slice(0, 200) });
      },
    });
  }

  #read(frame: FeedFrame): void {
    switch (frame.kind) {
      case 'answer':
        if (!this.#isAuthenticated) this.#authenticated(frame);
        else this.#answered(frame);
        return;
      case 'push':
        this.#pushed(frame.push);
        return;
      case 'hint':
        this.#alive();
        this.options.onHint(frame.hint);
        return;
      case 'dropped':
        this.options.onDropped(frame.reason, frame.type);
    }
  }

  #authenticated({ id, code, message }: Extract<FeedFrame, { kind: 'answer' }>): void {
    if (id !== undefined && id !== this.#authId) return;
    if (code !== 0) {
      // One fresh token is tried at once; after that the usual wait applies.
      const isFirst = !this.#retriedToken;
      this.#retriedToken = true;
      if (isFirst) this.#connect();
      else this.#fail({ code: 'refused', closeCode: undefined, detail: message });
      return;
    }
    this.#isAuthenticated = true;
    this.#retriedToken = false;
    this.#connectedAt = this.options.clock.monotonicMs();
    this.#lastPushAt = this.#connectedAt;
    this.#clearTimers();
    this.#schedulePing();
    this.#scheduleRefresh();
    this.#ping();
    this.#follow();
    if (this.options.needsSubscriptions) this.#watchSilence();
  }

  #answered({ id, code }: Extract<FeedFrame, { kind: 'answer' }>): void {
    if (id === this.#authId) {
      if (code !== 0) this.#fail({ code: 'refused', closeCode: undefined, detail: '' });
      return;
    }
    const key = id ?? this.#firstOpen();
    const pending = key === undefined ? undefined : this.#pending.get(key);
    if (key === undefined || pending === undefined) return;
    const { action, subscriptions, timer } = pending;
    this.#alive();
    // A missing permission is reported without an id, once per symbol: subscribing one by one shows which was meant.
    if (action === 'release' && id === undefined) return;
    this.#pending.delete(key);
    timer.dispose();
    if (action === 'release') this.#askEach(subscriptions);
    else if (code === 0) this.#wanted.settle(subscriptions, 'active');
    else this.#denied(this.#open(subscriptions), code);
    this.options.onSubscription();
  }

  #denied(open: readonly FeedSubscription[], code: number): void {
    if (open.length > 1) this.#send('unsubscribe', open, 'release');
    else if (code === serverCodes.rateLimited) this.#after(responseMs, () => this.#ask(open));
    else this.#wanted.settle(open, 'denied');
  }

  /** A subscription that was dropped and requested again in the meantime has its own request. */
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

  #pushed(push: MarketPush): void {
    const kind = subscriptionKinds[push.kind];
    const isAsked = kind === undefined ? this.#wanted.isSymbolWanted(push.symbol) : this.#wanted.accept({ kind, symbol: push.symbol });
    if (!isAsked) {
      this.options.onDropped('unasked', push.kind);
      return;
    }
    this.#lastPushAt = this.options.clock.monotonicMs();
    this.#alive();
    this.options.onPush(push);
  }

  /** Sends subscriptions that were not requested yet. */
  #follow(): void {
    if (!this.#isAuthenticated) return;
    const { subscribe, unsubscribe } = this.#wanted.take();
    if (unsubscribe.length > 0) this.#socket?.send(subscriptionFrame(this.#nextId++, 'unsubscribe', unsubscribe));
    for (const batch of subscribe) this.#ask(batch);
  }

  #ask(subscriptions: readonly FeedSubscription[]): void {
    const asked = this.#open(subscriptions);
    if (asked.length > 0) this.#send('subscribe', asked, 'subscribe');
  }

  /** A request without a response ends the connection: repeating it could subscribe twice. */
  #send(frame: 'subscribe' | 'unsubscribe', subscriptions: readonly FeedSubscription[], action: Pending['action']): void {
    const id = this.#nextId++;
    const timer = this.options.timers.after(responseMs, () => {
      this.#pending.delete(id);
      if (this.#open(subscriptions).length > 0) this.#fail({ code: 'no-response', closeCode: undefined, detail: '' });
    });
    this.#pending.set(id, { action, subscriptions, timer });
    this.#socket?.send(subscriptionFrame(id, frame, subscriptions));
  }

  /** Something came that only a working feed sends. */
  #alive(): void {
    if (!this.#isAuthenticated || this.#state.kind === 'live') return;
    this.#setLive();
  }

  #setLive(): void {
    this.#setState({ kind: 'live', sinceMs: this.#connectedAt, roundTripMs: this.#roundTripMs });
  }

  #schedulePing(): void {
    this.#after(pingEveryMs, () => {
      this.#ping();
      this.#schedulePing();
    });
  }

  #ping(): void {
    const sentAt = this.options.clock.monotonicMs();
    this.#pingSentAt = sentAt;
    this.#socket?.ping();
    this.#after(pongMs, () => {
      if (this.#pingSentAt === sentAt) this.#fail({ code: 'no-pong', closeCode: undefined, detail: '' });
    });
  }

  #ponged(): void {
    if (this.#pingSentAt === undefined) return;
    this.#roundTripMs = this.options.clock.monotonicMs() - this.#pingSentAt;
    this.#pingSentAt = undefined;
    if (!this.options.needsSubscriptions) this.#alive();
    if (this.#state.kind === 'live') this.#setLive();
  }

  #scheduleRefresh(): void {
    this.#after(refreshEveryMs, () => {
      const attempt = this.#attempt;
      this.options.credentials({ isRetry: false }).then(
        (credentials) => {
          if (attempt !== this.#attempt) return;
          this.#authId = this.#nextId++;
          this.#socket?.send(authFrame(this.#authId, 'refresh', credentials));
          this.#scheduleRefresh();
        },
        () => {
          if (attempt === this.#attempt) this.#fail({ code: 'sign-in-required', closeCode: undefined, detail: '' });
        },
      );
    });
  }

  #watchSilence(): void {
    this.#after(silentMs / 6, () => {
      const quietMs = this.options.clock.monotonicMs() - this.#lastPushAt;
      if (this.#state.kind === 'live' && quietMs >= silentMs && this.#wanted.count('active') > 0 && this.options.expectsPushes()) {
        this.#setState({ kind: 'silent', sinceMs: this.#lastPushAt });
      }
      this.#watchSilence();
    });
  }

  #fail(reason: FeedFailure): void {
    const heldMs = this.#isAuthenticated ? this.options.clock.monotonicMs() - this.#connectedAt : 0;
    this.#failures = heldMs >= steadyMs ? 1 : this.#failures + 1;
    this.#drop();
    const delay = reconnectDelayMs(this.#failures, this.options.random);
    this.#setState({ kind: 'waiting', untilMs: this.options.clock.monotonicMs() + delay, reason });
    this.#after(delay, () => this.#connect());
  }

  /** Clears all state of the current connection. */
  #drop(): void {
    this.#attempt += 1;
    this.#isAuthenticated = false;
    this.#pingSentAt = undefined;
    this.#roundTripMs = undefined;
    this.#clearTimers();
    for (const { timer } of this.#pending.values()) timer.dispose();
    this.#pending.clear();
    this.#wanted.reset();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #after(ms: number, callback: () => void): void {
    const timer = this.options.timers.after(ms, () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
      callback();
    });
    this.#timers.push(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers.splice(0)) timer.dispose();
  }

  #setState(state: FeedState): void {
    this.#state = state;
    this.options.onState(state);
  }
}

/** Market states belong to a symbol, not to a subscription of their own. */
const subscriptionKinds: Readonly<Record<MarketPush['kind'], FeedSubscription['kind'] | undefined>> = {
  quote: 'quote',
  orderBook: 'order_book',
  ticks: 'ticker',
  candle: 'kline',
  marketState: undefined,
};
