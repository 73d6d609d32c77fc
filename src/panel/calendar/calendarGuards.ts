import { isSearchType } from '../../domain/calendar/calendarQuery';
import type { HotForm, SearchForm } from '../../domain/calendar/calendarQuery';
import type { ListName, PanelAction, ToCalendarHost } from './calendarProtocol';
import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';

const actions: readonly PanelAction[] = [
  'retry',
  'signIn',
  'connect',
  'setUpApiKey',
  'synchronize',
  'showCertificate',
  'showLog',
  'startSandbox',
];
const longestKeyword = 1000;
const mostRows = 20_000;
const longestView = 20_000;

/**
 * Shape checks of the page's messages: the page shows external text and is not trusted.
 * Rules of the service, such as the range of the page size, are not part of the shape and are checked where requests are made.
 */
export const calendarHostGuards: Guards<ToCalendarHost> = {
  ready: (body): body is null => body === null,
  search: isSearchForm,
  hot: isHotForm,
  more: (body): body is ToCalendarHost['more'] => isRecord(body) && isIndex(body['rows']) && isListReference(body),
  stop: (body): body is ToCalendarHost['stop'] => isRecord(body) && isListName(body['name']),
  act: (body): body is ToCalendarHost['act'] =>
    isRecord(body) && isListName(body['name']) && actions.some((action) => action === body['action']),
  openLink: isRowReference,
  copyRows: (body): body is ToCalendarHost['copyRows'] => isRowsReference(body),
  exportEvent: isRowReference,
  showHistory: isRowReference,
  remind: isRowReference,
  agenda: (body): body is ToCalendarHost['agenda'] => isRecord(body) && typeof body['zone'] === 'string',
  zone: (body): body is string => typeof body === 'string',
  view: (body): body is ToCalendarHost['view'] => isRecord(body) && JSON.stringify(body).length <= longestView,
  holdings: (body): body is null => body === null,
  exportList: (body): body is ToCalendarHost['exportList'] =>
    isRowsReference(body) && isRecord(body) && (body['format'] === 'csv' || body['format'] === 'ics'),
  nextDay: (body): body is ToCalendarHost['nextDay'] =>
    isRecord(body) && typeof body['after'] === 'string' && typeof body['zone'] === 'string',
};

function isListName(value: unknown): value is ListName {
  return value === 'search' || value === 'hot' || value === 'agenda';
}

export function isSearchForm(body: unknown): body is SearchForm {
  return (
    isRecord(body) &&
    typeof body['keyword'] === 'string' &&
    body['keyword'].length <= longestKeyword &&
    isSearchType(body['searchType']) &&
    (body['order'] === 'ascending' || body['order'] === 'descending') &&
    typeof body['pageSize'] === 'number'
  );
}

export function isHotForm(body: unknown): body is HotForm {
  return (
    isRecord(body) &&
    (body['date'] === null || typeof body['date'] === 'string') &&
    typeof body['zone'] === 'string' &&
    typeof body['pageSize'] === 'number'
  );
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isListReference(body: unknown): body is { readonly name: ListName; readonly generation: number } {
  return isRecord(body) && isListName(body['name']) && typeof body['generation'] === 'number';
}

function isRowsReference(body: unknown): body is ToCalendarHost['copyRows'] {
  return (
    isRecord(body) &&
    typeof body['zone'] === 'string' &&
    Array.isArray(body['indexes']) &&
    body['indexes'].length <= mostRows &&
    body['indexes'].every(isIndex) &&
    isListReference(body)
  );
}

function isRowReference(body: unknown): body is ToCalendarHost['openLink'] {
  return isRecord(body) && isIndex(body['index']) && typeof body['zone'] === 'string' && isListReference(body);
}
