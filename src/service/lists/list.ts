import type { OrderRecord } from '../records';
import type { WalkStop } from './walk';

/** What a list is missing, and in which part (a market or an account; empty if the list has no parts). */
export type Gap =
  /** A page could not be read. Items of the part that were read before stay, from `keptFromMs` (wall clock). */
  | {
      readonly kind: 'failed';
      readonly part: string;
      /** 1 for the first page. */
      readonly page: number;
      readonly error: unknown;
      readonly keptFromMs: number | undefined;
    }
  /** The service gave reason to believe that the list would never end (Spec, Pagination). */
  | { readonly kind: 'brokenOff'; readonly part: string; readonly page: number; readonly reason: WalkStop }
  /** Malformed records; their raw text is in the log. */
  | { readonly kind: 'unreadable'; readonly part: string; readonly count: number; readonly of: number }
  /** Orders of which the service returned several records that differ, as far as all of these say the same; other fields are empty. */
  | { readonly kind: 'contradicted'; readonly part: string; readonly orders: readonly OrderRecord[] }
  /** Records that have the ID of another one, with other values: all are listed, and nobody can tell how many there are. */
  | { readonly kind: 'alike'; readonly part: string; readonly count: number }
  /** Records without what places them among the others, such as a time. */
  | { readonly kind: 'bare'; readonly part: string; readonly count: number }
  /** There are more pages that have not been requested. */
  | { readonly kind: 'more'; readonly part: string }
  /** Nothing of this part has arrived yet. */
  | { readonly kind: 'awaited'; readonly part: string }
  /** The service does not have this part, though it has others. */
  | { readonly kind: 'notOffered'; readonly part: string };

export type Gaps = readonly [Gap, ...Gap[]];

export interface CompleteList<T> {
  readonly verdict: 'complete';
  readonly items: readonly T[];
  /** The service's count; undefined if it does not return one. */
  readonly total: number | undefined;
}

export interface IncompleteList<T> {
  readonly verdict: 'incomplete';
  /** The items that could be read. */
  readonly found: readonly T[];
  readonly gaps: Gaps;
  readonly total: number | undefined;
}

/**
 * A list and whether it is complete. The items have a different name in each case, so that callers must check:
 * `items` of a complete list, `found` of an incomplete one, none if the service does not offer the list.
 */
export type List<T> = CompleteList<T> | IncompleteList<T> | { readonly verdict: 'notOffered' };

export const notOffered = { verdict: 'notOffered' } as const;

/** Complete without gaps, incomplete with them. */
export function listOf<T>(items: readonly T[], gaps: readonly Gap[] = [], total?: number): List<T> {
  return isNonEmpty(gaps) ? { verdict: 'incomplete', found: items, gaps, total } : { verdict: 'complete', items, total };
}

/** A list's items and gaps, for callers that show both. */
export interface SeenList<T> {
  readonly items: readonly T[];
  readonly gaps: readonly Gap[];
  readonly isOffered: boolean;
}

export function seen<T>(list: List<T>): SeenList<T> {
  switch (list.verdict) {
    case 'complete':
      return { items: list.items, gaps: [], isOffered: true };
    case 'incomplete':
      return { items: list.found, gaps: list.gaps, isOffered: true };
    case 'notOffered':
      return { items: [], gaps: [], isOffered: false };
  }
}

/** Maps a list: `change` may drop or reorder items. */
export function mapList<T, U>(list: List<T>, change: (items: readonly T[]) => readonly U[]): List<U> {
  switch (list.verdict) {
    case 'complete':
      return { ...list, items: change(list.items) };
    case 'incomplete':
      return { ...list, found: change(list.found) };
    case 'notOffered':
      return list;
  }
}

/** The list with these gaps, too. */
export function withGaps<T>(list: List<T>, gaps: readonly Gap[]): List<T> {
  if (gaps.length === 0 || list.verdict === 'notOffered') return list;
  const { items, gaps: others } = seen(list);
  return listOf(items, [...others, ...gaps], list.total);
}

/** Finds one item: `absent` only if the list is complete, so that an unread item is never reported as missing. */
export function findIn<T>(list: List<T>, matches: (item: T) => boolean): { readonly item: T } | 'absent' | 'notKnown' | 'notOffered' {
  if (list.verdict === 'notOffered') return 'notOffered';
  const item = seen(list).items.find(matches);
  if (item !== undefined) return { item };
  return list.verdict === 'complete' ? 'absent' : 'notKnown';
}

/** True if a list lacks nothing but news: its last read failed, and everything that was there before is shown. What it adds up to is old, not too little. */
export function isWholeButOld(list: List<unknown> | undefined): boolean {
  return list?.verdict === 'incomplete' && list.gaps.every((gap) => gap.kind === 'failed' && gap.keptFromMs !== undefined);
}

/** The first failed request among the gaps; undefined if the gaps have other reasons or there are none. */
export function firstFailure(list: List<unknown> | undefined): Extract<Gap, { readonly kind: 'failed' }> | undefined {
  if (list?.verdict !== 'incomplete') return undefined;
  for (const gap of list.gaps) if (gap.kind === 'failed') return gap;
  return undefined;
}

function isNonEmpty(gaps: readonly Gap[]): gaps is Gaps {
  return gaps.length > 0;
}
