import { listPage } from '../schema/page';
import type { ListPage, Records } from '../schema/page';
import { at, expectObject, mismatch } from '../schema/decode';
import type { Place } from '../schema/decode';
import { flag, nullableText, optionalInt } from '../schema/fields';
import { isObject, member, scalarText, wholeNumber } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';

/**
 * The page of a list response (Spec, Pagination object): `pagination` is beside `data`, or inside it as documented for some calls;
 * `has_more` is required. A response without records may omit `pagination`.
 *
 * @throws {@link DecodeError}
 */
export function decodePage<T>(answer: JsonObject, records: Records<T>, place: Place): ListPage<T> {
  const { value, place: here } = paginationOf(answer, place);
  const isEmpty = records.items.length + records.unreadable.length === 0;
  if (isEmpty && (value === undefined || value === null))
    return listPage({ ...records, hasMore: undefined, nextKey: '', total: undefined });
  const pagination = expectObject(value, here);
  const hasMore = flag(pagination, 'has_more', here);
  const nextKey = nullableText(pagination, 'next_key', here);
  const total = optionalInt(pagination, 'total', here);
  if (hasMore && nextKey === null) throw mismatch(at(here, 'next_key'), 'string', member(pagination, 'next_key'));
  return listPage({ ...records, hasMore, nextKey: nextKey ?? '', total });
}

function paginationOf(answer: JsonObject, place: Place): { readonly value: JsonValue | undefined; readonly place: Place } {
  const data = member(answer, 'data');
  const isInside = (member(answer, 'pagination') ?? null) === null && isObject(data) && isObject(member(data, 'pagination'));
  if (isInside) return { value: member(data, 'pagination'), place: at(at(place, 'data'), 'pagination') };
  return { value: member(answer, 'pagination'), place: at(place, 'pagination') };
}

/** If a response has no flag, these cursors mean that there is no next page. */
export const lastKeys: ReadonlySet<string> = new Set(['', '0', '-1']);

/**
 * Whether an answer to a call without a cursor says that it is not all: by a flag or a next cursor of either family, beside the payload or
 * inside of it. A flag counts more than a cursor.
 */
export function saysMore(answer: JsonObject, payload: 'd' | 'data'): boolean {
  const inside = member(answer, payload);
  const outer = isObject(inside) ? [answer, inside] : [answer];
  const places = outer.flatMap((place) => {
    const pagination = member(place, 'pagination');
    return isObject(pagination) ? [place, pagination] : [place];
  });
  const said = (...keys: readonly string[]): readonly JsonValue[] =>
    places.flatMap((place) => keys.flatMap((key) => member(place, key) ?? []));
  const [more, whole] = [said('has_more').map(truth), said('completed').map(truth)];
  if (more.length + whole.length > 0) return more.some((flagged) => flagged !== false) || whole.some((flagged) => flagged !== true);
  return said('next_key', 'page_flag').some((key) => !lastKeys.has(scalarText(key) ?? '?'));
}

/** Undefined if it is no flag in any way that services write one. */
function truth(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (wholeNumber(value) === 0 || wholeNumber(value) === 1) return wholeNumber(value) === 1;
  const word = scalarText(value)?.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** No data at all is an empty list; no data after a cursor would be a list without its end (Spec, Pagination rule 3). */
export function emptyFirstPage({ nextKey = '' }: { readonly nextKey?: string }): ListPage<never> | undefined {
  return nextKey === '' ? emptyPage() : undefined;
}

/** The response of an empty list. */
export function emptyPage(): ListPage<never> {
  return listPage({ items: [], unreadable: [], hasMore: false, nextKey: '', total: undefined });
}
