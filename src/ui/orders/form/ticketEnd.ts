import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { compareWithOrder, endOfAccepted, isFromBefore } from '../../../domain/orders/orderComparison';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { TicketNotice, TicketStage } from '../../../panel/ticket/ticketProtocol';
import type { OrderRecord } from '../../../service/records';
import type { News, NewsAction } from '../outcomeNews';
import type { Look } from '../story/names';
import { orderNowText } from '../story/seen';
import { isTaken, offered, story, storyText, supersededStory } from '../story/story';
import type { Steps } from '../story/story';
import { rows } from '../story/table';

/** What a ticket that shows how a change ended can do. */
export interface EndSteps {
  readonly modifyAgain: () => Promise<void>;
  /** *Modify Order…* and *Cancel Order…* for the order that a new ticket placed. */
  readonly modify: (attempt: Attempt) => Promise<void>;
  readonly cancel: (attempt: Attempt) => Promise<void>;
  readonly changeBack: (attempt: Attempt) => Promise<void>;
  readonly checkStatus: (attempt: Attempt) => Promise<void>;
  readonly resolve: (attempt: Attempt) => Promise<void>;
}

/** @param close - Closes the ticket, which another one replaces. */
export function stepsOf(
  attempt: Attempt,
  { checkStatus, resolve, modify, cancel, modifyAgain, changeBack }: EndSteps,
  close: () => void = () => undefined,
): Steps {
  const instead = async (open: () => Promise<void>): Promise<void> => {
    close();
    await open();
  };
  return {
    checkStatus: async () => checkStatus(attempt),
    resolve: async () => resolve(attempt),
    modify: async () => modify(attempt),
    cancel: async () => cancel(attempt),
    modifyAgain: async () => instead(modifyAgain),
    another: async () => instead(modifyAgain),
    changeBack: async () => instead(async () => changeBack(attempt)),
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

/**
 * The outcome of the change that a ticket sent, by the journal, and what has become of its order since.
 *
 * @param told - The news that the ticket got about the current state; undefined if none.
 * @param read - The order as last read; undefined if it was not read.
 */
export function endOf(attempt: Attempt, told: News | undefined, read: OrderRecord | undefined, look: Look, steps: Steps): TicketEnd {
  const { state, action, resolution } = attempt;
  const isOver = isTaken(attempt);
  const now = read !== undefined && isFromBefore(attempt, read) ? undefined : read;
  const said = story({ attempt, now }, look);
  if (isUnresolved(state))
    return {
      isOver: true,
      notice: { tone: 'open', message: told?.message ?? storyText(said), detail: '' },
      actions: offered(said, attempt, steps),
    };
  // Until the end is written down, a status that shows it would contradict the message.
  const isAhead = state === 'accepted' && now !== undefined && endOfAccepted(attempt, attempt.order, now).end !== undefined;
  const isSeen = isOver && now !== undefined && !isAhead;
  // What was filled stands below: the journal may be read before the news come, and the form must not tell the same end in two ways.
  const isExpected = told === undefined || (resolution?.by === 'readBack' && told.severity === 'info');
  // Neither the new values nor, from an earlier read, the old ones.
  const isOther = isSeen && action === 'modify' && state === 'applied' && compareWithOrder(attempt, now) === 'other';
  // A warning that the order shows is part of the news themselves.
  const expected = isSeen && said.severity !== 'info' ? said : story({ attempt }, look);
  const message = isOther ? supersededStory(attempt, look) : isExpected ? storyText(expected) : told.message;
  const tone = isOther ? 'open' : isSeen ? toneNow(attempt, now) : rows[state].tone;
  const nowText = isSeen ? orderNowText(now, look, message) : '';
  return {
    isOver,
    notice: { tone, message, detail: message.includes(nowText) ? '' : nowText },
    actions: [...(told?.actions ?? []), ...(isOver ? offered(said, attempt, steps) : [])],
  };
}

/** What happened to the order since says more than what the service did with the request. */
function toneNow({ state, action }: Attempt, { status }: OrderRecord): TicketNotice['tone'] {
  // Filled or not, the order never had the new values.
  if (state === 'notApplied' && action === 'modify') return rows[state].tone;
  if (status === 'FILLED_ALL') return 'good';
  if (hasEnded(status)) return status.startsWith('CANCELLED') ? 'open' : 'bad';
  return rows[state].tone;
}

/** News after which the ticket stays as it is. */
export function newsNotice({ severity, message }: News): Omit<TicketNotice, 'actions'> {
  return { tone: severity === 'info' ? 'open' : 'bad', message, detail: '' };
}

/** Why a review ended without sending anything. */
export function backNotice(why: string): Omit<TicketNotice, 'actions'> {
  return { tone: 'open', message: why, detail: '' };
}
