import { AuthError } from '../errors';
import { rarelyMs, reconnectDelayMs, unansweredDelayMs } from './backoff';
import type { FeedSocket, OpenFeedSocket } from './feedSocket';
import { authFrame } from './requests';
import { readFrame } from './responses';
import type { FeedFrame } from './responses';
import { responseMs, SubscriptionRequests } from './subscriptionRequests';
import type { DropReason, FeedCredentials, FeedFailure, FeedState, FeedSubscription, MarketPush, OrderHint } from './types';
import type { SubscriptionState } from './wanted';

interface Disposable {
  dispose(): void;
}

export interface FeedConnectionOptions {
  /** `wss://…`, or `ws://…` on this machine; its origin was approved by the user. */
  readonly url: string;
  /** The trade feed needs no subscription: it sends all events of the user. */
  readonly needsSubscriptions: boolean;
  /** It was given up before: one more connection without a response is enough. */
  readonly isDoubted?: boolean;
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

const pingEveryMs = 15_000;
const pongMs = 10_000;
/** The service wants fresh credentials after at most 10 minutes. */
const refreshEveryMs = 4 * 60_000;
/** Subscribed, but nothing was pushed for this long: prices may be out of date. */
const silentMs = 30_000;
/** A connection that lasted this long was not a failure: the next wait is short again. */
const steadyMs = 60_000;

/**
 * A self-maintaining feed connection: authenticates, renews, updates subscriptions, measures the round
 * trip, and reconnects automatically. The service remembers nothing, so each connection authenticates
 * and subscribes again. A service that accepts connections and says nothing is left alone after the eighth, about ten minutes
 * later: see {@link tryAgain}.
 */
export class FeedConnection implements Disposable {
  readonly #requests: SubscriptionRequests;
  #timers: Disposable[] = [];
  #socket: FeedSocket | undefined;
  #state: FeedState = { kind: 'off' };
  #isOn = false;
  #isAuthenticated = false;
  #authId = 0;
  #nextId = 1;
  #failures = 0;
  /** Connections in a row that the service accepted and then left without a response. */
  #unanswered = 0;
  #isDoubted: boolean;
  #retriedToken = false;
  /** Counts connections: what belongs to an earlier one is ignored. */
  #attempt = 0;
  #connectedAt = 0;
  #lastPushAt = 0;
  #pingSentAt: number | undefined;
  #roundTripMs: number | undefined;

  constructor(private readonly options: FeedConnectionOptions) {
    this.#isDoubted = options.isDoubted ?? false;
    this.#requests = new SubscriptionRequests({
      nextId: () => this.#nextId++,
      send: (frame) => this.#socket?.send(frame),
      timers: options.timers,
      onHeard: () => this.#heard(),
      onSettled: () => {
        this.#follow();
        options.onSubscription();
      },
      onNoResponse: () => this.#fail({ code: 'no-response', closeCode: undefined, detail: '' }),
    });
  }

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
    this.#requests.want(subscriptions);
    if (!this.#isAuthenticated) return;
    this.#requests.send();
    this.#follow();
  }

  /** There is reason to: makes one connection where the feed was given up two minutes ago or earlier, and nothing otherwise. */
  tryAgain(): void {
    if (this.#state.kind === 'givenUp' && this.options.clock.monotonicMs() - this.#state.sinceMs >= rarelyMs) this.#connect();
  }

  stateOf(subscription: FeedSubscription): SubscriptionState | undefined {
    return this.#requests.stateOf(subscription);
  }

  dispose(): void {
    this.#isOn = false;
    this.#drop();
    this.#setState({ kind: 'off' });
  }

  #connect(): void {
    this.#drop();
    // After a failure the reason for it stays in view until the feed works.
    if (this.#state.kind !== 'waiting' && this.#state.kind !== 'givenUp') this.#setState({ kind: 'connecting' });
    const attempt = this.#attempt;
    const isCurrent = (): boolean => this.#isOn && attempt === this.#attempt;
    this.#after(responseMs, () => this.#fail({ code: 'no-response', closeCode: undefined, detail: '' }));
    this.options.credentials({ isRetry: this.#retriedToken }).then(
      (credentials) => {
        if (isCurrent()) this.#dial(credentials, isCurrent);
      },
      (error: unknown) => {
        if (isCurrent()) this.#fail(withoutCredentials(error));
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
        if (isCurrent()) this.#read(readFrame(text));
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
        this.#heard();
        if (this.#isAuthenticated) this.#setLive();
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
    if (!this.options.needsSubscriptions) return;
    this.#requests.send();
    this.#watchSilence();
  }

  #answered({ id, code }: Extract<FeedFrame, { kind: 'answer' }>): void {
    if (id === this.#authId) {
      if (code !== 0) this.#fail({ code: 'refused', closeCode: undefined, detail: '' });
      return;
    }
    this.#requests.answered(id, code);
  }

  #pushed(push: MarketPush): void {
    if (!this.#requests.accepts(push)) {
      this.options.onDropped('unasked', push.kind);
      return;
    }
    this.#lastPushAt = this.options.clock.monotonicMs();
    this.#heard();
    if (this.#state.kind !== 'live') this.#follow();
    this.options.onPush(push);
  }

  /** Something that only a service says that works. */
  #heard(): void {
    this.#unanswered = 0;
    this.#isDoubted = false;
  }

  /** A feed is live while it gives something of what was asked for; until the service has answered, nothing is known. */
  #follow(): void {
    if (!this.#isAuthenticated) return;
    if (this.#requests.hasActive) this.#setLive();
    else if (this.#requests.isAllDenied) this.#setState({ kind: 'denied', sinceMs: this.#connectedAt });
  }

  #setLive(): void {
    const { prices } = this.#requests;
    const { prices: known } = this.#state.kind === 'live' ? this.#state : {};
    const isTold = this.#state.kind === 'live' && this.#state.roundTripMs === this.#roundTripMs;
    if (isTold && known?.pushed === prices.pushed && known.asked === prices.asked) return;
    this.#setState({ kind: 'live', sinceMs: this.#connectedAt, roundTripMs: this.#roundTripMs, prices });
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
    // A feed that needs no subscriptions has nothing else to say while nothing happens.
    if (!this.options.needsSubscriptions) this.#heard();
    if (!this.options.needsSubscriptions || this.#state.kind === 'live') this.#setLive();
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
        (error: unknown) => {
          if (attempt === this.#attempt) this.#fail(withoutCredentials(error));
        },
      );
    });
  }

  #watchSilence(): void {
    this.#after(silentMs / 6, () => {
      const quietMs = this.options.clock.monotonicMs() - this.#lastPushAt;
      if (this.#state.kind === 'live' && quietMs >= silentMs && this.#requests.hasActive && this.options.expectsPushes()) {
        this.#setState({ kind: 'silent', sinceMs: this.#lastPushAt });
      }
      this.#watchSilence();
    });
  }

  #fail(reason: FeedFailure): void {
    const heldMs = this.#isAuthenticated ? this.options.clock.monotonicMs() - this.#connectedAt : 0;
    this.#failures = heldMs >= steadyMs ? 1 : this.#failures + 1;
    if (reason.code === 'no-response' || reason.code === 'no-pong') this.#unanswered += 1;
    this.#drop();
    const nowMs = this.options.clock.monotonicMs();
    const delay =
      (this.#isDoubted && this.#unanswered > 0 ? 'never' : unansweredDelayMs(this.#unanswered)) ??
      reconnectDelayMs(this.#failures, this.options.random);
    if (delay === 'never') {
      this.#setState({ kind: 'givenUp', sinceMs: nowMs });
      return;
    }
    this.#setState({ kind: 'waiting', untilMs: nowMs + delay, reason });
    this.#after(delay, () => this.#connect());
  }

  /** Clears all state of the current connection. */
  #drop(): void {
    this.#attempt += 1;
    this.#isAuthenticated = false;
    this.#pingSentAt = undefined;
    this.#roundTripMs = undefined;
    this.#clearTimers();
    this.#requests.reset();
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

/** Only where the user must sign in is there no use in trying again. */
function withoutCredentials(error: unknown): FeedFailure {
  const isLost = error instanceof AuthError && error.code !== 'renewal-failed';
  return { code: isLost ? 'sign-in-required' : 'connect-failed', closeCode: undefined, detail: '' };
}
