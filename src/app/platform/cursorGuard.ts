import type { Page } from '../../service/records';
import type { PaginationErrorCode } from '../../service/errors';
import type { Cursor } from '../../service/schema/units';

export const walkLimits = { pages: 200, rows: 10_000, emptyPages: 3 } as const;

export type WalkEnd = { readonly kind: 'more' | 'complete' } | { readonly kind: 'incomplete'; readonly reason: PaginationErrorCode };

/** Watches a walk over pages that the user drives, so that it always ends and never passes off a part for the whole. */
export interface CursorGuard {
  /** Takes note of the page that `cursor` led to and says whether the walk may go on (Spec, Pagination rule 3). */
  accept(cursor: Cursor, page: Page<unknown>): WalkEnd;
  /** Continues an earlier walk of which `rows` rows were read; its first cursor counts as used. */
  resume(rows: number): void;
}

export function createCursorGuard(): CursorGuard {
  const used = new Set<Cursor>();
  let pages = 0;
  let rows = 0;
  let emptyInARow = 0;
  const verdict = (nextKey: Cursor): PaginationErrorCode | undefined => {
    if (used.has(nextKey)) return 'cursor-repeated';
    if (emptyInARow >= walkLimits.emptyPages) return 'too-many-empty-pages';
    if (rows >= walkLimits.rows) return 'too-many-items';
    return pages >= walkLimits.pages ? 'too-many-pages' : undefined;
  };
  return {
    accept: (cursor, page) => {
      used.add(cursor);
      pages += 1;
      rows += page.items.length;
      emptyInARow = page.items.length === 0 ? emptyInARow + 1 : 0;
      if (!page.hasMore) return { kind: 'complete' };
      const reason = verdict(page.nextKey);
      return reason === undefined ? { kind: 'more' } : { kind: 'incomplete', reason };
    },
    resume: (rowsRead) => {
      used.add('');
      rows = rowsRead;
    },
  };
}
