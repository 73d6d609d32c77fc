import { randomUUID } from 'node:crypto';
import { LosslessNumber, parse, stringify } from 'lossless-json';
import { deepestJson, isTooDeep } from './jsonDepth';

const [quote, escape, listStart, listEnd, objectStart, objectEnd, comma] = Buffer.from('"\\[]{},');

/** The bytes between the brackets of a list. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The list with the most items in a JSON text; undefined if there is none, if brackets don't match, or if they are nested deeper
 * than {@link deepestJson}. Looks at each byte once, and validates only brackets.
 */
function longestList(bytes: Uint8Array): Span | undefined {
  // For each level: the opening bracket, its position, and the number of items so far.
  const opener = new Uint8Array(deepestJson + 1);
  const from = new Uint32Array(deepestJson + 1);
  const items = new Uint32Array(deepestJson + 1);
  let level = 0;
  let most = 0;
  let best: Span | undefined;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === listStart || byte === objectStart) {
      level += 1;
      if (level > deepestJson) return undefined;
      opener[level] = byte ?? 0;
      from[level] = at + 1;
      items[level] = 1;
    } else if (byte === comma) items[level] = (items[level] ?? 0) + 1;
    else if (byte === listEnd || byte === objectEnd) {
      if (level === 0 || (opener[level] === listStart) !== (byte === listEnd)) return undefined;
      const count = items[level] ?? 0;
      if (byte === listEnd && count > most) {
        most = count;
        best = { from: from[level] ?? 0, to: at };
      }
      level -= 1;
    }
  }
  return level === 0 ? best : undefined;
}

/** Where the next piece of a list ends: before the first comma between two items that is at least this many bytes away. */
function endOfPiece(bytes: Uint8Array, from: number, to: number, leastBytes: number): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === listStart || byte === objectStart) depth += 1;
    else if (byte === listEnd || byte === objectEnd) depth -= 1;
    else if (byte === comma && depth === 0 && at - from >= leastBytes) return at;
  }
  return to;
}

/** The quote that ends a text, or the end of all bytes. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === escape) at += 1;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}

/** A number that JavaScript formats exactly as sent, or one that keeps its text. */
export type JsonNumber = number | LosslessNumber;
/** No number loses a digit: an int64 is never rounded and "1.10" stays "1.10". */
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** For text that does not start a document: a byte order mark there is invalid JSON. */
const utf8Within = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The number of bytes to parse at a time: takes a few milliseconds, even if every number keeps its text. */
const pieceBytes = 128 * 1024;

/**
 * Finds a number that JavaScript would format differently: with a fraction, an exponent, 16 digits or more, or a negative
 * zero. A false match costs only time. Only numbers within a list or an object matter.
 */
const inexact = /[:,[](?=[-\d\s])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;

const lastCounts: Parameters<typeof parse>[2] = { onDuplicateKey: ({ newValue }) => newValue };

/**
 * Reads JSON (RFC 8259) from UTF-8 bytes, or text, without loss. Of a repeated key the last value counts, `__proto__` is an ordinary
 * key.
 *
 * @returns undefined when it is not exactly one JSON text, or nested too deep ({@link isTooDeep}).
 */
export function parseJson(source: Uint8Array | string): JsonValue | undefined {
  return attempt(source, lossless);
}

function lossless(text: string): unknown {
  return inexact.test(text) ? parse(text, undefined, lastCounts) : JSON.parse(text);
}

/** The maximum number of list items that are used; a walk over pages ends at the same number. */
export const mostItems = 10_000;
/** Replaces every item beyond them: it is never read, and it lacks what a record needs. */
const beyondMost = Object.freeze({});

/**
 * {@link parseJson} for a large text: parses its longest list in pieces, and yields between them. Otherwise, a list of many small
 * records would block everything else, and take the memory of all of them: items beyond {@link mostItems} are checked, counted,
 * and dropped.
 */
export async function parseLargeJson(
  bytes: Uint8Array,
  pause: () => Promise<void>,
  read: (text: string) => unknown = lossless,
): Promise<JsonValue | undefined> {
  await pause();
  const list = longestList(bytes);
  if (list === undefined || list.to - list.from <= pieceBytes) return attempt(bytes, read);
  await pause();
  // No text of the service can be equal to it.
  const place = randomUUID();
  try {
    const items = await parseItems(bytes, list, pause, read);
    const outline = read(`${utf8.decode(bytes.subarray(0, list.from))}"${place}"${utf8Within.decode(bytes.subarray(list.to))}`);
    putInPlace(outline, place, items);
    return toJsonValue(outline);
  } catch {
    return undefined;
  }
}

/** @throws if a piece is not JSON: then the whole list is invalid. */
async function parseItems(
  bytes: Uint8Array,
  { from, to }: Span,
  pause: () => Promise<void>,
  read: (text: string) => unknown,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let start = from; start <= to;) {
    const end = endOfPiece(bytes, start, to, pieceBytes);
    const piece = read(`[${utf8Within.decode(bytes.subarray(start, end))}]`);
    // An item is missing before or after a comma.
    if (!Array.isArray(piece) || piece.length === 0) throw new SyntaxError('an item is missing');
    for (const item of piece) items.push(items.length < mostItems ? item : beyondMost);
    start = end + 1;
    await pause();
  }
  return items;
}

/** Fills the list that contains only `place`. If the list's key was repeated, it no longer exists. */
function putInPlace(value: unknown, place: string, items: readonly unknown[]): void {
  if (Array.isArray(value) && value.length === 1 && value[0] === place) {
    value.pop();
    for (const item of items) value.push(item);
  } else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) putInPlace(inner, place, items);
}

/**
 * Like {@link parseJson}, for responses used as evidence: a key repeated with a different value makes the text
 * contradictory, which counts as invalid JSON. Repeating the same value is harmless.
 */
export function parseStrictJson(bytes: Uint8Array): JsonValue | undefined {
  return attempt(bytes, (text) => parse(text));
}

/** Where records are expected, or a value of one, it is neither: a record with it can't be read, and the others can. */
const twoValues = Object.freeze({});

/** Like {@link parseJson}, for records used as evidence: a key repeated with a different value has none that can be read. */
export function parseRecords(source: Uint8Array): JsonValue | undefined {
  return attempt(source, withoutRepeated);
}

/** {@link parseRecords} for a large text. */
export async function parseLargeRecords(bytes: Uint8Array, pause: () => Promise<void>): Promise<JsonValue | undefined> {
  return parseLargeJson(bytes, pause, withoutRepeated);
}

function withoutRepeated(text: string): unknown {
  return parse(text, undefined, { onDuplicateKey: () => twoValues });
}

function attempt(source: Uint8Array | string, read: (text: string) => unknown): JsonValue | undefined {
  try {
    const text = typeof source === 'string' ? source : utf8.decode(source);
    return isTooDeep(text) ? undefined : toJsonValue(read(text));
  } catch {
    // Not UTF-8, or not JSON.
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

/** Text as it is, everything else as compact JSON with its numbers as written. */
export function compactText(value: JsonValue): string {
  return typeof value === 'string' ? value : (stringify(value) ?? '');
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
