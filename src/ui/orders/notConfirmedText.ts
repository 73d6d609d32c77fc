import * as vscode from 'vscode';
import { JournalBusy, JournalDamage } from '../../app/orders/journal/journalErrors';
import type { BlockReason, ChangeResult } from '../../app/orders/request/orderRequest';
import { SendingStopped } from '../../app/orders/write/stop/passage';
import type { SentOutcome } from '../../app/orders/journal/storedOutcome';
import type { StaleVerdict } from '../../app/orders/request/basis';
import { sentences } from '../../domain/text/sentences';
import { diskText } from '../platform/errors/diskText';
import { isCancellation, presentError } from '../platform/errors/presentError';
import { limitText } from './limits/limitText';
import { askedText, stateText } from './orderText';
import { differencesText } from './ticket/ticketWords';

export type BlockedConfirmation = Extract<ChangeResult, { kind: 'blocked' }>;

/** Why the confirmation of a request was not sent. The request itself was sent, and still awaits it: see `blockedNews` for one that was not. */
export function notConfirmedText(
  order: string,
  result: BlockedConfirmation | Extract<SentOutcome, { kind: 'notSent' | 'clockRejected' }>,
): string {
  return sentences(vscode.l10n.t('Not confirmed: {0}.', order), reasonText(result));
}

function reasonText(result: Parameters<typeof notConfirmedText>[1]): string {
  if (result.kind === 'clockRejected') return vscode.l10n.t('This machine’s clock is too far from the service’s clock.');
  if (result.kind === 'notSent') {
    if (result.error instanceof SendingStopped) return blockedText('stopped', undefined);
    return isCancellation(result.error) ? blockedText('cancelled', undefined) : presentError(result.error).message;
  }
  if (result.reason === 'stale') return staleReason(result.verdict);
  return result.reason === 'limit' ? limitText(result.breach) : blockedText(result.reason, result.error);
}

function blockedText(reason: Exclude<BlockReason, 'stale' | 'limit'>, error: unknown): string {
  const disk = diskText(error);
  const notAwaiting = (): string => vscode.l10n.t('The order journal doesn’t have it as awaiting confirmation.');
  const texts: Readonly<Record<Exclude<BlockReason, 'stale' | 'limit'>, () => string>> = {
    stopped: () => vscode.l10n.t('Sending orders is stopped.'),
    readOnly: () => vscode.l10n.t('Order changes are turned off in your order limits.'),
    notAllowed: () => vscode.l10n.t('This is turned off in your order limits.'),
    paperAccount: () => vscode.l10n.t('The market of this paper account isn’t known.'),
    cancelled: () => vscode.l10n.t('You canceled the confirmation.'),
    connectionChanged: () => vscode.l10n.t('The service or account is not the one you reviewed.'),
    inFlight: () => vscode.l10n.t('Another request for this order is in progress, possibly in another window.'),
    unresolved: notAwaiting,
    credential: () => presentError(error).message,
    clock: () => vscode.l10n.t('The service’s time couldn’t be measured accurately enough.'),
    journal: () => {
      if (error instanceof JournalDamage) return presentError(error).message;
      if (error instanceof JournalBusy) return vscode.l10n.t('Another window is using the order journal.');
      return sentences(vscode.l10n.t('Market Desk can’t write to the order journal.'), disk ?? vscode.l10n.t('Check the disk.'));
    },
    alreadySent: notAwaiting,
    internal: () =>
      disk === undefined
        ? vscode.l10n.t('Something went wrong in Market Desk. See the log for details.')
        : sentences(vscode.l10n.t('Market Desk can’t write to the disk.'), disk),
  };
  return texts[reason]();
}

/** Not masked: the user has just worked with the figures. */
function staleReason(verdict: StaleVerdict): string {
  switch (verdict.kind) {
    case 'changed':
      return sentences(vscode.l10n.t('It has changed since you opened the ticket.'), differencesText(verdict.differences));
    case 'newerAttempt':
      return sentences(
        vscode.l10n.t('It was modified elsewhere since you opened the ticket.'),
        vscode.l10n.t('Newer request: {0} ({1})', askedText(verdict.attempt, { isPrivate: false }), stateText(verdict.attempt)),
      );
    case 'gone':
      return sentences(vscode.l10n.t('The service no longer lists it.'), vscode.l10n.t('The order may have been filled or canceled.'));
    case 'notRead':
      return sentences(vscode.l10n.t('It couldn’t be checked again.'), presentError(verdict.error).message);
  }
}
