import type { Cursor } from '../schema/units';
import type { CallOptions } from '../serviceClient';
import type { Gap } from './list';
import type { OrderRecord } from '../records';
import { contents } from '../schema/page';
import type { ListPage } from '../schema/page';

/** Cursor of the first page (Spec, Pagination rule 1). */
export const firstCursor: Cursor = '';

/** Limits at which an endless walk is stopped. */
export interface WalkLimits {
  readonly emptyPages: number;
  readonly pages: number;
  readonly items: number;
  /** Time spent waiting for pages, in milliseconds; the time that the user takes between them does not count. */
  readonly waitingMs: number;
}

export const walkLimits: WalkLimits = { emptyPages: 3, pages: 200, items: 10_000, waitingMs: 60_000 };

/**
 * Why a walk over pages was stopped. `end-missing`: a response did not say whether it is the last one. `pages-moved`: the walk reached the
 * end, but the list changed meanwhile.
 */
export const walkStops = [
  'cursor-repeated',
  'too-many-empty-pages',
  'too-many-pages',
  'too-many-items',
  'too-slow',
  'end-missing',
  'pages-moved',
] as const;
export type WalkStop = (typeof walkStops)[number];

export type WalkEnd = { readonly kind: 'more' | 'complete' } | { readonly kind: 'brokenOff'; readonly reason: WalkStop };

export type FetchPage<T> = (cursor: Cursor, options: CallOptions) => Promise<ListPage<T>>;

/** A walk's position, to continue after a window reload. */
export interface WalkMark {
  readonly items: number;
  /** Records that could not be read so far. */
  readonly unreadable: number;
  readonly cursor: Cursor;
}

/**
 * One walk over the pages of a list: what was read, and whether there is more.
 *
 * Only `has_more: false` completes a list; an empty page or a "-1" cursor does not (Spec, Pagination rule 3). The cursor is
 * echoed verbatim and never inspected. An endless walk is stopped: the list is then incomplete, not wrong.
 */
export class Walk<T> {
  readonly #limits: WalkLimits;
  /** At most one for each page of the limits. */
  readonly #used = new Set<Cursor>();
  readonly #items: T[] = [];
  #cursor = firstCursor;
  #end: WalkEnd = { kind: 'more' };
  #pages = 0;
  #emptyInARow = 0;
  #waitedMs = 0;
  #unreadable = 0;
  /** Bounded by the records that a page may have, and the pages of the limits. */
  readonly #contradicted: OrderRecord[] = [];
  #total: number | undefined;
  /** Bounded by the items that the limits allow. */
  readonly #ids = new Set<string>();
  #hasMoved = false;
  #ageMs = 0;

  /** @param idOf - Identifies the items of the list; without it, items that move from page to page are not noticed. */
  constructor(
    limits: Partial<WalkLimits> = {},
    private readonly idOf?: (item: T) => string,
  ) {
    this.#limits = { ...walkLimits, ...limits };
  }

  /** Continues an earlier walk; its first cursor counts as used. */
  static resumed<T>(
    items: readonly T[],
    { cursor, end, unreadable }: { readonly cursor: Cursor; readonly end: WalkEnd; readonly unreadable: number },
    idOf?: (item: T) => string,
  ): Walk<T> {
    const walk = new Walk<T>({}, idOf);
    walk.#used.add(firstCursor);
    walk.#items.push(...walk.#new(items));
    walk.#cursor = cursor;
    walk.#end = end;
    walk.#unreadable = unreadable;
    walk.#pages = 1;
    return walk;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  get end(): WalkEnd {
    return this.#end;
  }

  /** Cursor of the next page. */
  get cursor(): Cursor {
    return this.#cursor;
  }

  /** Number of the next page to read; 1 for the first. */
  get nextPage(): number {
    return this.#pages + 1;
  }

  get total(): number | undefined {
    return this.#total;
  }

  /** How long ago another window has read the oldest page, in milliseconds; 0 if this one has read them all. */
  get ageMs(): number {
    return this.#ageMs;
  }

  /**
   * The list changed between two pages: an item came again on a later page, so that another may have moved to a page that was read before.
   * An item that leaves an earlier page is noticed only if the service returns the total.
   */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** The current position. */
  get mark(): WalkMark {
    return { items: this.#items.length, unreadable: this.#unreadable + this.#contradicted.length, cursor: this.#cursor };
  }

  /** Adds the page that was requested with the cursor. */
  accept(page: ListPage<T>, waitedMs = 0): void {
    const { items, unreadable, hasMore, nextKey, total, isCut = false, ageMs = 0 } = page[contents];
    const isFirst = this.#pages === 0;
    this.#used.add(this.#cursor);
    this.#pages += 1;
    this.#waitedMs += waitedMs;
    this.#ageMs = Math.max(this.#ageMs, ageMs);
    for (const item of this.#new(items)) this.#items.push(item);
    for (const { contradicted } of unreadable)
      if (contradicted === undefined) this.#unreadable += 1;
      else this.#contradicted.push(contradicted);
    if (this.idOf !== undefined && total !== undefined && this.#total !== undefined && total !== this.#total) this.#hasMoved = true;
    this.#total = total ?? this.#total;
    this.#emptyInARow = items.length + unreadable.length === 0 ? this.#emptyInARow + 1 : 0;
    this.#cursor = nextKey;
    this.#end = this.#endAfter(hasMore, isFirst && this.#emptyInARow === 1 && !isCut);
  }

  /** It was broken off because it took too long, and can go on from there. */
  get isUnfinished(): boolean {
    return this.#end.kind === 'brokenOff' && this.#end.reason === 'too-slow';
  }

  /** Goes on with a walk that took too long, for as long again; its other limits stay. */
  goOn(): void {
    if (!this.isUnfinished) return;
    this.#waitedMs = 0;
    this.#end = { kind: 'more' };
  }

  /** The gaps that this walk knows of. */
  gaps(part: string): readonly Gap[] {
    const gaps: Gap[] = [];
    if (this.#unreadable > 0) gaps.push({ kind: 'unreadable', part, count: this.#unreadable, of: this.#items.length + this.#unreadable });
    if (this.#contradicted.length > 0) gaps.push({ kind: 'contradicted', part, orders: [...this.#contradicted] });
    if (this.#end.kind === 'brokenOff') gaps.push({ kind: 'brokenOff', part, page: this.#pages, reason: this.#end.reason });
    else if (this.#hasMoved) gaps.push({ kind: 'brokenOff', part, page: this.#pages, reason: 'pages-moved' });
    if (this.#end.kind === 'more') gaps.push({ kind: 'more', part });
    return gaps;
  }

  /** The items that no earlier page had. Duplicates within a page are left to the decoder. */
  #new(items: readonly T[]): readonly T[] {
    const { idOf } = this;
    if (idOf === undefined) return items;
    const found = items.filter((item) => !this.#ids.has(idOf(item)));
    if (found.length < items.length) this.#hasMoved = true;
    for (const item of found) this.#ids.add(idOf(item));
    return found;
  }

  #endAfter(hasMore: boolean | undefined, isNothing: boolean): WalkEnd {
    if (hasMore === false) return { kind: 'complete' };
    if (hasMore === undefined) return isNothing ? { kind: 'complete' } : { kind: 'brokenOff', reason: 'end-missing' };
    const reason = this.#reasonToStop();
    return reason === undefined ? { kind: 'more' } : { kind: 'brokenOff', reason };
  }

  #reasonToStop(): WalkStop | undefined {
    if (this.#items.length >= this.#limits.items) return 'too-many-items';
    if (this.#used.has(this.#cursor)) return 'cursor-repeated';
    if (this.#emptyInARow >= this.#limits.emptyPages) return 'too-many-empty-pages';
    if (this.#pages >= this.#limits.pages) return 'too-many-pages';
    return this.#waitedMs >= this.#limits.waitingMs ? 'too-slow' : undefined;
  }
}

export interface WalkOptions extends Pick<CallOptions, 'signal' | 'rank'> {
  /** Number of items to read; undefined reads to the end. */
  readonly wanted?: number;
  /** Called after each page that is not the last. */
  readonly pageArrived?: (() => void) | undefined;
  /** Called before each page but the first. */
  readonly isEnough?: () => boolean;
  readonly monotonicMs?: () => number;
}

/**
 * Reads on, page after page.
 *
 * @throws the failure of a page; earlier pages stay in the walk. The reason of `signal` once it is aborted.
 */
export async function walkOn<T>(walk: Walk<T>, ask: FetchPage<T>, options: WalkOptions): Promise<void> {
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const wanted = options.wanted ?? Number.POSITIVE_INFINITY;
  const { signal, rank } = options;
  const goesOn = (): boolean => walk.end.kind === 'more';
  while (walk.end.kind === 'more' && walk.items.length < wanted && (walk.nextPage === 1 || options.isEnough?.() !== true)) {
    const startedAt = monotonicMs();
    const page = await ask(walk.cursor, { signal, rank });
    signal.throwIfAborted();
    walk.accept(page, monotonicMs() - startedAt);
    if (goesOn()) options.pageArrived?.();
  }
}
