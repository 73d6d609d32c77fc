import { reconnectDelayMs } from '../../service/feed/backoff';
import type { FeedClient, FeedConnection } from '../../service/feed/feedConnection';
import type { FeedCredentials, FeedState, FeedSubscription, MarketPush, OrderHint } from '../../service/feed/types';
import type { SubscriptionState } from '../../service/feed/wantedSubscriptions';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';
import { identityOf } from '../session/connection';
import type { DropLog } from './dropLog';
import type { FeedAddresses, FeedName } from './feedAddresses';
import type { Ports } from '../ports';

/** The state of a feed's connection, or why there is none. */
export type FeedLinkState = FeedState | { readonly kind: 'none' } | { readonly kind: 'needsApproval' };

/** What both feeds need to connect. */
export interface FeedMeans extends Pick<Ports, 'access' | 'clock' | 'timers' | 'log'> {
  readonly addresses: FeedAddresses;
  /** Loads the client of the feeds. */
  readonly loadClient: () => Promise<FeedClient>;
  readonly credentials: (options: { readonly isRetry: boolean }) => Promise<FeedCredentials>;
  readonly random: () => number;
  readonly drops: DropLog;
}

export interface FeedListener {
  readonly push?: (push: MarketPush) => void;
  /** The price of a security, as it is named there, was sent and could not be read. */
  readonly lost?: (symbol: string) => void;
  readonly hint?: (hint: OrderHint) => void;
  readonly subscription?: () => void;
  readonly expectsPushes?: () => boolean;
}

/**
 * The connection to one feed of the service in use, for as long as it is wanted. A new session or address closes it and opens a new one, so
 * that nothing from one session reaches another.
 */
export class FeedLink implements Disposable {
  readonly #changed = new Emitter<FeedLinkState>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: readonly Disposable[];
  #connection: FeedConnection | undefined;
  #wanted: readonly FeedSubscription[] = [];
  #isOn = false;
  #isDisposed = false;
  /** Session and address of the current connection, open or being opened. */
  #madeFor: string | undefined;
  /** Session and address whose service never answered on any connection: reconnecting would not help. */
  #doubted: string | undefined;
  /** Attempts in a row in which the client could not be loaded, and the wait for the next one. */
  #notLoaded = 0;
  #waiting: { readonly state: FeedState; readonly timer: Disposable } | undefined;

  constructor(
    private readonly feed: FeedName,
    private readonly means: FeedMeans,
    private readonly listener: FeedListener,
  ) {
    this.#subscriptions = [means.addresses.onDidChange(() => this.#follow()), means.access.onDidChange(() => this.#follow())];
  }

  get state(): FeedLinkState {
    if (this.#connection !== undefined) return this.#connection.state;
    if (this.#waiting !== undefined) return this.#waiting.state;
    const address = this.means.addresses.of(this.feed);
    if (address.kind === 'needsApproval') return address;
    return address.kind === 'url' ? { kind: 'off' } : { kind: 'none' };
  }

  /** Connects and stays connected, or disconnects. */
  setOn(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    this.#follow();
  }

  /** A retry may succeed now: see {@link FeedConnection.tryAgain}. */
  tryAgain(): void {
    this.#connection?.tryAgain();
  }

  want(subscriptions: readonly FeedSubscription[]): void {
    this.#wanted = subscriptions;
    this.#connection?.want(subscriptions);
  }

  stateOf(subscription: FeedSubscription): SubscriptionState | undefined {
    return this.#connection?.stateOf(subscription);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#drop();
    this.#changed.dispose();
  }

  #follow(): void {
    const { access, addresses } = this.means;
    const address = addresses.of(this.feed);
    const isWanted = this.#isOn && access.current.session.kind === 'signedIn' && address.kind === 'url' && !this.#isDisposed;
    const key = isWanted ? `${identityOf(access.current)}\n${address.url}` : undefined;
    if (key === this.#madeFor) {
      if (key === undefined) this.#changed.fire(this.state);
      return;
    }
    this.#drop();
    this.#madeFor = key;
    if (isWanted && key !== undefined) void this.#open(address.url, key);
    this.#changed.fire(this.state);
  }

  async #open(url: string, key: string): Promise<void> {
    const { loadClient, log, ...means } = this.means;
    const { feed, listener } = this;
    const isCurrent = (): boolean => this.#madeFor === key;
    try {
      const connectionTo = await loadClient();
      if (!isCurrent()) return;
      this.#notLoaded = 0;
      this.#connection = connectionTo({
        ...means,
        url,
        needsSubscriptions: feed === 'quote',
        isDoubted: this.#doubted === key,
        expectsPushes: () => listener.expectsPushes?.() ?? true,
        onState: (state) => {
          if (!isCurrent()) return;
          if (state.kind === 'givenUp') this.#doubted = key;
          else if (state.kind === 'live') this.#doubted = undefined;
          this.#told(state);
        },
        onPush: (push) => listener.push?.(push),
        onHint: (hint) => listener.hint?.(hint),
        onSubscription: () => listener.subscription?.(),
        onDropped: (reason, type, lost) => {
          means.drops.add(type === '' ? reason : `${reason} ${type.slice(0, 40)}`);
          if (lost !== '') listener.lost?.(lost);
        },
      });
      this.#connection.want(this.#wanted);
      this.#connection.start();
    } catch (error) {
      log.error('A feed could not be opened', error);
      if (isCurrent()) this.#openLater(url, key);
    }
  }

  /** Files of the program may be away for a moment, as during an update. */
  #openLater(url: string, key: string): void {
    const { clock, timers, random } = this.means;
    this.#drop();
    this.#madeFor = key;
    const delayMs = reconnectDelayMs(++this.#notLoaded, random);
    const reason = { code: 'not-loaded', closeCode: undefined } as const;
    const state = { kind: 'waiting', untilMs: clock.monotonicMs() + delayMs, reason } as const;
    const timer = timers.after(delayMs, () => {
      this.#waiting = undefined;
      void this.#open(url, key);
    });
    this.#waiting = { state, timer };
    this.#told(state);
  }

  #lastLogged = '';

  #told(state: FeedState): void {
    const said = state.kind === 'waiting' ? `waiting: ${state.reason.code} ${state.reason.closeCode ?? ''}`.trimEnd() : state.kind;
    if (said !== this.#lastLogged) this.means.log.info(`${this.feed} feed: ${said}`);
    this.#lastLogged = said;
    this.#changed.fire(state);
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#waiting?.timer.dispose();
    this.#waiting = undefined;
    this.#madeFor = undefined;
    connection?.dispose();
  }
}
