import { underSignals } from '../../../service/abortable';
import type { PaperOrdersBook } from '../../../app/orders/lists/paperOrdersBook';
import type { AccountOrders, OrdersBook, OrdersState } from '../../../app/orders/lists/ordersBook';
import { OrderSubject } from '../../../app/orders/ticket/ticket';
import { accountsIn } from '../../../app/accounts/accountDirectory';
import type { ListedKind } from '../../../app/accounts/accountDirectory';
import type { Account, AccountKind } from '../../../app/session/accounts/accounts';
import { IncompleteError, ServiceError } from '../../../service/errors';
import { firstFailure, listOf, notOffered, seen } from '../../../service/lists/list';
import type { Gap, List } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';

/** The accounts and orders that a ticket offers. */
export interface TicketLists {
  /** @throws {@link ServiceError} when the service offers the list but none of it could be read. */
  accounts(signal: AbortSignal): Promise<List<Account>>;
  /**
   * The accounts of these kinds, in this order. If one kind cannot be read completely, that is a gap and does not affect the other. Those that are
   * known are enough if the service takes more than a second: what asks for them can't wait.
   */
  accountsOf(kinds: readonly AccountKind[], signal: AbortSignal): Promise<List<Account>>;
  /** @throws {@link ServiceError} when the service offers the list but none of it could be read. */
  orders(accountId: string, signal: AbortSignal): Promise<List<OrderRecord>>;
  /**
   * Every order of an account as it is now, including markets that had none before.
   *
   * @throws {@link ServiceError} when the service offers the list but none of it could be read.
   */
  newest(account: Pick<Account, 'kind' | 'id'>, signal: AbortSignal): Promise<List<OrderRecord>>;
  /**
   * The orders of an account for a decision that can't wait: as the window knows them if that is half a minute old at most, otherwise read again.
   * If the limits of the service delay that by more than a second, what is known is enough, with the time that it is from.
   *
   * @throws {@link ServiceError} when nothing is known and nothing could be read.
   */
  soon(
    account: Pick<Account, 'kind' | 'id'>,
    signal: AbortSignal,
  ): Promise<{ readonly list: List<OrderRecord>; readonly asOfMs: number | undefined }>;
  /**
   * The orders of all paper accounts, each with its account; what could not be read within seconds is a gap.
   *
   * @param options - `isNew` reads all of them again, however long that takes: an order may have been placed a moment ago.
   */
  paperOrders(signal: AbortSignal, options?: { readonly isNew: boolean }): Promise<List<OrderSubject>>;
  /** An order of a paper account as it is now; undefined if no such account lists it. */
  paperOrder(accountId: string, orderId: string, signal: AbortSignal): Promise<OrderSubject | undefined>;
  /**
   * Reads an order that the list does not have yet because it may have been placed a moment ago. Undefined if the service does not list it.
   *
   * @throws {@link ServiceError} when it could not be read.
   */
  newOrder(accountId: string, orderId: string, signal: AbortSignal): Promise<OrderRecord | undefined>;
  /** Whether the accounts that were read last have the number as that of a paper account, and of no live one. */
  isPaper(accountId: string): boolean;
  /** Milliseconds until the next read is sent if a rate limit delays it; undefined if nothing waits. */
  readonly heldMs: () => number | undefined;
}

/**
 * The maximum age of a list that an order is chosen from, or that is canceled as a whole: the views read as often, the ticket reads the chosen
 * order itself, and each read takes a request from what follows.
 */
const knownMs = 35_000;
const soonMs = 1_000;
/** Choosing an order never waits longer than this for others: for live ones that are known, and for those of paper accounts. */
const patienceMs = 5_000;

/**
 * The lists of the window, read again for a ticket if they are too old.
 *
 * @param heldMs - See {@link TicketLists.heldMs}.
 */
export function ticketLists(
  book: Pick<OrdersBook, 'state' | 'read' | 'readAll' | 'find'>,
  heldMs: () => number | undefined,
  paper?: Pick<PaperOrdersBook, 'state' | 'read' | 'find' | 'marketOf' | 'hasChanged'>,
): TicketLists {
  let reading: Promise<OrdersState & { readonly late?: Gap }> | undefined;
  const read = async (signal: AbortSignal): Promise<OrdersState & { readonly late?: Gap }> => {
    const patience = [signal, AbortSignal.timeout(patienceMs)];
    reading ??= underSignals(patience, async (patient) => book.read({ maxAgeMs: knownMs }, patient)).catch(async (error: unknown) => {
      const { accounts } = book.state;
      if (!ServiceError.is(error, 'timed-out') || (signal.aborted && accounts === undefined)) throw error;
      if (!signal.aborted && accounts?.every(({ list }) => list !== undefined) !== true) return book.read({ maxAgeMs: knownMs }, signal);
      // The orders that were read by then, or before, can be chosen: the ticket reads its order itself.
      return { ...book.state, late: { kind: 'failed', part: '', page: 1, error, keptFromMs: undefined } };
    });
    reading.catch(() => (reading = undefined));
    return reading;
  };
  /** Includes markets that had no orders. */
  const readAll = async (accountId: string, signal: AbortSignal): Promise<OrdersState> =>
    book.readAll({ choose: (accounts) => accounts.filter(({ id }) => id === accountId) }, signal);
  const readPaper = async (accountId: string, signal: AbortSignal): Promise<OrdersState | undefined> => {
    paper?.hasChanged({ accountId });
    return paper?.read({ choose: (accounts) => accounts.filter(({ id }) => id === accountId), maxAgeMs: 0 }, signal);
  };
  const subjectOf = (account: Account, order: OrderRecord): OrderSubject =>
    new OrderSubject(account, order, { market: paper?.marketOf(account, order.orderId, order), code: undefined });
  const isOf = (state: OrdersState | undefined, accountId: string): boolean =>
    accountsIn(state?.directory ?? []).some(({ id }) => id === accountId);
  return {
    heldMs,
    isPaper: (accountId) => isOf(paper?.state, accountId) && !isOf(book.state, accountId),
    accounts: async (signal) => something((await read(signal)).directory.find(({ kind }) => kind === 'live')?.list, isListed),
    accountsOf: async (kinds, signal) => {
      const isKnown = ({ directory }: OrdersState): boolean => accountsIn(directory).length > 0;
      const sources = kinds.map((kind) => (kind === 'live' ? book : paper)).filter((source) => source !== undefined);
      const read = await Promise.all(sources.map(async (source) => readSoon(source, () => [], signal, isKnown)));
      return inOne(read.flatMap(({ state }) => state.directory));
    },
    orders: async (accountId, signal) => {
      const { accounts = [], late } = await read(signal);
      const found = accounts.find(({ account }) => account.id === accountId);
      if (found === undefined) return notOffered;
      const { items, gaps } = seen(found.list ?? notOffered);
      return something(late === undefined ? found.list : listOf(items, [...gaps, late]), () => true);
    },
    newest: async ({ kind, id: accountId }, signal) => {
      const state = kind === 'live' ? await readAll(accountId, signal) : await readPaper(accountId, signal);
      const { accounts = [] } = state ?? {};
      return something(accounts.find(({ account }) => account.id === accountId)?.list, () => true);
    },
    soon: async ({ kind, id: accountId }, signal) => {
      const source = kind === 'live' ? book : paper;
      if (source === undefined) return { list: notOffered, asOfMs: undefined };
      const entryIn = (state: OrdersState): AccountOrders | undefined => state.accounts?.find(({ account }) => account.id === accountId);
      const isKnown = (state: OrdersState): boolean => entryIn(state)?.list !== undefined && entryIn(state)?.updatedAtMs !== undefined;
      const { state, isOld } = await readSoon(source, (accounts) => accounts.filter(({ id }) => id === accountId), signal, isKnown);
      const entry = entryIn(state);
      if (isOld && entry?.list !== undefined) return { list: entry.list, asOfMs: entry.updatedAtMs };
      return { list: something(entry?.list, () => true), asOfMs: undefined };
    },
    paperOrders: async (signal, { isNew } = { isNew: false }) => {
      if (paper === undefined) return notOffered;
      if (isNew) for (const { account } of paper.state.accounts ?? []) paper.hasChanged({ accountId: account.id });
      const gaps: Gap[] = [];
      const patience = isNew ? [signal] : [signal, AbortSignal.timeout(patienceMs)];
      const reading = underSignals(patience, async (patient) => paper.read({ maxAgeMs: isNew ? 0 : knownMs }, patient));
      const state = await reading.catch((error: unknown) => {
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
      await readAll(accountId, signal);
      return book.find(accountId, orderId);
    },
  };
}

/**
 * A list as it is read now, or as it is known if that takes more than a second, or fails.
 *
 * @throws {@link ServiceError} when nothing is known and nothing could be read.
 */
async function readSoon(
  source: Pick<OrdersBook, 'state' | 'read'>,
  choose: (accounts: readonly Account[]) => readonly Account[],
  signal: AbortSignal,
  isKnown: (state: OrdersState) => boolean,
): Promise<{ readonly state: OrdersState; readonly isOld: boolean }> {
  const wanted = { choose, maxAgeMs: knownMs };
  try {
    return { state: await underSignals([signal, AbortSignal.timeout(soonMs)], async (soon) => source.read(wanted, soon)), isOld: false };
  } catch (error) {
    if (signal.aborted) throw error;
    if (isKnown(source.state)) return { state: source.state, isOld: true };
    if (!ServiceError.is(error, 'timed-out')) throw error;
    return { state: await source.read(wanted, signal), isOld: false };
  }
}

/** The accounts of several kinds in one list, with the gaps of each. */
export function inOne(kinds: readonly ListedKind[]): List<Account> {
  const lists = kinds.flatMap(({ list }) => (list === undefined ? [] : [seen(list)]));
  return listOf(
    lists.flatMap(({ items }) => items),
    lists.flatMap(({ gaps }) => gaps),
  );
}

/** Accounts in the settings are known without the service. */
function isListed({ source }: Account): boolean {
  return source === 'service';
}

/** The list, if any part of it could be read. */
function something<T>(list: List<T> | undefined, counts: (item: T) => boolean): List<T> {
  if (list === undefined) throw new IncompleteError();
  const failure = firstFailure(list);
  if (failure === undefined || seen(list).items.some(counts)) return list;
  throw failure.error instanceof Error ? failure.error : new IncompleteError();
}
