import { CandlestickSeries, createChart, createSeriesMarkers, HistogramSeries, LineStyle, PriceScaleMode } from 'lightweight-charts';
import type {
  AutoscaleInfo,
  CandlestickData,
  HistogramData,
  IChartApi,
  IPriceLine,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  MouseEventParams,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import type { BarView } from '../../../panel/security/securityProtocol';
import type { BarMark } from '../../../domain/security/fillMarks';
import type { Indicator } from '../../../domain/security/indicators';
import { timeFormat } from '../../shared/texts/times';
import type { BarChange } from './barStore';
import { chartOptions } from './chartTheme';
import type { LabelledLine } from './chartLines';
import type { ChartTheme } from './chartTheme';
import { ComparedLines } from './comparedLines';
import type { ComparedBars } from './comparedLines';
import { IndicatorLines } from './indicatorLines';
import { framed, hiddenAt, taggedLines } from './places';
import type { IndicatorAt } from './indicatorLines';

/** A line across the chart. */
export interface ChartLine {
  readonly kind: LabelledLine['kind'];
  readonly price: number;
}

export interface ChartEvents {
  /** The bar under the crosshair; undefined if there is none. */
  readonly point: (bar: BarView | undefined) => void;
  /** The first bars became visible. */
  readonly nearStart: () => void;
  /** The price scale moved. */
  readonly moved: () => void;
}

/** Number of bars that are visible at first. */
const firstBars = 120;
/** Earlier bars are requested when this many bars are left before the visible range. */
const ahead = 60;
const zoomStep = 0.8;
/** Share of the candles' height, on either side: an order or alert beyond it does not change the scale. */
const nearShare = 0.25;
const lineStyles = {
  ...{ cost: LineStyle.Solid, alert: LineStyle.LargeDashed, close: LineStyle.SparseDotted },
  ...{ buy: LineStyle.Dashed, sell: LineStyle.Dashed, order: LineStyle.Dashed },
} as const;

/** Candles with their volume, drawn with TradingView's lightweight-charts. */
export class CandleChart {
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  #bars: readonly BarView[] = [];
  #byTime = new Map<number, BarView>();
  #lines: readonly IPriceLine[] = [];
  /** Of the lines, as they are drawn. */
  #prices: readonly number[] = [];
  /** Of the lines that the user can move. */
  #nearPrices: readonly number[] = [];
  #last: IPriceLine | undefined;
  readonly #marks: ISeriesMarkersPluginApi<Time>;
  readonly #indicators: IndicatorLines;
  readonly #compared: ComparedLines;
  #theme: ChartTheme;
  #precision = 2;
  /** Of the axis, as they were last drawn. */
  #numbers: { readonly prices: readonly number[]; readonly hidden: readonly boolean[] } = { prices: [], hidden: [] };
  #pointed: number | undefined;
  #isPercent = false;
  /** The latest bars have to be shown once the chart has a width. */
  #isWaiting = false;
  /** What has to be in sight of a whole day, until the user moves the chart. */
  #frame: { readonly points: number; readonly at: number | undefined } | undefined;

  constructor(
    element: HTMLElement,
    theme: ChartTheme,
    private readonly events: ChartEvents,
    /** Which bars are visible at first. */
    private readonly shownAtFirst: 'latest' | 'all' = 'latest',
  ) {
    this.#theme = theme;
    this.#chart = createChart(element, {
      ...chartOptions(theme),
      autoSize: true,
      localization: { locale: document.documentElement.lang },
      handleScroll: { vertTouchDrag: false },
    });
    this.#candles = this.#chart.addSeries(CandlestickSeries, {
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => this.#withNear(original()),
      // The library's own label is for the last visible bar, but its line for the last bar of all.
      lastValueVisible: false,
      priceLineVisible: false,
    });
    const moves = (): void => void (this.#frame = undefined);
    // Ends with the element, on which only this chart is drawn.
    element.addEventListener('wheel', moves, { passive: true });
    // Ends with the element.
    element.addEventListener('pointerdown', moves);
    this.#candles.attachPrimitive({ updateAllViews: () => events.moved() });
    this.#marks = createSeriesMarkers(this.#candles, []);
    this.#indicators = new IndicatorLines(this.#chart);
    this.#compared = new ComparedLines(this.#chart);
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      priceLineVisible: false,
      lastValueVisible: false,
    });
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.setTheme(theme);
    this.#chart.subscribeCrosshairMove((event) => this.#moved(event));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && !this.#isWaiting && this.#bars.length > 0 && range.from < ahead) this.events.nearStart();
    });
    this.#chart.timeScale().subscribeSizeChange(() => {
      if (this.#isWaiting) this.toLatest();
      else this.#reframe();
    });
  }

  dispose(): void {
    this.#chart.remove();
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    this.#chart.applyOptions(chartOptions(theme));
    this.#candles.applyOptions({
      upColor: theme.isHollow ? theme.background : theme.up,
      downColor: theme.down,
      borderUpColor: theme.up,
      borderDownColor: theme.down,
      wickUpColor: theme.up,
      wickDownColor: theme.down,
    });
    this.#volume.setData(this.#bars.map((bar) => this.#volumeOf(bar)));
    this.#showLast();
  }

  /** Shows the time of day on the axis for bars of minutes. */
  setIntraday(isIntraday: boolean): void {
    // Times of bars are already in the exchange's wall-clock time; the crosshair formats them like the legend.
    const times = timeFormat('UTC', isIntraday ? 'both' : 'date');
    this.#chart.applyOptions({
      timeScale: {
        ...{ timeVisible: isIntraday, secondsVisible: false },
        // Of a whole day, the labels at both ends of the axis are whole.
        ...(this.shownAtFirst === 'all' ? { fixLeftEdge: true, fixRightEdge: true } : {}),
      },
      localization: { timeFormatter: (time: unknown) => (typeof time === 'number' ? times.format(time * 1000) : '') },
    });
  }

  show(bars: readonly BarView[], change: BarChange): void {
    const isFirst = this.#bars.length === 0;
    this.#bars = bars;
    if (change.kind === 'tail') {
      for (const bar of change.bars) {
        this.#byTime.set(bar.time, bar);
        this.#candles.update(candleOf(bar));
        this.#volume.update(this.#volumeOf(bar));
      }
      this.#indicators.show(bars, change);
      this.#showLast();
      return;
    }
    this.#byTime = new Map(bars.map((bar) => [bar.time, bar]));
    this.#precision = decimalsOf(bars);
    this.#formatAxis();
    this.#candles.setData(bars.map(candleOf));
    this.#volume.setData(bars.map((bar) => this.#volumeOf(bar)));
    this.#indicators.show(bars, change);
    this.#showLast();
    if (isFirst && bars.length > 0) this.toLatest();
  }

  clear(): void {
    this.#bars = [];
    this.#byTime.clear();
    this.#pointed = undefined;
    this.#candles.setData([]);
    this.#volume.setData([]);
    this.#indicators.show([], { kind: 'all' });
    this.#showLast();
  }

  /** Lines at prices; their labels are drawn by the page. */
  setLines(lines: readonly ChartLine[]): void {
    this.#nearPrices = lines.flatMap(({ kind, price }) => (kind === 'cost' || kind === 'close' ? [] : [price]));
    for (const line of this.#lines) this.#candles.removePriceLine(line);
    this.#lines = lines.map(({ kind, price }) =>
      this.#candles.createPriceLine({
        price,
        title: '',
        color: this.#theme[kind],
        lineWidth: 1,
        lineStyle: lineStyles[kind],
        axisLabelVisible: false,
      }),
    );
    this.#prices = lines.map(({ price }) => price);
    this.#showTags();
  }

  /** Arrows at bars with the user's fills: up below the bar for buys, down above it for sells, round for paper accounts. */
  setMarks(marks: readonly BarMark[]): void {
    this.#marks.setMarkers(
      marks.map(({ time, isBuy, isPaper, texts }) => ({
        time: time as UTCTimestamp,
        position: isBuy ? 'belowBar' : 'aboveBar',
        shape: isPaper ? 'circle' : isBuy ? 'arrowUp' : 'arrowDown',
        color: isBuy ? this.#theme.buy : this.#theme.sell,
        text: texts.length > 1 ? `×${String(texts.length)}` : '',
      })),
    );
  }

  /** Moves one of the lines temporarily. @param place - The index of the line. */
  moveLine(place: number, price: number): void {
    this.#lines[place]?.applyOptions({ price });
    this.#prices = this.#prices.map((own, at) => (at === place ? price : own));
    this.#showTags();
  }

  /** A price has one tag on the axis, whatever has it; the last price has its own. */
  #showTags(): void {
    const tagged = taggedLines(this.#prices, Number(this.#bars.at(-1)?.close));
    for (const [at, line] of this.#lines.entries()) {
      const axisLabelVisible = tagged[at] === true;
      if (line.options().axisLabelVisible !== axisLabelVisible) line.applyOptions({ axisLabelVisible });
    }
    this.#uncover();
  }

  /** The numbers of the axis, except those that a tag would cover only in part. */
  #formatAxis(): void {
    const format = (price: number): string => price.toFixed(this.#precision);
    const numbers = (prices: readonly number[]): string[] => {
      const tags = this.#tagHeights();
      this.#numbers = {
        prices,
        hidden: hiddenAt(
          prices.map((price) => this.heightOf(price)),
          tags,
        ),
      };
      return prices.map((price, at) => (this.#numbers.hidden[at] === true ? '' : format(price)));
    };
    this.#candles.applyOptions({
      priceFormat: { type: 'custom', formatter: format, tickmarksFormatter: numbers, minMove: 1 / 10 ** this.#precision },
    });
  }

  /** After a tag has moved, other numbers may be under it. */
  #uncover(): void {
    // Percentages are other numbers.
    if (this.#isPercent) return;
    const { prices, hidden } = this.#numbers;
    const now = hiddenAt(
      prices.map((price) => this.heightOf(price)),
      this.#tagHeights(),
    );
    if (now.some((isHidden, at) => isHidden !== hidden[at])) this.#formatAxis();
  }

  #tagHeights(): readonly number[] {
    const last = Number(this.#bars.at(-1)?.close);
    const { height } = this.plot;
    return [...this.#prices, last].flatMap((price) => {
      const y = Number.isFinite(price) ? this.heightOf(price) : undefined;
      return y === undefined || y < 0 || y > height ? [] : [y];
    });
  }

  /** Attaches another drawing to the chart. */
  drawOn<T>(draw: (chart: IChartApi, candles: ISeriesApi<'Candlestick'>) => T): T {
    return draw(this.#chart, this.#candles);
  }

  setIndicators(indicators: readonly Indicator[]): void {
    this.#indicators.set(indicators, this.#bars, this.#theme);
  }

  /** Each indicator at a bar. */
  indicatorsAt(bar: BarView): readonly IndicatorAt[] {
    return this.#indicators.at(this.#bars.indexOf(bar));
  }

  /** Draws other securities too, all in percent since the first visible bar. */
  compare(compared: readonly ComparedBars[]): void {
    this.#compared.show(compared, this.#bars, (at) => this.#theme.compared[at] ?? this.#theme.text);
    this.#isPercent = compared.length > 0;
    this.#candles.priceScale().applyOptions({ mode: this.#isPercent ? PriceScaleMode.Percentage : PriceScaleMode.Normal });
  }

  /** Whether the axis counts percents. */
  get isPercent(): boolean {
    return this.#isPercent;
  }

  /** The first visible bar, where percentages begin. */
  get firstInView(): BarView | undefined {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    return range === null ? undefined : this.#bars[Math.max(0, Math.floor(range.from))];
  }

  /** Pixels from the top of the plot; undefined while there is no scale. */
  heightOf(price: number): number | undefined {
    return this.#candles.priceToCoordinate(price) ?? undefined;
  }

  /** The price at a distance in pixels from the top, with as many decimals as the scale has. */
  priceAt(y: number): string | undefined {
    const price = this.#candles.coordinateToPrice(y);
    return price === null || price <= 0 ? undefined : price.toFixed(decimalsOf(this.#bars) + 1);
  }

  /** Size of the plot without its scales. */
  get plot(): { readonly width: number; readonly height: number } {
    return { width: this.#chart.timeScale().width(), height: this.#chart.panes()[0]?.getHeight() ?? 0 };
  }

  toLatest(): void {
    const { length } = this.#bars;
    // Without a size, the chart would squeeze the bars, and keep them like that.
    this.#isWaiting = this.#chart.timeScale().width() === 0;
    if (this.#isWaiting) return;
    if (this.#frame !== undefined) this.#reframe();
    else if (this.shownAtFirst === 'all') this.fit();
    else this.#chart.timeScale().setVisibleLogicalRange({ from: Math.max(-2, length - firstBars), to: length + 4 });
  }

  fit(): void {
    this.#frame = undefined;
    this.#chart.timeScale().fitContent();
  }

  /**
   * Shows everything; if bars would be too thin to tell apart, as many as have space, beginning a little before one of them, otherwise the last
   * ones. The same in another width, until the user moves the chart.
   *
   * @param points - The number of places on the axis.
   * @param at - The place that has to be in sight.
   */
  frame(points: number, at: number | undefined): void {
    this.#frame = { points, at };
    this.#reframe();
  }

  #reframe(): void {
    if (this.#frame === undefined) return;
    const scale = this.#chart.timeScale();
    const range = framed(this.#frame.points, this.#frame.at, scale.width());
    if (range === undefined) scale.fitContent();
    else scale.setVisibleLogicalRange(range);
  }

  /** @param share - Share of the width; negative goes back in time. */
  pan(share: number): void {
    this.#frame = undefined;
    this.#change(({ from, to }) => ({ from: from + (to - from) * share, to: to + (to - from) * share }));
  }

  zoom(direction: 'in' | 'out'): void {
    this.#frame = undefined;
    const factor = direction === 'in' ? zoomStep : 1 / zoomStep;
    this.#change(({ from, to }) => ({ from: to - Math.max(10, (to - from) * factor), to }));
  }

  /** Moves the crosshair by a number of bars; it starts at the last one. */
  point(step: number): void {
    const last = this.#bars.length - 1;
    const at = Math.min(last, Math.max(0, this.#pointed === undefined ? last : this.#pointed + step));
    const bar = this.#bars[at];
    if (bar === undefined) return;
    this.#pointed = at;
    this.#change(({ from, to }) => {
      if (at >= from && at <= to) return { from, to };
      const shift = at < from ? at - from - 2 : at - to + 2;
      return { from: from + shift, to: to + shift };
    });
    this.#chart.setCrosshairPosition(Number(bar.close), timeOf(bar), this.#candles);
    this.events.point(bar);
  }

  unpoint(): void {
    this.#pointed = undefined;
    this.#chart.clearCrosshairPosition();
    this.events.point(undefined);
  }

  /** Extends the scale to orders and alerts that are near; other lines never compress the candles, and are named at the edge. */
  #withNear(found: AutoscaleInfo | null): AutoscaleInfo | null {
    const range = found?.priceRange;
    if (found === null || range === undefined || range === null) return found;
    const margin = (range.maxValue - range.minValue) * nearShare;
    const near = this.#nearPrices.filter((price) => price > range.minValue - margin && price < range.maxValue + margin);
    return { ...found, priceRange: { minValue: Math.min(range.minValue, ...near), maxValue: Math.max(range.maxValue, ...near) } };
  }

  #showLast(): void {
    const bar = this.#bars.at(-1);
    if (this.#last !== undefined && bar === undefined) {
      this.#candles.removePriceLine(this.#last);
      this.#last = undefined;
    }
    this.#showTags();
    if (bar === undefined) return;
    const options = { price: Number(bar.close), color: this.#theme.text };
    if (this.#last !== undefined) this.#last.applyOptions(options);
    else
      this.#last = this.#candles.createPriceLine({
        ...options,
        title: '',
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: true,
      });
  }

  #change(change: (range: { readonly from: number; readonly to: number }) => { readonly from: number; readonly to: number }): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (range !== null) this.#chart.timeScale().setVisibleLogicalRange(change(range));
  }

  #moved({ time }: MouseEventParams): void {
    // The keyboard handler announces its own moves.
    if (this.#pointed === undefined) this.events.point(typeof time === 'number' ? this.#byTime.get(time) : undefined);
  }

  #volumeOf(bar: BarView): HistogramData<UTCTimestamp> {
    const isUp = Number(bar.close) >= Number(bar.open);
    return { time: timeOf(bar), value: Number(bar.volume) || 0, color: isUp ? this.#theme.upVolume : this.#theme.downVolume };
  }
}

function timeOf({ time }: BarView): UTCTimestamp {
  return time as UTCTimestamp;
}

function candleOf(bar: BarView): CandlestickData<UTCTimestamp> {
  return { time: timeOf(bar), open: Number(bar.open), high: Number(bar.high), low: Number(bar.low), close: Number(bar.close) };
}

const mostDecimals = 8;

/** Number of decimals in the service's prices. */
function decimalsOf(bars: readonly BarView[]): number {
  const decimals = bars.slice(-30).map(({ close }) => /\.(\d+)$/.exec(close)?.[1]?.length ?? 0);
  return Math.min(mostDecimals, Math.max(2, ...decimals));
}
