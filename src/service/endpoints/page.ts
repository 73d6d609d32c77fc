import type { Page } from '../records';
import { at, expectObject, mismatch } from '../schema/decode';
import type { Place } from '../schema/decode';
import { flag, nullableText, optionalInt } from '../schema/fields';
import { member } from '../schema/json';
import type { JsonObject } from '../schema/json';

/**
 * The page of a list response (Spec, Pagination object): `pagination` stands beside `data`, `has_more` must be there.
 *
 * @throws {@link DecodeError}
 */
export function decodePage<T>(answer: JsonObject, items: readonly T[], place: Place): Page<T> {
  const here = at(place, 'pagination');
  const pagination = expectObject(member(answer, 'pagination'), here);
  const hasMore = flag(pagination, 'has_more', here);
  const nextKey = nullableText(pagination, 'next_key', here);
  const total = optionalInt(pagination, 'total', here);
  if (hasMore && nextKey === null) throw mismatch(at(here, 'next_key'), 'string', member(pagination, 'next_key'));
  const page = { items, hasMore, nextKey: nextKey ?? '' };
  return total === undefined ? page : { ...page, total };
}

/** No data at all is an empty list; no data behind a cursor would be a list without its end (Spec, Pagination rule 3). */
export function emptyFirstPage({ nextKey = '' }: { readonly nextKey?: string }): Page<never> | undefined {
  return nextKey === '' ? { items: [], hasMore: false, nextKey: '-1' } : undefined;
}
