import * as l10n from '@vscode/l10n';
import type { ListState } from '../../../panel/calendar/calendarProtocol';

export interface StatusInput {
  readonly state: ListState;
  /** Rows loaded. */
  readonly loaded: number;
  /** Number of rows that match the filters. */
  readonly shown: number;
  readonly isFiltered: boolean;
  readonly number: (value: number) => string;
  /** Time of the rows as `HH:mm`. */
  readonly loadedAt: string;
}

/** The status line: how many rows are shown, of what, and whether there are more. Never presents a part as the whole list. */
export function statusText({ state, loaded, shown, isFiltered, number, loadedAt }: StatusInput): string {
  if (state.phase === 'loading') return l10n.t('Searching…');
  if (!state.isAnswered) return '';
  const count = countText({ state, loaded, shown, isFiltered, number });
  const more = state.phase === 'loadingMore' ? ` · ${l10n.t('Loading more…')}` : '';
  const old =
    state.isOld && loaded > 0
      ? ` · ${l10n.t({ message: 'Cached results from {0}', args: [loadedAt], comment: ['{0} is a time such as 14:03.'] })}`
      : '';
  return `${count}${more}${old}`;
}

function countText({ state, loaded, shown, isFiltered, number }: Omit<StatusInput, 'loadedAt'>): string {
  if (state.end === 'incomplete')
    return shown === 1
      ? l10n.t('1 event. {1}', number(shown), state.endText)
      : l10n.t({ message: '{0} events. {1}', args: [number(shown), state.endText], comment: ['{0} is a number of rows, {1} a sentence.'] });
  if (isFiltered)
    return state.end === 'more'
      ? l10n.t({
          message: '{0} of {1} loaded events, more available',
          args: [number(shown), number(loaded)],
          comment: ['{0} and {1} are numbers of rows.'],
        })
      : l10n.t('{0} of {1} events', number(shown), number(loaded));
  if (loaded === 0 && state.end === 'complete') return l10n.t('No events');
  if (shown === 1) return state.end === 'more' ? l10n.t('1 event loaded, more available') : l10n.t('1 event');
  return state.end === 'more'
    ? l10n.t('{0} events loaded, more available', number(shown))
    : l10n.t({ message: '{0} events', args: [number(shown)], comment: ['{0} is a number of rows.'] });
}
