import type { UnknownFields } from '../records';
import { at, mismatch } from './decode';
import type { Place } from './decode';
import { compactText, scalarText, wholeNumber } from './json';
import type { JsonObject } from './json';
import type { DecimalText, UnixMilliseconds, UnixSeconds } from './units';

const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

/**
 * Reads the fields of one record. Text and numbers are interchangeable, because the quote family may send either.
 * Every function throws {@link DecodeError} naming the field if it holds something else.
 *
 * Fields are read without an own-property check: no wire name is one that objects inherit.
 */

/** Required text. */
export function text(record: JsonObject, key: string, place: Place): string {
  const value = record[key];
  const found = scalarText(value);
  if (found === undefined) throw mismatch(at(place, key), 'string or number', value);
  return found;
}

/** Text that may be missing or null, both read as the empty text. */
export function optionalText(record: JsonObject, key: string, place: Place): string {
  return nullableText(record, key, place) ?? '';
}

/** Text that may be missing or null, both read as null. */
export function nullableText(record: JsonObject, key: string, place: Place): string | null {
  return (record[key] ?? null) === null ? null : text(record, key, place);
}

/** A whole number within the safe range. */
export function int(record: JsonObject, key: string, place: Place): number {
  const value = record[key];
  const found = wholeNumber(value);
  if (found === undefined) throw mismatch(at(place, key), 'whole number', value);
  return found;
}

/** Unix seconds from year 1 to year 9999, so that callers never get a time outside the date range. */
export function unixSeconds(record: JsonObject, key: string, place: Place): UnixSeconds {
  const found = int(record, key, place);
  if (found < firstSecond || found > lastSecond) throw mismatch(at(place, key), 'Unix seconds', record[key]);
  return found;
}

/** A whole number that may be missing or null. */
export function optionalInt(record: JsonObject, key: string, place: Place): number | undefined {
  return (record[key] ?? null) === null ? undefined : int(record, key, place);
}

export function flag(record: JsonObject, key: string, place: Place): boolean {
  const value = record[key];
  if (typeof value !== 'boolean') throw mismatch(at(place, key), 'boolean', value);
  return value;
}

/** A flag that may be missing or null. */
export function optionalFlag(record: JsonObject, key: string, place: Place): boolean | undefined {
  return (record[key] ?? null) === null ? undefined : flag(record, key, place);
}

/** A record's unknown fields, in the order of the response. */
export function unknownFields(record: JsonObject, known: ReadonlySet<string>): UnknownFields {
  const unknown = Object.entries(record).filter(([key]) => !known.has(key));
  return Object.fromEntries(unknown.map(([key, value]) => [key, compactText(value)]));
}

/** The fields of one record, each read by the function of its name above. Those that nobody has asked for are {@link unknown}. */
export class RecordFields {
  /** Bounded by the names that a reader has. */
  readonly #known = new Set<string>();

  constructor(
    private readonly record: JsonObject,
    private readonly place: Place,
  ) {}

  text(key: string): string {
    return text(this.record, this.#named(key), this.place);
  }

  /** The first of these that is not empty. */
  optionalText(...keys: readonly string[]): string {
    for (const key of keys) this.#known.add(key);
    return keys.reduce((found, key) => found || optionalText(this.record, key, this.place), '');
  }

  nullableText(key: string): string | null {
    return nullableText(this.record, this.#named(key), this.place);
  }

  int(key: string): number {
    return int(this.record, this.#named(key), this.place);
  }

  /** A figure with a validity flag of its own; empty if that says that it is none. */
  valid(key: string): string {
    const figure = this.optionalText(key);
    return optionalFlag(this.record, this.#named(`${key}_valid`), this.place) === false ? '' : figure;
  }

  microsecondsText(key: string): string {
    return microsecondsText(this.record, this.#named(key), this.place);
  }

  get unknown(): UnknownFields {
    return unknownFields(this.record, this.#known);
  }

  #named(key: string): string {
    this.#known.add(key);
    return key;
  }
}

/**
 * A figure of the quote family with the digits as sent: the first of these fields that holds text or a number, else the
 * empty text. Anything else is ignored: nulls and nested objects occur, and one field must not drop the record.
 */
export function figure(record: JsonObject, ...keys: readonly string[]): string {
  for (const key of keys) {
    const found = scalarText(record[key]);
    if (found !== undefined) return found;
  }
  return '';
}

/**
 * A price of a quote: the empty text for 0 in a record without trades, which services write before the first one, for a halted security, and
 * for a new listing.
 */
export function priceFigure(record: JsonObject, key: string): string {
  const price = figure(record, key);
  return isNotZero(price) || isNotZero(figure(record, 'volume')) ? price : '';
}

/** Whether a figure is more or less than nothing: `0e-3` is not. */
export function isNotZero(figure: string): boolean {
  return /^(?![+-]?[0.]+[eE]).*[1-9]/.test(figure);
}

/** Unix milliseconds from the first of these fields that holds a whole number; undefined if none does. */
export function milliseconds(record: JsonObject, ...keys: readonly string[]): UnixMilliseconds | undefined {
  for (const key of keys) {
    const found = wholeNumber(record[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const decimalForm = /^-?\d{1,18}(?:\.\d{1,18})?$/;

/** As {@link figure}, for calculations: the first of these fields that holds a plain decimal number, no word and no exponent. */
export function decimal(record: JsonObject, ...keys: readonly string[]): DecimalText {
  return keys.map((key) => figure(record, key)).find((found) => decimalForm.test(found)) ?? '';
}

/** A quantity that was sent as a whole number of its smallest part: 150 with 2 places is 1.50. */
export function scaledDown(quantity: DecimalText, places: number): DecimalText {
  if (places <= 0 || !/^-?\d+$/.test(quantity)) return quantity;
  const sign = quantity.startsWith('-') ? '-' : '';
  const digits = quantity.slice(sign.length).padStart(places + 1, '0');
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * An instant in microseconds as text. Times of accounts are microseconds (beyond the specification, envelopes); one of fewer digits is in
 * seconds or milliseconds, as some services send it: it would otherwise lie in 1970. Any other text is returned as sent.
 */
function microsecondsText(record: JsonObject, key: string, place: Place): string {
  const sent = optionalText(record, key, place);
  if (/^\d{9,11}$/.test(sent)) return `${sent}000000`;
  return /^\d{12,14}$/.test(sent) ? `${sent}000` : sent;
}
