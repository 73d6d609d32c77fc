import * as vscode from 'vscode';
import { isSignedIn } from '../../../app/session/connection';
import type { OldRows } from '../../../app/lastState/oldRows';
import type { PaperOrdersBook } from '../../../app/orders/lists/paperOrdersBook';
import type { ListedOrder, OrdersBook, OrdersState, OrdersWatch } from '../../../app/orders/lists/ordersBook';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import { TreePrices } from '../../../app/quotes/treePrices';
import type { PriceSource } from '../../../app/quotes/treePrices';
import type { FoundFault } from '../../../domain/orders/journalCheck';
import type { Account } from '../../../app/session/accounts/accounts';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import { isQuotable, isSameSecurity } from '../../../domain/market/security';
import { attemptsAt, isUnresolved } from '../../../domain/orders/orderAttempts';
import type { OrderPrice } from '../../../panel/orders/ordersPageProtocol';
import type { OrderRecord } from '../../../service/records';
import { onZoneChange } from '../../platform/zone';
import { pacedDrawing } from '../../platform/windowFocus';
import type { TreeNode } from '../../platform/shell/shell';
import { ModelTree } from '../../platform/trees/treeModel';
import { asOfText } from '../../platform/trees/oldRows';
import { refreshIntervalMs, watchWhileVisible } from '../../platform/trees/viewPolling';
import { visibleText } from '../../../domain/text/visibleText';
import { OrderSubject } from '../../../app/orders/ticket/ticket';
import { orderPrice } from '../orderPrice';
import type { LiveQuote } from '../../../domain/quotes/liveQuote';
import { ordersTree } from './ordersTree';
import { sayInfo } from '../../platform/say/messages';
import { focusView } from '../../platform/runCommand';
import { onSettingChange, readSetting } from '../../platform/settings';
import { asOfTime, silence } from '../../platform/silence';
import { oldestOf } from '../../../app/lastState/oldRows';
import type { OldAccount } from '../../../app/accounts/oldAccounts';
import { firstFailure } from '../../../service/lists/list';
import { outage } from '../../platform/errors/outage';
import { presentError } from '../../platform/errors/presentError';
import { setBadge, setHead } from '../../platform/say/surfaces';
import type { ViewHead } from '../../platform/say/surfaces';
import type { UiPorts } from '../../platform/ports';

interface HeadFigures {
  /** The number of changes whose outcome is not settled. */
  readonly unresolved: number;
  readonly zone: string;
  readonly nowMs: number;
}

/** The message above the Orders view: when it was updated, whether it is out of date, and how many changes are unresolved. */
export class OrdersHeader {
  constructor(private readonly view: ViewHead) {}

  /**
   * @param orders - Undefined while not signed in.
   * @param old - Accounts that are shown in their last known state.
   */
  show(orders: OrdersState | undefined, old: readonly OldAccount<unknown>[], { unresolved, zone, nowMs }: HeadFigures): void {
    const accounts = orders?.accounts ?? [];
    const asOfMs = oldestOf(old.map((account) => account.old));
    const times = asOfMs === undefined ? accounts.flatMap(({ updatedAtMs }) => updatedAtMs ?? []) : [asOfMs];
    const oldest = times.length === 0 ? undefined : asOfTime(zone, Math.min(...times), nowMs);
    const lists = [...(orders?.directory ?? []), ...accounts].map(({ list }) => list);
    // What the service’s silence explains is told in the status bar, once for all views.
    const failure = lists.map((list) => firstFailure(list)).find((found) => found !== undefined && !outage.explains(found.error));
    setHead(this.view, {
      description:
        oldest === undefined ? '' : asOfMs === undefined ? vscode.l10n.t('updated {0}', oldest) : vscode.l10n.t('as of {0}', oldest),
      message:
        silence.text !== '' && orders !== undefined
          ? silence.text
          : failure === undefined || oldest === undefined
            ? ''
            : vscode.l10n.t('Out of date (as of {0}): {1}', oldest, presentError(failure.error).message),
    });
    setBadge(this.view, unresolved, vscode.l10n.t('Unresolved order changes: {0}', unresolved));
  }
}

export interface OrdersViewDependencies extends Pick<UiPorts, 'shell' | 'access' | 'clock' | 'timers' | 'timeZone' | 'log' | 'privacy'> {
  readonly books: { readonly orders: OrdersBook; readonly paperOrders: PaperOrdersBook };
  readonly journal: OrderJournal;
  /** Live prices, loaded once there are rows. */
  readonly live: () => Promise<{ readonly market: PriceSource }>;
}

/** A tree does not tell which of its rows are visible, so only this many symbols are followed, the first ones. */
const mostSymbols = 200;

/** The Orders view: the orders of all accounts, live and paper, and their changes from the journal. */
export class OrdersView implements vscode.Disposable {
  readonly #orders: OrdersWatch;
  readonly #paper: OrdersWatch;
  readonly #tree: ModelTree;
  readonly #prices: TreePrices;
  #symbols: readonly string[] = [];
  readonly #header: OrdersHeader;
  readonly #parts: vscode.Disposable;
  #attempts: readonly Attempt[] = [];
  #journalError: unknown;
  #journalFault: FoundFault | undefined;
  #isClosed = false;

  constructor(private readonly dependencies: OrdersViewDependencies) {
    const { shell, journal, books, timers, log } = dependencies;
    const view = shell.view('marketDesk.orders');
    const show = (): void => this.show();
    const drawing = pacedDrawing(timers, show);
    const changed = (): void => drawing.ask();
    this.#header = new OrdersHeader(view);
    this.#tree = new ModelTree(timers);
    this.#prices = new TreePrices({ load: async () => (await dependencies.live()).market, timers, log, changed });
    this.#orders = books.orders.watch({
      maxAgeMs: refreshIntervalMs,
      changed,
      // Another window may have changed an order since.
      readingChanged: () => void (this.#orders.isReading ? this.#readJournal() : undefined),
    });
    this.#paper = books.paperOrders.watch({ maxAgeMs: refreshIntervalMs, changed });
    show();
    void this.#readJournal();
    this.#parts = vscode.Disposable.from(
      watchWhileVisible(view, this.#orders),
      watchWhileVisible(view, this.#paper),
      view.onDidChangeVisibility(() => this.#askPrices()),
      drawing,
      this.#prices,
      this.#orders,
      this.#paper,
      journal.onDidChange(() => void this.#readJournal()),
      onZoneChange(show),
      onSettingChange('securities.first', show),
      silence.onDidChange(show),
      shell.provideTree('marketDesk.orders', this.#tree),
      this.#tree,
    );
  }

  /** The changes in the journal. */
  get attempts(): readonly Attempt[] {
    return this.#attempts;
  }

  show(): void {
    const { access, books, timeZone, privacy, clock } = this.dependencies;
    const { old } = this.#orders;
    const symbols = new Set<string>();
    const state = {
      orders: isSignedIn(access.current) ? inOne(this.#orders.state, this.#paper.state) : undefined,
      old,
      marketOf: (account: Account, order: OrderRecord) => books.paperOrders.marketOf(account, order.orderId, order),
      asOf: (rows: OldRows<unknown>) => asOfText(rows, timeZone(), clock.wallMs()),
      attempts: this.#attemptsHere(),
      priceOf: (symbol: string) => this.#priceOf(symbol, symbols),
      journalError: this.#journalError,
      journalFault: this.#journalFault,
      zone: timeZone(),
      isPrivate: privacy.isOn,
      first: readSetting('securities.first'),
    };
    this.#tree.show(ordersTree(state));
    this.#symbols = [...symbols];
    this.#askPrices();
    this.#header.show(state.orders, old, {
      unresolved: this.#attempts.filter((attempt) => isUnresolved(attempt.state)).length,
      zone: state.zone,
      nowMs: clock.wallMs(),
    });
  }

  /** @param asked - The symbols of the rows so far, to which this one is added. */
  #priceOf(symbol: string, asked: Set<string>): OrderPrice | undefined {
    if (asked.size < mostSymbols && isQuotable(symbol)) asked.add(symbol);
    const quote = this.#prices.get(symbol);
    return quote === undefined ? undefined : orderPrice(quote, this.#prices, this.dependencies.timeZone());
  }

  /** The latest known price of a security. */
  quoteOf(symbol: string): LiveQuote | undefined {
    return this.#prices.get(symbol);
  }

  #askPrices(): void {
    this.#prices.show(this.isShown ? this.#symbols : []);
  }

  #attemptsHere(): readonly Attempt[] {
    const { connection } = this.dependencies.access.current;
    return attemptsAt(connection.kind === 'none' ? undefined : connection.baseUrl, this.#attempts);
  }

  /** Reads everything, including lists that are not polled or were not offered. */
  async reload(): Promise<void> {
    await this.#readJournal();
    await Promise.all([this.#orders.refresh(), this.#paper.refresh()]);
  }

  /** Reveals the view with the security's first order selected, or shows a message if it has none. */
  async reveal(symbol: string | undefined): Promise<void> {
    await focusView('marketDesk.orders');
    if (symbol === undefined) return;
    const { accounts } = this.#orders.state;
    if (accounts?.every(({ list }) => list !== undefined) !== true) await this.#orders.refresh();
    const row = this.#tree.find((subject) => subject instanceof OrderSubject && isSameSecurity(subject.symbol, symbol));
    if (row !== undefined) await this.dependencies.shell.view('marketDesk.orders').reveal(row, { select: true, focus: true });
    else void sayInfo(vscode.l10n.t('No orders for {0}', visibleText(symbol)));
  }

  /** Reveals the view with this order selected, if it lists it. */
  async revealOrder({ accountId, isPaper = false }: Pick<OrderTarget, 'accountId' | 'isPaper'>, orderId: string): Promise<void> {
    await focusView('marketDesk.orders');
    const isIt = ({ account, order }: OrderSubject): boolean =>
      account.id === accountId && (account.kind === 'simulated') === isPaper && order.orderId === orderId;
    const row = this.#tree.find((subject) => subject instanceof OrderSubject && isIt(subject));
    if (row !== undefined) await this.dependencies.shell.view('marketDesk.orders').reveal(row, { select: true, focus: true });
  }

  /** Reads orders that may have changed. */
  readAnew(...orders: readonly ListedOrder[]): void {
    this.dependencies.books.orders.hasChanged(...orders);
  }

  /** The selected row, while the view is visible. */
  get selected(): TreeNode | undefined {
    const { visible, selection } = this.dependencies.shell.view('marketDesk.orders');
    return visible ? selection[0] : undefined;
  }

  get isShown(): boolean {
    return this.dependencies.shell.view('marketDesk.orders').visible;
  }

  /** An order from an earlier read. */
  find(accountId: string, orderId: string): OrderRecord | undefined {
    return this.dependencies.books.orders.find(accountId, orderId);
  }

  /** Shows an order as it was just read. */
  take(target: ListedOrder & Pick<OrderTarget, 'isPaper'>, order: OrderRecord | undefined): void {
    const { paperOrders } = this.dependencies.books;
    if (target.isPaper === true) {
      if (order === undefined || !paperOrders.take(target.accountId, order)) paperOrders.hasChanged(target);
      return;
    }
    if (order === undefined || !this.dependencies.books.orders.take(target.accountId, order)) this.readAnew(target);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#parts.dispose();
  }

  async #readJournal(): Promise<void> {
    const { journal, log } = this.dependencies;
    try {
      this.#attempts = await journal.attempts();
      this.#journalFault = await journal.fault();
      this.#journalError = undefined;
    } catch (error) {
      log.error('The order journal could not be read', error);
      this.#journalError = error;
    }
    if (!this.#isClosed) this.show();
  }
}

/** Live accounts first. Undefined only while neither kind of accounts is known. */
function inOne(live: OrdersState, paper: OrdersState): OrdersState {
  const known = [...(live.accounts ?? []), ...(paper.accounts ?? [])];
  const isUnknown = live.accounts === undefined && known.length === 0;
  return { accounts: isUnknown ? undefined : known, directory: [...live.directory, ...paper.directory] };
}
