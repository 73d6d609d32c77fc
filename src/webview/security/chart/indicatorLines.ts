import { LineSeries, LineStyle } from 'lightweight-charts';
import type { IChartApi, ISeriesApi, LineData, LineSeriesPartialOptions, UTCTimestamp } from 'lightweight-charts';
import { indicatorValues, reachOf } from '../../../domain/security/indicators';
import type { Indicator } from '../../../domain/security/indicators';
import { plainAmount } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import type { BarView } from '../../../panel/security/securityProtocol';
import type { BarChange } from './barStore';
import type { ChartTheme } from './chartTheme';

/** An indicator at a bar. @prop look - Its class of swatch in the legend. */
export interface IndicatorAt {
  readonly indicator: Indicator;
  readonly look: string;
  readonly value: Amount | undefined;
}

interface Line {
  readonly indicator: Indicator;
  readonly look: string;
  readonly series: ISeriesApi<'Line'>;
  values: readonly (Amount | undefined)[];
}

/** Below the candles: the strength has a scale of its own. */
const strengthPane = 1;
/** Its height beside that of the candles. */
const strengthShare = 0.28;
/** Beyond these, a security is called overbought and oversold. */
const strengthMarks = [30, 70] as const;

/** Lines that are calculated from the bars: averages through the candles, and the strength below them. */
export class IndicatorLines {
  #lines: readonly Line[] = [];

  constructor(private readonly chart: IChartApi) {}

  set(indicators: readonly Indicator[], bars: readonly BarView[], theme: ChartTheme): void {
    for (const { series } of this.#lines) this.chart.removeSeries(series);
    const seen = new Map<Indicator['kind'], number>();
    this.#lines = indicators.map((indicator) => {
      const at = seen.get(indicator.kind) ?? 0;
      seen.set(indicator.kind, at + 1);
      return { indicator, look: lookOf(indicator, at), series: this.#draw(indicator, at, theme), values: [] };
    });
    this.show(bars, { kind: 'all' });
  }

  show(bars: readonly BarView[], change: BarChange): void {
    for (const line of this.#lines) {
      if (change.kind === 'all') this.#showAll(line, bars);
      else this.#showTail(line, bars, change.bars.length);
    }
  }

  /** Each indicator at the bar with this index. */
  at(place: number): readonly IndicatorAt[] {
    return this.#lines.map(({ indicator, look, values }) => ({ indicator, look, value: values[place] }));
  }

  #draw(indicator: Indicator, at: number, theme: ChartTheme): ISeriesApi<'Line'> {
    const line: LineSeriesPartialOptions = {
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
    };
    const color = theme.averages[at] ?? theme.text;
    if (indicator.kind === 'average') return this.chart.addSeries(LineSeries, { ...line, color });
    if (indicator.kind === 'exponential') return this.chart.addSeries(LineSeries, { ...line, color, lineStyle: LineStyle.Dashed });
    if (indicator.kind === 'vwap') return this.chart.addSeries(LineSeries, { ...line, color: theme.calculated, lineWidth: 2 });
    const series = this.chart.addSeries(
      LineSeries,
      {
        ...{ ...line, color: theme.calculated, lastValueVisible: true },
        priceFormat: { type: 'price', precision: 1, minMove: 0.1 },
        autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
      },
      strengthPane,
    );
    for (const price of strengthMarks)
      series.createPriceLine({
        price,
        title: '',
        color: theme.text,
        lineWidth: 1,
        lineStyle: LineStyle.SparseDotted,
        axisLabelVisible: false,
      });
    this.chart.panes()[strengthPane]?.setStretchFactor(strengthShare);
    this.chart.panes()[0]?.setStretchFactor(1);
    return series;
  }

  #showAll(line: Line, bars: readonly BarView[]): void {
    line.values = indicatorValues(line.indicator, bars);
    line.series.setData(bars.flatMap((bar, at) => pointOf(bar, line.values[at])));
  }

  #showTail(line: Line, bars: readonly BarView[], count: number): void {
    const reach = reachOf(line.indicator);
    const tail = indicatorValues(line.indicator, reach === undefined ? bars : bars.slice(-(reach + count))).slice(-count);
    line.values = [...line.values.slice(0, bars.length - tail.length), ...tail];
    for (const [at, bar] of bars.slice(-tail.length).entries()) for (const point of pointOf(bar, tail[at])) line.series.update(point);
  }
}

function lookOf({ kind }: Indicator, at: number): string {
  if (kind === 'vwap' || kind === 'strength') return 'calculated';
  return `average-${String(at)}${kind === 'exponential' ? ' dashed' : ''}`;
}

function pointOf({ time }: BarView, value: Amount | undefined): readonly LineData<UTCTimestamp>[] {
  return value === undefined ? [] : [{ time: time as UTCTimestamp, value: Number(plainAmount(value)) }];
}
