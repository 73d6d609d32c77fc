import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { isQuotable } from '../../domain/market/security';
import { retryAfterOf } from '../../service/errors';
import { mostCodes } from '../../service/endpoints/rules';
import { chunksOf } from '../../service/lists/chunks';
import { askAgainMs } from '../../service/lists/liveList';
import type { SnapshotQuote } from '../../service/marketRecords';
import { Emitter } from '../platform/emitter';
import type { Disposable, Reach } from '../platform/ports';
import type { QuoteBook } from './quoteBook';
import type { Shared, SharedQuotes } from './sharedQuotes';
import { lockNames } from '../platform/storedNames';
import type { Ports } from '../ports';

/** A symbol whose price does not move is requested less and less often, down to this many times as rarely. */
const mostSlowing = 8;
const slowestMs = 30_000;
/** A code that is missing from the response is most likely unknown to the service. */
const unknownMs = 5 * 60_000;
const roundPauseMs = 250;
/** A request also takes the symbols that are due this soon: otherwise those that were shown at different times would cost a request each. */
const togetherMs = 2_000;
/** If no price is due, a market may have opened since, or a feed may have stopped sending its price. */
const quietRoundMs = 60_000;
/** The service's return is reported by an event, unless reachability is mistaken. */
const awayPauseMs = 5 * 60_000;
/** Another window is requesting prices: they arrive a moment later. */
const otherWindowMs = 700;
/** What is learnt before a round may be held by a limit, or by another window that asks: prices don't wait longer for it. */
const preparingMs = 2_000;
const mostWaits = 8;

interface Asked {
  nextAt: number;
  /** Rounds since the price last moved. */
  still: number;
  lastAt: number;
  waits: number;
  /** The last response lacked it. */
  isMissing?: boolean;
}

/**
 * Requests the prices that are shown and that no feed sends. One request carries up to 400 symbols. Only one of several windows sends it; the
 * others read its result.
 */
export class QuotePoller implements Disposable {
  readonly #asked = new Map<string, Asked>();
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  #timer: Disposable | undefined;
  #flight: AbortController | undefined;
  #failures = 0;
  #lastRoundAt = -Infinity;
  #notBefore = 0;
  #isOffered = true;
  #lastError: unknown;

  readonly #return: Disposable | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'locks' | 'clock' | 'timers' | 'log'> & {
      readonly book: QuoteBook;
      /** @throws the error that kept the prices from being read. */
      readonly snapshot: (codes: readonly string[], signal: AbortSignal) => Promise<readonly SnapshotQuote[] | 'notOffered'>;
      readonly shared: SharedQuotes;
      readonly serverMs: () => number;
      readonly reach: Reach | undefined;
      /** The signed-in user and service; undefined while signed out, when nothing is requested. */
      readonly owner: () => string | undefined;
      /** How often to request a symbol's price, in milliseconds; undefined if that is not needed, because the feed sends it or its market is closed. */
      readonly intervalOf: (symbol: string) => number | undefined;
      /** A price of which only an answer of the service can tell enough, not what another window received. */
      readonly needsSnapshot: (quote: LiveQuote) => boolean;
      /** Called before each round, for example to learn which markets are open. */
      readonly beforeRound: (symbols: readonly string[], signal: AbortSignal) => Promise<void>;
    },
  ) {
    this.#return = dependencies.reach?.onDidReturn(() => {
      this.#failures = 0;
      this.#notBefore = this.#isOffered ? 0 : this.#notBefore;
      this.#flight?.abort();
      this.#flight = undefined;
      this.#schedule();
    });
  }

  /** False once the service said that it has no such call; tried again after ten minutes. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  /** Why the last round failed; undefined after a successful one. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** The shown symbols, or their intervals, changed. */
  update(): void {
    if (this.#flight === undefined) this.#schedule();
  }

  /** Another session: known prices and requests in progress no longer count. */
  reset(): void {
    this.#flight?.abort();
    this.#flight = undefined;
    this.#asked.clear();
    this.#failures = 0;
    this.#notBefore = 0;
    this.#lastError = undefined;
    this.#setOffered(true);
    this.#schedule();
  }

  dispose(): void {
    this.#return?.dispose();
    this.#flight?.abort();
    this.#timer?.dispose();
    this.#changed.dispose();
  }

  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const next = this.#nextAt();
    if (next === undefined) return;
    const { clock, timers } = this.dependencies;
    const now = clock.monotonicMs();
    const leastMs = this.#isLeftAlone ? awayPauseMs : roundPauseMs;
    this.#timer = timers.after(Math.max(leastMs, next - now, this.#notBefore - now), () => {
      // The service may have gone away since.
      if (leastMs === roundPauseMs && this.#isLeftAlone) this.#schedule();
      else void this.#round();
    });
  }

  /** The service is away, and the view says so. */
  get #isLeftAlone(): boolean {
    return this.#failures > 0 && this.dependencies.reach?.isAway === true;
  }

  #nextAt(): number | undefined {
    if (this.dependencies.owner() === undefined) return undefined;
    let next: number | undefined;
    for (const symbol of this.dependencies.book.shown) {
      const dueAt = this.#dueAt(symbol);
      const at = dueAt ?? (isQuotable(symbol) ? this.#lastRoundAt + quietRoundMs : undefined);
      if (at !== undefined && (next === undefined || at < next)) next = at;
    }
    return next;
  }

  /** When to request a symbol again: at once if its price is unknown, or its name, which feeds do not send. */
  #dueAt(symbol: string): number | undefined {
    if (!isQuotable(symbol)) return undefined;
    const asked = this.#asked.get(symbol);
    if (asked === undefined) return 0;
    const interval = this.dependencies.intervalOf(symbol);
    const quote = this.dependencies.book.get(symbol);
    if (quote === undefined || quote.name === '') return asked.nextAt;
    return interval === undefined ? undefined : Math.min(asked.nextAt, asked.lastAt + slowed(interval, asked.still));
  }

  async #round(): Promise<void> {
    const { book, clock, owner } = this.dependencies;
    const who = owner();
    if (who === undefined) return;
    const flight = new AbortController();
    this.#flight = flight;
    try {
      const failure = this.dependencies.reach?.failure;
      if (failure !== undefined) throw failure;
      // A price that is not known yet is needed whether its market is open or not.
      const unknown = [...book.shown].filter((symbol) => this.#dueAt(symbol) === 0);
      await Promise.all([this.#prepare(flight.signal), this.#askAll(unknown, who, flight.signal)]);
      const now = clock.monotonicMs();
      const dueIn = (symbol: string): number => (this.#dueAt(symbol) ?? Infinity) - now;
      const due = [...book.shown].filter((symbol) => dueIn(symbol) <= 0);
      const soon = [...book.shown].filter((symbol) => dueIn(symbol) > 0 && dueIn(symbol) <= togetherMs);
      await this.#askAll(due, who, flight.signal, soon);
      if (this.#flight === flight) this.#succeeded();
    } catch (error) {
      if (this.#flight === flight) this.#failed(error);
    }
    if (this.#flight !== flight) return;
    this.#flight = undefined;
    this.#lastRoundAt = clock.monotonicMs();
    this.#schedule();
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    const { book, timers, beforeRound } = this.dependencies;
    let limit: Disposable | undefined;
    const isOver = new Promise<void>((resolve) => (limit = timers.after(preparingMs, resolve)));
    await Promise.race([beforeRound([...book.shown], signal), isOver]);
    limit?.dispose();
  }

  async #askAll(due: readonly string[], who: string, signal: AbortSignal, soon: readonly string[] = []): Promise<void> {
    const now = this.dependencies.clock.monotonicMs();
    const chunks = [...chunksOf(due, mostCodes)];
    for (const [at, codes] of chunks.entries()) {
      if (signal.aborted || this.#notBefore > now) return;
      await this.#ask(codes, who, signal, at === chunks.length - 1 ? soon : []);
    }
  }

  /** @param soon - Symbols that are taken along if the service is asked at all. */
  async #ask(due: readonly string[], who: string, signal: AbortSignal, soon: readonly string[]): Promise<void> {
    const { locks, shared, snapshot, book, serverMs, log } = this.dependencies;
    // Windows that only look for what another one has found don't keep each other from asking.
    const isOver = (): boolean => signal.aborted;
    const known = await shared.read(who);
    const left = isOver() ? [] : this.#adopt(due, known);
    if (left.length === 0) return;
    // On a full or read-only disk, each window asks for itself.
    const lock = await locks.tryAcquire(lockNames.quotes).catch(() => 'unusable' as const);
    try {
      const found = await shared.read(who);
      if (isOver()) return;
      const own = lock === undefined ? this.#waitForOther(left) : this.#adopt(left, found);
      if (own.length === 0) return;
      const codes = [...own, ...soon].slice(0, mostCodes);
      const askedAt = serverMs();
      const quotes = await snapshot(codes, signal);
      if (isOver()) return;
      if (quotes === 'notOffered') {
        this.#notBefore = this.dependencies.clock.monotonicMs() + askAgainMs;
        this.#setOffered(false);
        return;
      }
      book.snapshots(quotes, askedAt);
      this.#notBefore = 0;
      this.#setOffered(true);
      const answered = new Set(quotes.map(({ code }) => code));
      for (const symbol of codes) this.#settle(symbol, answered.has(symbol) ? 'answered' : 'missing');
      const missing = codes.filter((symbol) => !answered.has(symbol));
      const read = codes.flatMap((symbol) => book.get(symbol) ?? []);
      const received = read.map((quote) => ({ ...quote, receivedAt: serverMs() }));
      await shared.publish(who, received, serverMs(), missing).catch(() => log.debug('Prices could not be shared'));
    } finally {
      if (lock !== 'unusable') await lock?.release();
    }
  }

  /** Takes what another window found; returns the symbols that it did not. */
  #adopt(due: readonly string[], { quotes, missing }: Shared): readonly string[] {
    const { book, serverMs, needsSnapshot } = this.dependencies;
    const now = serverMs();
    const bySymbol = new Map(quotes.map((quote) => [quote.symbol, quote]));
    const isWithin = (at: number, ms: number): boolean => now - at < ms && now >= at;
    return due.filter((symbol) => {
      const quote = bySymbol.get(symbol);
      const missingAt = missing.get(symbol);
      const interval = this.dependencies.intervalOf(symbol) ?? slowestMs;
      const isWhole = quote !== undefined && quote.name !== '' && !needsSnapshot(quote);
      if (isWhole && isWithin(quote.receivedAt, interval)) {
        book.adopt([quote]);
        this.#settle(symbol, 'answered');
        return false;
      }
      if (missingAt === undefined || !isWithin(missingAt, unknownMs)) return true;
      this.#settle(symbol, 'missing');
      return false;
    });
  }

  /** Another window is asking: returns the symbols for which this one has waited long enough. */
  #waitForOther(symbols: readonly string[]): readonly string[] {
    const now = this.dependencies.clock.monotonicMs();
    return symbols.filter((symbol) => {
      const asked = this.#asked.get(symbol) ?? { nextAt: 0, still: 0, lastAt: now, waits: 0 };
      this.#asked.set(symbol, asked);
      if (asked.waits >= mostWaits) return true;
      asked.waits += 1;
      asked.nextAt = now + otherWindowMs;
      return false;
    });
  }

  /** The service was asked for the price of a shown symbol, answered, and has none. */
  isMissing(symbol: string): boolean {
    return this.#asked.get(symbol)?.isMissing === true;
  }

  /** @param response - If it had the code, the service knows it, even if the book did not take its price. */
  #settle(symbol: string, response: 'answered' | 'missing'): void {
    const { book, clock, intervalOf } = this.dependencies;
    const now = clock.monotonicMs();
    const before = this.#asked.get(symbol);
    const quote = book.get(symbol);
    const at = quote?.at ?? 0;
    const still = before !== undefined && this.#times.get(symbol) === at ? before.still + 1 : 0;
    this.#times.set(symbol, at);
    const isUnknown = quote === undefined ? response === 'missing' : quote.name === '';
    const wait = isUnknown ? unknownMs : slowed(intervalOf(symbol) ?? slowestMs, still);
    this.#asked.set(symbol, { nextAt: now + wait, still, lastAt: now, waits: 0, isMissing: response === 'missing' });
    if (this.#asked.size > 5_000) this.#forgetUnshown();
  }

  /** Times of the latest prices found. */
  readonly #times = new Map<string, number>();

  #forgetUnshown(): void {
    for (const symbol of this.#asked.keys()) {
      if (this.dependencies.book.shown.has(symbol)) continue;
      this.#asked.delete(symbol);
      this.#times.delete(symbol);
    }
  }

  #succeeded(): void {
    this.#failures = 0;
    if (this.#isOffered) this.#notBefore = 0;
    if (this.#lastError === undefined) return;
    this.#lastError = undefined;
    this.#changed.fire(undefined);
  }

  #failed(error: unknown): void {
    const now = this.dependencies.clock.monotonicMs();
    this.#failures += 1;
    const asked = retryAfterOf(error) ?? 0;
    this.#notBefore = now + Math.max(asked, Math.min(60_000, 2_000 * 2 ** this.#failures));
    this.#lastError = error;
    this.dependencies.log.debug('Prices could not be read');
    this.#changed.fire(undefined);
  }

  #setOffered(isOffered: boolean): void {
    if (this.#isOffered === isOffered) return;
    this.#isOffered = isOffered;
    this.#changed.fire(undefined);
  }
}

function slowed(interval: number, still: number): number {
  return Math.max(interval, Math.min(slowestMs, interval * Math.min(mostSlowing, 2 ** Math.floor(still / 3))));
}
