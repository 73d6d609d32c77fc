import { AuthError } from '../errors';
import { rarelyMs, reconnectDelayMs, refusedDelayMs, unansweredDelayMs } from './backoff';
import type { FeedSocket, OpenFeedSocket } from './feedSocket';
import { authFrame } from './requests';
import { readFrame } from './feedFrame';
import type { FeedFrame } from './feedFrame';
import { responseMs, SubscriptionRequests } from './subscriptionRequests';
import type { Disposable, DropReason, FeedCredentials, FeedFailure, FeedState, FeedSubscription, MarketPush, OrderHint } from './types';
import type { SubscriptionState } from './wantedSubscriptions';

export interface FeedConnectionDependencies {
  /** `wss://…`, or `ws://…` on this machine; its origin was approved by the user. */
  readonly url: string;
  /** The trade feed needs no subscription: it sends all events of the user. */
  readonly needsSubscriptions: boolean;
  /** The feed was given up before: after one more connection without a response, it is given up again. */
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
  /** @param lost - The security whose price was in it, as sent; empty if there was none. */
  readonly onDropped: (reason: DropReason, type: string, lost: string) => void;
}

/** Creates a connection to a feed; it does nothing until it is started. */
export type FeedClient = (dependencies: Omit<FeedConnectionDependencies, 'openSocket'>) => FeedConnection;

/** Creates a client of feeds that uses these sockets. */
export function createFeedClient(openSocket: OpenFeedSocket): FeedClient {
  return (options) => new FeedConnection({ ...options, openSocket });
}

const pingEveryMs = 15_000;
const pongMs = 10_000;
/** The service wants fresh credentials after at most 10 minutes. */
const refreshEveryMs = 4 * 60_000;
/** After this long without a push, although something is subscribed, prices may be out of date. */
const silentMs = 30_000;
/** Renewed credentials that were refused too are not the reason: they are not renewed again for this long. */
const renewAgainMs = 10 * 60_000;
/** A connection that lasted this long was not a failure: the next wait is short again. */
const steadyMs = 60_000;

/**
 * A self-maintaining feed connection: authenticates, renews, updates subscriptions, measures the round
 * trip, and reconnects automatically. The service remembers nothing, so each connection authenticates
 * and subscribes again. If a service accepts connections but never responds, the feed is given up after the eighth, about ten minutes
 * later: see {@link tryAgain}.
 */
export class FeedConnection implements Disposable {
  readonly #requests: SubscriptionRequests;
  #timers: Disposable[] = [];
  #socket: FeedSocket | undefined;
  #state: FeedState = { kind: 'off' };
  #isOn = false;
  #isAuthenticated = false;
  /** A feed that was given up is tried again soon. */
  #isTryDue = false;
  #authId = 0;
  #nextId = 1;
  #failures = 0;
  /** Connections in a row that the service accepted and then left without a response. */
  #unanswered = 0;
  #isDoubted: boolean;
  /** The service refused the credentials: the next ones are renewed first. */
  #wantsRenewed = false;
  #renewedAt = -Infinity;
  /** Connections in a row whose credentials the service refused. */
  #refused = 0;
  /** Counts connections: events of an earlier one are ignored. */
  #attempt = 0;
  #connectedAt = 0;
  #lastPushAt = 0;
  #pingSentAt: number | undefined;
  #roundTripMs: number | undefined;

  constructor(private readonly dependencies: FeedConnectionDependencies) {
    this.#isDoubted = dependencies.isDoubted ?? false;
    this.#requests = new SubscriptionRequests({
      nextId: () => this.#nextId++,
      send: (frame) => this.#socket?.send(frame),
      timers: dependencies.timers,
      onHeard: () => this.#heard(),
      onSettled: () => {
        this.#follow();
        dependencies.onSubscription();
      },
      onNoResponse: () => this.#fail({ code: 'no-response', closeCode: undefined }),
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

  /** Called when a connection may work again: connects once if the feed was given up, two minutes after that at the earliest. */
  tryAgain(): void {
    if (this.#state.kind !== 'givenUp' || this.#isTryDue) return;
    const waitMs = this.#state.sinceMs + rarelyMs - this.dependencies.clock.monotonicMs();
    if (waitMs <= 0) this.#connect();
    else {
      this.#isTryDue = true;
      this.#after(waitMs, () => this.#connect());
    }
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
    // After a failure, its reason stays visible until the feed works.
    if (this.#state.kind !== 'waiting' && this.#state.kind !== 'givenUp') this.#setState({ kind: 'connecting' });
    const attempt = this.#attempt;
    const isCurrent = (): boolean => this.#isOn && attempt === this.#attempt;
    this.#after(responseMs, () => this.#fail({ code: 'no-response', closeCode: undefined }));
    const isRetry = this.#wantsRenewed;
    this.#wantsRenewed = false;
    if (isRetry) this.#renewedAt = this.dependencies.clock.monotonicMs();
    this.dependencies.credentials({ isRetry }).then(
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
    this.#socket = this.dependencies.openSocket(this.dependencies.url, {
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
      closed: (closeCode) => {
        if (isCurrent()) this.#fail({ code: isOpen ? 'closed' : 'connect-failed', closeCode });
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
        this.dependencies.onHint(frame.hint);
        return;
      case 'dropped':
        this.dependencies.onDropped(frame.reason, frame.type, frame.type === 'QUOTE' ? frame.symbol : '');
    }
  }

  #authenticated({ id, code }: Extract<FeedFrame, { kind: 'answer' }>): void {
    if (id !== undefined && id !== this.#authId) return;
    if (code !== 0) {
      this.#heard();
      // One renewed token is tried at once; after that the usual wait applies.
      this.#wantsRenewed = this.dependencies.clock.monotonicMs() - this.#renewedAt >= renewAgainMs;
      if (this.#wantsRenewed) this.#connect();
      else {
        this.#refused += 1;
        this.#fail({ code: 'refused', closeCode: undefined });
      }
      return;
    }
    this.#isAuthenticated = true;
    this.#refused = 0;
    this.#connectedAt = this.dependencies.clock.monotonicMs();
    this.#lastPushAt = this.#connectedAt;
    this.#clearTimers();
    this.#schedulePing();
    this.#scheduleRefresh();
    this.#ping();
    if (!this.dependencies.needsSubscriptions) return;
    this.#requests.send();
    this.#watchSilence();
  }

  #answered({ id, code }: Extract<FeedFrame, { kind: 'answer' }>): void {
    if (id === this.#authId) {
      if (code !== 0) this.#fail({ code: 'refused', closeCode: undefined });
      return;
    }
    this.#requests.answered(id, code);
  }

  #pushed(push: MarketPush): void {
    if (!this.#requests.accepts(push)) {
      this.dependencies.onDropped('unasked', push.kind, push.kind === 'quote' ? push.symbol : '');
      return;
    }
    this.#lastPushAt = this.dependencies.clock.monotonicMs();
    this.#heard();
    if (this.#state.kind !== 'live') this.#follow();
    this.dependencies.onPush(push);
  }

  /** A message that only a working service sends. */
  #heard(): void {
    this.#unanswered = 0;
    this.#isDoubted = false;
  }

  /** A feed is live while any subscription is active; until the service has responded, the state is unknown. */
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
    const sentAt = this.dependencies.clock.monotonicMs();
    this.#pingSentAt = sentAt;
    this.#socket?.ping();
    this.#after(pongMs, () => {
      if (this.#pingSentAt === sentAt) this.#fail({ code: 'no-pong', closeCode: undefined });
    });
  }

  #ponged(): void {
    if (this.#pingSentAt === undefined) return;
    this.#roundTripMs = this.dependencies.clock.monotonicMs() - this.#pingSentAt;
    this.#pingSentAt = undefined;
    // A feed without subscriptions sends nothing else while nothing happens.
    if (!this.dependencies.needsSubscriptions) this.#heard();
    if (!this.dependencies.needsSubscriptions || this.#state.kind === 'live') this.#setLive();
  }

  #scheduleRefresh(): void {
    this.#after(refreshEveryMs, () => {
      const attempt = this.#attempt;
      this.dependencies.credentials({ isRetry: false }).then(
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
      const quietMs = this.dependencies.clock.monotonicMs() - this.#lastPushAt;
      if (this.#state.kind === 'live' && quietMs >= silentMs && this.#requests.hasActive && this.dependencies.expectsPushes()) {
        this.#setState({ kind: 'silent', sinceMs: this.#lastPushAt });
      }
      this.#watchSilence();
    });
  }

  #fail(reason: FeedFailure): void {
    const heldMs = this.#isAuthenticated ? this.dependencies.clock.monotonicMs() - this.#connectedAt : 0;
    this.#failures = heldMs >= steadyMs ? 1 : this.#failures + 1;
    if (reason.code === 'no-response' || reason.code === 'no-pong') this.#unanswered += 1;
    this.#drop();
    const nowMs = this.dependencies.clock.monotonicMs();
    const delay =
      (this.#isDoubted && this.#unanswered > 0 ? 'never' : unansweredDelayMs(this.#unanswered)) ??
      refusedDelayMs(this.#refused) ??
      reconnectDelayMs(this.#failures, this.dependencies.random);
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
    this.#isTryDue = false;
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
    const timer = this.dependencies.timers.after(ms, () => {
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
    this.dependencies.onState(state);
  }
}

/** Trying again is useless only if the user must sign in. */
function withoutCredentials(error: unknown): FeedFailure {
  const isLost = error instanceof AuthError && error.code !== 'renewal-failed';
  return { code: isLost ? 'sign-in-required' : 'connect-failed', closeCode: undefined };
}
