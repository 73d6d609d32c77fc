import '../shared/grid/dataGrid';
import './controls/weekStrip';
import './controls/zonePicker';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FieldProblem } from '../../domain/calendar/calendarQuery';
import { basicDate, dayNumber, dayOfDate } from '../../domain/time/zones';
import type { PanelSettings, TabName, WeekDay } from '../../panel/calendar/calendarProtocol';
import type { SessionView } from '../../panel/platform/sessionView';
import type { GridEvents, GridPlace } from '../shared/grid/gridView';
import { filterBar } from './controls/filterBar';
import type { FilterActions } from './controls/filterBar';
import { isFiltered } from './controls/filters';
import { hotForm } from './controls/hotForm';
import type { HotFormActions } from './controls/hotForm';
import { searchForm, typeName } from './controls/searchForm';
import type { SearchFormActions } from './controls/searchForm';
import { panelId, tabId, tabs } from './controls/tabs';
import { timeControls } from './controls/timeControls';
import type { TimeActions } from './controls/timeControls';
import type { Formats } from './format';
import type { RowAction } from './list/eventButtons';
import { lackOfSpace } from '../shared/grid/fitting';
import { eventGrid, eventGridColumns } from './list/eventGrid';
import type { HeldRows } from './list/held';
import type { EventLine, ListModel } from './list/listModel';
import { blankView, stripes } from './list/listStates';
import type { ListStateActions } from './list/listStates';
import type { ReminderMarks } from './list/reminderMarks';
import { statusText } from './list/statusText';
import type { ViewState } from './viewState';

/** The coming days are those of economic data. */
const agendaType = 1;

/** Everything that determines how the page looks. */
export interface CalendarView {
  readonly model: ListModel;
  readonly view: ViewState;
  readonly session: SessionView;
  readonly settings: PanelSettings;
  readonly days: readonly WeekDay[];
  readonly now: number;
  /** False until the extension has sent the first state. */
  readonly hasStarted: boolean;
  /** The rule that the search fields break. */
  readonly problem: FieldProblem | undefined;
  readonly isDateInvalid: boolean;
  readonly isSeeking: boolean;
  readonly held: HeldRows;
  readonly reminders: ReminderMarks;
  readonly arrived: ReadonlySet<number>;
  readonly place: GridPlace | undefined;
  /** Announced once to screen readers. */
  readonly announcement: string;
  /** Why a list takes so long to load; empty if there is no reason. */
  readonly waiting: string;
  readonly formats: Formats;
  readonly isNarrow: boolean;
  /** Of the page, in pixels. */
  readonly width: number;
  /** Columns without space are shown as well: the list scrolls sideways then. */
  readonly showsAll: boolean;
}

/** The user's actions. */
export interface CalendarActions extends ListStateActions, SearchFormActions, HotFormActions, TimeActions, FilterActions {
  readonly selectTab: (name: TabName) => void;
  /** `yyyyMMdd`. */
  readonly showDay: (date: string) => void;
  /** The same of a day among the events that were found. */
  readonly showFound: (date: string) => void;
  readonly chooseZone: (zone: string) => void;
  readonly askMore: () => void;
  readonly toggleAll: () => void;
  readonly actOn: (action: RowAction, line: EventLine) => void;
  /** The user moves through the rows. */
  readonly moved: (event: Event) => void;
  readonly gridEvents: GridEvents<EventLine>;
}

/** The page: tabs and zone, the next days, controls, the list, and its messages. */
export function pageTemplate(state: CalendarView, actions: CalendarActions): TemplateResult {
  const { view, session, settings, now, model, formats } = state;
  const columns = columnsOf(state, actions);
  const shownDay = view.tab === 'hot' ? (view.hotDate ?? basicDate(settings.zone, now)) : null;
  return html`<header class="top">
      <h1 class="sr-only">${l10n.t('Economic Calendar')}</h1>
      ${tabs(view.tab, actions.selectTab)}
      <zone-picker .zone=${settings.zone} .now=${now} .instants=${model.instants} .choose=${actions.chooseZone}></zone-picker>
    </header>
    <main class="main">
      <week-strip
        .days=${session.kind === 'signedIn' ? daysOf(state) : []}
        .counted=${model.name === 'search' ? 'events' : 'releases'}
        .selected=${shownDay}
        .today=${dayNumber(settings.zone, now)}
        .formats=${formats}
        .choose=${model.name === 'search' ? actions.showFound : actions.showDay}
      ></week-strip>
      <div class="panel" id=${panelId} role="tabpanel" aria-labelledby=${tabId(view.tab)}>
        ${controls(state, actions)}
        <div class="progress ${isBusy(model) ? 'busy' : ''}" aria-hidden="true"></div>
        <div class="notices">${chosenTypeOf(state) === '' ? stripes({ model, session }, actions.act) : nothing}</div>
        ${list(state, columns, actions)}
      </div>
    </main>
    ${footer(state, columns, actions)}`;
}

/** The days of the strip count what the list below is about: the events that were found, or the releases that matter. */
function daysOf({ days, model, now }: CalendarView): readonly WeekDay[] {
  if (model.name !== 'search') return days;
  return days.map(({ date }) => ({ date, count: model.countOn(dayOfDate(date) ?? 0, now) }));
}

function isBusy({ shownState }: ListModel): boolean {
  return shownState.phase === 'loading' || shownState.phase === 'loadingMore';
}

function controls(state: CalendarView, actions: CalendarActions): TemplateResult {
  const { view, settings, now, model, problem, isDateInvalid, isSeeking, held } = state;
  return html`<div class="controls">
    ${
      view.tab === 'hot'
        ? hotForm({ date: view.hotDate, today: basicDate(settings.zone, now), isInvalid: isDateInvalid }, actions)
        : searchForm({ view, problem, pageSize: settings.pageSize }, actions)
    }
    ${timeControls(model, { now, isSeeking, isSorted: view.sortByTime }, actions)}
    ${filterBar({ filters: view, countries: model.countries(), canBeMine: held.canBeIn(model) }, actions)}
  </div>`;
}

type Columns = ReturnType<typeof eventGridColumns>;

function columnsOf(state: CalendarView, actions: CalendarActions): Columns {
  const { model, settings, now, held, reminders, formats, isNarrow, width } = state;
  return eventGridColumns(
    model,
    {
      ...{ zone: settings.zone, now, formats, isNarrow, act: actions.actOn },
      isMine: held.isIn(model),
      minutesBefore: (row) => reminders.minutesBefore(row),
    },
    width,
  );
}

function list(state: CalendarView, columns: Columns, actions: CalendarActions): TemplateResult {
  const { model, session, hasStarted, view, problem, settings, now, held, reminders, arrived, place, formats } = state;
  const hasFormProblem = problem !== undefined && view.tab === 'search';
  const chosenType = chosenTypeOf(state);
  const blank = blankView(
    { model, session, hasStarted, isFiltered: isFiltered(view), hasFormProblem, chosenType, isSeeking: state.isSeeking, now },
    actions,
  );
  const grid = eventGrid(model, {
    zone: settings.zone,
    now,
    isMine: held.isIn(model),
    minutesBefore: (row) => reminders.minutesBefore(row),
    act: actions.actOn,
    formats,
    isNarrow: state.isNarrow,
    shown: state.showsAll ? columns.all : columns.fitting,
    arrived,
    place,
  });
  return html`<div class="list" @wheel=${actions.moved} @pointerdown=${actions.moved} @keydown=${actions.moved}>
    <market-grid
      class="${model.shownState.isOld ? 'old' : ''} ${blank === undefined ? '' : 'covered'}"
      .view=${grid}
      .events=${actions.gridEvents}
    ></market-grid>
    ${blank === undefined ? nothing : html`<div class="overlay">${blank}</div>`}
  </div>`;
}

/** What the form says of the list, which may be of another type as long as there is no keyword to search for. */
function chosenTypeOf({ view, model, session }: CalendarView): string {
  if (view.tab !== 'search' || view.keyword.trim() !== '' || session.kind !== 'signedIn') return '';
  const listed = model.name === 'agenda' ? agendaType : (model.state.searchType ?? view.searchType);
  return listed === view.searchType ? '' : typeName(view.searchType);
}

function footer(state: CalendarView, columns: Columns, actions: CalendarActions): TemplateResult {
  // Nothing is told of a list that isn't shown.
  return chosenTypeOf(state) === '' ? listFooter(state, columns, actions) : html`<footer class="status"></footer>`;
}

function listFooter(
  { model, view, session, settings, formats, announcement, waiting, showsAll }: CalendarView,
  { all, fitting }: Columns,
  actions: CalendarActions,
): TemplateResult {
  const { shownState: state, rows, shown } = model;
  const status = statusText({
    state,
    loaded: rows.length,
    shown,
    isFiltered: isFiltered(view),
    number: (value) => formats.number(value),
    loadedAt: state.loadedAt === null ? '' : formats.clock(state.loadedAt, settings.zone),
  });
  const hasMore = state.end === 'more' && state.phase === 'ready' && session.kind === 'signedIn' && rows.length > 0;
  return html`<footer class="status">
    <span class="status-text" role="status" aria-live="polite">${status}</span>
    ${waiting !== '' && isBusy(model) ? html`<span class="waiting">${waiting}</span>` : nothing}
    ${hasMore ? html`<button type="button" class="link-button" @click=${actions.askMore}>${l10n.t('Load More')}</button>` : nothing}
    <span class="sr-only" aria-live="polite">${announcement}</span>
    ${rows.length === 0 ? nothing : lackOfSpace(all, fitting, { showsAll, toggle: actions.toggleAll })}
  </footer>`;
}
