import type { Broker } from './broker';
import { fillsHistory, fillsOfToday } from './fillRoutes';
import {
  answerPaperWrite,
  answerWrite,
  confirmOrder,
  listOrders,
  orderDetail,
  ordersHistory,
  paperHistory,
  paperOrders,
} from './orderRoutes';
import {
  calendarEvents,
  changeGroup,
  groupSecurities,
  hotEvents,
  plateList,
  plateStock,
  plateStockGet,
  positions,
  securityGroups,
  simulatedAccounts,
  snapshot,
  tradingDays,
} from './quoteRoutes';
import type { Arrival, Reply } from './wire';

export type Route = (broker: Broker, request: Arrival) => Reply | undefined;

const ok = (body: unknown): Reply => ({ status: 200, body });

/** Routes of the specification first, then those beyond it. */
const routes: readonly (readonly [method: string, path: RegExp, route: Route, isOptional?: boolean])[] = [
  ['GET', /^\/api\/v1\.0\/server-time$/, (broker) => ok({ server_time_ms: String(broker.serverMs()) })],
  ['POST', /^\/oauth2\/register$/, register],
  ['POST', /^\/oauth2\/token$/, token],
  ['PUT', /^\/api\/v1\.0\/accounts\/([^/]+)\/orders\/([^/]+)$/, answerWrite],
  ['GET', /^\/api\/v1\.0\/sim-trade\/[^/]+\/positions$/, positions],
  ['GET', /^\/api\/v1\.0\/quote\/economic-calendar\/search$/, calendarEvents],
  ['GET', /^\/api\/v1\.0\/quote\/economic-calendar\/hot$/, hotEvents],
  ['POST', /^\/api\/v1\.0\/quote\/plate\/[^/]+\/stock$/, plateStock],
  ['GET', /^\/api\/v1\.0\/quote\/trading-days$/, tradingDays],
  ['GET', /^\/api\/v1\.0\/accounts\/authorized_trd_accs$/, liveAccounts, true],
  ['GET', /^\/api\/v1\.0\/sim-trade\/accounts$/, simulatedAccounts, true],
  ['POST', /^\/api\/v1\.0\/accounts\/[^/]+\/orders$/, answerWrite, true],
  ['DELETE', /^\/api\/v1\.0\/accounts\/[^/]+\/orders\/[^/]+$/, answerWrite, true],
  ['POST', /^\/api\/v1\.0\/sim-trade\/[^/]+\/orders(\/[^/]+\/(modify|cancel))?$/, answerPaperWrite, true],
  ['GET', /^\/api\/v1\.0\/sim-trade\/[^/]+\/orders$/, paperOrders, true],
  ['GET', /^\/api\/v1\.0\/sim-trade\/[^/]+\/history-orders$/, paperHistory, true],
  ['GET', /^\/api\/v1\.0\/accounts\/[^/]+\/orders$/, listOrders, true],
  ['GET', /^\/api\/v1\.0\/accounts\/[^/]+\/orders_history$/, ordersHistory, true],
  ['GET', /^\/api\/v1\.0\/accounts\/[^/]+\/order_fills$/, fillsOfToday, true],
  ['GET', /^\/api\/v1\.0\/accounts\/[^/]+\/fills_history$/, fillsHistory, true],
  ['POST', /^\/api\/v1\.0\/accounts\/[^/]+\/orders\/detail$/, orderDetail, true],
  ['POST', /^\/api\/v1\.0\/accounts\/[^/]+\/order_confirm$/, confirmOrder, true],
  ['GET', /^\/api\/v1\.0\/accounts\/[^/]+\/positions$/, livePositions, true],
  ['GET', /^\/api\/v1\.0\/quote\/plate-list$/, plateList, true],
  ['GET', /^\/api\/v1\.0\/quote\/plate-stock$/, plateStockGet, true],
  ['POST', /^\/api\/v1\.0\/quote\/snapshot$/, snapshot, true],
  ['GET', /^\/api\/v1\.0\/quote\/user-security-group$/, securityGroups, true],
  ['GET', /^\/api\/v1\.0\/quote\/user-security$/, groupSecurities, true],
  ['POST', /^\/api\/v1\.0\/quote\/modify-user-security$/, changeGroup, true],
];

/** The route for a request. */
export function routeOf(request: Arrival): Route | undefined {
  const found = routes.find(([method, path]) => method === request.method && path.test(request.path));
  if (found === undefined) return undefined;
  const [, , route, isOptional = false] = found;
  return (broker, arrival) => (isOptional && broker.options.strict === true ? undefined : route(broker, arrival));
}

function accountOf({ path }: Arrival): string {
  return decodeURIComponent(path.split('/')[4] ?? '');
}

function jsonOf({ body }: Arrival): Readonly<Record<string, unknown>> {
  return JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>;
}

function register(broker: Broker, request: Arrival): Reply {
  const { redirect_uris: redirectUris, client_name: clientName } = jsonOf(request);
  const id = `client-${broker.arrivedCount}`;
  return {
    status: 201,
    body: {
      client_id: id,
      client_id_issued_at: Math.floor(broker.serverMs() / 1000),
      client_name: clientName,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      registration_access_token: `registration-${id}-zzzzzzzzzzzz`,
      registration_client_uri: `http://${request.headers.get('host') ?? ''}/oauth2/register/${id}`,
      scope: broker.credentials.scope,
      pkce_required: true,
    },
  };
}

function token(broker: Broker, request: Arrival): Reply {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const issued = broker.credentials.issue();
  if (form.get('grant_type') !== 'refresh_token') return ok(issued);
  if (!broker.credentials.refreshTokens.has(form.get('refresh_token') ?? '')) return { status: 400, body: { error: 'invalid_grant' } };
  return ok({ ...issued, refresh_token: undefined });
}

function liveAccounts(broker: Broker): Reply {
  return ok({ s: 'ok', d: { accounts: broker.lists.get('liveAccounts') ?? [] } });
}

function livePositions(broker: Broker, request: Arrival): Reply {
  return ok({ s: 'ok', d: broker.lists.get(`livePositions/${accountOf(request)}`) ?? [] });
}
