import { InvalidInputError } from '../errors';
import type { RequestParts } from './endpoint';

const encoder = new TextEncoder();

/**
 * One path segment, escaped once.
 *
 * @throws {@link InvalidInputError} for the empty text, `.` and `..`, which no path can carry, and for broken Unicode.
 */
export function segment(field: string, value: string): string {
  if (value.trim() === '') throw new InvalidInputError(field, 'filled');
  if (value === '.' || value === '..') throw new InvalidInputError(field, 'sendable');
  return escaped(field, value);
}

function escaped(field: string, value: string): string {
  try {
    return encodeURIComponent(value);
  } catch (cause) {
    throw new InvalidInputError(field, 'sendable', { cause });
  }
}

/** The raw query in the order given, without the parameters that are undefined. */
export function rawQuery(parameters: readonly (readonly [name: string, value: string | number | undefined])[]): string {
  let query = '';
  for (const [name, value] of parameters) {
    if (value !== undefined) query += `${query === '' ? '' : '&'}${name}=${escaped(name, String(value))}`;
  }
  return query;
}

export function get(path: string, query = ''): RequestParts {
  return { path, query, headers: {}, body: undefined };
}

const jsonContent = { 'content-type': 'application/json' } as const;

/** A request whose body is exactly the bytes of `text`. */
export function withJson(path: string, text: string, headers: Readonly<Record<string, string>> = {}): RequestParts {
  return { path, query: '', headers: { ...jsonContent, ...headers }, body: encoder.encode(text) };
}

/** @throws {@link InvalidInputError} */
export function filled(field: string, value: string): string {
  if (value.trim() === '') throw new InvalidInputError(field, 'filled');
  return value;
}

/** At most 15 digits before the point and 9 after it; no sign, no exponent, no leading zero, no spaces. */
const decimal = /^(0|[1-9]\d{0,14})(\.\d{1,9})?$/;

/** @throws {@link InvalidInputError} */
export function plainDecimal(field: string, value: string): string {
  if (!decimal.test(value)) throw new InvalidInputError(field, { kind: 'decimal', wholeDigits: 15, decimals: 9 });
  return value;
}

/** A price of several legs or of a future may be below zero. @throws {@link InvalidInputError} */
export function signedDecimal(field: string, value: string): string {
  plainDecimal(field, value.replace(/^-(?=\d)/, ''));
  return value;
}

/** @throws {@link InvalidInputError} also for zero. */
export function positiveDecimal(field: string, value: string): string {
  if (/^[0.]*$/.test(plainDecimal(field, value))) throw new InvalidInputError(field, 'range');
  return value;
}

/** @throws {@link InvalidInputError} unless `value` has at most this many bytes of UTF-8, and is well-formed Unicode. */
export function bytesWithin(field: string, value: string, most: number): string {
  escaped(field, value);
  if (encoder.encode(value).length > most) throw new InvalidInputError(field, { kind: 'bytes', most });
  return value;
}

/** @throws {@link InvalidInputError} unless the service knows the value. */
export function oneOf<T extends string>(field: string, value: T, known: readonly T[]): T {
  if (!known.includes(value)) throw new InvalidInputError(field, 'format');
  return value;
}

/** An instant in microseconds. @throws {@link InvalidInputError} */
export function microseconds(field: string, value: string): string {
  if (!/^\d{1,17}$/.test(value)) throw new InvalidInputError(field, 'digits');
  return value;
}

/** Both ends of a range of time in microseconds. @throws {@link InvalidInputError} */
export function timeRange([startField, start]: readonly [string, string], [endField, end]: readonly [string, string]): void {
  if (BigInt(microseconds(endField, end)) < BigInt(microseconds(startField, start)))
    throw new InvalidInputError(endField, 'not-before-start');
}

/** The name of an exchange. @throws {@link InvalidInputError} */
export function exchangeName(value: string): string {
  if (!/^\w+$/.test(value)) throw new InvalidInputError('exchange', 'name');
  return value;
}

/** @throws {@link InvalidInputError} */
export function wholeWithin(field: string, value: number, least: number, most: number): number {
  const fits = Number.isSafeInteger(value) && value >= least && value <= most;
  if (!fits) throw new InvalidInputError(field, { kind: 'whole-number', least, ...(most === Number.MAX_SAFE_INTEGER ? {} : { most }) });
  return value;
}

/** @throws {@link InvalidInputError} unless `value` is a day of the calendar written as `yyyy-MM-dd`. */
export function isoDay(field: string, value: string): string {
  if (!isDay(value)) throw new InvalidInputError(field, { kind: 'date', form: 'yyyy-MM-dd' });
  return value;
}

/** @throws {@link InvalidInputError} unless `value` is a day of the calendar written as `yyyyMMdd`. */
export function basicDay(field: string, value: string): string {
  if (!/^\d{8}$/.test(value) || !isDay(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`)) {
    throw new InvalidInputError(field, { kind: 'date', form: 'yyyyMMdd' });
  }
  return value;
}

/** True for a day of the calendar written as `yyyy-MM-dd`. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  // 30 February is parsed by some engines as 1 or 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** @throws {@link InvalidInputError} unless `value` has the form `{market}.{code}`. */
export function securityId(field: string, value: string): string {
  if (!/^[^.\s]+\.\S+$/.test(value)) throw new InvalidInputError(field, 'market-code');
  return value;
}

/** Most codes of a request for quotes. */
export const mostCodes = 400;

/** @throws {@link InvalidInputError} unless these are 1 to `most` codes of the form `{market}.{code}`. */
export function codeList(codes: readonly string[], most = mostCodes): readonly string[] {
  if (codes.length === 0 || codes.length > most) throw new InvalidInputError('code_list', { kind: 'count', least: 1, most });
  for (const code of codes) securityId('code_list', code);
  return codes;
}

/** @throws {@link InvalidInputError} unless `code` has the form `{market}.{code}`; escaped once. */
export function securitySegment(code: string): string {
  return segment('symbol', securityId('symbol', code));
}
