import { AttemptFold, isSameAccount, orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import type { FoundFault } from '../../../domain/orders/journalCheck';
import { hasMark } from '../../../domain/orders/placing/mark';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { IncompleteError } from '../../../service/errors';
import { fillHistoryPart, orderFillsPart, orderHistoryPart, simulatedOrderHistoryPart } from '../../../service/endpoints/tradingSources';
import { findIn, firstFailure, mapList } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { readList } from '../../../service/lists/readList';
import type { ListPart } from '../../../service/lists/readList';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { MachineClock } from '../../platform/ports';
import { microseconds } from '../eye/placedSearch';
import type { JournalLine } from '../journal/journalReader';
import type { OrderJournal } from '../journal/orderJournal';
import { marketsOfAccount } from '../lists/accountMarkets';
import { listOfFillsOnce } from '../lists/pastParts';
import { tradeMarketOf } from '../lists/listOrders';
import { readOrder } from '../lists/readOrders';

/** The order that a receipt is about. */
export type ReceiptSubject = Pick<OrderTarget, 'service' | 'isSandbox' | 'isPaper' | 'accountId' | 'orderId' | 'exchange' | 'market'> & {
  /** The market integers of the account, which its lists require. */
  readonly markets: readonly number[];
};

/** A failed read only has its error. */
export type Read<T> = { readonly atMs: number; readonly value: T } | { readonly atMs: number; readonly error: unknown };

/** Everything known about one order, with the source of each part. */
export interface OrderReceipt {
  readonly subject: ReceiptSubject;
  readonly madeAtMs: number;
  /** Lines of the journal about this order, and the result of verifying the whole journal. */
  readonly lines: readonly JournalLine[];
  readonly attempts: readonly Attempt[];
  readonly journal: {
    readonly count: number;
    readonly unreadable: number;
    readonly fault: FoundFault | undefined;
    /** The user has acknowledged damage: what came before it is not guaranteed. */
    readonly isAcknowledged: boolean;
  };
  readonly order: Read<OrderRecord | 'notFound' | 'notOffered'>;
  /** Its fills among all that were read; undefined for a paper account, whose fills no call lists. */
  readonly fills: Read<List<FillRecord>> | undefined;
}

export interface ReceiptSources {
  readonly client: ReadingClient;
  readonly journal: Pick<OrderJournal, 'verify'>;
  readonly clock: Pick<MachineClock, 'wallMs'>;
}

const dayMs = 24 * 60 * 60_000;
/** How far back services keep orders and fills. */
const reachMs = 90 * dayMs;

/**
 * Reads the journal, the order, and its fills for a receipt. Failed reads are part of it.
 *
 * @throws {@link JournalError} when the journal cannot be read, `aborted` when the user cancels.
 */
export async function readReceipt(subject: ReceiptSubject, sources: ReceiptSources, options: CallOptions): Promise<OrderReceipt> {
  const { clock, client } = sources;
  const { lines, unreadable, fault } = await sources.journal.verify();
  const order = await readAt(clock, options, async () => findOrder(client, subject, clock.wallMs(), options));
  const remark = 'value' in order && typeof order.value === 'object' ? order.value.remark : '';
  const attempts = attemptsOf(lines, subject, remark);
  const roots = new Set(attempts.map(({ root }) => root));
  return {
    subject,
    madeAtMs: clock.wallMs(),
    lines: lines.filter(({ record }) => record !== undefined && 'root' in record && roots.has(record.root)),
    attempts,
    journal: {
      count: lines.length + unreadable,
      unreadable,
      fault,
      isAcknowledged: lines.some(({ record }) => record?.kind === 'acknowledged'),
    },
    order,
    fills: subject.isPaper === true ? undefined : await readAt(clock, options, async () => readFills(sources, subject, options)),
  };
}

async function readAt<T>(clock: Pick<MachineClock, 'wallMs'>, { signal }: CallOptions, read: () => Promise<T>): Promise<Read<T>> {
  const atMs = clock.wallMs();
  try {
    return { atMs, value: await read() };
  } catch (error) {
    if (signal.aborted) throw error;
    return { atMs, error };
  }
}

/** Requests about the order in the journal; a new order is known by its mark until a response or a list has its ID. */
export function attemptsOf(lines: readonly JournalLine[], subject: ReceiptSubject, remark: string): readonly Attempt[] {
  const fold = new AttemptFold();
  for (const { at, record } of lines) if (record !== undefined && 'root' in record) fold.add(at, record);
  return fold.attempts.filter((attempt) => {
    const { target } = attempt;
    const isIt = orderIdOf(attempt) === subject.orderId || (target.mark !== undefined && hasMark(remark, target.mark));
    return isIt && isSameAccount(target, subject);
  });
}

/** The order's current state; an order that the open lists no longer have is searched for in the history. */
async function findOrder(
  client: ReadingClient,
  subject: ReceiptSubject,
  nowMs: number,
  options: CallOptions,
): Promise<OrderRecord | 'notFound' | 'notOffered'> {
  let now: Awaited<ReturnType<typeof findOrder>> = 'notOffered';
  for (const market of subject.isPaper === true ? paperMarkets(subject) : [undefined]) {
    now = await readOrder(client, { ...subject, market }, options);
    if (typeof now === 'object') return now;
  }
  const past = await readList(historyParts(client, subject, nowMs), options);
  const found = findIn(past, ({ orderId }) => orderId === subject.orderId);
  if (found === 'notKnown') {
    const error = firstFailure(past)?.error;
    throw error instanceof Error ? error : new IncompleteError();
  }
  return typeof found === 'object' ? found.item : now;
}

function historyParts(client: ReadingClient, subject: ReceiptSubject, nowMs: number): readonly ListPart<OrderRecord>[] {
  const { accountId, isPaper } = subject;
  const source = async (): Promise<ReadingClient> => client;
  const span = { start: microseconds(nowMs - reachMs), end: microseconds(nowMs + dayMs) };
  if (isPaper === true) return paperMarkets(subject).map((market) => simulatedOrderHistoryPart(source, { accountId, market, ...span }));
  return marketsOf(subject).map((tradeMarket) => orderHistoryPart(source, { accountId, tradeMarket, ...span }));
}

/** Reads both lists, because it is not documented whether the second one has today's fills. */
async function readFills({ client, clock }: ReceiptSources, subject: ReceiptSubject, options: CallOptions): Promise<List<FillRecord>> {
  const { accountId } = subject;
  const source = async (): Promise<ReadingClient> => client;
  const nowMs = clock.wallMs();
  const span = { start: microseconds(nowMs - reachMs), end: microseconds(nowMs + dayMs) };
  const parts = marketsOf(subject).flatMap((tradeMarket) => [
    orderFillsPart(source, { accountId, tradeMarket }),
    fillHistoryPart(source, { accountId, tradeMarket, ...span }),
  ]);
  return listOfFillsOnce(mapList(await readList(parts, options), (fills) => fills.filter(({ orderId }) => orderId === subject.orderId)));
}

/** The integers under which a paper account may list the order: its own if it is known. */
function paperMarkets({ market, markets }: ReceiptSubject): readonly number[] {
  return market === undefined ? markets : [market];
}

/** The market of the order’s exchange; otherwise those of the account; otherwise all. */
function marketsOf({ exchange, markets }: ReceiptSubject): readonly string[] {
  const own = tradeMarketOf(exchange);
  return own === undefined ? marketsOfAccount(markets) : [own];
}
