import Big from 'big.js';

/** How the actual value stands to the forecast. Says nothing about good or bad: that depends on the indicator. */
export type Surprise = 'above' | 'below' | 'inLine';

interface Figure {
  readonly value: Big;
  /** Power of ten that the text itself or its unit carries; undefined where neither says. */
  readonly scale: number | undefined;
}

const scales: ReadonlyMap<string, number> = new Map([
  ['K', 3],
  ['M', 6],
  ['MN', 6],
  ['B', 9],
  ['BN', 9],
  ['T', 12],
  ['TN', 12],
  ['千', 3],
  ['万', 4],
  ['萬', 4],
  ['亿', 8],
  ['億', 8],
  ['万亿', 12],
  ['萬億', 12],
]);
const figure = /^([+\-−]?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?\s*([A-Z]{1,2}|[千万萬亿億]{1,2})?\s*%?$/u;

/** No figure of an economy is longer. */
const longestFigure = 100;

/** Full-width forms, non-breaking spaces and currency signs are presentation, not value. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s$€£¥]/gu, '')
    .toUpperCase();
}

function parseFigure(text: string, unit: string | null): Figure | undefined {
  const parts = text.length > longestFigure ? null : figure.exec(normalise(text));
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix] = parts;
  if (whole === '' && fraction === '') return undefined;
  const ownScale = suffix === undefined ? undefined : scales.get(suffix);
  if (suffix !== undefined && ownScale === undefined) return undefined;
  const value = new Big(`${sign === '' || sign === '+' ? '' : '-'}${whole.replaceAll(',', '') || '0'}${fraction}`);
  return { value, scale: ownScale ?? (unit === null ? undefined : scales.get(normalise(unit))) };
}

/** True for text that states a value. Null and the empty string mean "not released"; "0" is a value. */
export function hasValue(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}

/**
 * Compares an actual value with its forecast, both as the service wrote them (Spec, Economic calendar event).
 *
 * Percent signs, thousands separators and magnitudes (`K`, `M`, `万` …) are understood. Undefined when one of them is
 * missing, is not a number, or carries a magnitude that the other does not: then nothing can be said.
 */
export function compareWithForecast(actual: string | null, forecast: string | null, unit: string | null = null): Surprise | undefined {
  if (!hasValue(actual) || !hasValue(forecast)) return undefined;
  const left = parseFigure(actual, unit);
  const right = parseFigure(forecast, unit);
  if (left === undefined || right === undefined) return undefined;
  if ((left.scale === undefined) !== (right.scale === undefined)) return undefined;
  const difference = scaled(left).cmp(scaled(right));
  return difference > 0 ? 'above' : difference < 0 ? 'below' : 'inLine';
}

function scaled({ value, scale = 0 }: Figure): Big {
  return value.times(new Big(10).pow(scale));
}
