import * as l10n from '@vscode/l10n';
import { countdownTo } from '../../../domain/calendar/countdown';
import { dayNumber } from '../../../domain/time/zones';
import type { EventRow } from '../../../panel/calendar/calendarProtocol';
import { element } from '../../shared/dom';
import type { Formats } from '../format';
import type { ListModel } from './listModel';
import { columnHeaders, eventCells } from './rowElements';

/** A list and what its rows are drawn with. */
export interface Shown {
  readonly model: ListModel;
  readonly zone: string;
  readonly now: number;
  readonly isMine: (row: EventRow) => boolean;
  readonly minutesBefore: (row: EventRow) => number | undefined;
}

const columnGap = 8;
const edge = 12;

/** Makes the elements of the grid: its header, events, days, and the line of the present. */
export class RowDrawing {
  constructor(private readonly formats: Formats) {}

  /** Fills the header, and gives the grid the widths of its columns. */
  header(header: HTMLElement, grid: HTMLElement, { model, zone }: Shown): void {
    const columns = columnHeaders(model.columns, model.areClosures);
    const tracks = columns.filter(({ track }) => track !== '');
    grid.style.setProperty('--columns', tracks.map(({ track }) => track).join(' '));
    const least = tracks.reduce((sum, column) => sum + column.least, 0) + columnGap * (tracks.length - 1) + 2 * edge;
    grid.style.setProperty('--least-width', `${String(least)}px`);
    const cells = columns.map(({ name, kind }, column) => {
      const cell = element('span', {
        class: `cell ${kind}`,
        title: name,
        attributes: { role: 'columnheader', 'aria-colindex': column + 1 },
      });
      cell.append(element('span', { class: kind === 'actions' ? 'sr-only' : '', text: name }));
      if (kind === 'time') {
        cell.append(element('span', { class: 'sr-only', text: ` (${zone})` }));
        cell.title = `${name} (${zone})`;
      }
      return cell;
    });
    header.replaceChildren(...cells);
  }

  /**
   * @param index - Into the items of the model; undefined where it has none there.
   * @param columns - How many the header has: days and the present go across all of them.
   */
  row(index: number, shown: Shown, columns: number): HTMLElement | undefined {
    const { model, zone, now } = shown;
    const item = model.items[index];
    if (item === undefined) return undefined;
    const row = element('div', {
      class: `row ${item.kind}`,
      id: `row-${index}`,
      attributes: { role: 'row', 'aria-rowindex': index + 2 },
    });
    row.dataset['item'] = String(index);
    if (item.kind === 'event') {
      const event = model.rows[item.index];
      if (event === undefined) return row;
      row.append(...eventCells(event, { ...shown, ...columnFacts(model), formats: this.formats }));
      if (event.time * 1000 <= now) row.classList.add('past');
      if (shown.isMine(event)) row.classList.add('held');
      return row;
    }
    const text = item.kind === 'day' ? this.formats.day(item.day, dayNumber(zone, now)) : this.nowText(shown);
    row.append(
      element(
        'span',
        { class: 'cell', attributes: { role: 'gridcell', 'aria-colindex': 1, 'aria-colspan': columns } },
        element('span', { class: `${item.kind}-text`, text }),
      ),
    );
    return row;
  }

  /** What the line of the present says: the time, and how long it is until the next release. */
  nowText({ model, zone, now }: Shown): string {
    const next = model.nextRelease(now);
    const left =
      next === undefined
        ? ''
        : ` · ${l10n.t({ message: 'Next release in {0}', args: [this.formats.countdown(countdownTo(next, now))], comment: ['{0} is a span of time such as “2 h 05 min”'] })}`;
    return `${l10n.t('Now')} ${this.formats.clock(now, zone)}${left}`;
  }
}

function columnFacts({ columns, areClosures, repeated }: ListModel): Pick<ListModel, 'columns' | 'areClosures' | 'repeated'> {
  return { columns, areClosures, repeated };
}
