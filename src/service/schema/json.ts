import { LosslessNumber, parse, stringify } from 'lossless-json';

/** A number that JavaScript formats exactly as sent, or one that keeps its text. */
export type JsonNumber = number | LosslessNumber;
/** No number loses a digit: an int64 is never rounded and "1.10" stays "1.10". */
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Finds a number that JavaScript would format differently: with a fraction, an exponent, 16 digits or more, or a negative
 * zero. A false match costs only time. Only numbers within a list or an object matter.
 */
const inexact = /[:,[](?=[-\d\s])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;

const lastCounts: Parameters<typeof parse>[2] = { onDuplicateKey: ({ newValue }) => newValue };

/**
 * Reads JSON (RFC 8259) from UTF-8 bytes without loss. Of a repeated key the last value counts, `__proto__` is an ordinary
 * key.
 *
 * @returns undefined when the bytes are not exactly one JSON text.
 */
export function parseJson(bytes: Uint8Array): JsonValue | undefined {
  return attempt(() => read(utf8.decode(bytes)));
}

/** As {@link parseJson}, for text: frames of a feed come as such. */
export function parseJsonText(text: string): JsonValue | undefined {
  return attempt(() => read(text));
}

function read(text: string): unknown {
  return inexact.test(text) ? parse(text, undefined, lastCounts) : JSON.parse(text);
}

/**
 * Like {@link parseJson}, for responses used as evidence: a key repeated with a different value makes the text
 * contradictory, which counts as invalid JSON. Repeating the same value is harmless.
 */
export function parseStrictJson(bytes: Uint8Array): JsonValue | undefined {
  return attempt(() => parse(utf8.decode(bytes)));
}

function attempt(reading: () => unknown): JsonValue | undefined {
  try {
    return toJsonValue(reading());
  } catch {
    // Not UTF-8, not JSON, or nested deeper than the stack holds.
    return undefined;
  }
}

/** The parser returns only these types; this tells the compiler. */
function toJsonValue(value: unknown): JsonValue | undefined {
  return isJson(value) ? value : undefined;
}

function isJson(value: unknown): value is JsonValue {
  return (
    value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number' || typeof value === 'object'
  );
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !(value instanceof LosslessNumber) && !Array.isArray(value);
}

export function isNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === 'number' || value instanceof LosslessNumber;
}

/** An object's own member; never an inherited one. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Stands for a value that is nested deeper than the stack holds. */
export const unwritable = '…';

/** Text as it is, everything else as compact JSON with its numbers as written; {@link unwritable} for what is nested too deep. */
export function compactText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  try {
    return stringify(value) ?? '';
  } catch {
    return unwritable;
  }
}

/** For errors: names the type of a value and never shows the value. */
export function typeName(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value instanceof LosslessNumber) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Text as it is, a number as it was written; undefined for anything else. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value instanceof LosslessNumber ? value.value : undefined;
}

/** A whole number within the safe range, written as a JSON number or as text; undefined for anything else. */
export function wholeNumber(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  const text = scalarText(value);
  if (text === undefined || !/^-?\d{1,16}$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}
