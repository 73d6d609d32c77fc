import * as vscode from 'vscode';
import type { Log, MachineClock, StateStore, Timers } from '../../app/platform/ports';
import type { PositionsBook, PositionsState, PositionsWatch } from '../../app/positions/positionsBook';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { firstFailureIn } from '../../app/session/accounts/accountBook';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { toCsv } from '../../domain/text/csv';
import type { Handlers } from '../../panel/platform/messages';
import { portfolioHostGuards } from '../../panel/portfolio/portfolioGuards';
import type {
  PortfolioAction,
  PortfolioData,
  PortfolioSettings,
  ToPortfolioHost,
  ToPortfolioPage,
} from '../../panel/portfolio/portfolioProtocol';
import { seen } from '../../service/lists/list';
import { presentError } from '../platform/errors/presentError';
import type { CommandId } from '../platform/ids';
import { gapsText } from '../platform/lists/gapText';
import { PageHost } from '../platform/pages/pageHost';
import { panelIcon } from '../platform/pages/panelIcon';
import { priceColors } from '../platform/pages/priceColors';
import { onSettingChange } from '../platform/settings';
import { refreshIntervalMs } from '../platform/trees/viewPolling';
import { waiting } from '../platform/trees/waiting';
import type { PanelContent } from '../platform/pages/singlePanel';
import { refusesToShare } from '../privacy/registerPrivacy';
import { saveTable } from './saveTable';

export interface PortfolioDependencies {
  readonly access: ServiceAccess;
  readonly books: { readonly positions: PositionsBook };
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  readonly privacy: PrivacyMode;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
  readonly extensionUri: vscode.Uri;
  readonly market: LiveMarket;
  readonly state: StateStore;
}

const actionCommands: Readonly<Record<Exclude<PortfolioAction, 'retry'>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  selectAccount: 'marketDesk.positions.selectAccount',
};

const viewKey = 'portfolio.view';

/** The portfolio in one panel: reads the positions of all accounts while it is visible, and tells its page. */
export class PortfolioPanel implements PanelContent {
  readonly #positions: PositionsWatch;
  readonly #page: PageHost<ToPortfolioPage, ToPortfolioHost>;
  readonly #prices: QuoteWatch;
  readonly #ages: AgeWatch;
  #shown: readonly string[] = [];
  readonly #subscriptions: { dispose(): unknown }[];
  #isVisible = true;
  /** A security to filter by, once the page is there. */
  #wanted: string | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    private readonly deps: PortfolioDependencies,
  ) {
    const { access, timers, log } = deps;
    this.#positions = deps.books.positions.watch({
      maxAgeMs: refreshIntervalMs,
      changed: () => this.#tellPositions(),
      readingChanged: () => this.#page.post('busy', this.#busy()),
    });
    this.#page = new PageHost({
      webview: panel.webview,
      extensionUri: deps.extensionUri,
      page: { title: vscode.l10n.t('Portfolio'), script: 'portfolio.js', style: 'portfolio-style.css' },
      guards: portfolioHostGuards,
      handlers: this.#handlers,
      log,
    });
    panel.iconPath = panelIcon(deps.extensionUri, 'portfolio');
    this.#prices = deps.market.book.watch('table', (changes) => this.#tellPrices([...changes.keys()]));
    this.#ages = new AgeWatch(deps.market, timers, () => this.#tellPrices(this.#shown));
    this.#subscriptions = [
      this.#prices,
      this.#ages,
      this.#page,
      this.#positions,
      access.onDidChange(() => this.#follow()),
      waiting.onDidChange(() => this.#page.post('busy', this.#busy())),
      deps.privacy.onDidChange(() => this.#page.post('settings', this.#settings())),
      onSettingChange('colors.priceDirection', () => this.#page.post('settings', this.#settings())),
      onSettingChange('calendar.timeZone', () => this.#page.post('settings', this.#settings())),
    ];
    this.#follow();
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (!isVisible) {
      this.#page.markHidden();
      this.#showPrices([]);
    }
    this.#follow();
  }

  #showPrices(symbols: readonly string[]): void {
    this.#shown = symbols;
    this.#prices.show(symbols);
    this.#ages.show(symbols);
  }

  #tellPrices(symbols: readonly string[]): void {
    const { market, clock } = this.deps;
    const times = (this.#positions.state.accounts ?? []).map(({ updatedAtMs }) => updatedAtMs ?? -Infinity);
    const readMs = clock.wallMs() - Math.min(...times);
    const known = symbols.flatMap((symbol) => market.book.get(symbol) ?? []);
    this.#page.post(
      'prices',
      known.map(({ symbol, lastPrice, previousClose }) => {
        const isOld = market.isOld(symbol);
        // Where nobody follows a price any more, the service's own one, told with the positions since, is the newer.
        if (isOld && readMs < (market.ageMs(symbol) ?? 0)) return { symbol, last: '', previousClose: '', isOld: false };
        return { symbol, last: lastPrice, previousClose, isOld };
      }),
    );
  }

  /** Shows the positions in one security only. */
  find(symbol: string): void {
    if (this.#page.isReady) this.#page.post('filter', { text: symbol });
    else this.#wanted = symbol;
  }

  /** What the user chose on the page that was closed last; the page checks it. */
  #kept(): unknown {
    const kept = this.deps.state.get(viewKey);
    if (typeof kept !== 'string') return null;
    try {
      return JSON.parse(kept);
    } catch {
      return null;
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  readonly #handlers: Handlers<ToPortfolioHost> = {
    ready: () => {
      this.#page.post('start', { session: this.#session(), settings: this.#settings(), data: this.#data(), kept: this.#kept() });
      this.#page.post('busy', this.#busy());
      if (this.#wanted !== undefined) this.#page.post('filter', { text: this.#wanted });
      this.#wanted = undefined;
    },
    refresh: () => void this.#positions.refresh(),
    act: ({ action }) => {
      if (action === 'retry') void this.#positions.refresh();
      else void vscode.commands.executeCommand(actionCommands[action]);
    },
    visible: ({ symbols }) => {
      this.#showPrices(symbols);
      this.#tellPrices(symbols);
    },
    keep: ({ view }) => {
      void this.deps.state
        .set(viewKey, view)
        .catch((error: unknown) => this.deps.log.error('The choices on the portfolio page could not be kept', error));
    },
    open: ({ symbol }) => void vscode.commands.executeCommand('marketDesk.security.open', { symbol }),
    copy: ({ text }) => {
      if (!refusesToShare(this.deps.privacy)) void vscode.env.clipboard.writeText(text);
    },
    export: ({ rows }) => {
      if (refusesToShare(this.deps.privacy)) return;
      const [header = [], ...body] = rows;
      // Spreadsheets take a file for UTF-8 only with this mark.
      void saveTable('portfolio', `\ufeff${toCsv(header, body)}\r\n`, this.deps.clock.wallMs()).catch((error: unknown) =>
        this.deps.log.error('The portfolio could not be exported', error),
      );
    },
  };

  #tellPositions(): void {
    this.#page.post('data', this.#data());
    const old = this.#shown.filter((symbol) => this.deps.market.isOld(symbol));
    if (old.length > 0) this.#tellPrices(old);
  }

  #busy(): ToPortfolioPage['busy'] {
    const isBusy = this.#positions.isReading;
    const failure = isBusy ? undefined : firstFailureIn(this.#positions.state);
    const problem = failure === undefined ? '' : presentError(failure.error).message;
    const reason = isBusy ? waiting.text('trading') : undefined;
    return { isBusy, problem, ...(reason === undefined ? {} : { waiting: reason }) };
  }

  #follow(): void {
    this.#positions.setOn(this.#isVisible);
    this.#page.post('session', this.#session());
  }

  #session(): ToPortfolioPage['session'] {
    const { connection, session } = this.deps.access.current;
    return { kind: connection.kind === 'none' ? 'none' : session.kind };
  }

  #settings(): PortfolioSettings {
    return { direction: priceColors(), isPrivate: this.deps.privacy.isOn, zone: this.deps.timeZone() };
  }

  #data(): PortfolioData {
    return portfolioData(this.#positions.state, this.deps.access.current.connection.kind === 'sandbox');
  }
}

function portfolioData(state: PositionsState, isSandbox: boolean): PortfolioData {
  return {
    isSandbox,
    isLoaded: state.accounts?.some(({ list }) => list !== undefined) === true || state.accounts?.length === 0,
    missing: state.directory.flatMap(({ list }) => (list?.verdict === 'incomplete' ? [gapsText(list.gaps, 'accounts')] : [])),
    accounts: (state.accounts ?? []).map(({ account, list, updatedAtMs }) => {
      const { items, gaps } = list === undefined ? { items: [], gaps: [] } : seen(list);
      return {
        key: `${account.kind}:${account.id}`,
        id: account.id,
        name: account.name,
        kind: account.kind,
        positions: items.map(({ holding }) => holding),
        missing: gaps.length === 0 ? [] : [gapsText(gaps, 'positions')],
        updatedAt: updatedAtMs ?? null,
      };
    }),
  };
}
