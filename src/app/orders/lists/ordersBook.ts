import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { hasEnded } from '../../../domain/orders/orderRules';
import { seen } from '../../../service/lists/list';
import { observedPart } from '../../../service/lists/readList';
import type { ListPart } from '../../../service/lists/readList';
import { firstCursor } from '../../../service/lists/walk';
import type { OrderRecord } from '../../../service/records';
import { keptOrder } from '../../lastState/keptRows';
import { Emitter } from '../../platform/emitter';
import type { Freshness } from '../../platform/polledList';
import type { Disposable, Timers } from '../../platform/ports';
import { AccountBook } from '../../accounts/accountBook';
import type {
  AccountItems,
  AccountListsState,
  AccountsWanted,
  AccountWatch,
  AccountWatchOptions,
  BookParts,
} from '../../accounts/accountBook';
import type { OwnAccounts } from '../../accounts/accountMemory';
import { onceEach, orderParts } from './listOrders';

export type AccountOrders = AccountItems<OrderRecord>;
export type OrdersState = AccountListsState<OrderRecord>;
export type OrdersWatch = AccountWatch<OrderRecord>;
export type ListedOrder = Pick<OrderTarget, 'accountId' | 'orderId'>;

/** Orders as a page of a list showed them. */
export interface ReadOrders {
  /** Base URL. */
  readonly service: string;
  readonly accountId: string;
  /** True for a paper account, which may have the same number as a live one. */
  readonly isPaper?: boolean;
  /** The integer of a paper account whose list it is: another list may have another order with the same ID. */
  readonly market?: number;
  readonly orders: readonly OrderRecord[];
  /** Wall clock when the read began. */
  readonly beganMs: number;
}

/** If many orders change within moments, their lists are read again no more often than this. */
const restMs = 1_000;

/** A market without orders is read again after this time, and at once when the user refreshes. */
export const quietMarketMs = 120_000;

/**
 * The orders of all live accounts, as far as the service lists them, for everything in the window that shows some of them.
 * Trading requests are limited, so markets without orders are read rarely: a new order there appears within two minutes.
 */
export class OrdersBook implements Disposable {
  readonly #book: AccountBook<OrderRecord, OrderRecord>;
  readonly #changed = new Emitter<void>();
  /** Fires when a result of {@link find} may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #read = new Emitter<ReadOrders>();
  /** Fires when orders were read, for any caller. */
  readonly onDidRead = this.#read.event;
  readonly #timers: Timers;
  readonly #outdated: ListedOrder[] = [];
  #rest: Disposable | undefined;

  constructor(parts: BookParts) {
    this.#timers = parts.timers;
    const { access, clock, memory } = parts;
    this.#book = new AccountBook({
      ...parts,
      name: 'Orders',
      kinds: ['live'],
      kept: { row: keptOrder, idOf: ({ orderId }) => orderId, isFirst: ({ status }) => !hasEnded(status) },
      parts: ({ id: accountId }, { source }) => {
        const own = memory.current();
        return orderParts(source, accountId, own.marketsWithOrders(accountId)).map((part) =>
          observedPart(rememberedPart(part, own, accountId), () => {
            const { connection } = access.current;
            const service = connection.kind === 'none' ? '' : connection.baseUrl;
            const beganMs = clock.wallMs();
            return (orders) => this.#read.fire({ service, accountId, orders, beganMs });
          }),
        );
      },
      view: (_, orders) => onceEach(orders),
      reading: { quietMs: quietMarketMs, isOneCall: true },
    });
    this.#book.watch({ maxAgeMs: () => 0, changed: () => this.#changed.fire() });
  }

  watch(options: AccountWatchOptions): OrdersWatch {
    return this.#book.watch(options);
  }

  /** The orders of all accounts, as known now. */
  get state(): OrdersState {
    return this.#book.state;
  }

  /** A single read: see {@link AccountBook.read}. Quiet markets may be older. */
  async read(wanted: AccountsWanted & Freshness, signal: AbortSignal): Promise<OrdersState> {
    return this.#book.read(wanted, signal);
  }

  /** Reads every market of these accounts now, whatever was read or queued a moment ago: see {@link AccountBook.readAll}. */
  async readAll(wanted: AccountsWanted, signal: AbortSignal): Promise<OrdersState> {
    return this.#book.readAll(wanted, signal);
  }

  /** Finds an order that was read before. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    const list = this.#book.list(live(accountId));
    return list === undefined ? undefined : seen(list).items.find((order) => order.orderId === orderId);
  }

  /**
   * Orders may have changed: reads the markets that list them again, or every market if none does. Without arguments, all accounts are read
   * again.
   */
  hasChanged(...orders: readonly ListedOrder[]): void {
    this.#outdated.push(...orders);
    if (this.#rest === undefined) this.#readChanged();
  }

  /** Shows an order that was just read individually. @returns False when no market lists it. */
  take(accountId: string, order: OrderRecord): boolean {
    return this.#book.replace(live(accountId), order, ({ orderId }) => orderId === order.orderId);
  }

  dispose(): void {
    this.#rest?.dispose();
    this.#read.dispose();
    this.#book.dispose();
    this.#changed.dispose();
  }

  #readChanged(): void {
    this.#rest = undefined;
    const byAccount = new Map<string, Set<string>>();
    for (const { accountId, orderId } of this.#outdated.splice(0))
      byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(orderId));
    if (byAccount.size === 0) return;
    if (byAccount.has('')) this.#book.readAgain();
    else
      for (const [accountId, ids] of byAccount) {
        const areListed = [...ids].every((id) => this.find(accountId, id) !== undefined);
        this.#book.readAgain(live(accountId), areListed ? ({ orderId }) => ids.has(orderId) : undefined);
      }
    this.#rest = this.#timers.after(restMs, () => this.#readChanged());
  }
}

function live(id: string): { readonly kind: 'live'; readonly id: string } {
  return { kind: 'live', id };
}

/** Remembers whether the first page of a part has orders. */
function rememberedPart(part: ListPart<OrderRecord>, own: OwnAccounts, accountId: string): ListPart<OrderRecord> {
  return observedPart(part, (cursor) => (items) => {
    if (cursor === firstCursor) own.foundOrders(accountId, part.name, items.length > 0);
  });
}
