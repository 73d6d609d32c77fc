import type { OrderRecord, Page } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import { ServiceError } from '../../service/errors';
import { ifOffered } from '../session/accounts';
import { createCursorGuard } from '../platform/cursorGuard';

/** Markets by which the service lists orders (beyond the specification, order queries). */
export const tradeMarkets = ['HK', 'US', 'HKCC', 'SG', 'CA', 'FUTURES', 'JP', 'KR'] as const;

/** Orders of one account. */
export interface OrderList {
  readonly orders: readonly OrderRecord[];
  /** False when a page or a market is missing. */
  readonly isComplete: boolean;
  /** Markets that hold orders, to be asked again first. */
  readonly markets: readonly string[];
}

interface Cancellable {
  readonly signal: AbortSignal;
}

/**
 * Every order that the service lists for an account, market by market.
 *
 * @throws {@link ServiceError} when no market could be read.
 */
export async function listOrders(
  client: ServiceClient,
  accountId: string,
  options: Cancellable & { readonly markets?: readonly string[] },
): Promise<OrderList | 'notOffered'> {
  const orders = new Map<string, OrderRecord>();
  const filled: string[] = [];
  let isComplete = true;
  let answers = 0;
  let refusal: ServiceError | undefined;
  for (const tradeMarket of options.markets ?? tradeMarkets) {
    try {
      const list = await ifOffered(listMarket(client, accountId, tradeMarket, options));
      if (list === undefined) return 'notOffered';
      answers += 1;
      isComplete &&= list.isComplete;
      if (list.orders.length > 0) filled.push(tradeMarket);
      for (const order of list.orders) orders.set(order.orderId, order);
    } catch (error) {
      // An account need not trade every market: a refusal says nothing about the others, a dead line does.
      if (!ServiceError.is(error, 'api')) throw error;
      refusal ??= error;
    }
  }
  if (answers === 0 && refusal !== undefined) throw refusal;
  return { orders: [...orders.values()], isComplete, markets: filled };
}

/** One order out of the account's lists. */
export async function findOrder(
  client: ServiceClient,
  accountId: string,
  orderId: string,
  options: Cancellable,
): Promise<OrderRecord | 'notFound' | 'notOffered'> {
  const list = await listOrders(client, accountId, options);
  if (list === 'notOffered') return list;
  return list.orders.find((order) => order.orderId === orderId) ?? 'notFound';
}

async function listMarket(
  client: ServiceClient,
  accountId: string,
  tradeMarket: string,
  options: Cancellable,
): Promise<{ readonly orders: readonly OrderRecord[]; readonly isComplete: boolean }> {
  const orders: OrderRecord[] = [];
  const guard = createCursorGuard();
  for (let pageFlag = ''; ;) {
    const page: Page<OrderRecord> = await client.beyond.orders({ accountId, tradeMarket, pageFlag }, options);
    orders.push(...page.items);
    const end = guard.accept(pageFlag, page);
    if (end.kind !== 'more') return { orders, isComplete: end.kind === 'complete' };
    pageFlag = page.nextKey;
  }
}
