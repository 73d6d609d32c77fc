import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import { recordsActions, recordsTabs, rowActions } from './recordsProtocol';
import type { RecordsTab, ToRecordsHost } from './recordsProtocol';

const longestText = 2_000_000;
const longestView = 10_000;
const longestId = 600;
const mostRows = 100_000;

function isNull(body: unknown): body is null {
  return body === null;
}

function isTab(value: unknown): value is RecordsTab {
  return recordsTabs.some((tab) => tab === value);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longestId;
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const recordsHostGuards: Guards<ToRecordsHost> = {
  ready: isNull,
  look: (body): body is ToRecordsHost['look'] => isRecord(body) && isTab(body['tab']),
  details: (body): body is ToRecordsHost['details'] => isRecord(body) && isTab(body['tab']) && isId(body['id']),
  act: (body): body is ToRecordsHost['act'] => isRecord(body) && recordsActions.some((action) => action === body['action']),
  actOn: (body): body is ToRecordsHost['actOn'] =>
    isRecord(body) && isTab(body['tab']) && isId(body['id']) && rowActions.some((action) => action === body['action']),
  keep: (body): body is ToRecordsHost['keep'] => isRecord(body) && typeof body['view'] === 'string' && body['view'].length <= longestView,
  copy: (body): body is ToRecordsHost['copy'] => isRecord(body) && typeof body['text'] === 'string' && body['text'].length <= longestText,
  export: (body): body is ToRecordsHost['export'] =>
    isRecord(body) &&
    isTab(body['tab']) &&
    (body['ids'] === null || (Array.isArray(body['ids']) && body['ids'].length <= mostRows && body['ids'].every(isId))),
};
