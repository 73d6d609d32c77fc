import { isScreen, isScreenName, longestScreenName } from '../../domain/plates/screen';
import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import { screenerActions } from './screenerProtocol';
import type { ToScreenerHost } from './screenerProtocol';

const longestText = 2_000_000;
const longestView = 100_000;
const mostRows = 100_000;
const mostColumns = 40;
const mostSymbols = 500;

function isNull(body: unknown): body is null {
  return body === null;
}

function isSymbol(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 200;
}

function isRow(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= mostColumns && value.every((cell) => typeof cell === 'string' && cell.length <= 2_000);
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const screenerHostGuards: Guards<ToScreenerHost> = {
  ready: isNull,
  refresh: isNull,
  act: (body): body is ToScreenerHost['act'] => isRecord(body) && screenerActions.some((action) => action === body['action']),
  choosePlate: (body): body is ToScreenerHost['choosePlate'] => isRecord(body) && isSymbol(body['plateId']),
  visible: (body): body is ToScreenerHost['visible'] =>
    isRecord(body) && Array.isArray(body['symbols']) && body['symbols'].length <= mostSymbols && body['symbols'].every(isSymbol),
  open: (body): body is ToScreenerHost['open'] => isRecord(body) && isSymbol(body['symbol']),
  keep: (body): body is ToScreenerHost['keep'] => isRecord(body) && typeof body['view'] === 'string' && body['view'].length <= longestView,
  saveScreen: (body): body is ToScreenerHost['saveScreen'] =>
    isRecord(body) && typeof body['name'] === 'string' && body['name'].length <= longestScreenName && isScreen(body['screen']),
  renameScreen: (body): body is ToScreenerHost['renameScreen'] => isRecord(body) && isScreenName(body['name']),
  removeScreen: (body): body is ToScreenerHost['removeScreen'] => isRecord(body) && isScreenName(body['name']),
  copy: (body): body is ToScreenerHost['copy'] => isRecord(body) && typeof body['text'] === 'string' && body['text'].length <= longestText,
  export: (body): body is ToScreenerHost['export'] =>
    isRecord(body) && isRow(body['header']) && Array.isArray(body['rows']) && body['rows'].length <= mostRows && body['rows'].every(isRow),
};
