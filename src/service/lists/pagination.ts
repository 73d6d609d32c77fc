import { PaginationError, ServiceError } from '../errors';
import type { Page } from '../records';
import type { Cursor } from '../schema/units';

/** Cursor of the first page (Spec, Pagination rule 1). */
export const firstCursor: Cursor = '';

/** Where a walk that does not end is broken off. */
export interface PaginationLimits {
  readonly emptyPages: number;
  readonly pages: number;
  readonly items: number;
  /** Time spent waiting for pages, in milliseconds; the time that the caller takes between them does not count. */
  readonly waitingMs: number;
}

export const paginationLimits: PaginationLimits = { emptyPages: 3, pages: 200, items: 10_000, waitingMs: 60_000 };

export type PageFetcher<T> = (cursor: Cursor) => Promise<Page<T>>;

export interface IterateOptions {
  readonly limits?: Partial<PaginationLimits>;
  readonly monotonicMs?: () => number;
}

/**
 * Yields the pages of a cursor-paginated list in server order, one request a page, on demand.
 *
 * Only `hasMore: false` ends the walk; an empty page or a "-1" cursor does not (Spec, Pagination rule 3). The cursor is
 * echoed verbatim and never inspected. Pages yielded before an error stay good: the list is incomplete, not wrong.
 *
 * @param fetchPage - Requests one page; called first with {@link firstCursor}.
 * @throws {@link PaginationError} when the service gives reason to believe that it would never end.
 */
export async function* iteratePages<T>(fetchPage: PageFetcher<T>, options: IterateOptions = {}): AsyncGenerator<Page<T>, void, undefined> {
  const walk = new Walk({ ...paginationLimits, ...options.limits });
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  let cursor = firstCursor;
  for (;;) {
    const startedAt = monotonicMs();
    const page = walk.admit(await fetchPage(cursor), monotonicMs() - startedAt);
    yield page;
    if (!page.hasMore) return;
    walk.checkContinuation(page.nextKey);
    cursor = page.nextKey;
  }
}

/** Like {@link iteratePages}, item by item. */
export async function* iterateItems<T>(fetchPage: PageFetcher<T>, options: IterateOptions = {}): AsyncGenerator<T, void, undefined> {
  for await (const page of iteratePages(fetchPage, options)) yield* page.items;
}

/** A list that says whether it is whole. */
export type CollectedItems<T> =
  | { readonly complete: true; readonly items: readonly T[] }
  | { readonly complete: false; readonly items: readonly T[]; readonly error: ServiceError };

/**
 * Reads a whole list. When it breaks after the first page, what was read stays, marked as incomplete.
 *
 * @throws {@link ServiceError} when the first page fails, or when the reading was cancelled.
 */
export async function collectItems<T>(fetchPage: PageFetcher<T>, options: IterateOptions = {}): Promise<CollectedItems<T>> {
  const items: T[] = [];
  let hasBegun = false;
  try {
    for await (const page of iteratePages(fetchPage, options)) {
      hasBegun = true;
      items.push(...page.items);
    }
    return { complete: true, items };
  } catch (error) {
    if (!hasBegun || !ServiceError.is(error) || error.code === 'aborted') throw error;
    return { complete: false, items, error };
  }
}

/** What one walk has seen so far. */
class Walk {
  readonly #used = new Set<Cursor>([firstCursor]);
  #emptyInARow = 0;
  #pages = 0;
  #items = 0;
  #waitedMs = 0;

  constructor(private readonly limits: PaginationLimits) {}

  /** Counts a page; one that overflows the number of items is cut to it. */
  admit<T>(page: Page<T>, waitedMs: number): Page<T> {
    this.#pages += 1;
    this.#waitedMs += waitedMs;
    this.#emptyInARow = page.items.length === 0 ? this.#emptyInARow + 1 : 0;
    const room = this.limits.items - this.#items;
    this.#items += page.items.length;
    return page.items.length > room ? { ...page, items: page.items.slice(0, room), hasMore: true } : page;
  }

  /** @throws {@link PaginationError} when another page must not be asked for. */
  checkContinuation(next: Cursor): void {
    if (this.#items >= this.limits.items) throw new PaginationError('too-many-items');
    if (this.#used.has(next)) throw new PaginationError('cursor-repeated');
    this.#used.add(next);
    if (this.#emptyInARow >= this.limits.emptyPages) throw new PaginationError('too-many-empty-pages');
    if (this.#pages >= this.limits.pages) throw new PaginationError('too-many-pages');
    if (this.#waitedMs >= this.limits.waitingMs) throw new PaginationError('too-slow');
  }
}
