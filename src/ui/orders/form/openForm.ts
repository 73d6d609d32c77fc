import type * as vscode from 'vscode';
import type { ModifyArguments, Ticket } from '../../../app/orders/ticket/ticket';
import { formerValues } from '../../../domain/orders/changeBack';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { idText } from '../../../domain/text/visibleText';
import { orderName } from '../orderText';
import { ticketPanelType } from './restoredTickets';
import { TicketPanel } from './ticketPanel';
import type { TicketFormDependencies } from './ticketFormDependencies';
import { openTab } from '../../platform/say/surfaces';

/** The order tickets that are open as forms: one for each order. */
export class TicketForms implements vscode.Disposable {
  readonly #open = new Map<string, { readonly panel: vscode.WebviewPanel; readonly content: TicketPanel }>();

  /** @param modify - *Modify Order…*, with arguments or without. */
  constructor(
    private readonly deps: TicketFormDependencies,
    private readonly modify: (argument?: ModifyArguments) => Promise<void>,
  ) {}

  /** Shows the ticket as a form. One that is open for the same order goes, unless it is in use and the new one is not filled. */
  show(ticket: Ticket): void {
    const target = this.deps.desk.targetOf(ticket);
    if (target === undefined) return;
    const key = JSON.stringify([target.service, target.accountId, target.orderId]);
    const isPrefilled = Object.keys(ticket.typed).length > 0;
    const known = this.#open.get(key);
    if (known?.content.isInUse === true && !isPrefilled) {
      known.panel.reveal();
      return;
    }
    known?.panel.dispose();
    const title = ticket.order === undefined ? idText(ticket.orderId) : orderName(ticket, ticket.order);
    const panel = openTab(ticketPanelType, title);
    const { accountId, orderId, exchange } = ticket;
    const order = { accountId, orderId, ...(exchange === undefined ? {} : { exchange }) };
    const others = {
      modifyAgain: async () => this.modify(order),
      changeBack: async (attempt: Attempt) => this.modify(changedBack(attempt)),
      chooseAnother: async () => this.modify(),
    };
    const content = new TicketPanel(panel, ticket, target, this.deps.access.current, others, this.deps);
    this.#open.set(key, { panel, content });
    panel.onDidChangeViewState(() => content.setVisible(panel.visible));
    panel.onDidDispose(() => {
      if (this.#open.get(key)?.panel === panel) this.#open.delete(key);
      content.dispose();
    });
  }

  dispose(): void {
    for (const { panel } of [...this.#open.values()]) panel.dispose();
  }
}

/** *Modify Order…* filled with what an order had before a change. */
export function changedBack({ target, fields }: Pick<Attempt, 'target' | 'fields'>): ModifyArguments {
  const { qty, price, aux_price: auxPrice } = formerValues(fields) ?? {};
  return {
    accountId: target.accountId,
    orderId: target.orderId,
    exchange: target.exchange,
    ...(qty === undefined ? {} : { qty }),
    ...(price === undefined ? {} : { price }),
    ...(auxPrice === undefined ? {} : { auxPrice }),
  };
}
