import type { EventRow } from '../../../src/panel/calendarProtocol';
import type { CalendarStrings } from '../../../src/panel/calendarStrings';

/** An element as data: what a page would show, without any DOM. */
export interface ShownElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (ShownElement | string)[];
}

/** The page's own drawing code, loaded where there is a DOM. */
export interface PageModule {
  renderRow(row: EventRow, strings: CalendarStrings): readonly ShownElement[];
}
