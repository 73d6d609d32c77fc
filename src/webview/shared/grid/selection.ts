/** A line of a grid, as needed for selecting: only records can be chosen, but every line can be active. */
interface Line {
  readonly id: string;
  readonly kind: 'row' | 'group' | 'divider';
}

/** The active line of a grid, and the chosen records. Lines are named by ID, so the choice survives sorting. */
export class GridSelection {
  activeId: string | undefined;
  #chosen: ReadonlySet<string> = new Set();
  /** The start of a range that Shift extends. */
  #anchorId: string | undefined;
  #lines: readonly Line[] = [];
  #index: ReadonlyMap<string, number> = new Map();
  /** The first line is active because the grid got the focus: it stays the first one while more lines come, until the user does something. */
  #isGiven = false;

  /** Takes the grid's lines. Removed lines are no longer chosen, and the line in the place of the active one becomes active. */
  follow(lines: readonly Line[]): void {
    if (lines === this.#lines) return;
    const [before, at] = [this.#lines, this.indexOf(this.activeId)];
    this.#lines = lines;
    // Prices change many times a second, but lines hardly ever.
    if (lines.length === before.length && lines.every(({ id }, index) => id === before[index]?.id)) return;
    this.#index = new Map(lines.map(({ id }, index) => [id, index]));
    if (this.#isGiven && at === 0) this.activeId = lines[0]?.id;
    else if (at !== undefined && this.indexOf(this.activeId) === undefined) {
      const isLeft = ({ id }: Line): boolean => this.#index.has(id);
      this.activeId = (before.slice(at).find(isLeft) ?? before.slice(0, at).findLast(isLeft))?.id;
    }
    if (this.indexOf(this.#anchorId) === undefined) this.#anchorId = this.activeId;
    if ([...this.#chosen].some((id) => !this.#index.has(id))) this.#chosen = new Set([...this.#chosen].filter((id) => this.#index.has(id)));
  }

  /** The current lines. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Clears the active line and the choice. */
  clear(): void {
    this.activeId = undefined;
    this.#isGiven = false;
    this.#anchorId = undefined;
    this.#chosen = new Set();
  }

  /** Index of a line; undefined if there is no such line. */
  indexOf(id: string | undefined): number | undefined {
    return id === undefined ? undefined : this.#index.get(id);
  }

  isChosen(id: string): boolean {
    return this.#chosen.has(id);
  }

  /** Makes one line the active one and clears the choice. */
  only(id: string): void {
    this.#isGiven = false;
    this.activeId = id;
    this.#anchorId = id;
    this.#chosen = new Set();
  }

  /** The same for the line that the grid's focus falls on. */
  give(id: string): void {
    this.only(id);
    this.#isGiven = true;
  }

  /** Chooses all records from the start of the range to this line. */
  extendTo(id: string): void {
    this.#isGiven = false;
    this.#anchorId ??= this.activeId ?? id;
    const from = this.#index.get(this.#anchorId) ?? 0;
    const to = this.#index.get(id) ?? from;
    const range = this.#lines.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.#chosen = new Set(range.flatMap((line) => (line.kind === 'row' ? [line.id] : [])));
    this.activeId = id;
  }

  toggle(id: string): void {
    this.#isGiven = false;
    const chosen = new Set(this.#chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.#chosen = chosen;
    this.#anchorId = id;
    this.activeId = id;
  }

  all(): void {
    this.#chosen = new Set(this.#lines.flatMap((line) => (line.kind === 'row' ? [line.id] : [])));
  }

  /** The chosen records, otherwise the active one, in their displayed order. */
  get ids(): readonly string[] {
    const ids = this.#chosen.size > 0 ? [...this.#chosen] : this.activeId === undefined ? [] : [this.activeId];
    return ids
      .filter((id) => this.#lines[this.#index.get(id) ?? -1]?.kind === 'row')
      .toSorted((a, b) => (this.#index.get(a) ?? 0) - (this.#index.get(b) ?? 0));
  }

  /**
   * The target when the selection moves one place up or down: the record that would follow it, or the heading of the group whose
   * last record it would be; null is the end of a grid without groups, undefined no move. Passing a heading moves into the group.
   */
  neighbor(direction: 'up' | 'down'): string | null | undefined {
    const moved = new Set(this.ids);
    const places = this.#lines.flatMap(({ id }, at) => (moved.has(id) ? [at] : []));
    const [first] = places;
    const last = places.at(-1);
    if (first === undefined || last === undefined) return undefined;
    if (direction === 'up') {
      const above = this.#lines[first - 1];
      return above?.kind === 'row' ? above.id : this.#headingAbove(first - 1);
    }
    const below = this.#lines[last + 1];
    if (below === undefined) return undefined;
    const follower = this.#lines[last + 2];
    if (follower?.kind === 'row') return follower.id;
    return below.kind === 'group' ? below.id : (this.#headingAbove(last + 1) ?? null);
  }

  #headingAbove(at: number): string | undefined {
    return this.#lines.slice(0, Math.max(0, at)).findLast(({ kind }) => kind === 'group')?.id;
  }
}
