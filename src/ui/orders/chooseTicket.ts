import * as vscode from 'vscode';
import { isSameSession, isSignedIn } from '../../app/session/connection';
import type { Ticket } from '../../app/orders/ticket/ticket';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { idText } from '../../domain/text/visibleText';
import { sayWarning } from '../platform/say/messages';
import { readSetting } from '../platform/settings';
import { realMoneyText } from './orderText';
import { openTicket } from './ticket/openTicket';
import { runSteps } from './ticket/quickSteps';
import type { TicketLists } from './ticket/ticketLists';
import { ticketSteps } from './ticket/ticketSteps';

export interface ChooseDependencies {
  readonly access: ServiceAccess;
  /** The accounts and orders to choose from. */
  readonly lists: () => TicketLists;
  /** Whether lists to choose from hide figures and account numbers. */
  readonly isPrivate: () => boolean;
}

/**
 * The ticket that *Modify Order…* is about: asks for what the argument does not say of the order.
 *
 * @param argument - A row's `OrderSubject`, `ModifyArguments`, or nothing.
 * @returns undefined if the user dismissed a question, or nothing can be modified.
 * @throws {@link ServiceError} `aborted` when the user cancels reading.
 */
export async function chooseTicket({ access, lists, isPrivate }: ChooseDependencies, argument: unknown): Promise<Ticket | undefined> {
  if (!(await mayModify(access))) return undefined;
  const begun = access.current;
  const isStill = (): boolean => isSameSession(begun, access.current);
  const opened = await openTicket(lists(), argument).catch((error: unknown) => {
    if (isStill()) throw error;
    return undefined;
  });
  if (opened === undefined || !isStill()) {
    void sayWarning(vscode.l10n.t('Nothing was sent: the service or user changed while the ticket was open.'));
    return undefined;
  }
  const { ticket: first, accounts, orders, order } = opened;
  const world = realMoneyText({ isSandbox: begun.connection.kind === 'sandbox' });
  const ticket = await runSteps(first, ticketSteps({ accounts, orders, order, isPrivate }), ({ orderId }) =>
    orderId === '' ? vscode.l10n.t('Modify Order · {0}', world) : vscode.l10n.t('Modify {0} · {1}', idText(orderId), world),
  );
  return isStill() ? ticket : undefined;
}

/** Whether orders can be modified at all: the user is signed in, possibly after being asked, and the settings allow it. */
async function mayModify(access: ServiceAccess): Promise<boolean> {
  if (!isSignedIn(access.current)) await vscode.commands.executeCommand('marketDesk.signIn');
  if (!isSignedIn(access.current)) return false;
  if (!readSetting('orders.readOnly')) return true;
  await refuseReadOnly();
  return false;
}

async function refuseReadOnly(): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  const chosen = await sayWarning(vscode.l10n.t('Order changes are turned off by the “marketDesk.orders.readOnly” setting.'), open);
  if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'marketDesk.orders.readOnly');
}
