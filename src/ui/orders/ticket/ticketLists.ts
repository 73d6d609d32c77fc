import type { PaperOrdersBook } from '../../../app/orders/lists/paperOrdersBook';
import type { OrdersBook, OrdersState } from '../../../app/orders/ordersBook';
import { OrderSubject } from '../../../app/orders/ticket/ticket';
import type { Account } from '../../../app/session/accounts/accounts';
import { IncompleteError } from '../../../service/errors';
import { firstFailure, listOf, notOffered, seen } from '../../../service/lists/list';
import type { Gap, List } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';

/** The accounts and orders that a ticket offers. */
export interface TicketLists {
  /** @throws {@link ServiceError} when the service offers the list but none of it could be read. */
  accounts(signal: AbortSignal): Promise<List<Account>>;
  /** @throws {@link ServiceError} when the service offers the list but none of it could be read. */
  orders(accountId: string, signal: AbortSignal): Promise<List<OrderRecord>>;
  /**
   * Every order of an account as it is now, also in markets that had none.
   *
   * @throws {@link ServiceError} when the service offers the list but none of it could be read.
   */
  newest(account: Pick<Account, 'kind' | 'id'>, signal: AbortSignal): Promise<List<OrderRecord>>;
  /**
   * The orders of all paper accounts, each with its account; what could not be read within seconds is a gap.
   *
   * @param isNew - Reads them all again, however long that takes: an order may have been placed a moment ago.
   */
  paperOrders(signal: AbortSignal, isNew?: boolean): Promise<List<OrderSubject>>;
  /** An order of a paper account as it is now; undefined where no such account lists it. */
  paperOrder(accountId: string, orderId: string, signal: AbortSignal): Promise<OrderSubject | undefined>;
  /**
   * Reads an order that the list does not have yet: it may have been placed a moment ago. Undefined where the service does not list it.
   *
   * @throws {@link ServiceError} when it could not be read.
   */
  newOrder(accountId: string, orderId: string, signal: AbortSignal): Promise<OrderRecord | undefined>;
  /** Milliseconds until the next read is sent if a rate limit delays it; undefined if nothing waits. */
  readonly heldMs: () => number | undefined;
}

/** An order is chosen from a list that is at most so old: the ticket reads the chosen one itself. */
const choiceMs = 5_000;
/** Nobody waits longer than this for paper orders to choose a live one. */
const paperPatienceMs = 5_000;

/**
 * The lists of the window, read again for a ticket where they are too old.
 *
 * @param heldMs - See {@link TicketLists.heldMs}.
 */
export function ticketLists(
  book: Pick<OrdersBook, 'read' | 'find' | 'hasChanged'>,
  heldMs: () => number | undefined,
  paper?: Pick<PaperOrdersBook, 'state' | 'read' | 'find' | 'marketOf' | 'hasChanged'>,
): TicketLists {
  let reading: Promise<OrdersState> | undefined;
  const read = async (signal: AbortSignal): Promise<OrdersState> => {
    reading ??= book.read({ maxAgeMs: choiceMs }, signal);
    reading.catch(() => (reading = undefined));
    return reading;
  };
  /** Markets that had no orders are read as well. */
  const readAll = async (accountId: string, orderId: string, signal: AbortSignal): Promise<OrdersState> => {
    book.hasChanged({ accountId, orderId });
    return book.read({ choose: (accounts) => accounts.filter(({ id }) => id === accountId), maxAgeMs: 0 }, signal);
  };
  const readPaper = async (accountId: string, signal: AbortSignal): Promise<OrdersState | undefined> => {
    paper?.hasChanged({ accountId });
    return paper?.read({ choose: (accounts) => accounts.filter(({ id }) => id === accountId), maxAgeMs: 0 }, signal);
  };
  const subjectOf = (account: Account, order: OrderRecord): OrderSubject =>
    new OrderSubject(account, order, { market: paper?.marketOf(account, order.orderId), code: undefined });
  return {
    heldMs,
    accounts: async (signal) => something((await read(signal)).directory.find(({ kind }) => kind === 'live')?.list, isListed),
    orders: async (accountId, signal) => {
      const { accounts = [] } = await read(signal);
      const found = accounts.find(({ account }) => account.id === accountId);
      return found === undefined ? notOffered : something(found.list, () => true);
    },
    newest: async ({ kind, id: accountId }, signal) => {
      const state = kind === 'live' ? await readAll(accountId, '', signal) : await readPaper(accountId, signal);
      const { accounts = [] } = state ?? {};
      return something(accounts.find(({ account }) => account.id === accountId)?.list, () => true);
    },
    paperOrders: async (signal, isNew = false) => {
      if (paper === undefined) return notOffered;
      if (isNew) for (const { account } of paper.state.accounts ?? []) paper.hasChanged({ accountId: account.id });
      const gaps: Gap[] = [];
      const patient = isNew ? signal : AbortSignal.any([signal, AbortSignal.timeout(paperPatienceMs)]);
      const state = await paper.read({ maxAgeMs: isNew ? 0 : choiceMs }, patient).catch((error: unknown) => {
        if (signal.aborted) throw error;
        gaps.push({ kind: 'failed', part: '', page: 1, error, keptFromMs: undefined });
        return paper.state;
      });
      const { accounts = [], directory } = state;
      for (const { list } of directory) if (list !== undefined) gaps.push(...seen(list).gaps);
      const orders = accounts.flatMap(({ account, list = notOffered }) => {
        gaps.push(...seen(list).gaps);
        return seen(list).items.map((order) => subjectOf(account, order));
      });
      return listOf(orders, gaps);
    },
    paperOrder: async (accountId, orderId, signal) => {
      const known = (await readPaper(accountId, signal))?.accounts?.find(({ account }) => account.id === accountId);
      const order = paper?.find(accountId, orderId);
      if (known === undefined || order === undefined) return undefined;
      return subjectOf(known.account, order);
    },
    newOrder: async (accountId, orderId, signal) => {
      await readAll(accountId, orderId, signal);
      return book.find(accountId, orderId);
    },
  };
}

/** Accounts in the settings are known without the service. */
function isListed({ source }: Account): boolean {
  return source === 'service';
}

/** The list, where anything of it could be read. */
function something<T>(list: List<T> | undefined, counts: (item: T) => boolean): List<T> {
  if (list === undefined) throw new IncompleteError();
  const failure = firstFailure(list);
  if (failure === undefined || seen(list).items.some(counts)) return list;
  throw failure.error instanceof Error ? failure.error : new IncompleteError();
}
