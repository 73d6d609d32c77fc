import * as vscode from 'vscode';
import type { SeenOldValues } from '../../../app/orders/request/orderRequest';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { hasEnded } from '../../../domain/orders/orderRules';
import { isOtherThanAsked } from '../../../domain/orders/placing/placedOrders';
import { maskWhen } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import { idText, serverText, withStop } from '../../../domain/text/visibleText';
import type { CanceledFate } from '../../../panel/canceled/canceledProtocol';
import type { RecordRow } from '../../../panel/records/recordsProtocol';
import type { TicketNotice } from '../../../panel/ticket/ticketProtocol';
import type { OrderRecord } from '../../../service/records';
import { orderLine } from '../../platform/words/orderLine';
import type { News } from '../outcomeNews';
import { wordsOf } from './kinds';
import type { PerKind } from './kinds';
import { filledText } from './names';
import type { Look } from './names';
import { movedText, orderNowText, unclearText } from './seen';

/** What is known of a request: what the journal has of it, and what was read or answered besides. */
export interface Known {
  readonly attempt: KnownAttempt;
  /** Its order as last read. */
  readonly now?: OrderRecord | undefined;
  /** The order as it was read after the service rejected the request. */
  readonly seen?: SeenOldValues | undefined;
  /** IDs of further orders with the mark of a new one. */
  readonly others?: readonly string[] | undefined;
  /** The state that was told before, and has turned out to be wrong. */
  readonly until?: AttemptState | undefined;
  /** Why it was not sent, in a sentence. */
  readonly why?: string | undefined;
  /** The answer was to a confirmation. */
  readonly isConfirmation?: boolean;
  /** Its order shows it, although the user did not complete it here. */
  readonly isElsewhere?: boolean;
  /** Requests are signed with an API key. */
  readonly usesApiKey?: boolean;
}

export type KnownAttempt = Omit<Attempt, 'root' | 'startedAt' | 'endedAt' | 'body' | 'requests'>;

export interface Told extends Known {
  readonly look: Look;
}

/** Sentences; empty ones are left out. */
type Sentences = (told: Told) => readonly string[];

interface Row {
  /** In narrow places. Receipts that were exported are compared with it. */
  readonly state: () => PerKind<string>;
  /** The first words of a message; those of the state if left out. Where they are the same for all kinds, the kind is named behind them. */
  readonly head?: (told: Told) => PerKind<string> | string;
  /** What is still true, what the service says, and what to do. */
  readonly more: PerKind<Sentences>;
  readonly severity: News['severity'];
  /** In the form that sent it. */
  readonly tone: TicketNotice['tone'];
  /** Among many, on the page of the journal. */
  readonly look: RecordRow['look'];
  /** How much the order still needs the user, if this is its cancellation. */
  readonly fate: CanceledFate;
  /** In trees. */
  readonly icon: readonly [name: string, color?: string];
}

const every = <T>(one: T): PerKind<T> => ({ modify: one, cancel: one, place: one });
/** One after the other, for a change, a cancellation, and a new order. */
const three = <T>(modify: T, cancel: T, place: T): PerKind<T> => ({ modify, cancel, place });
const nothing = every<Sentences>(() => []);
const [warned, failed] = ['list.warningForeground', 'list.errorForeground'];

const rejectedAfter = (): PerKind<string> =>
  three(
    vscode.l10n.t('Change rejected after it was accepted'),
    vscode.l10n.t('Cancellation rejected after it was accepted'),
    vscode.l10n.t('Order rejected after it was accepted'),
  );

/** Every state of a request, in all places that show it. A state is only what is proven of it. */
export const rows: Readonly<Record<AttemptState, Row>> = {
  pending: {
    state: () => every(vscode.l10n.t('no response yet')),
    more: nothing,
    ...{ severity: 'warning', tone: 'open', look: 'open', fate: 'unclear', icon: ['sync', warned] },
  },
  unknown: {
    state: () => every(vscode.l10n.t('outcome unknown')),
    more: {
      ...every<Sentences>((told) => [
        vscode.l10n.t('It may or may not have been carried out. It will not be sent again, and the order stays locked.'),
        replacedText(told),
        saidText(told),
      ]),
      place: (told) => [vscode.l10n.t('It may or may not have been placed. It will not be sent again.'), saidText(told)],
    },
    ...{ severity: 'warning', tone: 'open', look: 'open', fate: 'unclear', icon: ['question', warned] },
  },
  saysRejected: {
    state: () => every(vscode.l10n.t('rejected, according to the service')),
    more: every((told) => [codedText(told), vscode.l10n.t('The order stays locked until this is resolved.')]),
    ...{ severity: 'error', tone: 'open', look: 'open', fate: 'unclear', icon: ['error', warned] },
  },
  needsConfirmation: {
    state: () =>
      three(
        vscode.l10n.t('awaiting your confirmation, not applied'),
        vscode.l10n.t('awaiting your confirmation, not canceled'),
        vscode.l10n.t('awaiting your confirmation, not placed'),
      ),
    head: () => vscode.l10n.t('Awaiting confirmation'),
    more: { ...every(staysLocked), place: staysOut },
    ...{ severity: 'warning', tone: 'open', look: 'open', fate: 'open', icon: ['bell', warned] },
  },
  needsBrowser: {
    state: () =>
      three(
        vscode.l10n.t('awaiting completion in the browser, not applied'),
        vscode.l10n.t('awaiting completion in the browser, not canceled'),
        vscode.l10n.t('awaiting completion in the browser, not placed'),
      ),
    head: () => vscode.l10n.t('Awaiting completion in the browser'),
    more: { ...every(staysLocked), place: staysOut },
    ...{ severity: 'warning', tone: 'open', look: 'open', fate: 'open', icon: ['globe', warned] },
  },
  accepted: {
    state: () => every(vscode.l10n.t('accepted')),
    head: ({ attempt: { resolution } }) =>
      three(
        vscode.l10n.t('Change accepted, not applied yet'),
        vscode.l10n.t('Cancellation accepted, not canceled yet'),
        // Found by its mark: that the service accepted it is not known.
        resolution?.verdict === 'reached'
          ? vscode.l10n.t('At the broker, not seen in the market yet')
          : vscode.l10n.t('Order accepted, not in the market yet'),
      ),
    more: nothing,
    ...{ severity: 'info', tone: 'waiting', look: 'good', fate: 'waiting', icon: ['check'] },
  },
  applied: {
    state: () => three(vscode.l10n.t('applied'), vscode.l10n.t('canceled'), vscode.l10n.t('placed')),
    head: () => three(vscode.l10n.t('Change applied'), vscode.l10n.t('Canceled'), vscode.l10n.t('Order placed')),
    more: {
      modify: (told) => [elsewhereText(told), endText(told), contradictedText(told)],
      cancel: (told) => [
        elsewhereText(told),
        ifFilled(told, (filled) => vscode.l10n.t('Filled before: {0}.', filled)),
        contradictedText(told),
      ],
      place: (told) => [
        elsewhereText(told),
        otherTermsText(told),
        ifFilled(told, (filled) => vscode.l10n.t('Filled: {0}.', filled)),
        contradictedText(told),
      ],
    },
    ...{ severity: 'info', tone: 'good', look: 'good', fate: 'over', icon: ['check-all', 'charts.green'] },
  },
  rejectedLater: {
    state: () => every(vscode.l10n.t('rejected after it was accepted')),
    head: rejectedAfter,
    more: every((told) => [orderSays(told)]),
    ...{ severity: 'warning', tone: 'bad', look: 'bad', fate: 'open', icon: ['error', failed] },
  },
  notApplied: {
    state: () =>
      three(
        vscode.l10n.t('not applied after 45 seconds'),
        vscode.l10n.t('not canceled after 45 seconds'),
        vscode.l10n.t('not in the market after 45 seconds'),
      ),
    head: () =>
      three(
        vscode.l10n.t('Change not applied after 45 seconds'),
        vscode.l10n.t('Not canceled after 45 seconds'),
        vscode.l10n.t('Not in the market after 45 seconds'),
      ),
    more: {
      modify: (told) => [
        vscode.l10n.t('The service accepted it, but the order doesn’t show it.'),
        endText(told) === '' ? '' : vscode.l10n.t('It has ended with its old values.'),
        endText(told),
        orderSays(told),
        askBroker(),
      ],
      cancel: (told) => [vscode.l10n.t('The service accepted it, but the order is still open.'), orderSays(told), askBroker()],
      place: (told) => [vscode.l10n.t('The service lists the order as on its way.'), orderSays(told), askBroker()],
    },
    ...{ severity: 'warning', tone: 'bad', look: 'bad', fate: 'open', icon: ['clock', warned] },
  },
  endUnknown: {
    state: () => every(vscode.l10n.t('accepted, end unknown')),
    head: (told) => (told.attempt.action === 'place' ? unseenHead(told) : vscode.l10n.t('End unknown')),
    more: {
      modify: (told) => [
        told.attempt.followed?.seen === undefined
          ? goneText()
          : vscode.l10n.t('It was accepted, but the order shows other values: it may have been applied and then changed again.'),
        orderSays(told),
        askBroker(),
      ],
      cancel: ({ attempt: { followed } }) => [followed?.seen === undefined ? goneText() : unclearText(followed.seen.status), askBroker()],
      place: (told) => [unseenText(told), askBroker()],
    },
    ...{ severity: 'warning', tone: 'open', look: 'open', fate: 'unclear', icon: ['question', warned] },
  },
  tooLate: {
    state: () => every(vscode.l10n.t('too late: the order had ended')),
    head: () => three(vscode.l10n.t('Too late'), vscode.l10n.t('Too late to cancel'), vscode.l10n.t('Too late')),
    more: every((told) => {
      const filled = told.now?.status === 'FILLED_ALL' ? ifFilled(told, (whole) => vscode.l10n.t('It was filled ({0}).', whole)) : '';
      return [filled === '' ? vscode.l10n.t('It had ended.') : filled];
    }),
    ...{ severity: 'warning', tone: 'bad', look: 'plain', fate: 'over', icon: ['circle-slash'] },
  },
  rejected: {
    state: () => every(vscode.l10n.t('rejected')),
    // A change that was undone had been applied, before the order showed its rejection.
    head: (told) =>
      isUndone(told)
        ? rejectedAfter()
        : three(vscode.l10n.t('Change rejected'), vscode.l10n.t('Cancellation rejected'), vscode.l10n.t('Order rejected')),
    more: every((told) => (isUndone(told) ? [orderSays(told)] : [codedText(told), provenText(told), orderSays(told)])),
    ...{ severity: 'error', tone: 'bad', look: 'bad', fate: 'open', icon: ['error', failed] },
  },
  notAuthorized: {
    state: () => every(vscode.l10n.t('not authorized')),
    head: () =>
      three(vscode.l10n.t('Change not authorized'), vscode.l10n.t('Cancellation not authorized'), vscode.l10n.t('Order not authorized')),
    more: every((told) => {
      const [lacking, advice] = unauthorized(told);
      return [lacking, unchangedText(told), advice, saidText(told)];
    }),
    ...{ severity: 'error', tone: 'bad', look: 'bad', fate: 'open', icon: ['lock', failed] },
  },
  tooManyRequests: {
    state: () => every(vscode.l10n.t('too many requests')),
    head: () =>
      three(
        vscode.l10n.t('Change not accepted, too many requests'),
        vscode.l10n.t('Cancellation not accepted, too many requests'),
        vscode.l10n.t('Order not accepted, too many requests'),
      ),
    more: every((told) => [unchangedText(told), waitText(told), saidText(told)]),
    ...{ severity: 'error', tone: 'bad', look: 'bad', fate: 'open', icon: ['watch', warned] },
  },
  notSent: {
    state: () => every(vscode.l10n.t('not sent')),
    more: every(({ why = '' }) => [why]),
    ...{ severity: 'error', tone: 'bad', look: 'plain', fate: 'open', icon: ['circle-slash'] },
  },
  clockRejected: {
    state: () => every(vscode.l10n.t('not executed: clock mismatch')),
    head: () => vscode.l10n.t('Not executed'),
    more: every(() => [clockText()]),
    ...{ severity: 'error', tone: 'bad', look: 'bad', fate: 'open', icon: ['clock', failed] },
  },
  notOffered: {
    state: () => three(vscode.l10n.t('not confirmed'), vscode.l10n.t('not canceled'), vscode.l10n.t('not placed')),
    head: ({ attempt, isConfirmation }) =>
      every(
        isConfirmation === true
          ? vscode.l10n.t('Not confirmed')
          : firstWords(isConfirmation === false ? 'notChanged' : 'notOffered', attempt),
      ),
    more: every((told) => [lackText(told), unchangedText(told), vscode.l10n.t('Finish it in your broker’s app or website.')]),
    ...{ severity: 'warning', tone: 'bad', look: 'plain', fate: 'open', icon: ['circle-slash'] },
  },
  notChanged: {
    state: () => three(vscode.l10n.t('not changed'), vscode.l10n.t('not canceled'), vscode.l10n.t('not placed')),
    head: ({ attempt }) => every(firstWords('notChanged', attempt)),
    more: nothing,
    ...{ severity: 'info', tone: 'bad', look: 'plain', fate: 'open', icon: ['circle-slash'] },
  },
  abandoned: {
    state: () => every(vscode.l10n.t('abandoned')),
    more: nothing,
    ...{ severity: 'warning', tone: 'open', look: 'plain', fate: 'open', icon: ['circle-slash'] },
  },
};

/** The words of a state where a sentence begins. */
export function firstWords(state: AttemptState, { action }: Pick<Attempt, 'action'>): string {
  const words = rows[state].state()[action];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function clockText(): string {
  return vscode.l10n.t('This machine’s clock is too far from the service’s clock.');
}

function staysLocked(): readonly string[] {
  return [vscode.l10n.t('The order stays locked until you complete or abandon this.')];
}

function staysOut(): readonly string[] {
  return [vscode.l10n.t('The order is not placed until you complete it.')];
}

/** Some services carry out a change as a cancellation and a new order. */
function replacedText({ attempt: { action, outcome } }: Told): string {
  if (action !== 'modify' || outcome?.kind !== 'unknown' || outcome.orderId === undefined) return '';
  return vscode.l10n.t('The response names order {0}: the service may have placed it instead.', idText(outcome.orderId));
}

function elsewhereText({ isElsewhere = false }: Told): string {
  return isElsewhere ? vscode.l10n.t('It was not completed here.') : '';
}

/** A mark proves that the order is the one that was sent, not that the service made it as it was sent. */
export function otherTermsText({ attempt, now, look }: Told): string {
  if (attempt.action !== 'place' || now === undefined || !isOtherThanAsked(attempt, now)) return '';
  const listed = orderLine(now, { isPrivate: look.isPrivate, market: look.digits?.(now.code) });
  return vscode.l10n.t('The service lists it with other values: {0}. Check it with your broker.', listed);
}

/** The service said that it had rejected what its order shows. */
function contradictedText(told: Told): string {
  return told.attempt.outcome?.kind === 'saysRejected' ? saidText(told) : '';
}

/** How the order of an applied change has ended. */
function endText({ now, look }: Told): string {
  return now !== undefined && hasEnded(now.status) ? orderNowText(now, look) : '';
}

function goneText(): string {
  return vscode.l10n.t('It was accepted, and the service no longer lists the order.');
}

function askBroker(): string {
  return vscode.l10n.t('Check it with your broker.');
}

function unseenHead({ attempt: { followed } }: Told): string {
  if (followed?.isUnlistable === true) return vscode.l10n.t('Order accepted, end unknown');
  if (followed?.probablyId !== undefined) return vscode.l10n.t('Order accepted, probably listed as {0}', idText(followed.probablyId));
  return followed?.seen === undefined ? vscode.l10n.t('Order accepted, but not found') : vscode.l10n.t('End unknown');
}

/** Why an accepted new order could not be seen for certain. */
function unseenText({ attempt: { followed } }: Told): string {
  if (followed?.isUnlistable === true) return vscode.l10n.t('Services have no list of option orders, so its status can’t be read.');
  if (followed?.probablyId !== undefined) return vscode.l10n.t('The service dropped or changed its mark, so this isn’t certain.');
  return followed?.seen === undefined
    ? vscode.l10n.t('After 45 seconds, no order that the service lists has its mark.')
    : vscode.l10n.t('The service lists the order, but its status doesn’t show whether it is in the market.');
}

function isUndone({ attempt: { action, resolution } }: Told): boolean {
  return action === 'modify' && resolution?.verdict === 'rejected';
}

/** What a rejection left of the order: as the order itself showed it, or only as the service says. */
function provenText(told: Told): string {
  const { action, resolution } = told.attempt;
  if (resolution === undefined) return unchangedText(told);
  if (action === 'place') return vscode.l10n.t('It isn’t in the market.');
  const seen = told.now ?? resolution.seen;
  if (seen === undefined || !hasEnded(seen.status))
    return sentences(wordsOf(told.attempt).unchanged(), vscode.l10n.t('It is unlocked again.'));
  return action === 'modify' ? vscode.l10n.t('It has ended with its old values.') : '';
}

function unchangedText({ attempt, seen, look }: Told): string {
  if (seen === undefined) return wordsOf(attempt).unchangedByService();
  const isOver = attempt.action === 'cancel' && hasEnded(seen.order.status);
  return sentences(isOver ? '' : wordsOf(attempt).unchanged(), movedText(seen, look));
}

function unauthorized({ attempt: { outcome }, usesApiKey = false }: Told): readonly [lacking: string, advice: string] {
  const isScope = outcome?.kind === 'notAuthorized' && outcome.lacks === 'scope';
  if (usesApiKey) {
    const advice = vscode.l10n.t('Check the key on the developer portal.');
    return isScope
      ? [vscode.l10n.t('Your API key doesn’t include permission for it.'), advice]
      : [vscode.l10n.t('The service didn’t accept your API key.'), advice];
  }
  return isScope
    ? [vscode.l10n.t('Your sign-in doesn’t include permission for it.'), vscode.l10n.t('Sign in again and allow it.')]
    : [vscode.l10n.t('The service didn’t accept your sign-in.'), vscode.l10n.t('Try again, and sign in again if that fails too.')];
}

function waitText({ attempt: { outcome } }: Told): string {
  const waitMs = outcome?.kind === 'tooManyRequests' ? outcome.waitMs : undefined;
  if (waitMs === undefined) return vscode.l10n.t('Wait a moment before you try again.');
  return vscode.l10n.t('Wait {0} s before you try again.', Math.max(1, Math.ceil(waitMs / 1000)));
}

/** Whether the service lacks the call itself, or the confirmation that it asked for. The journal doesn’t say which. */
function lackText(told: Told): string {
  if (told.isConfirmation === undefined) return '';
  if (told.isConfirmation) return vscode.l10n.t('It needs a confirmation that this service doesn’t accept here.');
  const texts: PerKind<string> = {
    modify: vscode.l10n.t('This service doesn’t change orders of paper accounts.'),
    cancel: vscode.l10n.t('This service doesn’t know the request, or the order.'),
    place: vscode.l10n.t('This service doesn’t take new orders.'),
  };
  return texts[told.attempt.action];
}

/** Empty if nothing of the order is filled, or it was not read. */
function ifFilled({ now, look }: Told, text: (filled: string) => string): string {
  const filled = now === undefined ? undefined : filledText(now, look);
  return filled === undefined ? '' : text(filled);
}

/** What the service answered; it may mention amounts. */
function saidText({ attempt: { outcome }, look }: Told): string {
  const said = serverText((outcome !== undefined && 'errmsg' in outcome ? outcome.errmsg : undefined) ?? '');
  return said === '' || look.isPrivate ? '' : vscode.l10n.t('The service says: {0}', withStop(said));
}

/** `Insufficient buying power (code 14).` */
function codedText({ attempt: { outcome }, look }: Told): string {
  if (outcome?.kind !== 'refused' && outcome?.kind !== 'saysRejected') return '';
  return vscode.l10n.t({
    message: '{0} (code {1}).',
    args: [maskWhen(look.isPrivate)(serverText(outcome.errmsg)), outcome.errcode],
    // Stryker disable next-line ArrayDeclaration,StringLiteral: only translators read it.
    comment: ['{0} is the service’s own text, {1} its error code.'],
  });
}

/** The order’s own words about a failure. */
function orderSays({ attempt: { action, followed, resolution }, now, look }: Told): string {
  const said = serverText(followed?.text ?? resolution?.text ?? (action === 'place' ? now?.lastError : '') ?? '');
  return said === '' || look.isPrivate ? '' : vscode.l10n.t('The order says: {0}', withStop(said));
}
