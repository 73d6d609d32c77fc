import * as vscode from 'vscode';
import { isRefusedParameter } from '../../app/calendar/calendarFeed';
import type { FeedPhase, FeedState } from '../../app/calendar/calendarFeed';
import type { ListState, Problem } from '../../panel/calendarProtocol';
import { InvalidInputError, PaginationError } from '../../service/errors';
import { presentError } from '../platform/errors/presentError';

/** The state of a feed as the page shows it. */
export function toListState(state: FeedState<unknown>): ListState {
  const { generation, phase, shown, isOld } = state;
  return {
    generation,
    phase: phase.kind,
    end: shown?.end.kind ?? 'complete',
    endText: shown?.end.kind === 'incomplete' ? presentError(new PaginationError(shown.end.reason)).message : '',
    isOld,
    loadedAt: shown?.loadedAt ?? null,
    isAnswered: shown !== undefined,
    problem: phase.kind === 'failed' ? toProblem(phase) : null,
  };
}

function toProblem({ error, during }: Extract<FeedPhase, { kind: 'failed' }>): Problem | null {
  if (error instanceof InvalidInputError) return { message: fieldText(error.field), severity: 'warning', actions: [] };
  const { message, severity, actions } = presentError(error);
  const again: Problem['actions'] =
    during === 'more' && isRefusedParameter(error) ? [{ id: 'retry', title: vscode.l10n.t('Search Again') }] : [];
  return severity === 'none' ? null : { message, severity, actions: [...again, ...actions.map(({ id, title }) => ({ id, title }))] };
}

/** What is wrong with a parameter; the wire name is in parentheses, as in the service's own messages. */
function fieldText(field: string): string {
  switch (field) {
    case 'keyword':
      return vscode.l10n.t('Keyword (keyword): type at least one character.');
    case 'search_type':
      return vscode.l10n.t('Type (search_type): a whole number from 1 to 4.');
    case 'limit':
      return vscode.l10n.t('Page size (limit): a whole number from 1 to 30, for the hot list from 1 to 20.');
    case 'date':
      return vscode.l10n.t('Date (date): choose a day.');
    case 'timezone':
      return vscode.l10n.t('Time zone (timezone): choose a zone of the list.');
    default:
      return vscode.l10n.t('{0}: the value is not valid.', field);
  }
}
