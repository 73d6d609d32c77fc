import type { EventRow } from '../../../../src/panel/calendarProtocol';
import type { CalendarStrings } from '../../../../src/panel/calendarStrings';
import { createFormats } from '../../../../src/webview/calendar/format';
import { eventCells } from '../../../../src/webview/calendar/list/rowElements';
import type { ShownElement } from '../shownElement';
import { describe } from './describe';

export { renderState } from './renderState';

/** Draws a row as the panel does and describes what came of it. */
export function renderRow(row: EventRow, strings: CalendarStrings): readonly ShownElement[] {
  return eventCells(row, {
    zone: 'Asia/Tokyo',
    now: 1_795_000_000_000,
    columns: ['previous', 'forecast', 'actual', 'compared'],
    areClosures: false,
    repeated: new Set([row.text]),
    isMine: () => true,
    formats: createFormats('en', strings),
    strings,
  }).map(describe);
}
