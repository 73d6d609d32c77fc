import Big from 'big.js';
import { numberParts, scaleOf } from '../values/numberParts';

/** How the actual value compares with the forecast. It is neither good nor bad: that depends on the indicator. */
export type Surprise = 'above' | 'below' | 'inLine';

interface Figure {
  readonly value: Big;
  /** Power of ten from the text or its unit; undefined if neither has one. */
  readonly scale: number | undefined;
  /** The magnitude in the text itself, such as `K`; undefined if it has none. */
  readonly suffix: string | undefined;
  /** Decimals as written. */
  readonly decimals: number;
}

function parseFigure(text: string, unit: string | null): Figure | undefined {
  const parts = numberParts(text);
  if (parts === undefined) return undefined;
  const { plain, scale, suffix, decimals } = parts;
  return { value: new Big(plain), scale: scale ?? scaleOf(unit), suffix, decimals };
}

/** True for text that states a value. Null and the empty string mean "not released"; "0" is a value. */
export function hasValue(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}

/**
 * Compares an actual value with its forecast, both as the service wrote them (Spec, Economic calendar event).
 *
 * Percent signs, thousands separators, and magnitudes (`K`, `M`, `万` …) are understood. Undefined when one of them is missing, is not a number,
 * or has a magnitude that the other does not: then they cannot be compared.
 */
export function compareWithForecast(actual: string | null, forecast: string | null, unit: string | null = null): Surprise | undefined {
  const [left, right] = comparable(actual, forecast, unit) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const difference = scaled(left).cmp(scaled(right));
  return difference > 0 ? 'above' : difference < 0 ? 'below' : 'inLine';
}

function comparable(actual: string | null, forecast: string | null, unit: string | null): readonly [Figure, Figure] | undefined {
  if (!hasValue(actual) || !hasValue(forecast)) return undefined;
  const left = parseFigure(actual, unit);
  const right = parseFigure(forecast, unit);
  if (left === undefined || right === undefined) return undefined;
  return (left.scale === undefined) === (right.scale === undefined) ? [left, right] : undefined;
}

/**
 * Actual minus forecast as an exact plain decimal, with the decimals that they are written with: `-0.1`, `0.0`, `5K`. It is in their common
 * unit, and has a magnitude only if the actual value does.
 *
 * Undefined whenever {@link compareWithForecast} is.
 */
export function surpriseOf(actual: string | null, forecast: string | null, unit: string | null = null): string | undefined {
  const [left, right] = comparable(actual, forecast, unit) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const shift = (left.scale ?? 0) - (right.scale ?? 0);
  const difference = left.value.minus(right.value.times(powerOfTen(-shift)));
  const decimals = Math.max(left.decimals, right.decimals + shift, 0);
  return `${difference.eq(0) ? new Big(0).toFixed(decimals) : difference.toFixed(decimals)}${left.suffix ?? ''}`;
}

/**
 * Figures of one series as numbers in its unit, for drawing only: only here is a figure a floating-point number. Undefined for a text that is
 * not a number, and for figures without a magnitude among others that have one: they cannot be compared.
 */
export function pictured(texts: readonly (string | null)[], unit: string | null): readonly (number | undefined)[] {
  const figures = texts.map((text) => (hasValue(text) ? parseFigure(text, unit) : undefined));
  const base = scaleOf(unit);
  const isScaled = figures.some((figure) => figure?.scale !== undefined);
  return figures.map((figure) => {
    if (figure === undefined || (isScaled && figure.scale === undefined)) return undefined;
    const value = scaled(figure).times(powerOfTen(-(base ?? 0)));
    return Number(figure.scale === undefined ? figure.value : value);
  });
}

function scaled({ value, scale = 0 }: Figure): Big {
  return value.times(powerOfTen(scale));
}

/** Exact, also for negative exponents. */
function powerOfTen(exponent: number): Big {
  return new Big(`1e${String(exponent)}`);
}
