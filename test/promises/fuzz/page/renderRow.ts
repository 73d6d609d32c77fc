import type { EventRow } from '../../../../src/panel/calendar/calendarProtocol';
import { createFormats } from '../../../../src/webview/calendar/format';
import { eventCells } from '../../../../src/webview/calendar/list/rowElements';
import type { ShownElement } from '../shownElement';
import { describe } from './describe';

export { renderState } from './renderState';

/** The zone of the rows. */
export const zone = 'Asia/Tokyo';

/** Draws a row as the panel does and describes what came of it. */
export function renderRow(row: EventRow, isRepeated: boolean): readonly ShownElement[] {
  return eventCells(row, {
    zone,
    now: 1_795_000_000_000,
    columns: ['previous', 'forecast', 'actual', 'compared'],
    areClosures: false,
    repeated: new Set(isRepeated ? [row.text] : []),
    isMine: () => true,
    minutesBefore: () => 15,
    formats: createFormats('en'),
  }).map(describe);
}
