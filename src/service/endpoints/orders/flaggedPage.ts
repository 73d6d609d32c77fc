import { at, decodeRecords, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { optionalFlag, optionalText } from '../../schema/fields';
import { isObject, member } from '../../schema/json';
import type { JsonObject, JsonValue } from '../../schema/json';
import { listPage } from '../../schema/page';
import { saysMore } from '../page';
import type { ListPage, Records } from '../../schema/page';

/**
 * A page of the account family: the list in `d`, beside `page_flag` (the next cursor) and `completed`. A service that has no pages may send the
 * list itself as `d`, which then is all of it.
 *
 * @param list - The name of the list in `d`, or its names: the first one that is there counts.
 * @param judge - Selects the records that count.
 * @throws {@link DecodeError}
 */
export function decodeFlaggedPage<T>(
  answer: JsonObject,
  place: Place,
  list: string | readonly [string, ...string[]],
  read: (record: JsonObject, place: Place) => T,
  judge: (records: Records<T>, place: Place) => Records<T> = (records) => records,
): ListPage<T> {
  const here = at(place, 'd');
  const whole = member(answer, 'd');
  if (Array.isArray(whole)) {
    const all = judge(decodeRecords(whole, here, read), here);
    return listPage({ ...all, hasMore: saysMore(answer, 'd'), nextKey: optionalText(answer, 'page_flag', place), total: undefined });
  }
  const d = expectObject(whole, here);
  const names: readonly [string, ...string[]] = typeof list === 'string' ? [list] : list;
  const name = names.find((each) => member(d, each) !== undefined) ?? names[0];
  const nextKey = optionalText(d, 'page_flag', here);
  const completed = optionalFlag(d, 'completed', here);
  const hasMore = completed === undefined ? (nextKey !== '' || saysMore(answer, 'd') ? true : undefined) : !completed;
  const records = judge(decodeRecords(member(d, name), at(here, name), read), at(here, name));
  return listPage({ ...records, hasMore, nextKey, total: undefined });
}

/** A list of the account family without pages: `d` itself, or named in `d`, as some services send it. */
export function listInside(
  answer: JsonObject,
  place: Place,
  name: string,
): { readonly list: JsonValue | undefined; readonly place: Place } {
  const here = at(place, 'd');
  const d = member(answer, 'd');
  return isObject(d) ? { list: member(d, name), place: at(here, name) } : { list: d, place: here };
}
