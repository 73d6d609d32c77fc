import * as vscode from 'vscode';
import { formerValues } from '../../../domain/orders/changeBack';
import { isUnresolved, orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { compareWithOrder, endOfAccepted, isFromBefore } from '../../../domain/orders/orderComparison';
import { maskWhen } from '../../../domain/text/mask';
import { hasEnded } from '../../../domain/orders/orderRules';
import { sentences } from '../../../domain/text/sentences';
import { serverText } from '../../../domain/text/visibleText';
import type { TicketNotice, TicketStage } from '../../../panel/ticket/ticketProtocol';
import { followedEndText, severalText } from '../followedText';
import type { OrderRecord } from '../../../service/records';
import { calledAs, formerTerms, stateLine, tradedAs, supersededText } from '../orderText';
import { wordsOf } from '../words/actionWords';
import { orderNowText } from '../words/endWords';
import type { News, NewsAction } from '../outcomeNews';

/** The actions of a ticket that shows how a change ended. */
export interface EndActions {
  readonly modifyAgain: () => Promise<void>;
  /** *Modify Order…* and *Cancel Order…* for the order that a new ticket placed. */
  readonly modify: (attempt: Attempt) => Promise<void>;
  readonly cancel: (attempt: Attempt) => Promise<void>;
  readonly changeBack: (attempt: Attempt) => Promise<void>;
  readonly checkStatus: (attempt: Attempt) => Promise<void>;
  readonly resolve: (attempt: Attempt) => Promise<void>;
}

/** @param close - Closes the ticket, which another one replaces. */
export function endActions(
  { checkStatus, resolve }: Pick<EndActions, 'checkStatus' | 'resolve'>,
  { modifyAgain, changeBack, modify, cancel }: Pick<EndActions, 'modifyAgain' | 'changeBack' | 'modify' | 'cancel'>,
  close: () => void,
): EndActions {
  return {
    checkStatus,
    resolve,
    modify,
    cancel,
    modifyAgain: async () => {
      close();
      await modifyAgain();
    },
    changeBack: async (attempt) => {
      close();
      await changeBack(attempt);
    },
  };
}

/** The stages that can show a notice. */
export type NoticeKind = Extract<TicketStage, { notice: unknown }>['kind'];

/** The stage of a form that can be edited, without a notice. */
export const nothingToTell: TicketStage = { kind: 'editing', notice: null };

/** The state of a change, and what can be done about it. */
export interface TicketEnd {
  /** False if the order is unchanged and the ticket can continue. */
  readonly isOver: boolean;
  readonly notice: Omit<TicketNotice, 'actions'>;
  readonly actions: readonly NewsAction[];
}

const over: ReadonlySet<AttemptState> = new Set<AttemptState>(['accepted', 'applied', 'rejectedLater', 'notApplied', 'endUnknown']);

/**
 * The outcome of the change that a ticket sent, by the journal, and what has become of its order since.
 *
 * @param told - The news that the ticket got about the current state; undefined if none.
 * @param read - The order as last read; undefined if it was not read.
 */
export function endOf(
  attempt: Attempt,
  told: News | undefined,
  read: OrderRecord | undefined,
  isPrivate: boolean,
  acts: EndActions,
): TicketEnd {
  const { state } = attempt;
  if (isUnresolved(state))
    return {
      isOver: true,
      notice: { tone: 'open', message: told?.message ?? stateLine(attempt, tradedAs(attempt, { isPrivate })), detail: '' },
      actions: unresolvedActions(attempt, acts),
    };
  const isOver = over.has(state);
  const now = read !== undefined && isFromBefore(attempt, read) ? undefined : read;
  // Until the end is written down, a status that shows it would contradict the message.
  const isAhead = state === 'accepted' && now !== undefined && endOfAccepted(attempt, attempt.order, now).end !== 'open';
  const isSeen = isOver && now !== undefined && !isAhead;
  // What was filled stands below: the journal may be read before the news come, and the form must not tell the same end in two ways.
  const isExpected = told === undefined || (attempt.resolution?.by === 'readBack' && told.severity === 'info');
  const isOther = isSeen && isSuperseded(attempt, now);
  const message = isOther
    ? stateLine(attempt, tradedAs(attempt, { isPrivate }), supersededText())
    : isExpected
      ? endText(attempt, isPrivate)
      : told.message;
  const tone = isOther ? 'open' : isSeen ? toneNow(state, now) : toneOf(state);
  return {
    isOver,
    notice: { tone, message, detail: isSeen ? orderNowText(now, message, isPrivate) : '' },
    actions: [...(told?.actions ?? []), ...(isOver ? actionsAfter(attempt, now, acts) : [])],
  };
}

/** Whether the order of a change that was applied has values that are neither the new ones nor, from an earlier read, the old ones. */
function isSuperseded(attempt: Attempt, now: OrderRecord): boolean {
  return attempt.action === 'modify' && attempt.state === 'applied' && compareWithOrder(attempt, now) === 'other';
}

/** What can still be done: nothing that needs an open order if it has ended. */
function actionsAfter(attempt: Attempt, now: OrderRecord | undefined, acts: EndActions): readonly NewsAction[] {
  const isEnded = now !== undefined && hasEnded(now.status);
  const isNew = attempt.action === 'place';
  const another = { label: vscode.l10n.t('Another Order…'), run: acts.modifyAgain };
  if (isEnded) return isNew ? [another] : [];
  const cancel = { label: vscode.l10n.t('Cancel Order…'), run: async () => acts.cancel(attempt) };
  if (isNew && orderIdOf(attempt) === '') return [another];
  if (isNew) return [{ label: vscode.l10n.t('Modify…'), run: async () => acts.modify(attempt) }, cancel, another];
  return [{ label: vscode.l10n.t('Modify Again…'), run: acts.modifyAgain }, ...changeBack(attempt, acts), cancel];
}

/** What happened to the order since says more than what the service did with the request. */
function toneNow(state: AttemptState, { status }: OrderRecord): TicketNotice['tone'] {
  if (status === 'FILLED_ALL') return 'good';
  if (hasEnded(status)) return status.startsWith('CANCELLED') ? 'open' : 'bad';
  return toneOf(state);
}

/** An accepted change is not in the order yet; one that the user left out, or whose end is unknown, is no error. */
function toneOf(state: AttemptState): TicketNotice['tone'] {
  if (state === 'applied') return 'good';
  if (state === 'accepted') return 'waiting';
  return state === 'abandoned' || state === 'endUnknown' ? 'open' : 'bad';
}

export function unresolvedActions(
  attempt: Attempt,
  { checkStatus, resolve }: Pick<EndActions, 'checkStatus' | 'resolve'>,
): readonly NewsAction[] {
  return [
    { label: vscode.l10n.t('Check Order Status'), run: async () => checkStatus(attempt) },
    { label: vscode.l10n.t('Resolve Order Change…'), run: async () => resolve(attempt) },
  ];
}

/** Offered only for a change that was applied: nothing else can be changed back. */
function changeBack(attempt: Attempt, acts: EndActions): readonly NewsAction[] {
  const former = attempt.state === 'applied' ? formerValues(attempt.fields) : undefined;
  if (former === undefined) return [];
  return [{ label: vscode.l10n.t('Change Back to {0}…', formerTerms(former)), run: async () => acts.changeBack(attempt) }];
}

/** What the journal says about a change that ended; for a rejection, the reason. What became of it stands first. */
export function endText(attempt: Attempt, isPrivate: boolean): string {
  const { outcome, followed, resolution, state } = attempt;
  const [words, named] = [wordsOf(attempt), calledAs(attempt, { isPrivate })];
  // Found by its mark: the order itself proves that the request arrived; the service never confirmed that it was accepted.
  if (state === 'accepted') return attempt.resolution?.verdict === 'reached' ? words.stillOld(named) : words.accepted(named);
  if (state === 'applied') return sentences(words.applied(named), severalText(attempt.resolution?.others));
  if (followed !== undefined && (state === 'rejectedLater' || state === 'notApplied' || state === 'endUnknown'))
    return followedEndText({ end: followed.end, attempt, text: followed.text }, isPrivate);
  // The order itself showed the rejection, after it had shown the change.
  if (attempt.action === 'modify' && state === 'rejected' && resolution?.text !== undefined)
    return followedEndText({ end: 'rejected', attempt, text: resolution.text }, isPrivate);
  const line = stateLine(attempt, tradedAs(attempt, { isPrivate }));
  if (outcome?.kind !== 'refused' && outcome?.kind !== 'saysRejected') return line;
  return vscode.l10n.t({
    message: '{0}. The service says: {1} (code {2})',
    args: [line, maskWhen(isPrivate)(serverText(outcome.errmsg)), outcome.errcode],
    comment: ['{0} is such as “Change of OK-1 to 200 @ 12.34: rejected”, {1} the service’s own text, {2} its error code.'],
  });
}

/** News after which the ticket stays as it is. */
export function newsNotice({ severity, message }: News): Omit<TicketNotice, 'actions'> {
  return { tone: severity === 'info' ? 'open' : 'bad', message, detail: '' };
}

/** Why a review ended without sending anything. */
export function backNotice(why: string): Omit<TicketNotice, 'actions'> {
  return { tone: 'open', message: why, detail: '' };
}
