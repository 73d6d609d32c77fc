import { simulatedOrdersPart } from '../../../service/endpoints/tradingSources';
import type { OrderRecord } from '../../../service/records';
import type { Disposable } from '../../platform/ports';
import { AccountBook } from '../../session/accounts/accountBook';
import type { AccountWatchOptions, BookParts } from '../../session/accounts/accountBook';
import { onceEach } from '../listOrders';
import type { OrdersWatch } from '../ordersBook';

/** A market without orders is read again after this time, and at once when the user refreshes. */
const quietMarketMs = 120_000;

/** Today's orders of all paper accounts, as far as the service lists them: a part for each market that it names for the account. */
export class PaperOrdersBook implements Disposable {
  readonly #book: AccountBook<OrderRecord, OrderRecord>;

  constructor(parts: BookParts) {
    this.#book = new AccountBook<OrderRecord, OrderRecord>({
      ...parts,
      name: 'Paper orders',
      kinds: ['simulated'],
      parts: ({ id: accountId, markets }, { source }) =>
        markets.map((market) => ({ ...simulatedOrdersPart(source, { accountId, market }), first: 'orders' })),
      view: (_, orders) => onceEach(orders),
      reading: { quietMs: quietMarketMs, isOneCall: true },
    });
  }

  watch(options: AccountWatchOptions): OrdersWatch {
    return this.#book.watch(options);
  }

  dispose(): void {
    this.#book.dispose();
  }
}
