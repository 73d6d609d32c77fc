import { withGaps } from './list';
import type { Gap, List } from './list';
import { joinParts, readParts, readPartsOfOneCall } from './readList';
import type { ListPart, NamedResult, PartResult, PartsOptions } from './readList';
import { isNoAnswer } from '../requests/noAnswer';
import type { ReadRank } from '../requests/readRank';
import { Turns } from './turns';
import type { Turn } from './turns';

export interface LiveState<T> {
  /** Undefined before the first response. Failed parts keep their previous items. */
  readonly list: List<T> | undefined;
  /** Wall clock of the oldest part that is shown; undefined before the first response. */
  readonly updatedAtMs: number | undefined;
}

export interface LiveListOptions {
  readonly clock: { wallMs(): number; monotonicMs(): number };
  /** Identifies the user and service; when it changes, all data is dropped. */
  readonly identity?: () => unknown;
  /** Empty parts are read again after this time at the latest; undefined reads every part each time. */
  readonly quietMs?: number;
  /** The parts are one endpoint with different parameters: until one is known to be offered, two are read before the others. */
  readonly isOneCall?: boolean;
}

export interface RefreshOptions<T> {
  readonly only?: ((items: readonly T[]) => boolean) | undefined;
  readonly arrived?: (() => void) | undefined;
  readonly isWaitedFor?: boolean;
}

/** A part that is not offered is tried again after this time. */
export const askAgainMs = 10 * 60_000;

interface Known<T> extends NamedResult<T> {
  readonly readAtMs: number;
  readonly readAtWallMs: number | undefined;
}

/**
 * A list that is read repeatedly, part by part. It is polled from outside by {@link LiveList.refresh}.
 *
 * A part that fails keeps its items, is reported as a gap and is read again with the next refresh. A part whose pages take too long is
 * reported as a gap, and the next refresh goes on with its next page. An empty part
 * is read rarely, evenly spread over the refreshes, and at the latest `quietMs` after the last time. A part that is not offered is
 * tried again after {@link askAgainMs}. Parts that are probably empty come last at first, and no refresh waits for them: see
 * {@link RefreshOptions.isWaitedFor}. Responses after a reset or for another user are dropped.
 */
export class LiveList<T> {
  readonly #options: LiveListOptions;
  readonly #turns: Turns;
  readonly #known = new Map<string, Known<T>>();
  /** The parts in their order, including those that have not arrived. */
  #names: readonly string[] = [];
  #state: LiveState<T> = { list: undefined, updatedAtMs: undefined };
  #lastRefreshMs: number | undefined;
  /** How many times a full read was requested since the last one. */
  #askedForAll = 0;
  /** Reads the parts that no refresh waits for. */
  #behind: AbortController | undefined;

  constructor(options: LiveListOptions) {
    this.#options = options;
    this.#turns = new Turns(options.identity);
  }

  get state(): LiveState<T> {
    return this.#state;
  }

  /** Milliseconds since the last complete refresh; infinity before the first one, and for the list of another session. */
  get ageMs(): number {
    if (this.#lastRefreshMs === undefined || this.#turns.belongsToAnother) return Number.POSITIVE_INFINITY;
    return this.#options.clock.monotonicMs() - this.#lastRefreshMs;
  }

  /** Clears everything and drops reads in progress. */
  reset(): void {
    this.#forget();
  }

  /** Cancels the parts that no refresh waits for; the next refresh reads them. */
  pause(): void {
    this.#behind?.abort();
    this.#behind = undefined;
  }

  /** A full read was requested, and none has begun and ended since. */
  get isAskedForAll(): boolean {
    return this.#askedForAll > 0;
  }

  /** Makes the next refresh read every part, including empty ones and those not offered. */
  readAllNext(): void {
    this.#askedForAll += 1;
  }

  /**
   * Reads the parts that are due. Parts that are no longer named are dropped.
   *
   * @param options.only - Reads just the parts whose items it is true for, if there are any.
   * @param options.arrived - Called when a part has arrived and is shown, with a gap for each of the others; without it, all are shown
   * together when the last one has arrived.
   * @param options.isWaitedFor - Someone waits for it: its parts have the rank of the first time. Those without one count as asked for. Otherwise,
   * where some parts have such a rank, the others are read behind the refresh when they are new: until then they are gaps, and the next refresh
   * goes on with those that are missing.
   * @returns False if the response was dropped because it is no longer wanted.
   * @throws only when it was cancelled; failures are gaps of the list.
   */
  async refresh(
    parts: readonly ListPart<T>[],
    signal: AbortSignal,
    { only, arrived, isWaitedFor = false }: RefreshOptions<T> = {},
  ): Promise<boolean> {
    if (this.#turns.belongsToAnother) this.#forget();
    const turn = this.#turns.begin(signal);
    const held = only === undefined ? [] : parts.filter(({ name }) => only(this.#known.get(name)?.items ?? []));
    const isWhole = held.length === 0;
    if (isWhole) this.pause();
    const allDue = isWhole ? this.#due(parts) : held;
    const behind = arrived === undefined || isWaitedFor || this.isAskedForAll ? [] : this.#behindOf(allDue, parts);
    const due = allDue.filter((part) => !behind.includes(part));
    const asked = this.#askedForAll;
    const { clock } = this.#options;
    const isKnownToBeOffered = [...this.#known.values()].some(({ isOffered }) => isOffered);
    const read = this.#options.isOneCall === true && !isKnownToBeOffered ? readPartsOfOneCall : readParts;
    if (arrived !== undefined) this.#name(parts);
    const optionsOf = (of: Pick<Turn, 'signal' | 'isCurrent'>): PartsOptions<T> => ({
      signal: of.signal,
      rank: isWaitedFor || allDue.every(({ name }) => isAwaited(this.#known.get(name))) ? 'asked' : 'refresh',
      monotonicMs: () => clock.monotonicMs(),
      unfinishedOf: ({ name }) => (this.isAskedForAll || isWaitedFor ? undefined : this.#known.get(name)?.unfinished),
      rankOf: (part) => (behind.includes(part) ? 'quiet' : isWaitedFor ? part.first : this.#rankOf(part)),
      arrived: (result) => {
        if (arrived === undefined || !of.isCurrent()) return;
        this.#take(result);
        arrived();
      },
      // What is known of a part is more than its first pages.
      growing: (result) => {
        if (arrived === undefined || !of.isCurrent() || !isAwaited(this.#known.get(result.name))) return;
        this.#take(result);
        arrived();
      },
    });
    let hasBegun = behind.length === 0;
    /** Behind the first answer, not the last: what only decorates would go first. */
    const beginBehind = (ask: (options: PartsOptions<T>) => Promise<unknown>): void => {
      if (hasBegun) return;
      hasBegun = true;
      const controller = new AbortController();
      this.#behind = controller;
      const isCurrent = (): boolean => !controller.signal.aborted && !this.#turns.belongsToAnother;
      // Failures are gaps, and there is nobody to tell that it was cancelled.
      void ask(optionsOf({ signal: controller.signal, isCurrent })).catch(() => undefined);
    };
    const ofTurn = optionsOf(turn);
    let results: readonly NamedResult<T>[];
    try {
      results = await read(due, {
        ...ofTurn,
        arrived: (result) => {
          ofTurn.arrived?.(result);
          if (result.isOffered && turn.isCurrent()) beginBehind(async (options) => readParts(behind, options));
        },
      });
    } catch (error) {
      // A caller that cancelled needs the error; after a reset there is no one to tell.
      if (signal.aborted || turn.isCurrent()) throw error;
      return false;
    }
    signal.throwIfAborted();
    if (!turn.isCurrent()) return false;
    this.#turns.finish(turn);
    if (isWhole) {
      // If a full read was requested meanwhile, it is still to be done.
      if (this.#askedForAll === asked) this.#askedForAll = 0;
      this.#lastRefreshMs = clock.monotonicMs() - Math.max(0, ...results.map(({ ageMs = 0 }) => ageMs));
    }
    this.#name(parts);
    if (arrived === undefined) for (const result of results) this.#take(result);
    beginBehind(async (options) => (read === readParts ? readParts(behind, options) : readPartsOfOneCall(behind, options, results)));
    return true;
  }

  /** The parts that were never read and are probably empty, if others have something to show first. */
  #behindOf(due: readonly ListPart<T>[], parts: readonly ListPart<T>[]): readonly ListPart<T>[] {
    const isProbablyEmpty = ({ first }: ListPart<T>): boolean => first === undefined;
    if (parts.every(isProbablyEmpty)) return [];
    return due.filter((part) => isProbablyEmpty(part) && isAwaited(this.#known.get(part.name)));
  }

  /** Takes a whole list that was just read elsewhere, as the only part of this one. */
  adopt(name: string, list: Exclude<List<T>, { readonly verdict: 'incomplete' }>): void {
    const isOffered = list.verdict === 'complete';
    this.#names = [name];
    this.#lastRefreshMs = this.#options.clock.monotonicMs();
    this.#take({ name, items: isOffered ? list.items : [], gaps: [], total: isOffered ? list.total : undefined, isOffered });
  }

  /** Replaces a shown item with one that was read individually. @returns False if the item is not shown. */
  replace(item: T, isSame: (shown: T) => boolean): boolean {
    const holder = [...this.#known.values()].find(({ items }) => items.some(isSame));
    if (holder === undefined || this.#turns.belongsToAnother) return false;
    this.#known.set(holder.name, { ...holder, items: holder.items.map((shown) => (isSame(shown) ? item : shown)) });
    this.#join();
    return true;
  }

  /** A read of a part that was never shown, or is old because the service was away, is no refresh; a decorating read stays one. */
  #rankOf({ name, first }: ListPart<T>): ReadRank | undefined {
    const known = this.#known.get(name);
    if (isAwaited(known) || known === undefined || first === 'decoration') return first;
    const isOld = known.items.length > 0 && known.gaps.some((gap) => gap.kind === 'failed' && isNoAnswer(gap.error));
    return isOld ? first : undefined;
  }

  /** Drops the parts that are no longer named. */
  #name(parts: readonly ListPart<T>[]): void {
    this.#names = parts.map(({ name }) => name);
    for (const name of [...this.#known.keys()]) if (!this.#names.includes(name)) this.#known.delete(name);
    this.#join();
  }

  #take(result: NamedResult<T>): void {
    const { clock } = this.#options;
    const { ageMs = 0 } = result;
    const now = { readAtMs: clock.monotonicMs() - ageMs, readAtWallMs: clock.wallMs() - ageMs };
    this.#known.set(result.name, { ...withKept(this.#known.get(result.name), result, now), name: result.name });
    this.#join();
  }

  /** The list as far as it is known: in the order of its parts, with a gap for each part that has not arrived. */
  #join(): void {
    const known = this.#names.flatMap((name) => this.#known.get(name) ?? []);
    const awaited = this.#names.filter((name) => !this.#known.has(name)).map((part): Gap => ({ kind: 'awaited', part }));
    const times = known.flatMap(({ readAtWallMs }) => (readAtWallMs === undefined ? [] : [readAtWallMs]));
    const updatedAtMs = times.length === 0 ? undefined : Math.min(...times);
    // A list that was not offered so far may be offered in another part.
    const isSomething = awaited.length === 0 || known.some(({ isOffered }) => isOffered);
    this.#state = { list: isSomething ? withGaps(joinParts(known), awaited) : undefined, updatedAtMs };
  }

  /** The parts to read now: new ones, those that failed or have items, and any others that are due. */
  #due(parts: readonly ListPart<T>[]): readonly ListPart<T>[] {
    const { clock, quietMs } = this.#options;
    if (this.isAskedForAll) return parts;
    const nowMs = clock.monotonicMs();
    const sinceRefreshMs = this.#lastRefreshMs === undefined ? 0 : nowMs - this.#lastRefreshMs;
    const due = new Set<ListPart<T>>();
    const quiet: { readonly part: ListPart<T>; readonly ageMs: number }[] = [];
    for (const part of parts) {
      const known = this.#known.get(part.name);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : nowMs - known.readAtMs;
      if (known?.isOffered === false) {
        if (ageMs >= askAgainMs) due.add(part);
      } else if (known === undefined || quietMs === undefined || known.items.length > 0 || known.gaps.length > 0) due.add(part);
      else quiet.push({ part, ageMs });
    }
    if (quietMs === undefined) return [...due];
    quiet.sort((one, other) => other.ageMs - one.ageMs);
    const share = Math.ceil((quiet.length * sinceRefreshMs) / quietMs);
    quiet.forEach(({ part, ageMs }, at) => {
      // The next refresh may be as far away as this one was, which would be too late.
      if (at < share || ageMs + sinceRefreshMs > quietMs) due.add(part);
    });
    return parts.filter((part) => due.has(part));
  }

  #forget(): void {
    this.pause();
    this.#turns.reset();
    this.#known.clear();
    this.#names = [];
    this.#lastRefreshMs = undefined;
    this.#askedForAll = 0;
    this.#state = { list: undefined, updatedAtMs: undefined };
  }
}

/** Nothing of the part has arrived, or not all of its pages. */
function isAwaited(known: Pick<PartResult<unknown>, 'gaps'> | undefined): boolean {
  return known === undefined || known.gaps.some(({ kind }) => kind === 'awaited');
}

/** A part whose first page could not be read keeps its previous items, with their time. */
function withKept<T>(
  before: Known<T> | undefined,
  after: PartResult<T>,
  now: { readonly readAtMs: number; readonly readAtWallMs: number },
): Omit<Known<T>, 'name'> {
  const failure = after.gaps.find((gap) => gap.kind === 'failed');
  if (failure === undefined) return { ...after, ...now };
  const keeps = before?.readAtWallMs !== undefined && (after.items.length < before.items.length || after.items.length === 0);
  if (!keeps) return { ...after, readAtMs: now.readAtMs, readAtWallMs: after.items.length > 0 ? now.readAtWallMs : before?.readAtWallMs };
  const failed: Gap = { ...failure, keptFromMs: before.readAtWallMs };
  const unreadable = before.gaps.filter(({ kind }) => kind === 'unreadable' || kind === 'contradicted');
  const { unfinished: _unfinished, ...kept } = before;
  const unfinished = after.unfinished === undefined ? {} : { unfinished: after.unfinished };
  return { ...kept, ...unfinished, isOffered: true, gaps: [...unreadable, failed], readAtMs: now.readAtMs };
}
