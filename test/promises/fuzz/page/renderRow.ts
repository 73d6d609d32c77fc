import { render } from 'lit';
import type { EventRow } from '../../../../src/panel/calendar/calendarProtocol';
import { createFormats } from '../../../../src/webview/calendar/format';
import { eventGrid, eventGridColumns } from '../../../../src/webview/calendar/list/eventGrid';
import { ListModel } from '../../../../src/webview/calendar/list/listModel';
import { line } from '../../../../src/webview/shared/grid/lines';
import type { ShownElement } from '../shownElement';
import { describe } from './describe';

export { renderState } from './renderState';

/** The rows' time zone. */
export const zone = 'Asia/Tokyo';
const now = 1_795_000_000_000;

/** Draws a row as the page does, as the active one with its buttons, and describes its cells. */
export function renderRow(row: EventRow, isRepeated: boolean): readonly ShownElement[] {
  const model = new ListModel('search');
  model.state = { ...model.state, searchType: 1 };
  model.replace(0, isRepeated ? [row, row] : [row]);
  model.columns = ['previous', 'forecast', 'actual', 'compared'];
  const filters = { leastStars: 1, onlyStars: null, countries: [], onlyMine: false };
  model.layOut({ zone, now, filters, sortByTime: false, isMine: () => true, dayText: String, nowText: () => '' });
  const state = {
    ...{ zone, now, isNarrow: false, formats: createFormats('en') },
    isMine: () => true,
    minutesBefore: () => 15,
    act: () => undefined,
  };
  const { all } = eventGridColumns(model, state, 0);
  const grid = eventGrid(model, { ...state, arrived: new Set<number>(), place: undefined, shown: all });
  const item = model.items.find(({ kind }) => kind === 'row');
  if (item === undefined) return [];
  const container = document.createElement('div');
  render(
    line(grid, item, { index: 0, top: 0, isActive: true, isChosen: false, hasButtons: true, activeColumn: -1, isMovable: false }),
    container,
  );
  return Array.from(container.firstElementChild?.children ?? [], describe);
}
