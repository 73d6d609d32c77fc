import { underSignals } from '../../service/abortable';
import * as v from 'valibot';
import type { Attempt } from '../../domain/orders/orderAttempts';
import { isTrade } from '../../domain/market/fill';
import type { HistoryRange } from '../../domain/time/historyRange';
import { firstFailure, notOffered, seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { listRead, readPartsOfOneCall } from '../../service/lists/readList';
import type { FillRecord } from '../../service/endpoints/tradingRecords';
import type { OrderRecord } from '../../service/records';
import { firstFailureIn } from '../accounts/accountBook';
import { accountsIn } from '../accounts/accountDirectory';
import type { AccountItems, AccountListsState } from '../accounts/accountBook';
import { listOfFillsOnce, pastFillParts, todaysFillParts } from '../orders/lists/pastParts';
import { listReport, notReadYet } from '../platform/listReport';
import type { ListReport } from '../platform/listReport';
import { accountKey } from '../session/accounts/accounts';
import type { Account } from '../session/accounts/accounts';
import { personalTool } from './readTool';
import type { ToldAccounts } from './readTool';

/** A model that asks several questions in a row is answered from one list; each answer has the list's time. */
const fresh = { maxAgeMs: 15_000, incompleteMs: 15_000 } as const;
/** For accounts only, without their orders: they rarely change. */
const known = { choose: () => [], maxAgeMs: 600_000, incompleteMs: 15_000 } as const;
/** How long orders of live accounts wait for those of paper accounts. */
const paperPatienceMs = 20_000;
const dayMs = 86_400_000;

const NoInput = v.object({});
const FillsInput = v.object({ days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)), 1) });
const ChangesInput = v.object({
  orderId: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 20),
});

export const positionsTool = personalTool(NoInput, async (_input, { books, accounts, signal }) =>
  accountsAnswer(await books.positions.read(fresh, signal), accounts, 'positions', ({ holding: { id, unknown, ...holding }, day }) => ({
    ...holding,
    ...(accounts.areMasked ? {} : { id, unknown }),
    ...(day.kind === 'stated' ? { dayProfitFrom: 'service' } : {}),
  })),
);

/** Orders of live and paper accounts. Those of paper accounts come market by market: what is not read in time is a gap. */
export const openOrdersTool = personalTool(NoInput, async (_input, { books, accounts, signal }) => {
  const readPaper = underSignals([signal, AbortSignal.timeout(paperPatienceMs)], async (patient) => books.paperOrders.read(fresh, patient));
  const ofPaper = readPaper.catch((error: unknown) => {
    if (signal.aborted) throw error;
    return books.paperOrders.state;
  });
  const [live, paper] = await Promise.all([books.orders.read(fresh, signal), ofPaper]);
  const both = {
    accounts: [...(live.accounts ?? []), ...(paper.accounts ?? []).map((one) => (one.account.markets.length > 0 ? one : unlisted(one)))],
    directory: [...live.directory, ...paper.directory],
  };
  return accountsAnswer(both, accounts, 'orders', (order) => withoutUnknown(order, accounts));
});

/** Fills of live accounts: of today, or of several days until now. */
const readFills = personalTool(FillsInput, async ({ days }, { client, books, accounts, nowMs, signal }) => {
  const { directory } = await books.orders.read(known, signal);
  const source = async () => client;
  const micros = (ms: number): string => `${Math.round(ms)}000`;
  const range: HistoryRange = { start: micros(nowMs - days * dayMs), end: micros(nowMs), isCurrent: false };
  const read = async (account: Account): Promise<List<FillRecord>> => {
    const parts = days === 1 ? todaysFillParts(account, source, {}) : pastFillParts(account, range, source, {});
    return listOfFillsOnce(listRead(await readPartsOfOneCall(parts, { signal })));
  };
  const lists = [];
  for (const account of accountsIn(directory)) lists.push({ account, list: await read(account), updatedAtMs: nowMs });
  return accountsAnswer({ accounts: lists, directory }, accounts, 'fills', (fill) => ({
    ...withoutUnknown(fill, accounts),
    // Only trades may be added up; the others were canceled or changed afterwards.
    isTrade: isTrade(fill),
  }));
});

/** Each account costs a request, and nothing else in the window keeps fills of several days. */
export const fillsTool = { ...readFills, isKept: true };

/**
 * Order changes in this machine's order journal, the latest first. The journal outlives sessions, and another user may have been signed in: only
 * changes of this session are told, and those in accounts that the service lists for its user.
 */
export const orderChangesTool = personalTool(ChangesInput, async ({ orderId, limit }, { attempts, accounts, books, session, signal }) => {
  const asked = (await attempts()).filter(({ target }) => orderId === undefined || target.orderId === orderId).toReversed();
  const others = asked.filter((attempt) => attempt.session !== session);
  const directory = others.length === 0 ? [] : (await books.positions.read(known, signal)).directory;
  const listed = new Set(accountsIn(directory).flatMap((account) => (account.source === 'service' ? [accountKey(account)] : [])));
  const found = asked.filter((attempt) => attempt.session === session || listed.has(accountKey(accountOf(attempt))));
  const isWhole = directory.every(({ list }) => list !== undefined && list.verdict !== 'incomplete');
  return { changes: found.slice(0, limit).map((attempt) => toldAttempt(attempt, accounts)), isComplete: isWhole && found.length <= limit };
});

function accountOf({ target }: Attempt): Pick<Account, 'kind' | 'id'> {
  return { kind: target.isPaper === true ? 'simulated' : 'live', id: target.accountId };
}

function toldAttempt(attempt: Attempt, accounts: ToldAccounts): object {
  const { action, startedAt, endedAt, target, fields, order, state, outcome, followed } = attempt;
  return {
    action,
    state,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    account: accounts.name(accountOf(attempt)),
    orderId: target.orderId,
    exchange: target.exchange,
    isSandbox: target.isSandbox,
    ...(order === undefined ? {} : { symbol: order.code, name: order.name, side: order.side }),
    fields,
    ...(outcome === undefined ? {} : { outcome }),
    ...(followed === undefined ? {} : { end: followed.end, serviceSaid: followed.text }),
  };
}

/** Orders of a paper account can be requested only by its markets. */
function unlisted({ account }: AccountItems<OrderRecord>): AccountItems<OrderRecord> {
  return { account, list: notOffered, updatedAtMs: undefined };
}

function withoutUnknown<T extends { readonly unknown: unknown }>({ unknown, ...record }: T, { areMasked }: ToldAccounts): object {
  return areMasked ? record : { ...record, unknown };
}

/** One list per account. An account that cannot be read is reported as such and does not affect the others. */
function accountsAnswer<V>(state: AccountListsState<V>, { name: nameOf }: ToldAccounts, name: string, told: (item: V) => unknown): object {
  const { accounts = [], directory } = state;
  const failure = firstFailureIn({ accounts: [], directory });
  if (failure !== undefined && directory.every(({ list }) => firstFailure(list) !== undefined)) throw failure.error;
  return {
    accounts: accounts.map(({ account, list, updatedAtMs }) => ({
      accountId: nameOf(account),
      kind: account.kind,
      ...(updatedAtMs === undefined ? {} : { asOf: new Date(updatedAtMs).toISOString() }),
      ...(list === undefined || list.verdict === 'notOffered' ? {} : { [name]: seen(list).items.map(told) }),
      ...reportOf(list),
    })),
    accountLists: directory.map(({ kind, list }) => ({ kind, ...reportOf(list) })),
  };
}

function reportOf(list: List<unknown> | undefined): ListReport {
  return list === undefined ? notReadYet : listReport(list);
}
