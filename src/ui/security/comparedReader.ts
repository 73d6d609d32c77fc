import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import type { ChartChoice } from '../../panel/security/securityProtocol';
import { BarsReader } from './barsReader';
import type { ReaderDependencies } from './securityReader';

/** The number of pages of earlier candles that are read at a time to reach the first candle of the page's own security. */
const mostPages = 4;

/** The securities that are compared with the one on the page. */
export class ComparedReader {
  readonly #watch: QuoteWatch;
  #readers: readonly BarsReader[] = [];
  #isVisible = false;

  constructor(
    private readonly dependencies: Pick<ReaderDependencies, 'access' | 'nowMs' | 'log' | 'post'> & { readonly market: LiveMarket },
  ) {
    this.#watch = dependencies.market.book.watch('page', (changed) => {
      for (const reader of this.#readers) if (changed.has(reader.symbol)) reader.follow();
      this.#tellNames();
    });
  }

  get symbols(): readonly string[] {
    return this.#readers.map(({ symbol }) => symbol);
  }

  dispose(): void {
    this.#watch.dispose();
    for (const reader of this.#readers) reader.dispose();
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#watch.show(isVisible ? this.symbols : []);
  }

  /** Sets the securities to compare with; those that are already compared are kept. */
  async set(symbols: readonly string[], chart: ChartChoice): Promise<void> {
    const known = new Map(this.#readers.map((reader) => [reader.symbol, reader]));
    for (const [symbol, reader] of known) if (!symbols.includes(symbol)) reader.dispose();
    const added: BarsReader[] = [];
    this.#readers = symbols.map((symbol) => {
      const reader = known.get(symbol) ?? this.#reader(symbol);
      if (!known.has(symbol)) added.push(reader);
      return reader;
    });
    this.setVisible(this.#isVisible);
    this.#tellNames();
    await Promise.all(added.map(async (reader) => reader.show(chart)));
  }

  async show(chart: ChartChoice): Promise<void> {
    await Promise.all(this.#readers.map(async (reader) => reader.show(chart)));
  }

  /** The last read of one of them failed. */
  get hasFailed(): boolean {
    return this.#readers.some((reader) => reader.hasFailed);
  }

  /** @returns true if one that could not be read before was read now. */
  async readLatest(signal: AbortSignal): Promise<boolean> {
    const isNew = await Promise.all(
      this.#readers.map(async (reader) => {
        const { isLoaded } = reader;
        if (isLoaded || reader.hasFailed) await reader.readLatest(signal);
        return !isLoaded && reader.isLoaded;
      }),
    );
    return isNew.includes(true);
  }

  async readAgain(chart: ChartChoice): Promise<void> {
    await Promise.all(this.#readers.map(async (reader) => reader.readAgain(chart)));
  }

  /** Reads the missing candles back to a point in time. */
  async reachBack(firstMs: number | undefined): Promise<void> {
    if (firstMs === undefined) return;
    for (const reader of this.#readers)
      for (let page = 0; page < mostPages && (reader.firstMs ?? 0) > firstMs; page += 1) {
        const before = reader.firstMs;
        await reader.readEarlier();
        if (reader.firstMs === before) break;
      }
  }

  tellWaiting(): void {
    for (const reader of this.#readers) reader.tellWaiting();
  }

  tellAll(): void {
    this.#tellNames();
    for (const reader of this.#readers) reader.tellAll();
  }

  #reader(symbol: string): BarsReader {
    const { access, nowMs, log, market, post } = this.dependencies;
    return new BarsReader(symbol, {
      ...{ access, nowMs, log },
      tell: (bars) => post('comparedBars', { symbol, bars }),
      price: () => {
        const quote = market.book.get(symbol);
        return quote === undefined || quote.lastPrice === '' ? undefined : { price: quote.lastPrice, at: quote.at };
      },
    });
  }

  #tellNames(): void {
    const { market, post } = this.dependencies;
    post(
      'compared',
      this.symbols.map((symbol) => ({ symbol, name: market.book.get(symbol)?.name ?? '' })),
    );
  }
}
