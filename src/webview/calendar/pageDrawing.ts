import { basicDate, dayNumber } from '../../domain/time/zones';
import type { SessionView, WeekDay } from '../../panel/calendar/calendarProtocol';
import { isFiltered } from './controls/filters';
import type { GridView } from './list/gridView';
import type { HeldRows } from './list/held';
import type { ListModel } from './list/listModel';
import type { ReminderMarks } from './list/reminderMarks';
import type { PageFrame } from './pageFrame';
import type { Parts } from './parts';
import type { ViewState } from './viewState';

/** What is drawn on. */
export interface PageViews {
  readonly parts: Parts;
  readonly grid: GridView;
  readonly frame: PageFrame;
}

/** All that decides how the page looks. */
export interface PageSituation {
  readonly model: ListModel;
  readonly state: ViewState;
  readonly session: SessionView;
  readonly hasStarted: boolean;
  readonly hasFormProblem: boolean;
  readonly zone: string;
  readonly now: number;
  readonly days: readonly WeekDay[];
  readonly isSeeking: boolean;
  readonly held: HeldRows;
  readonly reminders: ReminderMarks;
}

/** Draws the page; `keepPlace` leaves the scroll position and the active row. */
export function drawPage(views: PageViews, situation: PageSituation, keepPlace: boolean): void {
  const { parts, grid, frame } = views;
  const { model, state, session, hasStarted, hasFormProblem, zone, now, held, reminders } = situation;
  const { sortByTime, tab } = state;
  const isMine = held.isIn(model);
  const canBeMine = held.canBeIn(model);
  const filters = { ...state, onlyMine: state.onlyMine && canBeMine };
  model.layOut({ zone, now, filters, sortByTime, isMine });
  parts.tabs.select(tab);
  parts.searchForm.root.hidden = tab !== 'search';
  parts.hotForm.root.hidden = tab !== 'hot';
  parts.hotForm.refresh();
  parts.zones.refresh();
  parts.filters.refresh(model.countries(), canBeMine);
  grid.show({ model, zone, now, isMine, minutesBefore: (row) => reminders.minutesBefore(row) }, keepPlace);
  frame.show({ model, session, hasStarted, isFiltered: isFiltered(filters), hasFormProblem: hasFormProblem && tab === 'search' }, zone);
  drawTimes(views, situation);
  drawWeek(views, situation);
}

export function drawTimes({ parts }: PageViews, { model, state, isSeeking, now }: PageSituation): void {
  parts.times.show(model, { isSeeking, isSorted: state.sortByTime, now });
}

export function drawWeek({ parts }: PageViews, { state, session, days, zone, now }: PageSituation): void {
  const shown = state.tab === 'hot' ? (state.hotDate ?? basicDate(zone, now)) : null;
  parts.week.show(session.kind === 'signedIn' ? days : [], shown, dayNumber(zone, now));
}
