import { untilAborted } from '../../../service/abortable';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import { createDeferred } from '../../platform/deferred';
import type { Deferred } from '../../platform/deferred';
import type { Timers } from '../../platform/ports';
import type { FoundOrder, OrderResult } from './listOrders';
import { readPaperOrders } from './readPaperOrder';
import { foundIn, readOrders } from './readOrders';
import type { OrderPlace } from './readOrders';

/** Reads that are asked for within this time are sent together. */
const joinMs = 20;
/** Reads wait up to 30 s for the rate limit. */
const readMs = 40_000;

interface Wanted {
  readonly client: ReadingClient;
  readonly place: OrderPlace;
  readonly rank: CallOptions['rank'];
  readonly result: Deferred<FoundOrder>;
}

/** Reads of single orders in as few requests as the service allows: those of one account that are asked for at the same moment are one. */
export class JoinedReads {
  #waiting: Wanted[] = [];

  constructor(private readonly timers: Timers) {}

  /** @throws {@link ServiceError} when the order could not be read, {@link TransportError} promptly after the signal is aborted. */
  async read(client: ReadingClient, place: OrderPlace, { signal, rank }: CallOptions): Promise<FoundOrder> {
    const wanted: Wanted = { client, place, rank, result: createDeferred() };
    wanted.result.promise.catch(() => undefined);
    if (this.#waiting.length === 0) this.timers.after(joinMs, () => this.#begin());
    this.#waiting.push(wanted);
    // What nobody waits for any more is not read.
    return untilAborted(async () => wanted.result.promise, signal).finally(() => {
      this.#waiting = this.#waiting.filter((other) => other !== wanted);
    });
  }

  #begin(): void {
    const groups: Wanted[][] = [];
    for (const wanted of this.#waiting.splice(0)) {
      const group = groups.find(([first]) => first !== undefined && isBeside(first, wanted));
      if (group === undefined) groups.push([wanted]);
      else group.push(wanted);
    }
    for (const group of groups) void this.#read(group);
  }

  async #read(group: readonly Wanted[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const { client, place, rank } = first;
    const { accountId, exchange, market } = place;
    const orderIds = [...new Set(group.map((wanted) => wanted.place.orderId))];
    const options = { signal: AbortSignal.timeout(readMs), ...(rank === undefined ? {} : { rank }) };
    let results: ReadonlyMap<string, OrderResult>;
    try {
      results =
        place.isPaper === true
          ? await readPaperOrders(client, { accountId, market, orderIds }, options)
          : await readOrders(client, { accountId, exchange, orderIds }, options);
    } catch (error) {
      results = new Map(orderIds.map((id) => [id, { error }]));
    }
    for (const { place: wanted, result } of group)
      try {
        result.resolve(foundIn(results, wanted.orderId));
      } catch (error) {
        result.reject(error instanceof Error ? error : new Error('an order could not be read', { cause: error }));
      }
  }
}

/** Whether one request can read both. */
function isBeside(one: Wanted, other: Wanted): boolean {
  const of = ({ place, rank }: Wanted): string =>
    JSON.stringify([place.accountId, place.exchange, place.isPaper ?? false, place.market, rank]);
  return one.client === other.client && of(one) === of(other);
}
