import * as vscode from 'vscode';
import { formerValues } from '../../../domain/orders/changeBack';
import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { maskWhen } from '../../../domain/text/mask';
import { serverText } from '../../../domain/text/visibleText';
import type { TicketNotice, TicketStage } from '../../../panel/ticket/ticketProtocol';
import { sentences } from '../../../domain/text/sentences';
import { followedEndText, severalText } from '../followedText';
import { formerTerms, namedAs, stateText } from '../orderText';
import { wordsOf } from '../words/actionWords';
import type { News, NewsAction } from '../outcomeNews';

/** The actions of a ticket that shows how a change ended. */
export interface EndActions {
  readonly modifyAgain: () => Promise<void>;
  readonly changeBack: (attempt: Attempt) => Promise<void>;
  readonly checkStatus: (attempt: Attempt) => Promise<void>;
  readonly resolve: (attempt: Attempt) => Promise<void>;
}

/** @param close - Closes the ticket, which another one replaces. */
export function endActions(
  { checkStatus, resolve }: Pick<EndActions, 'checkStatus' | 'resolve'>,
  { modifyAgain, changeBack }: Pick<EndActions, 'modifyAgain' | 'changeBack'>,
  close: () => void,
): EndActions {
  return {
    checkStatus,
    resolve,
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
 * The outcome of the change that a ticket sent, by the journal.
 *
 * @param told - The news that the ticket got about the current state; undefined if none.
 */
export function endOf(attempt: Attempt, told: News | undefined, isPrivate: boolean, acts: EndActions): TicketEnd {
  const { state } = attempt;
  if (isUnresolved(state))
    return {
      isOver: true,
      notice: { tone: 'open', message: told?.message ?? stateLine(attempt, isPrivate), detail: '' },
      actions: unresolvedActions(attempt, acts),
    };
  const tone = toneOf(state);
  const isOver = over.has(state);
  return {
    isOver,
    notice: { tone, message: told === undefined || told.brief !== undefined ? endText(attempt, isPrivate) : told.message, detail: '' },
    actions: isOver
      ? [
          {
            label: attempt.action === 'place' ? vscode.l10n.t('Another Order…') : vscode.l10n.t('Modify Again…'),
            run: acts.modifyAgain,
          },
          ...changeBack(attempt, acts),
        ]
      : (told?.actions ?? []),
  };
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

/** What the journal says about a change that ended; for a rejection, the reason. */
function endText(attempt: Attempt, isPrivate: boolean): string {
  const { outcome, followed, state } = attempt;
  const [words, named] = [wordsOf(attempt), namedAs(attempt, { isPrivate })];
  // Found by its mark: the order itself proves that the request arrived; the service never confirmed that it was accepted.
  if (state === 'accepted') return attempt.resolution?.verdict === 'reached' ? words.stillOld(named) : words.accepted(named);
  if (state === 'applied') return sentences(words.applied(named), severalText(attempt.resolution?.others));
  if (followed !== undefined && (state === 'rejectedLater' || state === 'notApplied' || state === 'endUnknown'))
    return followedEndText({ end: followed.end, before: 'accepted', attempt, text: followed.text }, isPrivate);
  const line = stateLine(attempt, isPrivate);
  if (outcome?.kind !== 'refused' && outcome?.kind !== 'saysRejected') return line;
  return vscode.l10n.t({
    message: '{0}. The service says: {1} (code {2})',
    args: [line, maskWhen(isPrivate)(serverText(outcome.errmsg)), outcome.errcode],
    comment: ['{0} is such as “Change of OK-1 to 200 @ 12.34: rejected”, {1} the service’s own text, {2} its error code.'],
  });
}

function stateLine(attempt: Attempt, isPrivate: boolean): string {
  return wordsOf(attempt).inState(namedAs(attempt, { isPrivate }), stateText(attempt));
}

/** News after which the ticket stays as it is. */
export function newsNotice({ severity, message }: News): Omit<TicketNotice, 'actions'> {
  return { tone: severity === 'info' ? 'open' : 'bad', message, detail: '' };
}

/** Why a review ended without sending anything. */
export function backNotice(why: string): Omit<TicketNotice, 'actions'> {
  return { tone: 'open', message: why, detail: '' };
}
