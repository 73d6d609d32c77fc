import * as vscode from 'vscode';
import { isSameSession, isSignedIn } from '../../app/session/connection';
import type { ConnectionState } from '../../app/session/connection';
import type { ChangePreview, OrderWriter } from '../../app/orders/modifyOrder';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { Attempt } from '../../domain/orders/orderAttempts';
import { checkDraft } from '../../domain/orders/orderDraft';
import type { DraftProblem } from '../../domain/orders/orderDraft';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { readSetting } from '../platform/settings';
import { openTicket } from './openTicket';
import { idText, problemText, worldText } from './orderText';
import { runSteps } from './quickSteps';
import type { Step, StepMove } from './quickSteps';
import { reviewChange } from './reviewChange';
import { draftOf, traitsOf } from './ticket';
import type { Ticket } from './ticket';
import { ticketSteps } from './ticketSteps';

export interface ModifyDependencies {
  readonly access: ServiceAccess;
  readonly writer: OrderWriter;
  readonly journal: OrderJournal;
  readonly documents: Pick<ReadOnlyDocuments, 'put'>;
  /** Offers to resolve what keeps an order from being changed. */
  readonly showUnresolved: (attempt: Attempt) => Promise<void>;
  /** Sends a confirmed change and shows what became of it. */
  readonly send: (preview: ChangePreview) => Promise<void>;
}

/**
 * *Modify Order…*: collects the change step by step, has it reviewed, and hands it over only after a yes.
 *
 * @param argument - A row's `OrderSubject`, `ModifyArguments`, or nothing.
 */
export async function modifyOrderCommand(dependencies: ModifyDependencies, argument: unknown): Promise<void> {
  const { access } = dependencies;
  if (!isSignedIn(access.current)) await vscode.commands.executeCommand('marketDesk.signIn');
  if (!isSignedIn(access.current)) return;
  if (readSetting('orders.readOnly')) {
    await refuseReadOnly();
    return;
  }
  const begun = access.current;
  const { ticket: first, accounts, orders } = await openTicket(access, argument);
  const locked = async (ticket: Ticket): Promise<boolean> => isLocked(dependencies, ticket);
  if (first.orderId !== '' && (await locked(first))) return;
  const steps = [...ticketSteps({ accounts, orders, isLocked: locked }), reviewStep(dependencies, begun)];
  const ended = await runSteps(first, steps, ticketTitle);
  if (ended?.confirmed !== undefined) await dependencies.send(ended.confirmed);

  function ticketTitle(ticket: Ticket): string {
    const world = worldText({ isSandbox: begun.connection.kind === 'sandbox' });
    return ticket.orderId === ''
      ? vscode.l10n.t('Modify Order · {0}', world)
      : vscode.l10n.t('Modify {0} · {1}', idText(ticket.orderId), world);
  }
}

async function refuseReadOnly(): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('Order changes are turned off by the “marketDesk.orders.readOnly” setting.'),
    open,
  );
  if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'marketDesk.orders.readOnly');
}

/** True, after offering to resolve it, for an order with an attempt whose outcome is open. */
async function isLocked(
  { journal, access, showUnresolved }: ModifyDependencies,
  { accountId, orderId, exchange = '' }: Ticket,
): Promise<boolean> {
  const { connection } = access.current;
  if (connection.kind === 'none') return false;
  const attempt = await journal.unresolvedFor({
    service: connection.baseUrl,
    isSandbox: connection.kind === 'sandbox',
    accountId,
    orderId,
    exchange,
  });
  if (attempt === undefined) return false;
  await showUnresolved(attempt);
  return true;
}

/** Ids and old values of a ticket belong to the service and the user at its beginning. */
function reviewStep({ access, writer, documents }: ModifyDependencies, begun: ConnectionState): Step<Ticket> {
  return {
    id: 'review',
    applies: () => true,
    isDone: () => false,
    run: async (ticket, frame): Promise<StepMove<Ticket>> => {
      if (!isSameSession(begun, access.current)) {
        void vscode.window.showWarningMessage(vscode.l10n.t('Nothing was sent: the service or user changed while the ticket was open.'));
        return { move: 'cancel' };
      }
      const checked = checkDraft(draftOf(ticket));
      if (!checked.ok) return explain(checked.problems, ticket);
      const preview = writer.preview(checked.change);
      const answer = await reviewChange(preview, frame, documents);
      return answer.move === 'confirmed' ? { move: 'next', state: { ...ticket, confirmed: preview } } : answer;
    },
  };
}

/** Says what is wrong and goes back to where it can be put right. */
function explain(problems: readonly DraftProblem[], ticket: Ticket): StepMove<Ticket> {
  const [first] = problems;
  if (first === undefined) return { move: 'cancel' };
  void vscode.window.showWarningMessage(problems.map(problemText).join(' '));
  switch (first.field) {
    case 'acc_id':
      return { move: 'to', id: 'account' };
    case 'order_id':
      return { move: 'to', id: 'order' };
    case 'exchange':
      return first.reason === 'aShare' ? { move: traitsOf(ticket).code === '' ? 'back' : 'cancel' } : { move: 'to', id: 'exchange' };
    case undefined:
      return { move: 'to', id: 'qty' };
    default:
      return { move: 'to', id: first.field };
  }
}
