import type { TemplateResult } from 'lit';

/** What a cell shows: text, or a template of Lit, which puts values in as text only. */
export type CellContent = string | TemplateResult;

/** One column of a grid. */
export interface GridColumn<R> {
  /** Stable name: in stored choices of columns, and as the class `cell-<key>` of its cells. */
  readonly key: string;
  /** Header. */
  readonly title: string;
  /** Tooltip of the header, where the title is short. */
  readonly hint?: string;
  /**
   * Figures are right-aligned with digits of equal width. Buttons are of the active line and the one under the pointer alone, and
   * have no room of their own: they lie over other cells, where the page's style sheet puts them.
   */
  readonly kind: 'text' | 'number' | 'buttons';
  /** Least width in pixels. Where the page is narrower than all columns together, the grid scrolls sideways. */
  readonly width: number;
  /** Share of the room that is left; 0 keeps the least width. */
  readonly grow: number;
  readonly cell: (row: R) => CellContent;
  /** Spoken and shown as tooltip instead of the content, where that is a glyph or cut off; undefined leaves the content. */
  readonly label?: (row: R) => string | undefined;
  /** Tooltip, where it says more than the content. */
  readonly tooltip?: (row: R) => string;
  /** Further classes of the cell, such as `up` and `down`. */
  readonly look?: (row: R) => string;
  /** Undefined where the column cannot be sorted by. */
  readonly compare?: (a: R, b: R) => number;
}

type Width = Pick<GridColumn<never>, 'kind' | 'width' | 'grow'>;

const hasTrack = ({ kind }: Width): boolean => kind !== 'buttons';

export function columnTracks(columns: readonly Width[]): string {
  return columns
    .filter(hasTrack)
    .map(({ width, grow }) => (grow === 0 ? `${String(width)}px` : `minmax(${String(width)}px, ${String(grow)}fr)`))
    .join(' ');
}

/** The width in pixels below which the columns scroll sideways; `gap` stands between columns, `edge` at both ends. */
export function leastWidth(columns: readonly Width[], gap: number, edge: number): number {
  const widths = columns.filter(hasTrack).map(({ width }) => width);
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1) + 2 * edge;
}
