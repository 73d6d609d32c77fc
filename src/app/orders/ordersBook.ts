import type { OrderTarget } from '../../domain/orders/orderAttempts';
import { seen } from '../../service/lists/list';
import type { OrderRecord } from '../../service/records';
import { Emitter } from '../platform/emitter';
import type { Freshness } from '../platform/polledList';
import type { Disposable } from '../platform/ports';
import { AccountBook } from '../session/accounts/accountBook';
import type {
  AccountItems,
  AccountListsState,
  AccountsWanted,
  AccountWatch,
  AccountWatchOptions,
  BookParts,
} from '../session/accounts/accountBook';
import { onceEach, orderParts } from './listOrders';

export type AccountOrders = AccountItems<OrderRecord>;
export type OrdersState = AccountListsState<OrderRecord>;
export type OrdersWatch = AccountWatch<OrderRecord>;
export type ListedOrder = Pick<OrderTarget, 'accountId' | 'orderId'>;

/** A market without orders is read again after this time, and at once when the user refreshes. */
const quietMarketMs = 120_000;

/**
 * The orders of all live accounts, as far as the service lists them, for everything in the window that shows some of them.
 * Trading requests are limited, so markets without orders are read rarely: a new order there appears within two minutes.
 */
export class OrdersBook implements Disposable {
  readonly #book: AccountBook<OrderRecord, OrderRecord>;
  readonly #changed = new Emitter<void>();
  /** Something that {@link find} gives may be another by now. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: BookParts) {
    this.#book = new AccountBook({
      ...parts,
      name: 'Orders',
      kinds: ['live'],
      parts: (account, { source }) => orderParts(source, account.id),
      view: (_, orders) => onceEach(orders),
      reading: { quietMs: quietMarketMs, isOneCall: true },
    });
    this.#book.watch({ maxAgeMs: () => 0, changed: () => this.#changed.fire() });
  }

  watch(options: AccountWatchOptions): OrdersWatch {
    return this.#book.watch(options);
  }

  /** The orders of all accounts, as they are known now. */
  get state(): OrdersState {
    return this.#book.stateOf({});
  }

  /** For somebody who asks once: see {@link AccountBook.read}. Quiet markets may be older. */
  async read(wanted: AccountsWanted & Freshness, signal: AbortSignal): Promise<OrdersState> {
    return this.#book.read(wanted, signal);
  }

  /** Finds an order that was read before. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    const list = this.#book.list(live(accountId));
    return list === undefined ? undefined : seen(list).items.find((order) => order.orderId === orderId);
  }

  /**
   * Says that an order may be another by now: the market that lists it is read again, or every market where none does. Without an
   * account, all accounts are.
   */
  hasChanged({ accountId, orderId }: ListedOrder): void {
    if (accountId === '') this.#book.readAgain();
    else if (this.find(accountId, orderId) === undefined) this.#book.readAgain(live(accountId));
    else this.#book.readAgain(live(accountId), (order) => order.orderId === orderId);
  }

  /** Shows an order that was just read individually. @returns False when no market lists it. */
  take(accountId: string, order: OrderRecord): boolean {
    return this.#book.replace(live(accountId), order, ({ orderId }) => orderId === order.orderId);
  }

  dispose(): void {
    this.#book.dispose();
    this.#changed.dispose();
  }
}

function live(id: string): { readonly kind: 'live'; readonly id: string } {
  return { kind: 'live', id };
}
