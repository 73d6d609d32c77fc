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
      return vscode.l10n.t('Enter a keyword.');
    case 'search_type':
      return vscode.l10n.t('Type must be a whole number from 1 to 4.');
    case 'limit':
      return vscode.l10n.t('Page size must be a whole number from 1 to 30 (1 to 20 in the hot list).');
    case 'date':
      return vscode.l10n.t('Select a date.');
    case 'timezone':
      return vscode.l10n.t('Select a time zone from the list.');
    default:
      return vscode.l10n.t('{0}: invalid value.', field);
  }
}
