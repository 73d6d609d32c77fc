import * as vscode from 'vscode';
import { listAccounts } from '../../app/accounts';
import type { Account } from '../../app/accounts';
import type { ChangePreview, OrderWriter } from '../../app/modifyOrder';
import type { OrderJournal } from '../../app/orderJournal';
import { listOrders } from '../../app/ordersFeed';
import type { ServiceAccess } from '../../app/serviceAccess';
import type { Attempt } from '../../domain/orderAttempts';
import { checkDraft } from '../../domain/orderDraft';
import type { DraftProblem } from '../../domain/orderDraft';
import { normaliseExchange } from '../../domain/orderRules';
import type { OrderRecord } from '../../service/records';
import { cancellableProgress } from '../platform/cancellableProgress';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { readSetting } from '../platform/settings';
import { isSignedIn } from '../platform/viewPolling';
import { idText, problemText, worldText } from './orderText';
import { runSteps } from './quickSteps';
import type { Step, StepMove } from './quickSteps';
import { reviewChange } from './reviewChange';
import { draftOf, emptyTicket, readArguments, traitsOf, withOrder } from './ticket';
import type { ModifyArguments, Ticket } from './ticket';
import { ticketSteps } from './ticketSteps';
import type { TicketSources } from './ticketSteps';

/** The order that a row of the Orders view stands for. */
export class OrderSubject {
  constructor(
    readonly account: Account,
    readonly order: OrderRecord,
  ) {}
}

export interface ModifyDependencies {
  readonly access: ServiceAccess;
  readonly writer: OrderWriter;
  readonly journal: OrderJournal;
  readonly documents: Pick<ReadOnlyDocuments, 'put'>;
  /** Offers to resolve what keeps an order from being changed. */
  readonly showUnresolved: (attempt: Attempt) => Promise<void>;
  /** Sends a confirmed change and shows what became of it. */
  readonly send: (preview: ChangePreview) => Promise<void>;
}

/**
 * *Modify Order…*: collects the change step by step, has it reviewed, and hands it over only after a yes.
 *
 * @param argument - A row's {@link OrderSubject}, {@link ModifyArguments}, or nothing.
 */
export async function modifyOrderCommand(dependencies: ModifyDependencies, argument: unknown): Promise<void> {
  const { access } = dependencies;
  if (!isSignedIn(access.current)) await vscode.commands.executeCommand('marketDesk.signIn');
  if (!isSignedIn(access.current)) return;
  if (readSetting('orders.readOnly')) {
    await refuseReadOnly();
    return;
  }
  const start = await cancellableProgress(vscode.l10n.t('Reading accounts and orders'), async (signal) => openTicket(dependencies, argument, signal));
  if (start === undefined || (start.ticket.orderId !== '' && (await start.isLocked(start.ticket)))) return;
  const ended = await runSteps(start.ticket, [...ticketSteps(start), reviewStep(dependencies)], ticketTitle);
  if (ended?.confirmed !== undefined) await dependencies.send(ended.confirmed);

  function ticketTitle(ticket: Ticket): string {
    const { connection } = access.current;
    const world = worldText({ isSandbox: connection.kind === 'sandbox' });
    return ticket.orderId === '' ? vscode.l10n.t('Modify Order · {0}', world) : vscode.l10n.t('Modify {0} · {1}', idText(ticket.orderId), world);
  }
}

async function refuseReadOnly(): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  const chosen = await vscode.window.showWarningMessage(vscode.l10n.t('Order changes are switched off by the setting “marketDesk.orders.readOnly”.'), open);
  if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'marketDesk.orders.readOnly');
}

interface OpenTicket extends TicketSources {
  readonly ticket: Ticket;
}

/** The ticket as far as the command's argument fills it, with the lists that the service offers. */
async function openTicket(dependencies: ModifyDependencies, argument: unknown, signal: AbortSignal): Promise<OpenTicket | undefined> {
  const { access } = dependencies;
  const locked = async (ticket: Ticket): Promise<boolean> => isLocked(dependencies, ticket);
  const lists = new Map<string, readonly OrderRecord[] | undefined>();
  const orders = async (accountId: string, cancelled?: AbortSignal): Promise<readonly OrderRecord[] | undefined> => {
    if (!lists.has(accountId)) lists.set(accountId, await readOrders(access, accountId, cancelled));
    return lists.get(accountId);
  };
  if (argument instanceof OrderSubject) {
    const { account, order } = argument;
    return { ticket: withOrder({ ...emptyTicket, accountId: account.id, accountName: account.name }, order.orderId, order), accounts: [account], orders, isLocked: locked };
  }
  const { accounts } = await listAccounts(access, () => readSetting('accounts'), 'live', { signal });
  const given = readArguments(argument);
  const [only] = accounts;
  const accountId = given.accountId ?? (accounts.length === 1 && only !== undefined ? only.id : '');
  const listed = accountId === '' ? undefined : await orders(accountId, signal);
  if (signal.aborted) return undefined;
  return { ticket: prefilled(given, accountId, listed), accounts, orders, isLocked: locked };
}

function prefilled(given: ModifyArguments, accountId: string, listed: readonly OrderRecord[] | undefined): Ticket {
  const account = { ...emptyTicket, accountId, accountName: accountId };
  if (given.orderId === undefined) return account;
  const ticket = withOrder(account, given.orderId, listed?.find(({ orderId }) => orderId === given.orderId));
  const typed = {
    ...(given.qty === undefined ? {} : { qty: given.qty }),
    ...(given.price === undefined ? {} : { price: given.price }),
    ...(given.auxPrice === undefined ? {} : { aux_price: given.auxPrice }),
  };
  const exchange = given.exchange === undefined ? ticket.exchange : normaliseExchange(given.exchange);
  return { ...ticket, exchange, typed };
}

/** Orders to choose from; undefined where the service lists none, so that the id is typed. */
async function readOrders(access: ServiceAccess, accountId: string, cancelled?: AbortSignal): Promise<readonly OrderRecord[] | undefined> {
  const limit = AbortSignal.timeout(30_000);
  const list = await listOrders(await access.client(), accountId, { signal: cancelled === undefined ? limit : AbortSignal.any([limit, cancelled]) });
  return list === 'notOffered' ? undefined : list.orders;
}

/** True, after offering to resolve it, for an order with an attempt whose outcome is open. */
async function isLocked({ journal, access, showUnresolved }: ModifyDependencies, { accountId, orderId, exchange = '' }: Ticket): Promise<boolean> {
  const { connection } = access.current;
  if (connection.kind === 'none') return false;
  const attempt = await journal.unresolvedFor({ service: connection.baseUrl, isSandbox: connection.kind === 'sandbox', accountId, orderId, exchange });
  if (attempt === undefined) return false;
  await showUnresolved(attempt);
  return true;
}

function reviewStep({ writer, documents }: ModifyDependencies): Step<Ticket> {
  return {
    id: 'review',
    applies: () => true,
    isDone: () => false,
    run: async (ticket, frame): Promise<StepMove<Ticket>> => {
      const checked = checkDraft(draftOf(ticket));
      if (!checked.ok) return explain(checked.problems, ticket);
      const preview = writer.preview(checked.change);
      const answer = await reviewChange(preview, frame, documents);
      return answer.move === 'confirmed' ? { move: 'next', state: { ...ticket, confirmed: preview } } : answer;
    },
  };
}

/** Says what is wrong and goes back to where it can be put right. */
function explain(problems: readonly DraftProblem[], ticket: Ticket): StepMove<Ticket> {
  const [first] = problems;
  if (first === undefined) return { move: 'cancel' };
  void vscode.window.showWarningMessage(problems.map(problemText).join(' '));
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
