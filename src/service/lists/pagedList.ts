import { ApiError } from '../errors';
import type { Cursor } from '../schema/units';
import { serverCodes } from '../serverCodes';
import { isNotOffered } from '../notOffered';
import { listOf, notOffered } from './list';
import type { List } from './list';
import type { ListPart } from './readList';
import { Turns } from './turns';
import { Walk, walkOn } from './walk';
import type { WalkEnd, WalkMark } from './walk';

/** A list's state. `failed` says whether the first page or a later one was requested. */
export type ListPhase =
  | { readonly kind: 'idle' | 'loading' | 'loadingMore' | 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly during: 'first' | 'more' };

/** What is shown, and its query. */
export interface ShownList<Q, T> {
  readonly query: Q;
  readonly list: List<T>;
  /** True while the service has more pages that can be requested. */
  readonly hasMore: boolean;
  /** Wall clock of the first page. */
  readonly loadedAt: number;
}

export interface PagedState<Q, T> {
  /** Incremented with every new query. */
  readonly generation: number;
  /** The latest query. */
  readonly query: Q | undefined;
  readonly phase: ListPhase;
  readonly shown: ShownList<Q, T> | undefined;
  /** The items are out of date for the last query, or were not read again because that was stopped. */
  readonly isOld: boolean;
}

/** What changed: all items, items added at the end, or only the state around them. */
export type ListChange = { readonly kind: 'rows' | 'state' } | { readonly kind: 'appended'; readonly from: number };

/** The beginning of a list, cut at a page boundary, from which reading can continue after a reload. */
export interface ListSnapshot<Q, T> {
  readonly query: Q;
  readonly rows: readonly T[];
  readonly loadedAt: number;
  readonly end: WalkEnd;
  /** Records that could not be read, among those of the rows. */
  readonly unreadable: number;
  /** Cursor of the page after the last row; only meaningful while `end` is `more`. */
  readonly cursor: Cursor;
}

export interface PagedListOptions<Q, T> {
  /** @throws the rule that a query breaks, before anything is sent. */
  readonly part: (query: Q) => ListPart<T>;
  readonly clock: { wallMs(): number; monotonicMs(): number };
  /** The current user and service; responses for another user are dropped. */
  readonly identity?: () => unknown;
  readonly changed: (change: ListChange) => void;
}

/**
 * A list that is read page by page on demand, with one request for each page.
 *
 * A new query cancels the running request, and a late response is dropped. Items stay visible, marked as
 * out of date, until the first page of the new query arrives.
 */
export class PagedList<Q, T> {
  readonly #options: PagedListOptions<Q, T>;
  readonly #turns: Turns;
  #state: PagedState<Q, T> = { generation: 0, query: undefined, phase: { kind: 'idle' }, shown: undefined, isOld: false };
  #walk: Walk<T> | undefined;
  #marks: WalkMark[] = [];

  constructor(options: PagedListOptions<Q, T>) {
    this.#options = options;
    this.#turns = new Turns(options.identity);
  }

  get state(): PagedState<Q, T> {
    return this.#state;
  }

  /**
   * Requests the first page of `query`. Settles when it is shown, has failed, or is no longer wanted.
   *
   * @param wanted - Reads on until this many items are there; infinity reads all pages.
   */
  async start(query: Q, wanted = 1, signal?: AbortSignal): Promise<void> {
    if (this.#turns.belongsToAnother) this.#forget();
    const { shown, generation } = this.#state;
    this.#turns.end();
    this.#set({ generation: generation + 1, query, phase: { kind: 'loading' }, shown, isOld: shown !== undefined });
    await this.#read('first', query, new Walk<T>({}, this.#idOf(query)), Math.max(1, wanted), signal);
  }

  /** Requests the next page; does nothing unless the list is idle and has more. */
  async more(): Promise<void> {
    const { phase, shown, query } = this.#state;
    const canGoOn = phase.kind === 'ready' || (phase.kind === 'failed' && phase.during === 'more');
    if (!canGoOn || shown?.hasMore !== true || query === undefined || this.#walk === undefined) return;
    // A cursor belongs to the query of its rows.
    if (shown.query !== query) return this.start(query);
    this.#set({ ...this.#state, phase: { kind: 'loadingMore' } });
    await this.#read('more', query, this.#walk, this.#walk.items.length + 1);
  }

  /** Repeats a failed request; a list that was stopped or restored is read again. So is a list whose cursor the service rejects. */
  async retry(): Promise<void> {
    const { phase, query } = this.#state;
    if (query === undefined || phase.kind === 'loading' || phase.kind === 'loadingMore') return;
    if (phase.kind === 'failed' && phase.during === 'more' && !isRefusedParameter(phase.error)) await this.more();
    else await this.start(query);
  }

  /** Cancels the running request, which is no longer wanted: what is shown stays, and the list is that of its query again. */
  stop(): void {
    if (this.#cancel()) this.#backToShown();
  }

  /** Cancels the running request, which is still wanted: what is shown stays, and the latest query is read when the list is read again. */
  interrupt(): void {
    if (this.#cancel()) this.#rest();
  }

  /** Shows nothing until the latest query is answered: the items must not pass for its answer. */
  forgetShown(): void {
    const { phase } = this.#state;
    this.#walk = undefined;
    this.#marks = [];
    this.#state = { ...this.#state, phase: phase.kind === 'ready' ? { kind: 'idle' } : phase, shown: undefined, isOld: false };
    this.#options.changed({ kind: 'rows' });
  }

  /** Drops everything: the items belong to another service or user. */
  clear(): void {
    this.#forget();
    this.#options.changed({ kind: 'rows' });
  }

  /** Shows rows kept from before a reload, marked as out of date; paging continues where they end. */
  restore(kept: ListSnapshot<Q, T>): void {
    this.#turns.reset();
    const { query, rows, end, loadedAt, cursor, unreadable } = kept;
    const walk = Walk.resumed(rows, { cursor, end, unreadable }, this.#idOf(query));
    this.#walk = walk;
    this.#marks = [walk.mark];
    this.#state = {
      generation: this.#state.generation + 1,
      query,
      phase: { kind: 'ready' },
      shown: shownOf(query, walk, loadedAt),
      isOld: true,
    };
    this.#options.changed({ kind: 'rows' });
  }

  /** The first pages, at most `mostRows` rows; undefined while nothing complete enough to be kept is shown. */
  snapshot(mostRows: number): ListSnapshot<Q, T> | undefined {
    const { shown } = this.#state;
    const walk = this.#walk;
    const mark = this.#marks.filter((candidate) => candidate.items <= mostRows).at(-1);
    if (shown === undefined || walk === undefined || mark === undefined) return undefined;
    const isWhole = mark.items === walk.items.length;
    return {
      query: shown.query,
      rows: walk.items.slice(0, mark.items),
      loadedAt: shown.loadedAt,
      end: isWhole ? walk.end : { kind: 'more' },
      unreadable: mark.unreadable,
      cursor: mark.cursor,
    };
  }

  dispose(): void {
    this.#turns.end();
  }

  async #read(during: 'first' | 'more', query: Q, walk: Walk<T>, wanted: number, signal?: AbortSignal): Promise<void> {
    const turn = this.#turns.begin(signal);
    const { clock } = this.#options;
    let part: ListPart<T> | undefined;
    try {
      part = this.#options.part(query);
      await walkOn(walk, part.ask, { signal: turn.signal, wanted, monotonicMs: () => clock.monotonicMs() });
      if (!turn.isCurrent()) return;
      this.#turns.finish(turn);
      this.#take(during, query, walk);
    } catch (error) {
      if (turn.isCurrent()) {
        this.#turns.finish(turn);
        this.#fail(during, query, walk, error, part);
      } else if (signal?.aborted === true && this.#turns.end(turn)) this.#backToShown();
    }
  }

  /** Undefined for a query that breaks a rule, too: reading tells. */
  #idOf(query: Q): ((item: T) => string) | undefined {
    try {
      const part = this.#options.part(query);
      return part.idOf?.bind(part);
    } catch {
      return undefined;
    }
  }

  #take(during: 'first' | 'more', query: Q, walk: Walk<T>): void {
    const { shown, generation, isOld } = this.#state;
    const isFirst = during === 'first' || shown === undefined;
    const from = isFirst ? 0 : (this.#marks.at(-1)?.items ?? 0);
    this.#walk = walk;
    this.#marks = [...(isFirst ? [] : this.#marks), walk.mark];
    const loadedAt = isFirst ? this.#options.clock.wallMs() - walk.ageMs : shown.loadedAt;
    this.#state = { generation, query, phase: { kind: 'ready' }, shown: shownOf(query, walk, loadedAt), isOld: !isFirst && isOld };
    this.#options.changed(isFirst ? { kind: 'rows' } : { kind: 'appended', from });
  }

  #fail(during: 'first' | 'more', query: Q, walk: Walk<T>, error: unknown, part: ListPart<T> | undefined): void {
    const { shown, isOld } = this.#state;
    const phase: ListPhase = { kind: 'failed', error, during };
    // Cursors may not survive a service restart: kept rows are simply read again.
    if (during === 'more' && isOld && isRefusedParameter(error)) void this.start(query);
    else if (shown !== undefined || during === 'more') this.#set({ ...this.#state, phase });
    else this.#showWhatThereIs(query, walk, phase, part);
  }

  /** If nothing was shown before, the pages before the failure are shown as an incomplete list. */
  #showWhatThereIs(query: Q, walk: Walk<T>, phase: Extract<ListPhase, { kind: 'failed' }>, part: ListPart<T> | undefined): void {
    const loadedAt = this.#options.clock.wallMs();
    if (walk.items.length > 0) {
      const name = part?.name ?? '';
      const gaps = walk.gaps(name).filter(({ kind }) => kind !== 'more');
      const failed = { kind: 'failed', part: name, page: walk.nextPage, error: phase.error, keptFromMs: undefined } as const;
      const list = listOf(walk.items, [...gaps, failed], walk.total);
      this.#state = { ...this.#state, phase, shown: { query, list, hasMore: false, loadedAt } };
      this.#options.changed({ kind: 'rows' });
    } else if (part !== undefined && isNotOffered(phase.error, part.route)) {
      this.#set({ ...this.#state, phase, shown: { query, list: notOffered, hasMore: false, loadedAt } });
    } else this.#set({ ...this.#state, phase });
  }

  /** @returns False if nothing was running. */
  #cancel(): boolean {
    if (!this.#turns.isRunning) return false;
    this.#turns.end();
    this.#state = { ...this.#state, generation: this.#state.generation + 1 };
    return true;
  }

  #backToShown(): void {
    const { shown, query } = this.#state;
    this.#state = { ...this.#state, query: shown?.query ?? query };
    this.#rest();
  }

  #rest(): void {
    this.#set({ ...this.#state, phase: { kind: this.#state.shown === undefined ? 'idle' : 'ready' } });
  }

  #forget(): void {
    this.#turns.reset();
    this.#walk = undefined;
    this.#marks = [];
    this.#state = { generation: this.#state.generation + 1, query: undefined, phase: { kind: 'idle' }, shown: undefined, isOld: false };
  }

  #set(state: PagedState<Q, T>): void {
    this.#state = state;
    this.#options.changed({ kind: 'state' });
  }
}

function shownOf<Q, T>(query: Q, walk: Walk<T>, loadedAt: number): ShownList<Q, T> {
  const list = listOf(walk.items.slice(), walk.gaps(''), walk.total);
  return { query, list, hasMore: walk.end.kind === 'more', loadedAt };
}

/** If the query was valid before, the service must be rejecting the cursor (Spec, Errors). */
export function isRefusedParameter(error: unknown): boolean {
  return error instanceof ApiError && error.serverCode === serverCodes.invalidParameter;
}
