import { readForm, valueOf } from '../http/form';
import { sendErrorPage } from '../http/page';
import type { SandboxApp, SandboxRequest } from '../types';
import type { OrderBlotter } from '../world/orders/orderBlotter';
import { sendApprovalPage, sendOutcomePage } from './approvalPage';

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
