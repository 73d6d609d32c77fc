import type { CalendarEvent, Page } from '../../service/records';
import { ApiError } from '../../service/errors';
import type { Cursor, UnixMilliseconds } from '../../service/schema/units';
import { createCursorGuard } from '../platform/cursorGuard';
import type { CursorGuard, WalkEnd } from '../platform/cursorGuard';
import { Emitter } from '../platform/emitter';
import type { Disposable, MachineClock } from '../platform/ports';

/** Where a list stands. `failed` says whether the first page or a later one was asked for. */
export type FeedPhase =
  | { readonly kind: 'idle' | 'loading' | 'loadingMore' | 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly during: 'first' | 'more' };

/** How the list ends: the service has more, said that this is all, or the walk was broken off. */
export type FeedEnd = WalkEnd;

/** Rows on the screen and what they belong to. */
export interface ShownRows<Q> {
  readonly query: Q;
  readonly rows: readonly CalendarEvent[];
  readonly end: FeedEnd;
  /** When the first page arrived. */
  readonly loadedAt: UnixMilliseconds;
}

export interface FeedState<Q> {
  /** Grows with every new query; an answer that belongs to an earlier one is dropped. */
  readonly generation: number;
  /** What was asked for last. */
  readonly query: Q | undefined;
  readonly phase: FeedPhase;
  readonly shown: ShownRows<Q> | undefined;
  /** The rows are not what the last query would give now. */
  readonly isOld: boolean;
}

/** What changed: all rows, rows added at the end, or only the state around them. */
export type FeedChange = { readonly kind: 'rows' | 'state' } | { readonly kind: 'appended'; readonly from: number };

/** The head of a list, cut at a page boundary, from which the walk can go on after a reload. */
export interface FeedSnapshot<Q> {
  readonly query: Q;
  readonly rows: readonly CalendarEvent[];
  readonly loadedAt: UnixMilliseconds;
  readonly end: FeedEnd;
  /** Cursor of the page after the last row; only meaningful while `end` is `more`. */
  readonly cursor: Cursor;
}

export type FetchCalendarPage<Q> = (query: Q, cursor: Cursor, signal: AbortSignal) => Promise<Page<CalendarEvent>>;

interface PageMark {
  readonly rows: number;
  readonly cursor: Cursor;
}

/**
 * A list that is read page by page, on demand, one request a page.
 *
 * A new query cancels the running request, and an answer that comes late anyway is dropped. Rows stay on the screen,
 * marked as old, until the first page of the new query is there. Only `hasMore: false` completes a list; a walk that
 * would not end is broken off and says so (Spec, Pagination).
 */
export class CalendarFeed<Q> implements Disposable {
  readonly #changes = new Emitter<FeedChange>();
  readonly onDidChange = this.#changes.event;
  #state: FeedState<Q> = { generation: 0, query: undefined, phase: { kind: 'idle' }, shown: undefined, isOld: false };
  #running: AbortController | undefined;
  #guard: CursorGuard = createCursorGuard();
  #cursor: Cursor = '';
  #marks: PageMark[] = [];

  constructor(
    private readonly fetchPage: FetchCalendarPage<Q>,
    private readonly clock: Pick<MachineClock, 'wallMs'>,
  ) {}

  get state(): FeedState<Q> {
    return this.#state;
  }

  /** Asks for the first page of `query`. Settles when the page is shown, has failed or is no longer wanted. */
  async start(query: Q): Promise<void> {
    this.#running?.abort();
    const { shown, generation } = this.#state;
    this.#set({ generation: generation + 1, query, phase: { kind: 'loading' }, shown, isOld: shown !== undefined });
    await this.#read('first');
  }

  /** Asks for the next page; does nothing unless the list is at rest and has more. */
  async more(): Promise<void> {
    const { phase, shown } = this.#state;
    const canGoOn = phase.kind === 'ready' || (phase.kind === 'failed' && phase.during === 'more');
    if (!canGoOn || shown?.end.kind !== 'more' || this.#cursor === '') return;
    this.#set({ ...this.#state, phase: { kind: 'loadingMore' } });
    await this.#read('more');
  }

  /** Repeats what failed; a list that was broken off or restored starts again. A cursor that the service no longer takes counts as broken off. */
  async retry(): Promise<void> {
    const { phase, query } = this.#state;
    if (query === undefined || phase.kind === 'loading' || phase.kind === 'loadingMore') return;
    if (phase.kind === 'failed' && phase.during === 'more' && !isRefusedParameter(phase.error)) await this.more();
    else await this.start(query);
  }

  /** Cancels the running request; what is on the screen stays. */
  stop(): void {
    if (this.#running === undefined) return;
    this.#running.abort();
    this.#running = undefined;
    const { shown, generation } = this.#state;
    this.#set({ ...this.#state, generation: generation + 1, phase: { kind: shown === undefined ? 'idle' : 'ready' } });
  }

  /** Forgets everything: the rows belong to another service or user. */
  clear(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#marks = [];
    this.#state = { generation: this.#state.generation + 1, query: undefined, phase: { kind: 'idle' }, shown: undefined, isOld: false };
    this.#changes.fire({ kind: 'rows' });
  }

  /** Shows rows kept from before a reload; they are marked as old, and paging can go on where they end. */
  restore(kept: FeedSnapshot<Q>): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#guard = createCursorGuard();
    this.#guard.resume(kept.rows.length);
    this.#cursor = kept.cursor;
    this.#marks = [{ rows: kept.rows.length, cursor: kept.cursor }];
    const { query, rows, end, loadedAt } = kept;
    this.#state = {
      generation: this.#state.generation + 1,
      query,
      phase: { kind: 'ready' },
      shown: { query, rows, end, loadedAt },
      isOld: true,
    };
    this.#changes.fire({ kind: 'rows' });
  }

  /** The first pages, at most `mostRows` rows; undefined while nothing complete enough to be kept is shown. */
  snapshot(mostRows: number): FeedSnapshot<Q> | undefined {
    const { shown } = this.#state;
    const mark = this.#marks.filter((candidate) => candidate.rows <= mostRows).at(-1);
    if (shown === undefined || mark === undefined) return undefined;
    const isWhole = mark.rows === shown.rows.length;
    return {
      query: shown.query,
      rows: isWhole ? shown.rows : shown.rows.slice(0, mark.rows),
      loadedAt: shown.loadedAt,
      end: isWhole ? shown.end : { kind: 'more' },
      cursor: mark.cursor,
    };
  }

  dispose(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#changes.dispose();
  }

  async #read(during: 'first' | 'more'): Promise<void> {
    const { generation, query } = this.#state;
    if (query === undefined) return;
    const running = new AbortController();
    this.#running = running;
    const guard = during === 'first' ? createCursorGuard() : this.#guard;
    let cursor = during === 'first' ? '' : this.#cursor;
    try {
      for (;;) {
        const page = await this.fetchPage(query, cursor, running.signal);
        if (this.#state.generation !== generation) return;
        const end = guard.accept(cursor, page);
        cursor = page.nextKey;
        const mayAddLater = end.kind === 'more' && page.items.length === 0;
        if (mayAddLater) continue;
        this.#take(during, page.items, end, cursor, guard);
        return;
      }
    } catch (error) {
      if (this.#state.generation !== generation) return;
      // Cursors need not outlive a restart of the service: rows kept from before are simply read again.
      if (during === 'more' && this.#state.isOld && isRefusedParameter(error)) void this.start(query);
      else this.#set({ ...this.#state, phase: { kind: 'failed', error, during } });
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  #take(during: 'first' | 'more', items: readonly CalendarEvent[], end: FeedEnd, cursor: Cursor, guard: CursorGuard): void {
    const { query, shown, generation, isOld } = this.#state;
    if (query === undefined) return;
    this.#guard = guard;
    this.#cursor = cursor;
    const before = during === 'first' || shown === undefined ? [] : shown.rows;
    const rows = [...before, ...items];
    this.#marks = [...(during === 'first' ? [] : this.#marks), { rows: rows.length, cursor }];
    const loadedAt = during === 'first' || shown === undefined ? this.clock.wallMs() : shown.loadedAt;
    this.#state = { generation, query, phase: { kind: 'ready' }, shown: { query, rows, end, loadedAt }, isOld: during === 'more' && isOld };
    this.#changes.fire(during === 'first' ? { kind: 'rows' } : { kind: 'appended', from: before.length });
  }

  #set(state: FeedState<Q>): void {
    this.#state = state;
    this.#changes.fire({ kind: 'state' });
  }
}

/** -3: with a query that was fine before, the cursor is what the service refuses (Spec, Errors). */
export function isRefusedParameter(error: unknown): boolean {
  return error instanceof ApiError && error.serverCode === -3;
}
