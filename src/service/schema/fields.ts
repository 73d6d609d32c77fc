import type { UnknownFields } from '../records';
import { at, mismatch } from './decode';
import type { Place } from './decode';
import { compactText, scalarText, wholeNumber } from './json';
import type { JsonObject, JsonValue } from './json';
import type { UnixMilliseconds, UnixSeconds } from './units';

const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

/**
 * Reads the fields of one record. Text and numbers are interchangeable, because the quote family may send either.
 * Every function throws {@link DecodeError} naming the field if it holds something else.
 *
 * Fields are read without an own-property check: no wire name is one that objects inherit, and
 * lists have thousands of fields.
 */

/** Required text. */
export function text(record: JsonObject, key: string, place: Place): string {
  return asText(record[key], key, place);
}

/** Like {@link text}, for a value already taken from its record: much faster where a list has many records. */
export function asText(value: JsonValue | undefined, key: string, place: Place): string {
  if (typeof value === 'string') return value;
  const found = scalarText(value);
  if (found === undefined) throw mismatch(at(place, key), 'string or number', value);
  return found;
}

/** Like {@link optionalText}, for a value already taken from its record. */
export function asOptionalText(value: JsonValue | undefined, key: string, place: Place): string {
  return value === undefined || value === null ? '' : asText(value, key, place);
}

/** Text that may be missing or null, both read as the empty text. */
export function optionalText(record: JsonObject, key: string, place: Place): string {
  return asOptionalText(record[key], key, place);
}

/** Text that may be missing or null, both read as null. */
export function nullableText(record: JsonObject, key: string, place: Place): string | null {
  const value = record[key];
  return value === undefined || value === null ? null : asText(value, key, place);
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

const none: UnknownFields = {};

/** A record's unknown fields, in the order of the response. */
export function unknownFields(record: JsonObject, known: ReadonlySet<string>): UnknownFields {
  // Parsed records inherit no enumerable properties; most have no unknown field at all.
  for (const key in record) if (!known.has(key)) return collectUnknown(record, known);
  return none;
}

function collectUnknown(record: JsonObject, known: ReadonlySet<string>): UnknownFields {
  const unknown = Object.keys(record).filter((key) => !known.has(key));
  return Object.fromEntries(unknown.map((key) => [key, compactText(record[key] ?? null)]));
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

/** Unix milliseconds from the first of these fields that holds a whole number; undefined where none does. */
export function milliseconds(record: JsonObject, ...keys: readonly string[]): UnixMilliseconds | undefined {
  for (const key of keys) {
    const found = wholeNumber(record[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
