import type { SandboxRequest } from '../types';
import { plateFates } from '../fates';
import { hash32 } from '../random';
import type { Security } from '../securities/securities';
import { prefixOf } from '../securities/securities';
import type { Plate } from '../securities/plates';
import { constituentRecord, findPlate, plates, plateRecord } from '../securities/plates';
import { jsonObject } from './body';
import { answerQuote, invalidParameter, QuoteFailure } from './envelopes';
import type { PageOf } from './paging';
import { pageOf } from './paging';
import { failOnReserved, optionalInteger, optionalText, requiredText } from './query';
import type { RouteContext } from './routeContext';

const pageLimit = { standard: 200, maximum: 1_000 };
const classes = ['ALL', 'INDUSTRY', 'REGION', 'CONCEPT', 'OTHER'];

function knownPlate({ tools }: RouteContext, id: string): Plate {
  failOnReserved(id);
  const plate = tools.options.likeLive && id === plateFates.gone ? undefined : findPlate(id);
  if (plate === undefined) {
    // A separate code for unknown identifiers is beyond the specification.
    throw tools.options.strict ? invalidParameter('plate_id is not known') : new QuoteFailure('invalid_symbol', 'plate_id is not known');
  }
  return plate;
}

function limitOf(value: unknown): number {
  if (value === undefined) {
    return pageLimit.standard;
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > pageLimit.maximum) {
    throw invalidParameter(`limit must be an integer from 1 to ${String(pageLimit.maximum)}`);
  }
  return value;
}

function answer<T>(page: PageOf<T>, total: number, record: (item: T) => object): object {
  return { data: { stock_list: page.items.map(record) }, pagination: { ...page.pagination, total } };
}

function constituents(route: RouteContext, context: SandboxRequest): object {
  const clientId = context.req.header('X-Vendor-Client-Nnid');
  if (clientId !== undefined && !/^\d+$/.test(clientId)) {
    throw invalidParameter('X-Vendor-Client-Nnid must be numeric');
  }
  const plate = knownPlate(route, context.req.param('plate_id') ?? '');
  const body = jsonObject(context);
  if (body === undefined) {
    throw invalidParameter('the body must be a JSON object that gives no name two values');
  }
  const cursor = body['next_key'] ?? '';
  if (typeof cursor !== 'string') {
    throw invalidParameter('next_key must be a string');
  }
  const all = route.world().constituents(plate);
  return answer(pageOf(route.tools, all, `plate/${plate.code}`, cursor, limitOf(body['limit'])), all.length, (security) =>
    constituentRecord(security, route.world().language),
  );
}

function plateList({ tools, world }: RouteContext, context: SandboxRequest): object {
  const market = optionalText(context, 'market') ?? '';
  const plateClass = optionalText(context, 'plate_class') ?? 'ALL';
  if (!classes.includes(plateClass)) {
    throw invalidParameter(`plate_class must be one of ${classes.join(', ')}`);
  }
  const { unsupported } = plateFates;
  if (tools.options.likeLive && market === unsupported.market && plateClass === unsupported.plateClass) {
    throw new QuoteFailure('unsupported', `plate_class ${plateClass} is not supported in ${market}`);
  }
  const listed = plates.filter(
    (plate) => (market === '' || prefixOf(plate.code) === market) && (plateClass === 'ALL' || plate.plateClass === plateClass),
  );
  return {
    data: {
      plate_list: listed.map((plate) => {
        const record = plateRecord(plate, world().language);
        return tools.options.likeLive ? without(record, 'plate_class') : record;
      }),
    },
  };
}

function without(record: Readonly<Record<string, string | number>>, ...left: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !left.includes(name)));
}

const sorts: ReadonlyMap<string, (a: Security, b: Security) => number> = new Map([
  ['CODE', (a, b) => (a.code < b.code ? -1 : 1)],
  ['NAME', (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.code < b.code ? -1 : 1)],
]);

/** Some of the many documented sort fields: those without a figure of their own in this world have an arbitrary but fixed order. */
const figureSorts: ReadonlySet<string> = new Set([
  ...['CUR_PRICE', 'CHANGE_RATE', 'CHANGE_VAL', 'VOLUME', 'TURNOVER', 'TURNOVER_RATE', 'AMPLITUDE'],
  ...['MARKET_VAL', 'PE', 'PB', 'LOT_SIZE'],
]);

function figureSort(field: string, { tools, world }: RouteContext): ((a: Security, b: Security) => number) | undefined {
  if (!figureSorts.has(field)) return undefined;
  const nowMs = tools.now();
  const figure = (security: Security): number => {
    if (field === 'LOT_SIZE') return security.lot;
    if (field === 'CUR_PRICE') return Number(world().quotes.last(security, nowMs).units) / 10 ** security.digits;
    return hash32(`${field}/${security.code}`);
  };
  return (a, b) => figure(a) - figure(b) || (a.code < b.code ? -1 : 1);
}

function plateStock(route: RouteContext, context: SandboxRequest): object {
  const plate = knownPlate(route, requiredText(context, 'plate_code'));
  const limit = optionalInteger(context, 'limit', pageLimit.standard, 1, pageLimit.maximum);
  const field = optionalText(context, 'sort_field') ?? '';
  if (route.tools.options.likeLive && prefixOf(plate.code) === plateFates.denied) {
    throw new QuoteFailure('permission_denied', `No quote right for ${plateFates.denied}: buy the quote card in the app first`);
  }
  const sort = sorts.get(field) ?? figureSort(field, route);
  if (field !== '' && sort === undefined) {
    throw invalidParameter(`sort_field must be one of ${[...sorts.keys(), ...figureSorts].join(', ')}`);
  }
  const ascending = !['false', '0'].includes(optionalText(context, 'ascend') ?? 'true');
  const all = route.world().constituents(plate);
  const sorted = sort === undefined ? all : all.toSorted((a, b) => (ascending ? sort(a, b) : sort(b, a)));
  const cursor = optionalText(context, 'next_key') ?? '';
  return answer(
    pageOf(route.tools, sorted, `plate-stock/${plate.code}/${field}/${String(ascending)}`, cursor, limit),
    all.length,
    (security) => {
      const record = constituentRecord(security, route.world().language);
      if (!route.tools.options.likeLive) return record;
      return without({ ...record, list_time: record['listing_date'] ?? 0 }, 'listing_date', 'main_sector');
    },
  );
}

/** Spec, POST /api/v1.0/quote/plate/{plate_id}/stock; the lists of plates and of their stocks by GET are beyond it. */
export function registerPlateRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const authorize = tools.authorize('quote:read');
  // No public client was observed to use it, so a like-live service does not have it.
  if (!tools.options.likeLive) {
    app.post('/api/v1.0/quote/plate/:plate_id/stock', authorize, (context) =>
      answerQuote(context, 'code', () => constituents(route, context)),
    );
  }
  if (!tools.options.strict) {
    app.get('/api/v1.0/quote/plate-list', authorize, (context) => answerQuote(context, 'ret_code', () => plateList(route, context)));
    app.get('/api/v1.0/quote/plate-stock', authorize, (context) => answerQuote(context, 'ret_code', () => plateStock(route, context)));
  }
}
