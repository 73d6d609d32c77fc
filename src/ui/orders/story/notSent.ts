import * as vscode from 'vscode';
import { JournalBusy, JournalDamage } from '../../../app/orders/journal/journalErrors';
import type { StaleVerdict } from '../../../app/orders/request/basis';
import type { Blocked, BlockReason } from '../../../app/orders/request/orderRequest';
import { SendingStopped } from '../../../app/orders/write/stop/passage';
import { sentences } from '../../../domain/text/sentences';
import { diskText } from '../../platform/errors/diskText';
import { isCancellation, presentError } from '../../platform/errors/presentError';
import { limitText } from '../limits/limitText';
import { editLimits } from '../limits/turnedOff';
import type { News, NewsAction } from '../outcomeNews';
import { releaseAction } from '../stop/releaseAction';
import { differencesText } from './seen';
import { askedText, stateText, synchronizeClock } from './story';

/** What was not sent: a request, or the confirmation of one that was sent and still awaits it. */
export type Unsent = 'request' | 'confirmation';

/** Why nothing was sent. @param order - Named unless it stands beside the text. */
export function notSentText(blocked: Blocked, order = ''): string {
  return sentences(nothingSent(order), whyNot(blocked, 'request'));
}

export function notSentNews(blocked: Blocked, order: string): News {
  const offered: Readonly<Partial<Record<BlockReason, () => NewsAction>>> = {
    clock: synchronizeClock,
    stopped: releaseAction,
    readOnly: editLimits,
    notAllowed: editLimits,
    limit: editLimits,
  };
  const action = offered[blocked.reason]?.();
  return {
    severity: blocked.reason === 'cancelled' ? 'info' : 'error',
    message: notSentText(blocked, order),
    ...(action === undefined ? {} : { actions: [action] }),
  };
}

/** Why a ticket was stopped, and what differs, which is not masked: the user has just worked with the figures. */
export function staleText(order: string, verdict: StaleVerdict): { readonly message: string; readonly detail: string } {
  const { why, detail } = staleReason(verdict);
  return { message: sentences(nothingSent(order), why), detail };
}

/** Why a confirmation was not sent: nothing may be said of the request itself. */
export function notConfirmedText(order: string, why: Blocked | string): string {
  return sentences(vscode.l10n.t('Not confirmed: {0}.', order), typeof why === 'string' ? why : whyNot(why, 'confirmation'));
}

/** Why a request was not sent that had passed everything else. */
export function failureText(error: unknown, what: Unsent = 'request'): string {
  if (error instanceof SendingStopped) return reasonText('stopped', undefined, what);
  return isCancellation(error) ? reasonText('cancelled', undefined, what) : presentError(error).message;
}

export function nothingSent(order = ''): string {
  return order === '' ? vscode.l10n.t('Nothing was sent.') : vscode.l10n.t('Nothing was sent: {0}.', order);
}

function whyNot(blocked: Blocked, what: Unsent): string {
  if (blocked.reason === 'limit') return limitText(blocked.breach);
  if (blocked.reason !== 'stale') return reasonText(blocked.reason, blocked.error, what);
  const { why, detail } = staleReason(blocked.verdict);
  return sentences(why, detail);
}

function reasonText(reason: Exclude<BlockReason, 'stale' | 'limit'>, error: unknown, what: Unsent): string {
  const disk = diskText(error);
  const ofRequest = (ofIt: () => string, ofConfirmation: () => string) => (what === 'request' ? ofIt : ofConfirmation);
  const notAwaiting = (): string => vscode.l10n.t('The order journal doesn’t have it as awaiting confirmation.');
  const texts: Readonly<Record<typeof reason, () => string>> = {
    stopped: () => vscode.l10n.t('Sending orders is stopped.'),
    readOnly: () => vscode.l10n.t('Order changes are turned off in your order limits.'),
    notAllowed: () => vscode.l10n.t('This is turned off in your order limits.'),
    paperAccount: () => vscode.l10n.t('The market of this paper account isn’t known.'),
    cancelled: ofRequest(
      () => vscode.l10n.t('You canceled the request.'),
      () => vscode.l10n.t('You canceled the confirmation.'),
    ),
    connectionChanged: () => vscode.l10n.t('The service or account is not the one you reviewed.'),
    inFlight: () => vscode.l10n.t('Another request for this order is in progress, possibly in another window.'),
    unresolved: ofRequest(() => vscode.l10n.t('An earlier request for this order is unresolved.'), notAwaiting),
    credential: () => presentError(error).message,
    clock: () => vscode.l10n.t('The service’s time couldn’t be measured accurately enough.'),
    journal: () => {
      if (error instanceof JournalDamage) return presentError(error).message;
      if (error instanceof JournalBusy) return vscode.l10n.t('Another window is using the order journal.');
      return sentences(vscode.l10n.t('Market Desk can’t write to the order journal.'), disk ?? vscode.l10n.t('Check the disk.'));
    },
    alreadySent: ofRequest(() => vscode.l10n.t('This request was already sent.'), notAwaiting),
    internal: () =>
      disk === undefined
        ? vscode.l10n.t('Something went wrong in Market Desk. See the log for details.')
        : sentences(vscode.l10n.t('Market Desk can’t write to the disk.'), disk),
  };
  return texts[reason]();
}

function staleReason(verdict: StaleVerdict): { readonly why: string; readonly detail: string } {
  switch (verdict.kind) {
    case 'changed':
      return { why: vscode.l10n.t('It has changed since you opened the ticket.'), detail: differencesText(verdict.differences) };
    case 'newerAttempt':
      return {
        why: vscode.l10n.t('It was modified elsewhere since you opened the ticket.'),
        detail: vscode.l10n.t('Newer request: {0} ({1})', askedText(verdict.attempt, { isPrivate: false }), stateText(verdict.attempt)),
      };
    case 'gone':
      return {
        why: vscode.l10n.t('The service no longer lists it.'),
        detail: vscode.l10n.t('The order may have been filled or canceled.'),
      };
    case 'notRead':
      return { why: vscode.l10n.t('It couldn’t be checked again.'), detail: presentError(verdict.error).message };
  }
}
