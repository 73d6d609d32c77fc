import { LineSeries, LineStyle } from 'lightweight-charts';
import type { IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import type { BarView } from '../../../panel/security/securityProtocol';

/** A compared security, with its bars aligned to those of the chart. */
export interface ComparedBars {
  readonly symbol: string;
  /** One for each bar of the chart. */
  readonly beside: readonly (BarView | undefined)[];
}

/** Styles of the lines, so that color is not their only mark. */
const comparedStyles = [LineStyle.Solid, LineStyle.Dashed, LineStyle.Dotted, LineStyle.LargeDashed] as const;

/** Lines of other securities, which the chart draws in percent. */
export class ComparedLines {
  readonly #lines = new Map<string, ISeriesApi<'Line'>>();

  constructor(private readonly chart: IChartApi) {}

  show(compared: readonly ComparedBars[], bars: readonly BarView[], colorOf: (at: number) => string): void {
    for (const [symbol, series] of this.#lines)
      if (!compared.some((other) => other.symbol === symbol)) {
        this.chart.removeSeries(series);
        this.#lines.delete(symbol);
      }
    for (const [at, { symbol, beside }] of compared.entries()) {
      const series = this.#lines.get(symbol) ?? this.#add(symbol);
      series.applyOptions({ color: colorOf(at), lineStyle: comparedStyles[at] ?? LineStyle.Solid });
      series.setData(
        bars.flatMap(({ time }, place) => {
          const value = Number(beside[place]?.close ?? '');
          return value > 0 ? [{ time: time as UTCTimestamp, value }] : [];
        }),
      );
    }
  }

  #add(symbol: string): ISeriesApi<'Line'> {
    const series = this.chart.addSeries(LineSeries, {
      lineWidth: 2,
      priceLineVisible: false,
      lastValueVisible: true,
      crosshairMarkerVisible: false,
    });
    this.#lines.set(symbol, series);
    return series;
  }
}
