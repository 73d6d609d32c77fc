import * as vscode from 'vscode';
import type { ActionWords } from './actionWords';

/** The texts for a change. */
export const changeWords: ActionWords = {
  accepted: ({ order, terms }) => vscode.l10n.t('Change accepted, not applied yet: {0}. New values: {1}.', order, terms),
  refused: ({ order }, said, code) =>
    vscode.l10n.t({
      message: 'Change rejected: {0}. {1} (code {2}).',
      args: [order, said, code],
      comment: ['{0} is an order, {1} the service’s own text, {2} its error code.'],
    }),
  notAuthorized: ({ order }, by, lacks) => {
    if (by === 'signIn')
      return lacks === 'scope'
        ? vscode.l10n.t('Change not authorized: {0}. Your sign-in doesn’t include permission to modify orders.', order)
        : vscode.l10n.t('Change not authorized: {0}. The service didn’t accept your sign-in.', order);
    return lacks === 'scope'
      ? vscode.l10n.t('Change not authorized: {0}. Your API key doesn’t include permission to modify orders.', order)
      : vscode.l10n.t('Change not authorized: {0}. The service didn’t accept your API key.', order);
  },
  tooMany: ({ order }) => vscode.l10n.t('Change not accepted (too many requests): {0}.', order),
  youCanceled: ({ order }) => vscode.l10n.t('Not sent: you canceled the change to {0}.', order),
  notOffered: ({ order }, wasAsked) =>
    !wasAsked
      ? vscode.l10n.t('Not changed: {0}. This service doesn’t change orders of paper accounts.', order)
      : vscode.l10n.t('Not confirmed: {0}. The change needs a confirmation that this service doesn’t accept here.', order),
  unchanged: () => vscode.l10n.t('The order still has its old values.'),
  unchangedByService: () => vscode.l10n.t('According to the service, the order was not changed.'),
  confirm: ({ order, terms }) => ({
    question: vscode.l10n.t('The service asks you to confirm the change to {0}', order),
    yes: vscode.l10n.t('Confirm: Change {0} to {1}', order, terms),
    detail: vscode.l10n.t('The change is not applied until you confirm.'),
    progress: vscode.l10n.t('Confirming the change to {0}', order),
  }),
  finish: ({ order }, host) => ({
    question: vscode.l10n.t('Finish the change to {0} in the browser at {1}', order, host),
    detail: vscode.l10n.t('The change is not applied until you finish there.'),
  }),
  awaitingConfirmation: ({ order, terms }) =>
    vscode.l10n.t('Awaiting confirmation: {0} → {1}. The order stays locked until you complete or abandon the change.', order, terms),
  awaitingBrowser: ({ order, terms }) =>
    vscode.l10n.t(
      'Awaiting completion in the browser: {0} → {1}. The order stays locked until you complete or abandon the change.',
      order,
      terms,
    ),
  unknown: ({ order, terms }) =>
    vscode.l10n.t(
      'Outcome unknown: {0} may or may not have been changed to {1}. It will not be sent again, and the order stays locked.',
      order,
      terms,
    ),
  unappliedByService: () => vscode.l10n.t('According to the service, the change has not been applied.'),
  appliedElsewhere: ({ order, terms }) =>
    vscode.l10n.t('Change applied: {0} is now {1}, although it was not completed here.', order, terms),
  applied: ({ order, terms }) => vscode.l10n.t('Change applied: {0} is now {1}.', order, terms),
  rejected: ({ order, hasEnded }) =>
    hasEnded === true
      ? vscode.l10n.t('Change rejected: {0} has ended with its old values.', order)
      : vscode.l10n.t('Change rejected: {0} still has its old values and can be modified again.', order),
  stillOld: ({ order }) => vscode.l10n.t('Still has its old values: {0}.', order),
  stillOldPerhapsLater: ({ order }) =>
    vscode.l10n.t('Still has its old values: {0}. Some services apply changes later. Check again, or resolve it.', order),
  verdicts: ({ order }) => ({
    done: [vscode.l10n.t('Order Changed'), vscode.l10n.t('{0} has the new values', order)],
    notDone: [
      vscode.l10n.t('Order Not Changed'),
      vscode.l10n.t('{0} has its old values, and the request can no longer reach the service', order),
    ],
    completed: [vscode.l10n.t('Change Completed'), vscode.l10n.t('{0} has the new values', order)],
    abandoned: [vscode.l10n.t('Abandon Change'), vscode.l10n.t('the change has not been applied')],
  }),
  freed: ({ order, hasEnded }) =>
    hasEnded === true
      ? vscode.l10n.t('Ended with its old values: {0}.', order)
      : vscode.l10n.t('Unlocked: {0} can be modified again.', order),
  resolved: ({ order }) => vscode.l10n.t('Unlocked: {0} can be modified again.', order),
  pending: ({ terms }) =>
    vscode.l10n.t({
      message: 'An earlier change to {0} was accepted, but the order doesn’t show it yet. This change may undo it.',
      args: [terms],
      comment: ['{0} are new values such as “200 @ 12.34”.'],
    }),
  followed: (end, { order, terms, isGone }, said) => {
    if (end === 'rejected')
      return vscode.l10n.t('Not changed: {0}. The change to {1} was accepted, then rejected: {2}.', order, terms, said);
    if (isGone === true)
      return vscode.l10n.t(
        'End unknown: {0}. The service accepted the change to {1} and no longer lists the order. Check it with your broker.',
        order,
        terms,
      );
    if (end === 'endUnknown' && said !== '')
      return vscode.l10n.t(
        'End unknown: {0}. The service accepted the change to {1}, but the order shows other values. It may have been applied and then changed again. The order says: {2}. Check it with your broker.',
        order,
        terms,
        said,
      );
    if (end === 'endUnknown')
      return vscode.l10n.t(
        'End unknown: {0}. The service accepted the change to {1}, but the order shows other values. It may have been applied and then changed again. Check it with your broker.',
        order,
        terms,
      );
    if (said !== '')
      return vscode.l10n.t(
        'Change not applied after 45 seconds: {0}. The service accepted it, but the order doesn’t show {1}. The service says: {2}. Check the order with your broker.',
        order,
        terms,
        said,
      );
    return vscode.l10n.t(
      'Change not applied after 45 seconds: {0}. The service accepted it, but the order doesn’t show {1}. Check the order with your broker.',
      order,
      terms,
    );
  },
  inState: ({ order, terms }, state) => vscode.l10n.t('{0}: {2} (change to {1})', order, terms, state),
  asked: ({ terms }) => terms,
  states: () => ({}),
  aboutToSend: () => vscode.l10n.t('about to send the change'),
  aboutToConfirm: () => vscode.l10n.t('about to confirm the change'),
};
