import * as l10n from '@vscode/l10n';
import type { ValueColumn } from '../../../domain/calendar/columns';
import { closureDay, closureZone } from '../../../domain/calendar/closureDay';
import { releaseMoment } from '../../../domain/alerts/reminder';
import { withUnit } from '../../../domain/calendar/calendarText';
import { periodIn } from '../../../domain/calendar/indicatorName';
import { splitSegments } from '../../../domain/text/segments';
import { visibleText } from '../../../domain/text/visibleText';
import { compareWithForecast, hasValue } from '../../../domain/calendar/surprise';
import type { Surprise } from '../../../domain/calendar/surprise';
import { basicDateOfDay, wallDateTime, wallTime, zoneLabel } from '../../../domain/time/zones';
import type { EventRow } from '../../../panel/calendar/calendarProtocol';
import { element, icon } from '../../shared/dom';
import { surpriseWord } from '../../shared/surpriseWord';
import { toDateField } from '../format';
import type { Formats } from '../format';

export const rowActions = ['openLink', 'copyRow', 'exportEvent', 'showHistory', 'remind'] as const;
export type RowAction = (typeof rowActions)[number];

export interface RowContext {
  readonly zone: string;
  readonly now: number;
  readonly columns: readonly ValueColumn[];
  /** Rows are days of their own place. */
  readonly areClosures: boolean;
  /** Texts that several rows have. */
  readonly repeated: ReadonlySet<string>;
  readonly isMine: (row: EventRow) => boolean;
  /** Minutes before a release at which the user is reminded; undefined without a reminder. */
  readonly minutesBefore: (row: EventRow) => number | undefined;
  readonly formats: Formats;
}

const cellOptions = (column: number, kind: string) =>
  ({ class: `cell ${kind}`, attributes: { role: 'gridcell', 'aria-colindex': column + 1 } }) as const;

/** The cells of one event, in the order of the columns. */
export function eventCells(row: EventRow, context: RowContext): readonly HTMLElement[] {
  const columns = [timeCell, countryCell, starCell, textCell, ...context.columns.map((name) => valueCells[name]), actionsCell];
  return columns.map((make, column) => make(row, column, context));
}

type CellMaker = (row: EventRow, column: number, context: RowContext) => HTMLElement;

const timeCell: CellMaker = (row, column, { zone, now, areClosures }) => {
  const at = row.time * 1000;
  const closed = areClosures ? closureDay(row, now) : undefined;
  if (closed !== undefined) {
    const cell = element(
      'span',
      cellOptions(column, 'time'),
      l10n.t({ message: 'All day', comment: ['In the time column, for a day on which a market is closed.'] }),
    );
    cell.title = `${toDateField(basicDateOfDay(closed.day))} ${closureZone(row.country) ?? ''}`;
    return cell;
  }
  const cell = element('span', cellOptions(column, 'time'), wallTime(zone, at));
  cell.title = `${wallDateTime(zone, at)} ${zoneLabel(zone, at)}`;
  return cell;
};

const countryCell: CellMaker = (row, column) => {
  const cell = element('span', cellOptions(column, 'country'), visibleText(row.country));
  if (hasValue(row.currency)) cell.append(' ', element('span', { class: 'currency', text: visibleText(row.currency) }));
  return cell;
};

const starCell: CellMaker = (row, column) => {
  const count = Math.min(5, Math.max(0, row.star));
  const name = l10n.t({ message: '{0} of 5 stars', args: [count], comment: ['{0} is a number from 1 to 5.'] });
  const stars = element(
    'span',
    { class: 'stars', title: name, attributes: { role: 'img', 'aria-label': name } },
    element('span', { class: 'lit', text: '★'.repeat(count) }),
    element('span', { class: 'unlit', text: '☆'.repeat(5 - count) }),
  );
  return element('span', cellOptions(column, 'impact'), stars);
};

const textCell: CellMaker = (row, column, { zone, areClosures, isMine, minutesBefore, repeated, formats }) => {
  const segments = splitSegments(row.text);
  const plain = segments.map(({ text }) => text).join('');
  // What tells releases of one indicator apart must not be what an ellipsis takes.
  const period = periodIn(plain);
  const part = (kind: string, from: number, to: number): readonly HTMLElement[] =>
    from < to ? [element('span', { class: kind }, ...runs(segments, from, to))] : [];
  // A closure is a day of its own place, as in the cell of the time.
  const dateZone = areClosures ? (closureZone(row.country) ?? zone) : zone;
  const minutes = minutesBefore(row);
  const cell = element(
    'span',
    cellOptions(column, row.star >= 4 ? 'event important' : 'event'),
    ...(minutes === undefined
      ? []
      : [
          mark(
            'reminded',
            'bell',
            l10n.t({ message: 'Reminder {0} min before', args: [minutes], comment: ['Name of the bell at an event. {0} is a number.'] }),
          ),
        ]),
    ...(isMine(row) ? [mark('mine', 'briefcase', l10n.t('affects your positions'))] : []),
    ...part(period !== undefined && period.from <= shortHead ? 'event-head short' : 'event-head', 0, period?.from ?? plain.length),
    ...(period === undefined ? [] : [...part('event-tail', period.from, period.to), ...part('event-rest', period.to, plain.length)]),
    ...(period === undefined && repeated.has(row.text)
      ? [element('span', { class: 'event-date', text: formats.date(row.time * 1000, dateZone) })]
      : []),
  );
  cell.title = plain;
  return cell;
};

/** A country in Chinese before the period: it needs no room of its own. */
const shortHead = 6;

/** A picture in front of an event's text. */
function mark(kind: string, name: string, title: string): HTMLElement {
  return element('span', { class: `${kind} codicon codicon-${name}`, title, attributes: { role: 'img', 'aria-label': title } });
}

type Segments = ReturnType<typeof splitSegments>;

/** The part of a text from one place to another, with its matches marked. */
function runs(segments: Segments, from: number, to: number): readonly (Node | string)[] {
  let start = 0;
  return segments.flatMap(({ text, match }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === '' ? [] : [match ? element('mark', { text: part }) : part];
  });
}

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

const previousCell: CellMaker = (row, column) => valueCell('previous', row.previous, row.unit, column, l10n.t('no value'));
const forecastCell: CellMaker = (row, column) => valueCell('forecast', row.forecast, row.unit, column, l10n.t('no value'));
const actualCell: CellMaker = (row, column, { now }) =>
  valueCell('actual', row.actual, row.unit, column, row.time * 1000 > now ? l10n.t('not released yet') : l10n.t('no value'));

const arrows: Readonly<Record<Surprise, string>> = { above: 'arrow-up', below: 'arrow-down', inLine: 'dash' };

const comparedCell: CellMaker = (row, column) => {
  const result = compareWithForecast(row.actual, row.forecast, row.unit);
  if (result === undefined) return element('span', cellOptions(column, 'compared'));
  return element(
    'span',
    cellOptions(column, `compared ${result}`),
    icon(arrows[result]),
    element('span', { class: 'word', text: surpriseWord(result) }),
  );
};

const valueCells: Readonly<Record<ValueColumn, CellMaker>> = {
  previous: previousCell,
  forecast: forecastCell,
  actual: actualCell,
  compared: comparedCell,
};

const actionsCell: CellMaker = (row, column) => {
  const link =
    row.linkHost === null
      ? []
      : [
          actionButton(
            'openLink',
            'link-external',
            l10n.t({ message: 'Open details on {0}', args: [row.linkHost], comment: ['{0} is the host name of a web site.'] }),
          ),
        ];
  return element('span', cellOptions(column, 'actions'), ...link);
};

function actionButton(action: RowAction, name: string, title: string): HTMLElement {
  return element('button', {
    class: `row-action codicon codicon-${name}`,
    title,
    attributes: { type: 'button', tabindex: -1, 'data-action': action, 'aria-label': title },
  });
}

/** What can be done with a row beyond what every row offers. */
export interface RowOffers {
  /** It is a release of an indicator. */
  readonly history: boolean;
  /** It is still ahead. */
  readonly reminder: boolean;
}

/** Gives a row under the pointer, or the active one, its other buttons: making them for every row would slow scrolling down. */
export function addRowActions(row: HTMLElement, event: EventRow, offers: RowOffers): void {
  const cell = row.querySelector('.cell.actions');
  if (cell === null || cell.querySelector('[data-action=copyRow]') !== null) return;
  cell.prepend(
    ...(offers.history ? [actionButton('showHistory', 'graph-line', l10n.t('Show Indicator History'))] : []),
    ...(offers.reminder ? [actionButton('remind', 'bell', l10n.t('Remind Me…'))] : []),
    actionButton('copyRow', 'copy', l10n.t('Copy Event')),
    actionButton('exportEvent', 'calendar', l10n.t('Save as Calendar File…')),
  );
  // The name makes room for them.
  row.style.setProperty('--actions', String(cell.childElementCount));
  if (!offers.history) return;
  const { text, country, unit } = event;
  row.dataset['vscodeContext'] = JSON.stringify({
    webviewSection: 'release',
    preventDefaultContextMenuItems: true,
    text,
    country,
    unit,
    release: releaseMoment(event),
  });
}

export interface ColumnHeader {
  readonly name: string;
  readonly kind: string;
  /** Width as a track of a CSS grid, and its least pixels; a column without a track lies over another. */
  readonly track: string;
  readonly least: number;
}

/** Names and widths of the columns, and how their headers are aligned. */
export function columnHeaders(columns: readonly ValueColumn[], areClosures: boolean): readonly ColumnHeader[] {
  // Without forecasts there is room for amounts with their currency.
  const isNarrow = columns.length === 4;
  const value = (name: string, kind: string): ColumnHeader => ({
    name,
    kind: `value ${kind}`,
    track: isNarrow ? 'minmax(66px, 1fr)' : 'minmax(104px, 1fr)',
    least: isNarrow ? 66 : 104,
  });
  const values: Readonly<Record<ValueColumn, ColumnHeader>> = {
    previous: value(l10n.t('Previous'), 'previous'),
    forecast: value(l10n.t('Forecast'), 'forecast'),
    actual: value(l10n.t('Actual'), 'actual'),
    compared: { name: l10n.t('vs. Forecast'), kind: 'compared', track: '86px', least: 86 },
  };
  const time = areClosures ? 64 : 46;
  return [
    { name: l10n.t('Time'), kind: 'time', track: `${String(time)}px`, least: time },
    { name: l10n.t('Country'), kind: 'country', track: 'minmax(96px, 2fr)', least: 96 },
    { name: l10n.t('Impact'), kind: 'impact', track: '70px', least: 70 },
    { name: l10n.t('Event'), kind: 'event', track: 'minmax(250px, 5fr)', least: 250 },
    ...columns.map((column) => values[column]),
    // They lie over the end of the name, in the row under the pointer and the active one.
    { name: l10n.t('Actions'), kind: 'actions', track: '', least: 0 },
  ];
}
