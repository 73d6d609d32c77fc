import { historyRange, isInRange } from '../../../domain/time/historyRange';
import type { HistoryRange, RangeChoice } from '../../../domain/time/historyRange';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { mapList } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import type { Disposable } from '../../platform/ports';
import type { AccountItems, BookParts } from '../../accounts/accountBook';
import { accountsIn } from '../../accounts/accountDirectory';
import type { ListedKind } from '../../accounts/accountDirectory';
import { accountKinds } from '../../session/accounts/accounts';
import type { Account } from '../../session/accounts/accounts';
import { isSignedIn } from '../../session/connection';
import type { OrdersBook, OrdersWatch } from './ordersBook';
import type { PaperOrdersBook } from './paperOrdersBook';
import type { PastScope } from './accountMarkets';
import { PastLists } from './pastLists';
import { listOfFillsOnce, listOfOrdersOnce, pastFillParts, pastOrderParts } from './pastParts';

export interface OrderListsDependencies {
  readonly books: { readonly orders: OrdersBook; readonly paperOrders: PaperOrdersBook; readonly parts: BookParts };
  readonly timeZone: () => string;
  /** The maximum age of open orders and accounts while they are shown; 0 only reads by hand. */
  readonly maxAgeMs: () => number;
  /** Called when a list changed. */
  readonly changed: () => void;
  /** Called when reading began or ended. */
  readonly readingChanged: () => void;
}

/** Which list is shown. */
export type OrderListName = 'open' | 'history' | 'fills';

/**
 * Open orders, past orders, and fills of all accounts, live and paper. Only the list that is shown is read: open orders shared with everything
 * else that shows them, past lists once per range.
 */
export class OrderLists implements Disposable {
  readonly #live: OrdersWatch;
  readonly #paper: OrdersWatch;
  readonly #history: PastLists<OrderRecord>;
  readonly #fills: PastLists<FillRecord>;
  readonly #owned: readonly Disposable[];
  #seen: OrderListName | undefined;
  #choice: RangeChoice = { kind: 'days', days: 7 };
  #range: HistoryRange | undefined;

  constructor(private readonly dependencies: OrderListsDependencies) {
    const { books, maxAgeMs, changed, readingChanged } = dependencies;
    const { access, clock, log, directory } = books.parts;
    const watch = { maxAgeMs, changed, readingChanged };
    this.#live = books.orders.watch(watch);
    this.#paper = books.paperOrders.watch(watch);
    const past = { access, clock, log, changed, readingChanged };
    const scopeOf = ({ id }: Account): PastScope => ({ inUse: books.parts.memory.current().marketsWithOrders(id) });
    this.#history = new PastLists({
      ...past,
      parts: (account, range, source) => pastOrderParts(account, range, source, scopeOf(account)),
      once: listOfOrdersOnce,
    });
    this.#fills = new PastLists({
      ...past,
      parts: (account, range, source) => pastFillParts(account, range, source, scopeOf(account)),
      once: listOfFillsOnce,
    });
    const accountsChanged = (): void => {
      this.#readPast();
      changed();
      readingChanged();
    };
    this.#owned = [
      this.#live,
      this.#paper,
      this.#history,
      this.#fills,
      directory.onDidChange(accountsChanged),
      directory.onDidForget(accountsChanged),
      access.onDidChange(() => this.#follow()),
    ];
  }

  /** The accounts of each kind and what is missing from them. */
  get directory(): readonly ListedKind[] {
    return this.dependencies.books.parts.directory.get(accountKinds);
  }

  get accounts(): readonly Account[] {
    return accountsIn(this.directory);
  }

  /** The range for which past lists were last requested, whatever day it is by now; undefined for dates that are not a range. */
  get range(): HistoryRange | undefined {
    return this.#range;
  }

  get isReading(): boolean {
    const { directory } = this.dependencies.books.parts;
    if (directory.isReading(accountKinds)) return true;
    if (this.#seen === 'open') return this.#live.isReading || this.#paper.isReading;
    return this.#seen === 'history' ? this.#history.isReading : this.#fills.isReading;
  }

  /** Follows this list from now on; undefined while none is shown. */
  show(seen: OrderListName | undefined, choice: RangeChoice): void {
    [this.#seen, this.#choice] = [seen, choice];
    this.#follow();
  }

  /** The open ones among today's orders, or past orders in the range. */
  orders(name: 'open' | 'history'): readonly AccountItems<OrderRecord>[] {
    if (name === 'history') return this.accounts.map((account) => ({ account, ...this.#history.of(account) }));
    const isOpen = ({ status }: OrderRecord): boolean => !hasEnded(status);
    return [this.#live, this.#paper]
      .flatMap(({ state }) => state.accounts ?? [])
      .map((each) => ({ ...each, list: each.list === undefined ? undefined : mapList(each.list, (orders) => orders.filter(isOpen)) }));
  }

  /** Fills in the range. The list of today's fills has those of the service's day, which may have begun on the user's day before. */
  fills(): readonly AccountItems<FillRecord>[] {
    const range = this.#range;
    const isWanted = ({ createdAt, updatedAt }: FillRecord): boolean => range === undefined || isInRange(range, createdAt, updatedAt);
    return this.accounts.map((account) => {
      const { list, updatedAtMs } = this.#fills.of(account);
      return { account, list: list === undefined ? undefined : mapList(list, (fills) => fills.filter(isWanted)), updatedAtMs };
    });
  }

  /** Reads the shown list again, and the accounts. A failure is a gap of its list. */
  async refresh(): Promise<void> {
    if (this.#seen === 'open') {
      await Promise.all([this.#live.refresh(), this.#paper.refresh()]);
      return;
    }
    await this.dependencies.books.parts.directory.refresh(accountKinds);
    this.#readPast('again');
  }

  dispose(): void {
    this.dependencies.books.parts.directory.follow(this, undefined);
    for (const owned of this.#owned) owned.dispose();
  }

  #follow(): void {
    const { access, directory } = this.dependencies.books.parts;
    const isOn = this.#seen !== undefined && isSignedIn(access.current);
    for (const watch of [this.#live, this.#paper]) watch.setOn(isOn && this.#seen === 'open');
    directory.follow(this, isOn ? { kinds: accountKinds, wantedMs: [this.dependencies.maxAgeMs] } : undefined);
    this.#readPast();
  }

  /** Reads the shown past list, as far as it is not known. */
  #readPast(again?: 'again'): void {
    const { access, clock } = this.dependencies.books.parts;
    const range = historyRange(this.#choice, this.dependencies.timeZone(), clock.wallMs());
    this.#range = range;
    if (range === undefined || !isSignedIn(access.current)) return;
    if (this.#seen === 'history') void this.#history.read(this.accounts, range, again);
    if (this.#seen === 'fills') void this.#fills.read(this.accounts, range, again);
  }
}
