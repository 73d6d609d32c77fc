import { Agenda } from '../../app/calendar/agenda';
import { nextReleaseDay } from '../../app/calendar/nextReleaseDay';
import type { Day, NextReleaseDay } from '../../app/calendar/nextReleaseDay';
import { createHotList, createSearchList, hotQuery, queryNow } from '../../app/calendar/calendarSearch';
import type { CalendarList, CalendarState, HotQuery } from '../../app/calendar/calendarSearch';
import { listReport } from '../../app/platform/listReport';
import type { ListReport } from '../../app/platform/listReport';
import { Emitter } from '../../app/platform/emitter';
import type { MachineClock } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { HotForm, SearchForm } from '../../domain/calendar/calendarQuery';
import { isTimeZone } from '../../domain/time/zones';
import type { ListContent, ListName, ListState, Problem, WeekDay } from '../../panel/calendar/calendarProtocol';
import { seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import type { ListChange, ListPhase } from '../../service/lists/pagedList';
import type { CalendarEvent } from '../../service/records';
import { toEventRow } from './eventRow';
import type { KeptState } from './keptState';
import { mostKeptRows } from './keptState';
import * as vscode from 'vscode';
import { isRefusedParameter } from '../../service/lists/pagedList';
import type { AgendaState } from '../../app/calendar/agenda';
import { gapsText } from '../platform/lists/gapText';
import { InvalidInputError } from '../../service/errors';
import { causeText } from '../platform/errors/outage';
import { presentError } from '../platform/errors/presentError';

/** How many days ahead to look for the next day with releases. */
const daysAhead = 14;
/** When the page comes back, rows younger than this are shown without reading them again. */
const freshMs = 60_000;

interface ListUpdate {
  readonly name: ListName;
  readonly change: ListChange;
}

interface Session {
  /** The service or user changed. */
  readonly isOther: boolean;
  readonly isSignedIn: boolean;
}

/** The three lists of the calendar behind one interface: their state, and the actions on each. */
export class CalendarLists {
  readonly search: CalendarList<SearchForm>;
  readonly #hot: CalendarList<HotQuery>;
  readonly #agenda: Agenda;
  readonly #changed = new Emitter<ListUpdate>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions;
  #looking = new AbortController();
  /** The generation in which the same rows were read again, at most one for each list. */
  readonly #reread = new Map<ListName, number>();

  constructor(
    private readonly access: ServiceAccess,
    private readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>,
  ) {
    this.search = createSearchList(access, clock);
    this.#hot = createHotList(access, clock);
    this.#agenda = new Agenda({ access, clock });
    this.#subscriptions = [
      this.search.onDidChange((change) => this.#changed.fire({ name: 'search', change })),
      this.#hot.onDidChange((change) => {
        if (isOfAnotherDay(this.#hot.state)) this.#hot.forgetShown();
        else this.#changed.fire({ name: 'hot', change });
      }),
      this.#agenda.onDidChange(() => this.#changed.fire({ name: 'agenda', change: { kind: 'rows' } })),
    ];
  }

  hot(form: HotForm): void {
    this.#readHot(isTimeZone(form.zone) ? hotQuery(form, this.clock.wallMs()) : { ...form, date: form.date ?? '', isToday: false });
  }

  agenda(zone: string): void {
    if (isTimeZone(zone)) void this.#agenda.show(zone);
  }

  /** Reads the next page of a list of which the page shows `rows` rows. */
  more(name: ListName, rows: number): void {
    const list = this.#paged(name);
    if (list !== undefined && this.rows(name).length === rows) void list.more();
  }

  /** The user wants no answer: the list is again that of the rows which are shown. */
  stop(name: ListName): void {
    this.#paged(name)?.stop();
  }

  /** Reads again what could not be read; otherwise everything that is shown. */
  retry(name: ListName): void {
    if (name === 'agenda') void this.#agenda.refresh();
    else if (name === 'hot' && this.#hasDayEnded(this.#hot.state.query)) this.#readHot(this.#hot.state.query);
    else if (this.#state(name).phase.kind === 'failed') void this.#paged(name)?.retry();
    else if (name === 'search') this.#readAgain(name, this.search, rowsOf(this.search.state));
    else this.#readAgain(name, this.#hot, Number.POSITIVE_INFINITY);
  }

  /** Reads again what is old: rows that were kept over a reload, or those of a page that was hidden for a while. */
  renewOld(): void {
    for (const name of ['search', 'hot'] as const) {
      const { shown, isOld, phase } = this.#state(name);
      if (shown !== undefined && phase.kind === 'ready' && (isOld || this.clock.wallMs() - shown.loadedAt > freshMs)) this.retry(name);
    }
  }

  /** The rows of a list that are data releases, whose values are published later; none for closures, events and corporate actions. */
  releases(name: ListName): readonly CalendarEvent[] {
    return name === 'search' && this.state(name).searchType !== 1 ? [] : this.rows(name);
  }

  /** Whether the rows are those that the page already has, read again. */
  isReread(name: ListName): boolean {
    return name === 'agenda' || this.#reread.get(name) === this.#state(name).generation;
  }

  state(name: ListName): ListState {
    if (name === 'agenda') return toAgendaState(this.#agenda.state);
    return name === 'search' ? searchState(this.search.state) : hotState(this.#hot.state);
  }

  /** What is missing from the list, for exported files. */
  report(name: ListName): ListReport {
    const list = this.#list(name);
    return list === undefined ? { isComplete: true } : listReport(list);
  }

  rows(name: ListName): readonly CalendarEvent[] {
    const list = this.#list(name);
    return list === undefined ? [] : seen(list).items;
  }

  content(name: ListName): ListContent {
    const { state } = this.#hot;
    if (name === 'hot' && this.#hasDayEnded(state.shown?.query)) return { state: hotState({ ...state, shown: undefined }), rows: [] };
    return { state: this.state(name), rows: this.rows(name).map(toEventRow) };
  }

  /** The error of a failed list; undefined otherwise. */
  failure(name: ListName): unknown {
    if (name === 'agenda') return this.#agenda.state.error;
    const { phase } = this.#state(name);
    return phase.kind === 'failed' ? phase.error : undefined;
  }

  week(): readonly WeekDay[] {
    return this.#agenda.state.days;
  }

  /** Looks for the first day after `after` that has releases. A new call aborts the previous one. */
  async nextReleaseDay(after: Day): Promise<NextReleaseDay> {
    this.#looking.abort();
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    return nextReleaseDay(async () => this.access.client(), after, daysAhead, { signal }).catch(() => ({ kind: 'unknown' }));
  }

  /** The first rows of both paged lists, to restore them later. */
  kept(connectionId: string): KeptState {
    return {
      version: 1,
      connectionId,
      search: this.search.snapshot(mostKeptRows) ?? null,
      hot: this.#hot.snapshot(mostKeptRows) ?? null,
    };
  }

  restore(kept: KeptState): void {
    if (kept.search !== null) this.search.restore(kept.search);
    if (kept.hot !== null && !this.#hasDayEnded(kept.hot.query)) this.#hot.restore(kept.hot);
  }

  /** Follows the session. After a change of the service or user the rows are dropped, and the same query is run again. */
  follow(session: Session): void {
    const { isOther, isSignedIn } = session;
    renew(this.search, session, (query) => void this.search.start(query));
    renew(this.#hot, session, (query) => this.#readHot(query));
    if (isSignedIn && !isOther) this.renewOld();
    if (isOther) this.#agenda.reset();
    if (isSignedIn && (isOther || this.#agenda.state.error !== undefined)) void this.#agenda.refresh();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#looking.abort();
    this.search.dispose();
    this.#hot.dispose();
    this.#agenda.dispose();
    this.#changed.dispose();
  }

  /** The service sorts by importance, so only a complete day can be sorted by time. */
  #readHot(query: HotQuery): void {
    const { query: last, shown } = this.#hot.state;
    if (this.#hasDayEnded(last) || this.#hasDayEnded(shown?.query)) this.#hot.clear();
    void this.#hot.start(queryNow(query, this.clock.wallMs()), Number.POSITIVE_INFINITY);
  }

  /** True for a query of today whose day is over: its rows would pass for those of the day that has begun. */
  #hasDayEnded(query: HotQuery | undefined): query is HotQuery {
    return query !== undefined && queryNow(query, this.clock.wallMs()) !== query;
  }

  /** Reads as many rows as before, so that the scroll position is kept. */
  #readAgain<Q>(name: ListName, list: CalendarList<Q>, wanted: number): void {
    const { query, generation, shown, phase } = list.state;
    if (query === undefined || phase.kind === 'loading' || phase.kind === 'loadingMore') return;
    if (shown?.query === query) this.#reread.set(name, generation + 1);
    void list.start(query, wanted);
  }

  #list(name: ListName): List<CalendarEvent> | undefined {
    return name === 'agenda' ? this.#agenda.state.list : this.#state(name).shown?.list;
  }

  #paged(name: ListName): CalendarList<SearchForm> | CalendarList<HotQuery> | undefined {
    if (name === 'agenda') return undefined;
    return name === 'search' ? this.search : this.#hot;
  }

  #state(name: Exclude<ListName, 'agenda'>): CalendarState<unknown> {
    return name === 'search' ? this.search.state : this.#hot.state;
  }
}

function rowsOf({ shown }: CalendarState<unknown>): number {
  return shown === undefined ? 0 : seen(shown.list).items.length;
}

function searchState(state: CalendarState<SearchForm>): ListState {
  const query = state.shown?.query;
  const form = query === undefined ? null : ({ kind: 'search', search: query } as const);
  return { ...toListState(state), searchType: query?.searchType ?? null, form };
}

function hotState(state: CalendarState<HotQuery>): ListState {
  const query = state.shown?.query;
  const form = query === undefined ? null : ({ kind: 'hot', date: query.isToday ? null : query.date } as const);
  return { ...toListState(state), form };
}

/** Rows stay while another day is loading, dimmed; otherwise they would pass for those of the day that was asked for. */
function isOfAnotherDay({ query, shown, phase }: CalendarState<HotQuery>): boolean {
  if (phase.kind === 'loading' || query === undefined || shown === undefined) return false;
  return shown.query.date !== query.date || shown.query.zone !== query.zone;
}

function renew<Q>(list: CalendarList<Q>, { isOther, isSignedIn }: Session, read: (query: Q) => void): void {
  const { query, phase } = list.state;
  if (!isSignedIn) list.interrupt();
  if (isOther) list.clear();
  if (query !== undefined && isSignedIn && (isOther || phase.kind === 'failed')) read(query);
}

/** The state of a list as the page shows it. */
function toListState(state: CalendarState<unknown>): ListState {
  const { generation, phase, shown, isOld } = state;
  // More pages are no gap: the button that reads them shows that there are more.
  const gaps = shown === undefined ? [] : seen(shown.list).gaps.filter(({ kind }) => kind !== 'more');
  return {
    generation,
    phase: phase.kind,
    end: shown === undefined ? 'complete' : shown.hasMore ? 'more' : shown.list.verdict === 'complete' ? 'complete' : 'incomplete',
    endText: gapsText(gaps, 'events'),
    isOld,
    loadedAt: shown?.loadedAt ?? null,
    isAnswered: shown !== undefined,
    searchType: null,
    form: null,
    problem: phase.kind === 'failed' ? toProblem(phase) : null,
  };
}

/** The agenda as the page shows it: a list without paging. */
function toAgendaState(state: AgendaState): ListState {
  const { generation, isLoading, list, loadedAtMs, error } = state;
  const gaps = list === undefined ? [] : seen(list).gaps;
  return {
    generation,
    phase: isLoading ? 'loading' : error !== undefined ? 'failed' : list === undefined ? 'idle' : 'ready',
    end: list?.verdict === 'incomplete' ? 'incomplete' : 'complete',
    endText: gapsText(gaps, 'events'),
    isOld: false,
    loadedAt: loadedAtMs ?? null,
    isAnswered: list !== undefined,
    searchType: null,
    form: null,
    problem: error === undefined || isLoading ? null : toProblem({ kind: 'failed', error, during: 'first' }),
  };
}

function toProblem({ error, during }: Extract<ListPhase, { kind: 'failed' }>): Problem | null {
  if (error instanceof InvalidInputError) return { message: fieldText(error.field), severity: 'warning', actions: [] };
  const { severity, actions } = presentError(error);
  const message = causeText(error);
  const again: Problem['actions'] =
    during === 'more' && isRefusedParameter(error) ? [{ id: 'retry', title: vscode.l10n.t('Search Again') }] : [];
  // The calendar does not depend on the order journal.
  const offered = actions.flatMap(({ id, title }) => (id === 'showJournal' ? [] : [{ id, title }]));
  return severity === 'none' ? null : { message, severity, actions: [...again, ...offered] };
}

/** What is wrong with a parameter; its wire name is in parentheses, as in the service's own messages. */
function fieldText(field: string): string {
  switch (field) {
    case 'keyword':
      return vscode.l10n.t('Enter a keyword.');
    case 'search_type':
      return vscode.l10n.t('Type must be a whole number from 1 to 4.');
    case 'limit':
      return vscode.l10n.t('Page size must be a whole number from 1 to 30 (1 to 20 for high-impact releases).');
    case 'date':
      return vscode.l10n.t('Select a date.');
    case 'timezone':
      return vscode.l10n.t('Select a time zone from the list.');
    default:
      return vscode.l10n.t('{0}: invalid value.', field);
  }
}
