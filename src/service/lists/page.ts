import type { DecodeError } from '../errors';
import type { Cursor } from '../schema/units';

/** Holds what a page has; only the list loader and the endpoints may know it, so that nobody takes a page for a list. */
export const contents: unique symbol = Symbol('contents of a page');

/** A record of a list that does not have the shape it should have. */
export interface UnreadableRecord {
  readonly problem: DecodeError;
  /** The record as it came, as compact JSON; for the log. */
  readonly raw: string;
}

/** Records of one answer: those that could be read and those that could not. */
export interface Records<T> {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableRecord[];
}

export interface PageContents<T> extends Records<T> {
  /** Undefined where the answer does not say, which ends nothing but an empty first page. */
  readonly hasMore: boolean | undefined;
  readonly nextKey: Cursor;
  /** Number of records of the whole list as the service counts them. */
  readonly total: number | undefined;
}

/**
 * One page of a list (Spec, Pagination object). What it holds can be reached through the loader alone (`readList`, `LiveList`,
 * `PagedList`), whose result says whether the list is whole.
 */
export interface ListPage<T> {
  readonly [contents]: PageContents<T>;
}

export function listPage<T>(page: PageContents<T>): ListPage<T> {
  return { [contents]: page };
}

/** The only page of a list that is not paginated. */
export function onlyPage<T>({ items, unreadable }: Records<T>): ListPage<T> {
  return listPage({ items, unreadable, hasMore: false, nextKey: '', total: undefined });
}

/** The records that could not be read, of whatever an endpoint gave. */
export function unreadableIn(value: unknown): readonly UnreadableRecord[] {
  return isPage(value) ? value[contents].unreadable : [];
}

function isPage(value: unknown): value is ListPage<unknown> {
  return typeof value === 'object' && value !== null && contents in value;
}
