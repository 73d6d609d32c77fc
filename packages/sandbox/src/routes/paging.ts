import type { RouteTools } from '../types';
import { invalidParameter } from './envelopes';

/** Pagination object (Spec, Pagination): `next_key` is "-1" if there are no more pages. */
export interface Pagination {
  readonly has_more: boolean;
  readonly next_key: string;
}

/** One page of a list. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/**
 * Cuts one page out of a list that does not change between requests.
 *
 * @param binding - What the cursor is valid for: the route and its whole query except the page size.
 * @throws QuoteFailure for a cursor that was created for something else, was altered, or is beyond the end.
 */
export function pageOf<T>(tools: RouteTools, all: readonly T[], binding: string, cursor: string, limit: number): PageOf<T> {
  const offset = cursor === '' ? 0 : tools.cursors.open(binding, cursor);
  if (offset === undefined || offset > all.length) {
    throw invalidParameter('next_key is not valid for this request');
  }
  const end = offset + limit;
  const hasMore = end < all.length;
  return { items: all.slice(offset, end), pagination: { has_more: hasMore, next_key: hasMore ? tools.cursors.seal(binding, end) : '-1' } };
}
