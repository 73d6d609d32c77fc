import * as vscode from 'vscode';
import { quietMarketMs } from '../../../app/orders/lists/ordersBook';
import { AgeWatch } from '../../../app/quotes/ageWatch';
import type { LiveMarket } from '../../../app/quotes/liveMarket';
import type { QuoteWatch } from '../../../app/quotes/quoteBook';
import { OrderLists } from '../../../app/orders/lists/orderLists';
import type { OrderListsDependencies } from '../../../app/orders/lists/orderLists';
import type { ExportedAccount } from '../../../app/orders/lists/ordersExport';
import { pageMenuKey } from '../../../app/orders/request/origin';
import { stateKeys } from '../../../app/platform/storedNames';
import type { Disposable, Log, MachineClock, StateStore, Timers } from '../../../app/platform/ports';
import type { PrivacyMode } from '../../../app/privacy/privacyMode';
import type { AccountItems } from '../../../app/accounts/accountBook';
import type { Account } from '../../../app/session/accounts/accounts';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import type { RangeChoice } from '../../../domain/time/historyRange';
import { isQuotable } from '../../../domain/market/security';
import { paperCodes } from '../../../domain/orders/paperCode';
import type { Handlers } from '../../../panel/platform/messages';
import { ordersHostGuards } from '../../../panel/orders/ordersPageProtocol';
import type {
  ListFacts,
  OrderRow,
  OrdersPageAction,
  OrdersPageSettings,
  OrdersTab,
  ToOrdersHost,
  ToOrdersPage,
} from '../../../panel/orders/ordersPageProtocol';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import type { ReportError } from '../../platform/errors/reportError';
import type { CommandId } from '../../platform/ids';
import { keepView, keptView } from '../../platform/pages/keptView';
import { PagePanel } from '../../platform/pages/pagePanel';
import type { PageFrame } from '../../platform/pages/pagePanel';
import { runCommand } from '../../platform/runCommand';
import { refreshIntervalMs } from '../../platform/trees/viewPolling';
import { waiting } from '../../platform/trees/waiting';
import { refusesToShare } from '../../platform/say/refusesToShare';
import { orderPrice } from '../orderPrice';
import { exportList } from './exportList';
import type { ShownList } from './exportList';
import { accountView, fillRow, listFacts, orderRow, orderWords } from './ordersPageData';

export interface OrdersPageDependencies {
  readonly access: ServiceAccess;
  readonly books: OrderListsDependencies['books'];
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  readonly report: ReportError;
  readonly privacy: PrivacyMode;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
  readonly extensionUri: vscode.Uri;
  readonly market: LiveMarket;
  readonly state: StateStore;
}

const actionCommands: Readonly<Record<OrdersPageAction, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  cancelAll: 'marketDesk.orders.cancelAll',
};

/** Of the interval at which the market that is read most rarely is read: with the time that reading takes, a list that keeps up is younger. */
const lateFactor = 1.5;
/** The pages of a long list arrive one after the other: updates are sent to the page at most this often. */
const tellMs = 400;

/** The orders page in one panel: reads the selected list while the page is visible, and sends it to the page. */
export class OrdersPagePanel extends PagePanel<ToOrdersPage, ToOrdersHost> {
  readonly #lists: OrderLists;
  readonly #prices: QuoteWatch;
  readonly #ages: AgeWatch;
  #priced: readonly string[] = [];
  #tab: OrdersTab = 'open';
  #range: RangeChoice = { kind: 'days', days: 7 };
  #telling: Disposable | undefined;
  #isDue = false;
  /** A security to filter by, applied once the page is ready. */
  #wanted: string | undefined;

  constructor(
    panel: PageFrame,
    private readonly dependencies: OrdersPageDependencies,
  ) {
    super(panel, dependencies, { name: 'orders', icon: 'order', title: vscode.l10n.t('Orders'), guards: ordersHostGuards });
    const { books, market, privacy, timeZone, timers } = dependencies;
    const readingChanged = (): void => this.tellWaiting();
    this.#lists = new OrderLists({ books, timeZone, maxAgeMs: refreshIntervalMs, changed: () => this.#tellSoon(), readingChanged });
    this.#prices = market.book.watch('table', (changes) => this.#tellPrices([...changes.keys()]));
    this.#ages = new AgeWatch(market, timers, () => this.#tellPrices(this.#priced));
    this.own(
      this.#lists,
      this.#prices,
      this.#ages,
      privacy.onDidChange(() => this.tellSettings()),
    );
  }

  /** Shows only the orders in one security. */
  find(symbol: string): void {
    if (this.page.isReady) this.page.post('filter', { text: symbol });
    else this.#wanted = symbol;
  }

  override setVisible(isVisible: boolean): void {
    if (!isVisible) this.#showPrices([]);
    super.setVisible(isVisible);
  }

  override dispose(): void {
    this.#telling?.dispose();
    super.dispose();
  }

  protected override readonly handlers: Handlers<ToOrdersHost> = {
    // The page then reports which list it shows.
    ready: () => {
      this.page.post('start', {
        session: this.session,
        settings: this.#settings(),
        words: orderWords(),
        menuKey: pageMenuKey,
        kept: keptView(this.dependencies, stateKeys.ordersView),
      });
      if (this.#wanted !== undefined) this.page.post('filter', { text: this.#wanted });
      this.#wanted = undefined;
    },
    look: ({ tab, range }) => {
      [this.#tab, this.#range] = [tab, range];
      this.#readShown();
      this.#tell();
      this.tellWaiting();
    },
    visible: ({ symbols }) => {
      this.#showPrices(this.isVisible ? symbols.filter(isQuotable) : []);
      this.#tellPrices(this.#priced);
    },
    refresh: () => void this.#lists.refresh(),
    act: ({ action }) => void runCommand(actionCommands[action]),
    open: ({ tab, id }) => {
      const rows = tab === 'fills' ? this.#fillRows() : this.#orderRows(tab);
      const symbol = rows.find((row) => row.id === id)?.code ?? '';
      if (symbol !== '') void runCommand('marketDesk.security.open', { symbol });
    },
    order: ({ action, id }) => {
      const row = this.#orderRows('open').find((each) => each.id === id);
      const account = this.#lists.accounts.find((each) => accountView(each).key === row?.account);
      if (row === undefined || account === undefined) return;
      // As from the menu of the row: the order is read again, and the user asked, before anything is sent.
      const order = { accountId: account.id, accountKind: account.kind, orderId: row.orderId, menuKey: pageMenuKey };
      void runCommand(action === 'modify' ? 'marketDesk.orders.modify' : 'marketDesk.orders.cancel', order);
    },
    keep: ({ view }) => keepView(this.dependencies, stateKeys.ordersView, view),
    copy: ({ text }) => {
      if (!refusesToShare(this.dependencies.privacy)) void vscode.env.clipboard.writeText(text);
    },
    export: ({ tab, ids }) => {
      if (refusesToShare(this.dependencies.privacy)) return;
      void exportList(this.#shown(tab, ids), this.#facts(tab)).catch(this.dependencies.report);
    },
  };

  /** The lists forget by themselves; prices stay in the page until it is told. */
  protected override sessionChanged(): void {
    this.page.post('forget', null);
  }

  protected override follow(change: 'connection' | 'visibility'): void {
    if (change === 'visibility') this.#readShown();
    else {
      this.page.post('session', this.session);
      this.page.post('settings', this.#settings());
    }
  }

  protected override tellSettings(): void {
    this.page.post('settings', this.#settings());
    this.#readShown();
    this.#tellSoon();
  }

  protected override tellWaiting(): void {
    this.page.post('busy', this.#busy());
  }

  #showPrices(symbols: readonly string[]): void {
    this.#priced = symbols;
    this.#prices.show(symbols);
    this.#ages.show(symbols);
  }

  #tellPrices(symbols: readonly string[]): void {
    const { market, timeZone } = this.dependencies;
    const known = symbols.flatMap((symbol) => market.book.get(symbol) ?? []);
    if (known.length === 0) return;
    this.page.post(
      'prices',
      known.map((quote) => orderPrice(quote, market, timeZone())),
    );
  }

  #readShown(): void {
    this.#lists.show(this.isVisible ? this.#tab : undefined, this.#range);
  }

  #tellSoon(): void {
    if (this.#telling !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#tell();
    this.#telling = this.dependencies.timers.after(tellMs, () => {
      this.#telling = undefined;
      if (this.#isDue) this.#tellSoon();
    });
  }

  #tell(): void {
    this.#isDue = false;
    if (!this.page.isReady) return;
    this.page.post('accounts', this.#lists.accounts.map(accountView));
    const tab = this.#tab;
    const facts = this.#facts(tab);
    if (tab === 'fills') this.page.post('fills', { rows: this.#fillRows(), facts });
    else this.page.post('orders', { tab, rows: this.#orderRows(tab), facts });
  }

  #facts(tab: OrdersTab): ListFacts {
    const { directory } = this.#lists;
    const lists = tab === 'fills' ? this.#lists.fills() : this.#lists.orders(tab);
    const facts = listFacts({ tab, lists, directory, isPrivate: this.dependencies.privacy.isOn });
    const intervalMs = refreshIntervalMs();
    // Past lists are read once.
    return tab === 'open' && intervalMs > 0 ? { ...facts, lateAfterMs: Math.max(intervalMs, quietMarketMs) * lateFactor } : facts;
  }

  #orderRows(tab: 'open' | 'history'): ToOrdersPage['orders']['rows'] {
    return rowsOf(this.#lists.orders(tab), (account, order) => this.#orderRow(account, order));
  }

  /** Orders of paper accounts have no market, which is needed to turn their code into a symbol. */
  #orderRow(account: Account, order: OrderRecord): OrderRow {
    const row = orderRow(account, order);
    if (account.kind !== 'simulated') return row;
    const market = this.dependencies.books.paperOrders.marketOf(account, order.orderId, order);
    return { ...row, code: paperCodes([])(account.id, market, row.code) ?? row.code };
  }

  #fillRows(): ToOrdersPage['fills']['rows'] {
    return rowsOf(this.#lists.fills(), fillRow);
  }

  #shown(tab: OrdersTab, ids: readonly string[]): ShownList {
    const places = new Map(ids.map((id, at) => [id, at]));
    const about = { range: tab === 'open' ? undefined : this.#lists.range, exportedAtMs: this.dependencies.clock.wallMs() };
    if (tab === 'fills') {
      const accounts = this.#lists.fills().map((each) => exported(each, fillRow, places));
      return { kind: 'fills', list: { ...about, name: 'fills', accounts } };
    }
    const accounts = this.#lists.orders(tab).map((each) => exported(each, orderRow, places));
    return { kind: 'orders', list: { ...about, name: tab === 'open' ? 'openOrders' : 'pastOrders', accounts } };
  }

  #busy(): ToOrdersPage['busy'] {
    const { isReading } = this.#lists;
    return { isBusy: isReading, waiting: isReading ? (waiting.text('trading') ?? '') : '' };
  }

  #settings(): OrdersPageSettings {
    const { access, privacy, timeZone } = this.dependencies;
    return { isPrivate: privacy.isOn, zone: timeZone(), isSandbox: access.current.connection.kind === 'sandbox' };
  }
}

function rowsOf<T, R>(lists: readonly AccountItems<T>[], row: (account: Account, item: T) => R): readonly R[] {
  return lists.flatMap(({ account, list }) => (list === undefined ? [] : seen(list).items.map((item) => row(account, item))));
}

/** @param places - Positions of the visible rows, by their IDs. */
function exported<T>(
  { account, list, updatedAtMs }: AccountItems<T>,
  row: (account: Account, item: T) => { readonly id: string },
  places: ReadonlyMap<string, number>,
): ExportedAccount<T> {
  const placed = (list === undefined ? [] : seen(list).items).flatMap((item) => {
    const place = places.get(row(account, item).id);
    return place === undefined ? [] : [{ item, place }];
  });
  return { account, list, updatedAtMs, rows: placed.toSorted((one, other) => one.place - other.place).map(({ item }) => item) };
}
