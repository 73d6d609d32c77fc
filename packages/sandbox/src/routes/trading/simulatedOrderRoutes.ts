import type { SandboxRequest } from '../../types';
import type { SandboxAccount } from '../../world/accounts';
import { price, securityOf, simulatedDraft, wholeQuantity } from '../../world/exchange/drafts';
import { nameOf } from '../../securities/language';
import { closedText, OrderRefused } from '../../world/orders/orderChange';
import type { Order } from '../../world/orders/orders';
import { hasEnded, isOpen } from '../../world/orders/orders';
import { currencyOf } from '../../world/positions';
import { prefixOf } from '../../securities/securities';
import { jsonObject } from '../body';
import { answerQuote, invalidParameter, QuoteFailure } from '../envelopes';
import { pageOf } from '../paging';
import { integerIn, optionalInteger, optionalText, requiredText } from '../query';
import type { RouteContext } from '../routeContext';
import { simulatedAccount } from '../simulatedRoutes';
import { balanceOf } from './balance';
import { powerOf } from './power';

const largest = 2_147_483_647;
const statuses: Readonly<Record<Order['status'], number>> = {
  SUBMITTING: 2,
  SUBMITTED: 2,
  FILLED_PART: 3,
  FILLED_ALL: 4,
  CANCELLED_PART: 5,
  CANCELLED_ALL: 5,
  FAILED: 6,
};
const sides: Readonly<Record<Order['side'], number>> = { BUY: 1, SELL: 2, SELL_SHORT: 3, BUY_BACK: 4 };
const dayMs = 86_400_000;
/** In a like-live service, one in this many changes is refused for no reason. */
const refusedEvery = 3;

type Body = Readonly<Record<string, unknown>>;

/** The market integer of a request, which must belong to the account. @throws QuoteFailure */
function marketOf(account: SandboxAccount, market: number): number {
  if (!account.markets.includes(market)) throw invalidParameter('market is not one of the account');
  return market;
}

function marketOfQuery(context: SandboxRequest, account: SandboxAccount): number {
  return marketOf(account, integerIn('market', requiredText(context, 'market'), 0, largest));
}

function bodyOf(context: SandboxRequest, account: SandboxAccount): { readonly body: Body; readonly market: number } {
  const body = jsonObject(context);
  const market = body?.['market'];
  if (body === undefined || typeof market !== 'number') throw invalidParameter('market is required in the body');
  return { body, market: marketOf(account, market) };
}

/** A refusal by the broker is a backend failure; unreadable values are a parameter failure. */
function refusing<T>(failure: 'rpc_error' | 'invalid_parameter', run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof OrderRefused) throw new QuoteFailure(failure, error.message);
    throw error;
  }
}

function record({ tools, world }: RouteContext, account: SandboxAccount, order: Order): object {
  const { code } = order.security;
  const micro = (ms: number): string => String(Math.trunc(ms) * 1000);
  const { likeLive } = tools.options;
  const market = order.placed?.market ?? account.markets[0] ?? 0;
  const isBare = likeLive && prefixOf(code) === 'HK';
  return {
    order_id: order.id,
    side: sides[order.side],
    symbol: code.slice(code.indexOf('.') + 1),
    stock_name: nameOf(order.security, world().language),
    order_type: order.type === 'MARKET' ? 3 : 1,
    status: statuses[order.status],
    qty: order.quantity,
    cum_qty: order.dealtQuantity,
    price: order.price,
    avg_fill_price: order.dealtPrice,
    aux_price: order.auxPrice,
    create_time: micro(order.createdMs),
    update_time: micro(order.updatedMs),
    text: order.remark,
    // Recorded: rows of market 100 are returned with market 2, and those of Hong Kong with nulls.
    market: isBare ? null : likeLive && market === 100 ? 2 : market,
    time_in_force: isBare ? null : 0,
    order_trade_time_type: isBare ? null : order.placed?.session === 'extended' ? 2 : 1,
  };
}

/** The orders of the day: open ones, and those that ended within a day. */
function orders(route: RouteContext, context: SandboxRequest): object {
  const account = simulatedAccount(context);
  const market = marketOfQuery(context, account);
  const since = route.tools.now() - dayMs;
  const listed = route
    .world()
    .orders.list(account.id, route.tools.now())
    .filter((order) => order.placed?.market === market && (order.updatedMs > since || !hasEnded(order)));
  return { data: { orders: listed.map((order) => record(route, account, order)) } };
}

/** Microseconds, as milliseconds. */
function instantOf(context: SandboxRequest, name: string): number {
  const text = requiredText(context, name);
  if (!/^\d{1,17}$/.test(text)) throw invalidParameter(`${name} must be microseconds`);
  return Number(text) / 1000;
}

function history(route: RouteContext, context: SandboxRequest): object {
  const { tools, world } = route;
  const account = simulatedAccount(context);
  const market = marketOfQuery(context, account);
  const [begin, end] = [instantOf(context, 'time_begin'), instantOf(context, 'time_end')];
  const size = optionalInteger(context, 'page_size', 50, 1, 100);
  const found = [...world().orders.list(account.id, tools.now()), ...world().orders.past(account).orders.toReversed()].filter(
    ({ createdMs, placed }) => createdMs >= begin && createdMs <= end && (placed?.market ?? market) === market,
  );
  const binding = ['simulated history', account.id, market, begin, end].join('/');
  const page = pageOf(tools, found, binding, optionalText(context, 'next_key') ?? '', size);
  const rows = page.items.map((order) => record(route, account, order));
  // Documented inside data, recorded beside it, where the last key is "0".
  if (!tools.options.likeLive) return { data: { orders: rows, pagination: page.pagination } };
  const pagination = page.pagination.has_more ? page.pagination : { has_more: false, next_key: '0' };
  return { data: { orders: rows }, pagination };
}

function cash(route: RouteContext, context: SandboxRequest): object {
  const account = simulatedAccount(context);
  // Clients of live services omit the market here, and get a response.
  const market = optionalText(context, 'market') === undefined ? account.markets[0] : marketOfQuery(context, account);
  const currency = market === undefined || market === account.markets[0] ? account.currency : (currencyOf(market) ?? account.currency);
  const { cash: balance, frozen, power, long, short, unrealized, realized } = balanceOf(route, account, currency);
  const { likeLive } = route.tools.options;
  const value = long.minus(short);
  return {
    data: {
      balance: balance.toFixed(2),
      hold: frozen.toFixed(2),
      max_power_long: power.toFixed(2),
      total_asset: balance.plus(value).toFixed(2),
      mv: value.toFixed(2),
      long_mv: long.toFixed(2),
      short_mv: likeLive ? null : short.toFixed(2),
      unrealized_profit: unrealized.toFixed(2),
      realized_profit: likeLive ? null : realized.toFixed(2),
    },
  };
}

function mostOf(route: RouteContext, context: SandboxRequest): object {
  const { world } = route;
  const account = simulatedAccount(context);
  const market = marketOfQuery(context, account);
  const security = refusing('invalid_parameter', () =>
    securityOf(requiredText(context, 'symbol'), market, (code) => world().findSecurity(code)),
  );
  const type = requiredText(context, 'order_type');
  if (type !== '1' && type !== '3') throw invalidParameter('order_type must be 1 or 3');
  const asked = optionalText(context, 'price') ?? '';
  const { most, margin } = refusing('invalid_parameter', () =>
    powerOf(route, account, security, type === '3' ? undefined : asked, optionalText(context, 'order_id')),
  );
  return {
    data: {
      max_cash_buy_qty_round_lot: most.cashBuy.toFixed(),
      max_margin_buy_qty_round_lot: account.type === 'margin' ? most.marginBuy.toFixed() : null,
      max_sell_qty_round_lot: most.sell.toFixed(),
      max_sell_short_qty: most.short.toFixed(),
      max_buy_back_qty: most.buyBack.toFixed(),
      required_im_long: margin('long'),
      required_im_short: margin('short'),
    },
  };
}

function place({ tools, world }: RouteContext, context: SandboxRequest): object {
  const account = simulatedAccount(context);
  const { body, market } = bodyOf(context, account);
  const draft = refusing('invalid_parameter', () => simulatedDraft(body, market, (code) => world().findSecurity(code)));
  const placed = refusing('rpc_error', () => world().orders.place(account, draft, tools.now()));
  if (placed.kind === 'failed') return { data: { order_id: placed.orderId, status: statuses.FAILED } };
  return { data: placed.kind === 'placed' ? { order_id: placed.orderId } : {} };
}

/** An order of the account that can still be changed. @throws OrderRefused */
function openOrder({ tools, world }: RouteContext, context: SandboxRequest, account: SandboxAccount, market: number): Order | undefined {
  const id = context.req.param('order_id') ?? '';
  const order = world()
    .orders.list(account.id, tools.now())
    .find((candidate) => candidate.id === id && candidate.placed?.market === market);
  if (order !== undefined && !isOpen(order)) throw new OrderRefused(closedText(order));
  if (order === undefined && !tools.options.likeLive) throw new OrderRefused('the order does not exist');
  return order;
}

function modify(route: RouteContext, context: SandboxRequest, count: number): object {
  const { tools, world } = route;
  const account = simulatedAccount(context);
  const { body, market } = bodyOf(context, account);
  return refusing('rpc_error', () => {
    const change = { qty: wholeQuantity(body, 'new_qty'), price: price(body, 'new_price', 4) };
    const order = openOrder(route, context, account, market);
    if (tools.options.likeLive && count % refusedEvery === 0) throw new OrderRefused('rpc call failed');
    if (order !== undefined) world().orders.modify(account, order.id, { ...change, exchange: order.exchange }, tools.now());
    return { data: {} };
  });
}

function cancel(route: RouteContext, context: SandboxRequest): object {
  const { tools, world } = route;
  const account = simulatedAccount(context);
  const { market } = bodyOf(context, account);
  return refusing('rpc_error', () => {
    const order = openOrder(route, context, account, market);
    if (order !== undefined) world().orders.cancel(account, order.id, undefined, tools.now());
    return { data: {} };
  });
}

/** Beyond the specification: money and orders of paper accounts. */
export function registerSimulatedOrderRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const [read, write] = [tools.authorize('trade:read', 'acc_id'), tools.authorize('trade:write', 'acc_id')];
  const base = '/api/v1.0/sim-trade/:acc_id';
  let changes = 0;
  const answer = async (context: SandboxRequest, run: typeof orders): Promise<Response> =>
    answerQuote(context, 'ret_code', () => run(route, context));
  app.get(`${base}/cash-info`, read, async (context) => answer(context, cash));
  app.get(`${base}/orders`, read, async (context) => answer(context, orders));
  app.get(`${base}/history-orders`, read, async (context) => answer(context, history));
  app.get(`${base}/max-buy-sell`, read, async (context) => answer(context, mostOf));
  app.post(`${base}/orders`, write, async (context) => answer(context, place));
  app.post(`${base}/orders/:order_id/cancel`, write, async (context) => answer(context, cancel));
  app.post(`${base}/orders/:order_id/modify`, write, async (context) =>
    answer(context, () => {
      changes += 1;
      return modify(route, context, changes);
    }),
  );
}
