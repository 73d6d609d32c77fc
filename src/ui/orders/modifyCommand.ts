import * as vscode from 'vscode';
import { isSameSession, isSignedIn } from '../../app/session/connection';
import type { ConnectionState } from '../../app/session/connection';
import type { StaleVerdict } from '../../app/orders/ticket/orderCheck';
import type { OpenReview, TicketDesk } from '../../app/orders/ticket/ticketDesk';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { Attempt } from '../../domain/orders/orderAttempts';
import type { DraftProblem } from '../../domain/orders/orderDraft';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { readSetting } from '../platform/settings';
import type { TicketLists } from './ticket/ticketLists';
import { openTicket } from './ticket/openTicket';
import type { OpenTicket } from './ticket/openTicket';
import { idText } from '../../domain/text/visibleText';
import { problemText, realMoneyText } from './orderText';
import { runSteps } from './ticket/quickSteps';
import type { Step, StepFrame, StepMove } from './ticket/quickSteps';
import { reviewChange } from './ticket/reviewChange';
import { traitsOf } from '../../app/orders/ticket/ticket';
import type { Ticket } from '../../app/orders/ticket/ticket';
import { ticketSteps } from './ticket/ticketSteps';
import { staleText } from './ticket/ticketWords';
import { sayWarning, askModal } from '../platform/say/messages';

export interface ModifyDependencies {
  readonly access: ServiceAccess;
  /** The accounts and orders to choose from, read again for each ticket. */
  readonly lists: () => TicketLists;
  readonly desk: TicketDesk;
  readonly documents: Pick<ReadOnlyDocuments, 'put'>;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  /** Whether lists to choose from hide figures and account numbers. */
  readonly isPrivate: () => boolean;
  /** Offers to resolve the change that locks an order. */
  readonly showUnresolved: (attempt: Attempt) => Promise<void>;
  /** Sends a confirmed change and shows its outcome, or why it was not sent if the order has changed. */
  readonly send: (review: OpenReview) => Promise<StaleVerdict | undefined>;
}

/**
 * *Modify Order…*: collects the change step by step, shows the review, and sends it only after confirmation.
 *
 * @param argument - A row's `OrderSubject`, `ModifyArguments`, or nothing.
 */
export async function modifyOrderCommand(dependencies: ModifyDependencies, argument: unknown): Promise<void> {
  const { access, lists } = dependencies;
  if (!(await mayModify(access))) return;
  const begun = access.current;
  const opened = await openOf(access, lists(), argument);
  if (opened === undefined) return;
  const { ticket: first, accounts, orders } = opened;
  const begin = async (ticket: Ticket): Promise<Ticket | undefined> => beginTicket(dependencies, ticket);
  const steps = ticketSteps({ accounts, orders, begin, isPrivate: dependencies.isPrivate });
  let ticket = first.orderId === '' ? first : await begin(first);
  while (ticket !== undefined) {
    const review = new ReviewStep(dependencies, begun);
    const ended = await runSteps(ticket, [...steps, review], ticketTitle);
    if (ended === undefined) return;
    const stale = review.confirmed === undefined ? review.stale : await dependencies.send(review.confirmed);
    ticket = stale === undefined ? undefined : await goOnFrom(dependencies, ended, stale);
  }

  function ticketTitle(ticket: Ticket): string {
    return titleOf(ticket, begun);
  }
}

/** What a form needs: the order, and its security type if no record has it. */
const choices: ReadonlySet<string> = new Set(['account', 'order', 'exchange', 'orderType', 'securityType']);

/**
 * *Modify Order…* with a form: asks in steps for missing details of the order, then opens the form.
 *
 * @param argument - A row's `OrderSubject`, `ModifyArguments`, or nothing.
 */
export async function modifyInFormCommand(
  { access, lists, isPrivate }: Pick<ModifyDependencies, 'access' | 'lists' | 'isPrivate'>,
  argument: unknown,
  show: (ticket: Ticket) => void,
): Promise<void> {
  if (!(await mayModify(access))) return;
  const begun = access.current;
  const opened = await openOf(access, lists(), argument);
  if (opened === undefined) return;
  const { ticket: first, accounts, orders } = opened;
  // The form itself shows why an order is locked.
  const steps = ticketSteps({ accounts, orders, begin: async (ticket) => Promise.resolve(ticket), isPrivate });
  const ticket = await runSteps(
    first,
    steps.filter(({ id }) => choices.has(id)),
    (state) => titleOf(state, begun),
  );
  if (ticket !== undefined && isSameSession(begun, access.current)) show(ticket);
}

/** The new ticket; undefined, after a message, if the user changes before its lists are read. */
async function openOf(access: ServiceAccess, lists: TicketLists, argument: unknown): Promise<OpenTicket | undefined> {
  const begun = access.current;
  const opened = await openTicket(lists, argument).catch((error: unknown) => {
    if (isSameSession(begun, access.current)) throw error;
    return undefined;
  });
  if (opened !== undefined && isSameSession(begun, access.current)) return opened;
  warnOfAnother();
  return undefined;
}

function titleOf(ticket: Ticket, begun: ConnectionState): string {
  const world = realMoneyText({ isSandbox: begun.connection.kind === 'sandbox' });
  return ticket.orderId === ''
    ? vscode.l10n.t('Modify Order · {0}', world)
    : vscode.l10n.t('Modify {0} · {1}', idText(ticket.orderId), world);
}

/** Whether orders can be modified at all: the user is signed in, possibly after being asked, and the settings allow it. */
async function mayModify(access: ServiceAccess): Promise<boolean> {
  if (!isSignedIn(access.current)) await vscode.commands.executeCommand('marketDesk.signIn');
  if (!isSignedIn(access.current)) return false;
  if (!readSetting('orders.readOnly')) return true;
  await refuseReadOnly();
  return false;
}

async function refuseReadOnly(): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  const chosen = await sayWarning(vscode.l10n.t('Order changes are turned off by the “marketDesk.orders.readOnly” setting.'), open);
  if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'marketDesk.orders.readOnly');
}

/** The ticket for its order; undefined, after offering to resolve it, for an order with an unresolved attempt. */
async function beginTicket({ desk, showUnresolved }: ModifyDependencies, ticket: Ticket): Promise<Ticket | undefined> {
  const begun = await desk.begin(ticket);
  if (begun.kind === 'open') return begun.ticket;
  await showUnresolved(begun.attempt);
  return undefined;
}

/** Shows why a ticket was stopped; returns a ticket for the order's current state if the user wants to continue. */
async function goOnFrom({ desk }: ModifyDependencies, ticket: Ticket, verdict: StaleVerdict): Promise<Ticket | undefined> {
  const { message, detail } = staleText(idText(ticket.orderId), verdict);
  const next = verdict.kind === 'notRead' ? ticket : desk.adopt(ticket, verdict);
  const go = verdict.kind === 'notRead' ? vscode.l10n.t('Try Again') : vscode.l10n.t('Continue with Current Values');
  const answer = await askModal(message, detail, ...(next === undefined ? [] : [go]));
  return answer === go ? next : undefined;
}

/** A ticket's IDs and current values belong to the service and user it was opened with. */
class ReviewStep implements Step<Ticket> {
  readonly id = 'review';
  /** What the user said yes to. */
  confirmed: OpenReview | undefined;
  /** Why there was nothing to confirm. */
  stale: StaleVerdict | undefined;

  constructor(
    private readonly dependencies: ModifyDependencies,
    private readonly begun: ConnectionState,
  ) {}

  applies(): boolean {
    return true;
  }

  isDone(): boolean {
    return false;
  }

  async run(ticket: Ticket, frame: StepFrame): Promise<StepMove<Ticket>> {
    const { access, desk, showUnresolved } = this.dependencies;
    if (!isSameSession(this.begun, access.current)) {
      warnOfAnother();
      return { move: 'cancel' };
    }
    const closing = new AbortController();
    try {
      const opened = desk.review(ticket, { signal: closing.signal });
      if (!opened.ok) return explain(opened.problems, ticket);
      const answer = await reviewChange(opened.review, frame, this.dependencies);
      switch (answer.move) {
        case 'confirmed':
          this.confirmed = opened.review;
          return { move: 'next', state: ticket };
        case 'stale':
          this.stale = answer.verdict;
          return { move: 'next', state: ticket };
        case 'locked':
          await showUnresolved(answer.attempt);
          return { move: 'cancel' };
        default:
          return answer;
      }
    } finally {
      closing.abort();
    }
  }
}

function warnOfAnother(): void {
  void sayWarning(vscode.l10n.t('Nothing was sent: the service or user changed while the ticket was open.'));
}

/** Shows what is wrong and returns to the step where it can be fixed. */
function explain(problems: readonly DraftProblem[], ticket: Ticket): StepMove<Ticket> {
  const [first] = problems;
  if (first === undefined) return { move: 'cancel' };
  void sayWarning(problems.map(problemText).join(' '));
  switch (first.field) {
    case 'acc_id':
      return { move: 'to', id: 'account' };
    case 'order_id':
      return { move: 'to', id: 'order' };
    case 'exchange':
      return first.reason === 'aShare' ? { move: traitsOf(ticket).code === '' ? 'back' : 'cancel' } : { move: 'to', id: 'exchange' };
    case undefined:
      return { move: 'to', id: 'qty' };
    default:
      return { move: 'to', id: first.field };
  }
}
