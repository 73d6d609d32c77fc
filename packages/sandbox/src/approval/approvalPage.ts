import { html } from 'hono/html';
import { sendPage } from '../http/page';
import type { Markup } from '../http/page';
import type { SandboxRequest } from '../types';
import type { BrowserStep } from '../world/orders/questions';

/** Shows the order after the change, and asks for approval. */
export async function sendApprovalPage(c: SandboxRequest, { order, change }: BrowserStep): Promise<Response> {
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
export async function sendOutcomePage(c: SandboxRequest, decision: 'approve' | 'decline'): Promise<Response> {
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
