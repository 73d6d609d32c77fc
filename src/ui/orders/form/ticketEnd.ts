import * as vscode from 'vscode';
import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { idText } from '../../../domain/text/visibleText';
import { stateText, termsText } from '../orderText';

export interface TicketEnd {
  /** False if the order is unchanged and the ticket can continue. */
  readonly isOver: boolean;
  readonly stage: { readonly tone: 'good' | 'bad' | 'open'; readonly message: string; readonly action: string };
}

const over: ReadonlySet<AttemptState> = new Set<AttemptState>(['accepted', 'applied', 'rejectedLater', 'notApplied']);

/** The outcome of the change that a ticket sent, from the journal. */
export function endOf(attempt: Attempt, isPrivate: boolean): TicketEnd {
  const { state } = attempt;
  const terms = termsText(attempt, isPrivate);
  const message = vscode.l10n.t('Change of {0} to {1}: {2}', idText(attempt.target.orderId), terms, stateText(state));
  if (isUnresolved(state)) return { isOver: true, stage: { tone: 'open', message, action: vscode.l10n.t('Resolve Order Change…') } };
  const tone = state === 'accepted' || state === 'applied' ? 'good' : 'bad';
  return { isOver: over.has(state), stage: { tone, message, action: vscode.l10n.t('Modify Again…') } };
}
