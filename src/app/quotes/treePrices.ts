import type { LiveQuote } from '../../domain/quotes/liveQuote';
import type { Disposable } from '../platform/ports';
import { AgeWatch } from './ageWatch';
import type { LiveMarket } from './liveMarket';
import type { QuoteBook } from './quoteBook';
import type { Ports } from '../ports';

/** The part of the market that a tree uses. */
export interface PriceSource extends Pick<LiveMarket, 'isOld' | 'isExpired' | 'ageMs' | 'onDidAge'> {
  readonly book: Pick<QuoteBook, 'watch' | 'get'>;
}

/** Rows are shown before the code that updates them is loaded. */
const afterRowsMs = 250;

/** Prices for the rows of one tree. The market is loaded after the first symbols were shown, so that rows need not wait for it. */
export class TreePrices implements Disposable {
  #open:
    | { readonly market: PriceSource; readonly shows: readonly { show(symbols: readonly string[]): void; dispose(): void }[] }
    | undefined;
  #loading: Disposable | undefined;
  #symbols: readonly string[] = [];
  #isClosed = false;

  constructor(
    private readonly dependencies: Pick<Ports, 'timers' | 'log'> & {
      /** Loads the market, with the feed and everything else that updates prices; tries again after a failure. */
      readonly load: () => Promise<PriceSource>;
      /** A price changed, or began to look old. */
      readonly changed: () => void;
    },
  ) {}

  /** Replaces the symbols whose rows are shown; none while hidden. */
  show(symbols: readonly string[]): void {
    this.#symbols = symbols;
    if (this.#open !== undefined) for (const shown of this.#open.shows) shown.show(symbols);
    else if (symbols.length > 0 && !this.#isClosed) this.#loading ??= this.dependencies.timers.after(afterRowsMs, () => void this.#load());
  }

  /** Undefined if no price is known yet. */
  get(symbol: string): LiveQuote | undefined {
    return this.#open?.market.book.get(symbol);
  }

  isOld(symbol: string): boolean {
    return this.#open?.market.isOld(symbol) === true;
  }

  isExpired(symbol: string): boolean {
    return this.#open?.market.isExpired(symbol) === true;
  }

  /** Milliseconds since a symbol's price was last confirmed; undefined if there is none. */
  ageMs(symbol: string): number | undefined {
    return this.#open?.market.ageMs(symbol);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#loading?.dispose();
    for (const shown of this.#open?.shows ?? []) shown.dispose();
  }

  async #load(): Promise<void> {
    const { load, timers, log, changed } = this.dependencies;
    try {
      const market = await load();
      if (this.#isClosed) return;
      this.#open = { market, shows: [market.book.watch('tree', changed), new AgeWatch(market, timers, changed)] };
      this.show(this.#symbols);
      changed();
    } catch (error) {
      log.error('Prices could not be loaded', error);
      this.#loading = undefined;
    }
  }
}
