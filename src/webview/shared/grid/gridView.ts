import type { GridItem, SortOrder } from './arrange';
import type { CellContent, GridColumn } from './column';

/** What a grid reports to its page. Records are named by their ids. */
export interface GridEvents<R> {
  /** Enter or double click on a record. */
  readonly open?: (row: R) => void;
  /** Ctrl+C with the chosen records, in the order in which they stand. */
  readonly copy?: (rows: readonly R[]) => void;
  /** Delete with the chosen records. */
  readonly remove?: (rows: readonly R[]) => void;
  readonly sort?: (order: SortOrder | null) => void;
  readonly toggleGroup?: (id: string) => void;
  /**
   * The chosen records are to stand before `before`, at the end of the group whose heading it names, or at the end of all where it is
   * null. By drag, or Alt with an arrow key.
   */
  readonly move?: (ids: readonly string[], before: string | null) => void;
  /** The active record changed; undefined on a group. */
  readonly active?: (row: R | undefined) => void;
  /** Ids of the records that are on the screen: ask for their prices. */
  readonly visible?: (ids: readonly string[]) => void;
  /** The last lines came into view. */
  readonly nearEnd?: () => void;
  /** Pixels from the top, whenever they change. */
  readonly scrolled?: (top: number) => void;
  /** A letter that means nothing to the grid, with the active record. @returns false where it means nothing to the page either. */
  readonly key?: (key: string, row: R | undefined) => boolean;
}

/** All that a grid shows; replaced as a whole. */
export interface GridView<R, G = never> {
  readonly columns: readonly GridColumn<R>[];
  readonly items: readonly GridItem<R, G>[];
  readonly sort?: SortOrder | null;
  /** The name of the grid. */
  readonly label: string;
  /** Which keys do what, for screen readers. */
  readonly keyboardHelp: string;
  /** The heading of a group: its name, and figures for columns by key. */
  readonly groupName?: (group: G) => CellContent;
  readonly groupCell?: (group: G, key: string) => CellContent | undefined;
  /** What VS Code's context menu of a record knows; undefined shows none. */
  readonly contextOf?: (row: R) => Readonly<Record<string, unknown>> | undefined;
  readonly rowHeight: number;
  /** One click opens a record, as in the editor's own trees; else two do. */
  readonly opensOnClick?: boolean;
  /** Classes of a line, such as `old`. */
  readonly rowLook?: (row: R) => string;
  /** True where there are more lines than are loaded. */
  readonly hasMore?: boolean;
  /** The lines are being read. */
  readonly isBusy?: boolean;
  /** Records that come or go above leave those on the screen where they are; else the distance from the top stays. */
  readonly isAnchored?: boolean;
  /** Where to go: once for each object that is given. */
  readonly place?: GridPlace | undefined;
}

/** A place in a grid: pixels from the top, with no line active, or a line that becomes active with some lines in sight above it. */
export type GridPlace =
  { readonly kind: 'top'; readonly top: number } | { readonly kind: 'line'; readonly id: string; readonly above: number };
