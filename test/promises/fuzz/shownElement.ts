import type { EventRow, ListName, ListState, Problem } from '../../../src/panel/calendar/calendarProtocol';
import type { SessionView } from '../../../src/panel/platform/sessionView';

/** An element as data: what a page would show, without a DOM. */
export interface ShownElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (ShownElement | string)[];
}

/** Everything that determines what the panel shows besides its rows. */
export interface StateInput extends Pick<ListState, 'phase' | 'end' | 'isAnswered'> {
  readonly list: ListName;
  readonly problem: Problem | null;
  readonly endText: string;
  readonly isFiltered: boolean;
  readonly session: SessionView['kind'];
  /** Countries of the loaded rows; empty if there are no rows. */
  readonly countries: readonly string[];
}

export function elementsIn(elements: readonly ShownElement[]): readonly ShownElement[] {
  return elements.flatMap((element) => [element, ...elementsIn(element.children.filter((child) => typeof child !== 'string'))]);
}

export function textOf(element: ShownElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The page's own drawing code, loaded in an environment with a DOM. */
export interface PageModule {
  readonly zone: string;
  /** @param isRepeated - Whether another row has the same text. */
  renderRow(row: EventRow, isRepeated: boolean): readonly ShownElement[];
  renderState(input: StateInput): readonly ShownElement[];
}
