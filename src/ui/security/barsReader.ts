import { underSignals } from '../../service/abortable';
import { CandleSeries } from '../../app/security/candleSeries';
import { followPrice } from '../../domain/security/lastBar';
import { zoneLabel } from '../../domain/time/zones';
import type { BarsView, ChartChoice, Part, ToSecurityPage } from '../../panel/security/securityProtocol';
import { ServiceError } from '../../service/errors';
import type { Candle } from '../../service/marketRecords';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';
import { causeText, outage } from '../platform/errors/outage';
import { barView, loadingPart } from './securityViews';
import type { UiPorts } from '../platform/ports';

/** The candles of one security for a chart: reads them and reports changes. */
export class BarsReader {
  readonly #stop = new AbortController();
  #series: CandleSeries | undefined;
  #problem = '';
  #earlier: Promise<void> | undefined;

  constructor(
    readonly symbol: string,
    private readonly dependencies: Pick<UiPorts, 'access' | 'log'> & {
      /** Time of the service. */
      readonly nowMs: () => number;
      readonly tell: (part: Part<BarsView>) => void;
      readonly tellEarlier?: (state: ToSecurityPage['earlier']) => void;
      /** The latest price, if known. */
      readonly price: () => { readonly price: DecimalText; readonly at: UnixMilliseconds } | undefined;
    },
  ) {}

  /** The last read failed. */
  get hasFailed(): boolean {
    return this.#problem !== '';
  }

  get isLoaded(): boolean {
    return this.#series?.isLoaded === true;
  }

  /** Start time of the earliest candle. */
  get firstMs(): UnixMilliseconds | undefined {
    return this.#series?.candles[0]?.time;
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** Shows candles of another interval or adjustment. */
  async show({ period, adjustment }: ChartChoice): Promise<void> {
    const { access, nowMs, tell } = this.dependencies;
    this.#series = new CandleSeries(
      { symbol: this.symbol, period, adjustment, isExtended: true },
      { client: async () => access.client(), nowMs },
    );
    this.#problem = '';
    this.#earlier = undefined;
    tell(loadingPart('market'));
    await this.readLatest();
  }

  /** Reads the newest candles again, or all of them if there are none to continue from. */
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
      await underSignals([signal, this.#stop.signal], async (both) => series.loadLatest(both));
      this.#problem = '';
    } catch (error) {
      this.#logUnlessKnown(error);
      if (signal.aborted) return;
      // Bars that are there are dimmed, and the status bar says why.
      this.#problem = outage.explains(error) && !isFirst ? '' : causeText(error);
    }
    if (this.#series !== series || this.#stop.signal.aborted) return;
    // Candles before the first known one mean that the series started again.
    const isReset = isFirst || known.size === 0 || ![...known].some((candle) => series.candles[0] === candle);
    this.#tell(isReset ? series.candles : series.candles.filter((candle) => !known.has(candle)), { isReset });
  }

  /** Reads the page of candles before the first one; one read at a time. */
  async readEarlier(): Promise<void> {
    const series = this.#series;
    if (series?.hasMore !== true || this.#earlier !== undefined) return;
    const { tellEarlier } = this.dependencies;
    tellEarlier?.({ isLoading: true, problem: '' });
    const [first] = series.candles;
    const reading = (async (): Promise<void> => {
      try {
        await series.loadEarlier(this.#stop.signal);
        if (this.#series !== series) return;
        this.#tell(first === undefined ? series.candles : series.candles.filter(({ time }) => time < first.time), { isReset: false });
        tellEarlier?.({ isLoading: false, problem: '' });
      } catch (error) {
        this.#logUnlessKnown(error);
        if (this.#series === series && !this.#stop.signal.aborted) tellEarlier?.({ isLoading: false, problem: causeText(error) });
      }
    })();
    this.#earlier = reading;
    await reading;
    if (this.#earlier === reading) this.#earlier = undefined;
  }

  /** Sends everything that is known, because the page was created again. */
  tellAll(): void {
    this.#tell(this.#series?.candles ?? [], { isReset: true });
  }

  /** The reason of a long wait may have changed. */
  tellWaiting(): void {
    if (this.#series?.isLoaded === false && this.#problem === '') this.tellAll();
  }

  /** The price has changed: updates the newest candle. */
  follow(): void {
    const last = this.#series?.candles.at(-1);
    if (last !== undefined) this.#tell([last], { isReset: false });
  }

  #tell(candles: readonly Candle[], { isReset }: Pick<BarsView, 'isReset'>): void {
    if (this.#series !== undefined && !this.#stop.signal.aborted) this.dependencies.tell(this.#part(this.#series, candles, isReset));
  }

  #part(series: CandleSeries, candles: readonly Candle[], isReset: boolean): Part<BarsView> {
    if (!series.isOffered) return { kind: 'notOffered' };
    if (!series.isLoaded) return this.#problem === '' ? loadingPart('market') : { kind: 'failed', problem: this.#problem };
    const newest = series.candles.at(-1);
    const bars = candles.map((candle) => barView(candle === newest ? this.#following(candle, series) : candle, series.zone));
    const zone = zoneLabel(series.zone, this.dependencies.nowMs());
    return {
      kind: 'ready',
      value: { isReset, bars, hasMore: series.hasMore, hasGap: series.hasGap, zone, isExtended: series.isExtended },
      problem: this.#problem,
    };
  }

  #following(candle: Candle, { choice, zone }: CandleSeries): Candle {
    const last = this.dependencies.price();
    return last === undefined ? candle : followPrice(candle, last, { ...choice, zone });
  }

  /** A failed request is already in the log. */
  #logUnlessKnown(error: unknown): void {
    if (!ServiceError.is(error) && !this.#stop.signal.aborted) this.dependencies.log.error(`${this.symbol} could not be read`, error);
  }
}
