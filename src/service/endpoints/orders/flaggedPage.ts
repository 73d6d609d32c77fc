import { at, decodeRecords, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { optionalFlag, optionalText } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import { listPage } from '../../schema/page';
import type { ListPage, Records } from '../../schema/page';

/**
 * A page of the account family: the list in `d`, beside `page_flag` (the next cursor) and `completed`.
 *
 * @param judge - Selects the records that count.
 * @throws {@link DecodeError}
 */
export function decodeFlaggedPage<T>(
  answer: JsonObject,
  place: Place,
  list: string,
  read: (record: JsonObject, place: Place) => T,
  judge: (records: Records<T>, place: Place) => Records<T> = (records) => records,
): ListPage<T> {
  const here = at(place, 'd');
  const d = expectObject(member(answer, 'd'), here);
  const nextKey = optionalText(d, 'page_flag', here);
  const completed = optionalFlag(d, 'completed', here);
  const hasMore = completed === undefined ? (nextKey === '' ? undefined : true) : !completed;
  const records = judge(decodeRecords(member(d, list), at(here, list), read), at(here, list));
  return listPage({ ...records, hasMore, nextKey, total: undefined });
}
