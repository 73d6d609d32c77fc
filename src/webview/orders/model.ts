import { isWorking } from '../../domain/orders/orderRules';
import { isQuotable } from '../../domain/market/security';
import { isTyped } from '../../domain/market/typedSecurity';
import { visibleText } from '../../domain/text/visibleText';
import type { GridItem, SortOrder } from '../shared/grid/arrange';
import { plainCell } from './columns';
import { word } from './names';
import { timeKey } from './columnTimes';
import type { ColumnContext, PageColumn, SortKey } from './columns';
import { symbolOf } from './orderFigures';
import { finished } from './viewState';
import type { OrdersViewState } from './viewState';

/** The fields of every row, an order or a fill. */
export interface AnyRow {
  readonly id: string;
  readonly account: string;
  readonly orderId: string;
  readonly code: string;
  readonly name: string;
  readonly side: string;
  readonly status: string;
  readonly createdAt: string;
}

type Filters = Pick<OrdersViewState, 'filter' | 'account' | 'side' | 'status'>;

/** The status that the selected list is filtered by: past orders have a choice of their own. */
export function chosenStatus({ tab, status, pastStatus }: Pick<OrdersViewState, 'tab' | 'status' | 'pastStatus'>): string {
  return tab === 'history' ? pastStatus : status;
}

/** The rows that match all filters: a text must occur in symbol, name, order ID, or a displayed word. */
export function filtered<R extends AnyRow>(rows: readonly R[], filters: Filters, textOf: (row: R) => string): readonly R[] {
  const wanted = filters.filter.trim().toLowerCase();
  const { account, side, status } = filters;
  if (wanted === '' && account === '' && side === '' && status === '') return rows;
  return rows.filter(
    (row) =>
      (account === '' || row.account === account) &&
      (side === '' || row.side === side) &&
      (status === '' || (status === finished ? !isWorking(row.status) : row.status === status)) &&
      (wanted === '' ||
        isTyped(wanted, row.code) ||
        `${visibleText(row.code)} ${visibleText(row.name)} ${visibleText(row.orderId)} ${textOf(row)}`.toLowerCase().includes(wanted)),
  );
}

/** Each row's key is read once, because parsing a decimal costs more than comparing two. Newest first if no order is chosen. */
export function sorted<R extends AnyRow>(
  rows: readonly R[],
  sort: SortOrder | null,
  spec: PageColumn<R> | undefined,
  context: ColumnContext,
): readonly R[] {
  const keyOf = spec === undefined ? undefined : (spec.sortKey ?? ((row: R): SortKey => plainCell(spec, row, context)));
  const sign = keyOf === undefined || sort?.direction === 'descending' ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf === undefined ? timeKey(row.createdAt) : keyOf(row, context) }));
  return keyed.toSorted((one, other) => compareKeys(one.key, other.key, sign)).map(({ row }) => row);
}

/** Missing values come last in both directions. */
function compareKeys(one: SortKey, other: SortKey, sign: number): number {
  const [isNone, isOtherNone] = [one === undefined || one === '', other === undefined || other === ''];
  if (isNone || isOtherNone) return Number(isNone) - Number(isOtherNone);
  if (typeof one !== typeof other) return typeof one === 'bigint' ? -1 : 1;
  if (one === other) return 0;
  return one !== undefined && other !== undefined && one < other ? -sign : sign;
}

export function gridItems<R extends AnyRow>(rows: readonly R[]): readonly GridItem<R>[] {
  return rows.map((row) => ({ kind: 'row', id: row.id, row }));
}

/** `BUY HK.00700 · 42`: what the order of a row is called, while the list has the row. */
export function orderName(rows: readonly AnyRow[], id: string | undefined, { words }: Pick<ColumnContext, 'words'>): string | undefined {
  const row = rows.find((each) => each.id === id);
  return row === undefined ? undefined : `${word(words.side, row.side)} ${visibleText(row.code)} · ${visibleText(row.orderId)}`;
}

/** The maximum number of securities whose prices are asked for because orders are sorted by them. */
const mostSymbols = 200;

/**
 * The securities whose prices are needed: of the rows on the screen, and of others if the order of rows depends on prices.
 *
 * @param rows - In their order.
 */
export function pricedSymbols(rows: readonly AnyRow[], onScreen: ReadonlySet<string>, isSortedByPrice: boolean): readonly string[] {
  const near = rows.filter(({ id }) => onScreen.has(id)).map(symbolOf);
  const symbols = new Set([...near, ...(isSortedByPrice ? rows.map(symbolOf) : [])].filter(isQuotable));
  // In one order whatever the order of rows: they move with prices.
  return [...symbols].slice(0, Math.max(mostSymbols, near.length)).toSorted();
}

/** The chosen columns of a list, with those that it doesn’t have where they were among them. */
export function withColumns<K extends string>(before: readonly K[], chosen: readonly K[], isIn: (key: K) => boolean): readonly K[] {
  const columns = [...chosen];
  for (const [at, key] of before.entries()) if (!isIn(key)) columns.splice(at, 0, key);
  return columns;
}

/** The existing values, as choices for a list. */
export function valuesIn<R extends AnyRow>(rows: readonly R[], of: (row: R) => string, chosen: string): readonly string[] {
  const values = new Set(rows.map(of).filter((value) => value !== ''));
  if (chosen !== '') values.add(chosen);
  return [...values].sort();
}
