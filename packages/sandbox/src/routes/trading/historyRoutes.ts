import type { SandboxRequest } from '../../types';
import type { SandboxAccount } from '../../world/accounts';
import { OrderRefused } from '../../world/orders/orderChange';
import { isListed, tradingMarketOf } from '../../world/orders/orders';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import { answerOrder, liveAccount } from '../orderRoutes';
import type { RouteContext } from '../routeContext';
import { flaggedPage, ordersPage } from './flaggedPage';
import type { PageSizes } from './flaggedPage';
import { fillRecord, orderRecord } from './orderRecord';

const fillsPage: PageSizes = { ...ordersPage, maximum: 50 };
/** The result if neither end is given. */
const standardMs = 90 * 86_400_000;

/** The parameters of a history request. */
interface Range {
  readonly startMs: number;
  readonly endMs: number;
  readonly suits: (security: Security) => boolean;
  /** What its cursors are valid for. */
  readonly binding: string;
}

function rangeOf(route: RouteContext, context: SandboxRequest, account: SandboxAccount): Range {
  const [start, end] = ['start', 'end'].map((name) => instantOf(context, name));
  const [market, code] = [marketOf(route, context), context.req.query('code') ?? ''];
  const now = route.tools.now();
  // Documented as the last 90 days, observed to be nothing.
  const standard = route.tools.options.likeLive && start === undefined ? Infinity : (end ?? now) - standardMs;
  return {
    startMs: start ?? standard,
    endMs: end ?? now,
    suits: (security) => (market === '' || tradingMarketOf({ security }) === market) && (code === '' || security.code === code),
    binding: [account.id, start, end, market, code].join('/'),
  };
}

/** The market that is asked for; documented as required, which only the like-live service insists on. @throws OrderRefused */
function marketOf({ tools }: RouteContext, context: SandboxRequest): string {
  const market = context.req.query('trd_market') ?? '';
  if (market === '' && tools.options.likeLive) throw new OrderRefused('missing required parameter: trd_market');
  return market;
}

/** Microseconds, as milliseconds. */
function instantOf(context: SandboxRequest, name: string): number | undefined {
  const text = context.req.query(name);
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,17}$/.test(text)) throw new OrderRefused(`${name} must be microseconds`);
  return Number(text) / 1000;
}

function orders(route: RouteContext, context: SandboxRequest): Response {
  const { tools, world } = route;
  const account = liveAccount(context);
  const { startMs, endMs, suits, binding } = rangeOf(route, context, account);
  const found = [...world().orders.list(account.id, tools.now()), ...world().orders.past(account).orders.toReversed()].filter(
    ({ createdMs, security }) => createdMs >= startMs && createdMs <= endMs && suits(security) && isListed(security, tools.options),
  );
  const page = flaggedPage(tools, context, `history/${binding}`, found, ordersPage);
  return context.json({ s: 'ok', d: { orders: page.items.map((order) => orderRecord(order, world().language)), ...page.rest } });
}

function fills(route: RouteContext, context: SandboxRequest): Response {
  const { tools, world } = route;
  const account = liveAccount(context);
  const { startMs, endMs, suits, binding } = rangeOf(route, context, account);
  const found = [...world().orders.past(account).deals, ...world().orders.deals(account.id, tools.now())]
    .filter(({ atMs, security }) => atMs >= startMs && atMs <= endMs && suits(security))
    .toReversed();
  const page = flaggedPage(tools, context, `fills/${binding}`, found, fillsPage);
  return context.json({ s: 'ok', d: { order_fills: page.items.map((deal) => fillRecord(deal, world().language)), ...page.rest } });
}

/** The fills of the current day at each exchange. */
function fillsOfToday(route: RouteContext, context: SandboxRequest): Response {
  const { tools, world } = route;
  const account = liveAccount(context);
  const { market, zoned, orders: blotter, language } = world();
  const asked = marketOf(route, context);
  const dayOf = (ms: number, security: Security): string => zoned.dateAt(ms, market.hours(prefixOf(security.code)).zone);
  const found = blotter
    .deals(account.id, tools.now())
    .filter(({ security }) => asked === '' || tradingMarketOf({ security }) === asked)
    .filter(({ atMs, security }) => dayOf(atMs, security) === dayOf(tools.now(), security))
    .toReversed();
  const page = flaggedPage(tools, context, `today/${account.id}/${asked}`, found, ordersPage);
  return context.json({ s: 'ok', d: { order_fills: page.items.map((deal) => fillRecord(deal, language)), ...page.rest } });
}

/** Beyond the specification: past orders and fills of live accounts. */
export function registerHistoryRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const read = tools.authorize('trade:read', 'acc_id');
  app.get('/api/v1.0/accounts/:acc_id/orders_history', read, (context) => answerOrder(context, () => orders(route, context)));
  app.get('/api/v1.0/accounts/:acc_id/fills_history', read, (context) => answerOrder(context, () => fills(route, context)));
  app.get('/api/v1.0/accounts/:acc_id/order_fills', read, (context) => answerOrder(context, () => fillsOfToday(route, context)));
}
