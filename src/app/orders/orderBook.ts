import type { OrderTarget } from '../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../service/records';
import { seen } from '../../service/lists/list';
import { AccountLists } from '../session/accountLists';
import type { AccountItems, AccountListsState } from '../session/accountLists';
import { accountKey } from '../session/accounts';
import type { ConfiguredAccount } from '../session/accounts';
import type { Disposable, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';
import { onceEach, orderParts } from './ordersFeed';

export type AccountOrders = AccountItems<OrderRecord>;
export type OrderBookState = AccountListsState<OrderRecord>;

export interface OrderBookOptions {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  readonly configured: () => readonly ConfiguredAccount[];
}

/** A market that held no order is read again at the latest after this time, and at once when the user refreshes. */
const quietMarketMs = 120_000;

/**
 * The orders of all live accounts, as far as the service lists them. The trading calls of a service are few, so markets without
 * orders are read rarely: a new order there appears within two minutes.
 */
export class OrderBook implements Disposable {
  readonly #lists: AccountLists<OrderRecord, OrderRecord>;

  constructor({ access, clock, configured }: OrderBookOptions) {
    this.#lists = new AccountLists({
      access,
      clock,
      configured,
      kinds: ['live'],
      parts: (account, source) => orderParts(source, account.id),
      view: (_, orders) => onceEach(orders),
      quietMs: quietMarketMs,
    });
  }

  get onDidChange(): AccountLists<OrderRecord, OrderRecord>['onDidChange'] {
    return this.#lists.onDidChange;
  }

  get state(): OrderBookState {
    return this.#lists.state;
  }

  /** Forgets all, because it belongs to another session or connection. */
  reset(): void {
    this.#lists.reset();
  }

  /** Has the next refresh ask every market: the user wants to know, or a change was sent. */
  readAllNext(): void {
    this.#lists.readAllNext();
  }

  /** Finds an order that was read before. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    const list = this.state.accounts?.find(({ account }) => account.id === accountId)?.list;
    return list === undefined ? undefined : seen(list).items.find((order) => order.orderId === orderId);
  }

  /** Reads accounts and orders once. @throws the first failure, after everything that could be read is shown. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.#lists.refresh(signal);
  }

  /** Reads again only the market that lists an order, because the order has changed. @throws as {@link refresh}. */
  async refreshOrder({ accountId, orderId }: Pick<OrderTarget, 'accountId' | 'orderId'>, signal: AbortSignal): Promise<void> {
    const key = accountKey({ kind: 'live', id: accountId });
    await this.#lists.refreshHolding(key, (order) => order.orderId === orderId, signal);
  }

  dispose(): void {
    this.#lists.dispose();
  }
}
