import { canonicalCode } from '../../domain/market/security';
import { freshForMs, needsSnapshot } from '../../domain/quotes/liveQuote';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import type { DepthPush, FeedSubscription, MarketPush, QuotePush, SecurityPush } from '../../service/feed/types';
import { subscriptionKey, subscriptionOf } from '../../service/feed/types';
import { seen } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { snapshotPart } from '../../service/endpoints/sources';
import type { SubscriptionState } from '../../service/feed/wantedSubscriptions';
import { Attention } from '../platform/attention';
import type { WindowFocus } from '../platform/attention';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';
import { identityOf, isSignedIn, onSessionChange } from '../session/connection';
import { FeedLink } from '../feed/feedLink';
import type { FeedLinkState, FeedMeans } from '../feed/feedLink';
import { MarketHours } from './marketHours';
import { QuoteBook } from './quoteBook';
import { QuotePoller } from './quotePoller';
import type { SharedQuotes } from './sharedQuotes';
import { mergedBook } from '../../domain/quotes/mergedBook';
import type { Depth } from '../../domain/quotes/mergedBook';
import type { UnixMilliseconds } from '../../service/schema/units';
import type { Ports } from '../ports';

/** Depth of a security over all its exchanges, from their latest pushes. */
interface DepthTold extends Depth {
  readonly kind: 'orderBook';
  readonly symbol: string;
  readonly at: UnixMilliseconds;
}

/** An exchange that sends nothing for this long while another does is left out: its prices would cross those of the others. */
const quietMs = 10_000;

/** The latest book of each exchange for the securities whose depth is shown; each push brings one exchange's book. */
export class DepthBooks {
  readonly #books = new Map<string, Map<string, DepthPush>>();

  /** The depth including the pushed book; undefined if the push is older than the known book of its exchange. */
  put(push: DepthPush): DepthTold | undefined {
    const { symbol, exchange, at } = push;
    const known = this.#books.get(symbol) ?? new Map<string, DepthPush>();
    this.#books.set(symbol, known);
    const before = known.get(exchange);
    if (before !== undefined && at < before.at) return undefined;
    // A book for all exchanges replaces those of single exchanges, and the reverse.
    for (const other of known.keys()) if ((other === '') !== (exchange === '')) known.delete(other);
    known.set(exchange, push);
    const newest = Math.max(...[...known.values()].map((book) => book.at));
    const current = [...known.values()].filter((book) => newest - book.at <= quietMs);
    return { ...mergedBook(current), kind: 'orderBook', symbol, at: newest };
  }

  /** Forgets the books of all other symbols. */
  keep(symbols: ReadonlySet<string>): void {
    for (const symbol of this.#books.keys()) if (!symbols.has(symbol)) this.#books.delete(symbol);
  }
}

/** Where prices currently come from. */
export interface LiveStatus {
  readonly feed: FeedLinkState;
  /** `notOffered`: the service has no call for prices; `failing`: it did not respond to the last one. */
  readonly polling: 'off' | 'on' | 'failing' | 'notOffered';
}

/** What a stream receives: pushes as they come, but depth merged over the security's exchanges. */
export type StreamPush = Exclude<SecurityPush, DepthPush> | DepthTold;

/** A subscriber that shows more than prices: depth, ticks, candles. */
export interface MarketStream extends Disposable {
  /** Replaces this stream's feed subscriptions; empty while hidden. */
  ask(subscriptions: readonly FeedSubscription[]): void;
  /** Undefined if there is no feed. */
  stateOf(subscription: FeedSubscription): SubscriptionState | undefined;
}

const focusedMs = 4_000;
/** How often a price is polled beside a feed that accepted its subscription, but does not tell all that is known of it, or nothing yet. */
const unheardMs = 30_000;
const unfocusedMs = 60_000;
/** The last trades and the closing auction of a session may still arrive for this long. */
const finalMs = 5 * 60_000;
const followMs = 150;
const settlingMs = 50;
const vouchMs = 10_000;
const publishEveryVouch = 2;

/**
 * Prices for everything that shows them, one instance per window: from the feed if there is one, otherwise by polling. Only shown symbols are
 * requested; a window without the focus releases the feed and polls rarely.
 */
export class LiveMarket implements Disposable {
  readonly book: QuoteBook;
  readonly #hours: MarketHours;
  readonly #poller: QuotePoller;
  readonly #feed: FeedLink;
  readonly #streams = new Map<object, { readonly listener: (push: StreamPush) => void; asked: readonly FeedSubscription[] }>();
  /** Symbols that a stream subscribes to: most pushes concern none. */
  #streamed: ReadonlySet<string> = new Set();
  readonly #depths = new DepthBooks();
  readonly #changed = new Emitter<LiveStatus>();
  readonly #subscriptions: readonly Disposable[];
  readonly #attention: Attention;
  #following: Disposable | undefined;
  #settling: Disposable | undefined;
  #feedKind: FeedLinkState['kind'] | undefined;
  /** What became of the latest price that the current connection sent of a symbol. Of a lost one, nothing newer may be shown. */
  readonly #told = new Map<string, 'taken' | 'lost'>();
  #vouching: Disposable | undefined;
  #vouches = 0;
  #isDoubting = false;
  readonly onDidChangeStatus = this.#changed.event;

  constructor(
    private readonly dependencies: FeedMeans &
      Pick<Ports, 'access' | 'locks' | 'log'> & {
        readonly shared: SharedQuotes;
        readonly focus: WindowFocus;
        readonly serverMs: () => number;
        /** Measures the service's time if it is not known. Never rejects. */
        readonly measureTime?: () => Promise<void>;
      },
  ) {
    const { access, timers, clock, serverMs, focus, drops, log, shared, locks } = dependencies;
    this.book = new QuoteBook({
      timers,
      serverMs,
      onDropped: (reason) => {
        drops.add(`${reason} price`);
        if (reason === 'future') this.#doubtTime();
      },
    });
    this.#hours = new MarketHours({ client: async () => access.client(), clock, serverMs });
    this.#feed = new FeedLink('quote', dependencies, {
      push: (push) => this.#pushed(push),
      lost: (symbol) => this.#lost(canonicalCode(symbol)),
      subscription: () => this.#settledSoon(),
      expectsPushes: () => [...this.book.shown].some((symbol) => this.#hours.isOpen(symbol) !== false),
    });
    this.#poller = new QuotePoller({
      book: this.book,
      snapshot: async (codes, signal) => {
        // No refresh: prices that are shown never wait for a limit that the service may not have.
        const list = await readList([snapshotPart(async () => access.client(), codes)], { signal });
        return list.verdict === 'notOffered' ? list.verdict : seen(list).items;
      },
      shared,
      locks,
      clock,
      timers,
      serverMs,
      log,
      reach: access.reach,
      owner: () => (isSignedIn(access.current) ? identityOf(access.current) : undefined),
      intervalOf: (symbol) => this.#intervalOf(symbol),
      needsSnapshot: (quote) => this.#needsSnapshot(quote),
      beforeRound: async (symbols, signal) => this.#hours.refresh(symbols, signal),
    });
    const announce = (): void => this.#changed.fire(this.status);
    this.#attention = new Attention(focus, timers);
    this.#subscriptions = [
      this.#attention,
      this.book,
      this.#feed,
      this.#poller,
      this.book.onDidChangeShown(() => this.#followSoon()),
      this.#feed.onDidChange(({ kind }) => {
        this.#vouchWhileLive();
        this.#settledSoon();
        if (kind !== this.#feedKind) announce();
        this.#feedKind = kind;
      }),
      this.#poller.onDidChange(announce),
      ...(access.reach === undefined ? [] : [access.reach.onDidReturn(() => this.#hours.serviceReturned())]),
      this.#attention.onDidChange(() => this.#follow()),
      this.#attention.onDidReturn(() => this.#feed.tryAgain()),
      onSessionChange(access, () => this.#sessionChanged()),
      access.onDidChange(() => this.#followSoon()),
    ];
  }

  /** Whether somebody works in this window, or did a moment ago. */
  get isWatched(): boolean {
    return this.#attention.isWatched;
  }

  get status(): LiveStatus {
    const feed = this.#feed.state;
    if (this.book.shown.size === 0 || !isSignedIn(this.dependencies.access.current)) return { feed, polling: 'off' };
    if (!this.#poller.isOffered) return { feed, polling: 'notOffered' };
    if (this.#poller.lastError !== undefined) return { feed, polling: 'failing' };
    return { feed, polling: feed.kind === 'live' ? 'off' : 'on' };
  }

  /** True for a price that must look old: it is expired, or the service does not answer and nothing has confirmed it since. */
  isOld(symbol: string): boolean {
    const { silentForMs } = this.dependencies.access.reach ?? {};
    const ageMs = this.ageMs(symbol);
    return (silentForMs !== undefined && ageMs !== undefined && ageMs >= silentForMs) || this.isExpired(symbol);
  }

  /**
   * True for a price that nothing may be calculated from any more: it was not confirmed for too long, and its market is open as far as is known,
   * or has just closed. While the service does not answer, prices stay as they were at its last answer: all of one time, and all old.
   */
  isExpired(symbol: string): boolean {
    const isClosed = this.#hours.isOpen(symbol) === false;
    if (isClosed && this.#isFinal(symbol)) return false;
    const ageMs = this.ageMs(symbol);
    const limit = this.dependencies.focus.isFocused && !isClosed ? freshForMs : 2 * unfocusedMs;
    return ageMs !== undefined && ageMs - (this.dependencies.access.reach?.silentForMs ?? 0) > limit;
  }

  /** Calls `aged` whenever all prices begin to look old at once, or stop to. */
  onDidAge(aged: () => void): Disposable {
    return this.dependencies.access.reach?.onDidChange(aged) ?? { dispose: () => undefined };
  }

  /** The service's time. */
  nowMs(): number {
    return this.dependencies.serverMs();
  }

  /** Milliseconds since the price of a symbol was last confirmed; undefined if there is none. */
  ageMs(symbol: string): number | undefined {
    const confirmedAt = this.book.confirmedAt(symbol);
    return confirmedAt === undefined ? undefined : Math.max(0, this.dependencies.serverMs() - confirmedAt);
  }

  /** Undefined if it is not known. */
  isOpen(symbol: string): boolean | undefined {
    return this.#hours.isOpen(symbol);
  }

  /** True if the service denied the right to pushed prices of a symbol: its price is polled, and may be delayed. */
  isDenied(symbol: string): boolean {
    return this.#feed.stateOf({ kind: 'quote', symbol }) === 'denied';
  }

  /** True if the service answered that it has no price for a shown symbol: most likely it doesn't know it. */
  isUnknown(symbol: string): boolean {
    return this.book.get(symbol) === undefined && this.#poller.isMissing(symbol);
  }

  /** The listener receives every push for this stream's subscriptions, and no others. */
  stream(listener: (push: StreamPush) => void): MarketStream {
    const key = {};
    this.#streams.set(key, { listener, asked: [] });
    return {
      ask: (asked) => {
        if (!this.#streams.has(key)) return;
        this.#streams.set(key, { listener, asked });
        this.#streamsChanged();
      },
      stateOf: (subscription) => this.#feed.stateOf(subscription),
      dispose: () => {
        this.#streams.delete(key);
        this.#streamsChanged();
      },
    };
  }

  dispose(): void {
    this.#following?.dispose();
    this.#settling?.dispose();
    this.#vouching?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** Hundreds of subscriptions become active within moments, and what to poll is a question about all of them, as is the status. */
  #settledSoon(): void {
    this.#settling ??= this.dependencies.timers.after(settlingMs, () => {
      this.#settling = undefined;
      this.#poller.update();
      this.#changed.fire(this.status);
    });
  }

  #intervalOf(symbol: string): number | undefined {
    const isClosed = this.#hours.isOpen(symbol) === false;
    if (isClosed && this.#isFinal(symbol)) return undefined;
    const isActive = this.#isActive(symbol);
    const told = this.#told.get(symbol);
    const quote = this.book.get(symbol);
    if (isActive && told === 'taken' && (quote === undefined || !this.#needsSnapshot(quote))) return undefined;
    if (!this.dependencies.focus.isFocused || isClosed) return unfocusedMs;
    return isActive && told !== 'lost' ? unheardMs : focusedMs;
  }

  /** Few feeds tell of a halt: a price stays as it is. Where orders are written and a security is looked at, that must be known. */
  #needsSnapshot(quote: LiveQuote): boolean {
    const { symbol, source, at, receivedAt } = quote;
    const isQuiet = this.dependencies.serverMs() - (source === 'feed' ? at : receivedAt) >= unheardMs;
    return needsSnapshot(quote) || (isQuiet && this.#streamed.has(symbol));
  }

  /** The feed works, and accepted the subscription to the symbol's price. */
  #isActive(symbol: string): boolean {
    return this.#feed.state.kind === 'live' && this.#feed.stateOf({ kind: 'quote', symbol }) === 'active';
  }

  /** Whether the price in a closed market was confirmed late enough to be the last one of the session. */
  #isFinal(symbol: string): boolean {
    const closedForMs = this.#hours.closedForMs(symbol);
    if (closedForMs === undefined) return true;
    const confirmedAt = this.book.confirmedAt(symbol);
    return confirmedAt !== undefined && confirmedAt >= this.dependencies.serverMs() - closedForMs + finalMs;
  }

  #pushed(push: MarketPush): void {
    if (push.kind === 'marketState') {
      this.#hours.push(push);
      this.#poller.update();
      return;
    }
    if (push.kind === 'quote') this.#take(push);
    if (!this.#streamed.has(push.symbol)) return;
    const told = push.kind === 'orderBook' ? this.#depths.put(push) : push;
    if (told === undefined) return;
    for (const { listener, asked } of this.#streams.values())
      if (asked.some(({ kind, symbol }) => symbol === push.symbol && kind === subscriptionOf[push.kind])) listener(told);
  }

  #take(push: QuotePush): void {
    const { symbol } = push;
    const dropped = this.book.push(push);
    // Between pushes, the older one is merely late. One older than what was requested shows that the feed lags behind.
    if (dropped === 'future' || (dropped === 'older' && this.book.get(symbol)?.source === 'snapshot')) this.#lost(symbol);
    else if (this.#told.get(symbol) !== 'taken') this.#told.set(symbol, 'taken');
  }

  #lost(symbol: string): void {
    if (this.#told.get(symbol) === 'lost' || !this.book.shown.has(symbol)) return;
    this.#told.set(symbol, 'lost');
    this.#settledSoon();
  }

  #streamsChanged(): void {
    this.#streamed = new Set([...this.#streams.values()].flatMap(({ asked }) => asked.map(({ symbol }) => symbol)));
    this.#depths.keep(this.#streamed);
    this.#followSoon();
  }

  /** Delayed, because the shown symbols change line by line while the user scrolls. */
  #followSoon(): void {
    this.#following ??= this.dependencies.timers.after(followMs, () => {
      this.#following = undefined;
      this.#follow();
    });
  }

  #follow(): void {
    const wanted = new Map<string, FeedSubscription>();
    const add = (subscription: FeedSubscription): void => void wanted.set(subscriptionKey(subscription), subscription);
    // Symbols that a stream subscribes to come first: there is a limit.
    for (const { asked } of this.#streams.values()) asked.forEach(add);
    for (const symbol of this.book.shown) add({ kind: 'quote', symbol });
    const { isWatched } = this.#attention;
    this.#feed.want([...wanted.values()]);
    this.#feed.setOn(wanted.size > 0 && isWatched);
    this.#poller.update();
    this.#changed.fire(this.status);
  }

  /** A window that never had the focus takes this machine's clock for the service's. */
  #doubtTime(): void {
    const { measureTime } = this.dependencies;
    if (this.#isDoubting || measureTime === undefined) return;
    this.#isDoubting = true;
    void measureTime().finally(() => (this.#isDoubting = false));
  }

  #sessionChanged(): void {
    this.book.clear();
    this.#hours.reset();
    this.#poller.reset();
    this.#followSoon();
  }

  /** A working feed confirms every price that it sends changes of. */
  #vouchWhileLive(): void {
    if (this.#feed.state.kind !== 'live') {
      this.#told.clear();
      this.#vouching?.dispose();
      this.#vouching = undefined;
      return;
    }
    if (this.#vouching !== undefined) return;
    this.#vouching = this.dependencies.timers.after(vouchMs, () => {
      this.#vouching = undefined;
      if (this.#feed.state.kind !== 'live') return;
      this.book.vouch([...this.book.shown].filter((symbol) => this.#told.get(symbol) === 'taken' && this.#isActive(symbol)));
      this.#vouches += 1;
      if (this.#vouches % publishEveryVouch === 0) void this.#publish();
      this.#vouchWhileLive();
    });
  }

  /** Windows without the focus read what this window receives instead of polling. */
  async #publish(): Promise<void> {
    const { shared, serverMs, access, log } = this.dependencies;
    const now = serverMs();
    const quotes = [...this.book.shown].flatMap((symbol) => {
      const quote = this.book.get(symbol);
      const confirmedAt = this.book.confirmedAt(symbol);
      if (quote === undefined || confirmedAt === undefined) return [];
      // What only the feed has confirmed since is no news of the service.
      const source = confirmedAt > quote.receivedAt ? 'feed' : quote.source;
      return [{ ...quote, source, receivedAt: confirmedAt }];
    });
    await shared.publish(identityOf(access.current), quotes, now).catch((error: unknown) => log.error('Prices could not be shared', error));
  }
}
