import { LineSeries } from 'lightweight-charts';
import type {
  IChartApi,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  ITimeScaleApi,
  SeriesAttachedParameter,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import type { DayEventView } from '../../../panel/security/dayProtocol';
import type { ChartTheme } from '../chart/chartTheme';

/** The events at one place of the time axis. */
export interface DayMark {
  readonly time: number;
  readonly kind: DayEventView['kind'];
}

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];

/** A sign on top of a line, so that color is not the only difference. */
const signs: Readonly<Record<DayEventView['kind'], string>> = {
  placed: '+',
  changed: '↻',
  updated: '·',
  filled: '•',
  ended: '×',
  released: '◆',
};
const signHeight = 13;
/** With less height than this many lines, signs at one place would overlap the candles. */
const mostSigns = 4;

/** Vertical lines across a chart: dashed for events of orders, dotted for releases; the selected one is solid. */
export class DayMarks implements ISeriesPrimitive {
  readonly #times: ISeriesApi<'Line'>;
  readonly #scale: ITimeScaleApi<Time>;
  #marks: readonly DayMark[] = [];
  #selected: number | undefined;
  #redraw: () => void = () => undefined;
  readonly #views: readonly IPrimitivePaneView[] = [{ zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.#draw(target) }) }];

  constructor(
    chart: IChartApi,
    candles: ISeriesApi<'Candlestick'>,
    private theme: ChartTheme,
    private readonly clicked: (time: number) => void,
  ) {
    this.#scale = chart.timeScale();
    // Empty points that only extend the axis to times without a bar.
    this.#times = chart.addSeries(LineSeries, { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false });
    candles.attachPrimitive(this);
    chart.subscribeClick(({ time }) => {
      if (typeof time === 'number') this.clicked(time);
    });
  }

  /** @param times - The times of the axis besides those of bars, sorted and without duplicates. */
  show(marks: readonly DayMark[], times: readonly number[]): void {
    this.#marks = marks;
    this.#times.setData(times.map((time) => ({ time: time as UTCTimestamp })));
  }

  /** @param time - The time of the selected event. */
  select(time: number | undefined): void {
    this.#selected = time;
    this.#redraw();
  }

  setTheme(theme: ChartTheme): void {
    this.theme = theme;
    this.#redraw();
  }

  attached({ requestUpdate }: SeriesAttachedParameter): void {
    this.#redraw = requestUpdate;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  #draw(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = `11px ${this.theme.fontFamily}`;
      context.textAlign = 'center';
      context.textBaseline = 'top';
      const places = new Map<number, Set<DayMark['kind']>>();
      for (const { time, kind } of this.#marks) places.set(time, (places.get(time) ?? new Set()).add(kind));
      if (this.#selected !== undefined && !places.has(this.#selected)) places.set(this.#selected, new Set());
      for (const [time, kinds] of places) {
        const x = this.#scale.timeToCoordinate(time as UTCTimestamp);
        if (x === null) continue;
        const isRelease = [...kinds].every((kind) => kind === 'released') && kinds.size > 0;
        const isSelected = time === this.#selected;
        context.strokeStyle = isRelease ? this.theme.close : this.theme.order;
        context.fillStyle = context.strokeStyle;
        context.lineWidth = isSelected ? 2 : 1;
        context.setLineDash(isSelected ? [] : isRelease ? [1, 3] : [5, 4]);
        const shown = [...kinds].slice(0, mostSigns);
        context.beginPath();
        context.moveTo(x, shown.length * signHeight + 4);
        context.lineTo(x, mediaSize.height);
        context.stroke();
        shown.forEach((kind, at) => context.fillText(signs[kind], x, at * signHeight + 2));
      }
      context.setLineDash([]);
    });
  }
}
