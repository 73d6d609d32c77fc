import { hasEnded } from '../../../domain/orders/orderRules';
import { isMoreThan } from '../../../domain/values/decimal';
import { simulatedOrdersPart } from '../../../service/endpoints/tradingSources';
import { seen } from '../../../service/lists/list';
import { observedPart } from '../../../service/lists/readList';
import type { OrderRecord } from '../../../service/records';
import { Emitter } from '../../platform/emitter';
import type { Freshness } from '../../platform/polledList';
import type { Disposable, Timers } from '../../platform/ports';
import { AccountBook } from '../../accounts/accountBook';
import type { AccountsWanted, AccountWatchOptions, BookParts } from '../../accounts/accountBook';
import type { Account } from '../../session/accounts/accounts';
import { onceEach } from './listOrders';
import type { HeardHint } from './orderEvents';
import type { ListedOrder, OrdersState, OrdersWatch, ReadOrders } from './ordersBook';

/** A market without orders is read again after this time, and at once when the user refreshes. */
const quietMarketMs = 120_000;

/** There are no events for paper accounts: after a request of the user, their orders are read again after these pauses. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** From this pause on, reading ends early if no order is open. */
const fewest = 3;
const readMs = 20_000;

/** Today's orders of all paper accounts, as far as the service lists them: one part for each market that it names for the account. */
export class PaperOrdersBook implements Disposable {
  readonly #book: AccountBook<OrderRecord, OrderRecord>;
  readonly #read = new Emitter<ReadOrders>();
  /** Fires when orders were read, for any caller. */
  readonly onDidRead = this.#read.event;
  readonly #heard = new Emitter<readonly HeardHint[]>();
  /** Fires when a read showed a fill or an end that the previous one did not; for live orders, the feed's events report that. */
  readonly onDidHear = this.#heard.event;
  readonly #timers: Timers;
  /** What the list of each market of an account has of an order. Bounded by the orders that paper accounts list. */
  readonly #markets = new Map<string, Map<number, OrderRecord>>();
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
            return (orders) => this.#take({ service, accountId, orders, beganMs, isPaper: true, market }, market);
          }),
          first: 'paperOrders',
        })),
      // Two markets of an account may use the same IDs.
      view: (_, orders) => onceEach(orders, itselfOf),
      reading: { quietMs: quietMarketMs, isOneCall: true },
    });
  }

  watch(options: AccountWatchOptions): OrdersWatch {
    return this.#book.watch(options);
  }

  /** The orders of all paper accounts, as known now. */
  get state(): OrdersState {
    return this.#book.state;
  }

  /** A single read: see {@link AccountBook.read}. */
  async read(wanted: AccountsWanted & Freshness, signal: AbortSignal): Promise<OrdersState> {
    return this.#book.read(wanted, signal);
  }

  /** Finds an order that was read before; undefined if two markets of the account have different orders with the ID. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    const [only, another] = this.#listed(accountId).filter((order) => order.orderId === orderId);
    return another === undefined ? only : undefined;
  }

  /**
   * The integer under which the account lists the order; undefined if it is not known.
   *
   * @param order - Without it, also undefined if two markets have different orders with the ID.
   */
  marketOf({ id, markets }: Pick<Account, 'id' | 'markets'>, orderId: string, order?: OrderRecord): number | undefined {
    const [only, another] = markets;
    if (another === undefined) return only;
    const lists = [...(this.#markets.get(keyOf(id, orderId)) ?? [])];
    const own = order === undefined ? lists : lists.filter(([, listed]) => itselfOf(listed) === itselfOf(order));
    return new Set(own.map(([, listed]) => itselfOf(listed))).size > 1 ? undefined : own.at(-1)?.[0];
  }

  /** The orders of an account may have changed: they are read again at once if watched. */
  hasChanged({ accountId }: Pick<ListedOrder, 'accountId'>): void {
    this.#book.readAgain(paper(accountId));
  }

  /** Shows an order that was just read individually. @returns False when no market lists it. */
  take(accountId: string, order: OrderRecord): boolean {
    return this.#book.replace(paper(accountId), order, (shown) => itselfOf(shown) === itselfOf(order));
  }

  /** Reads an account's orders repeatedly for a minute, whether watched or not, because the user just sent a request about one. */
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
      // A failure is a gap of the list, and the next read follows anyway.
      const read = this.#book.readOne(paper(accountId), AbortSignal.timeout(readMs)).catch(() => undefined);
      void read.then(() => (this.#soon.get(accountId) === timer ? this.#next(accountId, step + 1) : undefined));
    });
    this.#soon.set(accountId, timer);
  }

  #isQuiet(accountId: string): boolean {
    const list = this.#book.list(paper(accountId));
    return list?.verdict === 'complete' && seen(list).items.every(({ status }) => hasEnded(status));
  }

  #listed(accountId: string): readonly OrderRecord[] {
    const list = this.#book.list(paper(accountId));
    return list === undefined ? [] : seen(list).items;
  }

  #take(read: ReadOrders, market: number): void {
    const { accountId, orders, beganMs } = read;
    const before = this.#listed(accountId);
    // What the first read shows is not news; after a complete read, an order that was not in it is new.
    const isKnown = this.#book.list(paper(accountId))?.verdict === 'complete';
    const hints = orders.flatMap((order): readonly HeardHint[] => {
      const { orderId, code } = order;
      const key = keyOf(accountId, orderId);
      const lists = this.#markets.get(key) ?? new Map<number, OrderRecord>();
      lists.delete(market);
      this.#markets.set(key, lists.set(market, order));
      const known = before.find((other) => itselfOf(other) === itselfOf(order)) ?? (isKnown ? unfilled : undefined);
      const event = known === undefined ? undefined : eventBetween(known, order);
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

/** What stays the same in every record of one order, in whichever list. */
function itselfOf({ orderId, code, side, createdAt }: OrderRecord): string {
  return JSON.stringify([orderId, code, side, createdAt]);
}

type Progress = Pick<OrderRecord, 'status' | 'dealtQuantity'>;

const unfilled: Progress = { status: '', dealtQuantity: '0' };

/** The event that the trade feed would have sent for a live order between two reads. */
function eventBetween(before: Progress, now: Progress): string | undefined {
  if (isMoreThan(now.dealtQuantity, before.dealtQuantity === '' ? '0' : before.dealtQuantity) === true) return 'EVENT_FILL';
  if (before.status === now.status || !hasEnded(now.status)) return undefined;
  if (now.status.startsWith('CANCELLED')) return 'EVENT_CANCELED';
  return now.status === 'FAILED' ? 'EVENT_NEW_REJECTED' : undefined;
}
