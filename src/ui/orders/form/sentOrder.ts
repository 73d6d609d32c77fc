import type { Account } from '../../../app/session/accounts/accounts';
import type { OrdersBook, OrdersWatch } from '../../../app/orders/lists/ordersBook';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { Disposable } from '../../../app/platform/ports';
import { orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';
import { refreshIntervalMs } from '../../platform/trees/viewPolling';
import type { TicketFormDependencies } from './ticketFormDependencies';

/** The order that a ticket has sent: read while the ticket is in front, whatever else shows it, until it has ended. */
export class SentOrder implements Disposable {
  readonly #watch: OrdersWatch;
  readonly #reads: Disposable;
  #shown: OrderRecord | undefined;

  /** @param changed - Called when orders were read. */
  constructor(
    private readonly books: Pick<TicketFormDependencies, 'orders' | 'paperOrders'>,
    { accountId, isPaper }: Pick<Ticket, 'accountId' | 'isPaper'>,
    changed: () => void,
  ) {
    const { orders, paperOrders } = books;
    const choose = (accounts: readonly Account[]): readonly Account[] => accounts.filter(({ id }) => id === accountId);
    this.#watch = (isPaper ? paperOrders : orders).watch({ choose, maxAgeMs: refreshIntervalMs, changed: () => undefined });
    this.#reads = paperOrders.onDidRead(changed);
  }

  /** The order as the ticket shows it; undefined before it was read. */
  get shown(): OrderRecord | undefined {
    return this.#shown;
  }

  /** The order of an attempt as it was last read. */
  find({ target, ...attempt }: Attempt): OrderRecord | undefined {
    const book = target.isPaper === true ? this.books.paperOrders : this.books.orders;
    return book.find(target.accountId, orderIdOf({ target, ...attempt }));
  }

  /** Reads the order from now on unless it has ended. @returns True if the ticket shows another state of it. */
  show(now: OrderRecord | undefined, isVisible: boolean): boolean {
    this.follow(isVisible && (now === undefined || !hasEnded(now.status)));
    if (now === undefined || now === this.#shown) return false;
    this.#shown = now;
    return true;
  }

  /** Ends the reads until it is followed again. */
  rest(): void {
    this.#watch.setOn(false);
  }

  follow(isOn: boolean): void {
    this.#watch.setOn(isOn);
  }

  dispose(): void {
    this.#watch.dispose();
    this.#reads.dispose();
  }
}

/** A ticket's order as it was last read anywhere in the window. */
export class LastSeen {
  #last: OrderRecord | undefined;

  constructor(
    private readonly orders: Pick<OrdersBook, 'find'>,
    { accountId, orderId }: Pick<Ticket, 'accountId' | 'orderId'>,
  ) {
    this.#last = orders.find(accountId, orderId);
  }

  /** The order, if it was read again since the last call. */
  next({ accountId, orderId }: Pick<Ticket, 'accountId' | 'orderId'>): OrderRecord | undefined {
    const now = this.orders.find(accountId, orderId);
    if (now === this.#last) return undefined;
    this.#last = now;
    return now;
  }
}
