import * as vscode from 'vscode';
import type { Log, MachineClock, Timers } from '../../app/platform/ports';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import { onSessionChange } from '../../app/session/connection';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { Daylines } from '../../app/watchlist/daylines';
import type { WatchlistStore } from '../../app/watchlist/watchlistStore';
import { WallClock } from '../../domain/time/wallClock';
import { entryOf, moveTarget } from '../../domain/watchlist/watchlist';
import type { WatchEntry } from '../../domain/watchlist/watchlist';
import type { Handlers } from '../../panel/platform/messages';
import { watchlistHostGuards } from '../../panel/watchlist/watchlistGuards';
import type { ToWatchlistHost, ToWatchlistPage, WatchAction, WatchQuote, WatchState } from '../../panel/watchlist/watchlistProtocol';
import type { CommandId } from '../platform/ids';
import { PageHost } from '../platform/pages/pageHost';
import { priceColors } from '../platform/pages/priceColors';
import { onSettingChange } from '../platform/settings';
import { watchQuote } from './watchQuote';
import { removeWithUndo } from './removeWithUndo';

export interface WatchlistViewDependencies {
  readonly access: ServiceAccess;
  readonly store: WatchlistStore;
  readonly market: LiveMarket;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  readonly timeZone: () => string;
  readonly extensionUri: vscode.Uri;
}

const commands: Readonly<Record<Exclude<WatchAction, 'retry'>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  add: 'marketDesk.watchlist.add',
};
const ageCheckMs = 5_000;

/** The watchlist's page in the side bar: tells it the list, and the prices of what it shows. */
export class WatchlistView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #daylines: Daylines;
  readonly #clock = new WallClock();
  readonly #watch: QuoteWatch;
  readonly #subscriptions: { dispose(): unknown }[];
  #page: PageHost<ToWatchlistPage, ToWatchlistHost> | undefined;
  #view: vscode.WebviewView | undefined;
  #visible: readonly string[] = [];
  /** What the page was told, so that it hears of changes only. */
  #told = new Map<string, string>();
  #chosen: readonly string[] = [];
  #ageCheck: { dispose(): void } | undefined;

  constructor(private readonly deps: WatchlistViewDependencies) {
    const { access, clock, timers, market, store } = deps;
    this.#daylines = new Daylines({ client: async () => access.client(), clock, timers, reach: access.reach });
    this.#watch = market.book.watch('page', (changes) => {
      this.#daylines.follow(changes);
      this.#tellQuotes(changes.keys());
    });
    this.#subscriptions = [
      this.#daylines,
      this.#watch,
      this.#daylines.onDidChange((lines) => this.#page?.post('lines', Object.fromEntries(lines))),
      market.onDidChangeStatus(() => this.#tellState()),
      store.onDidChange(() => this.#tellList()),
      access.onDidChange(() => this.#tellState()),
      onSessionChange(access, () => {
        this.#told.clear();
        this.#daylines.reset();
        this.#tellList();
      }),
      onSettingChange('colors.priceDirection', () => this.#tellState()),
      // Another window may have changed the list meanwhile.
      vscode.window.onDidChangeWindowState(({ focused }) => (focused ? this.#tellList() : undefined)),
    ];
  }

  /** The rows that commands of the view's menus are about. */
  get chosen(): readonly WatchEntry[] {
    return this.#chosen.flatMap((id) => entryOf(id) ?? []);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#page?.dispose();
    this.#view = view;
    this.#page = new PageHost({
      webview: view.webview,
      extensionUri: this.deps.extensionUri,
      page: { title: vscode.l10n.t('Watchlist'), script: 'watchlist.js', style: 'watchlist-style.css' },
      guards: watchlistHostGuards,
      handlers: this.#handlers,
      log: this.deps.log,
    });
    view.onDidChangeVisibility(() => {
      if (!view.visible) this.#page?.markHidden();
      this.#follow();
    });
    view.onDidDispose(() => {
      this.#page?.dispose();
      this.#page = undefined;
      this.#view = undefined;
      this.#follow();
    });
  }

  reveal(id: string): void {
    this.#view?.show(true);
    this.#page?.post('reveal', { id });
  }

  dispose(): void {
    this.#ageCheck?.dispose();
    this.#page?.dispose();
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  readonly #handlers: Handlers<ToWatchlistHost> = {
    ready: () => {
      this.#told.clear();
      this.#tellState();
      this.#tellList();
      this.#follow();
    },
    visible: ({ symbols }) => {
      this.#visible = symbols;
      this.#follow();
      this.#tellQuotes(symbols);
      const lines = symbols.flatMap((symbol) => {
        const line = this.#daylines.get(symbol);
        return line === undefined ? [] : [[symbol, line] as const];
      });
      if (lines.length > 0) this.#page?.post('lines', Object.fromEntries(lines));
    },
    open: ({ symbol }) => void vscode.commands.executeCommand('marketDesk.security.open', { symbol }),
    remove: ({ ids }) =>
      void this.#kept(
        removeWithUndo(
          this.deps.store,
          ids.flatMap((id) => entryOf(id) ?? []),
        ),
      ),
    move: ({ ids, before }) => {
      const entries = ids.flatMap((id) => entryOf(id) ?? []);
      const { groupId, symbol } = moveTarget(this.deps.store.list, before);
      if (groupId !== undefined) void this.#kept(this.deps.store.move(entries, groupId, symbol));
    },
    toggleGroup: ({ id }) => void this.#kept(this.deps.store.toggleGroup(id)),
    copy: ({ symbols }) => void vscode.env.clipboard.writeText(symbols.join('\n')),
    chosen: ({ ids }) => {
      this.#chosen = ids;
    },
    act: ({ action }) => {
      if (action !== 'retry') void vscode.commands.executeCommand(commands[action]);
    },
  };

  async #kept(change: Promise<void>): Promise<void> {
    await change.catch((error: unknown) => this.deps.log.error('The watchlist could not be kept', error));
  }

  #follow(): void {
    const isShown = this.#view?.visible === true && this.#page?.isReady === true;
    const symbols = isShown ? this.#visible : [];
    this.#watch.show(symbols);
    this.#daylines.show(this.deps.access.current.session.kind === 'signedIn' ? symbols : []);
    this.#ageCheck?.dispose();
    this.#ageCheck = undefined;
    if (symbols.length > 0) this.#checkAges();
  }

  /** Prices grow old without anybody telling. */
  #checkAges(): void {
    this.#ageCheck = this.deps.timers.after(ageCheckMs, () => {
      this.#tellQuotes(this.#visible);
      this.#checkAges();
    });
  }

  #tellList(): void {
    this.#page?.post('list', { groups: this.deps.store.list });
  }

  #tellQuotes(symbols: Iterable<string>): void {
    const { market, timeZone } = this.deps;
    if (this.#page?.isReady !== true) return;
    const zone = timeZone();
    const timeText = (at: number): string => this.#clock.text(zone, at);
    const changed: Record<string, WatchQuote> = {};
    for (const symbol of symbols) {
      const quote = market.book.get(symbol);
      if (quote === undefined) continue;
      const shown = watchQuote(quote, { timeText, isOld: market.isOld(symbol), isDenied: market.isDenied(symbol) });
      const text = JSON.stringify(shown);
      if (this.#told.get(symbol) === text) continue;
      this.#told.set(symbol, text);
      changed[symbol] = shown;
    }
    if (Object.keys(changed).length > 0) this.#page.post('quotes', changed);
  }

  #tellState(): void {
    const { connection, session } = this.deps.access.current;
    const kind: WatchState['kind'] = connection.kind === 'none' ? 'none' : session.kind === 'signedIn' ? 'ready' : 'signedOut';
    if (kind !== 'ready') this.#told.clear();
    this.#page?.post('state', { kind, notice: this.#notice(), colors: priceColors() });
    this.#follow();
  }

  #notice(): string {
    const { polling, feed } = this.deps.market.status;
    if (polling === 'notOffered') return vscode.l10n.t('This service doesn’t provide prices.');
    if (polling === 'failing') return vscode.l10n.t('Prices couldn’t be refreshed. Market Desk keeps trying.');
    if (feed.kind === 'silent') return vscode.l10n.t('The price feed is silent. Prices are polled.');
    return '';
  }
}
