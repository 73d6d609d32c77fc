import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { ToCanceledHost } from './canceledProtocol';

const longestId = 600;

function isNull(body: unknown): body is null {
  return body === null;
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const canceledHostGuards: Guards<ToCanceledHost> = {
  ready: isNull,
  cancelRest: isNull,
  showJournal: isNull,
  open: (body): body is ToCanceledHost['open'] =>
    isRecord(body) && typeof body['id'] === 'string' && body['id'].length > 0 && body['id'].length <= longestId,
};
