import type { RangeChoice } from '../../domain/time/historyRange';
import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import { ordersTabs } from './ordersPageProtocol';
import type { OrdersPageAction, OrdersTab, ToOrdersHost } from './ordersPageProtocol';

const actions: readonly OrdersPageAction[] = ['signIn', 'connect', 'startSandbox'];
const longestText = 2_000_000;
const longestView = 100_000;
const longestId = 600;
const mostRows = 100_000;
const mostSymbols = 500;
const mostDays = 366;

function isNull(body: unknown): body is null {
  return body === null;
}

function isTab(value: unknown): value is OrdersTab {
  return ordersTabs.some((tab) => tab === value);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longestId;
}

/** Whether the dates exist is not part of the shape. */
export function isRangeChoice(value: unknown): value is RangeChoice {
  if (!isRecord(value)) return false;
  const { kind, days, from, to } = value;
  const isDate = (text: unknown): boolean => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (kind === 'dates') return isDate(from) && isDate(to);
  return kind === 'days' && typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= mostDays;
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const ordersHostGuards: Guards<ToOrdersHost> = {
  ready: isNull,
  refresh: isNull,
  look: (body): body is ToOrdersHost['look'] => isRecord(body) && isTab(body['tab']) && isRangeChoice(body['range']),
  visible: (body): body is ToOrdersHost['visible'] =>
    isRecord(body) && Array.isArray(body['symbols']) && body['symbols'].length <= mostSymbols && body['symbols'].every(isId),
  act: (body): body is ToOrdersHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
  open: (body): body is ToOrdersHost['open'] => isRecord(body) && isTab(body['tab']) && isId(body['id']),
  keep: (body): body is ToOrdersHost['keep'] => isRecord(body) && typeof body['view'] === 'string' && body['view'].length <= longestView,
  copy: (body): body is ToOrdersHost['copy'] => isRecord(body) && typeof body['text'] === 'string' && body['text'].length <= longestText,
  export: (body): body is ToOrdersHost['export'] =>
    isRecord(body) && isTab(body['tab']) && Array.isArray(body['ids']) && body['ids'].length <= mostRows && body['ids'].every(isId),
};
