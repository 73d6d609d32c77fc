import type { CalendarSnapshot, HotQuery } from '../../app/calendar/calendarSearch';
import type { SearchForm } from '../../domain/calendar/calendarQuery';
import { isHotForm, isSearchForm } from '../../panel/calendar/calendarProtocol';
import { isRecord } from '../../panel/platform/messages';
import { walkStops } from '../../service/lists/walk';
import type { CalendarEvent } from '../../service/records';

/** The number of rows kept over a reload; the rest of a list is read again on demand. */
export const mostKeptRows = 300;

/** The state of the extension that the page stores over a reload of the window. */
export interface KeptState {
  readonly version: 1;
  /** The rows are restored only for this connection. */
  readonly connectionId: string;
  readonly search: CalendarSnapshot<SearchForm> | null;
  readonly hot: CalendarSnapshot<HotQuery> | null;
}

/** Parses what the page stored; undefined unless it is complete, because the page is not trusted and versions change. */
export function readKeptState(value: unknown): KeptState | undefined {
  if (!isRecord(value) || value['version'] !== 1 || typeof value['connectionId'] !== 'string') return undefined;
  const search = value['search'];
  const hot = value['hot'];
  if (!(search === null || isSnapshot(search, isSearchForm)) || !(hot === null || isSnapshot(hot, isHotQuery))) return undefined;
  return { version: 1, connectionId: value['connectionId'], search, hot };
}

function isHotQuery(value: unknown): value is HotQuery {
  return isHotForm(value) && value.date !== null && isRecord(value) && typeof value['isToday'] === 'boolean';
}

function isSnapshot<Q>(value: unknown, isQuery: (candidate: unknown) => candidate is Q): value is CalendarSnapshot<Q> {
  if (!isRecord(value) || !isQuery(value['query'])) return false;
  const { rows, end, loadedAt, cursor, unreadable } = value;
  if (!Array.isArray(rows) || rows.length > mostKeptRows || !rows.every(isEvent)) return false;
  if (typeof cursor !== 'string' || typeof loadedAt !== 'number' || !Number.isSafeInteger(unreadable) || !isRecord(end)) return false;
  if (end['kind'] === 'brokenOff') return walkStops.some((reason) => reason === end['reason']);
  return end['kind'] === 'complete' || (end['kind'] === 'more' && cursor !== '');
}

function isEvent(value: unknown): value is CalendarEvent {
  return (
    isRecord(value) &&
    ['text', 'country'].every((key) => typeof value[key] === 'string') &&
    ['star', 'time'].every((key) => Number.isSafeInteger(value[key])) &&
    ['previous', 'predictive', 'announce', 'currency', 'unit', 'uniqueId', 'detailUrl'].every(
      (key) => value[key] === null || typeof value[key] === 'string',
    )
  );
}
