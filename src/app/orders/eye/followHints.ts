import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { leavesTrace } from '../../../domain/alerts/alert';
import { deriveExchange } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';
import type { FollowUp } from './followUp';
import type { ListedOrder } from '../lists/ordersBook';
import type { HeardHint } from '../lists/orderEvents';
import type { MachineClock, Timers } from '../../platform/ports';
import type { OrderPlace } from '../lists/readOrders';

export interface HintFollower {
  readonly followUp: Pick<FollowUp, 'lookNow' | 'restingAt'>;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  readonly timers: Timers;
  /** The list of orders. */
  readonly list: {
    /** False while it is hidden: it is read when it is next shown. */
    readonly isShown: boolean;
    find(accountId: string, orderId: string): Pick<OrderRecord, 'code' | 'securityType'> | undefined;
    /** Shows an order that was just read; without one, reads the list again. */
    take(target: ListedOrder, order: OrderRecord | undefined): void;
    /** Reads the list again: at least the markets of these orders. */
    readAnew(...orders: readonly ListedOrder[]): void;
  };
  /** One order, read once per event for all callers in this window. */
  readonly read: (
    order: OrderPlace,
    options: { readonly signal: AbortSignal; readonly sinceMs: number },
  ) => Promise<OrderRecord | undefined>;
  readonly onError: (error: unknown) => void;
}

/** A service may announce what its orders show later. */
const lagMs = 3_000;

/**
 * Reads again what events of the trade feed may have changed: the list, and the followed changes. An event proves nothing by itself. Never
 * rejects.
 */
export async function followHints(hints: readonly HeardHint[], follower: HintFollower): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  const isMeant = (target: Pick<OrderTarget, 'orderId'>): boolean =>
    target.orderId === '' || hints.some(({ orderId }) => orderId === '' || orderId === target.orderId);
  // Uses an order that was read after the last event about it, or reads it again.
  const sinceMs = Math.max(...hints.map(({ heardMs }) => heardMs));
  follower.followUp.lookNow({ isMeant, sinceMs });
  void readResting(hints, follower, { signal, sinceMs });
  await showAnew(hints, follower, { signal, sinceMs });
}

/** Reads orders that the user placed or changed here, also where no list shows them, until their end is known. Never rejects. */
async function readResting(
  hints: readonly HeardHint[],
  { followUp, read, clock, timers, onError }: HintFollower,
  { signal, sinceMs }: { readonly signal: AbortSignal; readonly sinceMs: number },
): Promise<void> {
  const mayEnd = hints.filter(({ event }) => leavesTrace(event) && event !== 'EVENT_REPLACED');
  const orders = new Map(mayEnd.map((hint) => [JSON.stringify([hint.accountId, hint.orderId]), hint]));
  const resting = (): readonly OrderPlace[] =>
    [...orders.values()].flatMap(({ accountId, orderId }) => followUp.restingAt(accountId, orderId) ?? []);
  const look = async (places: readonly OrderPlace[], fromMs: number): Promise<void> => {
    await Promise.all(places.map(async (place) => read(place, { signal, sinceMs: fromMs }).catch(onError)));
  };
  const places = resting();
  if (places.length === 0) return;
  await look(places, sinceMs);
  timers.after(lagMs, () => void look(resting(), clock.wallMs()));
}

async function showAnew(
  hints: readonly HeardHint[],
  { list, read, onError }: HintFollower,
  options: { readonly signal: AbortSignal; readonly sinceMs: number },
): Promise<void> {
  const orders = [...new Map(hints.map((hint) => [JSON.stringify([hint.accountId, hint.orderId]), hint])).values()];
  const areNamed = orders.every(({ accountId, orderId }) => accountId !== '' && orderId !== '');
  if (!list.isShown || !areNamed) {
    list.readAnew(...hints);
    return;
  }
  const places = orders.map(({ accountId, orderId }) => {
    const known = list.find(accountId, orderId);
    return { accountId, orderId, exchange: known === undefined ? undefined : deriveExchange(known.code, known.securityType) };
  });
  // Orders that the list does not have yet are found by reading the list.
  const unknown = places.filter(({ exchange }) => exchange === undefined);
  if (unknown.length > 0) list.readAnew(...unknown);
  await Promise.all(
    places.map(async ({ accountId, orderId, exchange }) => {
      if (exchange === undefined) return;
      try {
        list.take({ accountId, orderId }, await read({ accountId, orderId, exchange }, options));
      } catch (error) {
        onError(error);
        list.readAnew({ accountId, orderId });
      }
    }),
  );
}
