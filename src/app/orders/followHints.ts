import type { OrderTarget } from '../../domain/orders/orderAttempts';
import { deriveExchange } from '../../domain/orders/orderRules';
import type { OrderRecord } from '../../service/records';
import type { FollowUp } from './followUp';
import type { ListedOrder } from './ordersBook';
import type { HeardHint } from './orderEvents';
import type { OrderPlace } from './orderReadBack';

export interface HintFollower {
  readonly followUp: Pick<FollowUp, 'lookNow'>;
  /** The list of orders. */
  readonly list: {
    /** False while it is hidden: it is read when it is shown next. */
    readonly isShown: boolean;
    find(accountId: string, orderId: string): Pick<OrderRecord, 'code' | 'securityType'> | undefined;
    /** Shows an order as it was just read; without one, reads the list again. */
    take(target: ListedOrder, order: OrderRecord | undefined): void;
    /** Reads the list again: the markets of these orders at least. */
    readAnew(...orders: readonly ListedOrder[]): void;
  };
  /** One order, read once per event for all callers in this window. */
  readonly read: (
    order: OrderPlace,
    options: { readonly signal: AbortSignal; readonly sinceMs: number },
  ) => Promise<OrderRecord | undefined>;
  readonly onError: (error: unknown) => void;
}

/** Above this number of orders, reading the list is cheaper. */
const few = 3;

/**
 * Reads again what events of the trade feed may have changed: the list, and the changes that are followed. An event proves
 * nothing by itself. Never rejects.
 */
export async function followHints(hints: readonly HeardHint[], follower: HintFollower): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  const isMeant = (target: Pick<OrderTarget, 'orderId'>): boolean =>
    hints.some(({ orderId }) => orderId === '' || orderId === target.orderId);
  // Uses an order that was read after the last event about it, else reads it again.
  const sinceMs = Math.max(...hints.map(({ heardMs }) => heardMs));
  follower.followUp.lookNow({ isMeant, sinceMs });
  await showAnew(hints, follower, { signal, sinceMs });
}

async function showAnew(
  hints: readonly HeardHint[],
  { list, read, onError }: HintFollower,
  options: { readonly signal: AbortSignal; readonly sinceMs: number },
): Promise<void> {
  const orders = [...new Map(hints.map((hint) => [JSON.stringify([hint.accountId, hint.orderId]), hint])).values()];
  const areNamed = orders.every(({ accountId, orderId }) => accountId !== '' && orderId !== '');
  if (!list.isShown || !areNamed || orders.length > few) {
    list.readAnew(...hints);
    return;
  }
  for (const { accountId, orderId } of orders) {
    const known = list.find(accountId, orderId);
    const exchange = known === undefined ? undefined : deriveExchange(known.code, known.securityType);
    // An order that the list does not have yet is found by reading the list.
    if (exchange === undefined) list.readAnew({ accountId, orderId });
    else {
      try {
        list.take({ accountId, orderId }, await read({ accountId, orderId, exchange }, options));
      } catch (error) {
        onError(error);
        list.readAnew({ accountId, orderId });
      }
    }
  }
}
