import type { PortfolioGrouping } from '../../domain/positions/portfolio';
import { isRecord } from '../../panel/platform/messages';
import { portfolioColumns } from '../../panel/portfolio/portfolioColumns';
import type { PortfolioColumnKey } from '../../panel/portfolio/portfolioColumns';
import type { SortOrder } from '../shared/grid/arrange';

/** The user's choices on the page; they survive hiding, closing and a reload. */
export interface PortfolioViewState {
  readonly grouping: PortfolioGrouping;
  readonly sort: SortOrder | null;
  readonly filter: string;
  readonly columns: readonly PortfolioColumnKey[];
  readonly collapsed: readonly string[];
  /** Null until the user chooses: where there is room for them. */
  readonly showsPictures: boolean | null;
  /** Every figure of accounts and totals, or a line of each. Null until the user chooses: where there is room for them. */
  readonly showsFigures: boolean | null;
}

const groupings: readonly PortfolioGrouping[] = ['none', 'account', 'market', 'currency', 'side'];

/**
 * Columns that the user can add: all of them do not fit beside the side bar of a usual window. The chart shows the shares, and the sign of the
 * quantity tells the side.
 */
const isExtra: ReadonlySet<PortfolioColumnKey> = new Set([
  'extended',
  'available',
  'account',
  'side',
  'share',
  'dayProfitPercent',
  'dayProfitFrom',
  'unrealized',
  'realized',
]);

export const initialViewState: PortfolioViewState = {
  grouping: 'market',
  sort: null,
  filter: '',
  columns: portfolioColumns.filter((key) => !isExtra.has(key)),
  collapsed: [],
  showsPictures: null,
  showsFigures: null,
};

/** The widths of a page, in pixels, from which on the charts stand beside each other, and beside the totals, as in the style sheet. */
export const chartsBeside = { eachOther: 640, totals: 1_200 } as const;

/** The height of a page that leaves enough room for rows below the charts. */
function roomForPictures(width: number): number {
  if (width < chartsBeside.eachOther) return 1_100;
  return width < chartsBeside.totals ? 880 : 700;
}

/** Whether the charts are shown: as the user chose, otherwise if there is room for them. */
export function arePicturesShown(
  { showsPictures }: PortfolioViewState,
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
): boolean {
  return showsPictures ?? innerHeight >= roomForPictures(innerWidth);
}

/** The height of a page that leaves enough room for rows below all figures. */
const roomForFigures = 640;

/** Whether accounts and totals are shown with every figure: as the user chose, otherwise if there is room for them. */
export function areFiguresShown({ showsFigures }: PortfolioViewState, { innerHeight }: { readonly innerHeight: number }): boolean {
  return showsFigures ?? innerHeight >= roomForFigures;
}

/** Parses stored state; invalid values are replaced by the defaults. */
export function readViewState(stored: unknown): PortfolioViewState {
  if (!isRecord(stored)) return initialViewState;
  const { grouping, sort, filter, columns, collapsed, showsPictures, showsFigures } = stored;
  const known = Array.isArray(columns) ? portfolioColumns.filter((key) => columns.includes(key)) : [];
  const inOrder = Array.isArray(columns) ? columns.flatMap((key) => known.find((column) => column === key) ?? []) : [];
  return {
    grouping: groupings.find((candidate) => candidate === grouping) ?? initialViewState.grouping,
    sort: isSort(sort) ? sort : null,
    filter: typeof filter === 'string' ? filter.slice(0, 200) : '',
    columns: inOrder.includes('symbol') && new Set(inOrder).size === inOrder.length ? inOrder : initialViewState.columns,
    collapsed: Array.isArray(collapsed) ? collapsed.filter((id) => typeof id === 'string').slice(0, 500) : [],
    showsPictures: typeof showsPictures === 'boolean' ? showsPictures : null,
    showsFigures: typeof showsFigures === 'boolean' ? showsFigures : null,
  };
}

function isSort(value: unknown): value is SortOrder {
  return (
    isRecord(value) &&
    portfolioColumns.some((key) => key === value['key']) &&
    (value['direction'] === 'ascending' || value['direction'] === 'descending')
  );
}
