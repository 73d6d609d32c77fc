import { readForm, valueOf } from '../http/form';
import { sendErrorPage, sendPage } from '../http/page';
import type { SandboxApp, SandboxRequest } from '../types';
import type { OrderBlotter } from '../world/orders/orderBlotter';
import { html } from 'hono/html';
import type { Markup } from '../http/page';
import type { BrowserStep } from '../world/orders/questions';

export interface ApprovalDependencies {
  readonly orders: () => OrderBlotter;
  /** The service's clock, Unix milliseconds. */
  readonly now: () => number;
}

/** The path of a browser step's page in this sandbox, without origin (Spec, PUT order, jump_url). */
export function approvalPath(ticket: string): string {
  return `/orders/approve/${ticket}`;
}

/** The page that finishes an order change in the browser; its address is unguessable, and can be answered once by any caller that has it. */
export function registerApprovalRoutes(app: SandboxApp, { orders, now }: ApprovalDependencies): void {
  app.get('/orders/approve/:ticket', async (c) => {
    const step = orders().browserStep(c.req.param('ticket'), now());
    return step === undefined ? sendGone(c) : sendApprovalPage(c, step);
  });
  app.post('/orders/approve/:ticket', async (c) => {
    const form = readForm(c);
    const decision = form === undefined || form.getAll('decision').length > 1 ? undefined : valueOf(form, 'decision');
    if (decision !== 'approve' && decision !== 'decline') return sendGone(c);
    const finished = orders().finishBrowserStep(c.req.param('ticket'), decision === 'approve', now());
    return finished ? sendOutcomePage(c, decision) : sendGone(c);
  });
}

async function sendGone(c: SandboxRequest): Promise<Response> {
  const { gone, goneWhy } = c.get('texts').approval;
  return sendErrorPage(c, 400, gone, goneWhy);
}

/** Shows the order after the change, and asks for approval. */
async function sendApprovalPage(c: SandboxRequest, { order, change }: BrowserStep): Promise<Response> {
  const { approval: texts, lang } = c.get('texts');
  const { security } = order;
  const name = lang === 'zh-CN' ? security.simplified : lang === 'zh-TW' ? security.traditional : security.name;
  return sendPage(c, 200, {
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
      <dl>
        ${row(texts.account, order.account)} ${row(texts.order, `${order.id} · ${texts.sides[order.side]} ${security.code} ${name}`)}
        ${changed(texts.quantity, order.quantity, change.quantity)} ${changed(texts.price, order.price, change.price)}
        ${change.auxPrice === undefined ? '' : changed(texts.triggerPrice, order.auxPrice, change.auxPrice)}
      </dl>
      <p>${texts.explanation}</p>
      <form method="post">
        <p class="actions">
          <button class="primary" name="decision" value="approve">${texts.approve}</button><button name="decision" value="decline">${texts.decline}</button>
        </p>
      </form>`,
  });
}

/** Shows the outcome of the change. */
async function sendOutcomePage(c: SandboxRequest, decision: 'approve' | 'decline'): Promise<Response> {
  const texts = c.get('texts').approval;
  const [title, next] = decision === 'approve' ? [texts.approved, texts.approvedNext] : [texts.declined, texts.declinedNext];
  return sendPage(c, 200, {
    title,
    body: html`<h1>${title}</h1>
      <p role="status">${next}</p>`,
  });
}

function changed(name: string, before: string, after: string): Markup {
  return row(name, before === after ? before : `${before} → ${after}`);
}

function row(name: string, value: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
