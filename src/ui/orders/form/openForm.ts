import type * as vscode from 'vscode';
import { emptyTicket } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { idText } from '../../../domain/text/visibleText';
import { orderName } from '../orderText';
import { ticketPanelType } from './restoredTickets';
import { TicketPanel } from './ticketPanel';
import type { TicketFormDependencies } from './ticketPanel';
import { openTab } from '../../platform/say/surfaces';

/** The order tickets that are open as forms: one for each order. */
export class TicketForms implements vscode.Disposable {
  readonly #open = new Map<string, vscode.WebviewPanel>();

  /** @param modify - *Modify Order…* in the form, for an order by its ids. */
  constructor(
    private readonly deps: TicketFormDependencies,
    private readonly modify: (argument: Readonly<Record<string, string>>) => Promise<void>,
  ) {}

  /** Shows the ticket as a form, replacing an open ticket for the same order. */
  show(ticket: Ticket): void {
    const target = this.deps.desk.targetOf(ticket);
    if (target === undefined) return;
    const key = JSON.stringify([target.service, target.accountId, target.orderId]);
    const isPrefilled = Object.keys(ticket.typed).length > 0;
    const known = this.#open.get(key);
    if (known !== undefined && !isPrefilled) {
      known.reveal();
      return;
    }
    known?.dispose();
    const title = ticket.order === undefined ? idText(ticket.orderId) : orderName(ticket, ticket.order);
    const panel = openTab(ticketPanelType, title);
    const { accountId, orderId, exchange = emptyTicket.exchange } = ticket;
    const reopen = async (): Promise<void> => this.modify({ accountId, orderId, ...(exchange === undefined ? {} : { exchange }) });
    const content = new TicketPanel(panel, ticket, target, this.deps.access.current, reopen, this.deps);
    this.#open.set(key, panel);
    panel.onDidChangeViewState(() => content.setVisible(panel.visible));
    panel.onDidDispose(() => {
      if (this.#open.get(key) === panel) this.#open.delete(key);
      content.dispose();
    });
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
  }
}
