import type { SandboxRequest } from '../../types';
import { liveDraft, liveOrderType } from '../../world/exchange/drafts';
import type { Placed } from '../../world/exchange/exchange';
import { OrderRefused } from '../../world/orders/orderChange';
import { exchanges, hasLimit, withoutExchange } from '../../world/orders/orders';
import type { Reaction } from '../../world/orders/questions';
import { answerOrder, answerQuestion, liveAccount, orderBody } from '../orderRoutes';
import type { RouteContext } from '../routeContext';
import { powerOf } from './power';

function place(route: RouteContext, context: SandboxRequest): Response {
  const { tools, world } = route;
  const account = liveAccount(context);
  const draft = liveDraft(orderBody(context), (code) => world().findSecurity(withoutExchange(code)));
  const placed = world().orders.place(account, draft, tools.now());
  return answerPlaced(route, context, placed);
}

function answerPlaced(route: RouteContext, context: SandboxRequest, placed: Placed): Response {
  switch (placed.kind) {
    case 'placed':
      return context.json({ s: 'ok', d: { order_id: placed.orderId } });
    case 'failed':
      return context.json({ s: 'ok', d: { order_id: placed.orderId, order_status: 'FAILED', last_err_msg: placed.message } });
    case 'confirm':
    case 'browser':
      return answerQuestion(route, context, placed, { isInside: route.tools.options.likeLive });
  }
}

function cancel(route: RouteContext, context: SandboxRequest): Response {
  const { tools, world } = route;
  const account = liveAccount(context);
  const exchange = context.req.query('exchange') ?? '';
  if (!exchanges.includes(exchange)) throw new OrderRefused('exchange is required');
  const reaction: Reaction = world().orders.cancel(account, context.req.param('order_id') ?? '', exchange, tools.now());
  return reaction.kind === 'accepted'
    ? context.json({ s: 'ok' })
    : answerQuestion(route, context, reaction, { isInside: tools.options.likeLive });
}

function mostOf(route: RouteContext, context: SandboxRequest): Response {
  const account = liveAccount(context);
  const security = route.world().findSecurity(withoutExchange(context.req.query('code') ?? ''));
  if (security === undefined) throw new OrderRefused('code is not known');
  const isLimited = hasLimit(liveOrderType({ order_type: context.req.query('order_type') }));
  const asked = isLimited ? (context.req.query('price') ?? '') : undefined;
  const { most, margin } = powerOf(route, account, security, asked, context.req.query('order_id'));
  return context.json({
    s: 'ok',
    d: {
      max_cash_buy: most.cashBuy.toFixed(),
      max_cash_and_margin_buy: most.marginBuy.toFixed(),
      max_position_sell: most.sell.toFixed(),
      max_sell_short: most.short.toFixed(),
      max_buy_back: most.buyBack.toFixed(),
      long_required_im: margin('long'),
      short_required_im: margin('short'),
    },
  });
}

/** Beyond the specification: placing and cancelling orders of live accounts. */
export function registerPlaceRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const write = tools.authorize('trade:write', 'acc_id');
  app.post('/api/v1.0/accounts/:acc_id/orders', write, (context) => answerOrder(context, () => place(route, context)));
  app.delete('/api/v1.0/accounts/:acc_id/orders/:order_id', write, (context) => answerOrder(context, () => cancel(route, context)));
  app.get('/api/v1.0/accounts/:acc_id/acctradinginfo', tools.authorize('trade:read', 'acc_id'), (context) =>
    answerOrder(context, () => mostOf(route, context)),
  );
}
