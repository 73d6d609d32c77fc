import { LineSeries } from 'lightweight-charts';
import type { IChartApi, ISeriesApi, LineData, UTCTimestamp } from 'lightweight-charts';
import { movingAverage } from '../../../domain/security/movingAverage';
import { plainAmount } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import type { BarView } from '../../../panel/security/securityProtocol';
import type { BarChange } from './barStore';

interface Average {
  readonly length: number;
  readonly series: ISeriesApi<'Line'>;
  values: readonly (Amount | undefined)[];
}

/** Lines of moving averages through the candles. */
export class Averages {
  #averages: readonly Average[] = [];

  constructor(private readonly chart: IChartApi) {}

  /** Shows averages of these lengths, each in its own color. */
  set(lengths: readonly number[], bars: readonly BarView[], colorOf: (at: number) => string): void {
    for (const { series } of this.#averages) this.chart.removeSeries(series);
    this.#averages = lengths.map((length, at) => ({
      length,
      series: this.chart.addSeries(LineSeries, {
        color: colorOf(at),
        lineWidth: 1,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerVisible: false,
      }),
      values: [],
    }));
    this.show(bars, { kind: 'all' });
  }

  show(bars: readonly BarView[], change: BarChange): void {
    for (const average of this.#averages) {
      if (change.kind === 'all') this.#showAll(average, bars);
      else this.#showTail(average, bars, change.bars.length);
    }
  }

  /** Each average at the bar with this index. */
  at(place: number): readonly { readonly length: number; readonly value: Amount | undefined }[] {
    return this.#averages.map(({ length, values }) => ({ length, value: values[place] }));
  }

  #showAll(average: Average, bars: readonly BarView[]): void {
    average.values = movingAverage(
      bars.map(({ close }) => close),
      average.length,
    );
    average.series.setData(bars.flatMap((bar, at) => pointOf(bar, average.values[at])));
  }

  #showTail(average: Average, bars: readonly BarView[], count: number): void {
    const tail = movingAverage(
      bars.slice(-(average.length + count)).map(({ close }) => close),
      average.length,
    ).slice(-count);
    average.values = [...average.values.slice(0, bars.length - tail.length), ...tail];
    for (const [at, bar] of bars.slice(-tail.length).entries()) for (const point of pointOf(bar, tail[at])) average.series.update(point);
  }
}

function pointOf({ time }: BarView, value: Amount | undefined): readonly LineData<UTCTimestamp>[] {
  return value === undefined ? [] : [{ time: time as UTCTimestamp, value: Number(plainAmount(value)) }];
}
