import { ServiceError } from '../errors';
import { isNotOffered } from '../notOffered';
import { isNoAnswer } from '../requests/noAnswer';
import { isLimit } from '../requests/resend';
import { listOf, notOffered } from './list';
import type { Gap, List } from './list';
import { contents, listPage } from '../schema/page';
import type { Cursor } from '../schema/units';
import { Walk, walkOn } from './walk';
import type { ReadRank } from '../requests/readRank';
import type { FetchPage } from './walk';

/** A part of a list with its own requests: a market, an account, or the whole list. */
export interface ListPart<T> {
  /** The name of the part when it is missing; the empty text for a list of one part. */
  readonly name: string;
  /** Route template of its endpoint: only a response of this endpoint can mean that it is not offered. */
  readonly route: string;
  readonly ask: FetchPage<T>;
  /** Identifies an item, if the list has pages. */
  idOf?(item: T): string;
  /** Its rank until it was first shown, and again after the service was away. */
  readonly first?: ReadRank | undefined;
}

/** The same part with other items, of a list that comes in one page. */
export function mapPart<T, U>(part: ListPart<T>, change: (item: T) => U): ListPart<U> {
  return {
    name: part.name,
    route: part.route,
    first: part.first,
    ask: async (cursor, options) => {
      const page = (await part.ask(cursor, options))[contents];
      return listPage({ ...page, items: page.items.map(change) });
    },
  };
}

/** The same part; `begin` is called before each page is requested, and its result with the items of that page. */
export function observedPart<T>(part: ListPart<T>, begin: (cursor: Cursor) => (items: readonly T[]) => void): ListPart<T> {
  return {
    ...part,
    ask: async (cursor, options) => {
      const arrived = begin(cursor);
      const page = await part.ask(cursor, options);
      arrived(page[contents].items);
      return page;
    },
  };
}

/** The same part; what another window has read will do if it is no older than this. Called before each page. */
export function sharedPart<T>(part: ListPart<T>, maxAgeMs: () => number): ListPart<T> {
  return { ...part, ask: async (cursor, options) => part.ask(cursor, { ...options, maxAgeMs: maxAgeMs() }) };
}

/** How the reading of one part ended. */
export interface PartResult<T> {
  readonly items: readonly T[];
  readonly gaps: readonly Gap[];
  readonly total: number | undefined;
  readonly isOffered: boolean;
  /** How long ago its oldest page was requested, in milliseconds, if not by this read; 0 if undefined. */
  readonly ageMs?: number;
  /** The pages that were read before it took too long, or the service gave no answer. */
  readonly unfinished?: UnfinishedWalk<T>;
}

/** A walk to go on with, and when it began. */
export interface UnfinishedWalk<T> {
  readonly walk: Walk<T>;
  readonly beganMs: number;
}

export interface ReadOptions<T = unknown> {
  readonly signal: AbortSignal;
  readonly monotonicMs?: () => number;
  /** Reads each part until this many items are there; undefined reads to the end. */
  readonly wanted?: number;
  /** Called before each page of a part except the first: true leaves the rest unread. */
  readonly isEnough?: () => boolean;
  /** Called with the items so far after each page that is not the last. */
  readonly pageArrived?: ((items: readonly T[]) => void) | undefined;
  /** `asked` if undefined. */
  readonly rank?: ReadRank | undefined;
  /** Goes on with these pages instead of reading them again. */
  readonly unfinished?: UnfinishedWalk<T> | undefined;
}

/** Additional options for a caller that reads several parts. */
export interface PartsOptions<T> extends ReadOptions<T> {
  /** Of single parts; the others have `rank`. */
  readonly rankOf?: (part: ListPart<T>) => ReadRank | undefined;
  /** Pages of single parts to go on with. */
  readonly unfinishedOf?: (part: ListPart<T>) => UnfinishedWalk<T> | undefined;
  /** Called with each part as it arrives. */
  readonly arrived?: (result: NamedResult<T>) => void;
  /** Called with what has arrived of a part while more of it is being read. */
  readonly growing?: (result: NamedResult<T>) => void;
}

/**
 * Reads one part to its end. A failure is part of the result: pages read before it stay. If the list changes between two pages, it is read
 * once more; if it changes again, it is incomplete.
 *
 * @throws only when the reading was cancelled.
 */
export async function readPart<T>(part: ListPart<T>, options: ReadOptions<T>): Promise<PartResult<T>> {
  const idOf = part.idOf?.bind(part);
  const { pageArrived, unfinished, monotonicMs = () => performance.now() } = options;
  const beganMs = unfinished?.beganMs ?? monotonicMs();
  let walk = unfinished?.walk ?? new Walk<T>({}, idOf);
  walk.goOn();
  try {
    const first = walk;
    await walkOn(walk, part.ask, { ...options, pageArrived: pageArrived && (() => pageArrived([...first.items])) });
    if (walk.hasMoved && walk.end.kind === 'complete') {
      const again = new Walk<T>({}, idOf);
      await walkOn(again, part.ask, { ...options, pageArrived: undefined });
      walk = again;
    }
    const isLong = unfinished !== undefined || walk.isUnfinished;
    const ageMs = Math.max(walk.ageMs, isLong ? monotonicMs() - beganMs : 0);
    const rest = { ...(ageMs === 0 ? {} : { ageMs }), ...(walk.isUnfinished ? { unfinished: { walk, beganMs } } : {}) };
    return { items: [...walk.items], gaps: walk.gaps(part.name), total: walk.total, isOffered: true, ...rest };
  } catch (error) {
    if (options.signal.aborted || ServiceError.is(error, 'aborted')) throw error;
    const isFirst = walk.nextPage === 1;
    if (isFirst && isNotOffered(error, part.route)) return { items: [], gaps: [], total: undefined, isOffered: false };
    const gaps = walk.gaps(part.name).filter(({ kind }) => kind !== 'more');
    const failed: Gap = { kind: 'failed', part: part.name, page: walk.nextPage, error, keptFromMs: undefined };
    // A cursor that the service rejects leads nowhere.
    const goesOn = !isFirst && (isNoAnswer(error) || isLimit(error));
    return {
      items: [...walk.items],
      gaps: [...gaps, failed],
      total: walk.total,
      isOffered: true,
      ...(goesOn ? { unfinished: { walk, beganMs } } : {}),
    };
  }
}

/** The list made of these parts: not offered only if none of them is. */
export function joinParts<T>(parts: readonly NamedResult<T>[]): List<T> {
  if (parts.length > 0 && parts.every(({ isOffered }) => !isOffered)) return notOffered;
  const gaps = parts.flatMap((part): readonly Gap[] => (part.isOffered ? part.gaps : [{ kind: 'notOffered', part: part.name }]));
  const [only, another] = parts;
  const none: T[] = [];
  // Called many times while large parts arrive: adding item by item would take ten times as long.
  const items = none.concat(...parts.map((part) => part.items));
  return listOf(items, gaps, another === undefined ? only?.total : undefined);
}

/**
 * Reads a list once, all parts at the same time.
 *
 * @throws the failure of the first part when no part could be read at all, or when the reading was cancelled.
 */
export async function readList<T>(parts: readonly ListPart<T>[], options: ReadOptions<T>): Promise<List<T>> {
  return listRead(await readParts(parts, options));
}

/** A part that was read, with its name for gaps. */
export type NamedResult<T> = PartResult<T> & { readonly name: string };

/**
 * Reads parts at the same time, for a caller that decides by the results what else to read.
 *
 * @throws only when the reading was cancelled.
 */
export async function readParts<T>(parts: readonly ListPart<T>[], options: PartsOptions<T>): Promise<readonly NamedResult<T>[]> {
  return Promise.all(
    parts.map(async (part) => {
      const { name } = part;
      const pageArrived = (items: readonly T[]): void =>
        options.growing?.({ name, items, gaps: [{ kind: 'awaited', part: name }], total: undefined, isOffered: true });
      const [rank, unfinished] = [options.rankOf?.(part) ?? options.rank, options.unfinishedOf?.(part)];
      const read = await readPart(part, { ...options, pageArrived, rank, unfinished });
      const result = { ...read, name };
      options.arrived?.(result);
      return result;
    }),
  );
}

/** The number of parts of one call that are requested before the others: a single one may be missing by chance. */
const askedFirst = 2;

/**
 * Reads parts that are one call with different parameters. A service without the call rejects each of these requests, and each counts
 * toward its rate limit: if the first two are not offered, the others count as not offered without a request.
 *
 * @param read - Parts that were read already, of the same call; they are not read again.
 * @throws only when the reading was cancelled.
 */
export async function readPartsOfOneCall<T>(
  parts: readonly ListPart<T>[],
  options: PartsOptions<T>,
  read: readonly NamedResult<T>[] = [],
): Promise<readonly NamedResult<T>[]> {
  const isWanted = (part: ListPart<T>): boolean => options.rankOf?.(part) !== undefined;
  const unread = parts.filter(({ name }) => !read.some((part) => part.name === name));
  const left = [...unread.filter(isWanted), ...unread.filter((part) => !isWanted(part))];
  const next = Math.max(0, askedFirst - read.length);
  const first = [...read, ...(await readParts(left.slice(0, next), options))];
  const rest = left.slice(next);
  if (first.some(({ isOffered }) => isOffered)) return [...first, ...(await readParts(rest, options))];
  const others = rest.map(({ name }) => ({ name, ...unasked }));
  for (const result of others) options.arrived?.(result);
  return [...first, ...others];
}

const unasked = { items: [], gaps: [], total: undefined, isOffered: false };

/**
 * The list made of all its parts.
 *
 * @throws the failure of the first part when no part could be read at all.
 */
export function listRead<T>(results: readonly NamedResult<T>[]): List<T> {
  const failures = results.map(totalFailure);
  const [first] = failures;
  if (first !== undefined && failures.every((failure) => failure !== undefined)) throw first.error;
  return joinParts(results);
}

/** Why nothing of a part was read. */
function totalFailure({ gaps }: Pick<PartResult<unknown>, 'gaps'>): { readonly error: unknown } | undefined {
  for (const gap of gaps) if (gap.kind === 'failed' && gap.page === 1) return gap;
  return undefined;
}
