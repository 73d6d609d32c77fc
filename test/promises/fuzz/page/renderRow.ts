import type { EventRow } from '../../../../src/panel/calendarProtocol';
import type { CalendarStrings } from '../../../../src/panel/calendarStrings';
import { eventCells } from '../../../../src/webview/calendar/rowElements';
import type { ShownElement } from '../shownElement';

/** Draws a row as the panel does and describes what came of it. */
export function renderRow(row: EventRow, strings: CalendarStrings): readonly ShownElement[] {
  return eventCells(row, { zone: 'Asia/Tokyo', now: 1_795_000_000_000, hasValues: true, strings }).map(describe);
}

function describe(element: Element): ShownElement {
  const children = Array.from(element.childNodes, (node) => (node instanceof Element ? describe(node) : (node.textContent ?? '')));
  return { tag: element.tagName.toLowerCase(), attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])), children };
}
