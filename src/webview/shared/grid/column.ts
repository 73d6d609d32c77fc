import type { TemplateResult } from 'lit';

/** The content of a cell: text, or a Lit template, which inserts values only as text. */
export type CellContent = string | TemplateResult;

/** One column of a grid. */
export interface GridColumn<R> {
  /** Stable name: used in stored choices of columns, and in the class `cell-<key>` of its cells. */
  readonly key: string;
  /** Header. */
  readonly title: string;
  /** Tooltip of the header, if the title is short. */
  readonly hint?: string;
  /**
   * Figures are right-aligned with digits of equal width. Buttons are drawn only for the active line and the one under the pointer, and
   * have no space of their own: they overlap other cells, where the page's style sheet puts them.
   */
  readonly kind: 'text' | 'number' | 'buttons';
  /** Minimum width in pixels. If the page is narrower than all columns together, the grid scrolls sideways. */
  readonly width: number;
  /** Share of the remaining width; 0 keeps the minimum width. */
  readonly grow: number;
  readonly cell: (row: R) => CellContent;
  /** Spoken and shown as tooltip instead of the content, if that is a glyph or cut off; undefined uses the content. */
  readonly label?: (row: R) => string | undefined;
  /** Tooltip, if it says more than the content. */
  readonly tooltip?: (row: R) => string;
  /** Additional classes of the cell, such as `up` and `down`. */
  readonly look?: (row: R) => string;
  /** Undefined if the grid cannot be sorted by this column. */
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

/** The width in pixels below which the columns scroll sideways; `gap` is the space between columns, `edge` that at both ends. */
export function leastWidth(columns: readonly Width[], gap: number, edge: number): number {
  const widths = columns.filter(hasTrack).map(({ width }) => width);
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1) + 2 * edge;
}
