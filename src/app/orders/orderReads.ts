import { deriveExchange } from '../../domain/orders/orderRules';
import { untilAborted } from '../../service/abortable';
import type { OrderRecord } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import type { MachineClock } from '../platform/ports';
import { readOrder } from './orderReadBack';
import type { OrderPlace } from './orderReadBack';

/** What reading an order showed, and the wall clock when that began: it has seen all that happened before. */
export interface SeenAt {
  readonly found: OrderRecord | 'notFound' | 'notOffered';
  readonly startedMs: number;
}

interface Flight {
  readonly seen: Promise<SeenAt>;
  readonly startedMs: number;
  readonly exchange: string;
}

const readMs = 20_000;
/** Callers that react to the same event ask within this time. */
const keptMs = 10_000;
const mostExchanges = 500;

/**
 * Reads orders one at a time, once per event for all callers in this window: the view, followed changes, and
 * alerts. Failures are never kept.
 */
export class OrderReads {
  readonly #flights = new WeakMap<ServiceClient, Map<string, Flight>>();
  /** By order; an order's security does not change. */
  readonly #exchanges = new Map<string, string>();

  constructor(private readonly clock: Pick<MachineClock, 'wallMs'>) {}

  /**
   * One order as the service showed it at `sinceMs` (wall clock) or later; read anew without it.
   *
   * @throws {@link ServiceError} as {@link readOrder} does.
   */
  async read(
    client: ServiceClient,
    order: OrderPlace,
    { signal, sinceMs }: { readonly signal: AbortSignal; readonly sinceMs?: number | undefined },
  ): Promise<SeenAt> {
    const key = JSON.stringify([order.accountId, order.orderId]);
    const exchange = order.exchange === '' ? (this.#exchanges.get(key) ?? '') : order.exchange;
    const flights = this.#flights.get(client) ?? new Map<string, Flight>();
    this.#flights.set(client, flights);
    const now = this.clock.wallMs();
    for (const [known, { startedMs }] of flights) if (Math.abs(now - startedMs) > keptMs) flights.delete(known);
    const flight = flights.get(key);
    const isNewEnough = flight !== undefined && sinceMs !== undefined && flight.startedMs >= sinceMs && flight.startedMs <= now;
    // Without its exchange an order may be reported as not offered; callers that know the exchange must not get that.
    if (isNewEnough && (flight.exchange !== '' || exchange === '')) return untilAborted(async () => flight.seen, signal);
    const seen = this.#start(client, { ...order, exchange }, now, key);
    const own: Flight = { seen, startedMs: now, exchange };
    flights.set(key, own);
    seen.catch(() => {
      if (flights.get(key) === own) flights.delete(key);
    });
    return untilAborted(async () => seen, signal);
  }

  async #start(client: ServiceClient, order: OrderPlace, startedMs: number, key: string): Promise<SeenAt> {
    const found = await readOrder(client, order, { signal: AbortSignal.timeout(readMs) });
    const exchange = typeof found === 'object' ? deriveExchange(found.code, found.securityType) : undefined;
    if (exchange !== undefined && (this.#exchanges.size < mostExchanges || this.#exchanges.has(key))) this.#exchanges.set(key, exchange);
    return { found, startedMs };
  }
}
