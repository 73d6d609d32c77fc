import { approvalPath } from '../approval/approval';
import type { SandboxOptions, SandboxRequest } from '../types';
import type { SandboxAccount } from '../world/accounts';
import { OrderRefused } from '../world/orders/orderChange';
import type { Reaction } from '../world/orders/questions';
import { jsonObject } from './body';
import { orderFailure } from './envelopes';
import type { RouteContext } from './routeContext';

/** Codes of order failures (Spec, Errors). */
const general = -1200;
const confirmationRequired = -2100;
const browserRequired = -2101;

/** The live account of the path. @throws OrderRefused */
export function liveAccount(context: SandboxRequest): SandboxAccount {
  const account = context.get('accounts').find(context.req.param('acc_id') ?? '');
  if (account?.kind !== 'live') {
    throw new OrderRefused('the account does not exist');
  }
  return account;
}

/** Runs a route of the account family and turns a refusal into the general error, or the recorded one. */
export function answerOrder(context: SandboxRequest, run: () => Response): Response {
  try {
    return run();
  } catch (error) {
    if (error instanceof OrderRefused) {
      const { message, recordedCode } = error;
      if (recordedCode !== undefined) return orderFailure(context, recordedCode, message, { need_order_confirm: false });
      return orderFailure(context, general, message);
    }
    throw error;
  }
}

/** The JSON body. @throws OrderRefused */
export function orderBody(context: SandboxRequest): Readonly<Record<string, unknown>> {
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('Content-Type') ?? '')) {
    throw new OrderRefused('Content-Type must be application/json');
  }
  const body = jsonObject(context);
  if (body === undefined) {
    throw new OrderRefused('the body must be a JSON object that gives no name two values');
  }
  return body;
}

function modify(route: RouteContext, context: SandboxRequest): Response {
  const { tools, world } = route;
  const account = liveAccount(context);
  const reaction = world().orders.modify(account, context.req.param('order_id') ?? '', orderBody(context), tools.now());
  return reaction.kind === 'accepted' ? context.json({ s: 'ok' }) : answerQuestion(route, context, reaction, { isInside: false });
}

/** Asks for a confirmation or for a step in a browser, at the top level or inside `d`. */
export function answerQuestion(
  { tools }: RouteContext,
  context: SandboxRequest,
  question: Exclude<Reaction, { readonly kind: 'accepted' }>,
  { isInside }: { readonly isInside: boolean },
): Response {
  const asks =
    question.kind === 'confirm'
      ? { need_order_confirm: true, confirm_id: question.confirmId }
      : { need_order_confirm: false, jump_url: jumpUrl(context, tools.options.jumpPage, question.ticket) };
  if (isInside) return context.json({ s: 'ok', d: { ...asks, errmsg: question.message } });
  return orderFailure(context, question.kind === 'confirm' ? confirmationRequired : browserRequired, question.message, asks);
}

/** The sandbox's own page needs http, which careful clients open only for this machine; the other address leads nowhere. */
function jumpUrl(context: SandboxRequest, page: SandboxOptions['jumpPage'], ticket: string): string {
  return page === 'own' ? `http://${context.req.header('Host') ?? ''}${approvalPath(ticket)}` : `https://broker.example/confirm/${ticket}`;
}

function confirm({ tools, world }: RouteContext, context: SandboxRequest): Response {
  const account = liveAccount(context);
  const confirmId = orderBody(context)['confirm_id'];
  try {
    const orderId = world().orders.confirm(account.id, typeof confirmId === 'string' ? confirmId : '', tools.now());
    return context.json({ s: 'ok', d: { order_id: orderId } });
  } catch (error) {
    // Recorded: confirming succeeds even without a pending question.
    if (tools.options.likeLive && error instanceof OrderRefused) return context.json({ s: 'ok' });
    throw error;
  }
}

/** Spec, PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}; Order Confirm is beyond it. */
export function registerOrderRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const authorize = tools.authorize('trade:write', 'acc_id');
  app.put('/api/v1.0/accounts/:acc_id/orders/:order_id', authorize, (context) => answerOrder(context, () => modify(route, context)));
  if (!tools.options.strict) {
    app.post('/api/v1.0/accounts/:acc_id/order_confirm', authorize, (context) => answerOrder(context, () => confirm(route, context)));
  }
}
