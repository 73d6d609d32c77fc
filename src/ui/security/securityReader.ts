import { CandleSeries } from '../../app/security/candleSeries';
import { SecurityParts, concerns } from '../../app/security/securityParts';
import type { PartRead } from '../../app/security/securityParts';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { Log, Timers } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { followPrice } from '../../domain/security/lastBar';
import { zoneLabel } from '../../domain/time/zones';
import type { ActionView, BarsView, BookView, ChartChoice, Part, QuoteView, ToSecurityPage } from '../../panel/security/securityProtocol';
import { ServiceError } from '../../service/errors';
import { seen } from '../../service/lists/list';
import type { Candle, OwnerPlate, SnapshotQuote, Tick } from '../../service/marketRecords';
import { presentError } from '../platform/errors/presentError';
import { gapsText } from '../platform/lists/gapText';
import { SecurityLive } from './securityLive';
import { loadingPart, actionView, barView, bookView, newestFirst } from './securityViews';

export interface ReaderOptions {
  readonly access: ServiceAccess;
  readonly market: LiveMarket;
  readonly timers: Timers;
  /** Time of the service. */
  readonly nowMs: () => number;
  readonly log: Pick<Log, 'error'>;
  readonly post: <K extends keyof ToSecurityPage>(type: K, body: ToSecurityPage[K]) => void;
  /** The security's name became known. */
  readonly onName: (name: string) => void;
}

/** The newest candles and the market's state are read with every third price. */
const slowTurns = 3;

/** Reads what the service knows of one security, and tells the page part by part. */
export class SecurityReader {
  readonly #parts: SecurityParts;
  readonly #stop = new AbortController();
  readonly #options: ReaderOptions;
  #quote: Part<QuoteView> = { kind: 'loading' };
  /** What only a snapshot says of the price. */
  #snapshot: SnapshotQuote | undefined;
  #ticks: readonly Tick[] = [];
  #marketState = '';
  #book: Part<BookView> = { kind: 'loading' };
  #plates: Part<readonly OwnerPlate[]> = { kind: 'loading' };
  #actions: Part<readonly ActionView[]> = { kind: 'loading' };
  #series: CandleSeries | undefined;
  #seriesProblem = '';
  #earlier: Promise<void> | undefined;
  readonly #live: SecurityLive;
  #turn = 0;

  constructor(
    readonly symbol: string,
    options: ReaderOptions,
  ) {
    this.#options = options;
    this.#parts = new SecurityParts(symbol, async () => options.access.client());
    const { market, timers, post } = options;
    this.#live = new SecurityLive(symbol, {
      market,
      timers,
      priceChanged: () => this.#tellPrice(),
      depthChanged: (depth) => {
        this.#book = { kind: 'ready', value: bookView(depth, this.#live.followsDepth), problem: '' };
        post('book', this.#book);
      },
      ticksChanged: (ticks) => {
        this.#ticks = ticks;
        post('ticks', ticks);
      },
    });
    void this.#readOnce();
  }

  /** Only a page that is seen follows its security. */
  setVisible(isVisible: boolean): void {
    this.#live.setVisible(isVisible);
  }

  dispose(): void {
    this.#stop.abort();
    this.#live.dispose();
  }

  /** Tells everything that is known: the page was made anew. */
  tellAll(): void {
    const { post } = this.#options;
    post('quote', this.#quote);
    post('marketState', this.#marketState);
    post('book', this.#book);
    post('ticks', this.#ticks);
    post('plates', this.#plates);
    post('actions', this.#actions);
    this.#tellBars(true);
  }

  /** Why parts that are loading take so long may be another reason now. */
  tellWaiting(): void {
    const { post } = this.#options;
    const loading = loadingPart('market');
    if (this.#quote.kind === 'loading') post('quote', loading);
    if (this.#book.kind === 'loading') post('book', loading);
    if (this.#plates.kind === 'loading') post('plates', loading);
    if (this.#actions.kind === 'loading') post('actions', loading);
  }

  /** Reads what nobody tells: what only snapshots say, depth without a feed, and now and then what changes rarely. @throws the failure of the price. */
  async readMarket(signal: AbortSignal): Promise<void> {
    const isFirst = this.#turn === 0;
    const isSlowTurn = this.#turn % slowTurns === 0;
    this.#turn += 1;
    const both = AbortSignal.any([signal, this.#stop.signal]);
    const askedAt = this.#options.nowMs();
    const price =
      this.#quote.kind === 'ready' && !isFirst
        ? Promise.resolve(undefined)
        : this.#read(
            async () => this.#parts.quote(both),
            (part) => this.#takeQuote(part, askedAt),
          );
    await Promise.all([
      price,
      this.#live.followsDepth || (this.#book.kind === 'notOffered' && !isSlowTurn) ? undefined : this.#readBook(both),
      isSlowTurn ? this.#readState(both) : undefined,
      isSlowTurn && this.#series?.isLoaded === true ? this.#readLatest(both) : undefined,
    ]);
    const failure = await price;
    if (failure !== undefined) throw failure;
  }

  /** Shows candles of another length or adjustment. */
  async showChart({ period, adjustment }: ChartChoice): Promise<void> {
    const { access, nowMs } = this.#options;
    this.#series = new CandleSeries({ symbol: this.symbol, period, adjustment }, { client: async () => access.client(), nowMs });
    this.#seriesProblem = '';
    this.#earlier = undefined;
    this.#options.post('bars', { kind: 'loading' });
    await this.#readLatest(this.#stop.signal);
  }

  /** Reads the page of candles before the first one; once at a time. */
  async readEarlier(): Promise<void> {
    const series = this.#series;
    if (series?.hasMore !== true || this.#earlier !== undefined) return;
    const { post } = this.#options;
    post('earlier', { isLoading: true, problem: '' });
    const before = series.candles;
    const reading = (async (): Promise<void> => {
      try {
        await series.loadEarlier(this.#stop.signal);
        if (this.#series !== series) return;
        const [first] = before;
        this.#tellBars(false, first === undefined ? series.candles : series.candles.filter(({ time }) => time < first.time));
        post('earlier', { isLoading: false, problem: '' });
      } catch (error) {
        this.#logUnlessKnown(error);
        if (this.#series === series && !this.#stop.signal.aborted)
          post('earlier', { isLoading: false, problem: presentError(error).message });
      }
    })();
    this.#earlier = reading;
    await reading;
    if (this.#earlier === reading) this.#earlier = undefined;
  }

  /** Reads once more what is not part of {@link readMarket} and could not be read. */
  async readFailed(): Promise<void> {
    if (this.#plates.kind === 'failed' || this.#actions.kind === 'failed') await this.#readOnce();
    if (this.#seriesProblem !== '') await this.#readLatest(this.#stop.signal);
  }

  /** The user asked for everything anew. */
  async readAgain(chart: ChartChoice): Promise<void> {
    this.#turn = 0;
    await Promise.all([
      this.#readOnce(),
      this.#series?.isLoaded === true && this.#series.isOffered ? this.#readLatest(this.#stop.signal) : this.showChart(chart),
    ]);
  }

  async #readOnce(): Promise<void> {
    const { post } = this.#options;
    await Promise.all([
      this.#read(
        async () => this.#parts.plates(this.#stop.signal),
        (part) => {
          this.#plates = part;
          post('plates', part);
        },
      ),
      this.#readActions(),
    ]);
  }

  async #readActions(): Promise<void> {
    let part: Part<readonly ActionView[]>;
    try {
      const list = await this.#parts.actions(this.#stop.signal);
      const { items, gaps } = seen(list);
      const lacks = gaps.length === 0 ? '' : gapsText(gaps, 'events');
      part = { kind: 'ready', value: newestFirst(items.filter((event) => concerns(event, this.symbol)).map(actionView)), problem: lacks };
    } catch (error) {
      this.#logUnlessKnown(error);
      part = { kind: 'failed', problem: presentError(error).message };
    }
    if (this.#stop.signal.aborted) return;
    this.#actions = part;
    this.#options.post('actions', part);
  }

  async #readBook(signal: AbortSignal): Promise<void> {
    await this.#read(
      async () => this.#parts.book(signal),
      (part) => {
        this.#book = part.kind === 'ready' ? { ...part, value: bookView(part.value, false) } : part;
        this.#options.post('book', this.#book);
      },
    );
  }

  async #readState(signal: AbortSignal): Promise<void> {
    await this.#read(
      async () => this.#parts.marketState(signal),
      (part) => {
        this.#marketState = part.kind === 'ready' ? part.value : '';
        this.#options.post('marketState', this.#marketState);
      },
    );
  }

  #takeQuote(part: Part<SnapshotQuote | undefined>, askedAt: number): void {
    if (part.kind !== 'ready') {
      // What is shown stays, and its age says how old it is.
      this.#quote = part.kind === 'failed' && this.#quote.kind === 'ready' ? { ...this.#quote, problem: part.problem } : part;
    } else if (part.value === undefined) {
      this.#quote = { kind: 'failed', problem: '' };
    } else {
      this.#snapshot = part.value;
      this.#options.market.book.snapshots([part.value], askedAt);
      if (part.value.name !== '') this.#options.onName(part.value.name);
      this.#tellPrice();
      return;
    }
    this.#options.post('quote', this.#quote);
  }

  /** The price as the quote book has it now. */
  #tellPrice(): void {
    const { market, nowMs, post } = this.#options;
    if (this.#snapshot === undefined || this.#stop.signal.aborted) return;
    const quote = this.#live.follow(this.#snapshot);
    const readAt = market.book.confirmedAt(this.symbol) ?? nowMs();
    const before = this.#quote.kind === 'ready' ? this.#quote.value.quote.lastPrice : undefined;
    this.#quote = { kind: 'ready', value: { quote, readAt, isOld: this.#live.isOld }, problem: '' };
    post('quote', this.#quote);
    const last = this.#series?.candles.at(-1);
    if (last !== undefined && before !== quote.lastPrice) this.#tellBars(false, [last]);
  }

  async #readLatest(signal: AbortSignal): Promise<void> {
    const series = this.#series;
    if (series === undefined) return;
    const known = new Set(series.candles);
    const isFirst = !series.isLoaded;
    try {
      await series.loadLatest(signal);
      this.#seriesProblem = '';
    } catch (error) {
      this.#logUnlessKnown(error);
      if (signal.aborted) return;
      this.#seriesProblem = presentError(error).message;
    }
    if (this.#series !== series || this.#stop.signal.aborted) return;
    // Candles before the first known one mean that the series began anew.
    const isReset = isFirst || known.size === 0 || ![...known].some((candle) => series.candles[0] === candle);
    this.#tellBars(isReset, isReset ? series.candles : series.candles.filter((candle) => !known.has(candle)));
  }

  #tellBars(isReset: boolean, candles: readonly Candle[] = this.#series?.candles ?? []): void {
    const series = this.#series;
    if (series === undefined) return;
    const part = this.#barsPart(series, isReset, candles);
    this.#options.post('bars', part);
  }

  #barsPart(series: CandleSeries, isReset: boolean, candles: readonly Candle[]): Part<BarsView> {
    if (!series.isOffered) return { kind: 'notOffered' };
    if (!series.isLoaded) return this.#seriesProblem === '' ? { kind: 'loading' } : { kind: 'failed', problem: this.#seriesProblem };
    const newest = series.candles.at(-1);
    const bars = candles.map((candle) => barView(candle === newest ? this.#following(candle, series) : candle, series.zone));
    const zone = zoneLabel(series.zone, this.#options.nowMs());
    return { kind: 'ready', value: { isReset, bars, hasMore: series.hasMore, hasGap: series.hasGap, zone }, problem: this.#seriesProblem };
  }

  #following(candle: Candle, { choice, zone }: CandleSeries): Candle {
    if (this.#quote.kind !== 'ready') return candle;
    const { quote, readAt } = this.#quote.value;
    return followPrice(candle, { price: quote.lastPrice, at: quote.updatedAt ?? readAt }, { ...choice, zone });
  }

  /** @returns the failure; undefined when it went well. */
  async #read<T>(ask: () => Promise<PartRead<T>>, take: (part: Part<T>) => void): Promise<Error | undefined> {
    try {
      const read = await ask();
      if (!this.#stop.signal.aborted) take(read.kind === 'read' ? { kind: 'ready', value: read.value, problem: '' } : read);
      return undefined;
    } catch (error) {
      if (ServiceError.is(error, 'aborted') || this.#stop.signal.aborted) return undefined;
      this.#logUnlessKnown(error);
      take({ kind: 'failed', problem: presentError(error).message });
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** A request that failed is in the log already. */
  #logUnlessKnown(error: unknown): void {
    if (!ServiceError.is(error) && !this.#stop.signal.aborted) this.#options.log.error(`${this.symbol} could not be read`, error);
  }
}
