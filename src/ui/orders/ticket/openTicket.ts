import * as vscode from 'vscode';
import type { Account } from '../../../app/session/accounts/accounts';
import { normaliseExchange } from '../../../domain/orders/orderRules';
import { AuthError, IncompleteError, ServiceError } from '../../../service/errors';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { gapsText } from '../../platform/lists/gapText';
import { pacedProgress } from '../../platform/say/progress';
import { presentError } from '../../platform/errors/presentError';
import { readSetting } from '../../platform/settings';
import type { TicketLists } from './ticketLists';
import { emptyTicket, OrderSubject, readArguments, typedOf, withOrder } from '../../../app/orders/ticket/ticket';
import type { ModifyArguments, Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketSources } from './ticketSteps';
import { sayWarning } from '../../platform/say/messages';

export interface OpenTicket extends Pick<TicketSources, 'accounts' | 'orders' | 'order'> {
  readonly ticket: Ticket;
}

/** Longer than the longest rate limit, half a minute, plus a read. */
const listTimeoutMs = 60_000;

/**
 * The ticket, prefilled from the command's argument, with the lists that the service offers. A list that cannot be read
 * does not end the ticket: IDs can be entered.
 *
 * @throws {@link AuthError} when not signed in any more, `aborted` when the user cancels.
 */
export async function openTicket(lists: TicketLists, argument: unknown): Promise<OpenTicket> {
  const orders = orderLists(lists);
  const order = async (accountId: string, orderId: string): Promise<OrderRecord | undefined> =>
    findOrder(lists, await orders(accountId), accountId, orderId);
  const given = argument instanceof OrderSubject ? {} : readArguments(argument);
  const subject = argument instanceof OrderSubject ? argument : await namedPaperOrder(lists, given);
  if (subject !== undefined) {
    const { account, order: listed } = subject;
    const ticket = withOrder(
      {
        ...emptyTicket,
        accountId: account.id,
        accountName: account.name,
        isPaper: account.kind === 'simulated',
        market: subject.paper?.market,
        code: subject.paper?.code,
      },
      listed.orderId,
      listed,
    );
    return { ticket: { ...ticket, typed: typedOf(given) }, accounts: [account], orders, order };
  }
  const accounts = await readAccounts(lists);
  const [only] = accounts;
  const accountId = given.accountId ?? (accounts.length === 1 && only !== undefined ? only.id : '');
  const name = accounts.find(({ id }) => id === accountId)?.name ?? accountId;
  const account = { ...emptyTicket, accountId, accountName: name, isPaper: isPaperOnly(accountId, accounts) };
  const named = accountId === '' || given.orderId === undefined ? undefined : await order(accountId, given.orderId);
  return { ticket: prefilled(given, account, named), accounts, orders, order };
}

/** The order of a paper account that the arguments name. @throws {@link IncompleteError} where none is listed: it is no order of a live account. */
async function namedPaperOrder(
  lists: TicketLists,
  { accountId = '', orderId, accountKind }: ModifyArguments,
): Promise<OrderSubject | undefined> {
  if (accountKind !== 'simulated' || orderId === undefined) return undefined;
  const found = await orUndefined(lists, async (signal) => lists.paperOrder(accountId, orderId, signal));
  if (found === undefined) throw new IncompleteError();
  return found;
}

/** Told by the settings, where the live accounts don’t have the number: it is never taken for one of theirs. */
function isPaperOnly(accountId: string, live: readonly Account[]): boolean {
  const isOf = ({ id }: Pick<Account, 'id'>): boolean => id === accountId;
  return !live.some(isOf) && readSetting('accounts').some((set) => set.kind === 'simulated' && isOf(set));
}

async function readAccounts(lists: TicketLists): Promise<readonly Account[]> {
  const list = await orUndefined(lists, async (signal) => lists.accounts(signal));
  if (list === undefined)
    return readSetting('accounts')
      .filter(({ kind }) => kind === 'live')
      .map(({ id, name = id, kind }) => ({ id, name, kind, markets: [], source: 'settings' }));
  const { items, gaps } = seen(list);
  if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some accounts are missing from this list. {0}', gapsText(gaps, 'accounts')));
  return items;
}

/** Orders to choose from, read once per account; undefined if the service does not list orders, so that the ID is entered. */
function orderLists(lists: TicketLists): TicketSources['orders'] {
  const read = new Map<string, readonly OrderRecord[]>();
  return async (accountId) => {
    const known = read.get(accountId);
    if (known !== undefined) return known;
    const list = await orUndefined(lists, async (signal) => lists.orders(accountId, signal));
    if (list === undefined || list.verdict === 'notOffered') return undefined;
    const { items: orders, gaps } = seen(list);
    if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some orders are missing from this list. {0}', gapsText(gaps, 'orders')));
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

/** The list, or undefined after the user was told why there is none. */
async function orUndefined<T>(lists: TicketLists, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const limit = AbortSignal.timeout(listTimeoutMs);
  try {
    return await pacedProgress(vscode.l10n.t('Loading accounts and orders'), lists.heldMs, async (cancelled) =>
      read(AbortSignal.any([limit, cancelled])),
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
