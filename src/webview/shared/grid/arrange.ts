import type { CellContent } from './column';

export interface SortOrder {
  /** Key of a column. */
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

/**
 * A line of a grid: a record, the heading of a group of records, or a divider across all columns, such as a day. A divider's text
 * is evaluated when it is drawn, because it may change while the lines stay.
 */
export type GridItem<R, G = never> =
  | { readonly kind: 'row'; readonly id: string; readonly row: R }
  | { readonly kind: 'group'; readonly id: string; readonly group: G; readonly count: number; readonly isExpanded: boolean }
  | { readonly kind: 'divider'; readonly id: string; readonly look: string; readonly content: () => CellContent };

/** The index of the heading under which a line stands: of its group, or its day; undefined if there is none. */
export function headingOf<R, G>(items: readonly GridItem<R, G>[], line: number): number | undefined {
  for (let at = Math.min(line, items.length - 1); at >= 0; at -= 1) {
    const item = items[at];
    if (item?.kind === 'group' || (item?.kind === 'divider' && item.look === 'day')) return at;
  }
  return undefined;
}

export interface Arrangement<R, G> {
  readonly idOf: (row: R) => string;
  /** Returns false to leave a record out. */
  readonly keep: (row: R) => boolean;
  /** If undefined, the records keep their order. */
  readonly compare: ((a: R, b: R) => number) | undefined;
  readonly direction: SortOrder['direction'];
  /** If undefined, there are no groups. */
  readonly groupOf: ((row: R) => string) | undefined;
  readonly describeGroup: (id: string, rows: readonly R[]) => G;
  readonly collapsed: ReadonlySet<string>;
  /** Groups that have a heading even without records, in the order of all headings. */
  readonly groups?: readonly string[];
}

/**
 * Arranges records as the lines of a grid: filtered, sorted (records that compare as equal keep their order), and under the
 * headings of their groups, which are in the order of their first records.
 */
export function arrange<R, G>(rows: readonly R[], arrangement: Arrangement<R, G>): readonly GridItem<R, G>[] {
  const kept = sorted(rows.filter(arrangement.keep), arrangement);
  const { groupOf } = arrangement;
  if (groupOf === undefined) return kept.map((row) => rowItem(row, arrangement));
  return [...grouped(kept, groupOf, arrangement.groups ?? [])].flatMap(([id, members]) => {
    const isExpanded = !arrangement.collapsed.has(id);
    const heading = {
      kind: 'group',
      id: `group ${id}`,
      group: arrangement.describeGroup(id, members),
      count: members.length,
      isExpanded,
    } as const;
    return isExpanded ? [heading, ...members.map((row) => rowItem(row, arrangement))] : [heading];
  });
}

function grouped<R>(rows: readonly R[], groupOf: (row: R) => string, first: readonly string[]): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>(first.map((id) => [id, []]));
  for (const row of rows) {
    const id = groupOf(row);
    const members = groups.get(id);
    if (members === undefined) groups.set(id, [row]);
    else members.push(row);
  }
  return groups;
}

function rowItem<R, G>(row: R, { idOf }: Arrangement<R, G>): GridItem<R, G> {
  return { kind: 'row', id: idOf(row), row };
}

function sorted<R, G>(rows: readonly R[], { compare, direction }: Arrangement<R, G>): readonly R[] {
  if (compare === undefined) return rows;
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a, b));
}

/** The sort order after a click on a column's header: first descending for figures and ascending for texts, then the other, then none. */
export function nextSort(current: SortOrder | null, key: string, isNumber: boolean): SortOrder | null {
  const first = isNumber ? 'descending' : 'ascending';
  if (current?.key !== key) return { key, direction: first };
  if (current.direction === first) return { key, direction: first === 'ascending' ? 'descending' : 'ascending' };
  return null;
}
