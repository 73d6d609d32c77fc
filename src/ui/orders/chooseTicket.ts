import * as vscode from 'vscode';
import { isSameSession, isSignedIn } from '../../app/session/connection';
import type { Ticket } from '../../app/orders/ticket/ticket';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { OrderAction } from '../../domain/orders/orderAttempts';
import { idText } from '../../domain/text/visibleText';
import { sayWarning } from '../platform/say/messages';
import { editLimits, turnedOff } from './limits/turnedOff';
import { realMoneyText } from './orderText';
import { openTicket } from './ticket/openTicket';
import { lookOf } from './cancel/chooseAccount';
import { runSteps } from './ticket/quickSteps';
import type { TicketLists } from './ticket/ticketLists';
import { ticketSteps } from './ticket/ticketSteps';
import type { DigitsOf } from '../platform/words/orderLine';
import { runCommand } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

/**
 * The order that a command is about, as a ticket. Asks for what the argument does not say about the order.
 *
 * @param argument - A row's `OrderSubject`, `ModifyArguments`, or nothing.
 * @returns undefined if the user dismissed a question, or nothing can be sent.
 * @throws {@link ServiceError} `aborted` when the user cancels reading.
 */
export async function chooseTicket(
  {
    access,
    lists,
    action,
    isPrivate,
    digits,
  }: Pick<UiPorts, 'access'> & {
    /** The accounts and orders to choose from. */
    readonly lists: () => TicketLists;
    readonly action: OrderAction;
    /** Whether the lists hide figures and account numbers. */
    readonly isPrivate: () => boolean;
    /** What is known of prices: those of the listed orders have as many digits. */
    readonly digits?: DigitsOf;
  },
  argument: unknown,
): Promise<Ticket | undefined> {
  if (!(await mayChoose(access))) return undefined;
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
  const isSandbox = begun.connection.kind === 'sandbox';
  const ticket = await runSteps(
    opened.ticket,
    ticketSteps({ ...opened, action, digits, look: () => lookOf(access, isPrivate()) }),
    ({ orderId, isPaper }) => titleOf(action, idText(orderId), realMoneyText({ isSandbox, isPaper })),
  );
  return isStill() ? ticket : undefined;
}

function titleOf(action: OrderAction, order: string, world: string): string {
  if (action === 'cancel')
    return order === '' ? vscode.l10n.t('Cancel Order · {0}', world) : vscode.l10n.t('Cancel {0} · {1}', order, world);
  return order === '' ? vscode.l10n.t('Modify Order · {0}', world) : vscode.l10n.t('Modify {0} · {1}', order, world);
}

/** Whether anything can be done with orders at all: the user is signed in, possibly after being asked, and changes are not turned off. */
export async function mayChoose(access: ServiceAccess): Promise<boolean> {
  if (!isSignedIn(access.current)) await runCommand('marketDesk.signIn');
  if (!isSignedIn(access.current)) return false;
  const off = turnedOff();
  if (off !== undefined) await sayOff(off);
  return off === undefined;
}

/** Shows why something is turned off, with a button for the page that turns it on. */
export async function sayOff(why: string): Promise<void> {
  const { label, run } = editLimits();
  if ((await sayWarning(why, label)) === label) await run();
}
