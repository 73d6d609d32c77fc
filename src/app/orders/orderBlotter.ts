import type { OrderTarget } from '../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../service/records';
import { seen } from '../../service/lists/list';
import { AccountLists } from '../session/accounts/accountLists';
import type { AccountItems, AccountListsState } from '../session/accounts/accountLists';
import { accountKey } from '../session/accounts/accounts';
import type { ConfiguredAccount } from '../session/accounts/accounts';
import type { Disposable, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';
import { onceEach, orderParts } from './listOrders';

export type AccountOrders = AccountItems<OrderRecord>;
export type OrderBlotterState = AccountListsState<OrderRecord>;

export interface OrderBlotterOptions {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  readonly configured: () => readonly ConfiguredAccount[];
}

export type ListedOrder = Pick<OrderTarget, 'accountId' | 'orderId'>;

/** A list whose last whole refresh is older than this is read whole. */
const youngMs = 45_000;

/** A list to choose an order from is at most half a minute old, even for markets that had no orders. */
const choiceMs = 30_000;

/** A market without orders is read again after this time, and at once when the user refreshes. */
const quietMarketMs = 120_000;

/**
 * The orders of all live accounts, as far as the service lists them. Trading requests are limited, so markets without
 * orders are read rarely: a new order there appears within two minutes.
 */
export class OrderBlotter implements Disposable {
  readonly #lists: AccountLists<OrderRecord, OrderRecord>;
  readonly #clock: OrderBlotterOptions['clock'];
  readonly #changed: ListedOrder[] = [];
  #wholeAtMs: number | undefined;
  #allAtMs: number | undefined;
  #readsAll = false;

  constructor({ access, clock, configured }: OrderBlotterOptions) {
    this.#clock = clock;
    this.#lists = new AccountLists({
      access,
      clock,
      configured,
      kinds: ['live'],
      parts: (account, source) => orderParts(source, account.id),
      view: (_, orders) => onceEach(orders),
      reading: { quietMs: quietMarketMs, isOneCall: true },
    });
  }

  get onDidChange(): AccountLists<OrderRecord, OrderRecord>['onDidChange'] {
    return this.#lists.onDidChange;
  }

  get state(): OrderBlotterState {
    return this.#lists.state;
  }

  /** Clears everything, because it belongs to another session or connection. */
  reset(): void {
    this.#changed.length = 0;
    this.#wholeAtMs = undefined;
    this.#allAtMs = undefined;
    this.#readsAll = false;
    this.#lists.reset();
  }

  /** Makes the next refresh read every market: the user asked for it, or a change was sent. */
  readAllNext(): void {
    this.#wholeAtMs = undefined;
    this.#readsAll = true;
    this.#lists.readAllNext();
  }

  /** Finds an order that was read before. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    const list = this.state.accounts?.find(({ account }) => account.id === accountId)?.list;
    return list === undefined ? undefined : seen(list).items.find((order) => order.orderId === orderId);
  }

  /**
   * Says that an order may be another by now. While the list is young, the next refresh reads the market that lists it and nothing
   * else; an order that no market lists may be in any of them.
   */
  hasChanged(order: ListedOrder): void {
    if (this.find(order.accountId, order.orderId) === undefined) this.readAllNext();
    else this.#changed.push(order);
  }

  /** Shows an order that was just read individually. @returns False when no market lists it. */
  take(accountId: string, order: OrderRecord): boolean {
    return this.#lists.replace(accountKey({ kind: 'live', id: accountId }), order, ({ orderId }) => orderId === order.orderId);
  }

  /** Makes the next refresh read everything that is due, plus every market older than half a minute. */
  readForChoice(): void {
    if (this.#allAtMs === undefined || this.#clock.monotonicMs() - this.#allAtMs > choiceMs) this.readAllNext();
    else this.#wholeAtMs = undefined;
  }

  /** Reads accounts and orders once. @throws the first failure, after everything that could be read is shown. */
  async refresh(signal: AbortSignal): Promise<void> {
    const changed = this.#changed.splice(0);
    const nowMs = this.#clock.monotonicMs();
    if (changed.length === 0 || this.#wholeAtMs === undefined || nowMs - this.#wholeAtMs > youngMs) {
      const readsAll = this.#readsAll || this.#allAtMs === undefined;
      await this.#lists.refresh(signal);
      this.#wholeAtMs = nowMs;
      if (readsAll) this.#allAtMs = nowMs;
      this.#readsAll = false;
      return;
    }
    for (const id of new Set(changed.map(({ accountId }) => accountId))) {
      const orders = new Set(changed.filter(({ accountId }) => accountId === id).map(({ orderId }) => orderId));
      await this.#lists.refreshHolding(accountKey({ kind: 'live', id }), (order) => orders.has(order.orderId), signal);
    }
  }

  dispose(): void {
    this.#lists.dispose();
  }
}
