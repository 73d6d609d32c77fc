import * as vscode from 'vscode';
import { createHotList, createSearchList, hotQuery } from '../../app/calendar/calendarSearch';
import type { CalendarList, CalendarState, HotQuery } from '../../app/calendar/calendarSearch';
import { listReport } from '../../app/platform/listReport';
import { seen } from '../../service/lists/list';
import type { ListChange } from '../../service/lists/pagedList';
import type { ConnectionState } from '../../app/session/connection';
import type { Disposable, LinkOpener, Log, MachineClock, Timers } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { SearchForm } from '../../domain/calendar/calendarQuery';
import { isTimeZone } from '../../domain/time/zones';
import { calendarHostGuards } from '../../panel/calendarGuards';
import type {
  ListContent,
  ListName,
  PanelAction,
  PanelSettings,
  SessionView,
  ShowRequest,
  ToCalendarHost,
  ToCalendarPage,
} from '../../panel/calendarProtocol';
import { receive } from '../../panel/messages';
import type { Handlers, Message } from '../../panel/messages';
import type { CalendarEvent } from '../../service/records';
import type { CommandId } from '../platform/ids';
import { onSettingChange, readSetting } from '../platform/settings';
import { webviewHtml, webviewRoot } from '../platform/webviewHtml';
import { calendarStrings } from './calendarStrings';
import { toEventRow } from './eventRow';
import type { KeptState } from './keptState';
import { mostKeptRows, readKeptState } from './keptState';
import { toListState } from './listState';
import { copyEvent, saveCalendarFile, saveList } from './saveEvents';

export interface CalendarPanelDeps {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  readonly timers: Timers;
  readonly links: LinkOpener;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
}

const actionCommands: Readonly<Record<Exclude<PanelAction, 'retry'>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  setUpApiKey: 'marketDesk.setUpApiKey',
  synchronize: 'marketDesk.clock.sync',
  showLog: 'marketDesk.showLog',
  startSandbox: 'marketDesk.sandbox.start',
};

const keepDelayMs = 200;

/**
 * One calendar panel: owns the two lists, and tells the page about them whenever it exists. The page is destroyed while
 * hidden and says `ready` again when it comes back.
 */
export class CalendarPanel implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #search: CalendarList<SearchForm>;
  readonly #hot: CalendarList<HotQuery>;
  #connectionId: string | undefined;
  #sessionId: string | undefined;
  #isPageReady = false;
  #pendingShow: ShowRequest | null = null;
  #keepTimer: Disposable | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly deps: CalendarPanelDeps,
  ) {
    this.#search = createSearchList(deps.access, deps.clock);
    this.#hot = createHotList(deps.access, deps.clock);
    this.#rememberWho(deps.access.current);
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(deps.extensionUri)] };
    panel.iconPath = { light: icon(deps.extensionUri, 'light'), dark: icon(deps.extensionUri, 'dark') };
    this.#subscriptions.push(
      this.#search,
      this.#hot,
      this.#search.onDidChange((change) => this.#tell('search', this.#search, change)),
      this.#hot.onDidChange((change) => this.#tell('hot', this.#hot, change)),
      deps.access.onDidChange((state) => this.#followConnection(state)),
      onSettingChange('calendar.timeZone', () => this.#post('settings', this.#settings())),
      onSettingChange('calendar.pageSize', () => this.#post('settings', this.#settings())),
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#isPageReady = false;
      }),
      panel.onDidDispose(() => this.dispose()),
    );
    const strings = calendarStrings();
    panel.webview.html = webviewHtml(panel.webview, deps.extensionUri, {
      title: strings.title,
      script: 'calendar.js',
      style: 'calendar-style.css',
      boot: strings,
    });
  }

  /** Puts back what the page stored before the window was reloaded, if it is from this connection. */
  restore(stored: unknown): void {
    const kept = readKeptState(stored);
    if (kept === undefined || (this.#connectionId !== undefined && kept.connectionId !== this.#connectionId)) return;
    this.#connectionId = kept.connectionId;
    if (kept.search !== null) this.#search.restore(kept.search);
    if (kept.hot !== null) this.#hot.restore(kept.hot);
  }

  show(request: ShowRequest | null): void {
    this.panel.reveal();
    if (request === null) return;
    if (this.#isPageReady) this.#post('show', request);
    else this.#pendingShow = request;
  }

  dispose(): void {
    this.#keepTimer?.dispose();
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  readonly #handlers: Handlers<ToCalendarHost> = {
    ready: () => {
      this.#isPageReady = true;
      const lists = { search: content(this.#search), hot: content(this.#hot) };
      this.#post('start', { session: sessionView(this.deps.access.current), settings: this.#settings(), lists, show: this.#pendingShow });
      this.#pendingShow = null;
    },
    search: (form) => void this.#search.start(form),
    hot: (form) => {
      const date = isTimeZone(form.zone) ? hotQuery(form, this.deps.clock.wallMs()) : { ...form, date: form.date ?? '', isToday: false };
      void this.#hot.start(date);
    },
    more: ({ name, generation, rows }) => {
      const feed = this.#feed(name);
      if (feed.state.generation === generation && rowsOf(feed.state).length === rows) void feed.more();
    },
    stop: ({ name }) => this.#feed(name).stop(),
    act: ({ name, action }) => {
      if (action === 'retry') void this.#feed(name).retry();
      else void vscode.commands.executeCommand(actionCommands[action]);
    },
    openLink: (reference) => {
      const url = this.#event(reference)?.detailUrl;
      if (typeof url === 'string') this.#run(this.deps.links.open(url));
    },
    copyRow: (reference) => {
      const event = this.#event(reference);
      if (event !== undefined) this.#run(copyEvent(event, reference.zone).then((text) => this.#post('notice', { text })));
    },
    exportEvent: (reference) => {
      const event = this.#event(reference);
      if (event !== undefined) this.#run(saveCalendarFile(event, this.deps.clock.wallMs()));
    },
    exportList: ({ name, generation, indexes, zone }) => {
      const { state } = this.#feed(name);
      if (state.generation !== generation || !isTimeZone(zone)) return;
      const rows = rowsOf(state);
      this.#run(
        saveList(
          indexes.flatMap((index) => rows[index] ?? []),
          zone,
          state.shown === undefined ? { isComplete: true } : listReport(state.shown.list),
        ),
      );
    },
  };

  #settings(): PanelSettings {
    return { zone: this.deps.timeZone(), pageSize: readSetting('calendar.pageSize') };
  }

  #feed(name: ListName): CalendarList<SearchForm> | CalendarList<HotQuery> {
    return name === 'search' ? this.#search : this.#hot;
  }

  #event({ name, generation, index, zone }: ToCalendarHost['copyRow']): CalendarEvent | undefined {
    const { state } = this.#feed(name);
    return state.generation === generation && isTimeZone(zone) ? rowsOf(state)[index] : undefined;
  }

  #receive(message: unknown): void {
    if (!receive(calendarHostGuards, this.#handlers, message)) this.deps.log.warn('The calendar page sent a message that is not known');
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.deps.log.error('An action of the calendar failed', error));
  }

  #tell(name: ListName, feed: CalendarList<SearchForm> | CalendarList<HotQuery>, change: ListChange): void {
    const { phase } = feed.state;
    if (phase.kind === 'failed') this.deps.log.warn(`Calendar ${name} failed: ${String(phase.error)}`);
    if (!this.#isPageReady) return;
    const all = rowsOf(feed.state);
    const from = change.kind === 'appended' ? change.from : 0;
    this.#post('list', {
      name,
      state: toListState(feed.state),
      from,
      rows: change.kind === 'state' ? null : all.slice(from).map(toEventRow),
    });
    if (change.kind === 'rows' || (change.kind === 'appended' && change.from < mostKeptRows)) this.#keepSoon();
  }

  /** Not at once: the rows are painted first. */
  #keepSoon(): void {
    this.#keepTimer?.dispose();
    this.#keepTimer = this.deps.timers.after(keepDelayMs, () => this.#post('keep', this.#kept()));
  }

  #kept(): KeptState | null {
    if (this.#connectionId === undefined) return null;
    return {
      version: 1,
      connectionId: this.#connectionId,
      search: this.#search.snapshot(mostKeptRows) ?? null,
      hot: this.#hot.snapshot(mostKeptRows) ?? null,
    };
  }

  #post<K extends keyof ToCalendarPage>(type: K, body: ToCalendarPage[K]): void {
    if (!this.#isPageReady) return;
    const message: Message<ToCalendarPage, K> = { type, body };
    void this.panel.webview.postMessage(message);
  }

  #rememberWho({ connection, session }: ConnectionState): void {
    if (connection.kind !== 'none') this.#connectionId = connection.id;
    if (session.kind === 'signedIn') this.#sessionId = session.id;
  }

  /** Rows never outlive the service or the user they came from; what was asked for is asked again there. */
  #followConnection(state: ConnectionState): void {
    const { connection, session } = state;
    const isOther =
      (connection.kind !== 'none' && this.#connectionId !== undefined && connection.id !== this.#connectionId) ||
      (session.kind === 'signedIn' && this.#sessionId !== undefined && session.id !== this.#sessionId);
    this.#rememberWho(state);
    this.#post('session', sessionView(state));
    const isSignedIn = connection.kind !== 'none' && session.kind === 'signedIn';
    this.#renew(this.#search, isOther, isSignedIn);
    this.#renew(this.#hot, isOther, isSignedIn);
  }

  #renew<Q>(feed: CalendarList<Q>, isOther: boolean, isSignedIn: boolean): void {
    const { query, phase } = feed.state;
    if (!isSignedIn) feed.stop();
    if (isOther) feed.clear();
    if (query !== undefined && isSignedIn && (isOther || phase.kind === 'failed')) void feed.start(query);
  }
}

function content(feed: CalendarList<SearchForm> | CalendarList<HotQuery>): ListContent {
  return { state: toListState(feed.state), rows: rowsOf(feed.state).map(toEventRow) };
}

/** What is shown; `toListState` says beside it whether that is all. */
function rowsOf({ shown }: CalendarState<unknown>): readonly CalendarEvent[] {
  return shown === undefined ? [] : seen(shown.list).items;
}

function icon(extensionUri: vscode.Uri, theme: 'light' | 'dark'): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'media', `calendar-${theme}.svg`);
}

function sessionView({ connection, session }: ConnectionState): SessionView {
  return { kind: connection.kind === 'none' ? 'none' : session.kind };
}
