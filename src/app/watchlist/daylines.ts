import { thinned } from '../../domain/watchlist/sparkline';
import type { DayLine } from '../../domain/watchlist/sparkline';
import type { IntradayPoint } from '../../service/marketRecords';
import { quotedPrice } from '../../domain/market/price';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { isNotOffered } from '../../service/notOffered';
import type { ReadingClient } from '../../service/serviceClient';
import { askAgainMs } from '../../service/lists/liveList';
import { roughNumber } from '../../domain/values/amount';
import { Emitter } from '../platform/emitter';
import type { Disposable, Reach } from '../platform/ports';
import type { Ports } from '../ports';

interface Line {
  readonly prices: (number | null)[];
  readonly readAt: number | undefined;
  readonly lastAt: number;
}

const pauseMs = 150;
/** Prices are requested first. */
const firstPauseMs = 1_000;
const renewMs = 5 * 60_000;
const failurePauseMs = 30_000;
const stepMs = 60_000;
const mostPoints = 48;
/** A line moves by one point a minute: its last point need not follow every price at once. */
const tellMs = 1_000;

/**
 * The intraday lines of the shown securities: read one by one if the service offers it, and continued with incoming prices. For drawing only:
 * numbers lose digits here.
 */
export class Daylines implements Disposable {
  readonly #lines = new Map<string, Line>();
  readonly #changed = new Emitter<ReadonlyMap<string, DayLine>>();
  readonly onDidChange = this.#changed.event;
  #shown: readonly string[] = [];
  #timer: Disposable | undefined;
  readonly #moved = new Set<string>();
  #telling: Disposable | undefined;
  #flight: AbortController | undefined;
  #notBefore = 0;
  /** Symbols whose last read failed. */
  readonly #failed = new Set<string>();
  readonly #return: Disposable | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'clock' | 'timers'> & {
      readonly client: () => Promise<ReadingClient>;
      readonly reach?: Reach | undefined;
    },
  ) {
    this.#return = dependencies.reach?.onDidReturn(() => {
      this.#notBefore = 0;
      for (const symbol of this.#failed) {
        const known = this.#lines.get(symbol);
        if (known !== undefined) this.#lines.set(symbol, { ...known, readAt: undefined });
      }
      this.#failed.clear();
      this.#schedule();
    });
  }

  get(symbol: string): DayLine | undefined {
    return this.#lines.get(symbol)?.prices.slice();
  }

  show(symbols: readonly string[]): void {
    this.#shown = symbols;
    this.#schedule();
  }

  /** Continues the lines with incoming prices: one point a minute, the last one always the latest price. */
  follow(quotes: ReadonlyMap<string, LiveQuote>): void {
    for (const [symbol, quote] of quotes) {
      const last = quotedPrice(symbol, quote.lastPrice);
      const price = roughNumber(last);
      if (last === '' || !Number.isFinite(price)) continue;
      this.#moved.add(symbol);
      const line = this.#lines.get(symbol);
      if (line !== undefined && line.prices.length > 0 && quote.at - line.lastAt < stepMs) line.prices[line.prices.length - 1] = price;
      else {
        const prices = [...thinned([...(line?.prices ?? []), price], mostPoints * 2)];
        this.#lines.set(symbol, { prices, readAt: line?.readAt, lastAt: quote.at });
      }
    }
    if (this.#moved.size > 0) this.#telling ??= this.dependencies.timers.after(tellMs, () => this.#tell());
  }

  reset(): void {
    this.#flight?.abort();
    this.#flight = undefined;
    this.#lines.clear();
    this.#failed.clear();
    this.#moved.clear();
    this.#notBefore = 0;
    this.#schedule();
  }

  dispose(): void {
    this.#shown = [];
    this.#return?.dispose();
    this.#flight?.abort();
    this.#timer?.dispose();
    this.#telling?.dispose();
    this.#changed.dispose();
  }

  #tell(): void {
    this.#telling = undefined;
    const moved = [...this.#moved].flatMap((symbol) => {
      const prices = this.get(symbol);
      return prices === undefined ? [] : [[symbol, prices] as const];
    });
    this.#moved.clear();
    if (moved.length > 0) this.#changed.fire(new Map(moved));
  }

  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    if (this.#flight !== undefined || this.#due() === undefined) return;
    const isFirst = this.#lines.size === 0;
    const { clock, timers, reach } = this.dependencies;
    const leastMs = reach?.isAway === true ? renewMs : isFirst ? firstPauseMs : pauseMs;
    const wait = Math.max(leastMs, this.#notBefore - clock.monotonicMs());
    this.#timer = timers.after(wait, () => {
      // The service may have gone away since.
      if (leastMs < renewMs && reach?.isAway === true) this.#schedule();
      else void this.#read();
    });
  }

  #due(): string | undefined {
    const now = this.dependencies.clock.monotonicMs();
    return this.#shown.find((symbol) => {
      const readAt = this.#lines.get(symbol)?.readAt;
      return readAt === undefined || now - readAt >= renewMs;
    });
  }

  async #read(): Promise<void> {
    const symbol = this.#due();
    if (symbol === undefined) return;
    const { client, clock } = this.dependencies;
    const flight = new AbortController();
    this.#flight = flight;
    try {
      const points = await (await client()).beyond.intradayPoints({ code: symbol }, { signal: flight.signal, rank: 'decoration' });
      if (this.#flight !== flight) return;
      this.#failed.delete(symbol);
      const prices = withBreaks(symbol, points);
      const known = this.#lines.get(symbol);
      const line = { prices: [...thinned(prices, mostPoints)], readAt: clock.monotonicMs(), lastAt: points.at(-1)?.time ?? 0 };
      this.#lines.set(symbol, prices.length < 2 && known !== undefined ? { ...known, readAt: line.readAt } : line);
      this.#changed.fire(new Map([[symbol, this.get(symbol) ?? []]]));
    } catch (error) {
      if (this.#flight !== flight) return;
      const now = clock.monotonicMs();
      if (isNotOffered(error)) this.#notBefore = now + askAgainMs;
      else {
        this.#notBefore = now + failurePauseMs;
        this.#failed.add(symbol);
      }
      // Missing rights for one security must not keep the others from being read.
      const known = this.#lines.get(symbol);
      this.#lines.set(symbol, { prices: known?.prices ?? [], lastAt: known?.lastAt ?? 0, readAt: now });
    }
    this.#flight = undefined;
    this.#schedule();
  }
}

/** The prices of a day's points, with a break between two sections of the day. */
function withBreaks(symbol: string, points: readonly IntradayPoint[]): DayLine {
  // A minute without a trade may be 0 even where there are prices below it.
  const priced = points.filter(({ price }) => Math.abs(roughNumber(quotedPrice(symbol, price))) > 0);
  return priced.flatMap(({ price, section }, index) => {
    const before = priced[index - 1];
    return before === undefined || before.section === section ? [roughNumber(price)] : [null, roughNumber(price)];
  });
}
