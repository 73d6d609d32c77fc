import * as vscode from 'vscode';
import type { HoldingsSource } from '../../app/positions/heldSecurities';
import type { Disposable } from '../../app/platform/ports';
import { isSignedIn } from '../../app/session/connection';
import type { ConnectionState } from '../../app/session/connection';
import type { AlertMarks } from '../../app/alerts/alertMarks';
import { releaseMoment } from '../../domain/alerts/reminder';
import { areDays } from '../../domain/calendar/closureDay';
import type { CalendarFileOptions, EventPlace } from '../../domain/calendar/calendarText';
import { dayOfDate, isTimeZone } from '../../domain/time/zones';
import { calendarHostGuards } from '../../panel/calendar/calendarProtocol';
import type {
  ListName,
  PanelAction,
  PanelSettings,
  ShowRequest,
  ToCalendarHost,
  ToCalendarPage,
} from '../../panel/calendar/calendarProtocol';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import type { ListChange } from '../../service/lists/pagedList';
import type { CalendarEvent } from '../../service/records';
import type { CommandId } from '../platform/ids';
import { onSettingChange, readSetting, writeSetting } from '../platform/settings';
import { PagePanel } from '../platform/pages/pagePanel';
import type { PageFrame } from '../platform/pages/pagePanel';
import { sayInfo } from '../platform/say/messages';
import { waiting } from '../platform/trees/waiting';
import { CalendarLists } from './calendarLists';
import { DueReads } from './dueReads';
import { toEventRow } from './eventRow';
import { mostKeptRows, readKeptState } from './keptState';
import { copyEvents, saveCalendarFile, saveList } from './saveEvents';
import { runCommand } from '../platform/runCommand';
import { stateKeys } from '../../app/platform/storedNames';
import type { UiPorts } from '../platform/ports';

export interface CalendarPanelDependencies extends Pick<
  UiPorts,
  'access' | 'clock' | 'timers' | 'links' | 'log' | 'state' | 'extensionUri' | 'timeZone' | 'ownTimeZone'
> {
  readonly holdings: HoldingsSource;
  readonly reminders: Pick<AlertMarks, 'reminders' | 'minutesBefore' | 'onDidChange' | 'refresh'>;
}

const actionCommands: Readonly<Record<Exclude<PanelAction, 'retry'>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  showCertificate: 'marketDesk.showCertificate',
  setUpApiKey: 'marketDesk.setUpApiKey',
  synchronize: 'marketDesk.clock.sync',
  showLog: 'marketDesk.showLog',
  startSandbox: 'marketDesk.sandbox.start',
};

/** For events in a calendar file that have no reminder set by the user. */
const usualAlarmMinutes = 15;
const keepDelayMs = 200;

/** One calendar panel: owns the lists, and keeps the page up to date while it exists. */
export class CalendarPanel extends PagePanel<ToCalendarPage, ToCalendarHost> {
  readonly #lists: CalendarLists;
  #connectionId: string | undefined;
  #sessionId: string | undefined;
  #pendingShow: ShowRequest | null = null;
  #keepTimer: Disposable | undefined;
  readonly #due: DueReads;
  #view: unknown = null;
  #isDisposed = false;

  constructor(
    panel: PageFrame,
    private readonly dependencies: CalendarPanelDependencies,
  ) {
    super(panel, dependencies, {
      name: 'calendar',
      icon: 'calendar',
      title: vscode.l10n.t('Economic Calendar'),
      guards: calendarHostGuards,
    });
    this.#lists = new CalendarLists(dependencies.access, dependencies.clock);
    this.#due = new DueReads({
      lists: this.#lists,
      clock: dependencies.clock,
      timers: dependencies.timers,
      isWanted: () => this.page.isReady && this.#isSignedIn && dependencies.access.reach?.isAway !== true,
    });
    this.#rememberWho(dependencies.access.current);
    this.own(
      this.#lists,
      this.#due,
      dependencies.reminders.onDidChange(() => this.page.post('reminders', this.#reminders())),
      this.#lists.onDidChange(({ name, change }) => this.#tell(name, change)),
      ...(dependencies.access.reach === undefined
        ? []
        : [
            dependencies.access.reach.onDidReturn(() => {
              this.#lists.follow({ isOther: false, isSignedIn: isSignedIn(dependencies.access.current) });
              this.#due.follow();
            }),
          ]),
      onSettingChange('calendar.pageSize', () => this.tellSettings()),
    );
  }

  /** Restores what the page stored before the window was reloaded, if it is from this connection. */
  restore(stored: unknown): void {
    const kept = readKeptState(stored);
    if (kept === undefined || (this.#connectionId !== undefined && kept.connectionId !== this.#connectionId)) return;
    this.#connectionId = kept.connectionId;
    this.#lists.restore(kept);
  }

  /** Continues where the last panel was closed, with what the user chose there; its rows are restored only if they are from this connection. */
  resume(): void {
    const closed = this.dependencies.state.get(stateKeys.closedCalendar);
    if (!isRecord(closed)) return;
    this.#view = closed['view'] ?? null;
    this.restore(closed['kept']);
  }

  /** Runs when the page is ready. */
  show(request: ShowRequest | null): void {
    if (request === null) return;
    if (this.page.isReady) this.page.post('show', request);
    else this.#pendingShow = request;
  }

  override dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#keepTimer?.dispose();
    this.#run(this.dependencies.state.set(stateKeys.closedCalendar, { view: this.#view, kept: this.#kept() }));
    super.dispose();
  }

  protected override readonly handlers: Handlers<ToCalendarHost> = {
    ready: () => {
      const lists = this.#lists;
      this.page.post('start', {
        session: this.session,
        settings: this.#settings(),
        lists: { search: lists.content('search'), hot: lists.content('hot'), agenda: lists.content('agenda') },
        show: this.#pendingShow,
        week: lists.week(),
        reminders: this.#reminders(),
        view: this.#view,
      });
      this.tellWaiting();
      this.#pendingShow = null;
      if (this.#isSignedIn) this.#lists.renewOld();
      this.#due.follow();
      // The page may have been hidden before it was told.
      this.#keepSoon();
    },
    search: (form) => void this.#lists.search.start(form),
    hot: (form) => this.#lists.hot(form),
    agenda: ({ zone }) => this.#lists.agenda(zone),
    more: ({ name, generation, rows }) => {
      if (this.#lists.state(name).generation === generation) this.#lists.more(name, rows);
    },
    stop: ({ name }) => this.#lists.stop(name),
    act: ({ name, action }) => {
      if (action === 'retry') this.#lists.retry(name);
      else void runCommand(actionCommands[action]);
    },
    zone: (zone) => {
      // The system's zone is followed, not stored: the machine may travel.
      const isSystems = zone === this.dependencies.ownTimeZone();
      if (isTimeZone(zone)) this.#run(writeSetting('calendar.timeZone', isSystems ? '' : zone));
    },
    view: (view) => {
      this.#view = view;
    },
    holdings: () => this.#run(this.#readHoldings()),
    openLink: (reference) => {
      const url = this.#event(reference)?.detailUrl;
      const { connection } = this.dependencies.access.current;
      if (typeof url === 'string' && connection.kind !== 'none') this.#run(this.dependencies.links.open(url, connection.baseUrl));
    },
    copyRows: (reference) => {
      const events = this.#events(reference);
      if (events.length > 0) this.#run(copyEvents(events, this.#placeOf(reference)).then((text) => this.page.post('notice', { text })));
    },
    exportEvent: (reference) => {
      const event = this.#event(reference);
      if (event !== undefined) this.#run(saveCalendarFile([event], this.#calendarOptions(reference.name)));
    },
    showHistory: (reference) => {
      const event = this.#event(reference);
      if (event === undefined) return;
      const { text, country, unit } = event;
      void runCommand('marketDesk.calendar.showHistory', { text, country, unit });
    },
    remind: (reference) => {
      const event = this.#event(reference);
      if (event !== undefined) this.#run(this.#remind(event));
    },
    nextDay: (after) => this.#run(this.#showNextDay(after)),
    exportList: (reference) => {
      const { name, zone, format } = reference;
      const chosen = this.#events(reference);
      if (chosen.length === 0) return;
      const report = this.#lists.report(name);
      const options = { ...this.#calendarOptions(name), missing: report.missing };
      this.#run(format === 'csv' ? saveList(chosen, this.#placeOf({ name, zone }), report) : saveCalendarFile(chosen, options));
    },
  };

  async #showNextDay({ after, zone }: ToCalendarHost['nextDay']): Promise<void> {
    if (!isTimeZone(zone) || dayOfDate(after) === undefined) return;
    const next = await this.#lists.nextReleaseDay({ date: after, zone });
    if (next.kind === 'found') this.page.post('show', { tab: 'hot', search: null, date: next.day.date });
    else {
      const text =
        next.kind === 'none'
          ? vscode.l10n.t('There are no high-impact releases in the 14 days after that.')
          : vscode.l10n.t('The days after that can’t be read right now.');
      void sayInfo(text);
    }
  }

  #placeOf({ name, zone }: Pick<ToCalendarHost['copyRows'], 'name' | 'zone'>): EventPlace {
    return { zone, areDays: areDays(this.#lists.state(name).searchType) };
  }

  #calendarOptions(name: ListName): CalendarFileOptions {
    const { clock, reminders } = this.dependencies;
    return {
      stampedAt: clock.wallMs(),
      areDays: areDays(this.#lists.state(name).searchType),
      alarmMinutes: (event) => reminders.minutesBefore(event) ?? usualAlarmMinutes,
    };
  }

  async #remind(event: CalendarEvent): Promise<void> {
    await runCommand('marketDesk.calendar.remind', { release: releaseMoment(event) });
    // The file watcher reports this as well, but only after a moment.
    await this.dependencies.reminders.refresh();
  }

  #reminders(): ToCalendarPage['reminders'] {
    return this.dependencies.reminders.reminders.map(({ name, timeMs, minutesBefore }) => ({ name, timeMs, minutesBefore }));
  }

  protected override tellSettings(): void {
    this.page.post('settings', this.#settings());
  }

  protected override tellWaiting(): void {
    this.page.post('waiting', waiting.text('market') ?? '');
  }

  #settings(): PanelSettings {
    return { zone: this.dependencies.timeZone(), pageSize: readSetting('calendar.pageSize') };
  }

  #event({ index, ...list }: ToCalendarHost['openLink']): CalendarEvent | undefined {
    return this.#events({ ...list, indexes: [index] })[0];
  }

  /** The rows of a list that the page names; none if the list has changed since. */
  #events({ name, generation, indexes, zone }: ToCalendarHost['copyRows']): readonly CalendarEvent[] {
    if (this.#lists.state(name).generation !== generation || !isTimeZone(zone)) return [];
    const rows = this.#lists.rows(name);
    return indexes.flatMap((index) => rows[index] ?? []);
  }

  async #readHoldings(): Promise<void> {
    this.page.post('holdings', await this.dependencies.holdings());
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.dependencies.log.error('An action of the calendar failed', error));
  }

  #tell(name: ListName, change: ListChange): void {
    const failure = this.#lists.failure(name);
    if (failure instanceof Error) this.dependencies.log.warn(`Calendar ${name} failed: ${String(failure)}`);
    if (!this.page.isReady) return;
    if (change.kind !== 'state') this.#due.follow();
    const from = change.kind === 'appended' ? change.from : 0;
    const rows = change.kind === 'state' ? null : this.#lists.rows(name).slice(from).map(toEventRow);
    this.page.post('list', { name, state: this.#lists.state(name), from, rows, isReread: this.#lists.isReread(name) });
    if (name === 'agenda') this.page.post('week', this.#lists.week());
    else if (change.kind === 'rows' || (change.kind === 'appended' && change.from < mostKeptRows)) this.#keepSoon();
  }

  /** Deferred, so that the rows are painted first. */
  #keepSoon(): void {
    this.#keepTimer?.dispose();
    this.#keepTimer = this.dependencies.timers.after(keepDelayMs, () => this.page.post('keep', this.#kept()));
  }

  #kept(): unknown {
    return this.#connectionId === undefined ? null : this.#lists.kept(this.#connectionId);
  }

  get #isSignedIn(): boolean {
    return isSignedIn(this.dependencies.access.current);
  }

  #rememberWho({ connection, session }: ConnectionState): void {
    if (connection.kind !== 'none') this.#connectionId = connection.id;
    if (session.kind === 'signedIn') this.#sessionId = session.id;
  }

  /** Rows are dropped when the service or user changes; the same query is run again. */
  protected override follow(change: 'connection' | 'visibility'): void {
    if (change === 'visibility') {
      this.#due.follow();
      return;
    }
    const { connection, session } = this.dependencies.access.current;
    const isOther =
      (connection.kind !== 'none' && this.#connectionId !== undefined && connection.id !== this.#connectionId) ||
      (session.kind === 'signedIn' && this.#sessionId !== undefined && session.id !== this.#sessionId);
    this.#rememberWho(this.dependencies.access.current);
    if (isOther) this.page.post('holdings', null);
    this.page.post('session', this.session);
    this.#lists.follow({ isOther, isSignedIn: connection.kind !== 'none' && session.kind === 'signedIn' });
  }
}
