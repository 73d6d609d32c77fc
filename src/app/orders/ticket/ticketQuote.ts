import { bestPrices } from '../../../domain/quotes/liveQuote';
import type { BestPrices, LiveQuote } from '../../../domain/quotes/liveQuote';
import { isSameSecurity } from '../../../domain/market/security';
import type { OutsideFacts } from '../../../domain/orders/currentPrice';
import { unknownMarket } from '../../../domain/orders/orderWarnings';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import { firstFailure, findIn } from '../../../service/lists/list';
import { readList } from '../../../service/lists/readList';
import { snapshotPart } from '../../../service/endpoints/sources';
import type { BookLevel, SnapshotQuote } from '../../../service/marketRecords';
import { Emitter } from '../../platform/emitter';
import { Poller } from '../../platform/poller';
import type { Disposable } from '../../platform/ports';
import type { LiveMarket, MarketStream } from '../../quotes/liveMarket';
import { quietClient } from '../../session/serviceAccess';
import type { Ports } from '../../ports';

/** A price as a ticket shows it; what is bid for and offered is known only while the depth is followed. */
export type TicketPrices = Pick<
  SnapshotQuote,
  | 'name'
  | 'updatedAt'
  | 'lastPrice'
  | 'previousClose'
  | 'bidPrice'
  | 'bidVolume'
  | 'askPrice'
  | 'askVolume'
  | 'lotSize'
  | 'priceSpread'
  | 'isSuspended'
> &
  OutsideFacts;

/** Prices of one security, with the state of the last attempt to read them. */
export interface TicketQuote {
  /** `none`: there is no security. `absent`: the service has no price for it. */
  readonly kind: 'none' | 'loading' | 'shown' | 'notOffered' | 'absent' | 'failed';
  /** The last prices that were read, including old ones. */
  readonly quote: TicketPrices | undefined;
  /** Monotonic time of that read. */
  readonly readAtMs: number;
  readonly error: unknown;
}

const pauseMs = 5_000;
/** A working feed confirms its prices every ten seconds. */
const vouchedMs = 15_000;
/** Often enough for a price next to an input. */
const drawMs = 500;

/** The prices of a visible ticket's security: from the quote book, or read directly if nothing else keeps them current. */
export class TicketQuoteReader implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #poller: Poller;
  #state: TicketQuote;
  #isVisible = false;
  #isDisposed = false;
  #live: { readonly market: LiveMarket; readonly stream: MarketStream; show(codes: readonly string[]): void } | undefined;
  #best: { readonly bid: BookLevel | undefined; readonly ask: BookLevel | undefined } | undefined;
  #drawing: Disposable | undefined;
  readonly #owned: Disposable[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'timers' | 'clock'> & {
      /** Live prices; created when the first ticket needs them. */
      readonly market: () => Promise<LiveMarket>;
      /** `{market}.{code}`; empty if it is not known. */
      readonly code: string;
    },
  ) {
    this.#state = { kind: dependencies.code === '' ? 'none' : 'loading', quote: undefined, readAtMs: 0, error: undefined };
    this.#poller = new Poller({
      ...dependencies,
      reach: dependencies.access.reach,
      intervalMs: () => pauseMs,
      run: async (signal) => this.#read(signal),
    });
    // Without live prices the ticket reads them itself.
    if (dependencies.code !== '')
      dependencies.market().then(
        (market) => this.#attach(market),
        () => undefined,
      );
  }

  get state(): TicketQuote {
    return this.#state;
  }

  /** The prices that the form calculates with. */
  get market(): MarketFacts {
    return this.#state.quote ?? unknownMarket;
  }

  /** Whether the prices are recent enough for a new order to begin with. */
  get isRecent(): boolean {
    const { kind, readAtMs } = this.#state;
    return kind === 'shown' && this.dependencies.clock.monotonicMs() - readAtMs < vouchedMs;
  }

  /** Takes what a review has just read of the security: that trading in it is suspended, a feed may not say. */
  learn(read: SnapshotQuote): void {
    const { market } = this.#live ?? {};
    market?.book.snapshots([{ ...read, code: this.dependencies.code }], market.nowMs() - pauseMs);
    this.#draw();
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible && this.dependencies.code !== '';
    this.#poller.setVisible(this.#isVisible);
    this.#follow();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#drawing?.dispose();
    for (const owned of this.#owned.splice(0)) owned.dispose();
    this.#poller.dispose();
    this.#changed.dispose();
  }

  #attach(market: LiveMarket): void {
    if (this.#isDisposed) return;
    const watch = market.book.watch('tree', () => this.#drawSoon());
    const stream = market.stream((push) => {
      if (push.kind !== 'orderBook') return;
      const [bid, ask] = [push.bids[0], push.asks[0]];
      // One side of a book may be empty; if both are, it says nothing of what the quote has.
      this.#best = bid === undefined && ask === undefined ? undefined : { bid, ask };
      this.#drawSoon();
    });
    // Levels that are no longer updated are not shown beside a newer price.
    this.#owned.push(
      watch,
      stream,
      market.onDidChangeStatus(() => (this.#best === undefined || this.#followsDepth ? undefined : this.#drawSoon())),
    );
    this.#live = { market, stream, show: (codes) => watch.show(codes) };
    this.#follow();
    this.#draw();
  }

  #follow(): void {
    const { code } = this.dependencies;
    this.#best = undefined;
    this.#live?.show(this.#isVisible ? [code] : []);
    this.#live?.stream.ask(this.#isVisible ? [{ kind: 'order_book', symbol: code }] : []);
  }

  #drawSoon(): void {
    this.#drawing ??= this.dependencies.timers.after(drawMs, () => {
      this.#drawing = undefined;
      this.#draw();
    });
  }

  /** Shows the quote book's prices; false if it has none. */
  #draw(): boolean {
    const { code, clock } = this.dependencies;
    const quote = this.#live?.market.book.get(code);
    const ageMs = this.#live?.market.ageMs(code);
    if (this.#live === undefined || quote === undefined || ageMs === undefined) return false;
    // The next subscription to depth begins with its own levels.
    if (!this.#followsDepth) this.#best = undefined;
    const best = this.#best === undefined ? bestPrices(quote, this.#live.market.nowMs()) : bestOf(this.#best);
    const { name, at: updatedAt, lastPrice, previousClose, lotSize, priceSpread, isSuspended, preMarket, afterMarket, overnight } = quote;
    const outside = { updatedAt, preMarket, afterMarket, overnight };
    const prices = { name, lastPrice, previousClose, lotSize, priceSpread, isSuspended, ...outside, ...best };
    this.#set({ kind: 'shown', quote: prices, readAtMs: clock.monotonicMs() - ageMs, error: undefined });
    return true;
  }

  /** The best prices are older than the price beside them. */
  #lacksBest(quote: LiveQuote | undefined): boolean {
    return quote?.source === 'feed' && (this.#live?.market.nowMs() ?? 0) - quote.bestAt >= pauseMs;
  }

  get #followsDepth(): boolean {
    const { market, stream } = this.#live ?? {};
    return market?.status.feed.kind === 'live' && stream?.stateOf({ kind: 'order_book', symbol: this.dependencies.code }) === 'active';
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { access, clock, code } = this.dependencies;
    const ageMs = this.#live?.market.ageMs(code);
    const known = this.#live?.market.book.get(code);
    // The feed has neither names nor lot sizes: if a name is known, a snapshot was read. Many have no best prices except in the depth.
    const isWhole = known?.name !== '' && (this.#followsDepth || !this.#lacksBest(known));
    const isFollowed = ageMs !== undefined && ageMs < (this.#live?.market.status.feed.kind === 'live' ? vouchedMs : pauseMs);
    if (isFollowed && isWhole) {
      this.#draw();
      return;
    }
    const askedMs = clock.monotonicMs();
    const list = await readList([snapshotPart(quietClient(access), [code])], { signal });
    const found = findIn(list, (quote) => isSameSecurity(quote.code, code));
    if (typeof found === 'object') {
      const { market } = this.#live ?? {};
      market?.book.snapshots([found.item], market.nowMs() - (clock.monotonicMs() - askedMs));
      if (!this.#draw()) this.#set({ kind: 'shown', quote: found.item, readAtMs: clock.monotonicMs(), error: undefined });
    } else if (found !== 'notKnown') this.#set({ ...this.#state, kind: found });
    else {
      const cause = firstFailure(list)?.error;
      this.#set({ ...this.#state, kind: 'failed', error: cause });
      throw new Error('The prices could not be read', { cause });
    }
  }

  #set(state: TicketQuote): void {
    this.#state = state;
    this.#changed.fire();
  }
}

function bestOf({ bid, ask }: Readonly<Record<'bid' | 'ask', BookLevel | undefined>>): BestPrices {
  return { bidPrice: bid?.price ?? '', bidVolume: bid?.volume ?? '', askPrice: ask?.price ?? '', askVolume: ask?.volume ?? '' };
}
