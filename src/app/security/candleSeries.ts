import {
  addEarlier,
  addLatest,
  historyOfLatest,
  isIntraday,
  isAdjustedAnew,
  leavesHole,
  newHistory,
} from '../../domain/security/candlePaging';
import type { CandleHistory, PagingRules } from '../../domain/security/candlePaging';
import { exchangeZone, knownMarketOf } from '../../domain/market/security';
import { basicDate } from '../../domain/time/zones';
import { currentCandles, historyCandles } from '../../service/endpoints/quotes/candles';
import type { Candle, CandlePage, CandlePeriod, PriceAdjustment } from '../../service/marketRecords';
import type { IsoDate } from '../../service/schema/units';
import { ApiError } from '../../service/errors';
import { isNotOffered } from '../../service/notOffered';
import type { CallOptions, ReadingClient } from '../../service/serviceClient';

/** Which candles are shown. */
export interface SeriesChoice {
  readonly symbol: string;
  readonly period: CandlePeriod;
  readonly adjustment: PriceAdjustment;
  /** Minutes of the time before and after the regular hours, too, if the market has them. */
  readonly isExtended?: boolean;
  /** The newest day to show; without it, the newest candles. */
  readonly end?: IsoDate;
}

export interface SeriesDependencies {
  readonly client: () => Promise<{ readonly beyond: Pick<ReadingClient['beyond'], 'currentCandles' | 'historyCandles'> }>;
  /** The service's time in Unix milliseconds, as far as it is known. */
  readonly nowMs: () => number;
}

/** `ret_code` of a request with a parameter that the service does not take (beyond the specification, Envelopes). */
const invalidParameter = -3;
/** Candles per request: the most that the service returns. */
const candlesInPage = 370;
/** Enough for the minutes between two reads of the newest candles. */
const newestCandles = 20;

/**
 * The candles of one security at one period: the newest first, earlier ones on demand. Not in the specification: if the service offers only one
 * of the two calls, that one is used alone.
 */
export class CandleSeries {
  readonly #rules: PagingRules;
  #history: CandleHistory | undefined;
  #isOffered = true;
  #hasCurrent = true;
  #isExtended: boolean;

  constructor(
    readonly choice: SeriesChoice,
    private readonly dependencies: SeriesDependencies,
  ) {
    const { symbol, period, isExtended = false } = choice;
    this.#isExtended = isExtended && isIntraday(period) && knownMarketOf(symbol)?.hasExtendedHours === true;
    this.#rules = { period: choice.period, zone: exchangeZone(choice.symbol), count: candlesInPage };
  }

  /** False once the service said that it has neither call. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  /** True if the candles include those before and after the regular hours. */
  get isExtended(): boolean {
    return this.#isExtended;
  }

  get zone(): string {
    return this.#rules.zone;
  }

  /** Oldest first. */
  get candles(): readonly Candle[] {
    return this.#history?.candles ?? [];
  }

  get isLoaded(): boolean {
    return this.#history !== undefined;
  }

  get hasMore(): boolean {
    return this.#history?.nextEnd !== undefined;
  }

  /** True if some candles could not be reached, so that there may be a gap. */
  get hasGap(): boolean {
    return this.#history?.hasGap === true;
  }

  /**
   * Reads the newest candles: a full page at first, later only the last ones.
   *
   * @throws {@link ServiceError} if a request failed other than by not being offered.
   */
  async loadLatest(signal: AbortSignal): Promise<void> {
    const history = this.#history;
    if (history === undefined || history.candles.length === 0) {
      await this.#loadFirst(signal);
      return;
    }
    const latest = await this.#current(newestCandles, { signal, rank: 'refresh' });
    if (latest === undefined) return;
    if (leavesHole(history, latest) || isAdjustedAnew(history, latest)) await this.#loadFirst(signal);
    else this.#history = addLatest(this.#history ?? history, latest);
  }

  /**
   * Reads the page before the earliest candle.
   *
   * @throws {@link ServiceError} as {@link CandleSeries.loadLatest}.
   */
  async loadEarlier(signal: AbortSignal): Promise<void> {
    const history = this.#history;
    if (history?.nextEnd === undefined) return;
    const { nextEnd } = history;
    const page = await this.#before(nextEnd, signal);
    // The newest candles may have been read again in the meantime. If all were, this page is not the one before them.
    if (this.#history?.candles[0]?.time !== history.candles[0]?.time) return;
    this.#history = this.#withPage({ ...(this.#history ?? history), nextEnd }, page);
  }

  async #loadFirst(signal: AbortSignal): Promise<void> {
    const latest = this.choice.end === undefined ? await this.#current(candlesInPage, { signal }) : [];
    if (latest !== undefined && latest.length > 0) {
      this.#history = historyOfLatest(latest, this.#rules);
      return;
    }
    const today = basicDate(this.#rules.zone, this.dependencies.nowMs());
    const end = this.choice.end ?? `${today.slice(0, 4)}-${today.slice(4, 6)}-${today.slice(6)}`;
    const page = await this.#before(end, signal);
    // Not earlier: a history without candles says that there are none.
    this.#history = this.#withPage(newHistory(end), page);
  }

  #withPage(history: CandleHistory, page: CandlePage | undefined): CandleHistory {
    if (page !== undefined) return addEarlier(history, page, this.#rules);
    this.#isOffered = history.candles.length > 0;
    return { ...history, nextEnd: undefined };
  }

  /** Asks without the extended hours from now on if the service refuses them. */
  async #asked<T>(ask: (hours: { readonly isExtended?: true }) => Promise<T>): Promise<T> {
    if (!this.#isExtended) return ask({});
    try {
      return await ask({ isExtended: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.serverCode === invalidParameter)) throw error;
      this.#isExtended = false;
      return ask({});
    }
  }

  /** The page before a day. Undefined if the service does not offer the call. */
  async #before(end: IsoDate, signal: AbortSignal): Promise<CandlePage | undefined> {
    const { symbol, period, adjustment } = this.choice;
    const client = await this.dependencies.client();
    signal.throwIfAborted();
    try {
      return await this.#asked(async (hours) =>
        client.beyond.historyCandles({ code: symbol, period, adjustment, count: candlesInPage, end, ...hours }, { signal }),
      );
    } catch (error) {
      if (!isNotOffered(error, historyCandles.route)) throw error;
      return undefined;
    }
  }

  /** Undefined if the service does not offer the call. */
  async #current(count: number, options: Pick<CallOptions, 'signal' | 'rank'>): Promise<readonly Candle[] | undefined> {
    if (!this.#hasCurrent) return undefined;
    const { symbol, period, adjustment } = this.choice;
    const client = await this.dependencies.client();
    options.signal.throwIfAborted();
    try {
      return await this.#asked(async (hours) =>
        client.beyond.currentCandles({ code: symbol, period, adjustment, count, ...hours }, options),
      );
    } catch (error) {
      if (!isNotOffered(error, currentCandles.route)) throw error;
      this.#hasCurrent = false;
      return undefined;
    }
  }
}
