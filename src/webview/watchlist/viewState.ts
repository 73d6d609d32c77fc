import type { SortOrder } from '../shared/grid/arrange';

/** What the page keeps while it is hidden. */
export interface WatchlistViewState {
  readonly sort: SortOrder | null;
}

export function readWatchlistState(stored: unknown): WatchlistViewState {
  if (typeof stored !== 'object' || stored === null || !('sort' in stored)) return { sort: null };
  const { sort } = stored;
  if (typeof sort !== 'object' || sort === null || !('key' in sort) || !('direction' in sort)) return { sort: null };
  if (typeof sort.key !== 'string' || (sort.direction !== 'ascending' && sort.direction !== 'descending')) return { sort: null };
  return { sort: { key: sort.key, direction: sort.direction } };
}
