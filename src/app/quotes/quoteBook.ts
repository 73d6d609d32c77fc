import { mergeQuote, quoteOfPush, quoteOfSnapshot } from '../../domain/quotes/liveQuote';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import type { QuotePush } from '../../service/feed/types';
import type { SnapshotQuote } from '../../service/marketRecords';
import { Emitter } from '../platform/emitter';
import type { Disposable, Timers } from '../platform/ports';

/** How often whoever shows prices wants to hear of changes: trees at most twice a second, pages once a frame. */
export type QuotePace = 'tree' | 'page';

const paceMs: Readonly<Record<QuotePace, number>> = { tree: 500, page: 16 };

/** Latest prices that changed, by symbol. */
export type QuoteChanges = ReadonlyMap<string, LiveQuote>;

/** Somebody who shows prices. */
export interface QuoteWatch extends Disposable {
  /** Replaces the symbols that are shown now; none while hidden. */
  show(symbols: Iterable<string>): void;
}

export type DroppedPrice = 'older' | 'future';

interface Watch {
  readonly pace: QuotePace;
  readonly listener: (changes: QuoteChanges) => void;
  symbols: ReadonlySet<string>;
  readonly changes: Map<string, LiveQuote>;
  timer: Disposable | undefined;
}

export interface QuoteBookOptions {
  readonly timers: Timers;
  /** Time of the service in Unix milliseconds, as far as it is known. */
  readonly serverMs: () => number;
  readonly onDropped: (reason: DroppedPrice, symbol: string) => void;
}

/** Prices of symbols that nobody shows any more and that are still kept, for whoever shows them next. */
const mostUnshown = 2_000;

/**
 * The one place where prices live: the latest of each symbol, with its own time and source. Pushes and snapshots go in,
 * changes come out to whoever shows a symbol, coalesced. Nothing goes backwards in time. Belongs to one session: see
 * {@link clear}.
 */
export class QuoteBook implements Disposable {
  readonly #quotes = new Map<string, LiveQuote>();
  /** Server time at which the feed or a poll last vouched for a symbol. */
  readonly #confirmed = new Map<string, number>();
  readonly #watches = new Set<Watch>();
  readonly #shown = new Emitter<ReadonlySet<string>>();
  readonly #cleared = new Emitter<void>();
  #shownSymbols: ReadonlySet<string> = new Set();

  /** The symbols that somebody shows changed. */
  readonly onDidChangeShown = this.#shown.event;
  /** All prices were forgotten: another session, another service. */
  readonly onDidClear = this.#cleared.event;

  constructor(private readonly options: QuoteBookOptions) {}

  /** Symbols that somebody shows at the moment. */
  get shown(): ReadonlySet<string> {
    return this.#shownSymbols;
  }

  get(symbol: string): LiveQuote | undefined {
    return this.#quotes.get(symbol);
  }

  /** Server time at which the price of a symbol was last vouched for; undefined when it never was. */
  confirmedAt(symbol: string): number | undefined {
    return this.#confirmed.get(symbol);
  }

  /** Registers somebody who shows prices; the listener hears of changes of what is shown, at its pace. */
  watch(pace: QuotePace, listener: (changes: QuoteChanges) => void): QuoteWatch {
    const watch: Watch = { pace, listener, symbols: new Set(), changes: new Map(), timer: undefined };
    this.#watches.add(watch);
    return {
      show: (symbols) => this.#show(watch, new Set(symbols)),
      dispose: () => {
        watch.timer?.dispose();
        this.#watches.delete(watch);
        this.#follow();
      },
    };
  }

  /** A price that was pushed. */
  push(push: QuotePush): void {
    this.#take(quoteOfPush(push, this.options.serverMs()));
  }

  /**
   * Prices that were asked for.
   *
   * @param askedAt - Server time at which the request left.
   */
  snapshots(quotes: readonly SnapshotQuote[], askedAt: number): void {
    const receivedAt = this.options.serverMs();
    for (const quote of quotes) this.#take(quoteOfSnapshot(quote, askedAt, receivedAt));
  }

  /** Prices that another window asked for, already merged there. */
  adopt(quotes: readonly LiveQuote[]): void {
    for (const quote of quotes) this.#take(quote);
  }

  /** These prices are still the latest: the feed that would tell a change of them works. */
  vouch(symbols: Iterable<string>): void {
    const now = this.options.serverMs();
    for (const symbol of symbols) if (this.#quotes.has(symbol)) this.#confirmed.set(symbol, now);
  }

  /** Forgets all prices. Whoever shows some asks again. */
  clear(): void {
    this.#quotes.clear();
    this.#confirmed.clear();
    for (const watch of this.#watches) watch.changes.clear();
    this.#cleared.fire();
  }

  dispose(): void {
    for (const watch of this.#watches) watch.timer?.dispose();
    this.#watches.clear();
    this.#shown.dispose();
    this.#cleared.dispose();
  }

  #take(incoming: LiveQuote): void {
    const { symbol } = incoming;
    const merged = mergeQuote(this.#quotes.get(symbol), incoming, this.options.serverMs());
    if (merged.kind === 'older' || merged.kind === 'future') {
      this.options.onDropped(merged.kind, symbol);
      return;
    }
    this.#confirmed.set(symbol, Math.max(this.#confirmed.get(symbol) ?? 0, incoming.receivedAt));
    if (merged.kind === 'same') return;
    this.#quotes.set(symbol, merged.quote);
    for (const watch of this.#watches) if (watch.symbols.has(symbol)) this.#tell(watch, merged.quote);
  }

  #tell(watch: Watch, quote: LiveQuote): void {
    watch.changes.set(quote.symbol, quote);
    watch.timer ??= this.options.timers.after(paceMs[watch.pace], () => {
      watch.timer = undefined;
      if (watch.changes.size === 0) return;
      const changes = new Map(watch.changes);
      watch.changes.clear();
      watch.listener(changes);
    });
  }

  #show(watch: Watch, symbols: ReadonlySet<string>): void {
    if (!this.#watches.has(watch)) return;
    watch.symbols = symbols;
    for (const symbol of watch.changes.keys()) if (!symbols.has(symbol)) watch.changes.delete(symbol);
    this.#follow();
  }

  #follow(): void {
    const shown = new Set([...this.#watches].flatMap(({ symbols }) => [...symbols]));
    const isSame = shown.size === this.#shownSymbols.size && [...shown].every((symbol) => this.#shownSymbols.has(symbol));
    if (isSame) return;
    this.#shownSymbols = shown;
    this.#forgetUnshown();
    this.#shown.fire(shown);
  }

  #forgetUnshown(): void {
    let surplus = this.#quotes.size - this.#shownSymbols.size - mostUnshown;
    if (surplus <= 0) return;
    for (const symbol of this.#quotes.keys()) {
      if (surplus <= 0) return;
      if (this.#shownSymbols.has(symbol)) continue;
      this.#quotes.delete(symbol);
      this.#confirmed.delete(symbol);
      surplus -= 1;
    }
  }
}
