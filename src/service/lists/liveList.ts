import type { Gap, List } from './list';
import { joinParts, readParts, readPartsOfOneCall } from './readList';
import type { ListPart, NamedResult, PartResult } from './readList';
import { Turns } from './turns';

export interface LiveState<T> {
  /** Undefined before the first answer. Parts that failed keep their items of before. */
  readonly list: List<T> | undefined;
  /** Wall clock of the oldest part that is shown; undefined before the first answer. */
  readonly updatedAtMs: number | undefined;
}

export interface LiveListOptions {
  readonly clock: { wallMs(): number; monotonicMs(): number };
  /** Who is signed in where; what is known is forgotten when it changes. */
  readonly identity?: () => unknown;
  /** Empty parts are read again after this time at the latest; undefined reads every part each time. */
  readonly quietMs?: number;
  /** The parts are one endpoint with different parameters: until one is known to be offered, two are read before the others. */
  readonly isOneCall?: boolean;
}

/** A part that is not offered is tried again after this time. */
export const askAgainMs = 10 * 60_000;

interface Known<T> extends NamedResult<T> {
  readonly readAtMs: number;
  readonly readAtWallMs: number | undefined;
}

/**
 * A list that is read again and again, part by part. Polled from outside by {@link LiveList.refresh}.
 *
 * A part that fails keeps what it had, is named as a gap and is asked again with the next refresh. A part that held nothing
 * is asked rarely, evenly spread over the refreshes, and never later than `quietMs` after the last time. What is not offered is
 * asked for again after {@link askAgainMs}. Answers that come after a reset or for somebody else are dropped.
 */
export class LiveList<T> {
  readonly #options: LiveListOptions;
  readonly #turns: Turns;
  #known = new Map<string, Known<T>>();
  #state: LiveState<T> = { list: undefined, updatedAtMs: undefined };
  #lastRefreshMs: number | undefined;
  /** How often everything was asked for since it was read. */
  #askedForAll = 0;

  constructor(options: LiveListOptions) {
    this.#options = options;
    this.#turns = new Turns(options.identity);
  }

  get state(): LiveState<T> {
    return this.#state;
  }

  /** Milliseconds since everything that was due was read; infinity before the first time, and for another session's list. */
  get ageMs(): number {
    if (this.#lastRefreshMs === undefined || this.#turns.belongsToAnother) return Number.POSITIVE_INFINITY;
    return this.#options.clock.monotonicMs() - this.#lastRefreshMs;
  }

  /** Clears everything and drops reads in progress. */
  reset(): void {
    this.#forget();
  }

  /** Has the next refresh ask every part, also the quiet ones and those not offered. */
  readAllNext(): void {
    this.#askedForAll += 1;
  }

  /**
   * Reads the parts that are due. Parts that are no longer named are forgotten.
   *
   * @param only - Reads just the parts whose items it is true for, as long as there are such.
   * @returns False when the answer was dropped, because it is no longer wanted.
   * @throws only when it was cancelled; failures are gaps of the list.
   */
  async refresh(parts: readonly ListPart<T>[], signal: AbortSignal, only?: (items: readonly T[]) => boolean): Promise<boolean> {
    if (this.#turns.belongsToAnother) this.#forget();
    const turn = this.#turns.begin(signal);
    const held = only === undefined ? [] : parts.filter(({ name }) => only(this.#known.get(name)?.items ?? []));
    const isWhole = held.length === 0;
    const due = isWhole ? this.#due(parts) : held;
    const asked = this.#askedForAll;
    const { clock } = this.#options;
    const options = { signal: turn.signal, monotonicMs: () => clock.monotonicMs() };
    let results: readonly NamedResult<T>[];
    try {
      const isKnownToBeOffered = [...this.#known.values()].some(({ isOffered }) => isOffered);
      const read = this.#options.isOneCall === true && !isKnownToBeOffered ? readPartsOfOneCall : readParts;
      results = await read(due, options);
    } catch (error) {
      // Who cancelled wants to know; who reset the list has forgotten it.
      if (signal.aborted || turn.isCurrent()) throw error;
      return false;
    }
    signal.throwIfAborted();
    if (!turn.isCurrent()) return false;
    this.#turns.finish(turn);
    if (isWhole) {
      // Asked for meanwhile, it has not been done.
      if (this.#askedForAll === asked) this.#askedForAll = 0;
      this.#lastRefreshMs = clock.monotonicMs();
    }
    this.#take(parts, results);
    return true;
  }

  /** Replaces a shown item with one that was read individually. @returns False if the item is not shown. */
  replace(item: T, isSame: (shown: T) => boolean): boolean {
    const holder = [...this.#known.values()].find(({ items }) => items.some(isSame));
    if (holder === undefined || this.#turns.belongsToAnother) return false;
    this.#known.set(holder.name, { ...holder, items: holder.items.map((shown) => (isSame(shown) ? item : shown)) });
    this.#state = { ...this.#state, list: joinParts([...this.#known.values()]) };
    return true;
  }

  #take(parts: readonly ListPart<T>[], results: readonly NamedResult<T>[]): void {
    const { clock } = this.#options;
    const known = new Map<string, Known<T>>();
    for (const { name } of parts) {
      const before = this.#known.get(name);
      if (before !== undefined) known.set(name, before);
    }
    const now = { readAtMs: clock.monotonicMs(), readAtWallMs: clock.wallMs() };
    for (const result of results) {
      known.set(result.name, { ...withKept(this.#known.get(result.name), result, now), name: result.name });
    }
    this.#known = known;
    const all = [...known.values()];
    const times = all.flatMap(({ readAtWallMs }) => (readAtWallMs === undefined ? [] : [readAtWallMs]));
    this.#state = { list: joinParts(all), updatedAtMs: times.length === 0 ? undefined : Math.min(...times) };
  }

  /** The parts to read now: new ones, those that failed or have items, and any others that are due. */
  #due(parts: readonly ListPart<T>[]): readonly ListPart<T>[] {
    const { clock, quietMs } = this.#options;
    if (this.#askedForAll > 0) return parts;
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
      // Waiting for the next refresh, which comes after as long a time as this one, would be too late.
      if (at < share || ageMs + sinceRefreshMs > quietMs) due.add(part);
    });
    return parts.filter((part) => due.has(part));
  }

  #forget(): void {
    this.#turns.reset();
    this.#known.clear();
    this.#lastRefreshMs = undefined;
    this.#askedForAll = 0;
    this.#state = { list: undefined, updatedAtMs: undefined };
  }
}

/** A part whose first page could not be read keeps what it had, and says from when that is. */
function withKept<T>(
  before: Known<T> | undefined,
  after: PartResult<T>,
  now: { readonly readAtMs: number; readonly readAtWallMs: number },
): Omit<Known<T>, 'name'> {
  const failure = after.gaps.find((gap) => gap.kind === 'failed');
  if (failure === undefined) return { ...after, ...now };
  const keeps = before?.readAtWallMs !== undefined && after.items.length < before.items.length;
  if (!keeps) return { ...after, readAtMs: now.readAtMs, readAtWallMs: after.items.length > 0 ? now.readAtWallMs : before?.readAtWallMs };
  const failed: Gap = { ...failure, keptFromMs: before.readAtWallMs };
  const unreadable = before.gaps.filter(({ kind }) => kind === 'unreadable');
  return { ...before, isOffered: true, gaps: [...unreadable, failed], readAtMs: now.readAtMs };
}
