import { CandleSeries } from '../../app/security/candleSeries';
import type { Log } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { followPrice } from '../../domain/security/lastBar';
import { zoneLabel } from '../../domain/time/zones';
import type { BarsView, ChartChoice, Part, ToSecurityPage } from '../../panel/security/securityProtocol';
import { ServiceError } from '../../service/errors';
import type { Candle } from '../../service/marketRecords';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';
import { presentError } from '../platform/errors/presentError';
import { barView, loadingPart } from './securityViews';

export interface BarsReaderOptions {
  readonly access: ServiceAccess;
  /** Time of the service. */
  readonly nowMs: () => number;
  readonly log: Pick<Log, 'error'>;
  readonly tell: (part: Part<BarsView>) => void;
  readonly tellEarlier?: (state: ToSecurityPage['earlier']) => void;
  /** The latest price, where it is known. */
  readonly price: () => { readonly price: DecimalText; readonly at: UnixMilliseconds } | undefined;
}

/** The candles of one security for a chart: reads them, and tells what changed. */
export class BarsReader {
  readonly #stop = new AbortController();
  #series: CandleSeries | undefined;
  #problem = '';
  #earlier: Promise<void> | undefined;

  constructor(
    readonly symbol: string,
    private readonly options: BarsReaderOptions,
  ) {}

  /** Reading failed last. */
  get hasFailed(): boolean {
    return this.#problem !== '';
  }

  get isLoaded(): boolean {
    return this.#series?.isLoaded === true;
  }

  /** Begin of the earliest candle. */
  get firstMs(): UnixMilliseconds | undefined {
    return this.#series?.candles[0]?.time;
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** Shows candles of another length or adjustment. */
  async show({ period, adjustment }: ChartChoice): Promise<void> {
    const { access, nowMs, tell } = this.options;
    this.#series = new CandleSeries({ symbol: this.symbol, period, adjustment }, { client: async () => access.client(), nowMs });
    this.#problem = '';
    this.#earlier = undefined;
    tell(loadingPart('market'));
    await this.readLatest();
  }

  /** Reads the newest candles again, or all of them where there is nothing to build on. */
  async readAgain(chart: ChartChoice): Promise<void> {
    if (this.isLoaded && this.#series?.isOffered === true) await this.readLatest();
    else await this.show(chart);
  }

  async readLatest(signal: AbortSignal = this.#stop.signal): Promise<void> {
    const series = this.#series;
    if (series === undefined) return;
    const known = new Set(series.candles);
    const isFirst = !series.isLoaded;
    try {
      await series.loadLatest(AbortSignal.any([signal, this.#stop.signal]));
      this.#problem = '';
    } catch (error) {
      this.#logUnlessKnown(error);
      if (signal.aborted) return;
      this.#problem = presentError(error).message;
    }
    if (this.#series !== series || this.#stop.signal.aborted) return;
    // Candles before the first known one mean that the series began anew.
    const isReset = isFirst || known.size === 0 || ![...known].some((candle) => series.candles[0] === candle);
    this.#tell(isReset, isReset ? series.candles : series.candles.filter((candle) => !known.has(candle)));
  }

  /** Reads the page of candles before the first one; once at a time. */
  async readEarlier(): Promise<void> {
    const series = this.#series;
    if (series?.hasMore !== true || this.#earlier !== undefined) return;
    const { tellEarlier } = this.options;
    tellEarlier?.({ isLoading: true, problem: '' });
    const [first] = series.candles;
    const reading = (async (): Promise<void> => {
      try {
        await series.loadEarlier(this.#stop.signal);
        if (this.#series !== series) return;
        this.#tell(false, first === undefined ? series.candles : series.candles.filter(({ time }) => time < first.time));
        tellEarlier?.({ isLoading: false, problem: '' });
      } catch (error) {
        this.#logUnlessKnown(error);
        if (this.#series === series && !this.#stop.signal.aborted)
          tellEarlier?.({ isLoading: false, problem: presentError(error).message });
      }
    })();
    this.#earlier = reading;
    await reading;
    if (this.#earlier === reading) this.#earlier = undefined;
  }

  /** Tells everything that is known: the page was made anew. */
  tellAll(): void {
    this.#tell(true);
  }

  /** Why it takes so long may be another reason now. */
  tellWaiting(): void {
    if (this.#series?.isLoaded === false && this.#problem === '') this.#tell(true);
  }

  /** The price is another: the newest candle follows it. */
  follow(): void {
    const last = this.#series?.candles.at(-1);
    if (last !== undefined) this.#tell(false, [last]);
  }

  #tell(isReset: boolean, candles: readonly Candle[] = this.#series?.candles ?? []): void {
    if (this.#series !== undefined && !this.#stop.signal.aborted) this.options.tell(this.#part(this.#series, isReset, candles));
  }

  #part(series: CandleSeries, isReset: boolean, candles: readonly Candle[]): Part<BarsView> {
    if (!series.isOffered) return { kind: 'notOffered' };
    if (!series.isLoaded) return this.#problem === '' ? loadingPart('market') : { kind: 'failed', problem: this.#problem };
    const newest = series.candles.at(-1);
    const bars = candles.map((candle) => barView(candle === newest ? this.#following(candle, series) : candle, series.zone));
    const zone = zoneLabel(series.zone, this.options.nowMs());
    return { kind: 'ready', value: { isReset, bars, hasMore: series.hasMore, hasGap: series.hasGap, zone }, problem: this.#problem };
  }

  #following(candle: Candle, { choice, zone }: CandleSeries): Candle {
    const last = this.options.price();
    return last === undefined ? candle : followPrice(candle, last, { ...choice, zone });
  }

  /** A request that failed is in the log already. */
  #logUnlessKnown(error: unknown): void {
    if (!ServiceError.is(error) && !this.#stop.signal.aborted) this.options.log.error(`${this.symbol} could not be read`, error);
  }
}
