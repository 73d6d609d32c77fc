import { deriveExchange } from '../../../domain/orders/orderRules';
import { untilAborted } from '../../../service/abortable';
import type { ReadingClient } from '../../../service/serviceClient';
import { createDeferred } from '../../platform/deferred';
import type { Deferred } from '../../platform/deferred';
import { tradeMarkets } from '../lists/listOrders';
import type { FoundOrder, OrderResult } from '../lists/listOrders';
import { readPaperOrder } from '../lists/readPaperOrder';
import { foundIn, readOrders } from '../lists/readOrders';
import type { OrderPlace } from '../lists/readOrders';
import type { Ports } from '../../ports';

/** The result of reading an order, and the wall clock when the read began: it reflects everything before that. */
export interface SeenAt {
  readonly found: FoundOrder;
  readonly startedMs: number;
}

interface Flight {
  readonly client: ReadingClient;
  readonly accountId: string;
  readonly orderId: string;
  exchange: string;
  /** Wall clock; undefined while it waits for other reads to join. */
  startedMs: number | undefined;
  readonly seen: Deferred<SeenAt>;
}

const readMs = 20_000;
/** Callers that react to the same event ask within this time. */
const keptMs = 10_000;
const mostExchanges = 500;

/** Reads that are requested within this time are sent together. */
const joinMs = 30;
/** A service allows 30 trading requests in this time, of all kinds and from all windows: these reads leave some for others. */
const countedMs = 30_000;

/** The pause per request of the last round, after `count` requests in {@link countedMs}. */
function restMs(count: number): number {
  if (count < 5) return 0;
  return count < 10 ? 1_000 : 3_000;
}

/**
 * Reads orders, once per event for all callers in this window: the view, followed changes, and alerts. Orders requested at the same time are
 * read together, and orders with many events no more often than the service's limit allows. Failures are never kept.
 */
export class OrderReads {
  /** The latest, by order. */
  readonly #flights = new Map<string, Flight>();
  readonly #waiting = new Set<Flight>();
  /** By order; an order's security does not change. */
  readonly #exchanges = new Map<string, string>();
  /** Monotonic times of the latest requests. */
  #sent: readonly number[] = [];
  #notBeforeMs = 0;

  constructor(private readonly dependencies: Pick<Ports, 'clock' | 'timers'>) {}

  /**
   * One order as the service showed it at `sinceMs` (wall clock) or later; without it, the order is read anew.
   *
   * @throws {@link ServiceError} as {@link readOrder} does.
   */
  async read(
    client: ReadingClient,
    place: OrderPlace,
    { signal, sinceMs }: { readonly signal: AbortSignal; readonly sinceMs?: number | undefined },
  ): Promise<SeenAt> {
    const { accountId, orderId, exchange: known } = place;
    // A paper account's whole list is one request, which no other caller sends at the same moment.
    if (place.isPaper === true) {
      const startedMs = this.dependencies.clock.wallMs();
      return { found: await readPaperOrder(client, place, { signal, rank: 'followed' }), startedMs };
    }
    const key = JSON.stringify([accountId, orderId]);
    const exchange = known === '' ? (this.#exchanges.get(key) ?? '') : known;
    const nowMs = this.dependencies.clock.wallMs();
    for (const [other, { startedMs }] of this.#flights)
      if (startedMs !== undefined && Math.abs(nowMs - startedMs) > keptMs) this.#flights.delete(other);
    const flight = this.#flights.get(key);
    if (flight?.client === client && isNewEnough(flight, { exchange, nowMs, sinceMs })) {
      if (flight.startedMs === undefined && flight.exchange === '') flight.exchange = exchange;
      return untilAborted(async () => flight.seen.promise, signal);
    }
    const next = this.#wait(client, { accountId, orderId, exchange }, key);
    return untilAborted(async () => next.seen.promise, signal);
  }

  #wait(client: ReadingClient, place: OrderPlace, key: string): Flight {
    const flight: Flight = { ...place, client, startedMs: undefined, seen: createDeferred() };
    this.#flights.set(key, flight);
    flight.seen.promise.catch(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    const { clock, timers } = this.dependencies;
    if (this.#waiting.size === 0) timers.after(Math.max(joinMs, this.#notBeforeMs - clock.monotonicMs()), () => this.#begin());
    this.#waiting.add(flight);
    return flight;
  }

  /** Sends the waiting reads: all orders of an account and exchange together. */
  #begin(): void {
    const { clock } = this.dependencies;
    const groups: Flight[][] = [];
    for (const flight of this.#waiting) {
      const group = groups.find(([first]) => first !== undefined && isBeside(first, flight));
      if (group === undefined) groups.push([flight]);
      else group.push(flight);
      flight.startedMs = clock.wallMs();
    }
    this.#waiting.clear();
    this.#count(groups.length);
    for (const group of groups) void this.#read(group);
  }

  /** Counts requests, and rests after them. */
  #count(requests: number): void {
    const nowMs = this.dependencies.clock.monotonicMs();
    this.#sent = [...this.#sent.filter((atMs) => atMs > nowMs - countedMs), ...Array.from({ length: requests }, () => nowMs)];
    this.#notBeforeMs = Math.max(this.#notBeforeMs, nowMs + restMs(this.#sent.length) * requests);
  }

  async #read(group: readonly Flight[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const { client, accountId, exchange } = first;
    try {
      const orderIds = [...new Set(group.map(({ orderId }) => orderId))];
      const results = await readOrders(
        client,
        { accountId, exchange, orderIds },
        {
          signal: AbortSignal.timeout(readMs),
          rank: 'followed',
        },
      );
      // An order that is nowhere was searched for in every list.
      if ([...results.values()].some((result) => 'found' in result && result.found === 'notFound')) this.#count(tradeMarkets.length);
      for (const flight of group) this.#end(flight, results);
    } catch (error) {
      for (const { seen } of group) seen.reject(asError(error));
    }
  }

  #end({ accountId, orderId, startedMs = 0, seen }: Flight, results: ReadonlyMap<string, OrderResult>): void {
    try {
      const found = foundIn(results, orderId);
      const key = JSON.stringify([accountId, orderId]);
      const exchange = typeof found === 'object' ? deriveExchange(found.code, found.securityType) : undefined;
      if (exchange !== undefined && (this.#exchanges.size < mostExchanges || this.#exchanges.has(key))) this.#exchanges.set(key, exchange);
      seen.resolve({ found, startedMs });
    } catch (error) {
      seen.reject(asError(error));
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('an order could not be read', { cause: error });
}

/** A read that has not begun yet will reflect everything until now. */
function isNewEnough(
  { startedMs, exchange: asked }: Flight,
  { exchange, nowMs, sinceMs }: { readonly exchange: string; readonly nowMs: number; readonly sinceMs: number | undefined },
): boolean {
  if (startedMs === undefined) return true;
  // Without its exchange an order may be reported as not offered; callers that know the exchange must not get that.
  return sinceMs !== undefined && startedMs >= sinceMs && startedMs <= nowMs && (asked !== '' || exchange === '');
}

/** Whether one request can read both. */
function isBeside(one: Flight, other: Flight): boolean {
  return one.client === other.client && one.accountId === other.accountId && one.exchange === other.exchange;
}
