import * as vscode from 'vscode';
import { isRefusedParameter } from '../../service/lists/pagedList';
import type { ListPhase } from '../../service/lists/pagedList';
import type { AgendaState } from '../../app/calendar/agenda';
import type { CalendarState } from '../../app/calendar/calendarSearch';
import { seen } from '../../service/lists/list';
import { gapsText } from '../platform/lists/gapText';
import type { ListState, Problem } from '../../panel/calendar/calendarProtocol';
import { InvalidInputError } from '../../service/errors';
import { causeText } from '../platform/errors/outage';
import { presentError } from '../platform/errors/presentError';

/** The state of a list as the page shows it. */
export function toListState(state: CalendarState<unknown>): ListState {
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
export function toAgendaState(state: AgendaState): ListState {
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
