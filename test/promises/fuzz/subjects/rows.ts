import { Window } from 'happy-dom';
import type { EventRow } from '../../../../src/panel/calendar/calendarProtocol';
import type { Random } from '../../random';
import { firstOf, isUnseen } from '../characters';
import { hostileText } from '../hostileText';
import { essence, readRuns } from './segments';
import { elementsIn, textOf } from '../shownElement';
import type { PageModule, ShownElement } from '../shownElement';
import type { Subject } from '../subject';

const tags = new Set(['div', 'span', 'mark', 'button']);
const attributeNames = new Set([
  'class',
  'id',
  'role',
  'title',
  'aria-colindex',
  'aria-hidden',
  'aria-label',
  'aria-pressed',
  'type',
  'tabindex',
]);

export function isPage(module: unknown): module is PageModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    'zone' in module &&
    typeof module.zone === 'string' &&
    'renderRow' in module &&
    typeof module.renderRow === 'function' &&
    'renderState' in module &&
    typeof module.renderState === 'function'
  );
}

/** Browser globals that the page's code and its components use. */
const browserNames = [
  'document',
  'Document',
  'DocumentFragment',
  'Element',
  'HTMLElement',
  'ShadowRoot',
  'CSSStyleSheet',
  'customElements',
  'Event',
  'CustomEvent',
  'KeyboardEvent',
  'MutationObserver',
  'ResizeObserver',
  'IntersectionObserver',
  'MouseEvent',
  'FocusEvent',
  'FormData',
  'NodeFilter',
  'Node',
  'SVGElement',
  'navigator',
  'window',
] as const;

/** Installs a DOM where the page's code looks for it. */
export function installDom(): void {
  const window = new Window();
  for (const name of browserNames) Reflect.set(globalThis, name, name === 'window' ? window : window[name]);
  Reflect.set(globalThis, 'getComputedStyle', window.getComputedStyle.bind(window));
}

function draw(random: Random): string {
  const text = (): string => hostileText(random, 6);
  const maybe = (): string | null => (random.chance(0.2) ? null : random.chance(0.3) ? random.pick(['1.5', '0', '-2', '3%', '']) : text());
  const time = random.chance(0.8) ? random.integer(0, 4_000_000_000) : random.pick([0, -1, -62_135_596_800, 253_402_300_799]);
  const row: EventRow = {
    text: hostileText(random),
    previous: maybe(),
    forecast: maybe(),
    actual: maybe(),
    unit: maybe(),
    currency: maybe(),
    country: text(),
    star: random.pick([0, 1, 3, 5, -1, 6, 1e9]),
    time,
    linkHost: random.chance(0.5) ? null : 'example.com',
  };
  return JSON.stringify(row);
}

/** Accepts complete rows only: messages on the panel's channel are checked earlier. */
function isRow(value: unknown): value is EventRow {
  if (typeof value !== 'object' || value === null || !('text' in value && 'time' in value && 'country' in value && 'star' in value))
    return false;
  const others = ['previous', 'forecast', 'actual', 'unit', 'currency', 'linkHost'].map((name): unknown => Reflect.get(value, name));
  return (
    typeof value.text === 'string' &&
    typeof value.country === 'string' &&
    typeof value.time === 'number' &&
    typeof value.star === 'number' &&
    others.every((other) => other === null || typeof other === 'string')
  );
}

function parse(input: string): EventRow | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return isRow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function judgeElement({ tag, attributes }: ShownElement): string | undefined {
  if (!tags.has(tag)) return `makes a <${tag}>`;
  const strange = Object.keys(attributes).find((name) => !attributeNames.has(name));
  return strange === undefined ? undefined : `sets the attribute ${strange}`;
}

interface Marked {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The texts in elements, in order, with whether each is inside a mark. */
function markedTexts(children: ShownElement['children'], isMarked = false): readonly Marked[] {
  return children.flatMap((child) =>
    typeof child === 'string' ? [{ text: child, isMarked }] : markedTexts(child.children, isMarked || child.tag === 'mark'),
  );
}

/** Every significant character, and whether it is marked: runs may be split among elements, but not changed. */
function characters(texts: readonly Marked[]): string {
  return texts.flatMap(({ text, isMarked }) => Array.from(essence(text), (character) => `${character}${isMarked ? '*' : ' '}`)).join('');
}

/** The date that may follow a text that other rows have as well. */
function dateIn(zone: string, time: number): string {
  return new Date(time * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
}

function judgeRow(cells: readonly ShownElement[], row: EventRow, date: string | undefined): string | undefined {
  const elements = elementsIn(cells);
  const problem = elements.map(judgeElement).find((found) => found !== undefined);
  if (problem !== undefined) return problem;
  const event = cells.find(({ attributes }) => classesOf(attributes).includes('cell-event'));
  if (event === undefined) return 'shows no event';
  const isDate = (child: ShownElement | string): child is ShownElement =>
    typeof child !== 'string' && child.attributes['class'] === 'event-date';
  const expected = readRuns(row.text).map(({ text, match }) => ({ text, isMarked: match }));
  if (characters(markedTexts(event.children.filter((child) => !isDate(child)))) !== characters(expected))
    return `the text of the event is another, or marked elsewhere: ${JSON.stringify(textOf(event))}`;
  const dates = event.children.filter(isDate).map(textOf);
  if (dates.length > (date === undefined ? 0 : 1) || dates.some((text) => text !== date))
    return `adds to the text of the event: ${JSON.stringify(dates)}`;
  const elsewhere = elements.filter(({ tag }) => tag === 'mark').length - elementsIn([event]).filter(({ tag }) => tag === 'mark').length;
  if (elsewhere > 0) return 'marks something else than the event';
  const turning = [...cells.map(textOf), ...elements.map(({ attributes }) => attributes['title'] ?? '')]
    .map((text) => firstOf(text, isUnseen))
    .find((found) => found !== undefined);
  return turning === undefined ? undefined : `still has ${turning}`;
}

function classesOf(attributes: ShownElement['attributes']): readonly string[] {
  return (attributes['class'] ?? '').split(' ');
}

/** Rows of the calendar, drawn into a DOM by the panel's own code: with a unique text, and with the date that follows a repeated text. */
export function calendarRows(page: PageModule): Subject {
  return {
    name: 'rows in a DOM',
    weight: 25,
    draw,
    check: (input) => {
      const row = parse(input);
      if (row === undefined) return undefined;
      return judgeRow(page.renderRow(row, false), row, undefined) ?? judgeRow(page.renderRow(row, true), row, dateIn(page.zone, row.time));
    },
  };
}
