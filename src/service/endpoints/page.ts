import { listPage } from '../schema/page';
import type { ListPage, Records } from '../schema/page';
import { at, expectObject, mismatch } from '../schema/decode';
import type { Place } from '../schema/decode';
import { flag, nullableText, optionalInt } from '../schema/fields';
import { isObject, member } from '../schema/json';
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

/** No data at all is an empty list; no data after a cursor would be a list without its end (Spec, Pagination rule 3). */
export function emptyFirstPage({ nextKey = '' }: { readonly nextKey?: string }): ListPage<never> | undefined {
  return nextKey === '' ? emptyPage() : undefined;
}

/** The response of an empty list. */
export function emptyPage(): ListPage<never> {
  return listPage({ items: [], unreadable: [], hasMore: false, nextKey: '', total: undefined });
}
