/**
 * Rows as some window of the same user read them last, before this one was opened. They can be drawn as old, and nothing else: they
 * are no list, so that what acts on lists (tickets, alerts, exports, tools, totals) cannot take them.
 */
export class OldRows<T> {
  readonly #rows: readonly T[];

  constructor(
    rows: readonly T[],
    /** Wall clock at which the oldest of them was read. */
    readonly asOfMs: number,
    /** False where there was more than these. */
    readonly isWhole: boolean,
  ) {
    this.#rows = rows;
  }

  /** What `draw` makes of the rows, for a surface that says from when they are. */
  drawOld<R>(draw: (rows: readonly T[]) => R): R {
    return draw(this.#rows);
  }
}

/** The oldest of several; undefined where there are none. */
export function oldestOf(lists: readonly OldRows<unknown>[]): number | undefined {
  return lists.length === 0 ? undefined : Math.min(...lists.map(({ asOfMs }) => asOfMs));
}
