/**
 * Rows as a window of the same user last read them, before this window opened. They can only be drawn as old: they are not a list, so code that
 * acts on lists (tickets, alerts, exports, tools, totals) cannot take them.
 */
export class OldRows<T> {
  readonly #rows: readonly T[];

  constructor(
    rows: readonly T[],
    /** Wall clock when the oldest of them was read. */
    readonly asOfMs: number,
    /** False if there were more rows. */
    readonly isWhole: boolean,
  ) {
    this.#rows = rows;
  }

  /** What `draw` makes of the rows, for a surface that shows how old they are. */
  drawOld<R>(draw: (rows: readonly T[]) => R): R {
    return draw(this.#rows);
  }
}

/** The oldest of several; undefined if there are none. */
export function oldestOf(lists: readonly OldRows<unknown>[]): number | undefined {
  return lists.length === 0 ? undefined : Math.min(...lists.map(({ asOfMs }) => asOfMs));
}
