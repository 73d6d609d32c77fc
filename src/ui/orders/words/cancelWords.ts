import * as vscode from 'vscode';
import { statusWord } from '../../platform/words/wireWords';
import type { ActionWords, Named } from './actionWords';

/** The texts for a cancellation. What was filled before it stays filled. */
export const cancelWords: ActionWords = {
  accepted: ({ order }) => vscode.l10n.t('Cancellation accepted, not canceled yet: {0}.', order),
  refused: ({ order }, said, code) =>
    vscode.l10n.t({
      message: 'Cancellation rejected: {0}. {1} (code {2}).',
      args: [order, said, code],
      comment: ['{0} is an order, {1} the service’s own text, {2} its error code.'],
    }),
  notAuthorized: ({ order }, by, lacks) => {
    if (by === 'signIn')
      return lacks === 'scope'
        ? vscode.l10n.t('Cancellation not authorized: {0}. Your sign-in doesn’t include permission to cancel orders.', order)
        : vscode.l10n.t('Cancellation not authorized: {0}. The service didn’t accept your sign-in.', order);
    return lacks === 'scope'
      ? vscode.l10n.t('Cancellation not authorized: {0}. Your API key doesn’t include permission to cancel orders.', order)
      : vscode.l10n.t('Cancellation not authorized: {0}. The service didn’t accept your API key.', order);
  },
  tooMany: ({ order }) => vscode.l10n.t('Cancellation not accepted: {0} (too many requests).', order),
  youCanceled: ({ order }) => vscode.l10n.t('Not sent: {0} was not canceled.', order),
  notOffered: ({ order }, wasAsked) =>
    wasAsked
      ? vscode.l10n.t('Not confirmed: {0}. The cancellation needs a confirmation that this service doesn’t accept here.', order)
      : vscode.l10n.t('Not canceled: {0}. This service doesn’t know the request, or the order.', order),
  unchanged: ({ hasEnded }) => (hasEnded ? '' : vscode.l10n.t('The order is still open.')),
  unchangedByService: () => vscode.l10n.t('According to the service, the order was not canceled.'),
  confirm: ({ order }) => ({
    question: vscode.l10n.t('The service asks you to confirm the cancellation of {0}', order),
    yes: vscode.l10n.t('Confirm: Cancel {0}', order),
    detail: vscode.l10n.t('The order is not canceled until you confirm.'),
    progress: vscode.l10n.t('Confirming the cancellation of {0}', order),
  }),
  finish: ({ order }, host) => ({
    question: vscode.l10n.t('Finish the cancellation of {0} in the browser at {1}', order, host),
    detail: vscode.l10n.t('The order is not canceled until you finish there.'),
  }),
  awaitingConfirmation: ({ order }) =>
    vscode.l10n.t('Awaiting confirmation: cancel {0}. The order stays locked until you complete or abandon the cancellation.', order),
  awaitingBrowser: ({ order }) =>
    vscode.l10n.t(
      'Awaiting completion in the browser: cancel {0}. The order stays locked until you complete or abandon the cancellation.',
      order,
    ),
  unknown: ({ order }) =>
    vscode.l10n.t(
      'Outcome unknown: {0} may or may not have been canceled. The request will not be sent again, and the order stays locked.',
      order,
    ),
  unappliedByService: () => vscode.l10n.t('According to the service, the order has not been canceled.'),
  appliedElsewhere: ({ order, filled }) =>
    filled === undefined
      ? vscode.l10n.t('Canceled: {0}, although the cancellation was not completed here.', order)
      : vscode.l10n.t('Canceled: {0}, although the cancellation was not completed here. Filled before: {1}.', order, filled),
  applied: ({ order, filled }) =>
    filled === undefined ? vscode.l10n.t('Canceled: {0}.', order) : vscode.l10n.t('Canceled: {0}. Filled before: {1}.', order, filled),
  rejected: ({ order }) => vscode.l10n.t('Cancellation rejected: {0} is still open.', order),
  stillOld: ({ order }) => vscode.l10n.t('Still open: {0}.', order),
  stillOldPerhapsLater: ({ order }) =>
    vscode.l10n.t('Still open: {0}. Some services cancel orders later. Check again, or resolve it.', order),
  verdicts: ({ order }) => ({
    done: [vscode.l10n.t('Order Canceled'), vscode.l10n.t('{0} is canceled', order)],
    notDone: [
      vscode.l10n.t('Order Not Canceled'),
      vscode.l10n.t('{0} is open or filled, and the request can no longer reach the service', order),
    ],
    completed: [vscode.l10n.t('Cancellation Completed'), vscode.l10n.t('{0} is canceled', order)],
    abandoned: [vscode.l10n.t('Abandon Cancellation'), vscode.l10n.t('the order is not canceled')],
  }),
  freed: ({ order }) => vscode.l10n.t('Open and unlocked again: {0}.', order),
  resolved: ({ order }, state) => vscode.l10n.t('Resolved by you: the cancellation of {0} is now “{1}”.', order, state),
  pending: () => vscode.l10n.t('A cancellation of this order was accepted, but the order doesn’t show it yet.'),
  followed: (end, named, said) => {
    const { order, filled, isGone } = named;
    switch (end) {
      case 'tooLate':
        return filled === undefined
          ? vscode.l10n.t('Too late to cancel: {0} had ended.', order)
          : vscode.l10n.t('Too late to cancel: {0} was filled ({1}).', order, filled);
      case 'rejected':
        return vscode.l10n.t('Not canceled: {0}. The cancellation was accepted, then rejected: {1}.', order, said);
      default:
        if (isGone === true)
          return vscode.l10n.t(
            'End unknown: {0}. The service accepted the cancellation and no longer lists the order. Check it with your broker.',
            order,
          );
        if (end === 'endUnknown') return unclear(named);
        if (said !== '')
          return vscode.l10n.t(
            'Not canceled after 45 seconds: {0}. The service accepted the cancellation, but the order is still open. It says: {1}. Check it with your broker.',
            order,
            said,
          );
        return vscode.l10n.t(
          'Not canceled after 45 seconds: {0}. The service accepted the cancellation, but the order is still open. Check it with your broker.',
          order,
        );
    }
  },
  inState: ({ order }, state) => vscode.l10n.t('{0}: {1} (cancellation)', order, state),
  asked: () => vscode.l10n.t({ message: 'cancel', args: [], comment: ['What was asked of an order, as in “OK-1 → cancel”.'] }),
  states: () => ({
    needsConfirmation: vscode.l10n.t('awaiting your confirmation, not canceled'),
    needsBrowser: vscode.l10n.t('awaiting completion in the browser, not canceled'),
    applied: vscode.l10n.t('canceled'),
    notApplied: vscode.l10n.t('not canceled after 45 seconds'),
    notChanged: vscode.l10n.t('not canceled'),
    notOffered: vscode.l10n.t('not canceled'),
  }),
  aboutToSend: () => vscode.l10n.t('about to send the cancellation'),
  aboutToConfirm: () => vscode.l10n.t('about to confirm the cancellation'),
};

/** The order's status doesn't show what became of its cancellation. */
export function unclear({ order, status = '' }: Pick<Named, 'order' | 'status'>): string {
  return vscode.l10n.t(
    'End unknown: {0}. Its status, “{1}”, doesn’t show whether it was canceled. Check it with your broker.',
    order,
    statusWord(status),
  );
}
