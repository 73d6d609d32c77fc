import * as vscode from 'vscode';
import type { AlertMarks } from '../../app/alerts/alertMarks';
import { KeptPrices } from '../../app/lastState/keptPrices';
import type { LastState } from '../../app/lastState/lastState';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { PositionsBook, PositionsWatch } from '../../app/positions/positionsBook';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import { onSessionChange } from '../../app/session/connection';
import type { ConnectionState } from '../../app/session/connection';
import { quietClient } from '../../app/session/serviceAccess';
import { Daylines } from '../../app/watchlist/daylines';
import type { WatchlistStore } from '../../app/watchlist/watchlistStore';
import { visibleText } from '../../domain/text/visibleText';
import { WallClock } from '../../domain/time/wallClock';
import { entryOf, moveTarget } from '../../domain/watchlist/watchlist';
import type { WatchEntry } from '../../domain/watchlist/watchlist';
import type { Handlers } from '../../panel/platform/messages';
import { watchlistHostGuards } from '../../panel/watchlist/watchlistProtocol';
import type {
  ToWatchlistHost,
  ToWatchlistPage,
  WatchAction,
  WatchColumn,
  WatchHolding,
  WatchQuote,
  WatchState,
} from '../../panel/watchlist/watchlistProtocol';
import { alertMark } from '../platform/words/alertMark';
import type { CommandId } from '../platform/ids';
import { PageHost } from '../platform/pages/pageHost';
import { priceColors } from '../platform/pages/priceColors';
import { setDescription } from '../platform/say/surfaces';
import { onSettingChange, readSetting } from '../platform/settings';
import { refreshIntervalMs } from '../platform/trees/viewPolling';
import { watchHolding } from './watchHolding';
import { extendedView } from '../platform/words/extendedText';
import { unknownQuote, watchQuote } from './watchQuote';
import type { WatchQuoteContext } from './watchQuote';
import { removeWithUndo } from './removeWithUndo';
import { rowRoom } from '../platform/trees/rowRoom';
import { waiting } from '../platform/trees/waiting';
import { runCommand } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

export interface WatchlistViewDependencies extends Pick<
  UiPorts,
  'access' | 'privacy' | 'clock' | 'timers' | 'log' | 'timeZone' | 'extensionUri'
> {
  readonly store: WatchlistStore;
  readonly books: { readonly last: LastState; readonly positions: PositionsBook };
  readonly market: LiveMarket;
  readonly marks: Pick<AlertMarks, 'symbols' | 'of' | 'onDidChange'>;
}

const commands: Readonly<Record<Exclude<WatchAction, 'retry'>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  add: 'marketDesk.watchlist.add',
};
const ageCheckMs = 5_000;

/** The watchlist's page in the side bar: sends it the list, and the prices of what it shows. */
export class WatchlistView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #daylines: Daylines;
  readonly #clock = new WallClock();
  readonly #watch: QuoteWatch;
  readonly #positions: PositionsWatch;
  #columns = readSetting('watchlist.columns');
  readonly #subscriptions: { dispose(): unknown }[];
  readonly #old: KeptPrices;
  #page: PageHost<ToWatchlistPage, ToWatchlistHost> | undefined;
  #view: vscode.WebviewView | undefined;
  /** Subscriptions of the current view. */
  #ofView: readonly vscode.Disposable[] = [];
  #visible: readonly string[] = [];
  /** What was sent to the page, so that only changes are sent. */
  #told = new Map<string, string>();
  #chosen: readonly string[] = [];
  #ageCheck: { dispose(): void } | undefined;

  constructor(private readonly dependencies: WatchlistViewDependencies) {
    const { access, clock, timers, market, store, books, privacy, marks } = dependencies;
    this.#old = new KeptPrices({
      last: books.last,
      name: 'quotes',
      symbols: () => store.list.flatMap((group) => group.symbols),
      prices: { get: (symbol) => market.book.get(symbol), ageMs: (symbol) => market.ageMs(symbol) },
      wallMs: () => clock.wallMs(),
    });
    this.#daylines = new Daylines({ client: quietClient(access), clock, timers, reach: access.reach });
    this.#watch = market.book.watch('table', (changes) => {
      this.#daylines.follow(changes);
      this.#tellQuotes(changes.keys());
    });
    this.#positions = books.positions.watch({ maxAgeMs: refreshIntervalMs, changed: () => this.#tellQuotes(this.#visible) });
    this.#subscriptions = [
      this.#positions,
      privacy.onDidChange(() => {
        // Rows out of sight, too: the page would draw what it knows as soon as they come into view.
        this.#forget();
        this.#tellQuotes(this.#visible);
        this.#tellLines(this.#visible);
        this.#tellAlerts();
        this.#tellState();
      }),
      marks.onDidChange(() => this.#tellAlerts()),
      onSettingChange('watchlist.columns', () => {
        this.#columns = readSetting('watchlist.columns');
        this.#tellState();
        this.#tellQuotes(this.#visible);
      }),
      this.#daylines,
      this.#watch,
      this.#daylines.onDidChange((lines) => this.#page?.post('lines', Object.fromEntries(lines))),
      market.onDidChangeStatus(() => this.#tellState()),
      market.onDidAge(() => this.#tellQuotes(this.#visible)),
      store.onDidChange(() => this.#tellList()),
      access.onDidChange(() => this.#tellState()),
      books.last.onDidChange(() => this.#tellQuotes(this.#visible)),
      waiting.onDidChange(() => this.#tellState()),
      onSessionChange(access, () => {
        this.#daylines.reset();
        this.#forget();
        this.#tellList();
        this.#tellQuotes(this.#visible);
      }),
      onSettingChange('colors.priceDirection', () => this.#tellState()),
      onSettingChange('securities.first', () => this.#tellState()),
      // Another window may have changed the list meanwhile.
      vscode.window.onDidChangeWindowState(({ focused }) => (focused ? this.#tellList() : undefined)),
    ];
  }

  /** The rows that the view's menu commands apply to. */
  get chosen(): readonly WatchEntry[] {
    return this.#chosen.flatMap((id) => entryOf(id) ?? []);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#page?.dispose();
    this.#view = view;
    this.#page = new PageHost({
      webview: view.webview,
      extensionUri: this.dependencies.extensionUri,
      page: { title: vscode.l10n.t('Watchlist'), name: 'watchlist' },
      guards: watchlistHostGuards,
      handlers: () => this.#handlers,
      log: this.dependencies.log,
    });
    for (const subscription of this.#ofView) subscription.dispose();
    this.#ofView = [
      view.onDidChangeVisibility(() => {
        if (!view.visible) this.#page?.markHidden();
        this.#follow();
      }),
      view.onDidDispose(() => {
        this.#page?.dispose();
        this.#page = undefined;
        this.#view = undefined;
        this.#follow();
      }),
    ];
  }

  reveal(id: string): void {
    this.#view?.show(true);
    this.#page?.post('reveal', { id });
  }

  dispose(): void {
    this.#ageCheck?.dispose();
    this.#page?.dispose();
    for (const subscription of [...this.#subscriptions.splice(0), ...this.#ofView]) subscription.dispose();
  }

  readonly #handlers: Handlers<ToWatchlistHost> = {
    ready: () => {
      this.#told.clear();
      this.#tellState();
      this.#tellList();
      this.#tellAlerts();
      this.#follow();
    },
    visible: ({ symbols }) => {
      this.#visible = symbols;
      this.#follow();
      this.#tellQuotes(symbols);
      this.#tellLines(symbols);
    },
    open: ({ symbol }) => void runCommand('marketDesk.security.open', { symbol }),
    remove: ({ ids }) =>
      void this.#kept(
        removeWithUndo(
          this.dependencies.store,
          ids.flatMap((id) => entryOf(id) ?? []),
        ),
      ),
    move: ({ ids, before }) => {
      const entries = ids.flatMap((id) => entryOf(id) ?? []);
      const { groupId, symbol } = moveTarget(this.dependencies.store.list, before);
      if (groupId !== undefined) void this.#kept(this.dependencies.store.move(entries, groupId, symbol));
    },
    toggleGroup: ({ id }) => void this.#kept(this.dependencies.store.toggleGroup(id)),
    copy: ({ symbols }) => void vscode.env.clipboard.writeText(symbols.join('\n')),
    chosen: ({ ids }) => {
      this.#chosen = ids;
    },
    act: ({ action }) => {
      if (action !== 'retry') void runCommand(commands[action]);
    },
    room: (measured) => rowRoom.measure(measured),
  };

  async #kept(change: Promise<void>): Promise<void> {
    await change.catch((error: unknown) => this.dependencies.log.error('The watchlist could not be saved', error));
  }

  #follow(): void {
    const isShown = this.#view?.visible === true && this.#page?.isReady === true;
    const symbols = isShown ? this.#visible : [];
    this.#watch.show(symbols);
    this.#positions.setOn(symbols.length > 0 && this.#columns.some(isMine));
    this.#daylines.show(this.dependencies.access.current.session.kind === 'signedIn' ? symbols : []);
    this.#ageCheck?.dispose();
    this.#ageCheck = undefined;
    if (symbols.length > 0) this.#checkAges();
  }

  /** Prices become old without any event. */
  #checkAges(): void {
    this.#ageCheck = this.dependencies.timers.after(ageCheckMs, () => {
      this.#tellQuotes(this.#visible);
      this.#checkAges();
    });
  }

  #tellList(): void {
    this.#page?.post('list', { groups: this.dependencies.store.list });
  }

  #tellAlerts(): void {
    const { marks, privacy, timeZone } = this.dependencies;
    const words = { zone: timeZone(), isPrivate: privacy.isOn };
    const alerts = [...marks.symbols].flatMap((symbol) => {
      const mark = alertMark(marks.of(symbol), words);
      return mark === null ? [] : [[symbol, mark] as const];
    });
    this.#page?.post('alerts', Object.fromEntries(alerts));
  }

  #tellQuotes(symbols: Iterable<string>): void {
    const { market, timeZone } = this.dependencies;
    if (this.#page?.isReady !== true) return;
    const zone = timeZone();
    const timeText = (at: number): string => this.#clock.text(zone, at);
    const changed: Record<string, WatchQuote> = {};
    for (const symbol of symbols) {
      const quote = market.book.get(symbol);
      const shown =
        quote === undefined
          ? (this.#oldQuote(symbol, timeText) ?? (market.isUnknown(symbol) ? unknownQuote(symbol) : undefined))
          : watchQuote(quote, {
              timeText,
              isOld: market.isOld(symbol),
              isDenied: market.isDenied(symbol),
              mine: this.#mine(quote),
              extended: extendedView(quote, zone),
            });
      if (shown === undefined) continue;
      const text = JSON.stringify(shown);
      if (this.#told.get(symbol) === text) continue;
      this.#told.set(symbol, text);
      changed[symbol] = shown;
    }
    if (Object.keys(changed).length === 0) return;
    this.#page.post('quotes', changed);
    this.#old.touch();
  }

  /** Positions are not read for a list that does not show them. */
  #mine(quote: LiveQuote): WatchHolding | null {
    if (!this.#columns.some(isMine)) return null;
    const { market, privacy, access, clock } = this.dependencies;
    return watchHolding(this.#positions.state, quote.symbol, {
      quote,
      isOld: market.isExpired(quote.symbol),
      nowMs: clock.wallMs(),
      isPrivate: privacy.isOn,
      isSandbox: access.current.connection.kind === 'sandbox',
    });
  }

  #tellLines(symbols: readonly string[]): void {
    const lines = symbols.flatMap((symbol) => {
      const line = this.#daylines.get(symbol);
      return line === undefined ? [] : [[symbol, line] as const];
    });
    if (lines.length > 0) this.#page?.post('lines', Object.fromEntries(lines));
  }

  /** Makes the page drop all figures. */
  #forget(): void {
    this.#told.clear();
    this.#page?.post('forget', null);
  }

  #oldQuote(symbol: string, timeText: WatchQuoteContext['timeText']): WatchQuote | undefined {
    return this.#old.drawOld(symbol, (quote) => watchQuote(quote, { timeText, isOld: true, isDenied: false }));
  }

  #tellState(): void {
    const { connection, session } = this.dependencies.access.current;
    if (this.#view !== undefined) setDescription(this.#view, whereText(this.dependencies.access.current, this.dependencies.privacy.isOn));
    const kind: WatchState['kind'] = connection.kind === 'none' ? 'none' : session.kind === 'signedIn' ? 'ready' : 'signedOut';
    if (kind !== 'ready') this.#told.clear();
    this.#page?.post('state', {
      kind,
      notice: this.#notice(),
      colors: priceColors(),
      columns: this.#columns,
      first: readSetting('securities.first'),
    });
    this.#follow();
  }

  #notice(): string {
    const { polling, feed } = this.dependencies.market.status;
    if (polling === 'notOffered') return vscode.l10n.t('This service doesn’t provide prices.');
    if (polling === 'failing') return vscode.l10n.t('Prices couldn’t be refreshed. Market Desk keeps trying.');
    const reason = waiting.text('market');
    if (reason !== undefined && this.#visible.some((symbol) => this.dependencies.market.book.get(symbol) === undefined)) return reason;
    if (feed.kind === 'silent') return vscode.l10n.t('No data from the price feed. Prices are requested at intervals instead.');
    return '';
  }
}

/** Where the user is, for the head of the side bar: its first view is always in sight. Empty while nobody is signed in. */
function whereText({ connection, session }: ConnectionState, isPrivate: boolean): string {
  if (connection.kind === 'none' || session.kind !== 'signedIn') return '';
  if (connection.kind === 'sandbox') return vscode.l10n.t('SANDBOX – no real money');
  const { host } = new URL(connection.baseUrl);
  // The label names the service and the accounts; that of an API key is its ID.
  return visibleText(isPrivate || connection.authentication === 'apiKey' ? host : session.accountLabel);
}

function isMine(column: WatchColumn): boolean {
  return column === 'position' || column === 'dayProfit';
}
