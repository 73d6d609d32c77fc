import * as l10n from '@vscode/l10n';
import type { PanelAction, Problem, SessionView } from '../../../panel/calendar/calendarProtocol';
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
export function blankView(situation: ListSituation, actions: ListStateActions): HTMLElement | undefined {
  const { model, hasStarted, isFiltered } = situation;
  if (!hasStarted) return element('div');
  if (model.shown > 0) return undefined;
  if (model.rows.length > 0 && isFiltered)
    return placeholder('filter', '', l10n.t('No loaded events match your filters.'), [
      { title: l10n.t('Clear Filters'), isPrimary: false, run: () => actions.clearFilters() },
    ]);
  return emptyView(situation, actions);
}

function emptyView({ model, session, hasFormProblem }: ListSituation, actions: ListStateActions): HTMLElement {
  const { state, name } = model;
  const asked = sessionProblem(session);
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
  if (name === 'agenda') return welcome(actions, state.isAnswered);
  if (state.isAnswered)
    return placeholder(
      'search',
      '',
      name === 'search' ? l10n.t('No events match this keyword.') : l10n.t('No high-impact releases on this day.'),
      [],
    );
  return element('div');
}

function skeleton(): HTMLElement {
  const row = (): HTMLElement => element('div', { class: 'skeleton-row' });
  return element('div', { class: 'skeleton', attributes: { 'aria-hidden': 'true' } }, ...Array.from({ length: 8 }, row));
}

/** @param isEmpty - The coming days were read and have nothing. */
function welcome(actions: ListStateActions, isEmpty: boolean): HTMLElement {
  const examples = ['CPI', 'GDP', 'PMI'].map((keyword) =>
    actionButton({ title: keyword, isPrimary: false, run: () => actions.searchFor(keyword) }),
  );
  const view = placeholder(
    'calendar',
    isEmpty ? l10n.t('No high-impact releases in the next 7 days') : '',
    l10n.t('Search indicators, market closures, central bank events, and corporate actions.'),
    [],
  );
  view.append(element('div', { class: 'actions' }, element('span', { class: 'hint', text: l10n.t('Try') }), ...examples));
  return view;
}

/** Strips above rows that stay: what went wrong, and why the list is not whole. */
export function stripes({ model, session }: ListSituation, actions: ListStateActions): readonly HTMLElement[] {
  if (model.rows.length === 0) return [];
  const problem = sessionProblem(session)?.problem ?? model.state.problem;
  const incomplete: Problem | null =
    model.state.end === 'incomplete'
      ? { message: model.state.endText, severity: 'warning', actions: [{ id: 'retry', title: l10n.t('Refresh') }] }
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
