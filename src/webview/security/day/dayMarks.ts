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
  /** Undefined for a release, and if it is not known. */
  readonly side?: DayEventView['side'];
}

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];

/** A sign on top of a line, so that color is not the only difference; that of an order stands after the arrow of its side. */
const signs: Readonly<Record<DayEventView['kind'], string>> = {
  placed: '',
  changed: '↻',
  updated: '·',
  filled: '•',
  ended: '×',
  released: '◆',
};
const arrows = { buy: '△', sell: '▽', none: '' } as const;
const signHeight = 13;
/** With less height than this many lines, signs at one place would overlap the candles. */
const mostSigns = 4;

/** `△×` for the end of an order to buy; `+` for an order whose side is not known. */
export function signOf({ kind, side }: Omit<DayMark, 'time'>): string {
  return `${arrows[side ?? 'none']}${signs[kind]}` || '+';
}

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

  #colorOf({ kind, side }: DayMark): string {
    if (kind === 'released') return this.theme.close;
    return side === undefined ? this.theme.order : this.theme[side];
  }

  #draw(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = `11px ${this.theme.fontFamily}`;
      context.textAlign = 'center';
      context.textBaseline = 'top';
      const places = new Map<number, Map<string, DayMark>>();
      for (const mark of this.#marks) places.set(mark.time, (places.get(mark.time) ?? new Map<string, DayMark>()).set(signOf(mark), mark));
      if (this.#selected !== undefined && !places.has(this.#selected)) places.set(this.#selected, new Map());
      for (const [time, found] of places) {
        const marks = [...found];
        const x = this.#scale.timeToCoordinate(time as UTCTimestamp);
        if (x === null) continue;
        const isRelease = marks.length > 0 && marks.every(([, { kind }]) => kind === 'released');
        const isSelected = time === this.#selected;
        const colors = marks.map(([, mark]) => this.#colorOf(mark));
        // Of both sides, a line has the color of none.
        context.strokeStyle = new Set(colors).size === 1 ? (colors[0] ?? this.theme.order) : this.theme.order;
        context.lineWidth = isSelected ? 2 : 1;
        context.setLineDash(isSelected ? [] : isRelease ? [1, 3] : [5, 4]);
        const shown = marks.slice(0, mostSigns);
        context.beginPath();
        context.moveTo(x, shown.length * signHeight + 4);
        context.lineTo(x, mediaSize.height);
        context.stroke();
        shown.forEach(([sign, mark], at) => {
          context.fillStyle = this.#colorOf(mark);
          context.fillText(sign, x, at * signHeight + 2);
        });
      }
      context.setLineDash([]);
    });
  }
}
