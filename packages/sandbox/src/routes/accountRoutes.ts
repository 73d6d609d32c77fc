import type { SandboxRequest } from '../types';
import type { Fixed } from '../decimalText';
import { minus, parseDecimal } from '../decimalText';
import { OrderRefused } from '../world/orders/orderChange';
import { exchanges, hasEnded, isListed, tradingMarketOf } from '../world/orders/orders';
import type { ValuedHolding } from '../world/positions';
import { cashRow, livePositionRecord } from '../world/livePosition';
import { valued } from '../world/positions';
import { grantedAccounts } from './granted';
import { answerOrder, liveAccount, orderBody } from './orderRoutes';
import type { RouteContext } from './routeContext';
import { balanceOf, wholeBalance } from './trading/balance';
import { flaggedPage, ordersPage } from './trading/flaggedPage';
import { orderRecord } from './trading/orderRecord';

/** How long an order is still listed after it has ended. */
const listedMs = 86_400_000;
const mostIds = 49;

/** Open orders, and those that ended within a day. */
function orders({ tools, world }: RouteContext, context: SandboxRequest): Response {
  const account = liveAccount(context);
  const market = context.req.query('trd_market') ?? '';
  const since = tools.now() - listedMs;
  const listed = world()
    .orders.list(account.id, tools.now())
    .filter(({ security }) => isListed(security, tools.options))
    .filter((order) => (market === '' || tradingMarketOf(order) === market) && (order.updatedMs > since || !hasEnded(order)));
  const page = flaggedPage(tools, context, `orders/${account.id}/${market}`, listed, ordersPage);
  return context.json({ s: 'ok', d: { orders: page.items.map((order) => orderRecord(order, world().language)), ...page.rest } });
}

function detail({ tools, world }: RouteContext, context: SandboxRequest): Response {
  const account = liveAccount(context);
  const { exchange, order_ids: ids } = orderBody(context);
  if (typeof exchange !== 'string' || !exchanges.includes(exchange)) {
    throw new OrderRefused('exchange is not supported');
  }
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > mostIds || ids.some((id) => typeof id !== 'string')) {
    throw new OrderRefused(`order_ids must hold 1 to ${String(mostIds)} strings`);
  }
  const wanted = new Set<unknown>(ids);
  const found = world()
    .orders.list(account.id, tools.now())
    .filter((order) => wanted.has(order.id) && order.exchange === exchange);
  return context.json({ s: 'ok', d: found.map((order) => orderRecord(order, world().language)) });
}

function accounts({ tools }: RouteContext, context: SandboxRequest): Response {
  const listed = grantedAccounts(context).filter(({ kind }) => kind === 'live');
  return context.json({
    s: 'ok',
    d: {
      accounts: listed.map(({ id, firm, markets, type, cardNumber }) => ({
        account_id: tools.options.likeLive ? Number(id) : id,
        security_firm: firm,
        enable_market: markets,
        acc_type: type,
        account_card_number: cardNumber,
        univs_account_card_number: '',
      })),
    },
  });
}

function holdings({ tools, world }: RouteContext, context: SandboxRequest): readonly ValuedHolding[] {
  const held = world().orders.purse(tools.now()).holdings(liveAccount(context));
  return held.map((holding) => valued(holding, world().quotes, tools.now()));
}

/** A bound of the profit ratio in percent; it may be negative. */
function bound(context: SandboxRequest, name: string): Fixed | undefined {
  const text = context.req.query(name);
  if (text === undefined || text === '') {
    return undefined;
  }
  const magnitude = parseDecimal(text.replace(/^-/, ''));
  if (magnitude === undefined) {
    throw new OrderRefused(`${name} is not a valid number`);
  }
  return text.startsWith('-') ? { ...magnitude, units: -magnitude.units } : magnitude;
}

function positions(route: RouteContext, context: SandboxRequest): Response {
  const code = context.req.query('code') ?? '';
  const least = bound(context, 'pl_ratio_min');
  const most = bound(context, 'pl_ratio_max');
  const found = holdings(route, context).filter(
    ({ security, profitRatio }) =>
      (code === '' || security.code === code) &&
      (least === undefined || minus(profitRatio, least).units >= 0n) &&
      (most === undefined || minus(most, profitRatio).units >= 0n),
  );
  const { likeLive } = route.tools.options;
  const rows = found.map((holding) => livePositionRecord(holding, { language: route.world().language, likeLive }));
  return context.json({ s: 'ok', d: likeLive && code === '' && least === undefined && most === undefined ? [...rows, cashRow] : rows });
}

/** What can be spent in one currency, and what everything in the account comes to, converted into it. */
function funds(route: RouteContext, context: SandboxRequest): Response {
  const account = liveAccount(context);
  const asked = context.req.query('currency') ?? '';
  if (asked === '' && route.tools.options.likeLive) throw new OrderRefused('missing required parameter: currency');
  const currency = asked === '' ? account.currency : asked;
  const purse = route.world().orders.purse(route.tools.now());
  const cashIn = (of: string): string => purse.cash(account, of).toFixed(2);
  const { cash, frozen, power } = balanceOf(route, account, currency);
  const whole = wholeBalance(route, account, currency);
  const marketValue = whole.long.minus(whole.short);
  const total = whole.cash.plus(marketValue);
  return context.json({
    s: 'ok',
    d: {
      currency,
      power: power.toFixed(2),
      total_assets: total.toFixed(2),
      cash: whole.cash.toFixed(2),
      market_val: marketValue.toFixed(2),
      frozen_cash: frozen.toFixed(2),
      available_funds: cash.minus(frozen).toFixed(2),
      initial_margin: whole.initialMargin.toFixed(2),
      maintenance_margin: whole.maintenanceMargin.toFixed(2),
      unrealized_pl: whole.unrealized.toFixed(2),
      realized_pl: whole.realized.toFixed(2),
      risk_status: total.gt(0) && marketValue.gt(total.times('0.9')) ? 'WARNING' : 'SAFE',
      hk_cash: cashIn('HKD'),
      us_cash: cashIn('USD'),
      cn_cash: cashIn('CNY'),
      sg_cash: cashIn('SGD'),
      ...(route.tools.options.likeLive ? { ca_cash: 'N/A' } : {}),
    },
  });
}

/** Beyond the specification: the read calls of the account family. */
export function registerAccountRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const read = tools.authorize('trade:read', 'acc_id');
  app.get('/api/v1.0/accounts/authorized_trd_accs', tools.authorize('trade:read'), (context) =>
    answerOrder(context, () => accounts(route, context)),
  );
  app.get('/api/v1.0/accounts/:acc_id/orders', read, (context) => answerOrder(context, () => orders(route, context)));
  app.post('/api/v1.0/accounts/:acc_id/orders/detail', read, (context) => answerOrder(context, () => detail(route, context)));
  app.get('/api/v1.0/accounts/:acc_id/positions', read, (context) => answerOrder(context, () => positions(route, context)));
  app.get('/api/v1.0/accounts/:acc_id/funds', read, (context) => answerOrder(context, () => funds(route, context)));
}
