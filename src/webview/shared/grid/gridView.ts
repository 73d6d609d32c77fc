import type { GridItem, SortOrder } from './arrange';
import type { CellContent, GridColumn } from './column';

/** The events that a grid reports to its page. Records are named by their IDs. */
export interface GridEvents<R> {
  /** Enter or double click on a record. */
  readonly open?: (row: R) => void;
  /** Ctrl+C with the chosen records, in their displayed order. */
  readonly copy?: (rows: readonly R[]) => void;
  /** Delete with the chosen records. */
  readonly remove?: (rows: readonly R[]) => void;
  readonly sort?: (order: SortOrder | null) => void;
  readonly toggleGroup?: (id: string) => void;
  /**
   * The user moved the chosen records before `before`, to the end of the group whose heading it names, or to the end of all if it is
   * null. By drag, or Alt with an arrow key.
   */
  readonly move?: (ids: readonly string[], before: string | null) => void;
  /** The active record changed; undefined on a group. */
  readonly active?: (row: R | undefined) => void;
  /** IDs of the visible records, for requesting their prices. */
  readonly visible?: (ids: readonly string[]) => void;
  /** The last lines became visible. */
  readonly nearEnd?: () => void;
  /** Pixels from the top, whenever they change. */
  readonly scrolled?: (top: number) => void;
  /** A letter that the grid does not handle, with the active record. @returns false if the page does not handle it either. */
  readonly key?: (key: string, row: R | undefined) => boolean;
}

/** Everything that a grid shows; replaced as a whole. */
export interface GridView<R, G = never> {
  readonly columns: readonly GridColumn<R>[];
  readonly items: readonly GridItem<R, G>[];
  readonly sort?: SortOrder | null;
  /** The accessible name of the grid. */
  readonly label: string;
  /** The keys and their actions, for screen readers. */
  readonly keyboardHelp: string;
  /** The heading of a group: its name, and figures by the key of their column. */
  readonly groupName?: (group: G) => CellContent;
  readonly groupCell?: (group: G, key: string) => CellContent | undefined;
  /** The context of VS Code's context menu for a record; undefined shows no menu. */
  readonly contextOf?: (row: R) => Readonly<Record<string, unknown>> | undefined;
  readonly rowHeight: number;
  /** Whether one click opens a record, as in the editor's own trees; otherwise two do. */
  readonly opensOnClick?: boolean;
  /** Classes of a line, such as `old`. */
  readonly rowLook?: (row: R) => string;
  /** True if there are more lines than are loaded. */
  readonly hasMore?: boolean;
  /** The lines are being read. */
  readonly isBusy?: boolean;
  /** If records are added or removed above, the visible ones stay in place; otherwise the scroll position stays. */
  readonly isAnchored?: boolean;
  /** Where to scroll: done once for each new object. */
  readonly place?: GridPlace | undefined;
}

/** A place in a grid: pixels from the top, with no active line, or a line that becomes active with some visible lines above it. */
export type GridPlace =
  | { readonly kind: 'top'; readonly top: number }
  | { readonly kind: 'line'; readonly id: string; readonly above: number };
