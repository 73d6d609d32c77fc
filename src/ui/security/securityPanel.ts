import * as vscode from 'vscode';
import { Origin } from '../../app/orders/request/origin';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { OrdersBook, OrdersWatch } from '../../app/orders/lists/ordersBook';
import type { PaperOrdersBook } from '../../app/orders/lists/paperOrdersBook';
import type { AlertMarks } from '../../app/alerts/alertMarks';
import type { Event } from '../../app/platform/ports';
import { OwnFills } from '../../app/security/ownFills';
import { Poller } from '../../app/platform/poller';
import type { BookParts } from '../../app/accounts/accountBook';
import { historyRange } from '../../domain/time/historyRange';
import type { PositionsBook, PositionsWatch } from '../../app/positions/positionsBook';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { isSignedIn } from '../../app/session/connection';
import { exchangeZone } from '../../domain/market/security';
import { mostCompared } from '../../domain/security/comparison';
import { priceLines } from '../../domain/security/priceLines';
import { offsetLabel } from '../../domain/time/zones';
import { typedCode } from '../../domain/market/typedSecurity';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import { isChartChoice, isReviewStep, securityHostGuards } from '../../panel/security/securityProtocol';
import type { ChartChoice, SecurityCommand, SecuritySettings, ToSecurityHost, ToSecurityPage } from '../../panel/security/securityProtocol';
import { seen } from '../../service/lists/list';
import type { CommandId } from '../platform/ids';
import { priceColors } from '../platform/pages/priceColors';
import { onSettingChange } from '../platform/settings';
import { refreshIntervalMs } from '../platform/trees/viewPolling';
import { withDigitsOf } from '../../domain/security/tickPrice';
import { PagePanel } from '../platform/pages/pagePanel';
import type { ChartStudies } from './chartStudies';
import { DayDoor } from './day/dayDoor';
import type { RecentSecurities } from './recentSecurities';
import { fillsView } from './fillsView';
import { SecurityReader } from './securityReader';
import { heldIn, ordersOf, panelTitle, positionsOf } from './securityViews';
import { isPinned } from '../platform/pages/restoredTab';
import { nameTab } from '../platform/say/surfaces';
import { runCommand } from '../platform/runCommand';
import { digitsOf } from '../platform/words/orderLine';
import type { UiPorts } from '../platform/ports';

export interface SecurityDependencies extends Pick<
  UiPorts,
  'access' | 'clock' | 'timers' | 'log' | 'state' | 'privacy' | 'timeZone' | 'extensionUri'
> {
  readonly books: {
    readonly positions: PositionsBook;
    readonly orders: OrdersBook;
    readonly paperOrders: Pick<PaperOrdersBook, 'watch'>;
    readonly parts: BookParts;
  };
  readonly market: LiveMarket;
  readonly alerts: Pick<AlertMarks, 'of' | 'onDidChange'>;
  /** The local record of order changes. */
  readonly journal: () => Pick<OrderJournal, 'attempts'>;
  /** The service's time, and an event when it was measured. */
  readonly monitor: { nowMs(): number; readonly onDidChange: Event<unknown> };
}

const commandOf: Readonly<Record<Exclude<SecurityCommand, 'calendar' | 'compare' | SubjectCommand>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  search: 'marketDesk.security.open',
};
type SubjectCommand = 'order' | keyof typeof subjectCommands;
const sideCommands = { BUY: 'marketDesk.orders.buy', SELL: 'marketDesk.orders.sell' } as const;
/** What is done with the security of the page. */
const subjectCommands = {
  buy: sideCommands.BUY,
  sell: sideCommands.SELL,
  watch: 'marketDesk.watchlist.add',
  alert: 'marketDesk.alerts.add',
} as const satisfies Partial<Record<SecurityCommand, CommandId>>;
const firstChart: ChartChoice = { period: 'day', adjustment: 'forward' };
const quoteMs = 5_000;
const fillDays = 90;

/** One security in one panel. A hidden panel sends no requests. */
export class SecurityPanel extends PagePanel<ToSecurityPage, ToSecurityHost> {
  readonly #positions: PositionsWatch;
  readonly #orders: OrdersWatch;
  readonly #paperOrders: OrdersWatch;
  readonly #quotes: Poller;
  readonly #day: DayDoor;
  #symbol: string | undefined;
  #chart = firstChart;
  #compared: readonly string[] = [];
  /** Stays with its security, while a page that is not kept shows the one that is opened next. */
  #isKept = false;
  #reader: SecurityReader | undefined;
  /** Zero, with the digits of the security’s prices when they were last used. */
  #digits = '0';
  #fills: OwnFills | undefined;
  /** What the accounts held when the fills were told last. */
  #held: string | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly dependencies: SecurityDependencies & {
      readonly recent: RecentSecurities;
      readonly studies: ChartStudies;
      /** Asks for a security, and offers none of `without`. */
      readonly ask: (title: string, without: readonly string[]) => Promise<string | undefined>;
    },
    stored: unknown,
  ) {
    super(panel, dependencies, { name: 'security', icon: 'security', title: vscode.l10n.t('Security'), guards: securityHostGuards });
    const { access, books, clock, timers } = dependencies;
    const mine = { maxAgeMs: refreshIntervalMs, changed: () => this.#tellMine() };
    this.#positions = books.positions.watch(mine);
    this.#orders = books.orders.watch(mine);
    this.#paperOrders = books.paperOrders.watch(mine);
    this.#quotes = new Poller({
      timers,
      clock,
      reach: access.reach,
      intervalMs: () => Math.min(quoteMs, refreshIntervalMs()),
      run: async (signal) => this.#reader?.readMarket(signal),
    });
    const { journal, monitor, privacy } = dependencies;
    this.#day = new DayDoor({
      ...{ timers, parts: books.parts },
      symbol: () => (this.#isActive ? this.#symbol : undefined),
      orders: () => this.#orders.state,
      attempts: async () => journal().attempts(),
      nowMs: () => monitor.nowMs(),
      isPrivate: () => privacy.isOn,
      digits: (of) => digitsOf(dependencies.market.book.get(of)),
      tell: (review) => this.page.post('review', review),
      tellBars: (bars) => this.page.post('reviewBars', bars),
    });
    this.own(
      this.#day,
      this.#quotes,
      this.#positions,
      this.#orders,
      this.#paperOrders,
      ...(access.reach === undefined
        ? []
        : [access.reach.onDidReturn(() => void (this.#isActive ? this.#reader?.readFailed() : undefined))]),
      dependencies.privacy.onDidChange(() => {
        this.tellSettings();
        this.#tellMine();
        this.#tellFills();
        this.#day.tellAll();
      }),
      dependencies.studies.onDidChange(() => {
        this.page.post('studies', dependencies.studies.current);
        this.#readFills();
      }),
      dependencies.alerts.onDidChange(() => this.#tellMine()),
      books.parts.directory.onDidChange(() => {
        this.#readFills();
        this.#day.accountsChanged();
      }),
      onSettingChange('refresh.intervalSeconds', () => this.#quotes.reschedule()),
      // The page computes ages by the service's time, which may be measured only after the page was restored.
      monitor.onDidChange(() => this.tellSettings()),
    );
    this.#restore(stored);
    this.follow();
  }

  /** The security that is shown; undefined until one is chosen. */
  get symbol(): string | undefined {
    return this.#symbol;
  }

  get isInFront(): boolean {
    return this.panel.active;
  }

  /** Whether another security may be shown here instead. */
  get follows(): boolean {
    return !this.#isKept && !isPinned('marketDesk.security', this.panel);
  }

  keep(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    this.#tellSubject();
  }

  open(symbol: string): void {
    if (this.#symbol === symbol) return;
    this.#symbol = symbol;
    // They were chosen for the security before.
    this.#compared = [];
    this.#day.forget('close');
    this.#forget();
  }

  /** Shows the latest trading day. */
  review(): void {
    this.keep();
    this.#day.go('open');
  }

  override dispose(): void {
    this.#reader?.dispose();
    this.#fills?.dispose();
    super.dispose();
  }

  protected override readonly handlers: Handlers<ToSecurityHost> = {
    ready: () => this.#tellAll(),
    refresh: () => void this.#refresh(),
    act: ({ command }) => this.#act(command),
    chart: (chart) => {
      this.#chart = { period: chart.period, adjustment: chart.adjustment };
      this.#tellSubject();
      if (this.#reader !== undefined) void this.#reader.showChart(this.#chart);
    },
    earlier: () => void this.#reader?.readEarlier(),
    modify: (order) => void runCommand('marketDesk.orders.modify', { ...order, symbol: this.#symbol, origin: Origin.user }),
    cancel: (order) => void runCommand('marketDesk.orders.cancel', { ...order, symbol: this.#symbol, origin: Origin.user }),
    moveAlert: (moved) => void runCommand('marketDesk.alerts.manage', moved),
    pick: ({ price, side }) => void runCommand(sideCommands[side], { symbol: this.#symbol, price, origin: Origin.user }),
    alertAt: ({ price }) =>
      void (this.#symbol === undefined ? undefined : runCommand('marketDesk.alerts.add', { symbol: this.#symbol, price })),
    studies: (studies) => void this.dependencies.studies.choose(studies),
    uncompare: ({ symbol }) => this.#compare(this.#compared.filter((other) => other !== symbol)),
    review: ({ to }) => {
      this.keep();
      this.#day.go(to);
    },
    copy: ({ text }) => void vscode.env.clipboard.writeText(text),
  };

  #act(command: SecurityCommand): void {
    const symbol = this.#symbol;
    switch (command) {
      case 'calendar':
        if (symbol !== undefined) void runCommand('marketDesk.calendar.search', symbol, 4);
        return;
      case 'compare':
        void this.#askToCompare();
        return;
      case 'order':
        void runCommand('marketDesk.orders.modify', { symbol });
        return;
      case 'watch':
      case 'alert':
      case 'buy':
      case 'sell':
        if (symbol !== undefined) void runCommand(subjectCommands[command], symbol);
        return;
      default:
        void runCommand(commandOf[command]);
    }
  }

  #restore(stored: unknown): void {
    if (!isRecord(stored)) return;
    const { symbol, chart, compared, reviewed, isKept } = stored;
    if (isChartChoice(chart)) this.#chart = { period: chart.period, adjustment: chart.adjustment };
    const read = typeof symbol === 'string' ? typedCode(symbol) : undefined;
    if (read !== undefined) this.open(read);
    // Earlier versions had a page for each security.
    this.#isKept = isKept !== false;
    if (Array.isArray(compared))
      this.#compared = compared
        .flatMap((other: unknown) => (typeof other === 'string' ? (typedCode(other) ?? []) : []))
        .slice(0, mostCompared);
    if (isReviewStep(reviewed)) this.#day.go(reviewed);
  }

  /** The security or the user changed: everything is read again, once the page is visible. */
  #forget(): void {
    this.#reader?.dispose();
    this.#reader = undefined;
    this.#fills?.dispose();
    this.#fills = undefined;
    this.#held = undefined;
    this.#day.forget();
    this.#quotes.setVisible(false);
    this.#tellSubject();
    this.follow();
    this.#tellMine();
  }

  async #askToCompare(): Promise<void> {
    const shown = [...(this.#symbol === undefined ? [] : [this.#symbol]), ...this.#compared];
    const symbol = await this.dependencies.ask(vscode.l10n.t('Compare With'), shown);
    if (symbol !== undefined && symbol !== this.#symbol && !this.#compared.includes(symbol)) this.#compare([...this.#compared, symbol]);
  }

  #compare(symbols: readonly string[]): void {
    this.#compared = symbols.slice(0, mostCompared);
    this.#isKept = true;
    this.#tellSubject();
    void this.#reader?.compare(this.#compared, this.#chart);
  }

  #read(symbol: string): void {
    const { access, monitor, log, recent, market, timers } = this.dependencies;
    const reader = new SecurityReader(symbol, {
      access,
      market,
      timers,
      nowMs: () => monitor.nowMs(),
      log,
      post: (type, body) => {
        if (this.#reader !== reader) return;
        this.page.post(type, body);
        const quote = type === 'quote' ? market.book.get(symbol) : undefined;
        // The prices of orders have the digits of the security’s own, which are known only now.
        if (quote === undefined || withDigitsOf('0', quote.priceSpread, quote.lastPrice) === this.#digits) return;
        this.#tellMine();
        this.#day.tellAll();
      },
      onName: (name) => {
        if (this.#reader !== reader) return;
        nameTab(this.panel, panelTitle(symbol, name));
        void recent.remember({ symbol, name });
      },
    });
    this.#reader = reader;
    nameTab(this.panel, panelTitle(symbol, recent.nameOf(symbol)));
    void recent.remember({ symbol, name: '' });
    void reader.showChart(this.#chart);
    void reader.compare(this.#compared, this.#chart);
    // Until new data is read, nothing of the previous user may remain.
    reader.tellAll();
    this.#quotes.restart();
  }

  async #refresh(): Promise<void> {
    if (!isSignedIn(this.dependencies.access.current)) return;
    void this.#reader?.readAgain(this.#chart);
    this.#readFills('again');
    await Promise.all([
      this.#day.again(),
      this.#quotes.refresh(),
      this.#positions.refresh(),
      this.#orders.refresh(),
      this.#paperOrders.refresh(),
    ]);
  }

  get #isActive(): boolean {
    return this.isVisible && this.#symbol !== undefined && isSignedIn(this.dependencies.access.current);
  }

  protected override sessionChanged(): void {
    this.#forget();
  }

  protected override follow(): void {
    const isActive = this.#isActive;
    if (isActive && this.#reader === undefined && this.#symbol !== undefined) this.#read(this.#symbol);
    this.#quotes.setVisible(isActive);
    this.#reader?.setVisible(isActive);
    this.#readFills();
    if (isActive) this.#day.follow();
    this.#positions.setOn(isActive);
    this.#orders.setOn(isActive);
    this.#paperOrders.setOn(isActive);
    this.page.post('session', this.session);
    this.tellSettings();
  }

  protected override tellSettings(): void {
    this.page.post('settings', this.#settings());
  }

  protected override tellWaiting(): void {
    this.#tellMine();
    this.#reader?.tellWaiting();
  }

  #tellAll(): void {
    this.tellSettings();
    this.page.post('session', this.session);
    this.page.post('studies', this.dependencies.studies.current);
    this.#tellSubject();
    this.#reader?.tellAll();
    this.#tellMine();
    this.#tellFills();
    this.#day.tellAll();
  }

  /** Each list is a request, so they are read only for users who turned marks on. */
  #readFills(again?: 'again'): void {
    const { books, studies, timeZone, clock } = this.dependencies;
    const symbol = this.#symbol;
    const range = historyRange({ kind: 'days', days: fillDays }, timeZone(), clock.wallMs());
    if (studies.current.fills !== true || !this.#isActive || symbol === undefined || range === undefined) {
      this.#tellFills();
      return;
    }
    this.#fills ??= new OwnFills({ parts: books.parts, symbol, changed: () => this.#tellFills() });
    void this.#fills.read(range, again);
    this.#tellFills();
  }

  #tellFills(): void {
    const { market, privacy, studies } = this.dependencies;
    const state = studies.current.fills === true ? this.#fills?.state : undefined;
    if (state === undefined || this.#symbol === undefined) this.page.post('fills', { marks: [], notes: [] });
    else {
      const held = heldIn(this.#positions.state, this.#symbol);
      this.page.post('fills', fillsView(state, this.#symbol, privacy.isOn, { held, market: digitsOf(market.book.get(this.#symbol)) }));
      this.#followHeld(JSON.stringify(state.accounts.map((account) => held(account)?.quantity.toString() ?? '')));
    }
  }

  /** What is held changed, so the fills that were read before are not all: they are read again. */
  #followHeld(now: string): void {
    const before = this.#held;
    this.#held = now;
    if (before !== undefined && before !== now && this.#fills?.state.isReading === false) this.#readFills('again');
  }

  #tellSubject(): void {
    this.page.post('subject', { symbol: this.#symbol ?? '', chart: this.#chart, compared: this.#compared, isKept: this.#isKept });
  }

  #tellMine(): void {
    const symbol = this.#symbol;
    if (symbol === undefined) return;
    const { alerts, market, privacy } = this.dependencies;
    const { isOn } = privacy;
    const quote = market.book.get(symbol);
    this.#digits = withDigitsOf('0', quote?.priceSpread ?? '', quote?.lastPrice ?? '');
    const orders = ordersOf([this.#orders.state, this.#paperOrders.state], symbol, isOn, digitsOf(quote));
    const positions = positionsOf(this.#positions.state, symbol, isOn);
    this.page.post('positions', positions);
    this.page.post('orders', orders.view);
    const holdings = positions.kind === 'ready' ? positions.value : [];
    if (this.dependencies.studies.current.fills === true) this.#tellFills();
    this.page.post('lines', isOn ? [] : priceLines(holdings, orders.own, alerts.of(symbol).waiting));
  }

  #settings(): SecuritySettings {
    const { access, clock, monitor, privacy } = this.dependencies;
    const symbol = this.#symbol ?? '';
    return {
      direction: priceColors(),
      isPrivate: privacy.isOn,
      zone: exchangeZone(symbol),
      offset: symbol === '' ? '' : offsetLabel(exchangeZone(symbol), monitor.nowMs()),
      isSandbox: access.current.connection.kind === 'sandbox',
      clockOffset: monitor.nowMs() - clock.wallMs(),
    };
  }

  /** Securities that the panel has read: suggestions for the next choice. */
  get known(): readonly { readonly symbol: string; readonly name: string }[] {
    return (this.#positions.state.accounts ?? []).flatMap(({ list }) =>
      (list === undefined ? [] : seen(list).items).map(({ holding }) => ({ symbol: holding.symbol, name: holding.name })),
    );
  }
}
