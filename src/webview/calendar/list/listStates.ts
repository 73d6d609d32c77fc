import type { PanelAction, Problem, SessionView } from '../../../panel/calendar/calendarProtocol';
import type { CalendarStrings } from '../../../panel/calendar/calendarStrings';
import { element } from '../../shared/dom';
import type { ListModel } from './listModel';
import { actionButton, notice, placeholder, problemActions, sessionProblem } from './stateView';

export interface ListSituation {
  readonly model: ListModel;
  readonly session: SessionView;
  /** False until the extension has said what there is. */
  readonly hasStarted: boolean;
  readonly isFiltered: boolean;
  /** A field of the form is wrong: what is said there is the news, not what stands below. */
  readonly hasFormProblem: boolean;
}

export interface ListStateActions {
  act(action: PanelAction): void;
  clearFilters(): void;
  searchFor(keyword: string): void;
}

/** What stands in place of the rows; undefined when there are rows to be seen. */
export function blankView(situation: ListSituation, strings: CalendarStrings, actions: ListStateActions): HTMLElement | undefined {
  const { model, hasStarted, isFiltered } = situation;
  if (!hasStarted) return element('div');
  if (model.shown > 0) return undefined;
  if (model.rows.length > 0 && isFiltered)
    return placeholder('filter', '', strings.emptyFilter, [
      { title: strings.clearFilters, isPrimary: false, run: () => actions.clearFilters() },
    ]);
  return emptyView(situation, strings, actions);
}

function emptyView({ model, session, hasFormProblem }: ListSituation, strings: CalendarStrings, actions: ListStateActions): HTMLElement {
  const { state, name } = model;
  const asked = sessionProblem(session, strings);
  const act = (action: PanelAction): void => actions.act(action);
  if (asked !== undefined)
    return placeholder(
      session.kind === 'none' ? 'plug' : 'account',
      asked.title,
      asked.problem.message,
      problemActions(asked.problem, act),
    );
  if (state.problem !== null)
    return placeholder(state.problem.severity, '', state.problem.message, problemActions(state.problem, act), 'alert');
  if (state.phase === 'loading') return skeleton();
  if (hasFormProblem) return element('div');
  if (name === 'agenda') return welcome(strings, actions, state.isAnswered);
  if (state.isAnswered) return placeholder('search', '', name === 'search' ? strings.emptySearch : strings.emptyHot, []);
  return element('div');
}

function skeleton(): HTMLElement {
  const row = (): HTMLElement => element('div', { class: 'skeleton-row' });
  return element('div', { class: 'skeleton', attributes: { 'aria-hidden': 'true' } }, ...Array.from({ length: 8 }, row));
}

/** @param isEmpty - The coming days were read and have nothing. */
function welcome(strings: CalendarStrings, actions: ListStateActions, isEmpty: boolean): HTMLElement {
  const examples = strings.examples.map((keyword) =>
    actionButton({ title: keyword, isPrimary: false, run: () => actions.searchFor(keyword) }),
  );
  const view = placeholder('calendar', isEmpty ? strings.emptyAgenda : '', strings.welcomeSearch, []);
  view.append(element('div', { class: 'actions' }, element('span', { class: 'hint', text: strings.welcomeExamples }), ...examples));
  return view;
}

/** Strips above rows that stay: what went wrong, and why the list is not whole. */
export function stripes({ model, session }: ListSituation, strings: CalendarStrings, actions: ListStateActions): readonly HTMLElement[] {
  if (model.rows.length === 0) return [];
  const problem = sessionProblem(session, strings)?.problem ?? model.state.problem;
  const incomplete: Problem | null =
    model.state.end === 'incomplete'
      ? { message: model.state.endText, severity: 'warning', actions: [{ id: 'retry', title: strings.refresh }] }
      : null;
  return [problem, incomplete].flatMap((one) =>
    one === null
      ? []
      : [
          notice(
            one,
            problemActions(one, (action) => actions.act(action)),
          ),
        ],
  );
}
