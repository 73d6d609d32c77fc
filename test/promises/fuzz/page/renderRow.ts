import type { EventRow } from '../../../../src/panel/calendarProtocol';
import type { CalendarStrings } from '../../../../src/panel/calendarStrings';
import { eventCells } from '../../../../src/webview/calendar/rowElements';
import type { ShownElement } from '../shownElement';
import { describe } from './describe';

export { renderState } from './renderState';

/** Draws a row as the panel does and describes what came of it. */
export function renderRow(row: EventRow, strings: CalendarStrings): readonly ShownElement[] {
  return eventCells(row, { zone: 'Asia/Tokyo', now: 1_795_000_000_000, hasValues: true, strings }).map(describe);
}
