import * as l10n from '@vscode/l10n';
import { releaseMoment } from '../../../domain/alerts/reminder';
import type { EventRow, ListName } from '../../../panel/calendar/calendarProtocol';
import type { GridColumn } from '../../shared/grid/column';
import { fittingColumns } from '../../shared/grid/fitting';
import type { GridPlace, GridView } from '../../shared/grid/gridView';
import { buttonCount } from './eventButtons';
import type { RowOffers } from './eventButtons';
import { eventColumns } from './eventColumns';
import type { EventContext } from './eventColumns';
import type { EventLine, ListModel } from './listModel';

const rowHeight = 26;

export interface EventGrid extends Pick<EventContext, 'zone' | 'now' | 'isMine' | 'minutesBefore' | 'act' | 'formats' | 'isNarrow'> {
  /** See {@link eventGridColumns}. */
  readonly shown: readonly GridColumn<EventLine>[];
  /** Indexes of rows whose value has just arrived. */
  readonly arrived: ReadonlySet<number>;
  readonly place: GridPlace | undefined;
}

/** Columns that leave when there is too little space, the first ones first: what was expected and what came stay. */
const yieldingColumns = ['previous', 'compared', 'impact'];

/** All columns of a list, and those that have space. @param width - Of the page, in pixels. */
export function eventGridColumns(
  model: ListModel,
  state: Omit<EventGrid, 'arrived' | 'place' | 'shown'>,
  width: number,
): Record<'all' | 'fitting', readonly GridColumn<EventLine>[]> {
  const { columns, areDays, repeated, ofCountries } = model;
  const offersOf = (event: EventRow): RowOffers => shownOffers(model, event, state);
  const context = { ...state, columns, areDays, repeated, ofCountries, width, offersOf };
  const all = eventColumns(context);
  const fitting = fittingColumns(all, yieldingColumns, width);
  if (fitting.length === all.length) return { all, fitting };
  // A value says more than the end of a country's name.
  const brief = eventColumns({ ...context, cutsCountries: true });
  return { all: brief, fitting: fittingColumns(brief, yieldingColumns, width) };
}

/** A list of events in the form that the grid takes. */
export function eventGrid(model: ListModel, state: EventGrid): GridView<EventLine> {
  const { now, isMine, arrived, place } = state;
  const offersOf = (event: EventRow): RowOffers => shownOffers(model, event, state);
  return {
    columns: state.shown,
    items: model.items,
    label: listName(model.name),
    keyboardHelp: l10n.t(
      'Arrow keys move, Enter opens details, N jumps to now, H shows the indicator history, R sets a reminder, E saves a calendar file, Ctrl+C copies the event, / goes to the keyword.',
    ),
    contextOf: ({ event }) => (model.isData ? releaseContext(event) : undefined),
    rowHeight,
    rowLook: ({ index, event }) =>
      [
        `event buttons-${String(buttonCount(event, offersOf(event)))}`,
        ...(event.time * 1000 <= now ? ['past'] : []),
        ...(isMine(event) ? ['held'] : []),
        ...(arrived.has(index) ? ['arrived'] : []),
      ].join(' '),
    hasMore: model.state.end === 'more',
    isBusy: model.shownState.phase === 'loading' || model.shownState.phase === 'loadingMore',
    isAnchored: true,
    place,
  };
}

function shownOffers(model: ListModel, event: EventRow, { now, isNarrow }: Pick<EventGrid, 'now' | 'isNarrow'>): RowOffers {
  return { ...rowOffers(model, event, now), copy: !isNarrow };
}

export function rowOffers({ isData, areDays }: ListModel, { time }: EventRow, now: number): RowOffers {
  return { history: isData, reminder: !areDays && time * 1000 > now };
}

/** Context of VS Code's menu for a release. */
function releaseContext(event: EventRow): Readonly<Record<string, unknown>> {
  const { text, country, unit } = event;
  return { webviewSection: 'release', preventDefaultContextMenuItems: true, text, country, unit, release: releaseMoment(event) };
}

function listName(name: ListName): string {
  switch (name) {
    case 'search':
      return l10n.t('Search results');
    case 'hot':
      return l10n.t('High-impact releases');
    case 'agenda':
      return l10n.t('Upcoming releases');
  }
}
