import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { Release } from './releases';

/** A linear scale: maps values of a range to pixels of another. */
export function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]): (value: number) => number {
  const span = to - from;
  return (value) => (span === 0 ? (start + end) / 2 : start + ((value - from) / span) * (end - start));
}

/** 2.9 / 0.1 is a little less than 29. */
const rounding = 1e-9;
const steps: readonly number[] = [1, 2, 5, 10];

/**
 * Round values that divide a range into about `count` parts. The outermost are beyond its ends, so that nothing touches the edge.
 *
 * @returns At least two values, rising evenly.
 */
export function roundTicks(least: number, most: number, count: number): readonly number[] {
  const span = most - least > 0 ? most - least : Math.max(Math.abs(most), 1) * 0.1;
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = (steps.find((candidate) => candidate * power >= raw) ?? 10) * power;
  const first = Math.floor(least / step + rounding);
  const last = Math.max(first + 1, Math.ceil(most / step - rounding));
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(Math.min(20, decimals))));
}

/** Indexes of at most `count` of `length` items at equal distances, including the last. */
export function spread(length: number, count: number): readonly number[] {
  const step = Math.max(1, Math.ceil((length - 1) / Math.max(1, count - 1)));
  return Array.from({ length }, (_, at) => at).filter((at) => (length - 1 - at) % step === 0);
}

export type SeriesName = 'actual' | 'forecast' | 'previous';

export interface ChartView {
  /** The earliest first. */
  readonly releases: readonly Release[];
  readonly width: number;
  readonly height: number;
  /** The series to draw. */
  readonly shown: readonly SeriesName[];
  /** The marked release. */
  readonly markedId: string | undefined;
  /** Read by screen readers instead of the chart. */
  readonly label: string;
  readonly dateText: (at: number) => string;
  /** At least so many decimals; none if not said. */
  readonly numberText: (value: number, leastDecimals?: number) => string;
  readonly onMark: (id: string | undefined) => void;
}

const margin = { top: 10, right: 32, bottom: 24, left: 52 };
const tickEveryPixels = 44;
const dateEveryPixels = 110;

/** Actual values as a line, forecasts as diamonds and previous values as squares over time. Shapes distinguish them without color. */
export function historyChart(view: ChartView): TemplateResult | typeof nothing {
  const { releases, width, height, shown } = view;
  const values = releases.flatMap((release) => shown.flatMap((name) => release.values[name] ?? []));
  const [first] = releases;
  const last = releases.at(-1);
  if (values.length === 0 || first === undefined || last === undefined) return nothing;
  const ticks = roundTicks(Math.min(...values), Math.max(...values), Math.floor((height - 40) / tickEveryPixels));
  const y = linear([ticks[0] ?? 0, ticks.at(-1) ?? 1], [height - margin.bottom, margin.top]);
  const x = linear([first.at, last.at], [margin.left + 24, width - margin.right]);
  const marked = releases.find(({ id }) => id === view.markedId);
  const decimals = Math.max(...ticks.map((tick) => /\.(\d+)$/.exec(String(tick))?.[1]?.length ?? 0));
  const nearest = (event: PointerEvent): void => {
    if (!(event.currentTarget instanceof Element)) return;
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const found = releases.reduce((best, release) => (Math.abs(x(release.at) - at) < Math.abs(x(best.at) - at) ? release : best), first);
    view.onMark(found.id);
  };
  return html`<svg
    class="chart"
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    role="img"
    aria-label=${view.label}
    @pointermove=${nearest}
    @pointerleave=${() => view.onMark(undefined)}
  >
    ${ticks.map(
      (tick) =>
        svg`<line class="rule" x1=${margin.left} x2=${width - margin.right} y1=${y(tick)} y2=${y(tick)}></line>
          <text class="tick" x=${margin.left - 6} y=${y(tick) + 4} text-anchor="end">${view.numberText(tick, decimals)}</text>`,
    )}
    ${spread(releases.length, Math.max(2, Math.floor((width - margin.left) / dateEveryPixels))).map((at) => dateTick(view, releases[at], x))}
    ${marked === undefined ? nothing : svg`<line class="marked" x1=${x(marked.at)} x2=${x(marked.at)} y1=${margin.top} y2=${height - margin.bottom}></line>`}
    ${shown.includes('previous') ? releases.map((release) => square(release, x, y)) : nothing}
    ${shown.includes('actual') ? svg`<path class="line" d=${lineOf(releases, x, y)}></path>${releases.map((release) => dot(release, release === marked, x, y))}` : nothing}
    ${shown.includes('forecast') ? releases.map((release) => diamond(release, x, y)) : nothing}
  </svg>`;
}

type Scale = (value: number) => number;

function dateTick({ dateText, height }: ChartView, release: Release | undefined, x: Scale): TemplateResult | typeof nothing {
  if (release === undefined) return nothing;
  return svg`<text class="tick" x=${x(release.at)} y=${height - 6} text-anchor="middle">${dateText(release.at)}</text>`;
}

/** A release without a value breaks the line. */
function lineOf(releases: readonly Release[], x: Scale, y: Scale): string {
  let isDrawing = false;
  return releases
    .map(({ at, values }) => {
      const { actual } = values;
      const command = isDrawing ? 'L' : 'M';
      isDrawing = actual !== undefined;
      return actual === undefined ? '' : `${command}${x(at).toFixed(1)} ${y(actual).toFixed(1)}`;
    })
    .join('');
}

function dot({ at, values }: Release, isMarked: boolean, x: Scale, y: Scale): TemplateResult | typeof nothing {
  if (values.actual === undefined) return nothing;
  return svg`<circle class="actual" cx=${x(at)} cy=${y(values.actual)} r=${isMarked ? 5 : 3}></circle>`;
}

function diamond({ at, values }: Release, x: Scale, y: Scale): TemplateResult | typeof nothing {
  if (values.forecast === undefined) return nothing;
  const [cx, cy] = [x(at), y(values.forecast)];
  return svg`<path class="forecast" d="M${cx} ${cy - 5}L${cx + 5} ${cy}L${cx} ${cy + 5}L${cx - 5} ${cy}Z"></path>`;
}

function square({ at, values }: Release, x: Scale, y: Scale): TemplateResult | typeof nothing {
  if (values.previous === undefined) return nothing;
  return svg`<rect class="previous" x=${x(at) - 3} y=${y(values.previous) - 3} width="6" height="6"></rect>`;
}
