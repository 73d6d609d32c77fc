import type { DecodeError } from '../errors';
import type { OrderRecord } from '../records';
import type { Cursor } from './units';

/** A page's content; only for the list loader and the endpoints, so that a page is never mistaken for a list. */
export const contents: unique symbol = Symbol('contents of a page');

/** A malformed record of a list. */
export interface UnreadableRecord {
  readonly problem: DecodeError;
  /** The record as received, as compact JSON; for the log. */
  readonly raw: string;
  /** One of several records of an order that differ: what all of them say, other fields empty. */
  readonly contradicted?: OrderRecord;
}

/** Records of one answer: those that could be read and those that could not. */
export interface Records<T> {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableRecord[];
}

export interface PageContents<T> extends Records<T> {
  /** Undefined if the response does not say; that ends only an empty first page. */
  readonly hasMore: boolean | undefined;
  readonly nextKey: Cursor;
  /** Total number of records according to the service. */
  readonly total: number | undefined;
  /** The response says that there is more, but the call has no cursor to ask for it. */
  readonly isCut?: boolean;
  /** How long ago another window has sent the request, in milliseconds; 0 if undefined. */
  readonly ageMs?: number;
}

/**
 * One page of a list (Spec, Pagination object). Its content is accessible only through the loader (`readList`, `LiveList`,
 * `PagedList`), whose result says whether the list is complete.
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

/** The only page of a call without a cursor; if the answer says that there is more, the list is incomplete. */
export function cursorlessPage<T>({ items, unreadable }: Records<T>, { saysMore }: { readonly saysMore: boolean }): ListPage<T> {
  return listPage({ items, unreadable, hasMore: saysMore ? undefined : false, isCut: saysMore, nextKey: '', total: undefined });
}

/** The same result of an endpoint, read by another window this long ago. */
export function withAge<T>(value: T, ageMs: number): T {
  return isPage(value) ? { ...value, [contents]: { ...value[contents], ageMs } } : value;
}

/** The result of an endpoint is a whole list: one page that is all of it, or a list without pages. */
export function isWholeList(value: unknown): boolean {
  return Array.isArray(value) || (isPage(value) && value[contents].hasMore === false);
}

/** The unreadable records in the result of an endpoint. */
export function unreadableIn(value: unknown): readonly UnreadableRecord[] {
  return isPage(value) ? value[contents].unreadable : [];
}

function isPage(value: unknown): value is ListPage<unknown> {
  return typeof value === 'object' && value !== null && contents in value;
}
