import { bestPrices } from '../../domain/quotes/liveQuote';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket, MarketStream, StreamPush } from '../../app/quotes/liveMarket';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import type { Disposable, Timers } from '../../app/platform/ports';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { latestTicks } from '../../domain/quotes/latestTicks';
import type { Depth } from '../../domain/quotes/mergedBook';
import type { FeedSubscription } from '../../service/feed/types';
import type { BrokerQueue, SnapshotQuote, Tick } from '../../service/marketRecords';

const shownTicks = 20;
/** Of the forty that an exchange shows. */
const shownBrokers = 40;

/** The live data on the page of a security while it is visible: price, depth and trades. */
export class SecurityLive implements Disposable {
  readonly #watch: QuoteWatch;
  readonly #ages: AgeWatch;
  readonly #stream: MarketStream;
  readonly #status: Disposable;
  #depth: Depth | undefined;
  /** The depth that was sent last is kept up to date by the feed. */
  #isDepthLive = false;
  #ticks: readonly Tick[] = [];
  #brokers: BrokerQueue | undefined;
  readonly #news = new Set<'depth' | 'ticks' | 'brokers'>();

  constructor(
    private readonly symbol: string,
    private readonly options: {
      readonly market: LiveMarket;
      readonly timers: Timers;
      readonly priceChanged: () => void;
      readonly depthChanged: (depth: Depth) => void;
      readonly ticksChanged: (ticks: readonly Tick[]) => void;
      readonly brokersChanged: (brokers: BrokerQueue) => void;
    },
  ) {
    const { market, timers, priceChanged } = options;
    this.#watch = market.book.watch('page', ({ size }) => this.#told(size > 0));
    this.#ages = new AgeWatch(market, timers, priceChanged);
    this.#stream = market.stream((push) => this.#pushed(push));
    this.#status = market.onDidChangeStatus(() => {
      if (this.#isDepthLive && !this.followsDepth) this.#tell('depth');
    });
  }

  setVisible(isVisible: boolean): void {
    const { symbol } = this;
    if (!isVisible) this.#news.clear();
    this.#watch.show(isVisible ? [symbol] : []);
    this.#ages.show(isVisible ? [symbol] : []);
    this.#stream.ask(
      isVisible
        ? [
            { kind: 'order_book', symbol },
            { kind: 'ticker', symbol },
          ]
        : [],
    );
  }

  /** True while the feed reports every change of the depth. */
  get followsDepth(): boolean {
    return this.#follows({ kind: 'order_book', symbol: this.symbol });
  }

  /** True while the feed pushes trades. */
  get followsTrades(): boolean {
    return this.#follows({ kind: 'ticker', symbol: this.symbol });
  }

  /** The price is pushed, but not the best ones, nor the depth. */
  get lacksBest(): boolean {
    const { market } = this.options;
    const quote = market.book.get(this.symbol);
    return quote?.source === 'feed' && quote.bestAt < quote.receivedAt && !this.followsDepth;
  }

  get isExpired(): boolean {
    return this.options.market.isExpired(this.symbol);
  }

  /** A snapshot with current prices; values that only a snapshot has are kept. */
  follow(snapshot: SnapshotQuote): SnapshotQuote {
    const quote = this.options.market.book.get(this.symbol);
    return quote === undefined ? snapshot : { ...snapshot, ...moving(quote, snapshot, this.options.market.nowMs()) };
  }

  dispose(): void {
    this.#watch.dispose();
    this.#ages.dispose();
    this.#stream.dispose();
    this.#status.dispose();
  }

  #follows(subscription: FeedSubscription): boolean {
    return this.options.market.status.feed.kind === 'live' && this.#stream.stateOf(subscription) === 'active';
  }

  #pushed(push: StreamPush): void {
    if (push.kind === 'orderBook') {
      this.#depth = push;
      this.#tell('depth');
    } else if (push.kind === 'ticks') {
      this.#ticks = latestTicks(this.#ticks, push.ticks, shownTicks);
      this.#tell('ticks');
    } else if (push.kind === 'brokers') {
      this.#brokers = { bids: push.bids.slice(0, shownBrokers), asks: push.asks.slice(0, shownBrokers) };
      this.#tell('brokers');
    }
  }

  #tell(news: 'depth' | 'ticks' | 'brokers'): void {
    this.#news.add(news);
    this.#watch.tellSoon();
  }

  /** At most once per frame. */
  #told(isPriceNew: boolean): void {
    const { brokersChanged, depthChanged, priceChanged, ticksChanged } = this.options;
    if (this.#news.has('depth') && this.#depth !== undefined) {
      this.#isDepthLive = this.followsDepth;
      depthChanged(this.#depth);
    }
    if (isPriceNew) priceChanged();
    if (this.#news.has('ticks')) ticksChanged(this.#ticks);
    if (this.#news.has('brokers') && this.#brokers !== undefined) brokersChanged(this.#brokers);
    this.#news.clear();
  }
}

/** The live figures of a price; a missing one leaves that of the snapshot. */
function moving(quote: LiveQuote, snapshot: SnapshotQuote, nowMs: number): Partial<SnapshotQuote> {
  return {
    name: quote.name || snapshot.name,
    lastPrice: quote.lastPrice || snapshot.lastPrice,
    previousClose: quote.previousClose || snapshot.previousClose,
    openPrice: quote.openPrice || snapshot.openPrice,
    highPrice: quote.highPrice || snapshot.highPrice,
    lowPrice: quote.lowPrice || snapshot.lowPrice,
    ...bestPrices(quote, nowMs),
    volume: quote.volume || snapshot.volume,
    turnover: quote.turnover || snapshot.turnover,
    lotSize: quote.lotSize || snapshot.lotSize,
    priceSpread: quote.priceSpread || snapshot.priceSpread,
    updatedAt: quote.at,
    isSuspended: quote.isSuspended,
    preMarket: quote.preMarket ?? snapshot.preMarket,
    afterMarket: quote.afterMarket ?? snapshot.afterMarket,
    overnight: quote.overnight ?? snapshot.overnight,
  };
}
