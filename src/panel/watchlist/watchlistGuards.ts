import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { ToWatchlistHost, WatchAction } from './watchlistProtocol';

const actions: readonly WatchAction[] = ['signIn', 'connect', 'startSandbox', 'add', 'retry'];
const most = 1_000;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.length <= most && value.every(isText);

/** Shape checks of the page's messages: the page shows external text and is not trusted. */
export const watchlistHostGuards: Guards<ToWatchlistHost> = {
  ready: (body): body is null => body === null,
  visible: (body): body is ToWatchlistHost['visible'] => isRecord(body) && isTexts(body['symbols']),
  open: (body): body is ToWatchlistHost['open'] => isRecord(body) && isText(body['symbol']),
  remove: (body): body is ToWatchlistHost['remove'] => isRecord(body) && isTexts(body['ids']),
  move: (body): body is ToWatchlistHost['move'] =>
    isRecord(body) && isTexts(body['ids']) && (body['before'] === null || isText(body['before'])),
  toggleGroup: (body): body is ToWatchlistHost['toggleGroup'] => isRecord(body) && isText(body['id']),
  copy: (body): body is ToWatchlistHost['copy'] => isRecord(body) && isTexts(body['symbols']),
  chosen: (body): body is ToWatchlistHost['chosen'] => isRecord(body) && isTexts(body['ids']),
  act: (body): body is ToWatchlistHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
};
