import * as vscode from 'vscode';
import { isSameSession, isSignedIn } from '../../app/session/connection';
import { OrderSubject } from '../../app/orders/ticket/ticket';
import type { Ticket } from '../../app/orders/ticket/ticket';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { isAllowed } from '../../domain/orders/orderAllowance';
import type { OrderAction } from '../../domain/orders/orderAttempts';
import { idText } from '../../domain/text/visibleText';
import { sayWarning } from '../platform/say/messages';
import { readSetting } from '../platform/settings';
import type { SettingKey } from '../platform/settings';
import { turnedOff } from './limits/turnedOff';
import { placingOffText, realMoneyText } from './orderText';
import { openTicket } from './ticket/openTicket';
import { lookOf } from './cancel/chooseAccount';
import { runSteps } from './ticket/quickSteps';
import type { TicketLists } from './ticket/ticketLists';
import { ticketSteps } from './ticket/ticketSteps';
import type { TicketSources } from './ticket/ticketSteps';
import { openSetting, runCommand } from '../platform/runCommand';

export interface ChooseDependencies {
  readonly access: ServiceAccess;
  /** The accounts and orders to choose from. */
  readonly lists: () => TicketLists;
  readonly action: OrderAction;
  /** Whether the lists hide figures and account numbers. */
  readonly isPrivate: () => boolean;
}

/**
 * The order that a command is about, as a ticket. Asks for what the argument does not say about the order.
 *
 * @param argument - A row's `OrderSubject`, `ModifyArguments`, or nothing.
 * @returns undefined if the user dismissed a question, or nothing can be sent.
 * @throws {@link ServiceError} `aborted` when the user cancels reading.
 */
export async function chooseTicket(
  { access, lists, action, isPrivate }: ChooseDependencies,
  argument: unknown,
): Promise<Ticket | undefined> {
  if (!(await mayChoose(access))) return undefined;
  const refuses: TicketSources['refuses'] = async (order) => !(await mayBe(action, order));
  if (argument instanceof OrderSubject && (await refuses({ isPaper: argument.account.kind === 'simulated' }))) return undefined;
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
  const { ticket: first, paper } = opened;
  // If the user can choose a paper order too, nothing is refused before the choice.
  if ((paper.length === 0 || first.orderId !== '') && (await refuses(first))) return undefined;
  const isSandbox = begun.connection.kind === 'sandbox';
  const ticket = await runSteps(
    first,
    ticketSteps({ ...opened, action, refuses, look: () => lookOf(access, isPrivate()) }),
    ({ orderId, isPaper }) => titleOf(action, idText(orderId), realMoneyText({ isSandbox, isPaper })),
  );
  return isStill() ? ticket : undefined;
}

function titleOf(action: OrderAction, order: string, world: string): string {
  if (action === 'cancel')
    return order === '' ? vscode.l10n.t('Cancel Order · {0}', world) : vscode.l10n.t('Cancel {0} · {1}', order, world);
  return order === '' ? vscode.l10n.t('Modify Order · {0}', world) : vscode.l10n.t('Modify {0} · {1}', order, world);
}

/**
 * Whether anything can be done with orders at all: the user is signed in, possibly after being asked, and at least one kind of action is
 * turned on. What is allowed depends on the account, which is chosen later: see {@link mayBe}.
 */
export async function mayChoose(access: ServiceAccess): Promise<boolean> {
  if (!isSignedIn(access.current)) await runCommand('marketDesk.signIn');
  if (!isSignedIn(access.current)) return false;
  const off = turnedOff();
  if (off !== undefined) await refuse(off.setting, off.why);
  return off === undefined;
}

/** Whether the settings allow this in an account of this kind; shows a message if not. */
export async function mayBe(action: OrderAction, order: Pick<Ticket, 'isPaper'>): Promise<boolean> {
  if (isAllowed(readSetting('orders.allow'), action, order)) return true;
  const canceling = vscode.l10n.t('Canceling orders is turned off. Turn it on in the “marketDesk.orders.allow” setting.');
  await refuse('orders.allow', action === 'place' ? placingOffText() : canceling);
  return false;
}

/** Shows the reason, with a button that opens the setting. */
async function refuse(setting: SettingKey, why: string): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  if ((await sayWarning(why, open)) === open) await openSetting(setting);
}
