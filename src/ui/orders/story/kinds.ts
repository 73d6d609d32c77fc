import * as vscode from 'vscode';
import type { OrderAction } from '../../../domain/orders/orderAttempts';
import type { Named } from './names';

/** One of each for a change, a cancellation, and a new order. */
export type PerKind<T> = Readonly<Record<OrderAction, T>>;

type Answer = readonly [label: string, description: string];

/** What is said of a kind of request, whatever became of it. */
export interface KindWords {
  /** `OK-1: applied (change to 200 @ 12.34)`. Receipts that were exported are compared with it. */
  readonly inState: (named: Named, state: string) => string;
  /** The requested terms, for narrow places: `200 @ 12.34`. */
  readonly asked: (terms: string) => string;
  /** What the user may know for certain. */
  readonly verdicts: (named: Named) => Readonly<Record<'done' | 'notDone' | 'completed' | 'abandoned', Answer>>;
  /** An earlier accepted change that a new one may undo, or an earlier order that a new one may repeat. */
  readonly pending: (named: Named) => string;
  /** What the order shows if nothing was done; empty for a new order, which shows nothing. */
  readonly unchanged: () => string;
  readonly unchangedByService: () => string;
  readonly aboutToSend: () => string;
  readonly aboutToConfirm: () => string;
}

const modify: KindWords = {
  inState: ({ order, terms }, state) => vscode.l10n.t('{0}: {2} (change to {1})', order, terms, state),
  asked: (terms) => terms,
  verdicts: ({ order }) => ({
    done: [vscode.l10n.t('Order Changed'), vscode.l10n.t('{0} has the new values', order)],
    notDone: [
      vscode.l10n.t('Order Not Changed'),
      vscode.l10n.t('{0} has its old values, and the request can no longer reach the service', order),
    ],
    completed: [vscode.l10n.t('Change Completed'), vscode.l10n.t('{0} has the new values', order)],
    abandoned: [vscode.l10n.t('Abandon Change'), vscode.l10n.t('the change has not been applied')],
  }),
  pending: ({ terms }) =>
    vscode.l10n.t({
      message: 'An earlier change to {0} was accepted, but the order doesn’t show it yet. This change may undo it.',
      args: [terms],
      comment: ['{0} are new values such as “200 @ 12.34”.'],
    }),
  unchanged: () => vscode.l10n.t('The order still has its old values.'),
  unchangedByService: () => vscode.l10n.t('According to the service, the order was not changed.'),
  aboutToSend: () => vscode.l10n.t('about to send the change'),
  aboutToConfirm: () => vscode.l10n.t('about to confirm the change'),
};

/** What was filled before a cancellation stays filled. */
const cancel: KindWords = {
  inState: ({ order }, state) => vscode.l10n.t('{0}: {1} (cancellation)', order, state),
  asked: () => vscode.l10n.t({ message: 'cancel', args: [], comment: ['What was asked of an order, as in “OK-1 → cancel”.'] }),
  verdicts: ({ order }) => ({
    done: [vscode.l10n.t('Order Canceled'), vscode.l10n.t('{0} is canceled', order)],
    notDone: [
      vscode.l10n.t('Order Not Canceled'),
      vscode.l10n.t('{0} is open or filled, and the request can no longer reach the service', order),
    ],
    completed: [vscode.l10n.t('Cancellation Completed'), vscode.l10n.t('{0} is canceled', order)],
    abandoned: [vscode.l10n.t('Abandon Cancellation'), vscode.l10n.t('the order is not canceled')],
  }),
  pending: () => vscode.l10n.t('A cancellation of this order was accepted, but the order doesn’t show it yet.'),
  unchanged: () => vscode.l10n.t('The order is still open.'),
  unchangedByService: () => vscode.l10n.t('According to the service, the order was not canceled.'),
  aboutToSend: () => vscode.l10n.t('about to send the cancellation'),
  aboutToConfirm: () => vscode.l10n.t('about to confirm the cancellation'),
};

/** A new order has no ID until the service gives it one, so its side and security name it. */
const place: KindWords = {
  inState: ({ order, terms }, state) => vscode.l10n.t('{0}, {1}: {2} (new order)', order, terms, state),
  asked: (terms) => terms,
  verdicts: ({ order }) => ({
    done: [vscode.l10n.t('Order Placed'), vscode.l10n.t('your broker has the order {0}', order)],
    notDone: [
      vscode.l10n.t('Order Not Placed'),
      vscode.l10n.t('your broker has no such order, and the request can no longer reach the service'),
    ],
    completed: [vscode.l10n.t('Order Completed'), vscode.l10n.t('your broker has the order {0}', order)],
    abandoned: [vscode.l10n.t('Abandon Order'), vscode.l10n.t('the order is not placed')],
  }),
  pending: ({ order, terms }) =>
    vscode.l10n.t(
      'Possible duplicate: {0}, {1}. That order is unresolved and may have been placed; this one would come on top of it.',
      order,
      terms,
    ),
  unchanged: () => '',
  unchangedByService: () => vscode.l10n.t('According to the service, no order was placed.'),
  aboutToSend: () => vscode.l10n.t('about to send the order'),
  aboutToConfirm: () => vscode.l10n.t('about to confirm the order'),
};

const kinds: PerKind<KindWords> = { modify, cancel, place };

export function wordsOf({ action }: { readonly action: OrderAction }): KindWords {
  return kinds[action];
}
