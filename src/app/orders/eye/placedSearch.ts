import { orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { isBlank, isListable, lookalike, probablyNamed } from '../../../domain/orders/placing/placedOrders';
import { IncompleteError } from '../../../service/errors';
import { orderDetailsPart } from '../../../service/endpoints/sources';
import { simulatedOrderHistoryPart, simulatedOrdersPart, orderHistoryPart } from '../../../service/endpoints/tradingSources';
import { readPart, readParts } from '../../../service/lists/readList';
import type { ListPart, PartResult } from '../../../service/lists/readList';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import { marketsOfExchange, ordersPartsOn } from '../lists/listOrders';
import { foremost, placedAmong } from './judge';
import type { Found, Missing } from './judge';

/** Clocks may differ by this much, including time zones. */
const marginMs = 24 * 60 * 60_000;

/** How far back ended orders are listed only among the open orders: the last day, or for paper accounts the current day. */
const openReachMs = { live: 24 * 60 * 60_000, paper: 8 * 60 * 60_000 } as const;

/**
 * Looks for a new order in the lists of its account: open orders, and the history of the time around the request, to the last page.
 *
 * @param journal - Every attempt in the journal: if another one requested the same, a lookalike proves nothing.
 * @param nowMs - Wall clock.
 * @throws {@link ServiceError} when it was not found and a list could not be read to its end.
 */
export async function searchPlaced(
  client: ReadingClient,
  attempt: Attempt,
  journal: readonly Attempt[],
  nowMs: number,
  options: CallOptions,
): Promise<Found | Missing> {
  const { open, past } = partsOf(client, attempt, nowMs);
  const [openRead, pastRead] = await Promise.all([readParts(open, options), readParts(past, options)]);
  const read = [...openRead, ...pastRead];
  const items = read.flatMap((part) => part.items);
  const [first, ...more] = placedAmong(attempt, [...items, ...(await detailsOf(client, attempt, options))]);
  if (first !== undefined) {
    const order = foremost(attempt, [first, ...more]);
    return { kind: 'found', order, others: [first, ...more].filter((other) => other !== order) };
  }
  if (!isListable(attempt)) return { kind: 'unlistable' };
  if (openRead.every(({ isOffered }) => !isOffered)) return { kind: 'notOffered' };
  const failure = failureOf(openRead, pastRead);
  if (failure !== undefined) throw failure;
  const ageMs = nowMs - Date.parse(attempt.startedAt);
  const isPastOffered = pastRead.some(({ isOffered }) => isOffered);
  if (!isPastOffered && ageMs > openReachMs[attempt.target.isPaper === true ? 'paper' : 'live']) throw new IncompleteError();
  const at = journal.findIndex(({ root }) => root === attempt.root);
  const [earlier, later] = [journal.slice(0, Math.max(at, 0)), journal.slice(at + 1)];
  const named = probablyNamed(attempt, items, orderIdOf(attempt));
  return {
    kind: 'absent',
    lookalike: named ?? lookalike(attempt, items, [...earlier, ...later]),
    isBlank: isBlank(attempt, items, earlier),
  };
}

/** Open orders are one list, and the history another: a service may lack the history, but the first list has the orders of the last day. */
function failureOf(open: readonly PartResult<OrderRecord>[], past: readonly PartResult<OrderRecord>[]): Error | undefined {
  const read = [...open, ...past.filter(({ isOffered }) => isOffered)];
  const isWhole = open.every(({ isOffered }) => isOffered) && read.every(({ gaps }) => gaps.length === 0);
  if (isWhole) return undefined;
  const [failed] = read.flatMap(({ gaps }) => gaps.flatMap((gap) => (gap.kind === 'failed' ? [gap.error] : [])));
  return failed instanceof Error ? failed : new IncompleteError();
}

/** What no list has can only be read by the ID in the response. @throws {@link ServiceError} when that fails. */
async function detailsOf(client: ReadingClient, attempt: Attempt, options: CallOptions): Promise<readonly OrderRecord[]> {
  const { accountId, exchange, isPaper } = attempt.target;
  const id = orderIdOf(attempt);
  if (isListable(attempt) || id === '' || exchange === '' || isPaper === true) return [];
  const part = orderDetailsPart(async () => client, { accountId, exchange, orderIds: [id] });
  const read = await readPart(part, options);
  const failure = failureOf([], read.isOffered ? [read] : []);
  if (failure !== undefined) throw failure;
  return read.items.filter(({ orderId }) => orderId === id);
}

interface Parts {
  readonly open: readonly ListPart<OrderRecord>[];
  readonly past: readonly ListPart<OrderRecord>[];
}

function partsOf(client: ReadingClient, { target, startedAt }: Attempt, nowMs: number): Parts {
  const { accountId, exchange, isPaper = false, market = 0 } = target;
  const source = async (): Promise<ReadingClient> => client;
  const span = { start: microseconds(Date.parse(startedAt) - marginMs), end: microseconds(nowMs + marginMs) };
  if (isPaper)
    return {
      open: [simulatedOrdersPart(source, { accountId, market })],
      past: [simulatedOrderHistoryPart(source, { accountId, market, ...span })],
    };
  return {
    open: ordersPartsOn(source, accountId, exchange),
    past: marketsOfExchange(exchange).map((tradeMarket) => orderHistoryPart(source, { accountId, tradeMarket, ...span })),
  };
}

export function microseconds(ms: number): string {
  return `${String(Math.max(0, Math.trunc(ms)))}000`;
}
