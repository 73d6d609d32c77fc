import { underSignals } from '../../../service/abortable';
import * as vscode from 'vscode';
import type { Account } from '../../../app/session/accounts/accounts';
import { hasEnded, normaliseExchange } from '../../../domain/orders/orderRules';
import { AuthError, IncompleteError, ServiceError } from '../../../service/errors';
import { notOffered, seen } from '../../../service/lists/list';
import type { Gap, List } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { gapsText } from '../../platform/lists/gapText';
import { pacedProgress } from '../../platform/say/progress';
import { presentError } from '../../platform/errors/presentError';
import { readSetting } from '../../platform/settings';
import type { TicketLists } from './ticketLists';
import { emptyTicket, inAccount, OrderSubject, readArguments, typedOf, withOrder, withSubject } from '../../../app/orders/ticket/ticket';
import type { ModifyArguments, Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketSources } from './ticketSteps';
import { sayWarning } from '../../platform/say/messages';

export interface OpenTicket extends Pick<TicketSources, 'accounts' | 'orders' | 'order' | 'paper' | 'paperOrder'> {
  readonly ticket: Ticket;
}

/** Longer than the longest rate limit, half a minute, plus a read. */
const listTimeoutMs = 60_000;

/**
 * The ticket, prefilled from the command's argument, with the lists that the service offers. A list that cannot be read
 * does not end the ticket: IDs can be entered.
 *
 * @throws {@link AuthError} if no longer signed in, `aborted` when the user cancels.
 */
export async function openTicket(lists: TicketLists, argument: unknown): Promise<OpenTicket> {
  const orders = orderLists(lists);
  const order: OpenTicket['order'] = async (accountId, orderId) => findOrder(lists, await orders(accountId), accountId, orderId);
  const paperOrder: OpenTicket['paperOrder'] = async (orderId, accountId) => {
    const list = await orUndefined(lists, async (signal) => lists.paperOrders(signal, { isNew: true }));
    const isIt = (one: OrderSubject): boolean => one.order.orderId === orderId && [undefined, one.account.id].includes(accountId);
    const { items = [], gaps = [] } = list === undefined ? {} : seen(list);
    const [found, another] = items.filter(isIt);
    if (found === undefined) tellMissing(gaps);
    return another === undefined ? found : undefined;
  };
  const given = argument instanceof OrderSubject ? {} : readArguments(argument);
  const subject = argument instanceof OrderSubject ? argument : await namedPaperOrder(lists, given);
  if (subject !== undefined) {
    const ticket = { ...withSubject(emptyTicket, subject), typed: typedOf(given) };
    return { ticket, accounts: [subject.account], paper: [], orders, order, paperOrder };
  }
  const { live, paper } = await readAccounts(lists, given);
  const accounts = [...live, ...accountsOf(paper)];
  const ticket = inAccount(emptyTicket, startAccount(lists, { live, accounts }, given));
  const sources = { accounts, paper, orders, order, paperOrder };
  if (given.orderId === undefined) return { ticket, ...sources };
  const isLive = ticket.accountId !== '' && !ticket.isPaper;
  const isListed = isLive && (await orders(ticket.accountId))?.some(({ orderId }) => orderId === given.orderId) === true;
  const [one, another] = isListed ? [] : paper.filter((found) => found.order.orderId === given.orderId);
  if (one !== undefined && another === undefined) return { ticket: { ...withSubject(ticket, one), typed: typedOf(given) }, ...sources };
  const named = isLive ? await order(ticket.accountId, given.orderId) : undefined;
  const isNamedLive = live.some(({ id }) => id === given.accountId);
  const found = named === undefined && !isNamedLive ? await paperOrder(given.orderId, given.accountId) : undefined;
  if (found !== undefined) return { ticket: { ...withSubject(ticket, found), typed: typedOf(given) }, ...sources };
  return { ticket: prefilled(given, ticket, named), ...sources };
}

/** The named account, otherwise the only one. A number that live and paper accounts share means the live account. */
function startAccount(
  lists: Pick<TicketLists, 'isPaper'>,
  { live, accounts }: { readonly live: readonly Account[]; readonly accounts: readonly Account[] },
  { accountId: id }: ModifyArguments,
): Pick<Account, 'id' | 'name' | 'kind'> {
  if (id !== undefined)
    return accounts.find((account) => account.id === id) ?? { id, name: id, kind: isPaperOnly(lists, id, live) ? 'simulated' : 'live' };
  const [only, another] = live.length === 0 ? accounts : live;
  return only !== undefined && another === undefined ? only : { id: '', name: '', kind: 'live' };
}

function accountsOf(subjects: readonly OrderSubject[]): readonly Account[] {
  return [...new Map(subjects.map(({ account }) => [account.id, account])).values()];
}

/** The order of a paper account that the arguments name. @throws {@link IncompleteError} if none is listed: it is no order of a live account. */
async function namedPaperOrder(
  lists: TicketLists,
  { accountId = '', orderId, accountKind }: ModifyArguments,
): Promise<OrderSubject | undefined> {
  if (accountKind !== 'simulated' || orderId === undefined) return undefined;
  const found = await orUndefined(lists, async (signal) => lists.paperOrder(accountId, orderId, signal));
  if (found === undefined) throw new IncompleteError();
  return found;
}

/**
 * Whether the settings or the accounts that were read last have the number as a paper account and no live account has it: it is never taken
 * for a live one, even if no account can be read now.
 */
function isPaperOnly(lists: Pick<TicketLists, 'isPaper'>, accountId: string, live: readonly Account[]): boolean {
  const isOf = ({ id }: Pick<Account, 'id'>): boolean => id === accountId;
  const isSet = readSetting('accounts').some((set) => set.kind === 'simulated' && isOf(set));
  return !live.some(isOf) && (isSet || lists.isPaper(accountId));
}

/** Live accounts, and the open orders of paper accounts unless the arguments name another account. */
async function readAccounts(
  lists: TicketLists,
  { accountId }: ModifyArguments,
): Promise<{
  readonly live: readonly Account[];
  readonly paper: readonly OrderSubject[];
}> {
  let ofPaper: List<OrderSubject> = notOffered;
  const list = await orUndefined(lists, async (signal) => {
    const [accounts, paper] = await Promise.allSettled([lists.accounts(signal), lists.paperOrders(signal)]);
    if (paper.status === 'fulfilled') ofPaper = paper.value;
    if (accounts.status === 'rejected') throw accounts.reason;
    return accounts.value;
  });
  const { items: live, gaps } = list === undefined ? { items: setAccounts(), gaps: [] } : seen(list);
  if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some accounts are missing from this list. {0}', gapsText(gaps, 'accounts')));
  const { items: paper, gaps: missing } = seen<OrderSubject>(ofPaper);
  const isNamed = ({ id }: Account): boolean => accountId === undefined || id === accountId;
  if (live.some(({ id }) => id === accountId)) return { live, paper: [] };
  tellMissing(missing);
  return { live, paper: paper.filter(({ account, order }) => isNamed(account) && !hasEnded(order.status)) };
}

function tellMissing(gaps: readonly Gap[]): void {
  if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some orders are missing from this list. {0}', gapsText(gaps, 'orders')));
}

function setAccounts(): readonly Account[] {
  return readSetting('accounts')
    .filter(({ kind }) => kind === 'live')
    .map(({ id, name = id, kind }) => ({ id, name, kind, markets: [], source: 'settings' }));
}

/** Orders to choose from, read once per account; undefined if the service does not list orders, so that the ID has to be entered. */
function orderLists(lists: TicketLists): TicketSources['orders'] {
  const read = new Map<string, readonly OrderRecord[]>();
  return async (accountId) => {
    const known = read.get(accountId);
    if (known !== undefined) return known;
    const list = await orUndefined(lists, async (signal) => lists.orders(accountId, signal));
    if (list === undefined || list.verdict === 'notOffered') return undefined;
    const { items: orders, gaps } = seen(list);
    tellMissing(gaps);
    read.set(accountId, orders);
    return orders;
  };
}

/** An order of the list, or one that is too new for it. */
async function findOrder(
  lists: TicketLists,
  listed: readonly OrderRecord[] | undefined,
  accountId: string,
  orderId: string,
): Promise<OrderRecord | undefined> {
  const known = listed?.find((order) => order.orderId === orderId);
  if (listed === undefined || known !== undefined) return known;
  return orUndefined(lists, async (signal) => lists.newOrder(accountId, orderId, signal));
}

/** The list; undefined if there is none, with the reason shown to the user. */
async function orUndefined<T>(lists: TicketLists, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const limit = AbortSignal.timeout(listTimeoutMs);
  try {
    return await pacedProgress(vscode.l10n.t('Loading accounts and orders'), lists.heldMs, async (cancelled) =>
      underSignals([limit, cancelled], read),
    );
  } catch (error) {
    if (!ServiceError.is(error) || error instanceof AuthError || ServiceError.is(error, 'aborted')) throw error;
    void sayWarning(vscode.l10n.t('Couldn’t load accounts and orders, so you need to enter the IDs. {0}', presentError(error).message));
    return undefined;
  }
}

function prefilled(given: ModifyArguments, account: Ticket, order: OrderRecord | undefined): Ticket {
  if (given.orderId === undefined) return account;
  const ticket = withOrder(account, given.orderId, order);
  const exchange = given.exchange === undefined ? ticket.exchange : normaliseExchange(given.exchange);
  return { ...ticket, exchange, securityType: ticket.securityType ?? given.securityType?.toUpperCase(), typed: typedOf(given) };
}
