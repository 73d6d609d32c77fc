import { withUnit } from '../../domain/calendar/calendarText';
import { splitSegments, visibleText } from '../../domain/text/segments';
import { compareWithForecast, hasValue } from '../../domain/calendar/surprise';
import type { Surprise } from '../../domain/calendar/surprise';
import { wallDateTime, wallTime, zoneLabel } from '../../domain/time/zones';
import type { EventRow } from '../../panel/calendarProtocol';
import type { CalendarStrings } from '../../panel/calendarStrings';
import { element, icon } from '../shared/dom';
import { fill } from '../shared/texts';

export type RowAction = 'openLink' | 'copyRow' | 'exportEvent';

export interface RowContext {
  readonly zone: string;
  readonly now: number;
  readonly hasValues: boolean;
  readonly strings: CalendarStrings;
}

const cellOptions = (column: number, kind: string) =>
  ({ class: `cell ${kind}`, attributes: { role: 'gridcell', 'aria-colindex': column + 1 } }) as const;

/** The cells of one event, in the order of the columns. */
export function eventCells(row: EventRow, context: RowContext): readonly HTMLElement[] {
  const { strings, hasValues } = context;
  const columns = [
    timeCell,
    countryCell,
    starCell,
    textCell,
    ...(hasValues ? [previousCell, forecastCell, actualCell, comparedCell] : []),
    actionsCell,
  ];
  return columns.map((make, column) => make(row, column, { ...context, strings }));
}

type CellMaker = (row: EventRow, column: number, context: RowContext) => HTMLElement;

const timeCell: CellMaker = (row, column, { zone }) => {
  const at = row.time * 1000;
  const cell = element('span', cellOptions(column, 'time'), wallTime(zone, at));
  cell.title = `${wallDateTime(zone, at)} ${zoneLabel(zone, at)}`;
  return cell;
};

const countryCell: CellMaker = (row, column) => {
  const cell = element('span', cellOptions(column, 'country'), visibleText(row.country));
  if (hasValue(row.currency)) cell.append(' ', element('span', { class: 'currency', text: visibleText(row.currency) }));
  return cell;
};

const starCell: CellMaker = (row, column, { strings }) => {
  const count = Math.min(5, Math.max(0, row.star));
  const name = fill(strings.starsOf, count);
  const stars = element(
    'span',
    { class: 'stars', title: name, attributes: { role: 'img', 'aria-label': name } },
    element('span', { class: 'lit', text: '★'.repeat(count) }),
    element('span', { class: 'unlit', text: '★'.repeat(5 - count) }),
  );
  return element('span', cellOptions(column, 'importance'), stars);
};

const textCell: CellMaker = (row, column) => {
  const runs = splitSegments(row.text).map((segment) => (segment.match ? element('mark', { text: segment.text }) : segment.text));
  const cell = element('span', cellOptions(column, row.star >= 4 ? 'event important' : 'event'), ...runs);
  cell.title = cell.textContent;
  return cell;
};

function valueCell(kind: string, value: string | null, unit: string | null, column: number, absent: string): HTMLElement {
  if (!hasValue(value))
    return element(
      'span',
      cellOptions(column, `value ${kind} absent`),
      element('span', { text: '–', attributes: { 'aria-hidden': 'true' } }),
      element('span', { class: 'sr-only', text: absent }),
    );
  const cell = element('span', cellOptions(column, `value ${kind}`), withUnit(value, unit));
  cell.title = cell.textContent;
  return cell;
}

const previousCell: CellMaker = (row, column, { strings }) => valueCell('previous', row.previous, row.unit, column, strings.noValue);
const forecastCell: CellMaker = (row, column, { strings }) => valueCell('forecast', row.forecast, row.unit, column, strings.noValue);
const actualCell: CellMaker = (row, column, { strings, now }) =>
  valueCell('actual', row.actual, row.unit, column, row.time * 1000 > now ? strings.notReleased : strings.noValue);

const arrows: Readonly<Record<Surprise, string>> = { above: 'arrow-up', below: 'arrow-down', inLine: 'dash' };

const comparedCell: CellMaker = (row, column, { strings }) => {
  const result = compareWithForecast(row.actual, row.forecast, row.unit);
  if (result === undefined) return element('span', cellOptions(column, 'compared'));
  return element(
    'span',
    cellOptions(column, `compared ${result}`),
    icon(arrows[result]),
    element('span', { class: 'word', text: strings[result] }),
  );
};

const actionsCell: CellMaker = (row, column, { strings }) => {
  const link = row.linkHost === null ? [] : [actionButton('openLink', 'link-external', fill(strings.openOn, row.linkHost))];
  return element('span', cellOptions(column, 'actions'), ...link);
};

function actionButton(action: RowAction, name: string, title: string): HTMLElement {
  return element('button', {
    class: `row-action codicon codicon-${name}`,
    title,
    attributes: { type: 'button', tabindex: -1, 'data-action': action, 'aria-label': title },
  });
}

/** Gives a row under the pointer, or the active one, its other buttons: making them for every row would slow scrolling down. */
export function addRowActions(row: HTMLElement, strings: CalendarStrings): void {
  const cell = row.querySelector('.cell.actions');
  if (cell === null || cell.querySelector('[data-action=copyRow]') !== null) return;
  cell.prepend(actionButton('copyRow', 'copy', strings.copyRow), actionButton('exportEvent', 'calendar', strings.exportEvent));
}

/** Names of the columns, and how their headers are aligned. */
export function columnHeaders(hasValues: boolean, strings: CalendarStrings): readonly { readonly name: string; readonly kind: string }[] {
  const values = [
    { name: strings.columnPrevious, kind: 'value' },
    { name: strings.columnForecast, kind: 'value' },
    { name: strings.columnActual, kind: 'value' },
    { name: strings.columnCompared, kind: 'compared' },
  ];
  return [
    { name: strings.columnTime, kind: 'time' },
    { name: strings.columnCountry, kind: 'country' },
    { name: strings.columnStars, kind: 'importance' },
    { name: strings.columnEvent, kind: 'event' },
    ...(hasValues ? values : []),
    { name: strings.columnActions, kind: 'actions' },
  ];
}
