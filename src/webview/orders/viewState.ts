import type { RangeChoice } from '../../domain/time/historyRange';
import { isRecord } from '../../panel/platform/messages';
import { fillColumns, orderColumns } from '../../panel/orders/ordersPageColumns';
import type { FillColumnKey, OrderColumnKey } from '../../panel/orders/ordersPageColumns';
import { isRangeChoice, ordersTabs } from '../../panel/orders/ordersPageProtocol';
import type { OrdersTab } from '../../panel/orders/ordersPageProtocol';
import type { SortOrder } from '../shared/grid/arrange';

/** The user's choices on the page; they survive hiding, closing and a reload. */
export interface OrdersViewState {
  readonly tab: OrdersTab;
  readonly range: RangeChoice;
  readonly filter: string;
  /** Key of an account, a side and a status as sent; empty for all. */
  readonly account: string;
  readonly side: string;
  readonly status: string;
  /** The same for past orders, most of which have ended; those that work are in the list of open ones. */
  readonly pastStatus: string;
  /** Null means newest first. */
  readonly sort: SortOrder | null;
  readonly orderColumns: readonly OrderColumnKey[];
  readonly fillColumns: readonly FillColumnKey[];
}

/** The order of rows unless the user chose another one. */
export const newestFirst: SortOrder = { key: 'created', direction: 'descending' };

/** What a press on a header changes: the grid goes from an order to its opposite, then to none, which is the usual order. */
export function chosenSort(before: SortOrder | null, chosen: SortOrder | null): SortOrder | null {
  if (chosen === null) return before === null ? { ...newestFirst, direction: 'ascending' } : null;
  return chosen.key === newestFirst.key && chosen.direction === newestFirst.direction ? null : chosen;
}

/** Instead of a status as sent: every order that isn’t known to be working. */
export const finished = 'finished';

/** Columns that the user can add: all of them do not fit beside the side bar of a usual window. */
const extraOrders: ReadonlySet<OrderColumnKey> = new Set(['updated', 'timeInForce', 'session', 'currency', 'remark', 'orderId', 'trigger']);
const extraFills: ReadonlySet<FillColumnKey> = new Set(['counterparty', 'updated', 'fillId']);

export const initialViewState: OrdersViewState = {
  tab: 'open',
  range: { kind: 'days', days: 7 },
  filter: '',
  account: '',
  side: '',
  status: '',
  pastStatus: finished,
  sort: null,
  orderColumns: orderColumns.filter((key) => !extraOrders.has(key)),
  fillColumns: fillColumns.filter((key) => !extraFills.has(key)),
};

/** Parses stored state; invalid values are replaced by the defaults. */
export function readViewState(stored: unknown): OrdersViewState {
  if (!isRecord(stored)) return initialViewState;
  const { tab, range, filter, account, side, status, pastStatus, sort } = stored;
  const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');
  return {
    tab: ordersTabs.find((candidate) => candidate === tab) ?? initialViewState.tab,
    range: isRangeChoice(range) ? range : initialViewState.range,
    filter: text(filter),
    account: text(account),
    side: text(side),
    status: text(status),
    pastStatus: typeof pastStatus === 'string' ? text(pastStatus) : initialViewState.pastStatus,
    sort: isSort(sort) ? sort : null,
    orderColumns: columnsIn(stored['orderColumns'], orderColumns) ?? initialViewState.orderColumns,
    fillColumns: columnsIn(stored['fillColumns'], fillColumns) ?? initialViewState.fillColumns,
  };
}

/** The first column always stays; undefined for an invalid choice. */
function columnsIn<K extends string>(stored: unknown, all: readonly K[]): readonly K[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const known = stored.flatMap((key) => all.find((column) => column === key) ?? []);
  return known[0] === all[0] && new Set(known).size === known.length ? known : undefined;
}

function isSort(value: unknown): value is SortOrder {
  return (
    isRecord(value) &&
    [...orderColumns, ...fillColumns].some((key) => key === value['key']) &&
    (value['direction'] === 'ascending' || value['direction'] === 'descending')
  );
}
