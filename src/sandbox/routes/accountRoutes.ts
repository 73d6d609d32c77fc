import type { SandboxLanguage, SandboxRequest } from '../types';
import { nameOf } from '../world/language';
import type { Fixed } from '../world/decimalText';
import { fixed, fixedText, minus, parseDecimal, percentOf, widened } from '../world/decimalText';
import { OrderRefused } from '../world/orders/orderChange';
import type { Order } from '../world/orders/orders';
import { EXCHANGES, tradingMarketOf } from '../world/orders/orders';
import type { ValuedHolding } from '../world/positions';
import { holdingsOf, livePositionRecord, valued } from '../world/positions';
import { grantedAccounts } from './granted';
import { answerOrder, liveAccount, orderBody } from './orderRoutes';
import type { RouteContext } from './routeContext';

const PAGE_SIZE = { standard: 50, minimum: 10, maximum: 100 };
const MOST_IDS = 49;

/** Beyond the specification: an order record; its times are microseconds. */
function orderRecord(order: Order, language: SandboxLanguage): object {
  const { security } = order;
  return {
    order_id: order.id,
    code: order.spelling ?? security.code,
    stock_name: nameOf(security, language),
    security_type: security.type,
    side: order.side,
    order_type: order.type,
    order_status: order.status,
    time_in_force: order.timeInForce,
    session: 'RTH',
    currency: security.currency,
    qty: order.quantity,
    price: order.price,
    aux_price: order.auxPrice,
    dealt_qty: order.dealtQuantity,
    dealt_avg_price: order.dealtPrice,
    trail_type: '',
    trail_value: '',
    trail_spread: '',
    create_time: Math.trunc(order.createdMs) * 1000,
    updated_time: Math.trunc(order.updatedMs) * 1000,
    last_err_msg: order.lastError,
    remark: order.remark,
  };
}

function pageSize(context: SandboxRequest): number {
  const text = context.req.query('page_size') ?? String(PAGE_SIZE.standard);
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (size < PAGE_SIZE.minimum || size > PAGE_SIZE.maximum) {
    throw new OrderRefused(`page_size must be from ${String(PAGE_SIZE.minimum)} to ${String(PAGE_SIZE.maximum)}`);
  }
  return size;
}

function orders({ tools, world }: RouteContext, context: SandboxRequest): Response {
  const account = liveAccount(context);
  const market = context.req.query('trd_market') ?? '';
  const flag = context.req.query('page_flag') ?? '';
  const size = pageSize(context);
  const binding = `orders/${account.id}/${market}`;
  const offset = flag === '' ? 0 : tools.cursors.open(binding, flag);
  if (offset === undefined) {
    throw new OrderRefused('page_flag is not valid');
  }
  const listed = world()
    .orders.list(account.id, tools.now())
    .filter((order) => market === '' || tradingMarketOf(order) === market);
  const end = offset + size;
  const completed = end >= listed.length;
  return context.json({
    s: 'ok',
    d: {
      orders: listed.slice(offset, end).map((order) => orderRecord(order, world().language)),
      page_flag: completed ? '' : tools.cursors.seal(binding, end),
      completed,
    },
  });
}

function detail({ tools, world }: RouteContext, context: SandboxRequest): Response {
  const account = liveAccount(context);
  const { exchange, order_ids: ids } = orderBody(context);
  if (typeof exchange !== 'string' || !EXCHANGES.includes(exchange)) {
    throw new OrderRefused('exchange is not supported');
  }
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > MOST_IDS || ids.some((id) => typeof id !== 'string')) {
    throw new OrderRefused(`order_ids must hold 1 to ${String(MOST_IDS)} strings`);
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
  return holdingsOf(world().seed, liveAccount(context)).map((holding) => valued(holding, world().quotes, tools.now()));
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
  return context.json({ s: 'ok', d: found.map((holding) => livePositionRecord(holding, route.world().language)) });
}

/** In hundredths of the currency. */
const CASH: ReadonlyMap<string, number> = new Map([
  ['HKD', 18_234_055],
  ['USD', 4_891_230],
  ['CNY', 7_600_510],
  ['SGD', 1_240_000],
]);

/** Money of one currency: what lies there and what the positions of that currency are worth. */
function funds(route: RouteContext, context: SandboxRequest): Response {
  const currency = context.req.query('currency') ?? liveAccount(context).currency;
  const cash = fixed(CASH.get(currency) ?? 0, 2);
  const inCurrency = holdings(route, context).filter(({ security }) => security.currency === currency);
  const sum = (of: (holding: ValuedHolding) => Fixed): Fixed =>
    fixed(
      inCurrency.reduce((total, holding) => total + widened(of(holding), 10).units, 0n),
      10,
    );
  const marketValue = sum(({ marketValue: value, short }) => (short ? { ...value, units: -value.units } : value));
  const profit = sum(({ profit: value }) => value);
  const cents = (value: Fixed): string => fixedText({ units: value.units / 100_000_000n, digits: 2 });
  const total = fixed(widened(cash, 10).units + marketValue.units, 10);
  const frozen = fixed(cash.units / 20n, 2);
  return context.json({
    s: 'ok',
    d: {
      currency,
      power: fixedText({ units: cash.units * 2n, digits: 2 }),
      total_assets: cents(total),
      cash: fixedText(cash),
      market_val: cents(marketValue),
      frozen_cash: fixedText(frozen),
      available_funds: fixedText(minus(cash, frozen)),
      unrealized_pl: cents(profit),
      realized_pl: '0.00',
      risk_status: percentOf(marketValue, total).units > 9_000n ? 'WARNING' : 'SAFE',
    },
  });
}

/** Beyond the specification: what the account family offers for reading. */
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
