import type { OrdersBook } from '../../../app/orders/lists/ordersBook';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { OrderRecord } from '../../../service/records';

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
