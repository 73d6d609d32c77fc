import { contents, listPage } from '../../../src/service/schema/page';
import type { ListPage, PageContents } from '../../../src/service/schema/page';
import { seen } from '../../../src/service/lists/list';
import type { Gap, List } from '../../../src/service/lists/list';
import { readList } from '../../../src/service/lists/readList';
import type { ListPart } from '../../../src/service/lists/readList';
import { DecodeError, HttpError } from '../../../src/service/errors';

/** A page as a fake service returns it; the last one by default. */
export function pageOf<T>(items: readonly T[], rest: Partial<Omit<PageContents<T>, 'items'>> = {}): ListPage<T> {
  return listPage({ items, unreadable: [], hasMore: false, nextKey: '', total: undefined, ...rest });
}

/** The contents of a page, for tests of single requests. */
export function opened<T>(page: ListPage<T>): PageContents<T> {
  return page[contents];
}

export async function itemsOf<T>(page: Promise<ListPage<T>>): Promise<readonly T[]> {
  return opened(await page).items;
}

export function failedGap(error: unknown = new HttpError({ status: 500 }), rest: Partial<Extract<Gap, { kind: 'failed' }>> = {}): Gap {
  return { kind: 'failed', part: '', page: 1, error, keptFromMs: undefined, ...rest };
}

/** A record that could not be read. */
export function badRecord(raw = '{}'): { readonly problem: DecodeError; readonly raw: string } {
  return { problem: new DecodeError({ path: 'd[0].id', expected: 'string or number', got: 'null' }), raw };
}

/** The items of a list that must be complete. */
export async function wholeList<T>(part: ListPart<T>): Promise<readonly T[]> {
  const list = await readList([part], { signal: new AbortController().signal });
  if (list.verdict !== 'complete') throw new Error(`the list is ${list.verdict}`);
  return list.items;
}

/** The visible part of a list that a view may not have read yet. */
export function shownIn<T>(holder: { readonly list: List<T> | undefined } | undefined): readonly T[] {
  return holder?.list === undefined ? [] : seen(holder.list).items;
}
