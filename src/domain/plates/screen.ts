import { parseAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import { numberParts } from '../values/numberParts';

/** The figures of a security by which constituents are screened. */
export const screenFields = [
  'last',
  'changePercent',
  'change',
  'volume',
  'turnover',
  'marketValue',
  'pe',
  'pb',
  'turnoverRate',
  'amplitude',
  'volumeRatio',
  'high52',
  'low52',
  'open',
  'high',
  'low',
  'previousClose',
  'average',
  'bid',
  'bidVolume',
  'ask',
  'askVolume',
  'lot',
] as const;
export type ScreenField = (typeof screenFields)[number];

/** Columns by their stable names. */
export const screenColumns = ['symbol', 'name', ...screenFields, 'status'] as const;
export type ScreenColumn = (typeof screenColumns)[number];

/** The fields that are percentages. */
const percentages: ReadonlySet<ScreenField> = new Set(['changePercent', 'turnoverRate', 'amplitude']);

/** The least and the greatest value of a field, as typed; empty for none. */
export interface ScreenRange {
  readonly field: ScreenField;
  readonly min: string;
  readonly max: string;
}

/** Which constituents of a plate are shown, and how. It fits every plate. */
export interface Screen {
  /** Words of names and symbols. */
  readonly text: string;
  readonly ranges: readonly ScreenRange[];
  readonly columns: readonly ScreenColumn[];
  readonly sort: { readonly key: ScreenColumn; readonly direction: 'ascending' | 'descending' } | null;
}

export interface SavedScreen extends Screen {
  readonly name: string;
}

export const longestScreenName = 80;
const longestText = 200;
const longestBound = 40;

export function isScreenField(value: unknown): value is ScreenField {
  return screenFields.some((field) => field === value);
}

/** Whether a stored or received value is a screen that this version knows in every part. */
export function isScreen(value: unknown): value is Screen {
  if (!isObject(value)) return false;
  const { text, ranges, columns, sort } = value;
  return (
    isText(text, longestText) &&
    Array.isArray(ranges) &&
    ranges.every(isRange) &&
    new Set(ranges.map(({ field }) => field)).size === ranges.length &&
    Array.isArray(columns) &&
    columns[0] === 'symbol' &&
    columns.every(isColumn) &&
    new Set(columns).size === columns.length &&
    (sort === null ||
      (isObject(sort) && isColumn(sort['key']) && (sort['direction'] === 'ascending' || sort['direction'] === 'descending')))
  );
}

export function isSavedScreen(value: unknown): value is SavedScreen {
  return isObject(value) && isScreenName(value['name']) && isScreen(value);
}

export function isScreenName(value: unknown): value is string {
  return isText(value, longestScreenName) && value.trim() !== '';
}

function isRange(value: unknown): value is ScreenRange {
  return isObject(value) && isScreenField(value['field']) && isText(value['min'], longestBound) && isText(value['max'], longestBound);
}

function isColumn(value: unknown): value is ScreenColumn {
  return screenColumns.some((column) => column === value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was typed as the end of a range: `10M`, `2.5`, or of a percentage `5%`. */
export type Bound = { readonly kind: 'none' | 'wrong' } | { readonly kind: 'amount'; readonly amount: Amount };

/** Reads one end of a range. It is `wrong` if it is no number, or a percentage where the field is none. */
export function boundOf(typed: string, field: ScreenField): Bound {
  if (typed.trim() === '') return { kind: 'none' };
  const parts = numberParts(typed);
  if (parts === undefined || (parts.isPercent && !percentages.has(field))) return { kind: 'wrong' };
  const amount = parseAmount(parts.plain);
  return amount === undefined ? { kind: 'wrong' } : { kind: 'amount', amount: amount * 10n ** BigInt(parts.scale ?? 0) };
}

/** A constituent as far as a screen looks at it. */
export interface Screened {
  readonly symbol: string;
  readonly name: string;
  amount(field: ScreenField): Amount | undefined;
}

/**
 * The test of a screen: each word of its text occurs in the symbol or name, and each field with a bound has a value within the range. What is
 * no number does not restrict anything.
 */
export function screenTest({ text, ranges }: Pick<Screen, 'text' | 'ranges'>): (row: Screened) => boolean {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const bounds = ranges.flatMap(({ field, min, max }) => {
    const [least, greatest] = [amountIn(boundOf(min, field)), amountIn(boundOf(max, field))];
    return least === undefined && greatest === undefined ? [] : [{ field, least, greatest }];
  });
  return (row) => {
    const isWithin = bounds.every(({ field, least, greatest }) => {
      const amount = row.amount(field);
      return amount !== undefined && (least === undefined || amount >= least) && (greatest === undefined || amount <= greatest);
    });
    if (!isWithin || words.length === 0) return isWithin;
    const all = `${row.symbol} ${row.name}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

function amountIn(bound: Bound): Amount | undefined {
  return bound.kind === 'amount' ? bound.amount : undefined;
}
