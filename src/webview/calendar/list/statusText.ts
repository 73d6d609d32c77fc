import type { ListState } from '../../../panel/calendar/calendarProtocol';
import type { CalendarStrings } from '../../../panel/calendar/calendarStrings';
import { fill } from '../../shared/texts';

export interface StatusInput {
  readonly state: ListState;
  /** Rows loaded. */
  readonly loaded: number;
  /** Rows that pass the filters. */
  readonly shown: number;
  readonly isFiltered: boolean;
  readonly number: (value: number) => string;
  /** Time of the rows as `HH:mm`. */
  readonly loadedAt: string;
}

/** The status line: how many rows are shown, of what, and whether there are more. Never calls a part the whole. */
export function statusText({ state, loaded, shown, isFiltered, number, loadedAt }: StatusInput, strings: CalendarStrings): string {
  if (state.phase === 'loading') return strings.loading;
  if (!state.isAnswered) return '';
  const count = countText({ state, loaded, shown, isFiltered, number }, strings);
  const more = state.phase === 'loadingMore' ? ` · ${strings.loadingMore}` : '';
  const old = state.isOld && loaded > 0 ? ` · ${fill(strings.old, loadedAt)}` : '';
  return `${count}${more}${old}`;
}

function countText({ state, loaded, shown, isFiltered, number }: Omit<StatusInput, 'loadedAt'>, strings: CalendarStrings): string {
  if (state.end === 'incomplete') return fill(shown === 1 ? strings.incompleteOne : strings.incomplete, number(shown), state.endText);
  if (isFiltered) return fill(state.end === 'more' ? strings.filteredMore : strings.filteredAll, number(shown), number(loaded));
  if (loaded === 0 && state.end === 'complete') return strings.noRows;
  if (shown === 1) return state.end === 'more' ? strings.moreAvailableOne : strings.allShownOne;
  return fill(state.end === 'more' ? strings.moreAvailable : strings.allShown, number(shown));
}
