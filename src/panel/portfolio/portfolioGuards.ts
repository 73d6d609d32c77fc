import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { PortfolioAction, ToPortfolioHost } from './portfolioProtocol';

const actions: readonly PortfolioAction[] = ['signIn', 'connect', 'startSandbox', 'retry', 'selectAccount'];
const longestText = 2_000_000;
const longestView = 100_000;
const mostRows = 20_000;
const mostColumns = 40;
const mostSymbols = 500;

function isNull(body: unknown): body is null {
  return body === null;
}

function isSymbol(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 200;
}

function isCell(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2_000;
}

function isRow(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= mostColumns && value.every(isCell);
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const portfolioHostGuards: Guards<ToPortfolioHost> = {
  ready: isNull,
  refresh: isNull,
  act: (body): body is ToPortfolioHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
  visible: (body): body is ToPortfolioHost['visible'] =>
    isRecord(body) && Array.isArray(body['symbols']) && body['symbols'].length <= mostSymbols && body['symbols'].every(isSymbol),
  open: (body): body is ToPortfolioHost['open'] => isRecord(body) && isSymbol(body['symbol']),
  keep: (body): body is ToPortfolioHost['keep'] => isRecord(body) && typeof body['view'] === 'string' && body['view'].length <= longestView,
  copy: (body): body is ToPortfolioHost['copy'] => isRecord(body) && typeof body['text'] === 'string' && body['text'].length <= longestText,
  export: (body): body is ToPortfolioHost['export'] =>
    isRecord(body) &&
    isRow(body['header']) &&
    Array.isArray(body['rows']) &&
    body['rows'].length <= mostRows &&
    body['rows'].every(isRow) &&
    Array.isArray(body['accounts']) &&
    body['accounts'].length === body['rows'].length &&
    body['accounts'].every(isCell),
};
