import * as vscode from 'vscode';
import { traitsOf } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { isSameSession } from '../../../app/session/connection';
import type { ConnectionState } from '../../../app/session/connection';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { isAShare } from '../../../domain/orders/orderRules';
import { presentError } from '../../platform/errors/presentError';
import { editLimits, mayPlace, placingOffText, turnedOff } from '../limits/turnedOff';
import { offerAcknowledgment } from '../journal/journalCommands';
import { problemText } from '../orderText';
import { askedText, offered, stateText, story } from '../story/story';
import type { NewsAction } from '../outcomeNews';
import { releaseAction } from '../stop/releaseAction';
import type { TicketFormDependencies } from './ticketFormDependencies';

/** Why nothing can be sent for an order, with a fix if there is one. */
export interface Closed {
  readonly message: string;
  readonly actions: readonly NewsAction[];
  /** The change that locks the order, if that is the reason. */
  readonly attempt: Attempt | undefined;
  /** Whether the order can be canceled all the same. */
  readonly mayCancel?: boolean;
}

/** The ticket for its order with the journal's current state, or the first reason why it must wait. */
export async function passGate(
  ticket: Ticket,
  begun: ConnectionState,
  {
    access,
    desk,
    sending,
    journal,
    privacy,
    checkStatus,
    resolve,
  }: Pick<TicketFormDependencies, 'access' | 'desk' | 'sending' | 'journal' | 'privacy' | 'checkStatus' | 'resolve'>,
): Promise<{ readonly ticket: Ticket } | { readonly closed: Closed }> {
  if (!isSameSession(begun, access.current))
    return closed(vscode.l10n.t('The service or user changed while the ticket was open. Nothing was sent. Open the ticket again.'));
  const isNew = ticket.placing !== undefined;
  const cancelable = (message: string, actions: readonly NewsAction[] = []): { readonly closed: Closed } => ({
    closed: { message, actions, attempt: undefined, mayCancel: !isNew },
  });
  if (!isNew && isAShare(traitsOf(ticket))) return cancelable(problemText({ field: 'exchange', reason: 'aShare' }));
  if (sending.isStopped)
    return cancelable(vscode.l10n.t('Sending orders is stopped. Nothing is sent until you release it; what you entered here stays.'), [
      releaseAction(),
    ]);
  const off = turnedOff();
  if (off !== undefined) return closed(off, [editLimits()]);
  if (isNew && !mayPlace(begun, ticket)) return closed(placingOffText(), [editLimits()]);
  try {
    const fault = await journal.fault();
    if (fault !== undefined)
      return closed(
        vscode.l10n.t('The order journal was modified outside Market Desk. Order changes are blocked until you acknowledge this.'),
        [{ label: vscode.l10n.t('Acknowledge…'), run: async () => offerAcknowledgment(journal, fault) }],
      );
    const opened = await desk.begin(ticket);
    if (opened.kind === 'open') return { ticket: opened.ticket };
    const { attempt } = opened;
    const look = { isPrivate: privacy.isOn };
    const [asked, state] = [askedText(attempt, look), stateText(attempt)];
    const message = isNew
      ? vscode.l10n.t('This order was sent, and its outcome isn’t settled: {0} ({1}). It will not be sent again.', asked, state)
      : vscode.l10n.t(
          'An earlier request for this order is unresolved: {0} ({1}). The order stays locked until it is resolved.',
          asked,
          state,
        );
    const steps = { checkStatus: async () => checkStatus(attempt), resolve: async () => resolve(attempt) };
    return closed(message, offered(story({ attempt }, look), attempt, steps), attempt);
  } catch (error) {
    return closed(vscode.l10n.t('The order journal can’t be read, so order changes are blocked. {0}', presentError(error).message));
  }
}

function closed(message: string, actions: readonly NewsAction[] = [], attempt?: Attempt): { readonly closed: Closed } {
  return { closed: { message, actions, attempt } };
}
