import { periodIn } from '../../domain/calendar/indicatorName';
import { compareWithForecast, hasValue, pictured, surpriseOf } from '../../domain/calendar/surprise';
import type { Surprise } from '../../domain/calendar/surprise';
import { plainText } from '../../domain/text/segments';
import { withUnit } from '../../domain/calendar/calendarText';
import { wallDateTime } from '../../domain/time/zones';
import type { EventRow } from '../../panel/calendar/calendarProtocol';

/** A release as table and chart show it. */
export interface Release {
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly date: string;
  /** The month, quarter or week of the release; empty if its text names none. */
  readonly period: string;
  readonly actual: string;
  readonly forecast: string;
  readonly previous: string;
  readonly surprise: string;
  readonly compared: Surprise | undefined;
  /** For the chart only. */
  readonly values: { readonly actual: number | undefined; readonly forecast: number | undefined; readonly previous: number | undefined };
}

/** Releases for display, in the order received, with times in `zone`. */
export function readReleases(rows: readonly EventRow[], unit: string | null, zone: string): readonly Release[] {
  const numbers = pictured(
    rows.flatMap(({ actual, forecast, previous }) => [actual, forecast, previous]),
    unit,
  );
  const places = decimalsOfAll(rows.flatMap(({ actual, forecast, previous }) => [actual, forecast, previous]));
  const figure = (value: string | null): string => (hasValue(value) ? withUnit(withDecimals(value, places), unit) : noValue);
  return rows.map((row, index) => ({
    id: `${String(row.time)} ${row.text}`,
    at: row.time * 1000,
    date: wallDateTime(zone, row.time * 1000),
    period: periodText(row.text),
    actual: figure(row.actual),
    forecast: figure(row.forecast),
    previous: figure(row.previous),
    surprise: signed(surpriseOf(row.actual, row.forecast, unit)),
    compared: compareWithForecast(row.actual, row.forecast, unit),
    values: { actual: numbers[index * 3], forecast: numbers[index * 3 + 1], previous: numbers[index * 3 + 2] },
  }));
}

function periodText(text: string): string {
  const plain = plainText(text);
  const span = periodIn(plain);
  return span === undefined ? '' : plain.slice(span.from, span.to).replace(/^\((.*)\)$/, '$1');
}

const noValue = '–';

/** Beyond this, digits are noise of a service's arithmetic. */
const mostDecimals = 4;

const bare = /^[+-]?\d[\d,]*(?:\.(\d+))?(?:\s*%)?$/;

/** The most decimals that one of the figures has; 0 if some are written in another way, such as `890K` beside `1.2M`. */
function decimalsOfAll(values: readonly (string | null)[]): number {
  const figures = values.filter(hasValue).map((value) => bare.exec(value.trim()));
  if (figures.includes(null)) return 0;
  return Math.min(mostDecimals, Math.max(0, ...figures.map((figure) => figure?.[1]?.length ?? 0)));
}

/** Figures of one indicator have the same decimals: `2` beside `2.5` is `2.0`. */
function withDecimals(value: string, places: number): string {
  return value.replace(/^(\s*[+-]?\d[\d,]*)(\.\d+)?/, (own, whole: string, fraction: string | undefined) =>
    places === 0 ? own : `${whole}${(fraction ?? '.').padEnd(places + 1, '0')}`,
  );
}

/** `+0.1`, `−0.1`, `0.0`: the minus sign is as wide as the plus sign. */
function signed(plain: string | undefined): string {
  if (plain === undefined) return noValue;
  if (plain.startsWith('-')) return `\u2212${plain.slice(1)}`;
  return /[1-9]/.test(plain) ? `+${plain}` : plain;
}
