/** Powers of ten by what stands for them after a number, in upper case. */
const magnitudes: ReadonlyMap<string, number> = new Map([
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
const pattern = /^([+\-−]?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?([A-Z]{1,2}|[千万萬亿億]{1,2})?(%?)$/u;

/** No figure that people write is longer. */
const longest = 100;

/** A number as people write it, such as `-1,234.5M` or `5%`. */
export interface NumberParts {
  /** The number without its magnitude: a plain decimal. */
  readonly plain: string;
  /** Power of ten; undefined if the text has none. */
  readonly scale: number | undefined;
  /** The magnitude as written, such as `K`; undefined if there is none. */
  readonly suffix: string | undefined;
  /** Decimals as written. */
  readonly decimals: number;
  readonly isPercent: boolean;
}

/** Power of ten of a magnitude or unit, such as `M` or `億`; undefined if it is none. */
export function scaleOf(unit: string | null): number | undefined {
  return unit === null ? undefined : magnitudes.get(normalized(unit));
}

/** Full-width forms, spaces, and currency signs are presentation, not value. Undefined if the text is no number. */
export function numberParts(text: string): NumberParts | undefined {
  const parts = text.length > longest ? null : pattern.exec(normalized(text));
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix, percent] = parts;
  if (whole === '' && fraction === '') return undefined;
  const scale = suffix === undefined ? undefined : magnitudes.get(suffix);
  if (suffix !== undefined && scale === undefined) return undefined;
  const plain = `${sign === '' || sign === '+' ? '' : '-'}${whole.replaceAll(',', '') || '0'}${fraction}`;
  return { plain, scale, suffix, decimals: Math.max(0, fraction.length - 1), isPercent: percent === '%' };
}

function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s$€£¥]/gu, '')
    .toUpperCase();
}
