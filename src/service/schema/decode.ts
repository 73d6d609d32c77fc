import { DecodeError } from '../errors';
import type { RequestLabel } from '../errors';
import type { Records, UnreadableRecord } from './page';
import { compactText, isObject, mostItems, typeName } from './json';
import type { JsonObject, JsonValue } from './json';

/** A value's position in a response, for errors. */
export interface Place {
  readonly request: RequestLabel;
  readonly path: string;
}

export function at({ request, path }: Place, key: string | number): Place {
  if (typeof key === 'number') return { request, path: `${path}[${key}]` };
  return { request, path: path === '' ? key : `${path}.${key}` };
}

/** The error for a value of the wrong type; it never contains the value. */
export function mismatch(place: Place, expected: string, value: JsonValue | undefined): DecodeError {
  return new DecodeError({ request: place.request, path: place.path, expected, got: typeName(value) });
}

/** @throws {@link DecodeError} */
export function expectObject(value: JsonValue | undefined, place: Place): JsonObject {
  if (!isObject(value)) throw mismatch(place, 'object', value);
  return value;
}

/**
 * A required list. Null counts as empty, because services send it for an empty list; a missing list is an error.
 *
 * @throws {@link DecodeError}
 */
export function expectArray(value: JsonValue | undefined, place: Place): readonly JsonValue[] {
  if (value === null) return [];
  if (!isArray(value)) throw mismatch(place, 'array', value);
  return value;
}

export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Decodes every record of a required list. */
export function decodeEach<T>(value: JsonValue | undefined, place: Place, one: (record: JsonObject, place: Place) => T): readonly T[] {
  return expectArray(value, place).map((item, index) => {
    const here = at(place, index);
    return one(expectObject(item, here), here);
  });
}

/** The number of malformed records that are reported in detail; further ones are only counted. */
const mostTold = 100;

/** Like {@link decodeEach}, but a malformed record drops only itself, and items beyond {@link mostItems} are counted and not read. */
export function decodeRecords<T>(value: JsonValue | undefined, place: Place, one: (record: JsonObject, place: Place) => T): Records<T> {
  const items: T[] = [];
  const unreadable: UnreadableRecord[] = [];
  const list = expectArray(value, place);
  list.slice(0, mostItems).forEach((item, index) => {
    const told = unreadable.length < mostTold ? undefined : unreadable[0];
    const here = at(place, index);
    try {
      items.push(one(expectObject(item, here), here));
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      unreadable.push(told ?? { problem: error, raw: compactText(item) });
    }
  });
  if (list.length > mostItems) {
    const problem = new DecodeError({
      request: place.request,
      path: place.path,
      expected: `at most ${mostItems} records`,
      got: `${list.length}`,
    });
    const rest = { problem, raw: '' };
    for (let index = mostItems; index < list.length; index += 1) unreadable.push(rest);
  }
  return { items, unreadable };
}

/** A list and its position in the response. */
export interface PlacedList {
  readonly list: readonly JsonValue[];
  readonly place: Place;
}

/**
 * The list in `data` under one of these names, or else its only list. For responses whose field names are known only
 * second-hand.
 *
 * @throws {@link DecodeError} if it is ambiguous which list is meant.
 */
export function listOf(answer: JsonObject, place: Place, ...names: readonly string[]): PlacedList {
  const here = at(place, 'data');
  const data = answer['data'];
  if (isArray(data)) return { list: data, place: here };
  const object = expectObject(data, here);
  const lists = Object.keys(object).filter((key) => isArray(object[key]));
  const name = names.find((key) => object[key] !== undefined) ?? (lists.length === 1 ? lists[0] : undefined) ?? names[0] ?? '';
  return { list: expectArray(object[name], at(here, name)), place: at(here, name) };
}
