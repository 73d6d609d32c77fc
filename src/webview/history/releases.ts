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
  return rows.map((row, index) => ({
    id: `${String(row.time)} ${row.text}`,
    at: row.time * 1000,
    date: wallDateTime(zone, row.time * 1000),
    period: periodText(row.text),
    actual: figure(row.actual, unit),
    forecast: figure(row.forecast, unit),
    previous: figure(row.previous, unit),
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

function figure(value: string | null, unit: string | null): string {
  return hasValue(value) ? withUnit(value, unit) : noValue;
}

/** `+0.1`, `−0.1`, `0.0`: the minus sign is as wide as the plus sign. */
function signed(plain: string | undefined): string {
  if (plain === undefined) return noValue;
  if (plain.startsWith('-')) return `\u2212${plain.slice(1)}`;
  return /[1-9]/.test(plain) ? `+${plain}` : plain;
}
