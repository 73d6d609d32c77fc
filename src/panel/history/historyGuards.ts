import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { HistoryAction, IndicatorView, ToHistoryHost } from './historyProtocol';

const actions: readonly HistoryAction[] = ['signIn', 'connect', 'startSandbox', 'choose', 'search', 'remind'];
const longestText = 2_000_000;
const longestName = 2_000;

function isNull(body: unknown): body is null {
  return body === null;
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const historyHostGuards: Guards<ToHistoryHost> = {
  ready: isNull,
  refresh: isNull,
  stop: isNull,
  act: (body): body is ToHistoryHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
  copy: (body): body is ToHistoryHost['copy'] => isRecord(body) && typeof body['text'] === 'string' && body['text'].length <= longestText,
};

/** An indicator that a page stored or a command got; only its shape is checked. */
export function isIndicator(value: unknown): value is IndicatorView {
  return (
    isRecord(value) &&
    isName(value['text']) &&
    value['text'].trim() !== '' &&
    isName(value['country']) &&
    (value['unit'] === null || isName(value['unit']))
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestName;
}
