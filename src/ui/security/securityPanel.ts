import * as vscode from 'vscode';
import type { OrdersBook, OrdersWatch } from '../../app/orders/ordersBook';
import type { Log, MachineClock, StateStore, Timers } from '../../app/platform/ports';
import { Poller } from '../../app/platform/polling';
import type { PositionsBook, PositionsWatch } from '../../app/positions/positionsBook';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { isSignedIn, onSessionChange } from '../../app/session/connection';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { priceLines } from '../../domain/security/priceLines';
import { parseSymbol } from '../../domain/security/symbol';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import { isChartChoice, securityHostGuards } from '../../panel/security/securityGuards';
import type { ChartChoice, SecurityCommand, SecuritySettings, ToSecurityHost, ToSecurityPage } from '../../panel/security/securityProtocol';
import { seen } from '../../service/lists/list';
import type { CommandId } from '../platform/ids';
import { PageHost } from '../platform/pages/pageHost';
import { panelIcon } from '../platform/pages/panelIcon';
import { priceColors } from '../platform/pages/priceColors';
import { onSettingChange } from '../platform/settings';
import { refreshIntervalMs } from '../platform/trees/viewPolling';
import { waiting } from '../platform/trees/waiting';
import type { PanelContent } from '../platform/pages/singlePanel';
import type { RecentSecurities } from './recentSecurities';
import { SecurityReader } from './securityReader';
import { ordersOf, panelTitle, positionsOf } from './securityViews';
import { Trail } from './trail';
import { nameTab } from '../platform/say/surfaces';

export interface SecurityDependencies {
  readonly access: ServiceAccess;
  readonly books: { readonly positions: PositionsBook; readonly orders: OrdersBook };
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly market: LiveMarket;
  readonly log: Log;
  readonly state: StateStore;
  readonly privacy: PrivacyMode;
  readonly monitor: { nowMs(): number };
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
  readonly extensionUri: vscode.Uri;
}

const commandOf: Readonly<Record<Exclude<SecurityCommand, 'back' | 'forward' | 'calendar' | SubjectCommand>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  search: 'marketDesk.security.open',
};
type SubjectCommand = keyof typeof subjectCommands;
/** Those that are about the security on the page. */
const subjectCommands = {
  portfolio: 'marketDesk.portfolio.show',
  watch: 'marketDesk.watchlist.add',
  alert: 'marketDesk.alerts.add',
} as const satisfies Partial<Record<SecurityCommand, CommandId>>;
const firstChart: ChartChoice = { period: 'day', adjustment: 'forward' };
const quoteMs = 5_000;

/**
 * One security in one panel, which goes from security to security and back like a browser: one set of requests to a service
 * that counts them, and one place to look.
 */
export class SecurityPanel implements PanelContent {
  readonly #page: PageHost<ToSecurityPage, ToSecurityHost>;
  readonly #positions: PositionsWatch;
  readonly #orders: OrdersWatch;
  readonly #quotes: Poller;
  readonly #subscriptions: { dispose(): unknown }[];
  readonly #trail = new Trail();
  #chart = firstChart;
  #reader: SecurityReader | undefined;
  #isVisible = true;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly deps: SecurityDependencies & { readonly recent: RecentSecurities },
    stored: unknown,
  ) {
    const { access, books, clock, timers, log } = deps;
    const mine = { maxAgeMs: refreshIntervalMs, changed: () => this.#tellMine() };
    this.#positions = books.positions.watch(mine);
    this.#orders = books.orders.watch(mine);
    this.#quotes = new Poller({
      timers,
      clock,
      reach: access.reach,
      intervalMs: () => Math.min(quoteMs, refreshIntervalMs()),
      run: async (signal) => this.#reader?.readMarket(signal),
    });
    this.#page = new PageHost({
      webview: panel.webview,
      extensionUri: deps.extensionUri,
      page: { title: vscode.l10n.t('Security'), script: 'security.js', style: 'security-style.css' },
      guards: securityHostGuards,
      handlers: this.#handlers,
      log,
    });
    panel.iconPath = panelIcon(deps.extensionUri, 'security');
    const tellSettings = (): void => this.#page.post('settings', this.#settings());
    this.#subscriptions = [
      this.#page,
      this.#quotes,
      this.#positions,
      this.#orders,
      onSessionChange(access, () => this.#restart()),
      access.onDidChange(() => this.#follow()),
      waiting.onDidChange(() => {
        this.#tellMine();
        this.#reader?.tellWaiting();
      }),
      ...(access.reach === undefined ? [] : [access.reach.onDidReturn(() => void this.#reader?.readFailed())]),
      deps.privacy.onDidChange(() => {
        tellSettings();
        this.#tellMine();
      }),
      onSettingChange('colors.priceDirection', tellSettings),
      onSettingChange('calendar.timeZone', tellSettings),
      onSettingChange('refresh.intervalSeconds', () => this.#quotes.reschedule()),
    ];
    this.#restore(stored);
    this.#follow();
  }

  /** Shows a security; the one before is a step back. */
  open(symbol: string): void {
    if (this.#trail.current === symbol) return;
    this.#trail.go(symbol);
    this.#restart();
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (!isVisible) this.#page.markHidden();
    this.#follow();
  }

  dispose(): void {
    this.#reader?.dispose();
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  readonly #handlers: Handlers<ToSecurityHost> = {
    ready: () => this.#tellAll(),
    refresh: () => void this.#refresh(),
    act: ({ command }) => this.#act(command),
    chart: (chart) => {
      this.#chart = { period: chart.period, adjustment: chart.adjustment };
      this.#tellSubject();
      if (this.#reader !== undefined) void this.#reader.showChart(this.#chart);
    },
    earlier: () => void this.#reader?.readEarlier(),
    modify: ({ accountId, orderId }) => void vscode.commands.executeCommand('marketDesk.orders.modify', { accountId, orderId }),
    copy: ({ text }) => void vscode.env.clipboard.writeText(text),
  };

  #act(command: SecurityCommand): void {
    const symbol = this.#trail.current;
    switch (command) {
      case 'back':
      case 'forward':
        if (this.#trail.step(command)) this.#restart();
        return;
      case 'calendar':
        if (symbol !== undefined) void vscode.commands.executeCommand('marketDesk.calendar.search', symbol, 4);
        return;
      case 'portfolio':
      case 'watch':
      case 'alert':
        if (symbol !== undefined) void vscode.commands.executeCommand(subjectCommands[command], symbol);
        return;
      default:
        void vscode.commands.executeCommand(commandOf[command]);
    }
  }

  #restore(stored: unknown): void {
    if (!isRecord(stored)) return;
    const { symbol, chart } = stored;
    if (isChartChoice(chart)) this.#chart = { period: chart.period, adjustment: chart.adjustment };
    const read = typeof symbol === 'string' ? parseSymbol(symbol) : undefined;
    if (read !== undefined) this.open(read);
  }

  /** Another security, or another user: everything is asked anew. */
  #restart(): void {
    this.#reader?.dispose();
    this.#reader = undefined;
    this.#quotes.setVisible(false);
    const symbol = this.#trail.current;
    this.#tellSubject();
    if (symbol !== undefined && isSignedIn(this.deps.access.current)) {
      const { access, monitor, log, recent, market, timers } = this.deps;
      const reader = new SecurityReader(symbol, {
        access,
        market,
        timers,
        nowMs: () => monitor.nowMs(),
        log,
        post: (type, body) => {
          if (this.#reader === reader) this.#page.post(type, body);
        },
        onName: (name) => {
          if (this.#reader !== reader) return;
          nameTab(this.panel, panelTitle(symbol, name));
          void recent.remember({ symbol, name });
        },
      });
      this.#reader = reader;
      nameTab(this.panel, panelTitle(symbol, ''));
      void recent.remember({ symbol, name: '' });
      void reader.showChart(this.#chart);
      this.#quotes.restart();
    }
    this.#tellMine();
    this.#follow();
  }

  async #refresh(): Promise<void> {
    if (!isSignedIn(this.deps.access.current)) return;
    void this.#reader?.readAgain(this.#chart);
    await Promise.all([this.#quotes.refresh(), this.#positions.refresh(), this.#orders.refresh()]);
  }

  #follow(): void {
    const isActive = this.#isVisible && this.#reader !== undefined && isSignedIn(this.deps.access.current);
    this.#quotes.setVisible(isActive);
    this.#reader?.setVisible(isActive);
    this.#positions.setOn(isActive);
    this.#orders.setOn(isActive);
    this.#page.post('session', this.#session());
    this.#page.post('settings', this.#settings());
  }

  #tellAll(): void {
    this.#page.post('settings', this.#settings());
    this.#page.post('session', this.#session());
    this.#tellSubject();
    this.#reader?.tellAll();
    this.#tellMine();
  }

  #tellSubject(): void {
    const { current = '', canGoBack, canGoForward } = this.#trail;
    this.#page.post('subject', { symbol: current, canGoBack, canGoForward, chart: this.#chart });
  }

  #tellMine(): void {
    const symbol = this.#trail.current;
    if (symbol === undefined) return;
    const { isOn } = this.deps.privacy;
    const orders = ordersOf(this.#orders.state, symbol, isOn);
    const positions = positionsOf(this.#positions.state, symbol, isOn);
    this.#page.post('positions', positions);
    this.#page.post('orders', orders.view);
    const holdings = positions.kind === 'ready' ? positions.value : [];
    this.#page.post('lines', isOn ? [] : priceLines(holdings, orders.records));
  }

  #session(): ToSecurityPage['session'] {
    const { connection, session } = this.deps.access.current;
    return { kind: connection.kind === 'none' ? 'none' : session.kind };
  }

  #settings(): SecuritySettings {
    const { access, clock, monitor, privacy, timeZone } = this.deps;
    return {
      direction: priceColors(),
      isPrivate: privacy.isOn,
      zone: timeZone(),
      isSandbox: access.current.connection.kind === 'sandbox',
      clockOffset: monitor.nowMs() - clock.wallMs(),
    };
  }

  /** Securities that are known from what the panel has read: suggestions for the next one. */
  get known(): readonly { readonly symbol: string; readonly name: string }[] {
    return (this.#positions.state.accounts ?? []).flatMap(({ list }) =>
      (list === undefined ? [] : seen(list).items).map(({ holding }) => ({ symbol: holding.symbol, name: holding.name })),
    );
  }
}
