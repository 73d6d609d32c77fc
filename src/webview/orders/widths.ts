import { textWidth } from '../shared/grid/textWidth';
import type { ColumnContext, PageColumn } from './columns';

/** How wide a column is where its texts decide. */
export interface Fit<R> {
  /** What its texts come from. Few values are words, each of which is looked at; of others the longest ones are. */
  readonly by: (row: R) => string;
  /** Pixels beside the text: an icon, a badge. */
  readonly beside?: number;
  /** What is measured, where it is less than the text of the column. */
  readonly shown?: (row: R, context: ColumnContext) => string;
  /** Wider texts are cut off. */
  readonly most: number;
  /** The same where there is little room. */
  readonly narrow?: { readonly beside?: number; readonly most?: number };
}

/** Different values of which each is looked at. */
const mostWords = 40;
const longestOnes = 6;
/** For rounding, and for digits of equal width. */
const spare = 3;

/**
 * @param rows - All of a list: a column must not jump while its rows are filtered.
 * @returns the width in pixels that a column needs for its title and its widest text, at most what it may take; never less than its title.
 */
export function fittedWidth<R>(spec: PageColumn<R>, fit: Fit<R>, rows: readonly R[], context: ColumnContext): number {
  const { by, shown = spec.text, beside = 0, most } = { ...fit, ...(context.isNarrow ? fit.narrow : {}) };
  const title = textWidth(spec.title(), 'title');
  const texts = samples(rows, by).map((row) => textWidth(shown(row, context), 'text') + beside);
  const content = Math.min(most, Math.max(0, ...texts));
  return Math.ceil(Math.max(title, content)) + spare;
}

/** Rows that hold the widest texts. */
function samples<R>(rows: readonly R[], by: (row: R) => string): readonly R[] {
  const seen = new Map<string, R>();
  for (const row of rows) {
    const value = by(row);
    if (!seen.has(value)) seen.set(value, row);
  }
  if (seen.size <= mostWords) return [...seen.values()];
  return [...seen]
    .toSorted(([one], [other]) => other.length - one.length)
    .slice(0, longestOnes)
    .map(([, row]) => row);
}

/** What was worked out last, until something that it depends on is another. */
export class LastResult<T> {
  #last: { readonly from: readonly unknown[]; readonly result: T } | undefined;

  of(from: readonly unknown[], make: () => T): T {
    const isSame = this.#last?.from.every((value, at) => value === from[at]) === true;
    if (!isSame || this.#last === undefined) this.#last = { from, result: make() };
    return this.#last.result;
  }
}
