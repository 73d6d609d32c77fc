import * as vscode from 'vscode';
import type { ActionWords } from './actionWords';

/** The texts for a new order. It has no ID until the service gives it one, so its side and security name it. */
export const placeWords: ActionWords = {
  accepted: ({ order, terms }) => vscode.l10n.t('Order accepted: {0}, {1}. Not in the market yet.', order, terms),
  refused: ({ order }, said, code) =>
    vscode.l10n.t({
      message: 'Order rejected: {0}. {1} (code {2}).',
      args: [order, said, code],
      comment: ['{0} is such as “BUY HK.00700”, {1} the service’s own text, {2} its error code.'],
    }),
  notAuthorized: ({ order }, by, lacks) => {
    if (by === 'signIn')
      return lacks === 'scope'
        ? vscode.l10n.t('Not authorized: {0}. Your sign-in doesn’t include permission to place orders.', order)
        : vscode.l10n.t('Not authorized: {0}. The service didn’t accept your sign-in.', order);
    return lacks === 'scope'
      ? vscode.l10n.t('Not authorized: {0}. Your API key doesn’t include permission to place orders.', order)
      : vscode.l10n.t('Not authorized: {0}. The service didn’t accept your API key.', order);
  },
  tooMany: ({ order }) => vscode.l10n.t('Not accepted: {0} (too many requests).', order),
  youCanceled: ({ order }) => vscode.l10n.t('Not sent: you canceled {0}.', order),
  notOffered: ({ order }, wasAsked) =>
    wasAsked
      ? vscode.l10n.t('Not confirmed: {0}. The order needs a confirmation that this service doesn’t accept here.', order)
      : vscode.l10n.t('Not placed: {0}. This service doesn’t take new orders.', order),
  unchanged: () => '',
  unchangedByService: () => vscode.l10n.t('According to the service, no order was placed.'),
  confirm: ({ order, terms }) => ({
    question: vscode.l10n.t('The service asks you to confirm the order {0}', order),
    yes: vscode.l10n.t('Confirm: {0}, {1}', order, terms),
    detail: vscode.l10n.t('The order is not placed until you confirm.'),
    progress: vscode.l10n.t('Confirming the order {0}', order),
  }),
  finish: ({ order }, host) => ({
    question: vscode.l10n.t('Finish the order {0} in the browser at {1}', order, host),
    detail: vscode.l10n.t('The order is not placed until you finish there.'),
  }),
  awaitingConfirmation: ({ order, terms }) =>
    vscode.l10n.t('Awaiting confirmation: {0}, {1}. The order is not placed until you complete it.', order, terms),
  awaitingBrowser: ({ order, terms }) =>
    vscode.l10n.t('Awaiting completion in the browser: {0}, {1}. The order is not placed until you complete it.', order, terms),
  unknown: ({ order, terms }) =>
    vscode.l10n.t('Outcome unknown: {0}, {1} may or may not have been placed. It will not be sent again.', order, terms),
  unappliedByService: () => vscode.l10n.t('According to the service, the order has not been placed.'),
  appliedElsewhere: ({ order, terms }) => vscode.l10n.t('Order placed: {0}, {1}, although it was not completed here.', order, terms),
  applied: ({ order, terms, filled }) =>
    filled === undefined
      ? vscode.l10n.t('Order placed: {0}, {1}.', order, terms)
      : vscode.l10n.t('Order placed: {0}, {1}. Filled: {2}.', order, terms, filled),
  rejected: ({ order, terms }) => vscode.l10n.t('Order rejected: {0}, {1}. It isn’t in the market.', order, terms),
  stillOld: ({ order }) => vscode.l10n.t('At the broker, not seen in the market yet: {0}.', order),
  stillOldPerhapsLater: ({ order }) => vscode.l10n.t('At the broker, not seen in the market yet: {0}.', order),
  verdicts: ({ order }) => ({
    done: [vscode.l10n.t('Order Placed'), vscode.l10n.t('your broker has the order {0}', order)],
    notDone: [
      vscode.l10n.t('Order Not Placed'),
      vscode.l10n.t('your broker has no such order, and the request can no longer reach the service'),
    ],
    completed: [vscode.l10n.t('Order Completed'), vscode.l10n.t('your broker has the order {0}', order)],
    abandoned: [vscode.l10n.t('Abandon Order'), vscode.l10n.t('the order is not placed')],
  }),
  freed: ({ order, terms }) => vscode.l10n.t('Order rejected: {0}, {1}. It isn’t in the market.', order, terms),
  resolved: ({ order, terms }, state) => vscode.l10n.t('Resolved by you: the order {0}, {1} is now “{2}”.', order, terms, state),
  pending: ({ order, terms }) =>
    vscode.l10n.t(
      'Possible duplicate: {0}, {1}. That order is unresolved and may have been placed; this one would come on top of it.',
      order,
      terms,
    ),
  followed: (end, { order, terms, isGone, probablyId, isUnlistable }, said) => {
    if (end === 'rejected' && said === '') return vscode.l10n.t('Order rejected: {0}, {1}. It isn’t in the market.', order, terms);
    if (end === 'rejected')
      return vscode.l10n.t('Order rejected after it was accepted: {0}, {1}. The service says: {2}.', order, terms, said);
    if (end === 'reached') return vscode.l10n.t('At the broker, not seen in the market yet: {0}.', order);
    if (isUnlistable === true)
      return vscode.l10n.t(
        'Order accepted: {0}, {1}. Services have no list of option orders, so its status can’t be read. Check it with your broker.',
        order,
        terms,
      );
    if (probablyId !== undefined)
      return vscode.l10n.t(
        'Order accepted, probably listed as {2}: {0}, {1}. The service dropped or changed its mark, so this isn’t certain. Check it with your broker.',
        order,
        terms,
        probablyId,
      );
    if (isGone === true)
      return vscode.l10n.t(
        'Order accepted, but not found: {0}, {1}. After 45 seconds, no order that the service lists has its mark. Check it with your broker.',
        order,
        terms,
      );
    return end === 'endUnknown'
      ? vscode.l10n.t(
          'End unknown: {0}, {1}. The service lists the order, but its status doesn’t show whether it is in the market. Check it with your broker.',
          order,
          terms,
        )
      : vscode.l10n.t(
          'Not in the market after 45 seconds: {0}, {1}. The service lists the order as on its way. Check it with your broker.',
          order,
          terms,
        );
  },
  inState: ({ order, terms }, state) => vscode.l10n.t('{0}, {1}: {2} (new order)', order, terms, state),
  asked: ({ terms }) => terms,
  states: () => ({
    needsConfirmation: vscode.l10n.t('awaiting your confirmation, not placed'),
    needsBrowser: vscode.l10n.t('awaiting completion in the browser, not placed'),
    applied: vscode.l10n.t('placed'),
    notApplied: vscode.l10n.t('not in the market after 45 seconds'),
    notChanged: vscode.l10n.t('not placed'),
    notOffered: vscode.l10n.t('not placed'),
  }),
  aboutToSend: () => vscode.l10n.t('about to send the order'),
  aboutToConfirm: () => vscode.l10n.t('about to confirm the order'),
};
