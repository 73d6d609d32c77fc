import type { WalkStop } from './walk';

/** What a list lacks, and in which of its parts (a market, an account; the empty text where a list has no parts). */
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
  /** Records that do not have the shape they should have; their raw text is in the log. */
  | { readonly kind: 'unreadable'; readonly part: string; readonly count: number; readonly of: number }
  /** There are more pages, which nobody has asked for yet. */
  | { readonly kind: 'more'; readonly part: string }
  /** The service does not have this part, though it has others. */
  | { readonly kind: 'notOffered'; readonly part: string };

export type Gaps = readonly [Gap, ...Gap[]];

export interface CompleteList<T> {
  readonly verdict: 'complete';
  readonly items: readonly T[];
  /** As the service counts them; undefined where it does not say. */
  readonly total: number | undefined;
}

export interface IncompleteList<T> {
  readonly verdict: 'incomplete';
  /** What could be read. */
  readonly found: readonly T[];
  readonly gaps: Gaps;
  readonly total: number | undefined;
}

/**
 * A list with its verdict. Its items have another name in each case, so that nobody reaches them without having looked:
 * `items` of a complete list, `found` of an incomplete one, none where the service does not offer the list.
 */
export type List<T> = CompleteList<T> | IncompleteList<T> | { readonly verdict: 'notOffered' };

export const notOffered = { verdict: 'notOffered' } as const;

/** Complete without gaps, incomplete with them. */
export function listOf<T>(items: readonly T[], gaps: readonly Gap[] = [], total?: number): List<T> {
  return isNonEmpty(gaps) ? { verdict: 'incomplete', found: items, gaps, total } : { verdict: 'complete', items, total };
}

/** What a list has and lacks side by side, for those who show both. */
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

/** The same list of other things: `change` may leave items out or put them in another order. */
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

/** One item: `absent` only where the list is complete, so that nothing is called missing that was merely not read. */
export function findIn<T>(list: List<T>, matches: (item: T) => boolean): { readonly item: T } | 'absent' | 'notKnown' | 'notOffered' {
  if (list.verdict === 'notOffered') return 'notOffered';
  const item = seen(list).items.find(matches);
  if (item !== undefined) return { item };
  return list.verdict === 'complete' ? 'absent' : 'notKnown';
}

/** The first failure of a request among the gaps; undefined where the list lacks something for another reason, or nothing. */
export function firstFailure(list: List<unknown> | undefined): { readonly error: unknown } | undefined {
  if (list?.verdict !== 'incomplete') return undefined;
  for (const gap of list.gaps) if (gap.kind === 'failed') return gap;
  return undefined;
}

function isNonEmpty(gaps: readonly Gap[]): gaps is Gaps {
  return gaps.length > 0;
}
