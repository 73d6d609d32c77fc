import { underSignals } from '../../service/abortable';
import { SecurityParts, concerns } from '../../app/security/securityParts';
import type { PartRead } from '../../app/security/securityParts';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { quietClient } from '../../app/session/serviceAccess';
import type { ActionView, BookView, ChartChoice, Part, QuoteView, ToSecurityPage } from '../../panel/security/securityProtocol';
import { ServiceError } from '../../service/errors';
import type { CallOptions } from '../../service/serviceClient';
import { seen } from '../../service/lists/list';
import type { BrokerQueue, Capital, OwnerPlate, SnapshotQuote, Tick } from '../../service/marketRecords';
import { causeText } from '../platform/errors/outage';
import { gapsText } from '../platform/lists/gapText';
import { silence } from '../platform/silence';
import { BarsReader } from './barsReader';
import { ComparedReader } from './comparedReader';
import { SecurityLive } from './securityLive';
import { loadingPart, actionView, bookView, newestFirst } from './securityViews';
import type { UiPorts } from '../platform/ports';

export interface ReaderDependencies extends Pick<UiPorts, 'access' | 'timers' | 'log'> {
  readonly market: LiveMarket;
  /** Time of the service. */
  readonly nowMs: () => number;
  readonly post: <K extends keyof ToSecurityPage>(type: K, body: ToSecurityPage[K]) => void;
  /** Called when the security's name becomes known. */
  readonly onName: (name: string) => void;
}

/** The newest candles and the market's state are read with every third price. */
const slowTurns = 3;
/** What another window was sent this lately is not read again, in a window that nobody works in, or in any; in milliseconds. */
const bookAges = { unwatched: 4_500, watched: 500 } as const;
/** Money in and out, which the service counts by minute, and what only a snapshot has: once a minute. */
const minuteTurns = 12;

/** Reads what the service knows about one security, and sends it to the page part by part. */
export class SecurityReader {
  readonly #parts: SecurityParts;
  readonly #stop = new AbortController();
  readonly #dependencies: ReaderDependencies;
  #quote: Part<QuoteView> = { kind: 'loading' };
  /** The part of the price that only a snapshot has. */
  #snapshot: SnapshotQuote | undefined;
  #ticks: readonly Tick[] = [];
  #brokers: BrokerQueue | null = null;
  #capital: Part<Capital> = { kind: 'loading' };
  #marketState = '';
  #book: Part<BookView> = { kind: 'loading' };
  #plates: Part<readonly OwnerPlate[]> = { kind: 'loading' };
  #actions: Part<readonly ActionView[]> = { kind: 'loading' };
  readonly #bars: BarsReader;
  readonly #compared: ComparedReader;
  readonly #live: SecurityLive;
  #turn = 0;

  constructor(
    readonly symbol: string,
    dependencies: ReaderDependencies,
  ) {
    this.#dependencies = dependencies;
    this.#parts = new SecurityParts(symbol, quietClient(dependencies.access));
    const { market, timers, post } = dependencies;
    this.#bars = new BarsReader(symbol, {
      ...dependencies,
      tell: (bars) => post('bars', bars),
      tellEarlier: (earlier) => post('earlier', earlier),
      price: () => this.#lastPrice,
    });
    this.#compared = new ComparedReader(dependencies);
    this.#live = new SecurityLive(symbol, {
      market,
      timers,
      priceChanged: () => this.#tellPrice(),
      depthChanged: (depth) => {
        this.#book = {
          kind: 'ready',
          value: bookView(depth, { isLive: this.#live.followsDepth, hasTrades: this.#live.followsTrades }),
          problem: '',
        };
        post('book', this.#book);
      },
      ticksChanged: (ticks) => {
        this.#ticks = ticks;
        post('ticks', ticks);
      },
      brokersChanged: (brokers) => {
        this.#brokers = brokers;
        post('brokers', brokers);
      },
    });
    void this.#readOnce();
  }

  /** Only a visible page follows its security. */
  setVisible(isVisible: boolean): void {
    this.#live.setVisible(isVisible);
    this.#compared.setVisible(isVisible);
  }

  dispose(): void {
    this.#stop.abort();
    this.#live.dispose();
    this.#bars.dispose();
    this.#compared.dispose();
  }

  /** Sends everything that is known, because the page was created again. */
  tellAll(): void {
    const { post } = this.#dependencies;
    post('quote', this.#quote);
    post('marketState', this.#marketState);
    post('book', this.#book);
    post('ticks', this.#ticks);
    post('brokers', this.#brokers);
    post('capital', this.#capital);
    post('plates', this.#plates);
    post('actions', this.#actions);
    this.#bars.tellAll();
    this.#compared.tellAll();
  }

  /** The reason why parts take so long to load may have changed. */
  tellWaiting(): void {
    const { post } = this.#dependencies;
    const loading = loadingPart('market');
    if (this.#quote.kind === 'loading') post('quote', loading);
    if (this.#book.kind === 'loading') post('book', loading);
    if (this.#plates.kind === 'loading') post('plates', loading);
    if (this.#capital.kind === 'loading') post('capital', loading);
    if (this.#actions.kind === 'loading') post('actions', loading);
    this.#bars.tellWaiting();
    this.#compared.tellWaiting();
  }

  /**
   * Reads data that no feed reports: the values of snapshots, depth without a feed, and at times what rarely changes.
   *
   * @throws the failure of the price.
   */
  async readMarket(signal: AbortSignal): Promise<void> {
    await underSignals([signal, this.#stop.signal], async (both) => this.#readMarket(both));
  }

  async #readMarket(both: AbortSignal): Promise<void> {
    const isFirst = this.#turn === 0;
    const isSlowTurn = this.#turn % slowTurns === 0;
    const isMinute = this.#turn % minuteTurns === 0;
    this.#turn += 1;
    const reading = { signal: both, rank: isFirst ? 'asked' : 'refresh' } as const;
    const askedAt = this.#dependencies.nowMs();
    const isKnown = this.#quote.kind === 'ready' && this.#quote.problem === '' && !isFirst;
    const price =
      isKnown && !isMinute && !(isSlowTurn && this.#live.lacksBest)
        ? Promise.resolve(undefined)
        : this.#read(
            async () => this.#parts.quote(reading),
            (part) => this.#takeQuote(part, askedAt),
          );
    await Promise.all([
      price,
      this.#live.followsDepth || (this.#book.kind === 'notOffered' && !isSlowTurn) ? undefined : this.#readBook(reading),
      isSlowTurn ? this.#readState(reading) : undefined,
      isSlowTurn && (this.#bars.isLoaded || this.#bars.hasFailed) ? this.#bars.readLatest(both) : undefined,
      isSlowTurn ? this.#readCompared(both) : undefined,
    ]);
    if (isMinute || (isSlowTurn && this.#capital.kind !== 'ready' && this.#capital.kind !== 'notOffered')) void this.#readCapital();
    const failure = await price;
    if (failure !== undefined) throw failure;
  }

  /** Shows candles of another interval or adjustment. */
  async showChart(chart: ChartChoice): Promise<void> {
    await Promise.all([this.#bars.show(chart), this.#compared.show(chart)]);
    await this.#compared.reachBack(this.#bars.firstMs);
  }

  /** Compares with exactly these securities. */
  async compare(symbols: readonly string[], chart: ChartChoice): Promise<void> {
    await this.#compared.set(symbols, chart);
    await this.#compared.reachBack(this.#bars.firstMs);
  }

  async readEarlier(): Promise<void> {
    await this.#bars.readEarlier();
    await this.#compared.reachBack(this.#bars.firstMs);
  }

  /** Reads again what is not part of {@link readMarket} and could not be read. */
  async readFailed(): Promise<void> {
    if (this.#plates.kind === 'failed' || this.#actions.kind === 'failed') await this.#readOnce();
    if (this.#bars.hasFailed) await this.#bars.readLatest();
    if (this.#compared.hasFailed) await this.#readCompared(this.#stop.signal);
  }

  /** The user asked to read everything again. */
  async readAgain(chart: ChartChoice): Promise<void> {
    this.#turn = 0;
    await Promise.all([this.#readOnce(), this.#bars.readAgain(chart), this.#compared.readAgain(chart)]);
  }

  /** Reads the newest candles of the compared securities; all candles of those that could not be read before. */
  async #readCompared(signal: AbortSignal): Promise<void> {
    if (await this.#compared.readLatest(signal)) await this.#compared.reachBack(this.#bars.firstMs);
  }

  async #readOnce(): Promise<void> {
    const { post } = this.#dependencies;
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
      part = { kind: 'failed', problem: causeText(error) };
    }
    if (this.#stop.signal.aborted) return;
    this.#actions = part;
    this.#dependencies.post('actions', part);
  }

  async #readBook(reading: Pick<CallOptions, 'signal' | 'rank'>): Promise<void> {
    await this.#read(
      async () => this.#parts.book(reading, bookAges[this.#dependencies.market.isWatched ? 'watched' : 'unwatched']),
      (part) => {
        // While the service is silent, what was there stays, dimmed.
        if (part.kind === 'failed' && silence.isOn && this.#book.kind !== 'loading') return;
        this.#book = part.kind === 'ready' ? { ...part, value: bookView(part.value, { isLive: false }) } : part;
        this.#dependencies.post('book', this.#book);
      },
    );
  }

  async #readCapital(): Promise<void> {
    await this.#read(
      async () => this.#parts.capital(this.#stop.signal),
      (part) => {
        // What was there stays: it says until when it counts. That the service is silent, the status bar says.
        if (part.kind === 'failed' && (this.#capital.kind === 'ready' || silence.isOn)) return;
        this.#capital = part;
        this.#dependencies.post('capital', part);
      },
    );
  }

  async #readState(reading: Pick<CallOptions, 'signal' | 'rank'>): Promise<void> {
    await this.#read(
      async () => this.#parts.marketState(reading),
      (part) => {
        this.#marketState = part.kind === 'ready' ? part.value : '';
        this.#dependencies.post('marketState', this.#marketState);
      },
    );
  }

  #takeQuote(part: Part<SnapshotQuote | undefined>, askedAt: number): void {
    if (part.kind !== 'ready') {
      // The shown data stays, with its age. That the service is silent, the status bar says.
      this.#quote =
        part.kind === 'failed' && this.#quote.kind === 'ready' ? { ...this.#quote, problem: silence.isOn ? '' : part.problem } : part;
    } else if (part.value === undefined) {
      this.#quote = { kind: 'failed', problem: '' };
    } else {
      this.#snapshot = part.value;
      this.#dependencies.market.book.snapshots([part.value], askedAt);
      if (part.value.name !== '') this.#dependencies.onName(part.value.name);
      this.#tellPrice();
      return;
    }
    this.#dependencies.post('quote', this.#quote);
  }

  /** The current price in the quote book. */
  #tellPrice(): void {
    const { market, nowMs, post } = this.#dependencies;
    if (this.#snapshot === undefined || this.#stop.signal.aborted) return;
    const quote = this.#live.follow(this.#snapshot);
    const readAt = market.book.confirmedAt(this.symbol) ?? nowMs();
    const before = this.#quote.kind === 'ready' ? this.#quote.value.quote.lastPrice : undefined;
    this.#quote = { kind: 'ready', value: { quote, readAt, isOld: this.#live.isExpired }, problem: '' };
    post('quote', this.#quote);
    if (before !== quote.lastPrice) this.#bars.follow();
  }

  get #lastPrice(): { readonly price: string; readonly at: number } | undefined {
    if (this.#quote.kind !== 'ready') return undefined;
    const { quote, readAt } = this.#quote.value;
    return { price: quote.lastPrice, at: quote.updatedAt ?? readAt };
  }

  /** @returns the failure; undefined if it succeeded. */
  async #read<T>(ask: () => Promise<PartRead<T>>, take: (part: Part<T>) => void): Promise<Error | undefined> {
    try {
      const read = await ask();
      if (!this.#stop.signal.aborted) take(read.kind === 'read' ? { kind: 'ready', value: read.value, problem: '' } : read);
      return undefined;
    } catch (error) {
      if (ServiceError.is(error, 'aborted') || this.#stop.signal.aborted) return undefined;
      this.#logUnlessKnown(error);
      take({ kind: 'failed', problem: causeText(error) });
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** A failed request is already in the log. */
  #logUnlessKnown(error: unknown): void {
    if (!ServiceError.is(error) && !this.#stop.signal.aborted) this.#dependencies.log.error(`${this.symbol} could not be read`, error);
  }
}
