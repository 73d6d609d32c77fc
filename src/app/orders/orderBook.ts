import type { OrderRecord } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import { listAccounts } from '../session/accounts';
import type { Account, ConfiguredAccount } from '../session/accounts';
import { Emitter } from '../platform/emitter';
import { listOrders, tradeMarkets } from './ordersFeed';
import type { Disposable, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

export interface AccountOrders {
  readonly account: Account;
  /** Last known. */
  readonly orders: readonly OrderRecord[];
  readonly isComplete: boolean;
  /** False when the service has no list of orders. */
  readonly isOffered: boolean;
  /** Wall clock of the last answer; undefined before the first. */
  readonly updatedAtMs: number | undefined;
  /** Why the last refresh failed; `orders` is old then. */
  readonly error: unknown;
}

export interface OrderBookState {
  /** Undefined until the accounts are known. */
  readonly accounts: readonly AccountOrders[] | undefined;
  /** Why the accounts could not be read. */
  readonly error: unknown;
}

export interface OrderBookOptions {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  readonly configured: () => readonly ConfiguredAccount[];
}

/** Every so many refreshes also the markets are asked that held no order before. */
const refreshesPerFullRead = 10;
const empty: OrderBookState = { accounts: undefined, error: undefined };

/**
 * The open orders of all live accounts, as far as the service lists them. Refreshed from outside; keeps what it knows
 * when a refresh fails and forgets everything when the session changes.
 */
export class OrderBook implements Disposable {
  readonly #changed = new Emitter<OrderBookState>();
  readonly onDidChange = this.#changed.event;
  /** Markets that held orders, by account: the trading calls of a service are few, so quiet markets are asked rarely. */
  readonly #busyMarkets = new Map<string, readonly string[]>();
  #state = empty;
  #refreshes = 0;
  #epoch = {};

  constructor(private readonly options: OrderBookOptions) {}

  get state(): OrderBookState {
    return this.#state;
  }

  /** Forgets all, because it belongs to another session or connection. */
  reset(): void {
    this.#epoch = {};
    this.#busyMarkets.clear();
    this.#refreshes = 0;
    this.#publish(empty);
  }

  /** Has the next refresh ask every market. */
  readAllNext(): void {
    this.#refreshes = 0;
  }

  /** Finds an order that was read before. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    return this.#state.accounts?.find(({ account }) => account.id === accountId)?.orders.find((order) => order.orderId === orderId);
  }

  /** Reads accounts and orders once. @throws the first failure, after everything that could be read is shown. */
  async refresh(signal: AbortSignal): Promise<void> {
    const epoch = this.#epoch;
    const { access, configured } = this.options;
    const isFull = this.#refreshes % refreshesPerFullRead === 0;
    let accounts: readonly Account[];
    let client: ServiceClient;
    try {
      client = await access.client();
      accounts = (await listAccounts(access, configured, 'live', { signal })).accounts;
    } catch (error) {
      if (epoch === this.#epoch && !signal.aborted) this.#publish({ ...this.#state, error });
      throw error;
    }
    const before = new Map(this.#state.accounts?.map((known) => [known.account.id, known]));
    const after = await Promise.all(accounts.map(async (account) => this.#read(client, account, before.get(account.id), isFull, signal)));
    if (epoch !== this.#epoch || signal.aborted) return;
    this.#refreshes += 1;
    this.#publish({ accounts: after, error: undefined });
    const failed = after.find(({ error }) => error !== undefined);
    if (failed !== undefined) throw failed.error;
  }

  dispose(): void {
    this.#epoch = {};
    this.#changed.dispose();
  }

  async #read(
    client: ServiceClient,
    account: Account,
    before: AccountOrders | undefined,
    isFull: boolean,
    signal: AbortSignal,
  ): Promise<AccountOrders> {
    const known = before ?? { account, orders: [], isComplete: true, isOffered: true, updatedAtMs: undefined, error: undefined };
    const busy = this.#busyMarkets.get(account.id) ?? [];
    const markets = isFull || busy.length === 0 ? tradeMarkets : busy;
    try {
      const list = await listOrders(client, account.id, { signal, markets });
      const updatedAtMs = this.options.clock.wallMs();
      if (list === 'notOffered') return { ...known, account, orders: [], isOffered: false, error: undefined, updatedAtMs };
      if (markets === tradeMarkets) this.#busyMarkets.set(account.id, list.markets);
      return { account, orders: list.orders, isComplete: list.isComplete, isOffered: true, updatedAtMs, error: undefined };
    } catch (error) {
      return { ...known, account, error };
    }
  }

  #publish(state: OrderBookState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
