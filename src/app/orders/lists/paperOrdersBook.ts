import { hasEnded } from '../../../domain/orders/orderRules';
import { isMoreThan } from '../../../domain/values/decimal';
import { simulatedOrdersPart } from '../../../service/endpoints/tradingSources';
import { seen } from '../../../service/lists/list';
import { observedPart } from '../../../service/lists/readList';
import type { OrderRecord } from '../../../service/records';
import { Emitter } from '../../platform/emitter';
import type { Freshness } from '../../platform/polledList';
import type { Disposable, Timers } from '../../platform/ports';
import { AccountBook } from '../../session/accounts/accountBook';
import type { AccountsWanted, AccountWatchOptions, BookParts } from '../../session/accounts/accountBook';
import type { Account } from '../../session/accounts/accounts';
import { onceEach } from '../listOrders';
import type { HeardHint } from '../orderEvents';
import type { ListedOrder, OrdersState, OrdersWatch, ReadOrders } from '../ordersBook';

/** A market without orders is read again after this time, and at once when the user refreshes. */
const quietMarketMs = 120_000;

/** Nothing tells of events in paper accounts: after a request of the user, their orders are read again after these pauses. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** From this pause on, reading ends early where no order is open. */
const fewest = 3;
const readMs = 20_000;

/** Today's orders of all paper accounts, as far as the service lists them: a part for each market that it names for the account. */
export class PaperOrdersBook implements Disposable {
  readonly #book: AccountBook<OrderRecord, OrderRecord>;
  readonly #read = new Emitter<ReadOrders>();
  /** Orders were read, whoever asked for them. */
  readonly onDidRead = this.#read.event;
  readonly #heard = new Emitter<readonly HeardHint[]>();
  /** A read showed a fill or an end that the one before did not: what events of a feed tell of live orders. */
  readonly onDidHear = this.#heard.event;
  readonly #timers: Timers;
  /** The account's own integer of each order's list. */
  readonly #markets = new Map<string, number>();
  readonly #soon = new Map<string, Disposable>();

  constructor(parts: BookParts) {
    const { access, clock, timers } = parts;
    this.#timers = timers;
    this.#book = new AccountBook<OrderRecord, OrderRecord>({
      ...parts,
      name: 'Paper orders',
      kinds: ['simulated'],
      parts: ({ id: accountId, markets }, { source }) =>
        markets.map((market) => ({
          ...observedPart<OrderRecord>(simulatedOrdersPart(source, { accountId, market }), () => {
            const { connection } = access.current;
            const service = connection.kind === 'none' ? '' : connection.baseUrl;
            const beganMs = clock.wallMs();
            return (orders) => this.#take({ service, accountId, orders, beganMs, isPaper: true }, market);
          }),
          first: 'orders',
        })),
      view: (_, orders) => onceEach(orders),
      reading: { quietMs: quietMarketMs, isOneCall: true },
    });
  }

  watch(options: AccountWatchOptions): OrdersWatch {
    return this.#book.watch(options);
  }

  /** The orders of all paper accounts, as they are known now. */
  get state(): OrdersState {
    return this.#book.stateOf({});
  }

  /** For somebody who asks once: see {@link AccountBook.read}. */
  async read(wanted: AccountsWanted & Freshness, signal: AbortSignal): Promise<OrdersState> {
    return this.#book.read(wanted, signal);
  }

  /** Finds an order that was read before. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    const list = this.#book.list(paper(accountId));
    return list === undefined ? undefined : seen(list).items.find((order) => order.orderId === orderId);
  }

  /** The integer under which the account lists the order; undefined where that is not known. */
  marketOf({ id, markets }: Pick<Account, 'id' | 'markets'>, orderId: string): number | undefined {
    const [only, another] = markets;
    return another === undefined ? only : this.#markets.get(keyOf(id, orderId));
  }

  /** Says that the orders of an account may be others by now: they are read again at once where somebody watches them. */
  hasChanged({ accountId }: Pick<ListedOrder, 'accountId'>): void {
    this.#book.readAgain(paper(accountId));
  }

  /** Shows an order that was just read individually. @returns False when no market lists it. */
  take(accountId: string, order: OrderRecord): boolean {
    return this.#book.replace(paper(accountId), order, ({ orderId }) => orderId === order.orderId);
  }

  /** Reads the orders of an account again and again for a minute, whoever watches them: the user just asked something of one. */
  followSoon(accountId: string): void {
    this.#soon.get(accountId)?.dispose();
    this.#next(accountId, 0);
  }

  dispose(): void {
    for (const timer of this.#soon.values()) timer.dispose();
    this.#soon.clear();
    this.#book.dispose();
    this.#read.dispose();
    this.#heard.dispose();
  }

  #next(accountId: string, step: number): void {
    const pauseMs = pausesMs[step];
    if (pauseMs === undefined || (step >= fewest && this.#isQuiet(accountId))) {
      this.#soon.delete(accountId);
      return;
    }
    const timer = this.#timers.after(pauseMs, () => {
      // What failed is a gap of the list, and the next read follows anyway.
      const read = this.#book.readOne(paper(accountId), AbortSignal.timeout(readMs)).catch(() => undefined);
      void read.then(() => (this.#soon.get(accountId) === timer ? this.#next(accountId, step + 1) : undefined));
    });
    this.#soon.set(accountId, timer);
  }

  #isQuiet(accountId: string): boolean {
    const list = this.#book.list(paper(accountId));
    return list?.verdict === 'complete' && seen(list).items.every(({ status }) => hasEnded(status));
  }

  #take(read: ReadOrders, market: number): void {
    const { accountId, orders, beganMs } = read;
    // What the first read shows is no news; after a complete one, an order that was not in it is new.
    const isKnown = this.#book.list(paper(accountId))?.verdict === 'complete';
    const hints = orders.flatMap((order): readonly HeardHint[] => {
      const { orderId, code } = order;
      this.#markets.set(keyOf(accountId, orderId), market);
      const before = this.find(accountId, orderId) ?? (isKnown ? unfilled : undefined);
      const event = before === undefined ? undefined : eventBetween(before, order);
      return event === undefined ? [] : [{ kind: 'order', event, accountId, orderId, code, paperMarket: market, heardMs: beganMs }];
    });
    this.#read.fire(read);
    if (hints.length > 0) this.#heard.fire(hints);
  }
}

function paper(id: string): { readonly kind: 'simulated'; readonly id: string } {
  return { kind: 'simulated', id };
}

function keyOf(accountId: string, orderId: string): string {
  return JSON.stringify([accountId, orderId]);
}

type Progress = Pick<OrderRecord, 'status' | 'dealtQuantity'>;

const unfilled: Progress = { status: '', dealtQuantity: '0' };

/** What the trade feed would have said of a live order between two reads. */
function eventBetween(before: Progress, now: Progress): string | undefined {
  if (isMoreThan(now.dealtQuantity, before.dealtQuantity === '' ? '0' : before.dealtQuantity) === true) return 'EVENT_FILL';
  if (before.status === now.status || !hasEnded(now.status)) return undefined;
  if (now.status.startsWith('CANCELLED')) return 'EVENT_CANCELED';
  return now.status === 'FAILED' ? 'EVENT_NEW_REJECTED' : undefined;
}
