import { mergePush, mergeQuote, quoteOfSnapshot } from '../../domain/quotes/liveQuote';
import type { LiveQuote, QuoteMerge } from '../../domain/quotes/liveQuote';
import type { QuotePush } from '../../service/feed/types';
import type { SnapshotQuote } from '../../service/marketRecords';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';
import type { Ports } from '../ports';

/** How often a watcher is notified of changes: trees at most twice a second, the page of a security once a frame, tables every fourth frame. */
export type QuotePace = 'tree' | 'page' | 'table';

const paceMs: Readonly<Record<QuotePace, number>> = { tree: 500, page: 16, table: 64 };

/** Latest prices that changed, by symbol. */
export type QuoteChanges = ReadonlyMap<string, LiveQuote>;

/** A watcher that shows prices. */
export interface QuoteWatch extends Disposable {
  /** Replaces the symbols that are shown now; none while hidden. */
  show(symbols: Iterable<string>): void;
  /** Calls the listener with the next changes even if there are none, for a watcher that reports something else along with them. */
  tellSoon(): void;
}

export type DroppedPrice = 'older' | 'future';

interface Watch {
  readonly pace: QuotePace;
  readonly listener: (changes: QuoteChanges) => void;
  symbols: ReadonlySet<string>;
  /** Changed symbols not yet reported, each once. */
  changed: Seat[];
  /** It is notified when the timer of its pace ends. */
  isDue: boolean;
  /** Notified even if no price changed. */
  isAsked: boolean;
}

/** One symbol of one watcher. */
interface Seat {
  readonly watch: Watch;
  readonly symbol: string;
  readonly entry: Entry;
  isChanged: boolean;
}

/** Everything known about one symbol; looked up once per push. */
interface Entry {
  quote: LiveQuote | undefined;
  /** Server time at which the feed or a poll last confirmed the price. */
  confirmedAt: number;
  /** The service sent the price without a time: it has that of the request, by the service’s time as it was known then. */
  isTimedHere: boolean;
  /** One seat for each watcher of this symbol. */
  seats: Seat[];
}

/** The service's time goes back by more than this only if it was wrong before. */
const setBackMs = 1_000;
/** Number of prices kept for symbols that are no longer shown, in case they are shown again. */
const mostUnshown = 2_000;

/**
 * The one place where prices live: the latest of each symbol, with its own time and source. Pushes and snapshots go in; changes go out,
 * coalesced, to the watchers of a symbol. Nothing goes backwards in time. Belongs to one session: see {@link clear}.
 */
export class QuoteBook implements Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #frames = new Map<QuotePace, Disposable>();
  readonly #watches = new Set<Watch>();
  readonly #shown = new Emitter<ReadonlySet<string>>();
  readonly #cleared = new Emitter<void>();
  #shownSymbols: ReadonlySet<string> = new Set();
  #latestMs = -Infinity;

  /** Fires when the set of shown symbols changed. */
  readonly onDidChangeShown = this.#shown.event;
  /** Fires when all prices were forgotten because of another session or service. */
  readonly onDidClear = this.#cleared.event;

  constructor(
    private readonly dependencies: Pick<Ports, 'timers'> & {
      /** The service's time in Unix milliseconds, as far as it is known. */
      readonly serverMs: () => number;
      readonly onDropped: (reason: DroppedPrice, symbol: string) => void;
    },
  ) {}

  /** Symbols that are currently shown. */
  get shown(): ReadonlySet<string> {
    return this.#shownSymbols;
  }

  get(symbol: string): LiveQuote | undefined {
    return this.#entries.get(symbol)?.quote;
  }

  /** Server time at which a symbol's price was last confirmed; undefined if it never was. */
  confirmedAt(symbol: string): number | undefined {
    this.#now();
    const entry = this.#entries.get(symbol);
    return entry?.quote === undefined ? undefined : entry.confirmedAt;
  }

  /** Registers a watcher; its listener gets the changes of the symbols that it shows, at its pace. */
  watch(pace: QuotePace, listener: (changes: QuoteChanges) => void): QuoteWatch {
    const watch: Watch = { pace, listener, symbols: new Set(), changed: [], isDue: false, isAsked: false };
    this.#watches.add(watch);
    return {
      show: (symbols) => this.#show(watch, new Set(symbols)),
      tellSoon: () => {
        if (!this.#watches.has(watch)) return;
        watch.isAsked = true;
        this.#tellSoon(watch);
      },
      dispose: () => {
        this.#show(watch, new Set());
        this.#watches.delete(watch);
        this.#follow();
      },
    };
  }

  /** A pushed price. @returns why it was dropped; undefined if it was not. */
  push(push: QuotePush): DroppedPrice | undefined {
    const receivedAt = this.#now();
    const entry = this.#entry(push.symbol);
    return this.#settle(push.symbol, entry, mergePush(entry.quote, push, receivedAt), receivedAt);
  }

  /**
   * Requested prices.
   *
   * @param askedAt - Server time at which the request was sent.
   */
  snapshots(quotes: readonly SnapshotQuote[], askedAt: number): void {
    const receivedAt = this.#now();
    for (const quote of quotes) {
      this.#take(quoteOfSnapshot(quote, askedAt, receivedAt), receivedAt);
      const entry = this.#entry(quote.code);
      // What was not taken has another time.
      entry.isTimedHere = quote.updatedAt === undefined && entry.quote?.at === askedAt;
    }
  }

  /** Prices that another window requested, already merged there. */
  adopt(quotes: readonly LiveQuote[]): void {
    const now = this.#now();
    for (const quote of quotes) this.#take(quote, now);
  }

  /** These prices are still the latest: the feed works and would send changes. */
  vouch(symbols: Iterable<string>): void {
    const now = this.#now();
    for (const symbol of symbols) {
      const entry = this.#entries.get(symbol);
      if (entry?.quote !== undefined) entry.confirmedAt = now;
    }
  }

  /** Forgets all prices. Watchers request theirs again. */
  clear(): void {
    for (const [symbol, entry] of this.#entries) {
      if (entry.seats.length === 0) this.#entries.delete(symbol);
      else [entry.quote, entry.confirmedAt] = [undefined, 0];
    }
    for (const watch of this.#watches) takeChanged(watch);
    this.#cleared.fire();
  }

  dispose(): void {
    for (const frame of this.#frames.values()) frame.dispose();
    this.#watches.clear();
    this.#entries.clear();
    this.#shown.dispose();
    this.#cleared.dispose();
  }

  /**
   * The service's time. Until it has been measured, this machine's clock stands in for it: if that was ahead, the times at which prices came are
   * set back too, and with them the times of prices that the service sent without any. Otherwise no price would look old, and none of those
   * would be replaced, until that time comes again. Times of the service are never touched.
   */
  #now(): number {
    const now = this.dependencies.serverMs();
    const backMs = this.#latestMs - now;
    this.#latestMs = now;
    if (backMs < setBackMs) return now;
    for (const entry of this.#entries.values()) {
      entry.confirmedAt -= backMs;
      const { quote } = entry;
      if (quote === undefined) continue;
      const { at, receivedAt, bestAt } = quote;
      entry.quote = { ...quote, at: entry.isTimedHere ? at - backMs : at, receivedAt: receivedAt - backMs, bestAt: bestAt - backMs };
    }
    return now;
  }

  #entry(symbol: string): Entry {
    const known = this.#entries.get(symbol);
    if (known !== undefined) return known;
    const entry: Entry = { quote: undefined, confirmedAt: 0, isTimedHere: false, seats: [] };
    this.#entries.set(symbol, entry);
    return entry;
  }

  #take(incoming: LiveQuote, nowMs: number): void {
    const entry = this.#entry(incoming.symbol);
    this.#settle(incoming.symbol, entry, mergeQuote(entry.quote, incoming, nowMs), incoming.receivedAt);
  }

  #settle(symbol: string, entry: Entry, merged: QuoteMerge, receivedAt: number): DroppedPrice | undefined {
    if (merged.kind === 'older' || merged.kind === 'future') {
      this.dependencies.onDropped(merged.kind, symbol);
      return merged.kind;
    }
    if (merged.kind !== 'completed' && receivedAt > entry.confirmedAt) entry.confirmedAt = receivedAt;
    if (merged.kind === 'taken') entry.isTimedHere = false;
    entry.quote = merged.quote;
    if (merged.kind === 'same') return undefined;
    for (const seat of entry.seats) {
      if (!seat.isChanged) seat.watch.changed.push(seat);
      seat.isChanged = true;
      this.#tellSoon(seat.watch);
    }
    return undefined;
  }

  /** One timer per pace: when it ends, every watcher with changes is notified. */
  #tellSoon(watch: Watch): void {
    if (watch.isDue) return;
    watch.isDue = true;
    const { pace } = watch;
    if (this.#frames.has(pace)) return;
    this.#frames.set(
      pace,
      this.dependencies.timers.after(paceMs[pace], () => {
        this.#frames.delete(pace);
        for (const each of [...this.#watches]) if (each.pace === pace && each.isDue) tell(each);
      }),
    );
  }

  #show(watch: Watch, symbols: ReadonlySet<string>): void {
    if (!this.#watches.has(watch)) return;
    for (const symbol of watch.symbols) {
      if (symbols.has(symbol)) continue;
      const entry = this.#entry(symbol);
      entry.seats = entry.seats.filter((seat) => seat.watch !== watch);
    }
    watch.changed = watch.changed.filter(({ symbol }) => symbols.has(symbol));
    for (const symbol of symbols) {
      if (watch.symbols.has(symbol)) continue;
      const entry = this.#entry(symbol);
      entry.seats.push({ watch, symbol, entry, isChanged: false });
    }
    watch.symbols = symbols;
    // A hidden watcher gets nothing more, not even pending changes.
    if (symbols.size === 0) watch.isAsked = false;
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
    let surplus = this.#entries.size - this.#shownSymbols.size - mostUnshown;
    for (const [symbol, { seats }] of this.#entries) {
      if (surplus <= 0) return;
      if (seats.length > 0) continue;
      this.#entries.delete(symbol);
      surplus -= 1;
    }
  }
}

function tell(watch: Watch): void {
  const changes = takeChanged(watch);
  const isNews = changes.size > 0 || watch.isAsked;
  watch.isDue = false;
  watch.isAsked = false;
  if (isNews) watch.listener(changes);
}

/** What changed since the last call. */
function takeChanged(watch: Watch): QuoteChanges {
  const changes = new Map<string, LiveQuote>();
  for (const seat of watch.changed) {
    seat.isChanged = false;
    if (seat.entry.quote !== undefined) changes.set(seat.symbol, seat.entry.quote);
  }
  watch.changed = [];
  return changes;
}
